"""Coordinator: squads of units that stand together, and a goal for each from above.

J. Orkin, Three states and a plan: the A.I. of F.E.A.R., 2006, has a squad coordinator that puts
characters near each other into squads and gives them goals. A. Smith, The path to the right
decision, 2020, names it as a source of goals.
"""

from __future__ import annotations

from typing import Any

from asterion.games.tactics.actions import END, Action
from asterion.games.tactics.controllers.astar import complete
from asterion.games.tactics.controllers.base import Decision
from asterion.games.tactics.controllers.orders import TurnOfSquads
from asterion.games.tactics.controllers.registry import settings
from asterion.games.tactics.recipe import Recipe
from asterion.games.tactics.state import State
from asterion.world.arguments import count, flag

# A squad pays only for the mistakes of case three: it leaves unused points to the others. It
# searches over single actions: where a goal is out of reach all states are tried, which takes least
# time with single actions.
_CASE = "AStarThree"
_FREE = {"unused_mp": 0, "unused_ap": 0, "enemy_alive": 0}


class Coordinator:
    """A controller with squads: each gets a goal, and plans its part of the turn.

    Goals in order: to kill an enemy in reach, for the fewest AP, the most dangerous one first, by
    the nearest squad that can; to hide after a strike; to bring an enemy into reach or to come
    nearer, if that exposes no unit more, or if nothing else can be done. No two squads have the
    same enemy. A squad whose goal has become impossible through the others gets another one, and so
    does one that has reached its goal. It never hits its own units. ``thoughts`` list the squads
    and their orders.

    >>> from asterion.games.tactics import controllers, maps
    >>> player = controllers.make("Coordinator")
    >>> [str(action) for action in player.decide(maps.load("C.2"))][:2]
    ['select (3, 1)', 'attack (2, 1)']
    >>> for order in player.thoughts.details["orders"]:
    ...     print(order["squad"], order["goal"], "-", order["why"], "-", order["outcome"])
    1 kill (0, 3) - 1 AP - done
    1 hide melee - an enemy can hit it - done
    """

    name = "Coordinator"

    def __init__(self, _seed: int, given: dict[str, Any]) -> None:
        self.settings = given
        self._near = count("near", given["near"])
        self._bold = flag("bold", given["bold"])
        base = settings(_CASE)
        constants = {**base["constants"], **_FREE}
        changed = {
            "constants": constants,
            "max_expansions": given["max_expansions"],
        }
        self._recipe = Recipe.of(complete(_CASE, {**base, **changed}))
        self.thoughts: Decision | None = None

    def decide(self, state: State) -> list[Action]:
        """Give orders round after round, until no squad has anything to do."""
        turn = TurnOfSquads(state, self._recipe, near=self._near, bold=self._bold)
        while turn.state.result is None and turn.play_round():
            pass
        self.thoughts = turn.decision()
        return [*turn.actions, *([END] if turn.state.result is None else [])]
