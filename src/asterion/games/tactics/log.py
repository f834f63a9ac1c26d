"""The lines of a match's log. Tiles are (x, y): column first, the origin in the upper left."""

from __future__ import annotations

import re

from asterion.games.tactics.actions import Action
from asterion.games.tactics.state import State
from asterion.games.tactics.units import Unit
from asterion.world.grid import Cell

RESET = "Game has been reset."
EDITED = "State has been edited."


def line_of(state: State, action: Action, by: str) -> str:
    """Return the line for an action in a state by a team, played by a controller of this name."""
    return f"Team {state.team} ({by}): {_deed(state, action)}"


def over_line(result: int | str) -> str:
    """The last line."""
    return "Game Over, Tie!" if result == "tie" else f"Game Over, Team {result} Wins!"


def tile_name(cell: Cell) -> str:
    """Return a tile in the log's notation.

    >>> from asterion.games.tactics.log import tile_name
    >>> tile_name((2, 0))
    '(0, 2)'
    """
    return f"({cell[1]}, {cell[0]})"


def as_in_log(text: str) -> str:
    """Convert the tiles in a text from (row, column) to the log's notation.

    >>> from asterion.games.tactics.log import as_in_log
    >>> as_in_log("Sniper at (3, 0) aims at (0, 3)")
    'Sniper at (0, 3) aims at (3, 0)'
    """
    return re.sub(r"\((\d+), (\d+)\)", r"(\2, \1)", text)


def _deed(state: State, action: Action) -> str:
    kind, cell = action
    if kind == "end":
        return f"End of turn {state.turn}."
    if kind == "cancel":
        return "Cancelled selection."
    if cell is None or (kind != "select" and state.selected is None):
        raise AssertionError("only legal actions are written down")
    if kind == "select":
        return f"Selected unit: {_name(state, cell)} at {tile_name(cell)}."
    mover: Cell = state.selected  # type: ignore[assignment]
    name = _name(state, mover)
    if kind == "move":
        return f"Moved {name} unit from {tile_name(mover)} to {tile_name(cell)}."
    return f"Attacked {tile_name(cell)} using {name} unit."


def _name(state: State, cell: Cell) -> str:
    unit = state.at(cell)
    return unit.traits.name if isinstance(unit, Unit) else "?"
