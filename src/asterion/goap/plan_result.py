"""Planning results: the actions and their costs, or the preconditions nothing provides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from asterion.decide.plan import Plan, PlanReport
from asterion.errors import short_repr
from asterion.goap.action import Action

if TYPE_CHECKING:
    from asterion.goap.domain import Domain


class Missing(NamedTuple):
    """A condition that no plan can meet, and what needs it."""

    fact: Any
    wanted: Any
    needed_by: Action | None  # None for a condition of the goal
    givers: tuple[Action, ...]  # provide it, but have preconditions that are missing too

    def __str__(self) -> str:
        who = "the goal" if self.needed_by is None else short_repr(str(self.needed_by))
        words = f"{short_repr(self.fact)} must be {short_repr(self.wanted)} for {who}, and "
        if not self.givers:
            return words + "no action gives that"
        names = ", ".join(short_repr(str(giver)) for giver in self.givers)
        return words + f"the actions that give it depend on it: {names}"


class GoapReport(PlanReport):
    """The costs of a plan; if there is no plan, the ``missing`` conditions."""

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
    """A :class:`Plan` of GOAP actions, with its goal.

    Its ``states`` are dicts. If no plan was found, ``explain()`` reports the preconditions that no
    action provides.
    """

    goal: Mapping[Any, Any] = field(default_factory=dict)
    start: Mapping[Any, Any] = field(default_factory=dict, compare=False)
    domain: Domain | None = field(default=None, compare=False)

    def explain(self) -> GoapReport:
        """Report the cost of each action; without a plan, the conditions that cannot be met.

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
