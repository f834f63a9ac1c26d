"""The board of hexes: reach, zones and marches, by rules that are written out here."""

from itertools import pairwise

import numpy as np
import pytest

import asterion as at
from support.examples import load_example

war = load_example("hex_war")


@pytest.fixture
def board():
    return war.board()


def touching(cell, shape):
    """The hexes whose middles are drawn 1 apart from a hex's."""
    x, y = war.centre(cell)
    for other in np.ndindex(*shape):
        if abs(np.hypot(war.centre(other)[0] - x, war.centre(other)[1] - y) - 1) < 1e-9:
            yield other


def slow_reach(board, unit):
    """Points by Bellman and Ford: every hex looks at those it touches until nothing changes."""
    kind = war.BLUE[unit]
    beside_red = {cell for red in war.RED for cell in touching(red, board.shape)}
    spent = dict.fromkeys(np.ndindex(*board.shape), np.inf)
    spent[unit] = 0
    changed = True
    while changed:
        changed = False
        for cell, letter in np.ndenumerate(war.letters()):
            price = war.COSTS[letter]
            if price == 0 or cell in war.RED:
                continue
            if kind != "scouts" and cell in beside_red:
                price += war.ZONE
            best = min(spent[other] for other in touching(cell, board.shape)) + price
            if best < spent[cell] and best <= war.POINTS[kind]:
                spent[cell], changed = best, True
    return spent


def test_hexes_that_touch_in_the_picture_are_neighbours(board):
    for cell in np.ndindex(*board.shape):
        if board[cell]:
            there = {other for other in touching(cell, board.shape) if board[other]}
            assert {other for other, _ in board.neighbours(cell)} == there


@pytest.mark.parametrize("unit", war.BLUE)
def test_a_unit_reaches_what_its_points_and_the_zones_allow(board, unit):
    reach = war.reach(board, unit)
    assert {cell: float(reach[cell]) for cell in np.ndindex(*board.shape)} == slow_reach(
        board, unit
    )


@pytest.mark.parametrize("unit", war.BLUE)
def test_no_turn_of_a_march_takes_more_points_than_the_unit_has(board, unit):
    path, ends = war.march(board, unit)
    world = war.eyes(board, war.BLUE[unit])
    assert at.validate(world, path) == path.cost
    cells = [*path]
    stops = [0, *(cells.index(end) for end in ends)]
    assert stops[-1] == len(cells) - 1
    for first, last in pairwise(stops):
        spent = sum(world.total[cell] for cell in cells[first + 1 : last + 1])
        assert 0 < spent <= war.POINTS[war.BLUE[unit]]
        if last < len(cells) - 1:  # and the next hex would have been too much
            assert spent + world.total[cells[last + 1]] > war.POINTS[war.BLUE[unit]]


def test_zones_keep_infantry_away_and_let_scouts_through(board):
    zone = np.array(board.layers["zone"])
    times = {
        war.BLUE[unit]: sum(zone[c] > 0 for c in war.march(board, unit)[0]) for unit in war.BLUE
    }
    assert times["infantry"] <= 1 < times["scouts"]


def test_the_picture_is_drawn(board, tmp_path):
    war.painted(board, (5, 2), tmp_path / "board.png")
    assert (tmp_path / "board.png").stat().st_size > 10_000
