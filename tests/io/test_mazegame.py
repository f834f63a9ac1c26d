"""The maze game's text maps: every character, lost blanks, edits, and invalid files."""

import re
from string import ascii_lowercase, ascii_uppercase

import numpy as np
import pytest
from hypothesis import given

import asterion as at
from asterion.io import load_map, save_map
from support.damage import files, loaded

MAP = "ABBT\nA oX\nAx4p\nTaé \n"


def write(folder, text, name="a.txt"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.req("S000-60")
def test_a_map_of_every_character_is_parsed_and_saved_as_it_was(tmp_path):
    others = "".join(chr(code) for code in [*range(32, 127), *range(160, 0x3000)])
    rows = [ascii_uppercase, ascii_lowercase, "0123456789", " .#@+-*/()[]{}!?", others]
    width = len(others)
    text = "".join(row.ljust(width) + "\n" for row in rows)
    path = write(tmp_path, text)

    grid = load_map(path)
    assert grid.shape == (5, width)
    assert grid.characters.dtype == np.dtype("<U1")
    assert ["".join(row) for row in grid.characters.tolist()] == text.split("\n")[:-1]
    assert grid.cost[0, :26].tolist() == [0] * 20 + [1] * 6  # A to T are walls, X to Z doors
    assert grid.cost[1, :26].tolist() == [1] * 26  # monsters, players, keys
    assert grid.cost[2, :10].tolist() == [1, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert (grid.cost[3] == 1).all()
    for letter, cost in zip(grid.characters[4].tolist(), grid.cost[4].tolist(), strict=True):
        assert cost == (0 if "A" <= letter <= "T" else int(letter) if "2" <= letter <= "9" else 1)

    save_map(grid, tmp_path / "b.txt")
    assert (tmp_path / "b.txt").read_bytes() == path.read_bytes()


def test_a_cell_whose_cost_has_changed_gets_another_character(tmp_path):
    grid = load_map(write(tmp_path, MAP))
    grid[0, 0:2] = 1, 5  # walls that open
    grid[1, 2:4] = 0  # a player and a door walled in
    grid[2, 1:3] = 9, 4  # another cost, and the same
    save_map(grid, tmp_path / "b.txt")
    assert (tmp_path / "b.txt").read_text(encoding="utf-8") == " 5BT\nA AA\nA94p\nTaé \n"

    save_map(at.Grid([[0, 1, 2], [1.0, 9, 0]]), tmp_path / "b.txt")
    assert (tmp_path / "b.txt").read_bytes() == b"A 2\n 9A\n"


def test_what_an_editor_loses_or_adds_does_no_harm(tmp_path):
    grid = load_map(write(tmp_path, MAP))
    for text in (
        MAP.replace(" \n", "\n"),
        MAP.removesuffix("\n"),
        MAP + "\n\n\n",
        MAP.replace("\n", "\r\n"),
        "\ufeff" + MAP,
    ):
        again = load_map(write(tmp_path, text))
        assert (again.characters == grid.characters).all(), text
        assert (again.cost == grid.cost).all()
    assert load_map(write(tmp_path, "\nA\n\n2\n")).cost.tolist() == [[1], [0], [1], [2]]
    assert load_map(write(tmp_path, "A\n \n")).cost.tolist() == [[0], [1]]  # a row of blanks


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the file is empty; a map has at least one character"),
        ("\n\r\n\n", "line 1: the file is empty"),
        ("AA\nA\tA\n", "line 2: '\\t' at character 2; a map holds no control characters"),
        ("AA\nAA\x00\n", "line 2: '\\x00' at character 3"),
        ("A\rA\n", "line 1: '\\r' at character 2"),
        ("A\x0cA\nA\x7f\n", "line 1: '\\x0c' at character 2"),
        ("A\n\x85\n", "line 2: '\\x85' at character 1"),
        ("A\nA\ufeff\n", "line 2: '\\ufeff' at character 2"),
        (b"AA\nA\xe9A\n", "line 2: byte 0xe9 is not text in UTF-8"),
        (b"\x89PNG\r\n\x1a\n", "line 1: byte 0x89 is not text in UTF-8"),
        (b"\xef\xbb\xbfA\n\n\xff", "line 3: byte 0xff is not text in UTF-8"),
        (
            "A\n" * 20_000 + "A" * 20_000,
            "line 20001: 20001 lines by 20000 characters; a map has at most 100000000",
        ),
    ],
)
def test_a_broken_map_names_its_line(tmp_path, text, message):
    with pytest.raises(at.InvalidValue, match=re.escape(f"a.txt, {message}")):
        load_map(write(tmp_path, text))


@pytest.mark.parametrize("cost", [10, 2.5, 0.25, 1e200])
def test_a_cost_without_a_digit_is_refused(tmp_path, cost):
    with pytest.raises(at.InvalidValue, match=rf"a\.txt: cost\[0, 1\] is {re.escape(str(cost))};"):
        save_map(at.Grid([[1, cost]]), tmp_path / "a.txt")
    assert not (tmp_path / "a.txt").exists()


def test_a_drawing_that_could_not_be_read_back_is_not_saved(tmp_path, monkeypatch):
    monkeypatch.setattr("asterion.io.mazegame.DRAWING_LIMIT", 3)
    with pytest.raises(at.InvalidValue, match=r"a\.txt: 4 cells; a map has at most 3"):
        save_map(at.Grid([[1, 1], [1, 1]]), tmp_path / "a.txt")


@given(data=files(MAP.encode(), MAP.replace("\n", "\r\n").encode()))
def test_any_file_is_a_map_that_can_be_saved_or_is_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.txt"
    grid = loaded(path, data)
    if grid is not None:
        save_map(grid, path)
        assert (load_map(path).characters == grid.characters).all()
