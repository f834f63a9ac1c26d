"""The moves between square cells that all cost the same, and detours of one or two of them."""

from __future__ import annotations

from math import hypot

from asterion.textbook.basics import World

Cell = tuple[int, int]
Direction = tuple[int, int]  # the steps of rows and columns, each -1, 0 or 1


def moved(cell: Cell, way: Direction, times: int = 1) -> Cell:
    """Return the cell in this direction; with -1 times, the cell before."""
    return cell[0] + times * way[0], cell[1] + times * way[1]


def rank(way: Direction) -> int:
    """Return 0 for diagonal moves, 1 for vertical ones, 2 for horizontal ones."""
    return (0 in way) + (way[0] == 0)


def is_natural(way: Direction, after: Direction) -> bool:
    """Whether a path on open ground may go on this way after a move the other way."""
    return way == after or rank(way) > rank(after)


def run(a: Cell, b: Cell) -> list[Cell]:
    """Return the cells from a to b along one direction, without a."""
    times = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    way = (b[0] - a[0]) // times, (b[1] - a[1]) // times
    return [moved(a, way, i) for i in range(1, times + 1)]


class SquareMoves:
    """The legal moves of each cell by direction, read from a world once."""

    def __init__(self, world: World) -> None:
        if getattr(world, "tiles", "square") != "square":
            raise ValueError("jump point search is for square cells; take astar")
        self.world = world
        self._known: dict[Cell, dict[Direction, float]] = {}
        self._prices: dict[bool, float] = {}  # of straight moves, and of diagonal ones

    def of(self, cell: Cell) -> dict[Direction, float]:
        """Return the cost of each legal move from a cell."""
        if cell not in self._known:
            self._known[cell] = {}
            for (row, col), cost in self.world.neighbours(cell):
                way = row - cell[0], col - cell[1]
                if max(map(abs, way)) != 1 or self._prices.setdefault(0 in way, cost) != cost:
                    raise ValueError(
                        f"the move from {cell} to {(row, col)} costs {cost}; jump point search is "
                        "for moves to adjacent cells that all cost the same; take astar"
                    )
                self._known[cell][way] = cost
        return self._known[cell]

    def has_detour(self, before: Cell, came: Direction, way: Direction) -> bool:
        """Whether a way around the cell after ``before`` makes these two moves needless.

        It has the same ends and one or two moves. It is shorter; or as long, and its first move
        ranks lower, so that of two equal ways only one is dropped.
        """
        middle, end = moved(before, came), moved(moved(before, came), way)
        over = hypot(*came) + hypot(*way), rank(came)
        if end == before:
            return True
        for first in self.of(before):
            beside = moved(before, first)
            if beside == end and (hypot(*first), rank(first)) < over:
                return True
            if beside != middle and any(
                moved(beside, then) == end and (hypot(*first) + hypot(*then), rank(first)) < over
                for then in self.of(beside)
            ):
                return True
        return False
