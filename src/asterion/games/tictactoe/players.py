"""The players: a human, random moves, a search for the least penalty, and a perfect one.

There is no idle player, as no turn can be skipped.

``Astar`` is the player described in A. Smith, The path to the right decision: An investigation into
using heuristic pathfinding algorithms for decision making in game AI, 2020.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Self

from asterion.decide.plan import Plan, PlanStep
from asterion.decide.search import solve
from asterion.errors import InvalidValue
from asterion.games.tictactoe.board import LINES, Board, other
from asterion.games.tictactoe.game import Player
from asterion.world.arguments import choice
from asterion.world.dice import Dice
from asterion.world.grid import Cell


class Human:
    """A player who is asked until the answer is a cell that can be marked."""

    def __init__(self, ask: Callable[[Board], Cell], complain: Callable[[str], None]) -> None:
        self._ask = ask
        self._complain = complain

    def choose(self, board: Board) -> Cell:
        """Return the cell that was asked for."""
        while True:
            try:
                cell = self._ask(board)
                board.play(cell)
            except InvalidValue as error:
                self._complain(str(error))
            else:
                return cell


class Random:
    """Random moves, all equally likely, from a seed."""

    def __init__(self, seed: int = 0) -> None:
        self._dice = Dice(seed)

    def choose(self, board: Board) -> Cell:
        """Return one of the moves."""
        return board.moves[self._dice.below(len(board.moves))]


class Astar:
    """Smith's player: a search for the move with the smallest penalty.

    An action is a cell, a cost is a whole number, any move is a goal, and there is no heuristic, so
    each plan is one move long. It takes a win and blocks a single threat, but it does not look two
    moves ahead, so a fork beats it.

    >>> from asterion.games.tictactoe import Game, players
    >>> board = Game.replay([(0, 0), (1, 1), (0, 1)]).board
    >>> players.Astar().choose(board)
    (0, 2)
    """

    def choose(self, board: Board) -> Cell:
        """Return the move with the smallest penalty; of equal ones the first, row by row."""
        return self.plan(board).actions[0]

    def plan(self, board: Board) -> Plan[Board, Cell, int]:
        """Return the move and its penalty, as the search found it."""
        return solve(OneMove(board))

    def weighed(self, board: Board) -> list[PlanStep]:
        """Return every move with its penalty and its components, row by row.

        >>> from asterion.games.tictactoe import Game, players
        >>> board = Game.replay([(0, 0), (1, 1), (0, 1)]).board
        >>> step = players.Astar().weighed(board)[1]
        >>> step.action, step.cost, step.components
        ((1, 0), 57, {'missed win': 0, 'unblocked': 50, 'no near-win': 7})
        """
        return [solve(OneMove(board, [cell])).explain().steps[0] for cell in board.moves]


PENALTIES = ("missed win", "unblocked", "no near-win")


class Penalty(int):
    """A whole number that remembers the components it is the sum of."""

    components: dict[str, int]

    def __new__(cls, components: dict[str, int]) -> Self:
        """The sum of these."""
        penalty = super().__new__(cls, sum(components.values()))
        penalty.components = components
        return penalty

    def __reduce__(self) -> tuple[type[Penalty], tuple[dict[str, int]]]:
        return Penalty, (self.components,)  # a copy of the number alone would lose the components


class OneMove:
    """The problem of making one move. Smith names the penalties; their sizes are ours."""

    MISSED_WIN = 100
    UNBLOCKED = 50  # for each near-win left to the opponent
    NO_NEAR_WIN = 1  # for each row that is not a near-win of its own

    def __init__(self, start: Board, cells: list[Cell] | None = None) -> None:
        self.start = start
        self.cells = cells

    def actions(self, board: Board) -> list[Cell]:
        """The free cells, or the free ones among ``cells``."""
        if self.cells is None:
            return board.moves
        return [cell for cell in self.cells if cell in board.moves]

    def apply(self, board: Board, cell: Cell) -> Board:
        """The board with one more mark."""
        return board.play(cell)

    def cost(self, before: Board, _cell: Cell, after: Board) -> Penalty:
        """The penalties of a move; none for one that wins."""
        me = before.turn
        counts = self.MISSED_WIN, self.UNBLOCKED, self.NO_NEAR_WIN
        faults = (
            bool(before.near_wins(me)),
            len(after.near_wins(other(me))),
            len(LINES) - len(after.near_wins(me)),
        )
        if after.winner == me:
            faults = (False, 0, 0)
        return Penalty(
            {
                name: count * fault
                for name, count, fault in zip(PENALTIES, counts, faults, strict=True)
            }
        )

    def is_goal(self, board: Board) -> bool:
        """Any move is a goal: only its cost matters."""
        return board != self.start


class Perfect:
    """Perfect play, by minimax over all positions.

    It wins as soon as possible; in a lost position it loses as late as possible; it always blocks.
    """

    def choose(self, board: Board) -> Cell:
        """Return the best move; of equal ones one that blocks, then the first, row by row."""
        threats = board.near_wins(other(board.turn))
        return max(board.moves, key=lambda cell: (-worth(board.play(cell)), cell in threats))


@cache
def worth(board: Board) -> int:
    """The value of a position to the side to move: 0 for a draw; a sooner win is worth more."""
    if board.over:
        # Only the side that moved last can have won. The more empty cells, the sooner.
        return -1 - (~(board.x | board.o) & 0o777).bit_count() if board.winner else 0
    return max(-worth(board.play(cell)) for cell in board.moves)


# By name, each from a seed; a human player needs functions to ask, and is made by the caller.
COMPUTERS: dict[str, Callable[[int], Player]] = {
    "random": Random,
    "astar": lambda _seed: Astar(),
    "perfect": lambda _seed: Perfect(),
}


def computer(name: str, seed: int) -> Player:
    """Return a computer player by name."""
    return choice("player", name, COMPUTERS, "human")(seed)
