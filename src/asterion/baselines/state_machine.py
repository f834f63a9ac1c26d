"""A finite state machine: modes with actions, and transitions between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from asterion.errors import InvalidValue, short_repr

Transition = tuple[
    Any, Callable[[Any], object], Any
]  # from a mode, if a condition holds, to another


class StateMachine:
    """A decision maker with a mode, which makes at most one transition per decision.

    ``actions`` has an action for each mode, or a callable that gets the state and returns one;
    ``transitions`` are tried in order: ``(mode, when, next mode)``. O(transitions).

    >>> from asterion.baselines import StateMachine
    >>> guard = StateMachine(
    ...     "patrol", {"patrol": "walk", "fight": "attack"},
    ...     [("patrol", lambda state: state["sees_enemy"], "fight"),
    ...      ("fight", lambda state: not state["sees_enemy"], "patrol")])
    >>> [guard.decide({"sees_enemy": seen}) for seen in (False, True, True, False)]
    ['walk', 'attack', 'attack', 'walk']
    """

    def __init__(
        self, start: Any, actions: Mapping[Any, Any], transitions: Iterable[Transition]
    ) -> None:
        self.mode = start
        self.actions = dict(actions)
        self.transitions = [*transitions]
        ends = [end for before, _, after in self.transitions for end in (before, after)]
        for mode in (start, *ends):
            if mode not in self.actions:
                known = ", ".join(map(repr, self.actions)) or "none"
                raise InvalidValue(f"there is no mode {short_repr(mode)}; actions has {known}")

    def decide(self, state: Any) -> Any:
        """Return the action of the mode after this state."""
        for before, when, after in self.transitions:
            if before == self.mode and when(state):
                self.mode = after
                break
        action = self.actions[self.mode]
        return action(state) if callable(action) else action
