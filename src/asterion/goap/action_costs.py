"""Action costs adjusted for opportunity costs, and for resources spent or gained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.goap.action import Action
from asterion.goap.domain import as_domain
from asterion.goap.values import Change, Range
from asterion.world.arguments import number


def with_opportunity_costs(
    actions: Iterable[Action], worth: Mapping[str, float], *, weight: float = 1.0
) -> list[Action]:
    """Return the actions, each costing also the value of the best action that it rules out.

    An action rules another out if it makes a precondition of the other false, or spends what the
    other spends. ``worth`` is the value of being able to do an action, by name; 0 for others.
    O(actions^2). Source: V. Harmon, An economic approach to goal-directed reasoning in an RTS, 2002

    >>> import asterion as at
    >>> hide = at.goap.Action("hide", cost=1, needs={}, gives={"safe": True, "view": False})
    >>> duck = at.goap.Action("duck", cost=2, needs={}, gives={"safe": True})
    >>> snipe = at.goap.Action("snipe", cost=1, needs={"view": True}, gives={"enemy_dead": True})
    >>> at.goap.plan([hide, duck, snipe], {"view": True}, {"safe": True}).actions
    ['hide']
    >>> weighed = at.goap.with_opportunity_costs([hide, duck, snipe], {"snipe": 4})
    >>> at.goap.plan(weighed, {"view": True}, {"safe": True}).actions
    ['duck']
    """
    domain = as_domain(actions)
    if not isinstance(worth, Mapping):
        raise InvalidType(f"worth is {short_repr(worth)}; it must be a dict of names and numbers")
    value = {
        domain[name]: number(f"worth[{short_repr(name)}]", worth[name], finite=True)
        for name in worth
    }
    scale = number("weight", weight, finite=True)

    def lost(action: Action) -> float:
        ruled_out = (price for other, price in value.items() if _rules_out(action, other))
        return scale * max(ruled_out, default=0.0)

    return [action.costing(action.cost + lost(action)) for action in domain]


def _rules_out(action: Action, other: Action) -> bool:
    if action == other:
        return False
    for fact, given in action.gives.items():
        wanted = other.needs.get(fact)
        spent = other.gives.get(fact)
        if isinstance(given, Change):
            scarce = isinstance(spent, Change) and spent.amount < 0
            if given.amount < 0 and (scarce or isinstance(wanted, Range)):
                return True
        elif fact in other.needs:
            met = given in wanted if isinstance(wanted, Range) else given == wanted
            if not met:
                return True
    return False


def priced(
    actions: Iterable[Action], prices: Mapping[Any, float], *, baseline: float | None = None
) -> list[Action]:
    """Return the actions, each costing also the price of what it spends less what it gains.

    ``prices`` is the price of one unit of a number, by fact. A search needs costs of at least 0, so
    every action also costs ``baseline``: by default the smallest value for which none is negative.
    It is a charge per step, so it favours short plans; a custom baseline may be larger, and is
    rejected if it is too small. O(actions).

    >>> import asterion as at
    >>> bolt = at.goap.Action("bolt", cost=1, needs={}, gives={"mana": at.goap.add(-3)})
    >>> rest = at.goap.Action("rest", cost=1, needs={}, gives={"mana": at.goap.add(5)})
    >>> [(str(action), action.cost) for action in at.goap.priced([bolt, rest], {"mana": 1})]
    [('bolt', 8.0), ('rest', 0.0)]

    Raises
    ------
    ValueError  ``baseline is 1.0, with which 'rest' costs -3.0; it must be at least 4.0``
    """
    domain = as_domain(actions)
    if not isinstance(prices, Mapping):
        raise InvalidType(f"prices is {short_repr(prices)}; it must be a dict of facts and numbers")
    price = {
        fact: number(f"prices[{short_repr(fact)}]", prices[fact], finite=True) for fact in prices
    }
    net = {
        action: action.cost
        - sum(
            price[fact] * change.amount
            for fact, change in action.gives.items()
            if fact in price and isinstance(change, Change)
        )
        for action in domain
    }
    least = -min(0.0, *net.values())
    base = least if baseline is None else number("baseline", baseline, finite=True)
    for action, cost in net.items():
        if not base + cost >= 0:
            raise InvalidValue(
                f"baseline is {base!r}, with which {short_repr(str(action))} costs "
                f"{base + cost!r}; it must be at least {least!r}"
            )
    return [action.costing(net[action] + base) for action in domain]
