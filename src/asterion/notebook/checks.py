"""Checks of requests by programs and pages to a board."""

from __future__ import annotations

from typing import Any

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.search.registry import Kind, info_of
from asterion.world.arguments import one_of
from asterion.world.grid import Grid

MOST_CELLS = 512 * 512
MOST_ACTS = 1000  # per message of a page
KINDS: tuple[Kind, ...] = ("search", "navigator")


def check_grid(grid: Any) -> None:
    """Return a grid that a board can show, or raise an error."""
    if not isinstance(grid, Grid):
        raise InvalidType(f"grid is {short_repr(grid)}; a board is made of a Grid")
    rows, cols = grid.shape
    if rows * cols > MOST_CELLS:
        raise InvalidValue(
            f"grid has {rows} x {cols} cells; a board shows up to {MOST_CELLS} (at.plot draws any "
            "map)"
        )


def checked_kind(kind: Any) -> str:
    """The kind of an algorithm."""
    return one_of("kind", kind, KINDS)


def checked_algorithm(name: Any, kind: str) -> str:
    """The name of an algorithm of this kind."""
    if not isinstance(name, str) or name != "auto":
        info_of(name, kind)  # raises
    return str(name)


def checked_message(message: Any) -> tuple[int, list[Any]]:
    """The number of a page's message, and the person's actions."""
    number = message.get("n") if isinstance(message, dict) else None
    acts = message.get("acts") if isinstance(message, dict) else None
    if not isinstance(number, int) or isinstance(number, bool) or not isinstance(acts, list):
        raise InvalidValue(f"a message is {short_repr(message)}; it must have a number n and acts")
    if len(acts) > MOST_ACTS:
        raise InvalidValue(f"a message has {len(acts)} acts; it may have up to {MOST_ACTS}")
    return number, acts
