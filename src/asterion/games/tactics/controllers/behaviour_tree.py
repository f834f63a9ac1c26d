"""BehaviourTree: a behaviour tree over macro-actions, evaluated again after each of them."""

from __future__ import annotations

from typing import Any

from asterion import baselines
from asterion.baselines import met, selector, sequence
from asterion.baselines.behaviour_tree import Doing
from asterion.games.tactics.actions import Action
from asterion.games.tactics.controllers.squads import View, turn
from asterion.games.tactics.state import State


def _do(what: str) -> Any:
    """A leaf: the macro-action of this name, or a failure if there is none."""

    def asked(view: View) -> bool | Doing:
        chosen = getattr(view, what)
        return False if chosen is None else Doing(chosen)

    return asked


class BehaviourTree:
    """Strikes; else, after a strike, hides a unit in sight; else advances.

    It advances into sight only if ``bold``.

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
        """Macro-actions one after the other, until the tree chooses none."""
        return turn(state, self._tree.decide)
