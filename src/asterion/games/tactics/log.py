"""The lines of a match's log. Tiles are (x, y): column first, the origin in the upper left."""

from __future__ import annotations

from asterion.games.tactics.actions import Action
from asterion.games.tactics.coordinates import Order, shown_tile
from asterion.games.tactics.state import State
from asterion.games.tactics.units import Unit
from asterion.world.grid import Cell

ORDER: Order = "x, y"
RESET = "Game has been reset."
EDITED = "State has been edited."


def line_of(state: State, action: Action, by: str) -> str:
    """What a team, played by a controller of this name, does in a state."""
    return f"Team {state.team} ({by}): {_deed(state, action)}"


def over_line(result: int | str) -> str:
    """The last line."""
    return "Game Over, Tie!" if result == "tie" else f"Game Over, Team {result} Wins!"


def _deed(state: State, action: Action) -> str:
    kind, cell = action
    if kind == "end":
        return f"End of turn {state.turn}."
    if kind == "cancel":
        return "Cancelled selection."
    if cell is None or (kind != "select" and state.selected is None):
        raise AssertionError("only legal actions are written down")
    if kind == "select":
        return f"Selected unit: {_name(state, cell)} at {shown_tile(cell, ORDER)}."
    mover: Cell = state.selected  # type: ignore[assignment]
    name = _name(state, mover)
    if kind == "move":
        return f"Moved {name} unit from {shown_tile(mover, ORDER)} to {shown_tile(cell, ORDER)}."
    return f"Attacked {shown_tile(cell, ORDER)} using {name} unit."


def _name(state: State, cell: Cell) -> str:
    unit = state.at(cell)
    return unit.traits.name if isinstance(unit, Unit) else "?"
