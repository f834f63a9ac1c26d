"""Shared by controllers that choose among macro-actions: a view of the state, and the turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from asterion.games.tactics import macro_actions
from asterion.games.tactics.actions import END, Action
from asterion.games.tactics.macro_actions import MacroAction
from asterion.games.tactics.state import State

# The most dangerous kind first: an attack of a blaster is cheap and has range.
DANGEROUS = ("blaster", "sniper", "laser", "melee")


class View:
    """The best macro-actions of a state, computed on demand."""

    def __init__(self, state: State, begin: State) -> None:
        self.state, self.begin = state, begin

    @cached_property
    def strike(self) -> MacroAction | None:
        """The strike that costs the fewest AP, then MP, then hits the most dangerous enemy."""
        kinds = {enemy.cell: enemy.kind for enemy in macro_actions.enemies(self.state)}
        return min(
            macro_actions.strikes(self.state),
            key=lambda it: (it.ap, it.mp, DANGEROUS.index(kinds[it.target]), it.unit.cell),
            default=None,
        )

    @cached_property
    def hide(self) -> MacroAction | None:
        """A walk out of sight for a unit that an enemy can hit."""
        found = (
            macro_actions.hides(self.state, cell) for cell in self.state.exposed(self.state.team)
        )
        return next((each for each in found if each is not None and each.mp > 0), None)

    @cached_property
    def advance(self) -> MacroAction | None:
        """A step towards the enemy or a shot at a wall, the one that exposes fewest units."""
        found = macro_actions.advances(self.state)
        return min(
            found,
            key=lambda it: (len(it.after.exposed(self.state.team)), it.mp, it.unit.cell),
            default=None,
        )

    @property
    def outnumbered(self) -> bool:
        """Whether there are more enemies than units of the team."""
        return len(self.state.units(self.state.team)) < len(macro_actions.enemies(self.state))

    @property
    def would_expose(self) -> bool:
        """Whether advancing would expose another unit, or is impossible."""
        team = self.state.team
        chosen = self.advance
        return chosen is None or len(chosen.after.exposed(team)) > len(self.state.exposed(team))


def turn(state: State, choose: Callable[[View], MacroAction | None]) -> list[Action]:
    """Return macro-actions one after the other until none is chosen, then the end of the turn."""
    actions: list[Action] = []
    begin = state
    while state.result is None:
        chosen = choose(View(state, begin))
        if chosen is None or not chosen.actions:
            return [*actions, END]
        actions += chosen.actions
        state = chosen.after
    return actions
