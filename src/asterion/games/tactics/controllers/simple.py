"""Controllers without a plan: a human, one that does nothing, and one that acts at random."""

from __future__ import annotations

from asterion.games.tactics.actions import END, Action
from asterion.games.tactics.state import State
from asterion.world.dice import Dice


class Human:
    """A player whose actions come from outside, by ``Match.act``."""

    name = "Human"

    def decide(self, _state: State) -> None:
        """Return None: the match waits."""
        return


class Idle:
    """A controller that ends its turns at once."""

    name = "Idle"

    def decide(self, _state: State) -> list[Action]:
        """Return the end of the turn."""
        return [END]


class Random:
    """A controller that takes random actions until one ends the turn or the game.

    The same seed and the same state give the same turn.
    """

    name = "Random"

    def __init__(self, seed: int = 0) -> None:
        Dice(seed)  # raises if it is not a seed
        self.seed = seed

    def decide(self, state: State) -> list[Action]:
        """A random turn."""
        dice = Dice((int(self.seed) << 64) + hash(state))
        actions: list[Action] = []
        while not actions or (actions[-1] != END and state.result is None):
            offered = state.actions()
            actions.append(offered[dice.below(len(offered))])
            state = state.apply(actions[-1])
        return actions
