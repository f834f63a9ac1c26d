"""asterion solve."""

import json

import pytest

import asterion as at
from asterion.io import save_map
from asterion.search.option_table import OPTIONS


def test_it_prints_the_result_in_a_few_lines(run, room):
    result = run("solve", room, "--from", "0,0", "--to", "0,4")
    assert result.exit_code == 0
    assert result.stderr == ""
    found, effort, cells = result.stdout.splitlines()
    assert found == "found: cost 6.828427125, 7 cells, optimal"
    assert effort.split(" expanded, ")[0].removeprefix("by astar (auto): ").isdecimal()
    assert effort.endswith(" microseconds")
    assert cells == "0,0  1,1  2,1  2,2  2,3  1,4  0,4"


def test_of_a_long_path_it_prints_the_ends(run, tmp_path):
    save_map(at.maps.field((1, 20)), tmp_path / "long.map")
    result = run("solve", tmp_path / "long.map", "--from", "0,0", "--to", "0,19")
    assert result.stdout.splitlines()[2] == "0,0  0,1  0,2  ...  0,17  0,18  0,19"


def test_json_is_all_it_prints_and_what_the_library_says(run, room):
    result = run("solve", room, "--from", "0,0", "--to", "0,4", "--json", "--diagonal", "never")
    answer = json.loads(result.stdout)
    path = at.find_path(at.load_map(room, diagonal="never"), (0, 0), (0, 4))
    assert [*answer] == [
        *("status", "found", "cost", "optimal", "cells", "stats", "algorithm", "reason")
    ]
    assert (answer["algorithm"], answer["reason"]) == ("astar", None)
    assert answer["status"] == "found"
    assert answer["found"] is True
    assert answer["optimal"] is True
    assert answer["cost"] == path.cost == 8
    assert answer["cells"] == path.cells.tolist()
    assert answer["stats"]["expanded"] == path.stats.expanded
    assert result.stderr == ""


def test_without_a_path_the_exit_status_is_1(run, split):
    result = run("solve", split, "--from", "0,0", "--to", "0,4")
    assert result.exit_code == 1
    assert result.stdout.startswith("unreachable: no path\nnearest reachable: 0,1 at cost 1\n")
    flood = ("--algorithm", "astar", "--no-components")
    result = run("solve", split, "--from", "0,0", "--to", "0,4", "--json", *flood)
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert (answer["status"], answer["found"], answer["cost"]) == ("unreachable", False, None)
    assert answer["cells"] == []
    assert answer["nearest"] == {"cost": 1.0, "cells": [[0, 0], [0, 1]]}
    assert answer["stats"]["expanded"] == 4


@pytest.mark.parametrize("limit", [("--max-expansions", "1"), ("--max-cost", "2.5")])
def test_a_search_that_a_limit_stops_has_no_result(run, room, limit):
    result = run("solve", room, "--from", "0,0", "--to", "0,4", *limit)
    assert result.exit_code == 1
    assert result.stdout.startswith("stopped: no path within the limits\n")


def test_of_several_goals_it_takes_the_nearest(run, room):
    result = run("solve", room, "--from", "0,0", "--to", "0,4", "--to", "2,1")
    assert result.stdout.splitlines()[2].endswith("2,1")


def test_a_path_that_may_not_be_optimal_says_so(run, room):
    result = run("solve", room, "--from", "0,0", "--to", "0,1", "--algorithm", "bfs")
    assert result.stdout.startswith("found: cost 1, 2 cells, not known to be optimal\n")


def test_all_that_was_given_is_passed_on_and_nothing_else(run, room, monkeypatch):
    seen = []

    def find_path(_grid, start, goal, **options):
        seen.append((start, goal, options))
        return at.Path.from_nodes(at.Grid([[1, 1]]), [(0, 0), (0, 1)])

    monkeypatch.setattr(at, "find_path", find_path)
    run("solve", room, "--from", "0,0", "--to", "1,1")
    assert seen == [((0, 0), (1, 1), {})]
    options, words = {"algorithm": "astar"}, ["--algorithm=astar"]
    for option in OPTIONS.values():
        if option.type is object:  # only Python can write it
            continue
        value = [*option.choices, {int: 7, float: 2.5, bool: not option.default}.get(option.type)]
        options[option.name] = value[0] if value[0] != option.default else value[1]
        word = option.name.replace("_", "-")
        if option.type is bool:
            words.append(f"--no-{word}" if option.default else f"--{word}")
        else:
            words.append(f"--{word}={options[option.name]}")
    run("solve", room, "--from", "0,0", "--to", "1,1", "--to", "2,2", *words)
    assert seen[1:] == [((0, 0), [(1, 1), (2, 2)], options)]


@pytest.mark.parametrize("text", ["2,0", "2 0", "(2,0)", "(2, 0)", "[2, 0]", " 2 , 0 "])
def test_a_cell_may_be_written_with_a_comma_a_blank_or_brackets(run, room, text):
    wanted = run("solve", room, "--from", "0,0", "--to", "2,0", "--json").stdout
    cells = json.loads(run("solve", room, "--from", "0,0", "--to", text, "--json").stdout)["cells"]
    assert cells == json.loads(wanted)["cells"]
    back = json.loads(run("solve", room, "--from", text, "--to", "0,0", "--json").stdout)["cells"]
    assert (back[0], back[-1]) == ([2, 0], [0, 0])


def test_it_says_what_auto_has_chosen(run, tmp_path):
    save_map(at.maps.rooms(60, size=6, seed=4), tmp_path / "rooms.map")
    asked = ("solve", tmp_path / "rooms.map", "--from", "0,0", "--to", "59,59")
    assert "\nby jps (auto): " in run(*asked).stdout
    assert "\nby astar (auto): " in run(*asked, "--weight", "2").stdout
    assert "\nby bfs: " in run(*asked, "--algorithm", "bfs").stdout
    for options, ran in (
        ((), "jps"),
        (("--algorithm", "ida"), "ida"),
        (("--ties", "fifo"), "astar"),
    ):
        told = run(*asked, "--json", *options, "--max-expansions", "9").stdout
        assert json.loads(told)["algorithm"] == ran


def test_a_goal_on_a_wall_is_told_as_such(run, room):
    asked = ("solve", room, "--from", "0,0", "--to", "1,2")
    result = run(*asked)
    assert result.exit_code == 1
    assert result.stdout.startswith("unreachable: no path: goal (1, 2) is a wall\nnearest ")
    assert json.loads(run(*asked, "--json").stdout)["reason"] == "goal (1, 2) is a wall"
    both = run(*asked, "--to", "0,2").stdout
    assert both.startswith("unreachable: no path: all goals are walls\n")
    assert run(*asked, "--to", "0,1").exit_code == 0


def test_a_map_may_come_from_stdin(process, room, refused):
    ends = ("--from", "0,0", "--to", "2,4", "--json")
    wanted = json.loads(process("solve", room, *ends).stdout)["cells"]
    for text in (room.read_text(), "..#..\n..#..\n.....\n"):
        got = process("solve", "-", *ends, input=text)
        assert json.loads(got.stdout)["cells"] == wanted
    for text, message in (
        ("", "stdin is empty; - reads one file from there, once"),
        ("..\n...\n", "line 2 has 3 characters; the lines above it have 2"),
        ("type octile\nheight x\n", "stdin.map, line 2: height is 'x'"),
    ):
        got = process("solve", "-", *ends, input=text)
        assert (got.returncode, got.stdout) == (2, "")
        assert got.stderr.startswith(f"asterion: {message}")
    assert refused("solve", "-", *ends, "--level", "A").startswith("--level is for a map in a file")
