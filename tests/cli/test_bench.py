"""asterion bench."""

import re

import numpy as np
import pytest

import asterion as at
from asterion.cli.bench_problems import Score, is_right, problems_in_file
from asterion.io import save_map

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
    assert [start for start, _goal in course.problems] == [(i // 2 % 3, i % 2) for i in places]
    assert {goal for _start, goal in course.problems} == {(0, 4)}
    assert len(problems_in_file(room, 100, 0).problems) == 10


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

    def record(_score, _grid, _ends, _optimum, **options):
        seen.append(options)
        _score.seconds.append(0.0)
        _score.expanded.append(0)

    monkeypatch.setattr(Score, "run", record)
    run("bench", room, "--problems", "1")
    assert [options["algorithm"] for options in seen] == FAST
    assert all("max_expansions" not in options for options in seen)
    seen.clear()
    run("bench", room, "--problems", "1", "--algorithm", "ida", "--algorithm", "astar")
    assert seen == [{"algorithm": "ida", "max_expansions": 100_000}, {"algorithm": "astar"}]
    seen.clear()
    run("bench", room, "--problems", "1", "--algorithm", "ida", "--max-expansions", "7")
    assert seen == [{"algorithm": "ida", "max_expansions": 7}]


def test_a_search_that_gives_up_is_not_wrong(run, room):
    result = run("bench", room, "--problems", "9", "--algorithm", "bfs", "--max-expansions", "0")
    assert result.exit_code == 0
    [row] = rows_of(result.stdout)
    assert int(row[-2]) > 0
    assert row[-1] == "0"


def test_a_wrong_answer_shows_in_the_table_and_the_exit_status(run, room, monkeypatch):
    monkeypatch.setattr("asterion.cli.bench_problems.is_right", lambda *_: False)
    result = run("bench", room, "--problems", "3", "--algorithm", "astar")
    assert result.exit_code == 1
    [row] = rows_of(result.stdout)
    assert row[-3:] == ["-", "0", "3"]


def test_what_is_right():
    grid = at.Grid.from_text("...\n...\n..#")
    ends = (0, 0), (0, 2)
    best = at.find_path(grid, *ends)
    detour = at.Path.from_nodes(grid, [(0, 0), (1, 1), (0, 2)])
    assert is_right(grid, ends, best, 2.0)
    assert is_right(grid, ends, detour, 2.0)  # it promises nothing
    assert not is_right(grid, ends, best, 1.9)  # it promises to be the cheapest
    assert not is_right(grid, ends, detour, 2.9)  # nothing is cheaper than the cheapest
    assert not is_right(grid, ((0, 0), (0, 1)), best, 2.0)  # leads elsewhere
    assert not is_right(at.Grid.from_text(".#.\n..."), ends, best, 2.0)  # through a wall
    none = at.find_path(grid, (0, 0), (2, 2))
    assert is_right(grid, ((0, 0), (2, 2)), none, float("inf"))
    assert not is_right(grid, ends, none, 2.0)
    assert not is_right(grid, ends, best, float("inf"))


def test_bad_input_is_refused(refused, room, tmp_path):
    assert refused("bench", room, "--algorithm", "nothing").startswith("algorithm is 'nothing'; ")
    assert "--problems" in refused("bench", room, "--problems", "0")
    assert "--seed" in refused("bench", room, "--seed", "-1")
    nowhere = tmp_path / "nowhere.map"
    assert refused("bench", nowhere) == f"{nowhere}: No such file or directory"
    room.with_name("room.map.scen").write_text("version 1\n")
    assert refused("bench", room) == "room.map.scen has no problems"
    save_map(at.Grid([[0, 0]]), tmp_path / "walls.map")
    assert refused("bench", tmp_path / "walls.map").startswith("all cells of the map are walls; ")


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
