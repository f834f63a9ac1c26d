"""The controllers of teams. ``make(name, seed, **settings)`` makes one, ``NAMES`` lists them."""

from asterion.games.tactics.controllers import astar
from asterion.games.tactics.controllers.astar import AStar
from asterion.games.tactics.controllers.base import Controller, Decision, Step
from asterion.games.tactics.controllers.coordinator import Coordinator
from asterion.games.tactics.controllers.goap import Goap
from asterion.games.tactics.controllers.reflexes import BehaviourTree, StateMachine
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
for _name in (*astar.NAMES, astar.GROUPED):
    register(_name, astar.maker(_name))
for _made in (Reply, Goap, StateMachine, BehaviourTree, Coordinator):
    register(_made.name, _made)

NAMES = names()

__all__ = [
    "NAMES",
    "AStar",
    "BehaviourTree",
    "Controller",
    "Coordinator",
    "Decision",
    "Goap",
    "Human",
    "Idle",
    "Random",
    "Reply",
    "StateMachine",
    "Step",
    "known_name",
    "make",
    "register",
    "settings",
]
