"""asterion index: build and ask."""

import json

import pytest

import asterion as at
from asterion.io import save_map


@pytest.fixture
def built(run, tmp_path):
    """Build the index of a map file; return its file."""

    def built(map_file, *options):
        file = tmp_path / f"{map_file.stem}.index"
        result = run("index", "build", map_file, file, *options)
        assert (result.exit_code, result.stderr) == (0, "")
        return file

    return built


def ask(run, map_file, index, *options):
    return run("index", "ask", map_file, index, "--from", "0,0", "--to", "0,4", *options)


def test_build_says_what_it_made(run, room, tmp_path):
    file = tmp_path / "room.index"
    result = run("index", "build", room, file)
    stats = at.Index(at.load_map(room)).stats
    size = f"{stats.nodes} nodes, {stats.arcs} arc, {stats.bytes:,} bytes in memory"
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{file}: {size}, made in ")
    assert result.stdout.endswith((" us\n", " ms\n"))
    assert at.Index.load(file, at.load_map(room)).stats.nodes == stats.nodes


def test_build_as_json(run, room, tmp_path):
    result = run("index", "build", room, tmp_path / "room.index", "--json")
    told = json.loads(result.stdout)
    stats = at.Index(at.load_map(room)).stats
    assert [*told] == ["nodes", "arcs", "bytes", "seconds", "version"]
    assert (told["nodes"], told["arcs"], told["bytes"]) == stats[:3]
    assert told["seconds"] > 0


def test_ask_prints_the_path_as_solve_does(run, room, built):
    result = ask(run, room, built(room))
    assert (result.exit_code, result.stderr) == (0, "")
    found, effort, cells = result.stdout.splitlines()
    assert found == "found: cost 6.828427125, 7 cells, optimal"
    assert effort.endswith(" microseconds")
    assert cells.startswith("0,0  ")
    assert cells.endswith("  0,4")


def test_ask_as_json_says_how_it_was_found(run, room, built):
    answer = json.loads(ask(run, room, built(room), "--json").stdout)
    assert [*answer] == ["status", "found", "cost", "optimal", "cells", "stats", "how", "reason"]
    assert (answer["status"], answer["optimal"], answer["how"]) == ("found", True, "index")
    path = at.Path.from_nodes(at.load_map(room), [tuple(cell) for cell in answer["cells"]])
    assert path.cost == pytest.approx(answer["cost"])


def test_without_a_path_the_exit_status_is_1(run, split, built):
    file = built(split)
    result = ask(run, split, file)
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith("unreachable: no path\n")
    answer = json.loads(ask(run, split, file, "--json").stdout)
    assert (answer["status"], answer["cost"], answer["cells"]) == ("unreachable", None, [])
    assert answer["how"] == "index"


def test_the_rule_of_diagonals_is_that_of_both(run, refused, room, built):
    file = built(room, "--diagonal", "never")
    answer = json.loads(ask(run, room, file, "--json", "--diagonal", "never").stdout)
    assert answer["cost"] == 8
    words = ("index", "ask", room, file, "--from", "0,0", "--to", "0,4")
    assert refused(*words) == (f"{file} was made of another world, or of another state of this one")


def test_a_map_that_has_changed_since_is_refused(refused, room, built):
    file = built(room)
    grid = at.load_map(room)
    grid[2, 2] = 0
    save_map(grid, room)
    message = refused("index", "ask", room, file, "--from", "0,0", "--to", "0,1")
    assert message == f"{file} was made of another world, or of another state of this one"


def test_a_map_that_takes_no_index_is_refused(refused, tmp_path):
    land = at.maps.terrain(300, seed=1)
    save_map(land, tmp_path / "land.npy")
    file = tmp_path / "land.index"
    message = refused("index", "build", tmp_path / "land.npy", file)
    assert message.endswith("takes at most 65536 cells; this one has 90000")
    assert not file.exists()
