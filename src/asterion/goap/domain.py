"""A set of actions, compiled once, and plans made with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from asterion import _core
from asterion.decide.plan import nothing
from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.goap.action import Action
from asterion.goap.layout import Layout
from asterion.goap.missing import missing
from asterion.goap.plan_result import GoapPlan, Missing
from asterion.goap.values import Range, State, check_state, checked_goal
from asterion.world.arguments import choice, count

_DIRECTIONS = {"auto": False, "forward": False, "backward": True}
_HEURISTICS = {"landmarks": False, "unmet": True}  # whether unmet conditions are counted


class Domain:
    """The actions of one character. A domain is immutable, and threads may share it.

    Facts are compiled to bits and numbers once; a plan then takes only its search, in C++ and
    without the GIL. Only an action's ``when`` calls Python.

    >>> import asterion as at
    >>> soldier = at.goap.Domain([
    ...     at.goap.Action("draw", cost=1, needs={}, gives={"armed": True}),
    ...     at.goap.Action("shoot", cost=2, needs={"armed": True}, gives={"safe": True}),
    ...     at.goap.Action("flee", cost=9, needs={}, gives={"safe": True}),
    ... ])
    >>> soldier.plan({}, {"safe": True}).actions
    ['draw', 'shoot']
    >>> civilian = soldier.only(["flee"])
    >>> civilian.plan({}, {"safe": True}).actions
    ['flee']

    Raises
    ------
    ValueError  ``two actions are called 'draw'; names must differ``
    """

    def __init__(self, actions: Iterable[Action]) -> None:
        if isinstance(actions, str) or not isinstance(actions, Iterable):
            raise InvalidType(f"actions is {short_repr(actions)}; it must be a list of actions")
        self.actions = tuple(actions)
        self._by_name: dict[str, Action] = {}
        for i, action in enumerate(self.actions):
            if not isinstance(action, Action):
                raise InvalidType(f"actions[{i}] is {short_repr(action)}; it must be an Action")
            if action in self._by_name:
                raise InvalidValue(
                    f"two actions are called {short_repr(str(action))}; names must differ"
                )
            self._by_name[str(action)] = action
        self._layout = Layout(self.actions)
        self._with_when = next((each for each in self.actions if each.when is not None), None)
        # For goals with bounds on facts that no action bounds: such a fact is a number there.
        self._other_layouts: dict[frozenset[Any], Layout] = {}

    def plan(
        self,
        state: State,
        goal: State,
        *,
        direction: str = "auto",
        heuristic: str = "landmarks",
        max_expansions: int | None = None,
    ) -> GoapPlan:
        """Return the cheapest actions after which the goal holds, or a plan with ``found`` False.

        ``direction`` is where the search begins: ``"forward"`` at the state, ``"backward"`` at the
        goal, which cannot evaluate ``when``; both find the same cost. ``"auto"`` is forward. A plan
        that reaches ``max_expansions`` expanded states is ``"stopped"``. A fact that the state does
        not name is False, or 0 as a number.

        A*. ``heuristic="landmarks"`` is admissible: the cost of the actions that provide the unmet
        conditions. ``"unmet"`` is Orkin's, their number, which may exceed the cost: a plan costs at
        most w times the cheapest if no action meets more than w conditions per unit of its cost.
        If w is at most 1, ``plan.optimal`` is True.

        Time and memory grow with the expanded states, counted in ``plan.stats``. Numbers that grow
        without bound make infinitely many states, and the search for an unreachable goal may not
        end: give ``add`` a bound, or the plan ``max_expansions``.

        >>> import asterion as at
        >>> more = {"wood": at.goap.add(1)}
        >>> chop = at.goap.Action("chop", cost=2, needs={"axe": True}, gives=more)
        >>> plan = at.goap.Domain([chop]).plan({"axe": True}, {"wood": at.goap.at_least(3)})
        >>> plan.cost, plan.states[-1]
        (6, {'axe': True, 'wood': 3})

        Raises
        ------
        ValueError  ``direction='backward' cannot evaluate when of action 'shoot'``
        """
        check_state(state)
        wanted_facts = checked_goal(goal)
        backward = choice("direction", direction, _DIRECTIONS)
        count_unmet = choice("heuristic", heuristic, _HEURISTICS)
        if backward and self._with_when is not None:
            name = short_repr(str(self._with_when))
            raise InvalidValue(f"direction='backward' cannot evaluate when of action {name}")
        most = None if max_expansions is None else count("max_expansions", max_expansions)
        layout = self._layout_for(wanted_facts)
        codes, numbers = layout.start(state)
        coded = layout.wanted(wanted_facts, state)
        if coded.hopeless:
            return self._not_found(state, wanted_facts, "unreachable", _NO_STATS)
        ask = None if self._with_when is None else layout.asking(state)
        status, chosen, stats, optimal = layout.core.plan(
            codes, numbers, coded.facts, coded.ranges, backward, count_unmet, most, ask
        )
        if status != "found":
            return self._not_found(state, wanted_facts, status, stats)
        actions = [self.actions[i] for i in chosen]
        states = [dict(state)]
        for action in actions:
            states.append(action.apply(states[-1]))
        costs = [action.cost for action in actions]
        return GoapPlan(
            found=True,
            actions=actions,
            states=states,
            cost=sum(costs),
            status=status,
            stats=stats,
            optimal=optimal or not sum(costs),
            costs=costs,
            goal=wanted_facts,
            start=states[0],
            domain=self,
        )

    def only(self, names: Iterable[str]) -> Domain:
        """Return the domain of these actions alone, for another character."""
        if isinstance(names, str) or not isinstance(names, Iterable):
            raise InvalidType(f"names is {short_repr(names)}; it must be a list of names")
        return Domain([self[name] for name in names])

    def missing(self, state: State, goal: State) -> tuple[Missing, ...]:
        """Return the conditions that no plan can meet, as no action provides them. O(actions^2).

        ``when`` is not evaluated, so it may be the reason if nothing is missing.

        >>> import asterion as at
        >>> shoot = at.goap.Action("shoot", cost=1, needs={"loaded": True}, gives={"safe": True})
        >>> print(*at.goap.Domain([shoot]).missing({}, {"safe": True}))
        'loaded' must be True for 'shoot', and no action gives that
        """
        check_state(state)
        wanted_facts = checked_goal(goal)
        layout = self._layout_for(wanted_facts)
        return missing(
            self.actions, layout.core.reachable_actions(*layout.start(state)), state, wanted_facts
        )

    def _layout_for(self, goal: State) -> Layout:
        own = self._layout
        bounded = [fact for fact, wanted in goal.items() if isinstance(wanted, Range)]
        also = frozenset(fact for fact in bounded if fact not in own.numbers)
        if not also:
            return own
        if also not in self._other_layouts:
            in_order = [fact for fact in bounded if fact in also]
            self._other_layouts[also] = Layout(self.actions, in_order)
        return self._other_layouts[also]

    def _not_found(
        self, state: State, goal: dict[Any, Any], status: str, stats: _core.Stats
    ) -> GoapPlan:
        return GoapPlan(**nothing(status, stats), goal=goal, start=dict(state), domain=self)

    def __getitem__(self, name: str) -> Action:
        try:
            return self._by_name[name]
        except (KeyError, TypeError):
            names = ", ".join(map(short_repr, [*self._by_name][:8])) or "none"
            raise InvalidValue(
                f"there is no action {short_repr(name)}; there are {names}"
            ) from None

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._by_name

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"<Domain of {len(self)} action{'s' * (len(self) != 1)}>"

    def __reduce__(self) -> tuple[type[Domain], tuple[tuple[Action, ...]]]:
        return Domain, (self.actions,)


_NO_STATS = _core.restored_stats([0] * 9, 0.0)


def as_domain(actions: Domain | Iterable[Action]) -> Domain:
    """Return a domain as it is, or make one of actions."""
    return actions if isinstance(actions, Domain) else Domain(actions)


def plan(
    actions: Domain | Iterable[Action],
    state: State,
    goal: State,
    *,
    direction: str = "auto",
    heuristic: str = "landmarks",
    max_expansions: int | None = None,
) -> GoapPlan:
    """Return the cheapest plan with these actions: :meth:`Domain.plan`, for one use.

    To plan several times with the same actions, make a :class:`Domain`: it compiles them once.

    >>> import asterion as at
    >>> eat = at.goap.Action("eat", cost=1, needs={"food": True}, gives={"fed": True})
    >>> cook = at.goap.Action("cook", cost=3, needs={}, gives={"food": True})
    >>> plan = at.goap.plan([eat, cook], {}, {"fed": True})
    >>> plan.found, plan.actions, plan.cost
    (True, ['cook', 'eat'], 4)
    """
    return as_domain(actions).plan(
        state, goal, direction=direction, heuristic=heuristic, max_expansions=max_expansions
    )
