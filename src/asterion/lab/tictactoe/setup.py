"""A game of tic-tac-toe as a person sets it up: its moves, and the present players."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from asterion.errors import InvalidValue, short_repr
from asterion.games.tictactoe.board import CELLS, EMPTY, MARKS, Board
from asterion.games.tictactoe.players import COMPUTERS, computer
from asterion.io.checks import reading
from asterion.lab import limits
from asterion.lab.maps.links import decoded_link, link_of
from asterion.world.arguments import one_of

HUMAN = "human"
PLAYERS = (HUMAN, *COMPUTERS)
TITLES = {name: "A*" if name == "astar" else name.capitalize() for name in PLAYERS}
ROWS, COLUMNS = ("top", "middle", "bottom"), ("left", "centre", "right")
# By number, row by row: "top left", ..., "centre", ..., "bottom right".
NAMES = tuple(
    "centre" if cell == (1, 1) else f"{ROWS[cell[0]]} {COLUMNS[cell[1]]}" for cell in CELLS
)


class Made(NamedTuple):
    """A move, and the player that made it: players may have been switched since."""

    cell: int  # 0 to 8, row by row
    by: str


@dataclass(frozen=True)
class TicTacToeSetup:
    """A game. It is immutable: each method returns another one, or says what is wrong."""

    moves: tuple[Made, ...] = ()
    x: str = HUMAN  # begins
    o: str = "astar"
    seed: int = 0
    boards: tuple[Board, ...] = field(
        init=False, repr=False, compare=False
    )  # after 0, 1, ... moves

    def __post_init__(self) -> None:
        for name in (self.x, self.o, *(move.by for move in self.moves)):
            one_of("player", name, PLAYERS)
        limits.check_seed(self.seed)
        boards = [EMPTY]
        for number, move in enumerate(self.moves, 1):
            try:
                boards.append(marked(boards[-1], move.cell))
            except InvalidValue as error:
                raise InvalidValue(f"move {number}: {error}") from None
        object.__setattr__(self, "boards", tuple(boards))

    @property
    def board(self) -> Board:
        """The present position."""
        return self.boards[-1]

    def player(self, mark: str) -> str:
        """The present player of a side."""
        return self.x if mark == "x" else self.o

    @property
    def next_player(self) -> str | None:
        """The player to move; None when the game is over."""
        return None if self.board.over else self.player(self.board.turn)

    @property
    def waits(self) -> str | None:
        """Whether a person or a computer is to move; None when the game is over."""
        if (player := self.next_player) is None:
            return None
        return "person" if player == HUMAN else "computer"

    @property
    def last(self) -> int:
        """The number of moves made."""
        return len(self.moves)

    # --- Actions of a person

    def cut(self, at: int) -> TicTacToeSetup:
        """Return the game after the first moves, with the present players."""
        if not isinstance(at, int) or not 0 <= at <= len(self.moves):
            raise InvalidValue(f"move {short_repr(at)} is not in a game of {len(self.moves)} moves")
        return replace(self, moves=self.moves[:at])

    def marked(self, cell: int) -> TicTacToeSetup:
        """Add one more move, by a person."""
        if (player := self.next_player) not in (None, HUMAN):
            mark = self.board.turn.upper()
            raise InvalidValue(f"it is the turn of {mark}, which {player} plays, not you")
        marked(self.board, cell)  # says what is wrong without the number of the move
        return replace(self, moves=(*self.moves, Made(cell, HUMAN)))

    def with_player(self, mark: str, name: str) -> TicTacToeSetup:
        """Replace the player on one side."""
        if mark not in MARKS:
            raise InvalidValue(f"side is {short_repr(mark)}; choose x or o")
        return replace(self, x=name) if mark == "x" else replace(self, o=name)

    def with_seed(self, seed: int) -> TicTacToeSetup:
        """Replace the seed for the rest of the game."""
        return replace(self, seed=seed)

    def restarted(self) -> TicTacToeSetup:
        """Return another game of the same players; the random player gets another seed."""
        seed = self.seed + ("random" in (self.x, self.o) and bool(self.moves))
        return replace(self, moves=(), seed=seed % (limits.HIGHEST_SEED + 1))

    def swapped(self) -> TicTacToeSetup:
        """Return another game, in which the other side begins."""
        return replace(self.restarted(), x=self.o, o=self.x)

    # --- Actions of a computer

    def moved(self) -> TicTacToeSetup:
        """Add one more move, by the computer to play."""
        name = self.next_player
        if name is None or name == HUMAN:
            raise InvalidValue("no computer is to move")
        mark = self.board.turn
        player = computer(name, 2 * self.seed + (mark == "o"))
        # A random player rolls as often as there were turns: with the same seed the moves are the
        # same as in `asterion play`, whatever was undone meanwhile.
        choices = [player.choose(board) for board in self.boards if board.turn == mark]
        return replace(self, moves=(*self.moves, Made(CELLS.index(choices[-1]), name)))

    # --- Links

    def to_link(self) -> str:
        """Return a link that holds the game."""
        moves = [[move.cell, move.by] for move in self.moves]
        return link_of({"moves": moves, "x": self.x, "o": self.o, "seed": self.seed})

    @classmethod
    def from_link(cls, link: Any) -> TicTacToeSetup:
        """Return the game of a link."""
        values = decoded_link(link)
        with reading("the link", "a game"):
            moves = tuple(Made(cell, by) for cell, by in values["moves"])
            return cls(moves, values["x"], values["o"], values["seed"])


def marked(board: Board, cell: int) -> Board:
    """Return the position after a cell was marked."""
    if not isinstance(cell, int) or isinstance(cell, bool) or not 0 <= cell < len(CELLS):
        raise InvalidValue(f"cell is {short_repr(cell)}; it must be 0 to 8")
    if board.over:
        raise InvalidValue("the game is over")
    if (board.x | board.o) >> cell & 1:
        raise InvalidValue(f"{NAMES[cell]} is taken")
    return board.play(CELLS[cell])
