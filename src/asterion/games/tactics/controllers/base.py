"""What a controller is: whoever decides the turns of a team, and what it may tell about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from asterion.games.tactics.actions import Action
from asterion.games.tactics.state import State


class Controller(Protocol):
    """Plays a team, any team, in any match.

    What it decides follows from the state and from what it was made with alone, so that a match
    taken back to the beginning of a turn goes on as it did before. One that has a seed or settings
    keeps them in attributes of these names; one that can tell how it came to its last decision
    keeps a :class:`Decision` in ``thoughts``.
    """

    @property
    def name(self) -> str:
        """As the log has it."""

    def decide(self, state: State, /) -> list[Action] | None:
        """The actions of the turn, from here to its end; None to wait for a person."""


class Step(NamedTuple):
    """An action of a plan, with what it cost."""

    action: Action
    cost: float
    components: Mapping[str, float] = {}  # what the cost is the sum of


@dataclass(frozen=True)
class Decision:
    """How a controller came to a turn."""

    processed: int = 0  # states looked at
    open: int = 0  # states that were known but not looked at in the end
    cost: float | None = None  # of the plan
    steps: tuple[Step, ...] = ()
    explanation: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
