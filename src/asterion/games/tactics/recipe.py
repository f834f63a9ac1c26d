"""The parts of a search for a turn, by name: goal, actions, cost, heuristic, weighing and others.

The weighing is the cost function of steps: the amount of each component in a step. Settings and
saved games know it by that name; ``one`` to ``four`` are the cases of A. Smith, The path to the
right decision, 2020.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from asterion import _tactics
from asterion.decide.macro import Macro
from asterion.decide.personality import Cost, Personality
from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.games.tactics import goals, limits
from asterion.games.tactics.actions import Action
from asterion.games.tactics.goals import Goal
from asterion.games.tactics.state import State
from asterion.games.tactics.units import Unit
from asterion.world.arguments import choice, flag, number

WEIGHINGS = {  # the components of each
    name: tuple(_tactics.turn_components(case))
    for case, name in enumerate(("one", "two", "three", "four"), start=1)
}
COSTS = ("components", "number")
COMPARISONS = ("personality", "less")
HEURISTICS = ("zero", "least", "predictions")
ACTIONS = ("single", "grouped")
PREDICTIONS = ("ally_exposed", "more_exposed", "enemy_in_reach", "enemy_hidden", "distance")
GENERATED = "generated"  # in place of a goal: the most urgent one that can be reached, each turn
AT_END = "end_multiplier"  # also the name of the component that the multiplier adds

MOST_CONSTANT = 1000
MOST_MULTIPLIER = 100
MILLION = 1_000_000


class Penalty(float):
    """A number that remembers the components it is the sum of."""

    components: dict[str, float]

    def __new__(cls, total: float, components: dict[str, float]) -> Self:
        """A total, and its components."""
        penalty = super().__new__(cls, total)
        penalty.components = components
        return penalty

    def __reduce__(self) -> tuple[type[Penalty], tuple[float, dict[str, float]]]:
        return Penalty, (float(self), self.components)


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """The parts of a search, checked. ``Recipe.of`` makes one from settings.

    Constants, multipliers and predictions have at most two decimals: costs are added up as whole
    numbers, without rounding.
    """

    goal: Goal | str
    cost: str
    comparison: str
    weighing: str
    constants: dict[str, float]
    multipliers: dict[str, float] = field(default_factory=dict)
    heuristic: str = "zero"
    predictions: dict[str, float] = field(default_factory=dict)
    end_multiplier: float = 1.0
    defence_below: float = 0.0
    actions: str = "single"
    prune: bool = True
    max_expansions: int | str = limits.AUTO

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Recipe:
        """Make a recipe from settings; an error names an invalid one.

        Raises
        ------
        InvalidValue  ``weighing is 'five'; choose one of 'one', 'two', 'three', 'four'``
        InvalidValue  ``there is no constant 'fear'; there are enemies, allies_lost, ...``
        InvalidValue  ``constants.enemies is 0.001; it must have two decimals at most``
        """
        for name in settings:
            if name not in cls.__dataclass_fields__:
                there = ", ".join(cls.__dataclass_fields__)
                raise InvalidValue(f"there is no setting {short_repr(name)}; there are {there}")
        recipe = cls(**settings)
        for name, words in (
            ("cost", COSTS),
            ("comparison", COMPARISONS),
            ("heuristic", HEURISTICS),
            ("actions", ACTIONS),
            ("weighing", tuple(WEIGHINGS)),
        ):
            choice(name, getattr(recipe, name), dict.fromkeys(words))
        if recipe.comparison == "personality" and recipe.cost != "components":
            raise InvalidValue(
                f"comparison 'personality' needs cost 'components'; cost is {recipe.cost!r}"
            )
        if recipe.goal != GENERATED:
            goals.parsed(recipe.goal)
        recipe._hundredths("constants", recipe.components, MOST_CONSTANT)
        recipe._hundredths("multipliers", recipe.components, MOST_MULTIPLIER)
        recipe._hundredths("predictions", PREDICTIONS, MOST_CONSTANT)
        _two_decimals("defence_below", recipe.defence_below, MOST_CONSTANT)
        if _two_decimals(AT_END, recipe.end_multiplier, MOST_MULTIPLIER) < 100:
            raise InvalidValue(
                f"{AT_END} is {short_repr(recipe.end_multiplier)}; it must be at least 1, "
                "or ending the turn would lower a cost"
            )
        flag("prune", recipe.prune)
        limits.checked(recipe.max_expansions)
        return recipe

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the components of a step's cost."""
        return WEIGHINGS[self.weighing]

    def aim(self, state: State) -> Goal:
        """Return the goal of a turn: the one that is set, or the most urgent one in reach."""
        if self.goal != GENERATED:
            return goals.parsed(self.goal)
        found = goals.generate(state, limit=limits.states(self.max_expansions, state))
        return found[0].goal if found else goals.TURN_ENDED

    def numbered(self) -> dict[str, Any]:
        """Return the arguments of the core's search, except the goal."""
        led = self.heuristic == "predictions"
        return {
            "case": 1 + list(WEIGHINGS).index(self.weighing),
            "constants": self._hundredths("constants", self.components, MOST_CONSTANT),
            "multipliers": self._hundredths("multipliers", self.components, MOST_MULTIPLIER),
            "at_end": _two_decimals(AT_END, self.end_multiplier, MOST_MULTIPLIER),
            "defence_below": _two_decimals("defence_below", self.defence_below, MOST_CONSTANT),
            "predictions": self._hundredths("predictions", PREDICTIONS, MOST_CONSTANT)
            if led
            else [0] * len(PREDICTIONS),
            "least": self.heuristic == "least",
            "prune": bool(self.prune),
            "grouped": self.actions == "grouped",
        }

    @property
    def personality(self) -> Personality:
        """Return the personality that compares costs; a multiplier that is not set is 1."""
        each = {name: self.multipliers.get(name, 1.0) for name in self.components}
        return Personality(**each, **({} if self.end_multiplier == 1 else {AT_END: 1.0}))

    def priced(self, counts: list[int], total: int | None = None) -> Penalty | Cost:
        """Return the cost of these amounts of components; ``total`` in millionths, if known."""
        personality = self.personality
        parts = {
            name: self.constants[name] * amount
            for name, amount in zip(self.components, counts, strict=True)
        }
        weighted = personality.cost(**parts)
        if AT_END in personality.multipliers and total is not None:
            weighted = personality.cost(**parts, **{AT_END: total / MILLION - weighted.total})
        if self.cost == "components":
            return weighted
        return Penalty(weighted.total if total is None else total / MILLION, weighted.components)

    def weigh(self, start: State, before: State, action: Action) -> Penalty | Cost:
        """Return an action's cost in a turn that began with ``start``, without the end multiplier.

        >>> from asterion.games.tactics import controllers, maps, select
        >>> recipe, start = controllers.make("AStarFour").recipe, maps.load("C.1")
        >>> recipe.weigh(start, start, select((4, 1))).components["select"]
        3.0
        """
        before.apply(action)  # rejects illegal ones
        numbers = self.numbered()
        kind, tile = before._numbered(action)
        counts = _tactics.step_components(
            start.native, before.native, kind, tile, numbers["case"], numbers["defence_below"]
        )
        return self.priced(counts)

    def groups(self, start: State, state: State) -> list[Macro[Action]]:
        """Return the groups of actions in a turn that began with ``start``, without its end.

        Of all walks of a unit to a tile in equally many steps only a cheapest one is a group, alone
        and with each attack from there.

        >>> from asterion.games.tactics import controllers, maps
        >>> recipe, start = controllers.make("AStarMacro").recipe, maps.load("C.1")
        >>> groups = recipe.groups(start, start)
        >>> len(groups), str(groups[0].name), [str(action) for action in groups[0]]
        (168, 'Sniper strikes (0, 3)', ['select (3, 0)', 'attack (0, 3)'])
        """
        numbers = self.numbered()
        given = [numbers[name] for name in ("case", "constants", "multipliers", "defence_below")]
        found = _tactics.turn_groups(start.native, state.native, *given)
        return [named_group(state, [state._action(pair) for pair in pairs]) for pairs in found]

    def _hundredths(self, table: str, names: tuple[str, ...], most: int) -> list[int]:
        """The values of a table in the order of the core, or an error that names an invalid one."""
        values = getattr(self, table)
        if not isinstance(values, Mapping):
            raise InvalidType(
                f"{table} is {short_repr(values)}; it must be a table of numbers by name"
            )
        for name in values:
            if name not in names:
                there = ", ".join(names)
                raise InvalidValue(
                    f"there is no {table[:-1]} {short_repr(name)}; there are {there}"
                )
        default = 1 if table == "multipliers" else 0
        return [_two_decimals(f"{table}.{name}", values.get(name, default), most) for name in names]


def named_group(state: State, actions: list[Action]) -> Macro[Action]:
    """Return a unit's actions that a search takes as one; the name says what the unit does."""
    first = actions[0]
    cell = first.cell if first.kind == "select" else state.selected
    unit = None if cell is None else state.at(cell)
    kind = unit.traits.name if isinstance(unit, Unit) else "unit"
    last = actions[-1]
    does = "strikes" if last.kind == "attack" else "walks to"
    return Macro(f"{kind} {does} {last.cell or cell or ''}", actions)


def _two_decimals(name: str, value: Any, most: int) -> int:
    """A number in hundredths."""
    real = number(name, value, finite=True)
    if real > most:
        raise InvalidValue(f"{name} is {real:g}; it must be at most {most}")
    whole = round(real * 100)
    if abs(real * 100 - whole) > 1e-6:  # 0.29 * 100 is not quite 29
        raise InvalidValue(f"{name} is {real:g}; it must have two decimals at most")
    return whole
