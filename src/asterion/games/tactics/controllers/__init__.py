"""Who can play a team. ``make(name, seed, **settings)`` makes one, ``NAMES`` lists them."""

from asterion.games.tactics.controllers import astar
from asterion.games.tactics.controllers.astar import AStar
from asterion.games.tactics.controllers.base import Controller, Decision, Step
from asterion.games.tactics.controllers.registry import (
    known_name,
    make,
    names,
    register,
    settings,
)
from asterion.games.tactics.controllers.reply import Reply
from asterion.games.tactics.controllers.simple import Human, Idle, Random

register("Human", lambda _seed, _settings: Human())
register("Idle", lambda _seed, _settings: Idle())
register("Random", lambda seed, _settings: Random(seed))
for _name in astar.NAMES:
    register(_name, astar.maker(_name))
register("Reply", Reply)

NAMES = names()

__all__ = [
    "NAMES",
    "AStar",
    "Controller",
    "Decision",
    "Human",
    "Idle",
    "Random",
    "Reply",
    "Step",
    "known_name",
    "make",
    "register",
    "settings",
]
