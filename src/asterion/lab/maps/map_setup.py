"""The map of a page: cells, start and goal, and the moves on it; also as a link."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.io.checks import reading
from asterion.lab import limits
from asterion.lab.maps.links import decoded_link, link_of
from asterion.lab.maps.made import Made, made_from
from asterion.lab.maps.moves import (
    Fence,
    Link,
    are_neighbours,
    check_links_and_fences,
    grid_of,
    links_and_fences_from,
    plain_links_and_fences,
    tiles_of,
)
from asterion.search.find import reachable
from asterion.world.grid import Cell, Grid

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Cells = npt.NDArray[np.uint8]

G = TypeVar("G", bound="MapSetup")

HIGHEST_COST = 9
_CELLS_ASKED = 16
_LONGEST_WORD = 40


@dataclass(frozen=True, eq=False)
class MapSetup:
    """A map (0 a wall, 1 to 9 the cost of a cell), start, goal, and moves.

    ``diagonal`` is a rule for squares, or other tiles: one of ``TITLES`` in ``moves.py``. ``made``
    is the generator's call that the map was before it was drawn on, if there was one.
    """

    cells: Cells
    start: Cell
    goal: Cell
    diagonal: str = "clear"
    links: tuple[Link, ...] = field(default=(), kw_only=True)
    fences: tuple[Fence, ...] = field(default=(), kw_only=True)
    made: Made | None = field(default=None, kw_only=True)
    first_map: ClassVar[Made | None] = None  # the call that makes the page's first map

    def __post_init__(self) -> None:
        rows, cols = self.cells.shape
        limits.check_cells(rows, cols)
        if self.cells.max(initial=0) > HIGHEST_COST:
            raise InvalidValue(f"a cell costs {self.cells.max()}; here they cost 1 to 9, walls 0")
        for name in ("start", "goal"):
            row, col = getattr(self, name)
            if not (0 <= row < rows and 0 <= col < cols):
                cell = f"({short_repr(row)}, {short_repr(col)})"
                raise InvalidValue(f"{name} {cell} is not on the map of {rows} x {cols}")
        grid_of([[1]], self.diagonal)  # raises if there are no such moves
        check_links_and_fences((rows, cols), self.diagonal, self.links, self.fences)

    @property
    def moves(self) -> tuple[str, tuple[Link, ...], tuple[Fence, ...]]:
        """The moves, apart from the costs of cells."""
        return self.diagonal, self.links, self.fences

    def grid(self) -> Grid:
        """The map as a world."""
        return grid_of(self.cells, *self.moves)

    @property
    def tiles(self) -> str:
        """The shape of the cells."""
        return tiles_of(self.diagonal)

    @property
    def ends(self) -> tuple[Cell, ...]:
        """The cells that never become walls."""
        return self.start, self.goal

    @property
    def has_links_or_fences(self) -> bool:
        """Whether there are links or fences."""
        return bool(self.links or self.fences)

    def with_moves(self, diagonal: str) -> Self:
        """Return it with other moves; fences that then are not between neighbours are dropped."""
        grid_of([[1]], diagonal)  # raises
        kept = tuple(each for each in self.fences if are_neighbours(each.a, each.b, diagonal))
        return replace(self, diagonal=diagonal, fences=kept)

    @property
    def nbytes(self) -> int:
        """The memory of the map."""
        return self.cells.nbytes

    def on_made(self, made: Made) -> Self:
        """Return it on a map from a generator."""
        return replace(self.with_map(made.cells), made=made)

    def with_map(self, cells: Cells) -> Self:
        """Return it on another map: start and goal near where they were, and connected.

        Links and fences belonged to the former map and are dropped.
        """
        limits.check_cells(*cells.shape)
        if not cells.any():
            raise InvalidValue("the map has no free cell")
        region = largest_region(grid_of(cells, self.diagonal))
        ends = (self._nearest(end, region) for end in (self.start, self.goal))
        start, goal = ends
        parts = {"start": start, "goal": goal, "links": (), "fences": (), "made": None}
        return replace(self, cells=cells, **parts)  # type: ignore[arg-type]

    def _nearest(self, end: Cell, region: npt.NDArray[np.bool_]) -> Cell:
        scale = np.array(region.shape) / self.cells.shape
        there = np.argwhere(region)
        away = np.abs(there - (np.array(end) + 0.5) * scale + 0.5).max(axis=1)
        row, col = there[away.argmin()]
        return int(row), int(col)

    def painted(self, nodes: Sequence[int] | npt.NDArray[np.int64], cost: int) -> Self:
        """Return it with other costs of cells, by flat indices; the ends never become walls."""
        if not 0 <= cost <= HIGHEST_COST:
            raise InvalidValue(
                f"the brush is {short_repr(cost)}; a cell costs 1 to {HIGHEST_COST}, a wall 0"
            )
        self.check_nodes(nodes)
        cells = self.cells.copy()
        cells.flat[np.asarray(nodes, np.int64)] = cost
        if cost == 0:
            for end in self.ends:
                cells[end] = self.cells[end]
        return replace(self, cells=cells)

    def linked(self, a: int, b: int, cost: float, *, both: bool) -> Self:
        """Return it with a link between two cells, by flat indices, instead of a former one."""
        self.check_nodes([a, b])
        if a == b:
            raise InvalidValue(f"a link is from {self._cell(a)} to itself; drag it to another cell")
        ends = {self._cell(a), self._cell(b)}
        others = tuple(link for link in self.links if {link.a, link.b} != ends)
        link = Link(self._cell(a), self._cell(b), float(cost), both)
        return replace(self, links=(*others, link))

    def unlinked(self, node: int) -> Self:
        """Return it without the links that begin or end on a cell."""
        self.check_nodes([node])
        cell = self._cell(node)
        return replace(self, links=tuple(link for link in self.links if cell not in link[:2]))

    def fenced(self, sides: Sequence[tuple[int, int]], *, on: bool, both: bool) -> Self:
        """Return it with or without fences between pairs of cells."""
        self.check_nodes([node for side in sides for node in side])
        added = [Fence(self._cell(a), self._cell(b), both) for a, b in sides]
        places = {frozenset(fence[:2]) for fence in added}
        others = tuple(each for each in self.fences if frozenset(each[:2]) not in places)
        return replace(self, fences=(*others, *added) if on else others)

    def _cell(self, node: int) -> Cell:
        row, col = divmod(node, self.cells.shape[1])
        return row, col

    def check_nodes(self, nodes: Sequence[int] | npt.NDArray[np.int64]) -> None:
        """Raise an error unless all of these are on the map."""
        if len(nodes) and not 0 <= min(nodes) <= max(nodes) < self.cells.size:
            raise InvalidValue(
                f"cells {short_repr(min(nodes))} to {short_repr(max(nodes))} are not all on the map"
            )

    def moved(self, end: str, node: int) -> Self:
        """Return it with "start" or "goal" on another cell; a wall there is opened."""
        if end not in ("start", "goal"):
            raise InvalidValue(f"{short_repr(end)} is neither start nor goal")
        if not 0 <= node < self.cells.size:
            raise InvalidValue(f"cell {short_repr(node)} is not on the map")
        cell: Cell = divmod(node, self.cells.shape[1])
        cells = self.cells
        if cells[cell] == 0:
            cells = cells.copy()
            cells[cell] = 1
        return replace(self, cells=cells, **{end: cell})  # type: ignore[arg-type]

    def flat_links(self) -> list[tuple[int, int, float, bool]]:
        """The links with their cells as flat indices."""
        return [(self._flat(a), self._flat(b), cost, both) for a, b, cost, both in self.links]

    def flat_fences(self) -> list[tuple[int, int, bool]]:
        """The fences with their cells as flat indices."""
        return [(self._flat(a), self._flat(b), both) for a, b, both in self.fences]

    def _flat(self, cell: Cell) -> int:
        cols: int = self.cells.shape[1]
        return cell[0] * cols + cell[1]

    # --- As a link of the lab

    def to_link(self) -> str:
        """Return the set-up as text for the end of an address."""
        values = {
            "shape": self.cells.shape,
            "cells": (self.cells + ord("0")).astype(np.uint8).tobytes().decode("ascii"),
            "start": self.start,
            "goal": self.goal,
            "diagonal": self.diagonal,
            **plain_links_and_fences(self.links, self.fences),
            **({} if self.made is None else {"made": self.made}),
            **self._link_values(),
        }
        return link_of(values)

    @classmethod
    def from_link(cls, link: str) -> Self:
        """Read a link that :meth:`to_link` wrote; an error says what is wrong with it."""
        values = decoded_link(link)
        with reading("the link", "a set-up"):
            rows, cols = (int(n) for n in values["shape"])
            text = str(values["cells"])
            if rows < 1 or cols < 1 or len(text) != rows * cols or not text.isdecimal():
                shape = f"{short_repr(rows)} x {short_repr(cols)}"
                raise InvalidValue(f"the link's map of {shape} has {len(text)} cells")
            cells = np.frombuffer(text.encode("ascii"), np.uint8).reshape(rows, cols) - ord("0")
            ends = cell_of(values["start"]), cell_of(values["goal"])
            more = {**links_and_fences_from(values), **cls._from_link_values(values)}
            more["made"] = made_from(values.get("made"))
            return cls(cells, *ends, str(values["diagonal"]), **more)

    def _link_values(self) -> dict[str, Any]:
        """The page's set-up besides the map."""
        return {}

    @classmethod
    def _from_link_values(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Convert the values of a link to arguments."""
        del values
        return {}


class EndMoves:
    """Moves of start and goal by strokes: a wall that an end only passes over stays a wall."""

    def __init__(self) -> None:
        self._opened: Cell | None = None  # the wall that the end under the pointer is on

    def forget(self) -> None:
        """Begin another stroke: walls opened before stay open."""
        self._opened = None

    def moved(self, setup: G, end: str, node: int, *, in_stroke: bool) -> G:
        """Return the map with "start" or "goal" on another cell; a wall there is opened."""
        if not in_stroke:
            self.forget()
        after = setup.moved(end, node)
        if self._opened is not None and self._opened == getattr(setup, end) != getattr(after, end):
            cols = setup.cells.shape[1]
            after = after.painted([self._opened[0] * cols + self._opened[1]], 0)
        cell: Cell = divmod(node, setup.cells.shape[1])
        if setup.cells[cell] == 0:
            self._opened = cell
        elif self._opened != cell:
            self._opened = None
        return after


def plain_options(values: Any) -> dict[str, Any]:
    """Return the options of an algorithm in a link, if they are words and numbers."""
    options = dict(values)
    for name, value in options.items():
        if not isinstance(name, str) or len(name) > _LONGEST_WORD:
            raise InvalidValue(f"there is no option {short_repr(name)}")
        is_word = isinstance(value, str) and len(value) <= _LONGEST_WORD
        if not (is_word or value is None or isinstance(value, (int, float))):
            raise InvalidValue(f"{name} is {short_repr(value)}; it must be a word or a number")
    return options


def cell_of(value: Any) -> Cell:
    """Return the cell in a link."""
    row, col = value
    return int(row), int(col)


def largest_region(grid: Grid) -> npt.NDArray[np.bool_]:
    """The largest of the regions that some of the free cells reach."""
    free = np.argwhere(grid.cost > 0)
    asked = free[np.linspace(0, len(free) - 1, _CELLS_ASKED).astype(int)]
    best = np.zeros(grid.shape, np.bool_)
    for row, col in asked:
        if not best[row, col]:
            region = reachable(grid, (int(row), int(col)))
            best = max(best, region, key=np.count_nonzero)
    return best
