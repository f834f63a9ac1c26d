"""A game between two players, with undo and redo, and a hash of its moves."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple, Protocol

from asterion.errors import InvalidValue
from asterion.games.tictactoe.board import EMPTY, Board
from asterion.world.grid import Cell


class Player(Protocol):
    """An object that chooses a cell."""

    def choose(self, board: Board, /) -> Cell:
        """Return one of ``board.moves``, for the side to move."""


class Game:
    """A board, and the moves that led to it.

    >>> from asterion.games.tictactoe import Game
    >>> game = Game()
    >>> game.play((1, 1))
    >>> game.play((0, 0))
    >>> game.undo(), game.undo(), game.redo()
    ((0, 0), (1, 1), (1, 1))
    >>> game.moves, game.board.turn
    ([(1, 1)], 'o')
    """

    def __init__(self) -> None:
        self._boards = [EMPTY]
        self._moves: list[Cell] = []
        self._now = 0  # the number of moves played; later ones have been undone

    @classmethod
    def replay(cls, moves: Iterable[Cell]) -> Game:
        """Return the game with these moves; an error names the first that breaks a rule."""
        game = cls()
        for i, cell in enumerate(moves):
            try:
                game.play(cell)
            except InvalidValue as error:
                raise InvalidValue(f"move {i}: {error}") from None
        return game

    @property
    def board(self) -> Board:
        """The position as it is now."""
        return self._boards[self._now]

    @property
    def moves(self) -> list[Cell]:
        """The moves played so far."""
        return self._moves[: self._now]

    @property
    def result(self) -> str | None:
        """``"x"``, ``"o"`` or ``"draw"``; None until the game ends."""
        return self.board.result

    def play(self, cell: Cell) -> None:
        """Mark a cell. Undone moves are dropped."""
        after = self.board.play(cell)
        del self._moves[self._now :], self._boards[self._now + 1 :]
        self._moves.append(cell)
        self._boards.append(after)
        self._now += 1

    def undo(self) -> Cell:
        """Take the last move back, and return it."""
        if self._now == 0:
            raise InvalidValue("there is no move to undo")
        self._now -= 1
        return self._moves[self._now]

    def redo(self) -> Cell:
        """Play the move again that was undone last."""
        if self._now == len(self._moves):
            raise InvalidValue("there is no move to redo")
        self._now += 1
        return self._moves[self._now - 1]

    def step(self, x: Player, o: Player) -> Cell:
        """Make one move by the player to move."""
        cell = (x if self.board.turn == "x" else o).choose(self.board)
        self.play(cell)
        return cell

    def run(self, x: Player, o: Player) -> str:
        """Play to the end; return the result."""
        while self.result is None:
            self.step(x, o)
        return str(self.result)

    @property
    def hash(self) -> str:
        """A hash of the moves so far: equal for equal games, on every machine."""
        moves = " ".join(f"{row},{col}" for row, col in self.moves)
        return sha256(moves.encode()).hexdigest()[:16]


class Scores(NamedTuple):
    """The results of a series of games."""

    x: int
    o: int
    draws: int
    hash: str  # of all games together

    @property
    def games(self) -> int:
        """The number of games."""
        return self.x + self.o + self.draws


def play_series(x: Player, o: Player, games: int) -> Scores:
    """Play ``games`` games."""
    results, record = [], sha256()
    for _ in range(games):
        game = Game()
        results.append(game.run(x, o))
        record.update(game.hash.encode())
    x_won, o_won, drawn = (results.count(result) for result in ("x", "o", "draw"))
    return Scores(x_won, o_won, drawn, record.hexdigest()[:16])
