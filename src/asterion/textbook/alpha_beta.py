"""Alpha-beta: the best line of play for both sides, without looking at moves that cannot matter.

``alpha`` is what the side to move can have already, ``beta`` what the other side can hold it to; a
move that reaches beta refutes the position, and the rest need not be tried.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, 1975.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import Any, Protocol


class Position(Protocol):
    """A position of a game for two sides that move in turns."""

    @property
    def moves(self) -> Iterable[Any]:
        """The legal moves; none when the game is over."""

    def play(self, move: Any, /) -> Any:
        """Return the position after a move."""


def alpha_beta(
    position: Position,
    value: Callable[[Any], float],
    *,
    depth: float = inf,
    alpha: float = -inf,
    beta: float = inf,
) -> tuple[list[Any], float]:
    """Return the best line of play, up to ``depth`` moves, and its value for the side to move.

    ``value(position)`` is for the side to move too: of a position where the game is over, or that
    is ``depth`` moves away.
    """
    moves = [*position.moves] if depth > 0 else []
    if not moves:
        return [], value(position)
    best, line = -inf, []
    for move in moves:
        reply, worth = alpha_beta(
            position.play(move), value, depth=depth - 1, alpha=-beta, beta=-max(alpha, best)
        )
        if -worth > best:
            best, line = -worth, [move, *reply]
        if best >= beta:
            break
    return line, best
