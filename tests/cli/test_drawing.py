"""Maps in characters: whole in a pipe, cut to fit on a terminal."""

import re

import numpy as np
import pytest

import asterion as at
from asterion.cli.drawing import CLOSED, GOAL, OPEN, PATH, START, fit, picture_of
from asterion.io import save_map

ESCAPE = "\x1b"


def without_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_a_search_is_drawn_over_its_map(run, tmp_path):
    costs = tmp_path / "costs.npy"
    save_map(at.Grid([[1, 1, 1, 1, 1, 1], [2, 0, 0, 0, 0, 0], [300, 3.5, 1, 1, 1, 1]]), costs)
    ends = ("--from", "0,3", "--to", "0,1")
    result = run("solve", costs, *ends, "--algorithm", "astar", "--diagonal", "never", "--draw")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:4] == [
        ".G*S+.",
        "2#####",
        "94....",
        "S start  G goal  * path  + open  942 cost  . floor  # wall  ",
    ]
    assert result.stdout.splitlines()[4] == "found: cost 2, 3 cells, optimal"


def test_a_search_without_a_path_is_drawn_too(run, split):
    flood = ("--algorithm", "astar", "--no-components")
    result = run("solve", split, "--from", "0,0", "--to", "0,3", "--draw", *flood)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:3] == [
        "So#G.",
        "oo#..",
        "S start  G goal  o closed  . floor  # wall  ",
    ]


def test_a_map_is_shown(run, room):
    assert run("maps", "show", room).stdout == "..#..\n..#..\n.....\n. floor  # wall  \n"


def test_in_a_pipe_a_drawing_is_plain_and_complete(process, tmp_path):
    save_map(at.maps.maze((301, 401), seed=1), tmp_path / "huge.map")
    output = process("maps", "show", tmp_path / "huge.map").stdout
    assert ESCAPE not in output
    *rows, _legend = output.splitlines()
    assert "\n".join(rows) == at.maps.maze((301, 401), seed=1).to_text()


def test_on_a_terminal_a_drawing_has_colours(terminal, room):
    ends = ("--from", "0,0", "--to", "0,4", "--draw")
    output = terminal("solve", room, *ends)
    assert ESCAPE in output
    assert re.match("S.#.G\n", without_colours(output))
    plain = terminal("solve", room, *ends, NO_COLOR="1")
    assert ESCAPE not in plain
    assert re.match("S.#.G\n", plain)


def test_a_huge_map_fits_the_terminal(terminal, tmp_path):
    huge = tmp_path / "huge.map"
    save_map(at.maps.field((300, 900)), huge)
    for command in (
        ["maps", "show", huge],
        ["solve", huge, "--from", "150,300", "--to", "155,310", "--draw"],
        ["solve", huge, "--from", "0,0", "--to", "299,899", "--draw"],
    ):
        lines = without_colours(terminal(*command, rows=30, cols=100)).splitlines()
        assert 20 < len(lines) < 30
        assert max(map(len, lines)) <= 100


def test_a_tiny_terminal_is_drawn_on_as_well(terminal, room):
    output = terminal("maps", "show", room, rows=2, cols=3, NO_COLOR="1")
    assert output.startswith("...\n")


def test_what_fits_is_drawn_as_it_is():
    picture = picture_of(at.maps.maze(9, seed=1))
    same, note = fit(picture, 9, 9)
    assert same is picture
    assert note == ""


@pytest.mark.parametrize("corner", [(0, 0), (0, 90), (45, 0), (45, 90), (20, 40)])
def test_a_window_is_around_the_path(corner):
    picture = np.ones((50, 100), np.uint8)
    row, col = corner
    picture[row : row + 5, col : col + 10] = [START, *[PATH] * 8, GOAL]
    part, note = fit(picture, 8, 12)
    assert part.shape == (8, 12)
    assert (part >= PATH).sum() == 50
    top, bottom, height, left, right, width = map(int, re.findall(r"\d+", note))
    assert (picture[top : bottom + 1, left : right + 1] == part).all()
    assert (height, width) == (50, 100)


def test_one_side_of_a_map_may_fit_alone():
    picture = np.ones((5, 100), np.uint8)
    picture[2, 60:64] = PATH
    part, note = fit(picture, 8, 10)
    assert part.shape == (5, 10)
    assert note == "rows 0 to 4 of 5, columns 57 to 66 of 100"


def test_a_block_shows_what_matters_most_in_it():
    for least, most in [(0, 1), (1, 3), (9, CLOSED), (CLOSED, OPEN), (OPEN, PATH), (PATH, GOAL)]:
        picture = np.full((6, 10), least, np.uint8)
        picture[0, 9] = picture[5, 0] = most
        blocks, note = fit(picture, 3, 4)
        assert blocks.tolist() == [[least] * 3 + [most], [least] * 4, [most] + [least] * 3]
        assert note == "6 x 10 cells, 2 x 3 a character: path before open, closed, floor, wall"


def test_a_path_too_long_for_a_window_is_drawn_in_blocks():
    picture = np.ones((40, 40), np.uint8)
    picture[20] = [START, *[PATH] * 38, GOAL]
    blocks, _note = fit(picture, 20, 20)
    assert blocks.shape == (20, 20)
    assert blocks[10].tolist() == [START, *[PATH] * 18, GOAL]
