"""What became of each order, with memory and without, and the words that compare them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asterion.lab.terrain.agent import Walker
    from asterion.world.grid import Cell

_TOLD = 3  # orders that the words name


@dataclass
class Leg:
    """One order: the walk of its agent, and that of its twin, who remembers nothing."""

    agent: int
    number: int  # of the order, from 1 for each agent
    start: Cell
    goal: Cell
    time: int  # at which it was given
    moves: int = 0
    reached: bool | None = None  # None on the way, False if there is no path
    twin: Walker | None = None  # None until it sets out
    is_compared: bool = True  # not if another order came before its end, or no twin can set out

    @property
    def is_done(self) -> bool:
        """Whether both have arrived, or have found that there is no path."""
        twin_reached = None if self.twin is None else self.twin.reached
        return self.is_compared and self.reached is not None and twin_reached is not None

    @property
    def without(self) -> int | None:
        """The moves of the twin; None before it has arrived."""
        return self.twin.moves if self.twin is not None and self.is_done else None

    @property
    def saved(self) -> int:
        """The moves that memory has saved; below 0 if it took more."""
        return 0 if self.without is None else self.without - self.moves


def compared(legs: Sequence[Leg], agents: int) -> dict[str, Any] | None:
    """Return a comparison with the same orders without memory, for JSON; None if none is done.

    ``head`` and ``parts`` are its words, as in ``comparison.py``.
    """
    done = [leg for leg in legs if leg.is_done]
    if not done:
        return None
    told = sorted(sorted(done, key=lambda leg: -abs(leg.saved))[:_TOLD], key=lambda leg: leg.time)
    parts: list[Any] = []
    for leg in told:
        parts += [*_name(leg, agents), f" took {_moves(leg.moves)}{_instead(leg)}. "]
    if len(done) > len(told):
        parts.insert(0, f"Of {len(done)} orders, these differ most: ")
    return {"head": _head(done, agents), "parts": parts, "trip": None}


def _head(done: Sequence[Leg], agents: int) -> str:
    own, others = sum(leg.moves for leg in done), sum(leg.without or 0 for leg in done)
    name = "Memory" if agents == 1 else "Memory, and what others saw,"
    if own < others:
        return f"{name} saved {_moves(others - own)}: {own} instead of {others}."
    if own == others:
        return f"{name} saved nothing yet: {_moves(own)} with it and without."
    return f"{name} cost {_moves(own - others)}: {own} instead of {others}."


def _name(leg: Leg, agents: int) -> list[Any]:
    name = f"Order {leg.number}" if agents == 1 else f"Order {leg.number} of agent {leg.agent + 1}"
    return [f"{name}, given at ", {"move": leg.time, "text": f"move {leg.time}"}, ","]


def _instead(leg: Leg) -> str:
    return f" instead of {leg.without}" if leg.saved else ", as without memory"


def _moves(count: int) -> str:
    return f"{count:,} {'move' if count == 1 else 'moves'}"
