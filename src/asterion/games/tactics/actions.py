"""The actions of a team: select, cancel, move, attack, end."""

from __future__ import annotations

from typing import NamedTuple

from asterion.errors import InvalidValue, short_repr
from asterion.world.grid import Cell

ACTION_KINDS = ("select", "cancel", "move", "attack", "end")  # as the core numbers them
WITHOUT_CELL = ("cancel", "end")


class IllegalAction(InvalidValue):
    """An action that the rules do not allow now; the message names the rule."""


class Action(NamedTuple):
    """One action and its cell; cancel and end have none."""

    kind: str
    cell: Cell | None = None

    def __str__(self) -> str:
        known = isinstance(self.kind, str) and self.kind in ACTION_KINDS
        kind = self.kind if known else short_repr(self.kind)
        return kind if self.cell is None else f"{kind} {short_repr(self.cell)}"


def select(cell: Cell) -> Action:
    """Select the unit at a cell, which moves and attacks from now on. Costs no points."""
    return Action("select", cell)


def move(cell: Cell) -> Action:
    """Move the selected unit to a neighbouring cell."""
    return Action("move", cell)


def attack(cell: Cell) -> Action:
    """Let the selected unit destroy the thing on a cell, even a unit of its own team."""
    return Action("attack", cell)


CANCEL = Action("cancel")  # no unit is selected any more
END = Action("end")  # of the turn
