"""What players without a search share: a view of the turn, deeds by name, turns deed by deed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from asterion.games.tactics import macro_actions
from asterion.games.tactics.actions import END, Action
from asterion.games.tactics.macro_actions import MacroAction
from asterion.games.tactics.state import State

# The kinds that do most harm first: an attack of a blaster is cheap, and reaches.
DANGEROUS = ("blaster", "sniper", "laser", "melee")


class View:
    """What can be done in a state, worked out when it is asked for."""

    def __init__(self, state: State, begin: State) -> None:
        self.state, self.begin = state, begin

    @cached_property
    def strike(self) -> MacroAction | None:
        """The strike that costs fewest AP and MP, at the most dangerous enemy of those."""
        kinds = {enemy.cell: enemy.kind for enemy in macro_actions.enemies(self.state)}
        return min(
            macro_actions.strikes(self.state),
            key=lambda it: (it.ap, it.mp, DANGEROUS.index(kinds[it.target]), it.unit.cell),
            default=None,
        )

    @cached_property
    def hide(self) -> MacroAction | None:
        """A walk out of sight for a unit that an enemy can hit."""
        ways = (
            macro_actions.hides(self.state, cell) for cell in self.state.exposed(self.state.team)
        )
        return next((way for way in ways if way is not None and way.mp > 0), None)

    @cached_property
    def advance(self) -> MacroAction | None:
        """A step or a shot at a wall that leads to the enemy, by whoever it exposes least."""
        ways = macro_actions.advances(self.state)
        return min(
            ways,
            key=lambda it: (len(it.after.exposed(self.state.team)), it.mp, it.unit.cell),
            default=None,
        )

    @property
    def outnumbered(self) -> bool:
        """Whether the enemies are more."""
        return len(self.state.units(self.state.team)) < len(macro_actions.enemies(self.state))

    @property
    def would_expose(self) -> bool:
        """Whether to advance brings somebody into sight."""
        team = self.state.team
        way = self.advance
        return way is None or len(way.after.exposed(team)) > len(self.state.exposed(team))


def turn(state: State, choose: Callable[[View], MacroAction | None]) -> list[Action]:
    """Manoeuvres one after the other until none is chosen, and the end of the turn."""
    actions: list[Action] = []
    begin = state
    while state.result is None:
        chosen = choose(View(state, begin))
        if chosen is None or not chosen.actions:
            return [*actions, END]
        actions += chosen.actions
        state = chosen.after
    return actions
