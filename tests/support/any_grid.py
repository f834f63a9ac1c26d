"""Random grids of every kind of tile, with links, fences and units of a size, beside a plain model.

The model knows nothing of the engine: neighbours come from where tiles lie in the plane, and the
costs of moves from the words of the contract. Its searches come from the textbook.
"""

from collections.abc import Iterator
from functools import cache
from math import hypot, inf, sqrt
from random import Random
from types import SimpleNamespace

import numpy as np

import asterion as at
from asterion.textbook import distances

KINDS = ["size", "links", "fences", "hex", "hex-columns", "triangle", "all"]
TILES = ["hex", "hex-columns", "triangle"]
DIAGONALS = ["never", "clear", "one-clear", "always"]


def corners(cell) -> set:
    """The corners of a triangle; sides are two half steps long."""
    row, col = cell
    if (row + col) % 2 == 0:  # it points up
        return {(col, row + 1), (col + 2, row + 1), (col + 1, row)}
    return {(col, row), (col + 2, row), (col + 1, row + 1)}


def centre(tiles: str, cell) -> tuple[float, float]:
    """The middle of a hexagon whose neighbours are 1 away."""
    row, col = cell
    if tiles == "hex":
        return col + (row % 2) / 2, row * sqrt(3) / 2
    return col * sqrt(3) / 2, row + (col % 2) / 2


@cache  # tile positions do not depend on the grid, and models reuse them
def touch(tiles: str, a, b) -> bool:
    """Whether two tiles share a side (squares: or a corner)."""
    if a == b:
        return False
    if tiles == "square":
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
    if tiles == "triangle":
        return len(corners(a) & corners(b)) == 2
    (ax, ay), (bx, by) = centre(tiles, a), centre(tiles, b)
    return abs(hypot(ax - bx, ay - by) - 1) < 1e-9


