"""Production rules: the first rule whose condition holds decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from asterion.errors import InvalidType, short_repr


class Rule(NamedTuple):
    """A condition and its action."""

    when: Callable[[Any], object]
    action: Any


class ProductionRules:
    """A decision maker by rules in order; ``otherwise`` if none of them fires. O(rules).

    >>> from asterion.baselines import ProductionRules
    >>> guard = ProductionRules([
    ...     (lambda state: state["health"] < 3, "flee"),
    ...     (lambda state: state["sees_enemy"], "attack"),
    ... ], otherwise="patrol")
    >>> guard.decide({"health": 9, "sees_enemy": True})
    'attack'
    >>> guard.decide({"health": 1, "sees_enemy": True})
    'flee'
    """

    def __init__(
        self,
        rules: Iterable[Rule | tuple[Callable[[Any], object], Any]],
        *,
        otherwise: Any = None,
    ) -> None:
        self.rules = [Rule(*rule) for rule in rules]
        for i, rule in enumerate(self.rules):
            if not callable(rule.when):
                raise InvalidType(
                    f"rules[{i}].when is {short_repr(rule.when)}; it must be a callable"
                )
        self.otherwise = otherwise

    def decide(self, state: Any) -> Any:
        """Return the action of the first rule that fires."""
        for rule in self.rules:
            if rule.when(state):
                return rule.action
        return self.otherwise
