"""The options of units in a state: where they can walk, what they can hit, what blocks them."""

from __future__ import annotations

from typing import Any

from asterion.games.tactics import State, Unit, maps
from asterion.games.tactics.units import apart
from asterion.games.tactics.walks import reach, walk_to
from asterion.world.grid import Cell


def options_of(state: State) -> dict[int, dict[str, Any]]:
    """Return for each unit, by the number of its tile, what a board shows when pointed at.

    ``hits`` are the tiles in range and in sight, ``hidden`` the tiles only in range. The selected
    unit has more: ``reach``, for each tile it can walk to the MP and the path, and ``blocked``, for
    each tile in range that it does not see, the tile that blocks its sight.
    """
    units = {}
    for unit in state.units():
        traits = unit.traits
        hits, hidden = _targets(state, unit)
        options: dict[str, Any] = {
            "name": traits.name,
            "mp": traits.mp,
            "ap": traits.ap,
            "range": traits.range,
            "hits": [state._tile(cell) for cell in hits],
            "hidden": [state._tile(cell) for cell in hidden],
            "reach": {},
            "blocked": {},
        }
        if unit.cell == state.selected:
            options["reach"] = _walks(state)
            options["blocked"] = {
                state._tile(cell): state._tile(by)
                for cell, by in _blockers(state, unit.cell, hidden).items()
            }
        units[state._tile(unit.cell)] = options
    return units


def _targets(state: State, unit: Unit) -> tuple[list[Cell], list[Cell]]:
    """The cells in range of a unit: visible ones, and the others."""
    (row, col), far = unit.cell, unit.traits.range
    rows = range(max(0, row - far), min(state.height, row + far + 1))
    cols = range(max(0, col - far), min(state.width, col + far + 1))
    hits: list[Cell] = []
    hidden: list[Cell] = []
    for cell in ((r, c) for r in rows for c in cols):
        (hits if state.in_reach(unit.cell, cell) else hidden).append(cell)
    return hits, hidden


def _walks(state: State) -> dict[int, list[Any]]:
    """The walks of the selected unit: the MP, and the tiles of the path."""
    walks = {}
    for cell, mp in reach(state).items():
        walk = walk_to(state, cell)
        if walk is not None:
            walks[state._tile(cell)] = [mp, [state._tile(each) for each in walk.cells]]
    return walks


def _blockers(state: State, start: Cell, hidden: list[Cell]) -> dict[Cell, Cell]:
    """For each cell that is not seen from another, the first thing on the line."""
    empty = maps.blank(state.width, state.height)
    taken = [*state.walls, *(unit.cell for unit in state.units() if unit.cell != start)]
    alone = {cell: empty.edited(cell, "wall") for cell in taken}
    found = {}
    for target in hidden:
        between = [
            cell
            for cell in taken
            if _is_within(cell, start, target) and not alone[cell].sees(start, target)
        ]
        if between:
            found[target] = min(between, key=lambda cell: apart(start, cell))
    return found


def _is_within(cell: Cell, one: Cell, other: Cell) -> bool:
    """Whether a cell is in the rectangle of two others, and neither of them."""
    return cell not in (one, other) and all(
        min(a, b) <= at <= max(a, b) for at, a, b in zip(cell, one, other, strict=True)
    )
