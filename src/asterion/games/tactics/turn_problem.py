"""``TurnProblem``: a turn as a problem for ``asterion.solve``, with custom parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asterion.decide.macro import Macro
from asterion.games.tactics.actions import END, Action
from asterion.games.tactics.recipe import Recipe
from asterion.games.tactics.state import State

StepCost = Callable[[State, State, Action, State], Any]  # start of the turn, before, action, after


class TurnProblem:
    """The rest of a turn, to be planned with a custom goal, cost and heuristic.

    ``goal(start, state)``                   whether a plan may end here; default: the turn has
                                             ended
    ``cost(start, before, action, after)``   the cost of a step; default: 1
    ``heuristic(start, state)``              an estimate of the remaining cost
    ``zero``                                 the cost of an empty plan, if costs are not numbers

    ``start`` is the state that the turn is planned from. There are no actions after its end.

    >>> import asterion as at
    >>> from asterion.games.tactics import maps
    >>> from asterion.games.tactics.turn_problem import TurnProblem
    >>> def killed(start, state): return len(state.units(1)) < len(start.units(1))
    >>> plan = at.solve(TurnProblem(maps.load("C.1"), goal=killed))
    >>> [str(action) for action in plan]
    ['select (3, 0)', 'attack (0, 3)']
    """

    def __init__(
        self,
        start: State,
        *,
        goal: Callable[[State, State], bool] | None = None,
        cost: StepCost | None = None,
        heuristic: Callable[[State, State], Any] | None = None,
        zero: Any = 0,
    ) -> None:
        self.start = start
        self.zero = zero
        self._goal = goal
        self._cost = cost
        if heuristic is not None:
            self.heuristic = lambda state: heuristic(start, state)

    def actions(self, state: State) -> list[Action]:
        """The useful legal actions; none once the turn has ended."""
        return [] if ended(self.start, state) else state.actions()

    def apply(self, state: State, action: Action) -> State:
        """The state after an action."""
        return state.apply(action)

    def cost(self, state: State, action: Action, result: State) -> Any:
        """The cost of a step."""
        return 1 if self._cost is None else self._cost(self.start, state, action, result)

    def is_goal(self, state: State) -> bool:
        """Whether a plan may end here."""
        if self._goal is not None:
            return bool(self._goal(self.start, state))
        return ended(self.start, state)


class GroupedTurnProblem(TurnProblem):
    """A turn whose actions are the groups of a recipe, as macros, and the end of the turn.

    A plan costs as much as one of single actions: :meth:`Recipe.groups` leaves out no walk that
    could be a part of a cheaper one.

    >>> import asterion as at
    >>> from asterion.games.tactics import controllers, maps
    >>> from asterion.games.tactics.turn_problem import GroupedTurnProblem
    >>> recipe, state = controllers.make("AStarMacro").recipe, maps.load("C.1").with_resources(2, 2)
    >>> plan = at.solve(GroupedTurnProblem(state, recipe))
    >>> plan.cost, plan.stats.expanded, str(plan.groups[0]), [str(action) for action in plan][:2]
    (11.0, 116, 'Blaster strikes (1, 3)', ['select (4, 1)', 'attack (1, 3)'])
    """

    def __init__(
        self,
        start: State,
        recipe: Recipe,
        *,
        goal: Callable[[State, State], bool] | None = None,
        heuristic: Callable[[State, State], Any] | None = None,
    ) -> None:
        zero = recipe.personality.zero if recipe.cost == "components" else 0
        super().__init__(start, goal=goal, heuristic=heuristic, zero=zero)
        self.recipe = recipe

    def actions(self, state: State) -> list[Action | Macro[Action]]:  # type: ignore[override]
        """The groups of a state and the end of the turn; none once it has ended."""
        if ended(self.start, state):
            return []
        return [*self.recipe.groups(self.start, state), END]

    def cost(self, state: State, action: Action, result: State) -> Any:  # noqa: ARG002
        """The cost of one action, by the recipe."""
        return self.recipe.weigh(self.start, state, action)


def ended(start: State, state: State) -> bool:
    """Whether the turn that began with ``start``, or the game, is over."""
    return state.team != start.team or state.turn != start.turn or state.result is not None
