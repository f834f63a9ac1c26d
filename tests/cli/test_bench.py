"""asterion bench."""

import csv
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

import asterion as at
from asterion.cli import bench_rows
from asterion.cli.bench import printed_as_csv
from asterion.cli.bench_problems import problems_in_file
from asterion.cli.bench_rows import Row, fault_of
from asterion.io import save_map

OWN = Path(__file__).parents[2] / "examples" / "own_search" / "main.py"

FAST = [info.name for info in at.algorithms("search") if info.name != "ida" and not info.needs]
HEADS = ["map", "algorithm", "CPU time", "expanded", "cost ratio", "stopped", "wrong"]


def rows_of(output):
    """The cells of the table, below its line."""
    _head, body = output.split("─\n" if "─\n" in output else "─ \n", 1)
    return [line.split() for line in body.splitlines() if line.strip()]


def test_all_algorithms_run_on_maps_that_are_made(run):
    result = run("bench", "--problems", "3", "--seed", "5")
    assert result.exit_code == 0
    assert result.stdout.startswith("maze, 200 x 200: 3 problems between random free cells\n")
    heads = next(line for line in result.stdout.splitlines() if line.split()[:1] == ["map"])
    assert re.split(" {2,}", heads.strip()) == HEADS
    rows = rows_of(result.stdout)
    assert [row[:2] for row in rows] == [
        [name, algorithm] for name in ("maze", "rooms", "caves") for algorithm in FAST
    ]
    for row in rows:
        *_, expanded, ratio, stopped, wrong = row
        assert float(expanded) > 0
        assert float(ratio) >= 1
        assert (stopped, wrong) == ("0", "0")


def test_the_same_seed_gives_the_same_counts(run, room):
    def counts():
        output = run("bench", room, "--problems", "4", "--seed", "5").stdout
        return [(row[0], row[1], *row[4:]) for row in rows_of(output)]

    assert counts() == counts()


