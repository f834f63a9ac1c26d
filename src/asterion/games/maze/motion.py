"""Smooth motion over tiles, in whole units, so that it is the same on every machine.

A tile is ``UNIT`` units wide. A step into a tile of weight 4 takes four times as long as one into a
tile of weight 1, so a way takes as long as its path costs. What is left of a tick when a tile is
reached is spent on the next one: nothing is lost at borders, and nothing is rounded.
"""

from __future__ import annotations

from asterion.world.grid import Cell

UNIT = 840  # of a side; 2, 3, 4, 5, 6, 7 and 8 divide it
DIAGONAL = 1188  # of a diagonal: UNIT times the root of 2, to within 1 in 20,000

# Clockwise, so that what is ahead, aside and behind follows from a difference.
HEADINGS: tuple[Cell, ...] = (
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
)
FACING = {heading: i for i, heading in enumerate(HEADINGS)}
DOWN = FACING[1, 0]

Place = tuple[int, int]  # in units; the middle of tile (row, col) is at (row * UNIT, col * UNIT)


class Walker:
    """Somebody who goes from tile to tile: he is in one, and may be on his way into the next."""

    __slots__ = ("cell", "diagonal", "entering", "facing", "needed", "progress", "speed", "stride")

    def __init__(self, cell: Cell, speed: int, *, diagonal: int = DIAGONAL) -> None:
        self.cell = cell
        self.entering: Cell | None = None  # the tile he is moving into; None when he stands
        self.facing = DOWN
        self.speed = speed  # units a tick on ground of weight 1
        self.stride = speed  # the same at the speed that the game runs at
        self.diagonal = diagonal  # what a diagonal step takes on such ground
        self.progress = 0  # of the step, in units times weight
        self.needed = 0  # so much, and the next tile is reached

    @property
    def heading(self) -> Cell:
        """The way he looks, as (rows, columns) of one step."""
        return HEADINGS[self.facing]

    @property
    def place(self) -> Place:
        """Where he is to be drawn."""
        row, col = self.cell
        if self.entering is None:
            return row * UNIT, col * UNIT
        down, right = self.entering[0] - row, self.entering[1] - col
        way = UNIT * self.progress // self.needed
        return row * UNIT + down * way, col * UNIT + right * way

    def enter(self, cell: Cell, weight: int) -> None:
        """Begins a step. What it takes is settled now, whatever happens to the tile meanwhile."""
        down, right = cell[0] - self.cell[0], cell[1] - self.cell[1]
        self.facing = FACING[down, right]
        self.entering = cell
        self.needed = weight * (self.diagonal if down and right else UNIT)

    def reach(self) -> None:
        """Ends a step; what is left of the tick is kept for the next."""
        self.cell, self.entering = self.entering or self.cell, None
        self.progress -= self.needed
        self.needed = 0

    def stand(self) -> None:
        """Nowhere to go: what is left of the tick is lost."""
        self.progress = 0

    def put(self, cell: Cell) -> None:
        """Somewhere else, however he got there."""
        self.cell, self.entering = cell, None
        self.progress = self.needed = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The tiles that he is on: one, or two in the middle of a step."""
        return (self.cell,) if self.entering is None else (self.cell, self.entering)
