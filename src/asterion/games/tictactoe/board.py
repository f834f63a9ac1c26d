"""The rules of tic-tac-toe; a position is two bit masks."""

from __future__ import annotations

from typing import NamedTuple

from asterion.errors import InvalidValue, short_repr
from asterion.world.grid import Cell

CELLS: tuple[Cell, ...] = tuple((row, col) for row in range(3) for col in range(3))
FULL = 0b111_111_111
# Three in a row, as bits; bit 0 is the cell (0, 0), bit 8 the cell (2, 2).
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
MARKS = "xo"


class Board(NamedTuple):
    """A position: the cells of x and o as bit masks. Equal positions hash equal.

    Positions are immutable: :meth:`play` returns another one. x begins.

    >>> from asterion.games.tictactoe import EMPTY
    >>> board = EMPTY.play((1, 1)).play((0, 0))
    >>> print(board)
    o . .
    . x .
    . . .
    >>> board.turn, board.winner, len(board.moves)
    ('x', None, 7)
    """

    x: int = 0
    o: int = 0

    @property
    def turn(self) -> str:
        """The side to move; passing is not allowed."""
        return MARKS[self.x.bit_count() > self.o.bit_count()]

    @property
    def moves(self) -> list[Cell]:
        """The cells that can be marked, row by row; none when the game is over."""
        if self.winner is not None:
            return []
        taken = self.x | self.o
        return [cell for i, cell in enumerate(CELLS) if not taken >> i & 1]

    @property
    def winner(self) -> str | None:
        """The side that has three in a row; None if neither has."""
        for mark, marks in zip(MARKS, self, strict=True):
            if any(marks & line == line for line in LINES):
                return mark
        return None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winner is not None or self.x | self.o == FULL

    @property
    def result(self) -> str | None:
        """``"x"``, ``"o"`` or ``"draw"``; None until the game ends."""
        return (self.winner or "draw") if self.over else None

    def of(self, mark: str) -> int:
        """Return the cells of one side, as a bit mask."""
        return self.x if mark == "x" else self.o

    def play(self, cell: Cell) -> Board:
        """Return the position after the side to move has marked a cell."""
        try:
            bit = 1 << CELLS.index(cell)
        except ValueError:
            raise InvalidValue(
                f"cell is {short_repr(cell)}; a cell is (row, column), each from 0 to 2"
            ) from None
        if self.over:
            raise InvalidValue(f"cell {cell} cannot be marked: the game is over")
        if (self.x | self.o) & bit:
            raise InvalidValue(f"cell {cell} is taken")
        return Board(self.x | bit, self.o) if self.turn == "x" else Board(self.x, self.o | bit)

    def near_wins(self, mark: str) -> list[Cell]:
        """Return the empty cells that would give one side three in a row, one for each such row."""
        mine, taken = self.of(mark), self.x | self.o
        missing = [line & ~mine for line in LINES]
        return [
            CELLS[bit.bit_length() - 1]
            for bit in missing
            if bit.bit_count() == 1 and not bit & taken
        ]

    def __str__(self) -> str:
        marks = ["x" if self.x >> i & 1 else "o" if self.o >> i & 1 else "." for i in range(9)]
        return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))


def other(mark: str) -> str:
    """Return the opponent."""
    return "o" if mark == "x" else "x"


EMPTY = Board()