def test_problems_are_spread_evenly_over_the_scenario(room):
    scenario = room.with_name("room.map.scen")
    lines = [f"0\troom.map\t5\t3\t{i % 2}\t{i // 2 % 3}\t4\t0\t1" for i in range(10)]
    scenario.write_text("\n".join(["version 1", *lines]))
    course = problems_in_file(room, 4, 0)
    places = [int((i + 0.5) * 10 / 4) for i in range(4)]
    assert [task.start for task in course.tasks] == [(i // 2 % 3, i % 2) for i in places]
    assert [task.number for task in course.tasks] == [i + 1 for i in places]
    assert {task.goal for task in course.tasks} == {(0, 4)}
    for count in (100, None):
        assert len(problems_in_file(room, count, 0).tasks) == 10


def test_a_scenario_is_named_in_the_output(run, room):
    room.with_name("room.map.scen").write_text("version 1\n0\troom.map\t5\t3\t0\t0\t4\t0\t1\n")
    result = run("bench", room, "--algorithm", "astar", "--diagonal", "never")
    assert result.stdout.startswith("room.map, 3 x 5: 1 problems from room.map.scen\n")
    [row] = rows_of(result.stdout)
    assert row[:2] == ["room.map", "astar"]
    assert row[-3:] == ["1.0000", "0", "0"]


def test_no_figure_or_name_is_cut(process, room):
    long = room.rename(room.with_name("a_name_that_leaves_no_room_for_figures_on_a_line.map"))
    output = process("bench", long, "--problems", "2", env={"COLUMNS": "40"}).stdout
    assert "…" not in output
    assert [row[:2] for row in rows_of(output)] == [[long.name, name] for name in FAST]


def test_only_the_algorithms_asked_for_run(run, room):
    result = run("bench", room, "--algorithm", "bfs", "--algorithm", "astar")
    assert [row[1] for row in rows_of(result.stdout)] == ["bfs", "astar"]


def test_what_takes_exponential_time_runs_only_if_asked_for_and_is_limited(run, room, monkeypatch):
    seen = []

    def record(*ends, **options):
        seen.append(options)
        return at.find_path(*ends, **options)

    monkeypatch.setattr(bench_rows, "find_path", record)
    run("bench", room, "--problems", "1")
    assert [options["algorithm"] for options in seen] == ["dijkstra", *FAST]
    assert all("max_expansions" not in options for options in seen)
    seen.clear()
    run("bench", room, "--problems", "1", "--algorithm", "ida", "--algorithm", "astar")
    assert seen[1:] == [{"algorithm": "ida", "max_expansions": 100_000}, {"algorithm": "astar"}]
    seen.clear()
    run("bench", room, "--problems", "1", "--algorithm", "ida", "--max-expansions", "7")
    assert seen[1:] == [{"algorithm": "ida", "max_expansions": 7}]


def test_a_search_that_gives_up_is_not_wrong(run, room):
    result = run("bench", room, "--problems", "9", "--algorithm", "bfs", "--max-expansions", "0")
    assert result.exit_code == 0
    [row] = rows_of(result.stdout)
    assert int(row[-2]) > 0
    assert row[-1] == "0"


def test_a_wrong_answer_shows_in_the_table_and_the_exit_status(run, room, monkeypatch):
    monkeypatch.setattr(bench_rows, "fault_of", lambda *_: "it is too long")
    result = run("bench", room, "--problems", "3", "--algorithm", "astar")
    assert result.exit_code == 1
    [row] = rows_of(result.stdout)
    assert row[-3:] == ["-", "0", "3"]
    said = "3 answers are wrong, the first of astar to problem 1 of room.map: it is too long\n"
    assert result.stderr == f"asterion: {said}"


def test_what_is_right():
    grid = at.Grid.from_text("...\n...\n..#")
    ends = (0, 0), (0, 2)
    best = at.find_path(grid, *ends)
    detour = at.Path.from_nodes(grid, [(0, 0), (1, 1), (0, 2)])
    none = at.find_path(grid, (0, 0), (2, 2))
    stopped = at.find_path(grid, *ends, algorithm="bfs", max_expansions=0)
    inf = math.inf
    for path, between, cheapest in [
        (best, ends, 2.0),
        (detour, ends, 2.0),  # it promises nothing
        (none, ((0, 0), (2, 2)), inf),
        (stopped, ends, 2.0),
    ]:
        assert fault_of(grid, between, path, cheapest) == ""
    for path, between, cheapest, message in [
        (best, ends, 1.9, "said to be optimal, but the cheapest path costs 1.9"),
        (detour, ends, 2.9, "costs less than the cheapest path, 2.9"),
        (best, ((0, 0), (0, 1)), 2.0, "the path leads from (0, 0) to (0, 2)"),
        (none, ends, 2.0, "there is a path of cost 2"),
        (best, ends, inf, "said to be optimal, but the cheapest path costs inf"),
    ]:
        assert fault_of(grid, between, path, cheapest) == message
    walled = at.Grid.from_text(".#.\n...")
    assert fault_of(walled, ends, best, 2.0) == "cell 1 (0, 1) is a wall"


def without_times(rows):
    return [{name: row[name] for name in Row._fields if name != "seconds"} for row in rows]


def scenario_beside(room, *lengths):
    lines = [f"0\troom.map\t5\t3\t0\t{i % 3}\t4\t0\t{text}" for i, text in enumerate(lengths)]
    room.with_name("room.map.scen").write_text("\n".join(["version 1", *lines]))


def test_a_row_a_problem_in_csv_and_json_whatever_the_workers(run, room, tmp_path):
    save_map(at.maps.rooms(40, seed=1), tmp_path / "rooms.map")
    scenario_beside(room, "6.82843", "5.82843", "5.41421")
    asked = ("bench", room, tmp_path / "rooms.map", "--algorithm", "auto", "--algorithm", "bfs")
    asked += ("--problems", "20", "--seed", "3")
    table = run(*asked, "--csv")
    assert (table.exit_code, table.stderr) == (0, "")
    rows = [*csv.DictReader(table.stdout.splitlines())]
    assert [*rows[0]] == [*Row._fields]
    assert [(row["map"], row["problem"], row["algorithm"]) for row in rows] == [
        (name, str(i + 1), algorithm)
        for name, count in (("room.map", 3), ("rooms.map", 20))
        for i in range(count)
        for algorithm in ("auto", "bfs")
    ]
    assert {(row["map"], row["ran"]) for row in rows if row["algorithm"] == "auto"} == {
        ("room.map", "astar"),
        ("rooms.map", "jps"),
    }
    assert [row["agrees"] for row in rows[:6]] == ["true"] * 6
    assert {row["fault"] for row in rows} == {""}
    two = [*csv.DictReader(run(*asked, "--csv", "--workers", "2").stdout.splitlines())]
    assert without_times(two) == without_times(rows)
    told = json.loads(run(*asked, "--json").stdout)

    def written(value):
        return "" if value is None else "true" if value is True else str(value)

    assert [
        {name: written(value) for name, value in row.items()} for row in without_times(told)
    ] == without_times(rows)


def test_lines_of_csv_end_as_other_output_does(capsys):
    printed_as_csv([])
    assert capsys.readouterr().out == ",".join(Row._fields) + "\n"


def test_published_lengths_are_compared_as_they_were_rounded(run, room):
    scenario_beside(room, "6.83", "5.83", "5.41")
    assert run("bench", room, "--algorithm", "jps").exit_code == 0
    scenario_beside(room, "6.83", "5.84", "5.41")
    result = run("bench", room, "--algorithm", "jps")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "room.map, 3 x 5: 3 problems from room.map.scen; lengths compared\n"
    )
    assert result.stderr == (
        "asterion: 1 published lengths are not of this map, the first of problem 2 of "
        "room.map: 5.84, but it is 5.828427125\n"
    )
    # They are for one rule of diagonal moves.
    assert run("bench", room, "--algorithm", "jps", "--diagonal", "always").exit_code == 0


@pytest.mark.usefixtures("own_registry")
def test_a_search_of_ones_own_has_its_own_counts_in_workers_too(run, process, room, tmp_path):
    mine = ("--algorithm", "plain", "--problems", "4", "--csv")
    rows = [*csv.DictReader(run("--use", OWN, "bench", room, *mine).stdout.splitlines())]
    by_astar = at.load_map(room)
    for row in rows:
        ends = [(int(row[f"{end}_row"]), int(row[f"{end}_column"])) for end in ("start", "goal")]
        search = at.Search(by_astar, *ends, algorithm="plain")
        search.run()
        assert int(row["expanded"]) == search.stats.expanded
        assert float(row["cost"]) == search.path.cost
    two = process("--use", OWN, "bench", room, *mine, "--workers", "2")
    assert without_times([*csv.DictReader(two.stdout.splitlines())]) == without_times(rows)
    (tmp_path / "odd.py").write_text(
        "import asterion as at\nclass Odd:\n    def __init__(self, *_): pass\n"
        "    def step(self): return 1 / 0\nat.register('odd', Odd)\n"
    )
    asked = ("--use", tmp_path / "odd.py", "bench", room, "--algorithm", "odd", "--workers", "2")
    result = process(*asked)
    assert result.returncode == 2
    assert f"{tmp_path / 'odd.py'}, line 4: ZeroDivisionError" in result.stderr


@pytest.mark.parametrize("colour", [{}, {"NO_COLOR": "1"}])
def test_a_progress_bar_is_for_terminals(terminal, process, room, colour):
    assert "100%" in terminal("bench", room, "--problems", "2", **colour)
    result = process("bench", room, "--problems", "2")
    assert "%" not in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stderr == ""


def test_on_costs_that_differ_only_those_run_that_take_them(run, tmp_path):
    np.save(tmp_path / "whole.npy", np.array([[1, 2, 9], [1, 255, 1]]))
    np.save(tmp_path / "halves.npy", np.array([[1, 2.5, 9], [1, 1, 1]]))
    np.save(tmp_path / "large.npy", np.array([[1, 256, 9], [1, 1, 1]]))
    for name, jumps in (("whole", True), ("halves", False), ("large", False)):
        table = run("bench", str(tmp_path / f"{name}.npy"), "--problems", "3").stdout
        assert "astar" in table
        assert ("jps" in table) == jumps
