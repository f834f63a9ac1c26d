"""Scenes of the tactics page: games and positions worth a look."""

from __future__ import annotations

from asterion.games.tactics import maps
from asterion.games.tactics.moments import GameRecord
from asterion.lab.maps.scenes import Scene
from asterion.lab.tactics.players import HUMAN, Player
from asterion.lab.tactics.setup import TacticsSetup


def _game(name: str, first: str, second: str, seed: int = 0) -> TacticsSetup:
    players = {0: Player(first), 1: Player(second)}
    return TacticsSetup(GameRecord(maps.load(name)), players, seed, name)


SCENES = (
    Scene(
        "Your first battle",
        "You lead team 1, in blue: choose a unit, then a tile to go to or an enemy to strike, and "
        "then _End turn_. The computer plans its whole turn with A*.",
        lambda: _game("C.1", HUMAN, "AStarThree"),
    ),
    Scene(
        "Search against chance",
        "A turn planned by A* against moves at random: watch who wastes its steps.",
        lambda: _game("C.2", "AStarThree", "Random", 3),
        {"play": True},
    ),
    Scene(
        "Two planners",
        "Both sides plan with A*, with different ideas of what a good turn costs. The layer "
        "_costs_ has each plan as a table.",
        lambda: _game("C.3", "AStarTwo", "AStarThree"),
        {"play": True},
    ),
    Scene(
        "Fords",
        "A river with few crossings: the route decides before the fight does.",
        lambda: _game("fords", "AStarThree", "AStarThree", 1),
        {"play": True},
    ),
    Scene(
        "Storm the keep",
        "You attack, the computer defends behind walls.",
        lambda: _game("keep", HUMAN, "AStarThree"),
    ),
)
