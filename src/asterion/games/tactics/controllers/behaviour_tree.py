"""BehaviourTree: the first of what can be done, asked from the root after each manoeuvre."""

from __future__ import annotations

from typing import Any

from asterion import baselines
from asterion.baselines import met, selector, sequence
from asterion.baselines.behaviour_tree import Doing
from asterion.games.tactics.actions import Action
from asterion.games.tactics.controllers.squads import View, turn
from asterion.games.tactics.state import State


def _do(what: str) -> Any:
    """A leaf: the manoeuvre of this name, or a failure if there is none."""

    def asked(view: View) -> bool | Doing:
        manoeuvre = getattr(view, what)
        return False if manoeuvre is None else Doing(manoeuvre)

    return asked


class BehaviourTree:
    """Strike; else hide what is in sight and cannot strike; else advance, out of sight if it can.

    ``bold`` advances into sight too.

    >>> from asterion.games.tactics import controllers, maps
    >>> [str(action) for action in controllers.make("BehaviourTree").decide(maps.load("C.1"))][:2]
    ['select (4, 1)', 'attack (1, 4)']
    """

    name = "BehaviourTree"

    def __init__(self, _seed: int, given: dict[str, Any]) -> None:
        self.settings = given
        bold = bool(given["bold"])
        self._tree = baselines.BehaviourTree(
            selector(
                _do("strike"),
                sequence(met(lambda view: view.begin.ap != view.state.ap), _do("hide")),
                sequence(met(lambda view: bold or not view.would_expose), _do("advance")),
            )
        )

    def decide(self, state: State) -> list[Action]:
        """MacroAction by manoeuvre, until the tree does nothing."""
        return turn(state, self._tree.decide)
