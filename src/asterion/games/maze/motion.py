"""Smooth motion over tiles, in whole units, so that it is the same on every machine.

A tile is ``UNIT`` units wide. A step onto a tile of weight 4 takes four times as long as one onto a
tile of weight 1, so a walk takes as long as its path costs. When a tile is reached, the rest of the
tick is spent on the next step: nothing is lost at borders, and nothing is rounded.
"""

from __future__ import annotations

from asterion.world.grid import Cell

UNIT = 840  # the side of a tile; 2, 3, 4, 5, 6, 7 and 8 divide it
DIAGONAL = 1188  # of a tile: UNIT times the square root of 2, to within 1 in 20,000
FINE = 100  # progress is in hundredths of a unit, so that a percentage of any speed is exact

# Clockwise, so that the difference of two indices is an angle in eighths of a turn.
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

Place = tuple[int, int]  # in units; the centre of tile (row, col) is at (row * UNIT, col * UNIT)


class Walker:
    """An agent that moves from tile to tile: it is on one, and may be moving onto the next."""

    __slots__ = ("cell", "diagonal", "entering", "facing", "needed", "progress", "speed", "stride")

    def __init__(self, cell: Cell, speed: int, *, diagonal: int = DIAGONAL) -> None:
        self.cell = cell
        self.entering: Cell | None = None  # the tile it is moving onto; None while it stands
        self.facing = DOWN
        self.speed = speed  # units per tick on tiles of weight 1
        self.stride = FINE * speed  # hundredths per tick, at the current speed of the game
        self.diagonal = diagonal  # the length of a diagonal step in units
        self.progress = 0  # in the step, in hundredths of a unit times weight
        self.needed = 0  # progress at which the next tile is reached

    @property
    def heading(self) -> Cell:
        """The direction it faces, as (rows, columns) of one step."""
        return HEADINGS[self.facing]

    @property
    def place(self) -> Place:
        """The place to draw it at."""
        row, col = self.cell
        if self.entering is None:
            return row * UNIT, col * UNIT
        down, right = self.entering[0] - row, self.entering[1] - col
        done = UNIT * self.progress // self.needed
        return row * UNIT + down * done, col * UNIT + right * done

    def enter(self, cell: Cell, weight: int) -> None:
        """Begin a step. Its duration is fixed now, whatever happens to the tile meanwhile."""
        down, right = cell[0] - self.cell[0], cell[1] - self.cell[1]
        self.facing = FACING[down, right]
        self.entering = cell
        self.needed = FINE * weight * (self.diagonal if down and right else UNIT)

    def reach(self) -> None:
        """End a step; the rest of the tick is kept for the next."""
        self.cell, self.entering = self.entering or self.cell, None
        self.progress -= self.needed
        self.needed = 0

    def stand(self) -> None:
        """Stand without a next step: the rest of the tick is lost."""
        self.progress = 0

    def put(self, cell: Cell) -> None:
        """Move it to a tile at once."""
        self.cell, self.entering = cell, None
        self.progress = self.needed = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The tiles that it is on: one, or two during a step."""
        return (self.cell,) if self.entering is None else (self.cell, self.entering)
