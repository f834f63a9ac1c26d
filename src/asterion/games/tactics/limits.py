"""The limit of a player's turn: the setting ``max_expansions``.

``"auto"`` is what takes half a second or so on any board, and is never reached on Smith's maps. It
is counted, not timed, so the same position gives the same turn on every machine.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from asterion.errors import InvalidType, short_repr
from asterion.games.tactics.state import State
from asterion.world.arguments import count

AUTO = "auto"
_MOVES = 1_200_000  # actions tried by a search for a turn
_STATES = 100_000  # looked at for the goals of a turn
_BOARDS = 800_000  # looked at by a search over whole turns
_TILES, _UNITS, _MP = 64, 8, 5  # on larger boards, or with more units or points, these are fewer
_GREEDY = 32  # expansions of a hasty search that suffice for a greedy turn
_UNLIMITED = 2**63


def checked(value: Any) -> int | str:
    """Return a value of the setting, or raise an error."""
    if isinstance(value, str) and value != AUTO:
        raise InvalidType(
            f"max_expansions is {short_repr(value)}; it must be a whole number or {AUTO!r}"
        )
    return value if isinstance(value, str) else count("max_expansions", value)


def boards(max_expansions: int | str, state: State) -> int:
    """The most boards that a search over whole turns looks at; 0 is no limit."""
    if isinstance(max_expansions, str):
        # A look at a board takes the walks of each unit, and for each of them all targets.
        walks = max(_UNITS, len(state.units())) * max(_MP, state.max_mp)
        return max(1, _scaled(_BOARDS, state) * _UNITS * _MP // walks)
    return max_expansions or _UNLIMITED


def states(max_expansions: int | str, state: State) -> int:
    """The most states of a turn that are looked at for its goals."""
    if isinstance(max_expansions, str):
        return _scaled(_STATES, state)
    return max_expansions or _UNLIMITED


def _scaled(number: int, state: State) -> int:
    size = max(_TILES, state.width * state.height) * max(_UNITS, len(state.units()))
    return number * _TILES * _UNITS // size


class Limit(NamedTuple):
    """The most expansions of a search, and the most actions that it tries in all of them."""

    expansions: float = inf
    moves: float = inf

    @classmethod
    def of(cls, max_expansions: int | str, state: State) -> Limit:
        """The limit of a search for the turn of a state; 0 is no limit."""
        if isinstance(max_expansions, str):
            return cls(moves=_scaled(_MOVES, state))
        return cls(max_expansions or inf)

    def divided(self) -> tuple[Limit, Limit]:
        """Divide it between A* and a hasty search after it."""
        if self.expansions == inf:
            return (Limit(moves=self.moves / 2),) * 2
        kept = min(self.expansions, max(_GREEDY, self.expansions // 8))
        return Limit(self.expansions - kept, self.moves / 2), Limit(kept, self.moves / 2)
