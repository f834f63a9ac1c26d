"""A search for a turn that can be paused and inspected between slices."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from math import inf
from typing import Any, NamedTuple

from asterion import _tactics
from asterion.decide.plan import Plan, PlanReport, nothing
from asterion.games.tactics.actions import END, Action
from asterion.games.tactics.controllers.base import Decision, Step
from asterion.games.tactics.goals import AIMS
from asterion.games.tactics.limits import Limit
from asterion.games.tactics.recipe import MILLION, PREDICTIONS, WEIGHINGS, Recipe, named_group
from asterion.games.tactics.state import State
from asterion.search.path import Stats
from asterion.world.arguments import count, number
from asterion.world.base import NotCopyable
from asterion.world.grid import Cell


class TurnSearch(NotCopyable):
    """A* over the states of one turn, configured by a recipe.

    A part of the recipe's limit is kept back: if A* does not find its plan within the rest, a hasty
    search over groups of actions looks for a good turn, which is at least as good as a greedy one.
    Where there is no hurry the plan is that of A* alone.

    ``status``       ``"running"``, and at the end ``"found"``, ``"unreachable"`` (no end of the
                     turn is a goal) or ``"stopped"`` by the recipe's limit
    ``processed``    how many states were expanded, ``open`` how many wait
    ``best_so_far``  the plan; until it is found, the best end of the turn that is known
    ``turn``         the actions to take, whatever the status

    With ``units``, the cells of some units of the team, only these act.

    >>> from asterion.games.tactics import controllers, maps
    >>> search = controllers.make("AStarThree").think(maps.load("C.1"))
    >>> search.advance(expansions=20), search.processed, search.best_so_far.cost
    ('running', 20, 41.0)
    >>> search.advance(), search.best_so_far.cost, search.best_so_far.optimal
    ('found', 6.0, True)
    """

    def __init__(
        self,
        state: State,
        recipe: Recipe,
        *,
        units: Collection[Cell] | None = None,
        limit: Limit | None = None,
    ) -> None:
        self.state = state
        self.recipe = recipe
        self.goal = recipe.aim(state)
        limit = Limit.of(recipe.max_expansions, state) if limit is None else limit
        self._limits = limit.divided()
        self._numbers = {
            "goal": self.goal.numbered(state),
            "resting": _resting(state, units),
            **recipe.numbered(),
        }
        # A*, and after it perhaps a hasty search.
        self._searches = [_tactics.TurnSearch(state.native, hasty=False, **self._numbers)]

    def advance(self, *, expansions: int | None = None, seconds: float | None = None) -> str:
        """Run to the end, or for up to this many expansions or seconds; return the status."""
        most = inf if expansions is None else count("expansions", expansions)
        time = None if seconds is None else number("seconds", seconds)
        while True:
            search, limit = self._searches[-1], self._limits[len(self._searches) - 1]
            before = search.stats.expanded
            left = _finite(min(most, limit.expansions - before))
            search.advance(left, _finite(limit.moves), time)
            most -= search.stats.expanded - before
            if len(self._searches) == 2 or not self._has_stopped:
                return self.status
            numbers = {**self._numbers, "grouped": True}
            self._searches.append(_tactics.TurnSearch(self.state.native, hasty=True, **numbers))

    @property
    def status(self) -> str:
        """The status of the search."""
        if len(self._searches) == 2 and self._has_stopped:
            return "stopped"
        return self._searches[0].status

    @property
    def _has_stopped(self) -> bool:
        """Whether A* has not ended, and the present search has reached its limit."""
        search, limit = self._searches[-1], self._limits[len(self._searches) - 1]
        stats = search.stats
        spent = stats.expanded >= limit.expansions or stats.moves >= limit.moves
        return self._searches[0].status == "running" and (spent or search.status != "running")

    @property
    def stats(self) -> Stats:
        """The cost of the search so far, without that of a hasty one after it."""
        return self._searches[0].stats

    @property
    def processed(self) -> int:
        """The number of states that were expanded."""
        return sum(search.stats.expanded for search in self._searches)

    @property
    def open(self) -> int:
        """The number of states that wait to be expanded."""
        return sum(search.stats.pushes - search.stats.pops for search in self._searches)

    @property
    def moves(self) -> int:
        """The number of actions that were tried."""
        return sum(search.stats.moves for search in self._searches)

    @property
    def known(self) -> int:
        """The number of states generated, ends of the turn included."""
        return sum(search.known for search in self._searches)

    def processed_states(self, first: int = 0, last: int | None = None) -> list[State]:
        """Return the expanded states in order, from ``first`` up to, but without, ``last``."""
        begin, end = count("first", first), self.processed if last is None else count("last", last)
        states: list[State] = []
        for search in self._searches:
            nodes = search.processed(begin, end)
            states += [State(search.state(node)) for node in nodes]
            done = search.stats.expanded
            begin, end = max(0, begin - done), max(0, end - done)
        return states

    @property
    def current(self) -> State | None:
        """The state that was expanded last."""
        last = self.processed_states(max(0, self.processed - 1))
        return last[0] if last else None

    @property
    def best_so_far(self) -> Plan[State, Action, Any]:
        """The plan; until it is found, the best end of the turn that is known."""
        best = self._best()
        if best is None:
            return Plan(**nothing(self.status, self.stats))
        search, node = best
        rows = search.steps_to(node)
        actions = [self.state._action(pair) for pair, _, _, _ in rows]
        states = [self.state]
        for action in actions:
            states.append(states[-1].apply(action))
        costs = [self.recipe.priced(counts, cost) for _, counts, cost, _ in rows]
        return Plan(
            found=True,
            actions=actions,
            states=states,
            cost=self._total(costs, search.cost(node)),
            status=self.status,
            stats=self.stats,
            optimal=self.status == "found" and self.recipe.heuristic != "predictions",
            costs=costs,
            groups=self._groups(states, actions, [group for _, _, _, group in rows]),
        )

    @property
    def prediction(self) -> float:
        """The estimate of the best end of the turn, the h of its f = g + h."""
        best = self._best()
        return 0.0 if best is None else best[0].estimate(best[1]) / MILLION

    @property
    def turn(self) -> list[Action]:
        """The actions of the best known plan; if there is none, the end of the turn."""
        if self.state.result is not None:
            return []
        return self.best_so_far.actions or [END]

    def decision(self) -> Decision:
        """Return the decision and its reasons, for people to read."""
        plan = self.best_so_far
        steps = tuple(
            Step(
                step.action,
                float(getattr(step.cost, "total", step.cost)),
                step.components,
                step.group,
            )
            for step in plan.explain().steps
        )
        details = {
            "status": self.status,
            "goal": str(self.goal),
            "optimal": plan.optimal,
            "prediction": self.prediction,
        }
        return Decision(
            processed=self.processed,
            open=self.open,
            cost=sum(step.cost for step in steps) if plan else None,
            steps=steps,
            explanation=self._explained(plan),
            details=details,
        )

    def _best(self) -> tuple[_tactics.TurnSearch, int] | None:
        """The end of the turn with the smallest f, and the search that knows it."""
        known = [(search, search.best) for search in self._searches]
        ends = [(search, node) for search, node in known if node is not None]
        return min(
            ends, key=lambda end: end[0].cost(end[1]) + end[0].estimate(end[1]), default=None
        )

    def _groups(
        self, states: list[State], actions: list[Action], numbers: list[int]
    ) -> list[str | None] | None:
        """For each action the name of its group; None without groups."""
        if self.recipe.actions == "single":
            return None
        named: list[str | None] = []
        for _, members in groupby(range(len(actions)), key=lambda place: numbers[place]):
            places = [*members]
            group = [actions[place] for place in places]
            name = None if group == [END] else named_group(states[places[0]], group).name
            named += [name] * len(group)
        return named

    def _total(self, costs: list[Any], total: int) -> Any:
        if self.recipe.cost == "components":
            return sum(costs, start=self.recipe.personality.zero)
        return total / MILLION

    def _explained(self, plan: Plan[State, Action, Any]) -> str:
        heading = f"goal: {self.goal}; {self.processed} states expanded, {self.open} open"
        if not plan:
            return f"{heading}; no end of the turn is a goal, so the turn just ends"
        report = plan.explain()
        # Components that no step pays explain nothing.
        paid = {name for name, value in report.totals.items() if value}
        steps = [
            step._replace(
                action=str(step.action),
                components={
                    name: step.components[name] for name in step.components if name in paid
                },
            )
            for step in report.steps
        ]
        return f"{heading}\n{PlanReport(report.cost, steps, None)}"


def _finite(number: float) -> int | None:
    return None if number == inf else int(number)


def _resting(state: State, units: Collection[Cell] | None) -> list[int]:
    """The tiles of the team's units that are not to act."""
    if units is None:
        return []
    return [state._tile(unit.cell) for unit in state.units(state.team) if unit.cell not in units]