@cache
def around(tiles: str, cell) -> list:
    row, col = cell
    ring = [(row + r, col + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
    return [other for other in ring if touch(tiles, cell, other)]


@cache
def touched(radius: float) -> set:
    """The squares that an open disc around the middle of (0, 0) touches."""
    near = range(-3, 4)
    beyond = {at: max(0.0, abs(at) - 0.5) for at in near}
    return {(0, 0)} | {(r, c) for r in near for c in near if hypot(beyond[r], beyond[c]) < radius}


class AnyGrid:
    """A grid, or a view of it for a unit of a size, and its model."""

    def __init__(self, random: Random, kind: str, largest: int = 7) -> None:
        self.random = random
        self.tiles = kind if kind in TILES else "square"
        if kind == "all":
            self.tiles = random.choice([*TILES, "square", "square"])
        self.shape = random.randint(1, largest), random.randint(1, largest)
        self.cells = [(r, c) for r in range(self.shape[0]) for c in range(self.shape[1])]
        self.any_cost = random.choice([lambda: 1, lambda: 1, lambda: random.randint(1, 9),
                                       lambda: random.uniform(0.5, 4)])  # fmt: skip
        walls = random.choice([0, 0.1, 0.25, 0.35])
        self.cost = {c: 0 if random.random() < walls else self.any_cost() for c in self.cells}
        square = self.tiles == "square"
        self.diagonal = random.choice(DIAGONALS) if square else None
        self.diagonal_cost = random.choice([sqrt(2), 1]) if square else 1
        rules = {"diagonal": self.diagonal, "diagonal_cost": self.diagonal_cost} if square else {}
        costs = np.array([self.cost[c] for c in self.cells]).reshape(self.shape)
        self.grid = at.Grid(costs, tiles=self.tiles, **rules)
        self.layer = None
        if random.random() < 0.2:
            self.layer = {c: random.choice([0, 0, 1, 2.5]) for c in self.cells}
            self.grid.layers["mud"] = np.array([*self.layer.values()]).reshape(self.shape)
        self.size = (1, 1)
        if square and (kind == "size" or (kind == "all" and random.random() < 0.4)):
            side = random.randint(1, 5)
            self.size = (side, random.randint(1, 5)) if random.random() < 0.4 else (side, side)
        self.radius = None
        if self.size != (1, 1) and random.random() < 0.4:
            self.size, self.radius = (1, 1), random.choice([0.3, 0.5, 0.7, 1, 1.2, 1.5, 2.3])
        blocked = None
        self.blocked = set()
        if random.random() < 0.15:
            self.blocked = {c for c in self.cells if random.random() < 0.1}
            blocked = np.array([c in self.blocked for c in self.cells]).reshape(self.shape)
        plain = self.size == (1, 1) and self.radius is None and blocked is None
        unit = {"size": self.size, "radius": self.radius}
        self.world = self.grid if plain else self.grid.view(**unit, blocked=blocked)
        self.links: dict[int, tuple] = {}
        self.fences: set[tuple] = set()
        self.kind = kind
        self.forget()
        self.has_links = kind in {"links", "all"}
        self.has_fences = kind in {"fences", "all"}
        if self.has_links:
            for _ in range(random.choice([1, 2, 4, 40])):
                self.add_link()
        if self.has_fences:
            for _ in range(random.choice([1, 4, 15])):
                self.toggle_fence()

    # --- Edits, of the grid and of the model.

    def forget(self) -> None:
        """Cache the model's results until the next edit."""
        self._totals: dict[tuple, float] = {}
        self._moves: dict[tuple, list[tuple]] = {}

    def add_link(self) -> None:
        self.forget()
        a, b = self.random.choice(self.cells), self.random.choice(self.cells)
        cost = self.random.choice([0, 0, 1, 2.5, 0.1, 20])
        both = self.random.random() < 0.6
        self.links[self.grid.links.add(a, b, cost, both=both)] = (a, b, cost, both)

    def remove_link(self) -> None:
        self.forget()
        if self.links:
            link = self.random.choice([*self.links])
            self.grid.links.remove(link)
            del self.links[link]

    def toggle_fence(self) -> None:
        self.forget()
        a = self.random.choice(self.cells)
        beside = [b for b in around(self.tiles, a) if b in self.cost]
        if not beside:
            return
        b = self.random.choice(beside)
        both = self.random.random() < 0.6
        closed = {(a, b), (b, a)} if both else {(a, b)}
        if self.random.random() < 0.7:
            self.grid.fences.add(a, b, both=both)
            self.fences |= closed
        else:
            self.grid.fences.remove(a, b, both=both)
            self.fences -= closed

    def set_cell(self) -> None:
        self.forget()
        cell = self.random.choice(self.cells)
        self.cost[cell] = 0 if self.cost[cell] and self.random.random() < 0.6 else self.any_cost()
        self.grid[cell] = self.cost[cell]

    def edit(self) -> None:
        ways = [self.set_cell, self.set_cell]
        if self.has_links:
            ways += [self.add_link, self.remove_link]
        if self.has_fences:
            ways += [self.toggle_fence, self.toggle_fence]
        self.random.choice(ways)()

    # --- The model.

    def own_total(self, cell) -> float:
        """inf where the cell is closed, or outside."""
        if not self.cost.get(cell) or cell in self.blocked:
            return inf
        return self.cost[cell] + (self.layer[cell] if self.layer else 0)

    def covered(self, cell) -> list:
        rows, cols = self.size
        offsets = [(r, c) for r in range(rows) for c in range(cols)]
        if self.radius is not None:
            offsets = [*touched(self.radius)]
        return [(cell[0] + r, cell[1] + c) for r, c in offsets]

    def total(self, cell) -> float:
        if cell not in self._totals:
            largest = max(self.own_total(c) for c in self.covered(cell))
            own = self.radius is not None and largest < inf
            self._totals[cell] = self.own_total(cell) if own else largest
        return self._totals[cell]

    def may_make(self, a, b) -> bool:
        """Whether one cell could make this move by the rule, if its target were free."""
        if (a, b) in self.fences or not touch(self.tiles, a, b):
            return False
        if self.tiles != "square" or a[0] == b[0] or a[1] == b[1]:
            return True
        beside = sum(self.own_total(c) < inf for c in ((a[0], b[1]), (b[0], a[1])))
        return {"never": False, "clear": beside == 2, "one-clear": beside >= 1, "always": True}[
            self.diagonal
        ]

    def moves(self, a) -> list[tuple]:
        """Each cell that the unit can reach in one move, and the cost."""
        if a not in self._moves:
            self._moves[a] = [*self._steps(a), *self._links(a)]
        return self._moves[a]

    def _steps(self, a) -> Iterator[tuple]:
        for b in around(self.tiles, a):
            if b not in self.cost or self.total(b) == inf:
                continue
            step = b[0] - a[0], b[1] - a[1]
            if all(self.may_make(c, (c[0] + step[0], c[1] + step[1])) for c in self.covered(a)):
                yield b, self.total(b) * (self.diagonal_cost if 0 not in step else 1)

    def _links(self, a) -> Iterator[tuple]:
        for one, other, cost, both in self.links.values():
            for x, y in ((one, other), (other, one))[: 1 + both]:
                if x == a and self.total(x) < inf and self.total(y) < inf:
                    yield y, cost

    def free_cells(self) -> list:
        return [c for c in self.cells if self.total(c) < inf]

    def costs_from(self, start, moves=None) -> dict:
        """The cost of each cell that can be reached, by the textbook's algorithm."""
        return distances(SimpleNamespace(neighbours=moves or self.moves), start)
