"""Goal-oriented action planning (GOAP): characters that plan how to reach their goals.

Actions have preconditions (``needs``), effects (``gives``) and a cost; a plan is the cheapest
sequence of them that makes a goal true. Source: J. Orkin, Three states and a plan: the A.I. of
F.E.A.R., 2006.

>>> import asterion as at
>>> actions = [
...     at.goap.Action("draw", cost=1, needs={}, gives={"armed": True}),
...     at.goap.Action("shoot", cost=2, needs={"armed": True}, gives={"enemy_dead": True}),
... ]
>>> at.goap.plan(actions, {"armed": False}, {"enemy_dead": True}).actions
['draw', 'shoot']
"""

from asterion.goap.action import Action
from asterion.goap.action_costs import priced, with_opportunity_costs
from asterion.goap.agent import Agent
from asterion.goap.domain import Domain, plan
from asterion.goap.goals import Choice, Goal, choose
from asterion.goap.places import Places, go_actions
from asterion.goap.plan_result import GoapPlan, GoapReport, Missing
from asterion.goap.values import Change, Range, add, at_least, at_most, between

__all__ = [
    "Action",
    "Agent",
    "Change",
    "Choice",
    "Domain",
    "Goal",
    "GoapPlan",
    "GoapReport",
    "Missing",
    "Places",
    "Range",
    "add",
    "at_least",
    "at_most",
    "between",
    "choose",
    "go_actions",
    "plan",
    "priced",
    "with_opportunity_costs",
]