class Branching(NamedTuple):
    """The number of states of a turn, and of actions in all of them."""

    states: int
    actions: int

    @property
    def mean(self) -> float:
        """Actions per state, including the end of the turn."""
        return self.actions / self.states


def branching(state: State, *, prune: bool = True) -> Branching:
    """Count a whole turn's states and actions; with ``prune``, only those a search expands.

    >>> from asterion.games.tactics import maps
    >>> from asterion.games.tactics.turn_search import branching
    >>> whole, pruned = branching(maps.load("C.3"), prune=False), branching(maps.load("C.3"))
    >>> whole.states, round(whole.mean, 2), pruned.states, round(pruned.mean, 2)
    (15892, 4.52, 12968, 3.23)
    """
    never = AIMS.index("never"), -1, 0
    free = {
        "constants": [0] * len(WEIGHINGS["one"]),
        "multipliers": [0] * len(WEIGHINGS["one"]),
        "predictions": [0] * len(PREDICTIONS),
    }
    search = _tactics.TurnSearch(
        state.native,
        goal=never,
        case=1,
        at_end=100,
        defence_below=0,
        least=False,
        prune=prune,
        grouped=False,
        hasty=False,
        resting=[],
        **free,
    )
    search.advance(None, None, None)
    return Branching(search.stats.expanded, search.stats.moves)
