"""Decisions without search, for comparison: rules, decision trees, state machines, behaviour trees.

All have ``decide(state) -> action``, as :class:`asterion.goap.Agent` has, so any of them can play
against any other. They are fast, and handle only the situations that their author foresaw.
"""

from asterion.baselines.behaviour_tree import (
    BehaviourTree,
    do,
    inverted,
    met,
    selector,
    sequence,
)
from asterion.baselines.decision_tree import Branch, DecisionTree
from asterion.baselines.production_rules import ProductionRules, Rule
from asterion.baselines.state_machine import StateMachine

__all__ = [
    "BehaviourTree",
    "Branch",
    "DecisionTree",
    "ProductionRules",
    "Rule",
    "StateMachine",
    "do",
    "inverted",
    "met",
    "selector",
    "sequence",
]
