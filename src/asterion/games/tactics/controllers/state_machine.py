"""StateMachine: a state machine with four modes over macro-actions."""

from __future__ import annotations

from typing import Any

from asterion import baselines
from asterion.games.tactics.actions import Action
from asterion.games.tactics.controllers.squads import View, turn
from asterion.games.tactics.state import State


class StateMachine:
    """Strikes while it can; then an outnumbered team hides, any other advances.

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
        """Macro-actions one after the other, each chosen by the mode after the last one."""
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
