"""A plan of actions, and what it says of itself: what it costs, or what nobody can give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from asterion.decide.plan import Plan, PlanReport
from asterion.errors import shown
from asterion.goap.action import Action


class Missing(NamedTuple):
    """A condition that no plan can meet, and who needs it."""

    fact: Any
    wanted: Any
    needed_by: Action | None  # None where it is the goal itself
    givers: tuple[Action, ...]  # who would give it, but needs something that is missing too

    def __str__(self) -> str:
        who = "the goal" if self.needed_by is None else shown(str(self.needed_by))
        words = f"{shown(self.fact)} must be {shown(self.wanted)} for {who}, and "
        if not self.givers:
            return words + "no action gives that"
        names = ", ".join(shown(str(giver)) for giver in self.givers)
        return words + f"what gives it waits for itself: {names}"


class Explains(Protocol):
    """What can tell why there is no plan, as a domain can."""

    def missing(self, state: Mapping[Any, Any], goal: Mapping[Any, Any], /) -> tuple[Missing, ...]:
        """The conditions that nobody can give."""


class GoapReport(PlanReport):
    """Where the cost of a plan comes from; or, where there is none, what is ``missing``."""

    status: str
    missing: tuple[Missing, ...]

    def __str__(self) -> str:
        if self.status == "found":
            return super().__str__()
        if self.status == "stopped":
            return "no plan within the limit"
        if not self.missing:
            return "no plan: each condition can be met, but no order of actions meets all of them"
        return "\n".join(["no plan:", *(f"  {each}" for each in self.missing)])


@dataclass(frozen=True, repr=False)
class GoapPlan(Plan[dict[Any, Any], Action, float]):
    """A :class:`Plan` of actions that are data, which also knows its goal.

    Its ``states`` are dicts. Where nothing was found, ``explain()`` says which conditions nobody
    can give.
    """

    goal: Mapping[Any, Any] = field(default_factory=dict)
    start: Mapping[Any, Any] = field(default_factory=dict, compare=False)
    domain: Explains | None = field(default=None, compare=False)

    def explain(self) -> GoapReport:
        """What each action costs; where there is no plan, what stands in its way.

        >>> import asterion as at
        >>> shoot = at.goap.Action("shoot", cost=1, needs={"loaded": True}, gives={"safe": True})
        >>> print(at.goap.plan([shoot], {"loaded": True}, {"safe": True}).explain())
        action  cost
        shoot      1
        in all     1
        >>> print(at.goap.plan([shoot], {}, {"safe": True}).explain())
        no plan:
          'loaded' must be True for 'shoot', and no action gives that
        """
        report = GoapReport(*super().explain())
        report.status = self.status
        report.missing = ()
        if self.domain is not None and self.status == "unreachable":
            report.missing = self.domain.missing(self.start, self.goal)
        return report
