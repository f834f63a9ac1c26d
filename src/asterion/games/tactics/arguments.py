"""Arguments of the tactics game, checked and turned into the numbers of the core."""

from __future__ import annotations

from typing import Any

from asterion.errors import InvalidValue, counted, short_repr
from asterion.games.tactics.actions import ACTION_KINDS, WITHOUT_CELL
from asterion.games.tactics.units import MOST_TEAMS, NAMES, number_of
from asterion.world.arguments import count

LONGEST_SIDE = 32
MOST_POINTS = 255


def side(name: str, value: Any) -> int:
    """The width or height of a board."""
    return count(name, value, least=1, most=LONGEST_SIDE)


def points(name: str, value: Any) -> int:
    """Movement or action points."""
    return count(name, value, most=MOST_POINTS)


def team_number(value: Any) -> int:
    """The number of a team."""
    return count("team", value, most=MOST_TEAMS - 1)


def thing_number(what: Any, team: Any) -> int:
    """The core's number of a thing that can stand on a tile."""
    if what is None:
        return 0
    if isinstance(what, str) and what in ("nothing", "wall"):
        return int(what == "wall")
    if not isinstance(what, str) or what not in NAMES:
        names = ", ".join(map(repr, NAMES))
        raise InvalidValue(f"what is {short_repr(what)}; choose one of None, 'wall', {names}")
    return number_of(what, team_number(team))


def tile_number(cell: Any, width: int, height: int) -> int:
    """The number of a cell of a board."""
    try:
        row, col = cell
        row, col = row.__index__(), col.__index__()
    except Exception:  # noqa: BLE001 - the cell is a user's object, and may raise anything
        raise InvalidValue(f"cell is {short_repr(cell)}; a cell is (row, column)") from None
    if not (0 <= row < height and 0 <= col < width):
        raise InvalidValue(
            f"cell {short_repr(cell)} is outside the board of "
            f"{counted(height, 'row')} and {counted(width, 'column')}"
        )
    return int(row * width + col)


def action_number(action: Any, width: int, height: int) -> tuple[int, int]:
    """The numbers of an action in the core, its kind and its tile; or an error."""
    pair: tuple[Any, Any] = (None, None)
    if isinstance(action, tuple) and len(action) == 2:
        pair = action
    kind, cell = pair
    if not isinstance(kind, str) or kind not in ACTION_KINDS:
        raise InvalidValue(f"{short_repr(action)} is not an action; an action is a kind and a cell")
    if kind in WITHOUT_CELL:
        if cell is not None:
            raise InvalidValue(f"{kind} takes no cell")
        return ACTION_KINDS.index(kind), -1
    return ACTION_KINDS.index(kind), tile_number(cell, width, height)
