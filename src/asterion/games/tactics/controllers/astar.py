"""AStarOne to AStarFour and AStarMacro: each a recipe for a search of the turn.

The four are the case studies of A. Smith, The path to the right decision: An investigation into
using heuristic pathfinding algorithms for decision making in game AI, 2020. AStarMacro is case
three over groups of actions, which Smith names as the next thing to try.
"""

from __future__ import annotations

from typing import Any

from asterion.errors import InvalidValue
from asterion.games.tactics.actions import Action
from asterion.games.tactics.controllers.base import Decision
from asterion.games.tactics.controllers.registry import Maker, settings
from asterion.games.tactics.goals import Goal
from asterion.games.tactics.recipe import WEIGHINGS, Recipe
from asterion.games.tactics.state import State
from asterion.games.tactics.turn_search import TurnSearch

NAMES = ("AStarOne", "AStarTwo", "AStarThree", "AStarFour")
GROUPED = "AStarMacro"
_CASES = dict(zip(WEIGHINGS, NAMES, strict=True))


class AStar:
    """A controller that plans its whole turn by one search.

    ``settings`` are complete: its file's settings with the changes. ``thoughts`` explain its last
    turn.

    >>> from asterion.games.tactics import controllers, maps
    >>> player = controllers.make("AStarTwo", multipliers={"wasted_mp": 1, "wasted_ap": 1})
    >>> [str(action) for action in player.decide(maps.load("C.1"))], player.thoughts.cost
    (['end'], 40.0)
    """

    def __init__(self, name: str, given: dict[str, Any]) -> None:
        self.name = name
        self.settings = complete(name, given)
        self.recipe = Recipe.of(self.settings)
        self.thoughts: Decision | None = None

    def think(self, state: State) -> TurnSearch:
        """Return the search for a turn, not started; ``advance`` runs it."""
        return TurnSearch(state, self.recipe)

    def decide(self, state: State) -> list[Action]:
        """Return the plan; if no end of the turn is a goal, only the end of the turn."""
        search = self.think(state)
        search.advance()
        self.thoughts = search.decision()
        return search.turn


def maker(name: str) -> Maker:
    """Return the maker of the controller of a name; the search needs no seed."""
    return lambda _seed, given: AStar(name, given)


def complete(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the settings with defaults for missing ones.

    Default constants belong to the weighing, perhaps another case's; default predictions are
    AStarFour's.
    """
    own = settings(name)
    tables = {key for key, value in own.items() if isinstance(value, dict)}
    for key in tables:
        if not isinstance(given[key], dict):
            raise InvalidValue(f"{key} is {given[key]!r}; it must be a table of numbers by name")
    weighing = given["weighing"]
    case = settings(_CASES.get(weighing, name) if isinstance(weighing, str) else name)
    same = weighing == own["weighing"]
    constants = given["constants"] if same or given["constants"] != own["constants"] else {}
    multipliers = given["multipliers"]
    if multipliers != own["multipliers"]:
        if given["comparison"] == "less":
            raise InvalidValue("multipliers are for comparison 'personality'; it is 'less'")
        if same:
            multipliers = {**own["multipliers"], **multipliers}
    elif not same or given["comparison"] == "less":
        multipliers = {}
    predictions = {**settings("AStarFour")["predictions"], **given["predictions"]}
    goal = given["goal"]
    return {
        **given,
        "goal": str(goal) if isinstance(goal, Goal) else goal,  # a plain value, as in a file
        "constants": {**case["constants"], **constants},
        "multipliers": multipliers,
        "predictions": predictions,
    }
