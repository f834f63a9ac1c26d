"""StateMachine and BehaviourTree: macro-actions, chosen by rules and without a search."""

from __future__ import annotations

from typing import Any

from asterion import baselines
from asterion.baselines import met, selector, sequence
from asterion.baselines.behaviour_tree import Doing
from asterion.games.tactics.actions import Action
from asterion.games.tactics.controllers.squads import View, turn
from asterion.games.tactics.state import State


class StateMachine:
    """A controller that strikes while it can; then hides if outnumbered, else advances.

    It advances into sight only if ``bold``. Each turn begins in the mode "strike", so a turn
    depends on the state alone.

    >>> from asterion.games.tactics import controllers, maps
    >>> [str(action) for action in controllers.make("StateMachine").decide(maps.load("C.1"))][:2]
    ['select (4, 1)', 'attack (1, 4)']
    """

    name = "StateMachine"

    def __init__(self, _seed: int, given: dict[str, Any]) -> None:
        self.settings = given
        self._bold = bool(given["bold"])

    def decide(self, state: State) -> list[Action]:
        """Return macro-actions one after the other, each chosen by the mode after the last one."""
        machine = baselines.StateMachine(
            "strike",
            {
                "strike": lambda view: view.strike,
                "hide": lambda view: view.hide,
                "advance": lambda view: view.advance,
                "rest": None,
            },
            [
                ("strike", lambda view: view.strike is None and self._fears(view), "hide"),
                ("strike", lambda view: view.strike is None and self._dares(view), "advance"),
                ("strike", lambda view: view.strike is None, "rest"),
                ("hide", lambda view: view.hide is None, "rest"),
                ("advance", lambda view: view.strike is not None, "strike"),
                ("advance", lambda view: not self._dares(view), "rest"),
            ],
        )
        return turn(state, machine.decide)

    def _fears(self, view: View) -> bool:
        return view.outnumbered and view.hide is not None

    def _dares(self, view: View) -> bool:
        return view.advance is not None and (self._bold or not view.would_expose)


def _do(what: str) -> Any:
    """A leaf: the macro-action of this name, or a failure if there is none."""

    def asked(view: View) -> bool | Doing:
        chosen = getattr(view, what)
        return False if chosen is None else Doing(chosen)

    return asked


class BehaviourTree:
    """A controller that strikes; else, after a strike, hides a unit in sight; else advances.

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
        """Return macro-actions one after the other, until the tree chooses none."""
        return turn(state, self._tree.decide)
