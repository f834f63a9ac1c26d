"""A turn-based strategy game: squads of four kinds of units, points shared by each team.

Its rules, maps and first controllers follow A. Smith, The path to the right decision: An
investigation into using heuristic pathfinding algorithms for decision making in game AI, 2020. The
modules call it Smith's thesis.

>>> from asterion.games.tactics import attack, maps, select
>>> state = maps.load("C.1").apply(select((4, 1))).apply(attack((1, 4)))
>>> state.ap, len(state.units(0)), len(state.units(1))
(2, 4, 3)
"""

from asterion.games.tactics.actions import (
    CANCEL,
    END,
    Action,
    IllegalAction,
    attack,
    move,
    select,
)
from asterion.games.tactics.drawings import from_text
from asterion.games.tactics.match import Match
from asterion.games.tactics.state import State
from asterion.games.tactics.units import KINDS, Unit

__all__ = [
    "CANCEL",
    "END",
    "KINDS",
    "Action",
    "IllegalAction",
    "Match",
    "State",
    "Unit",
    "attack",
    "from_text",
    "move",
    "select",
]
