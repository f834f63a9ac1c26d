"""The walks of the selected unit: reachable cells, and the cheapest path to each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from asterion.games.tactics.actions import Action, move
from asterion.games.tactics.state import State
from asterion.games.tactics.units import Unit
from asterion.search.find import distances, find_path
from asterion.world.grid import Cell, Grid


class Walk(NamedTuple):
    """A path of the selected unit."""

    actions: list[Action]  # a move for each step
    cells: list[Cell]  # from where it stands to where it goes
    mp: int  # its cost


def reach(state: State) -> dict[Cell, int]:
    """Return the cells that the selected unit can walk to now, each with its MP.

    Without its own cell; empty if no unit is selected.

    >>> from asterion.games.tactics import maps, select, walks
    >>> walks.reach(maps.load("C.1").apply(select((3, 0))))
    {(1, 0): 4, (2, 0): 2, (2, 1): 4}
    """
    if state.selected is None or state.result is not None:
        return {}
    steps = distances(_free_grid(state), state.selected)
    cost = _cost(state)
    walks = {
        (int(row), int(col)): int(steps[row, col]) * cost
        for row, col in np.argwhere(np.isfinite(steps) & (steps > 0))
    }
    return {cell: mp for cell, mp in walks.items() if mp <= state.mp}


def walk_to(state: State, cell: Cell) -> Walk | None:
    """Return the selected unit's cheapest path to a cell; None without MP enough, or a path.

    >>> from asterion.games.tactics import maps, select, walks
    >>> walk = walks.walk_to(maps.load("C.1").apply(select((3, 1))), (1, 2))
    >>> walk.cells, walk.mp, str(walk.actions[0])
    ([(3, 1), (2, 1), (1, 1), (1, 2)], 3, 'move (2, 1)')
    """
    walk = _cheapest(state, cell)
    return walk if walk is not None and walk.mp <= state.mp else None


def why_not(state: State, cell: Cell) -> str | None:
    """Say why the selected unit cannot walk to a cell; None if it can."""
    there = state.at(cell)  # raises if it is not a cell
    if state.result is not None:
        return "the game is over"
    if state.selected is None:
        return "no unit is selected"
    if there is not None:
        name = there.traits.name if isinstance(there, Unit) else there
        return f"there is a {name} at {cell}; a unit moves to an empty tile"
    walk = _cheapest(state, cell)
    if walk is None:
        return f"there is no path to {cell}"
    return f"the path takes {walk.mp} MP; {state.mp} left" if walk.mp > state.mp else None


def _cheapest(state: State, cell: Cell) -> Walk | None:
    there = state.at(cell)
    if state.selected is None or there is not None or state.result is not None:
        return None
    path = find_path(_free_grid(state), state.selected, cell)
    if not path.found:
        return None
    cells = [(int(row), int(col)) for row, col in path.cells]
    return Walk([move(each) for each in cells[1:]], cells, int(path.cost) * _cost(state))


def _free_grid(state: State) -> Grid:
    """The board for the selected unit: everything that stands on it is an obstacle."""
    free = np.frombuffer(state.native.things, np.uint8).reshape(state.shape) == 0
    if state.selected is not None:
        free[state.selected] = True
    return Grid(free.astype(np.uint8), diagonal="never")


def _cost(state: State) -> int:
    """The MP of a step of the selected unit."""
    unit = None if state.selected is None else state.at(state.selected)
    return unit.traits.mp if isinstance(unit, Unit) else 0
