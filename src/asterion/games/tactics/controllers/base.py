"""``Controller``, which decides the turns of a team, and ``Decision``, the reasons for one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from asterion.games.tactics.actions import Action
from asterion.games.tactics.state import State


class Controller(Protocol):
    """A decision maker for the turns of a team, in any match.

    Its decisions depend only on the state and on its own seed and settings, so that a match taken
    back to the beginning of a turn continues as before. A controller with a seed or settings keeps
    them in the attributes ``seed`` and ``settings``; one that can explain its last decision keeps
    a :class:`Decision` in ``thoughts``.
    """

    @property
    def name(self) -> str:
        """The name in the log."""

    def decide(self, state: State, /) -> list[Action] | None:
        """Return the actions of the turn, from here to its end; None to wait for a person."""


class Step(NamedTuple):
    """An action of a plan, with its cost."""

    action: Action
    cost: float
    components: Mapping[str, float] = {}  # the parts of the cost
    group: str | None = None  # the macro that it came from


@dataclass(frozen=True)
class Decision:
    """A turn and the reasons for it."""

    processed: int = 0  # states expanded
    open: int = 0  # states generated but not expanded
    cost: float | None = None  # of the plan
    steps: tuple[Step, ...] = ()
    explanation: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
