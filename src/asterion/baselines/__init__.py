"""Decisions without search, to compare with: rules, a decision tree, states, a behaviour tree.

All have ``decide(state) -> action``, as :class:`asterion.goap.Agent` has, so any of them can play
against any other. They do what their author foresaw, fast, and nothing else.
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
