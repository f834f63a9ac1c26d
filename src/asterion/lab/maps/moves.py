"""The moves on a page's map: its tiles and their rule, links and fences."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits
from asterion.world.arguments import one_of
from asterion.world.grid import DIAGONALS, Cell, Grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

# For people.
TITLES = {
    "never": "4 moves",
    "clear": "8 moves, no corners cut",
    "one-clear": "8 moves, past one wall",
    "always": "8 moves, between walls too",
    "hex": "hexagons in rows",
    "hex-columns": "hexagons in columns",
    "triangle": "triangles",
}
MOVES = tuple(TITLES)
_CLIPPING = 4  # cells of a side: two neighbours and the tiles around them fit


class Link(NamedTuple):
    """A move between any two cells, and with ``both`` one back."""

    a: Cell
    b: Cell
    cost: float = 1.0
    both: bool = True


class Fence(NamedTuple):
    """A closed move between neighbours, and with ``both`` the move back."""

    a: Cell
    b: Cell
    both: bool = True


def tiles_of(moves: str) -> str:
    """The tiles of a map with these moves."""
    return "square" if moves in DIAGONALS else moves


def square_rule(moves: str) -> str:
    """The rule for code that knows only squares: on other tiles the strictest one."""
    return moves if moves in DIAGONALS else "never"


def grid_of(
    cells: npt.ArrayLike,
    moves: Any,
    links: Iterable[Link] = (),
    fences: Iterable[Fence] = (),
) -> Grid:
    """A map as a world, for one of :data:`TITLES`."""
    one_of("diagonal", moves, MOVES)
    grid = Grid(cells, diagonal=moves) if moves in DIAGONALS else Grid(cells, tiles=moves)
    for link in links:
        grid.links.add(link.a, link.b, link.cost, both=link.both)
    for fence in fences:
        grid.fences.add(fence.a, fence.b, both=fence.both)
    return grid


def check_links_and_fences(
    shape: tuple[int, int], moves: str, links: Sequence[Link], fences: Sequence[Fence]
) -> None:
    """Raise an error that names the value and the rule, if one does not fit a map."""
    _check_number({"links": links, "fences": fences})
    ends = [(f"link {i}", end) for i, link in enumerate(links) for end in link[:2]]
    ends += [(f"fence {i}", end) for i, fence in enumerate(fences) for end in fence[:2]]
    for name, (row, col) in ends:
        if not (0 <= row < shape[0] and 0 <= col < shape[1]):
            cell, size = f"({short_repr(row)}, {short_repr(col)})", f"{shape[0]} x {shape[1]}"
            raise InvalidValue(f"{name} has an end at {cell}, beside the map of {size}")
    for number, link in enumerate(links):
        if not 0 <= link.cost < limits.LINK_COST:
            raise InvalidValue(
                f"link {number} costs {short_repr(link.cost)}; it must be 0 or more, and below "
                f"{limits.LINK_COST}"
            )
    for number, fence in enumerate(fences):
        if not are_neighbours(fence.a, fence.b, moves):
            raise InvalidValue(
                f"fence {number} is between {fence.a} and {fence.b}, which are no neighbours; "
                f"the moves are {moves!r}"
            )


def _check_number(ways: dict[str, Sequence[Any]]) -> None:
    for name, most in (("links", limits.MAP_LINKS), ("fences", limits.MAP_FENCES)):
        if (many := len(ways[name])) > most:
            raise InvalidValue(f"the map has {many} {name}; it may have up to {most}")


def are_neighbours(a: Cell, b: Cell, moves: str) -> bool:
    """Whether a fence can stand between two cells; square cells may be diagonal neighbours."""
    if max(abs(a[0] - b[0]), abs(a[1] - b[1])) != 1:
        return False
    # Tested in a corner of the map with the same tiles: they repeat every two rows and columns.
    down, right = (min(one, other) // 2 * 2 for one, other in zip(a, b, strict=True))
    rule = "always" if moves in DIAGONALS else moves
    here, there = (a[0] - down, a[1] - right), (b[0] - down, b[1] - right)
    return there in _neighbours(here, rule)


@cache
def _neighbours(cell: Cell, rule: str) -> frozenset[Cell]:
    grid = grid_of(np.ones((_CLIPPING, _CLIPPING), np.uint8), rule)
    return frozenset(each for each, _ in grid.neighbours(cell))


# --- In links of the lab


def plain_links_and_fences(links: Sequence[Link], fences: Sequence[Fence]) -> dict[str, Any]:
    """Return them for JSON; nothing where there are none."""
    values: dict[str, Any] = {}
    if links:
        values["links"] = [[*link.a, *link.b, link.cost, int(link.both)] for link in links]
    if fences:
        values["fences"] = [[*fence.a, *fence.b, int(fence.both)] for fence in fences]
    return values


def links_and_fences_from(values: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    """Convert the result of :func:`plain_links_and_fences` to arguments of a map set-up."""
    listed = {name: values.get(name, []) for name in ("links", "fences")}
    _check_number(listed)
    links = tuple(
        Link((int(r), int(c)), (int(row), int(col)), float(cost), bool(both))
        for r, c, row, col, cost, both in listed["links"]
    )
    fences = tuple(
        Fence((int(r), int(c)), (int(row), int(col)), bool(both))
        for r, c, row, col, both in listed["fences"]
    )
    return {"links": links, "fences": fences}
