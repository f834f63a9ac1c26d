"""asterion bench --mapf: plans for many units, from scenarios."""

import csv
import json

import pytest

import asterion as at
from asterion.errors import InvalidPath
from asterion.io import save_map

ENDS = [((0, 0), (0, 4)), ((0, 4), (0, 0))]
FIELDS = ["map", "units", "algorithm", "seed", "status", "sum_of_costs", "alone", "makespan",
          "optimal", "seconds", "fault"]  # fmt: skip


@pytest.fixture
def scenario(tmp_path):
    """Two units that change places in a corridor with a bay."""
    save_map(at.Grid.from_text(".....\n##.##"), tmp_path / "bay.map")
    file = tmp_path / "bay-random-1.scen"
    lines = [f"0\tbay.map\t5\t2\t{a[1]}\t{a[0]}\t{b[1]}\t{b[0]}\t4" for a, b in ENDS]
    file.write_text("\n".join(["version 1", *lines, ""]))
    return file


def csv_rows(run, *arguments):
    result = run("bench", "--mapf", *arguments, "--csv")
    assert result.exit_code == 0, result.stderr
    return [*csv.DictReader(result.stdout.splitlines())]


def test_a_line_for_each_number_of_units_algorithm_and_seed(run, scenario):
    rows = csv_rows(run, scenario, "--units", "1", "--units", "2", "--seeds", "3", "--seed", "5")
    assert [*rows[0]] == FIELDS
    names = ["lacam", "prioritised", "pibt"]
    asked = [(n, name, seed) for n in "12" for name in names for seed in "567"]
    assert [(row["units"], row["algorithm"], row["seed"]) for row in rows] == asked
    assert {row["map"] for row in rows} == {"bay-random-1"}


def test_the_rows_are_those_of_the_plans(run, scenario):
    rows = csv_rows(run, scenario, "--units", "2", "--algorithm", "cbs", "--algorithm", "lacam")
    grid = at.load_map(scenario.with_name("bay.map"), diagonal="never")
    for row, name in zip(rows, ("cbs", "lacam"), strict=True):
        plan = at.solve_crowd(grid, *zip(*ENDS, strict=True), algorithm=name)
        values = plan.status, plan.sum_of_costs, plan.makespan, plan.optimal
        assert [row[key] for key in ("status", "sum_of_costs", "makespan", "optimal")] == [
            str(value).lower() for value in values
        ]
        assert row["alone"] == "8"
        assert row["fault"] == ""
    assert rows[0]["optimal"] == "true"


def test_without_a_plan_there_are_no_costs(run, scenario):
    save_map(at.Grid.from_text("....."), scenario.with_name("bay.map"))
    (row,) = csv_rows(run, scenario, "--units", "2", "--algorithm", "lacam")
    assert (row["status"], row["sum_of_costs"], row["makespan"]) == ("unsolvable", "", "")
    result = run("bench", "--mapf", scenario, "--units", "2", "--algorithm", "lacam", "--json")
    (line,) = json.loads(result.stdout)
    assert [*line] == FIELDS
    assert (line["sum_of_costs"], line["makespan"]) == (None, None)
    result = run("bench", "--mapf", scenario, "--units", "2", "--algorithm", "lacam")
    assert result.stdout.splitlines()[-2].split()[1:7] == ["lacam", "2", "0", "of", "1", "-"]


def test_the_table_has_means_over_the_seeds(run, scenario):
    result = run("bench", "--mapf", scenario, "--units", "2", "--seeds", "4")
    assert result.exit_code == 0
    lines = [line.split() for line in result.stdout.splitlines() if "bay-random-1" in line]
    assert [line[1] for line in lines] == ["lacam", "prioritised", "pibt"]
    rows = csv_rows(run, scenario, "--units", "2", "--seeds", "4")
    costs = [int(row["sum_of_costs"]) for row in rows if row["algorithm"] == "lacam"]
    assert lines[0][2:6] == ["2", "4", "of", "4"]
    assert float(lines[0][6]) == pytest.approx(sum(costs) / 4 / 8, abs=0.0006)


def test_a_wrong_plan_is_reported(run, scenario, monkeypatch):
    def refuse(*_arguments, **_options):
        raise InvalidPath("tick 1: units 0 and 1 change places")

    monkeypatch.setattr(at, "validate_crowd", refuse)
    result = run("bench", "--mapf", scenario, "--units", "2", "--algorithm", "lacam")
    assert result.exit_code == 1
    assert result.stderr == (
        "asterion: 1 plans are wrong, the first of lacam for 2 units of bay-random-1, seed 0: "
        "tick 1: units 0 and 1 change places\n"
    )
