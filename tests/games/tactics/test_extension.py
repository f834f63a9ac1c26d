"""The C++ of the game is an extension of its own, which shares errors and types with the core."""

import subprocess
import sys

import pytest

import asterion as at
from asterion import _core, _tactics
from asterion.games.tactics import controllers, maps
from asterion.games.tactics.arguments import LONGEST_SIDE


def test_a_fresh_process_that_only_plays_shows_the_errors_of_the_package():
    """The extension translates its exceptions by itself, whatever was loaded before."""
    code = """
from asterion.games.tactics import State, from_text
from asterion import _tactics
try:
    _tactics.State(0, 5, b"", 0, 0, (1, 1), (1, 1), -1, 0)
except ValueError as error:
    import asterion as at
    assert type(error) is at.InvalidValue, type(error)
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "tactics: a side is from 1 to 32 tiles\n"


@pytest.mark.parametrize("shape", [(LONGEST_SIDE, 1), (1, LONGEST_SIDE)])
def test_the_extension_has_room_for_the_largest_board_and_no_larger_one(shape):
    width, height = shape
    state = _tactics.State(width, height, bytes(width * height), 0, 0, (1, 1), (1, 1), -1, 1)
    assert (state.width, state.height) == shape
    width, height = (side + (side > 1) for side in shape)
    with pytest.raises(at.InvalidValue, match=f"a side is from 1 to {LONGEST_SIDE} tiles"):
        _tactics.State(width, height, bytes(width * height), 0, 0, (1, 1), (1, 1), -1, 1)


def test_errors_of_the_extension_match_the_core():
    with pytest.raises(at.InvalidValue, match="there is no such tile") as caught:
        maps.load("C.1").native.at(99)
    assert caught.type is _core.InvalidValue


@pytest.mark.parametrize("tile", [-1, 25])
def test_the_tiles_of_a_board_end_at_its_edges(tile):
    native = maps.load("C.1").native
    assert (native.width * native.height, native.at(0), native.at(24)) == (25, *native.things[::24])
    with pytest.raises(at.InvalidValue, match="there is no such tile"):
        native.at(tile)
    with pytest.raises(at.InvalidValue, match="there is no such tile"):
        native.put(tile, 0)


def test_the_stats_of_a_turn_are_of_the_type_that_paths_have():
    state = maps.load("C.1")
    search = controllers.make("AStarThree").think(state)
    search.advance(expansions=10)
    path = at.find_path(at.Grid([[1, 1]]), (0, 0), (0, 1))
    assert type(search.stats) is type(path.stats) is _core.Stats
    assert (search.stats + path.stats).expanded == search.stats.expanded + path.stats.expanded
