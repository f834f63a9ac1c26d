"""Macro-actions of one unit: walk up and strike, come nearer, get out of sight.

Controllers that do not search over single actions choose among these. Each is a sequence of legal
actions and the state after them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from asterion.games.tactics import walks
from asterion.games.tactics.actions import Action, attack, select
from asterion.games.tactics.state import State
from asterion.games.tactics.units import Unit
from asterion.search.find import find_path
from asterion.world.grid import Cell, Grid

_WALL = 4.0  # the cost of a cell with a wall, in steps: it has to be shot first


class MacroAction(NamedTuple):
    """Actions of one unit that belong together."""

    unit: Unit
    target: Cell  # the cell that is hit or walked to
    mp: int
    ap: int
    actions: tuple[Action, ...]
    after: State


def enemies(state: State) -> list[Unit]:
    """The units of all other teams."""
    return [unit for unit in state.units() if unit.team != state.team]


def strikes(state: State) -> list[MacroAction]:
    """Return for each unit and each enemy it can destroy now the strike that takes fewest MP."""
    found: dict[tuple[Cell, Cell], MacroAction] = {}
    for stand in _stands(state):
        cell, unit = stand.target, stand.unit
        if unit.traits.ap > state.ap:
            continue
        for enemy in enemies(state):
            best = found.get((unit.cell, enemy.cell))
            if best is not None and best.mp <= stand.mp:
                continue
            if stand.after.in_reach(cell, enemy.cell):
                found[unit.cell, enemy.cell] = _with_attack(stand, enemy.cell)
    return [*found.values()]


def hides(state: State, cell: Cell) -> MacroAction | None:
    """Return the shortest walk of the unit at a cell to safety; None if there is none.

    Safe cells are out of every enemy's reach. The walk must not expose other units of the team.
    """
    others = len(state.exposed(state.team)) - 1
    safe = [
        stand
        for stand in _stands(state, cell)
        if stand.target not in (exposed := stand.after.exposed(state.team))
        and len(exposed) <= others
    ]
    return min(safe, key=lambda stand: (stand.mp, stand.target), default=None)


def advances(state: State) -> list[MacroAction]:
    """Return a step of its path, or a shot at a wall, for each unit that can get nearer."""
    grid = _grid(state)
    found = (_advance(state, unit, grid) for unit in state.units(state.team))
    return [each for each in found if each is not None]


def path_to_enemy(state: State, cell: Cell, grid: Grid | None = None) -> list[Cell]:
    """Return the cells from a unit to the nearest enemy, through walls and allies at a cost."""
    board = _grid(state) if grid is None else grid
    paths = [find_path(board, cell, enemy.cell) for enemy in enemies(state)]
    cells = min((path for path in paths if path.found), key=lambda path: path.cost).cells
    return [(int(row), int(col)) for row, col in cells]


def _advance(state: State, unit: Unit, grid: Grid) -> MacroAction | None:
    cell = path_to_enemy(state, unit.cell, grid)[1]
    chosen = _selected(state, unit.cell)
    there = state.at(cell)
    here = MacroAction(unit, unit.cell, 0, 0, chosen, _after(state, chosen))
    if there == "wall" and unit.traits.ap <= state.ap:
        return _with_attack(here, cell)
    walk = walks.walk_to(here.after, cell) if there is None else None
    if walk is None:
        return None
    actions = (*chosen, *walk.actions)
    return MacroAction(unit, cell, walk.mp, 0, actions, _after(state, actions))


def _stands(state: State, only: Cell | None = None) -> Iterator[MacroAction]:
    """Yield every cell that a unit can walk to, its own first."""
    for unit in state.units(state.team):
        if only is not None and unit.cell != only:
            continue
        chosen = _selected(state, unit.cell)
        begin = _after(state, chosen)
        yield MacroAction(unit, unit.cell, 0, 0, chosen, begin)
        for cell in walks.reach(begin):
            walk = walks.walk_to(begin, cell)
            if walk is not None:
                after = _after(begin, walk.actions)
                yield MacroAction(unit, cell, walk.mp, 0, (*chosen, *walk.actions), after)


def _with_attack(stand: MacroAction, target: Cell) -> MacroAction:
    return stand._replace(
        target=target,
        ap=stand.unit.traits.ap,
        actions=(*stand.actions, attack(target)),
        after=stand.after.apply(attack(target)),
    )


def _selected(state: State, cell: Cell) -> tuple[Action, ...]:
    return () if state.selected == cell else (select(cell),)


def _after(state: State, actions: tuple[Action, ...] | list[Action]) -> State:
    for action in actions:
        state = state.apply(action)
    return state


def _grid(state: State) -> Grid:
    """The board for paths to the enemy: walls can be shot and allies may move, at a cost."""
    cost = np.ones(state.shape)
    for wall in state.walls:
        cost[wall] = _WALL
    for unit in state.units(state.team):
        cost[unit.cell] = _WALL
    return Grid(cost, diagonal="never")
