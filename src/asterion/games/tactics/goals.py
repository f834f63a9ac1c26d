"""Goals of a turn: which can be reached this turn, and why others cannot."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from asterion import _tactics
from asterion.errors import InvalidValue, short_repr
from asterion.games.tactics.actions import Action
from asterion.games.tactics.arguments import tile_number
from asterion.games.tactics.state import State
from asterion.games.tactics.units import KINDS, NAMES, Unit
from asterion.world.arguments import count
from asterion.world.grid import Cell

AIMS = (  # as the core numbers them
    "turn-ended",
    "team-changed",
    "strike-or-approach",
    "kill",
    "within-reach",
    "occupy",
    "hide",
    "never",
)
WITH_CELL = ("kill", "within-reach", "occupy")
_WRITTEN = re.compile(r"([a-z-]+)(?: \((\d+), (\d+)\)| ([a-z]+))?")


class Goal(NamedTuple):
    """A condition on the end of the turn; as text ``kill (0, 3)`` or ``hide sniper``."""

    aim: str
    cell: Cell | None = None
    unit: str | None = None  # a kind

    def __str__(self) -> str:
        named = self.cell or self.unit
        return self.aim if named is None else f"{self.aim} {named}"

    def numbered(self, state: State) -> tuple[int, int, int]:
        """Return the numbers of the goal in the core, on the board of a state."""
        tile = -1 if self.cell is None else tile_number(self.cell, state.width, state.height)
        return AIMS.index(self.aim), tile, NAMES.index(self.unit or NAMES[0])


TURN_ENDED = Goal("turn-ended")  # in any way, also by the end of the game
TEAM_CHANGED = Goal("team-changed")  # another team is to play, or the game is won
STRIKE_OR_APPROACH = Goal("strike-or-approach")  # an enemy fell, or the sides are closer


def kill(cell: Cell) -> Goal:
    """The goal that the enemy at a cell is destroyed."""
    return Goal("kill", cell)


def within_reach(cell: Cell) -> Goal:
    """The goal that some unit could hit, or has hit, the enemy at a cell from where it stands."""
    return Goal("within-reach", cell)


def occupy(cell: Cell) -> Goal:
    """The goal that a unit stands at a cell."""
    return Goal("occupy", cell)


def hide(unit: str) -> Goal:
    """The goal that no enemy could hit the units of a kind from where it stands."""
    return parsed(f"hide {unit}")


def parsed(goal: Any) -> Goal:
    """Return a goal, or parse its text.

    >>> from asterion.games.tactics import goals
    >>> goals.parsed("kill (0, 3)")
    Goal(aim='kill', cell=(0, 3), unit=None)

    Raises
    ------
    InvalidValue  ``goal is 'kill'; choose turn-ended, team-changed, strike-or-approach, ...``
    """
    found = _WRITTEN.fullmatch(str(goal))
    if found is not None:
        aim, row, col, unit = found.groups()
        cell = None if row is None else (int(row), int(col))
        has = (aim in WITH_CELL, aim == "hide")
        if aim in AIMS[:-1] and has == (cell is not None, unit in KINDS):
            return Goal(aim, cell, unit)
    words = [f"{aim} (row, column)" if aim in WITH_CELL else aim for aim in AIMS[:-2]]
    choices = ", ".join([*words, f"hide {'|'.join(NAMES)}"])
    raise InvalidValue(f"goal is {short_repr(goal)}; choose {choices}")


class Verdict(NamedTuple):
    """The answer whether a goal can be reached this turn: how, or why not."""

    goal: Goal
    achievable: bool
    actions: list[Action]  # a shortest sequence that reaches it, without the end of the turn
    reason: str

    def __bool__(self) -> bool:
        return self.achievable


def validate(state: State, goal: Goal | str) -> Verdict:
    """Return whether a goal can be reached this turn; checks every state of the turn.

    >>> from asterion.games.tactics import goals, maps
    >>> goals.validate(maps.load("C.1"), goals.kill((0, 4))).achievable
    True
    >>> print(goals.validate(maps.load("C.2"), "kill (0, 4)").reason)
    in none of the 22420 states of this turn does the laser at (0, 4) fall
    """
    wanted = parsed(goal)
    nonsense = _nonsense(state, wanted)
    if nonsense is not None:
        return Verdict(wanted, False, [], nonsense)
    if wanted in (TURN_ENDED, TEAM_CHANGED):
        return Verdict(wanted, True, [], "a turn can always be ended")
    return _surveyed(state, [wanted])[0]


def generate(state: State, *, limit: int | None = None) -> list[Verdict]:
    """Return all goals that do not hold yet and can be reached this turn, with their actions.

    The most urgent first: to kill the enemies that could hit most units of the team, to hide units
    that could be hit, to bring enemies into reach, and to occupy a tile, tiles near enemies first.
    With a limit only about that many states of the turn are looked at.

    >>> from asterion.games.tactics import goals, maps
    >>> found = goals.generate(maps.load("C.1"))
    >>> len(found), str(found[0].goal), [str(action) for action in found[0].actions]
    (28, 'kill (0, 3)', ['select (3, 0)', 'attack (0, 3)'])
    """
    if state.result is not None:
        return []
    me = state.team
    enemies = sorted(
        (unit for unit in state.units() if unit.team != me), key=lambda unit: -danger(state, unit)
    )
    exposed = {state.native.at(tile) & 3 for tile in state.native.exposed(me, -1)}
    tiles = sorted(
        ((row, col) for row in range(state.height) for col in range(state.width)),
        key=lambda cell: min((_steps(cell, enemy.cell) for enemy in enemies), default=0),
    )
    wanted = [kill(enemy.cell) for enemy in enemies]
    wanted += [hide(NAMES[kind]) for kind in sorted(exposed)]
    wanted += [within_reach(e.cell) for e in enemies if e.cell not in state.exposed(e.team, by=me)]
    wanted += [occupy(cell) for cell in tiles if not _stands(state, me, cell)]
    return [verdict for verdict in _surveyed(state, wanted, limit) if verdict.achievable]


def _surveyed(state: State, wanted: list[Goal], limit: int | None = None) -> list[Verdict]:
    most = None if limit is None else count("limit", limit)
    numbers = [goal.numbered(state) for goal in wanted]
    states, answers = _tactics.survey_goals(state.native, numbers, most)
    verdicts = []
    for goal, answer in zip(wanted, answers, strict=True):
        if answer is None:
            why = f"in none of the {states} states of this turn {_words(state, goal)}"
            verdicts.append(Verdict(goal, False, [], why))
        else:
            actions = [state._action(pair) for pair in answer]
            verdicts.append(Verdict(goal, True, actions, f"{len(actions)} actions do it"))
    return verdicts


def _nonsense(state: State, goal: Goal) -> str | None:
    """The reason why a goal is meaningless in a state; None if it is not."""
    if state.result is not None:
        return "the game is over"
    if goal.cell is not None:
        thing = state.at(goal.cell)
        if goal.aim != "occupy" and not (isinstance(thing, Unit) and thing.team != state.team):
            return f"there is no enemy of team {state.team} at {goal.cell}"
    if goal.aim == "hide" and all(unit.kind != goal.unit for unit in state.units(state.team)):
        return f"team {state.team} has no {goal.unit}"
    return None


def _words(state: State, goal: Goal) -> str:
    thing = None if goal.cell is None else state.at(goal.cell)
    enemy = f"the {thing.kind} at {goal.cell}" if isinstance(thing, Unit) else ""
    return {
        "kill": f"does {enemy} fall",
        "within-reach": f"is {enemy} in reach of a unit",
        "occupy": f"does a unit stand at {goal.cell}",
        "hide": f"is every {goal.unit} out of reach",
        "strike-or-approach": "has an enemy fallen or come closer",
    }.get(goal.aim, "is it so")


def danger(state: State, enemy: Unit) -> int:
    """Count the units of the team to play that an enemy could hit from where it stands."""
    if enemy.traits.ap > state.max_ap:
        return 0
    return sum(state.in_reach(enemy.cell, unit.cell) for unit in state.units(state.team))


def _stands(state: State, team: int, cell: Cell) -> bool:
    thing = state.at(cell)
    return isinstance(thing, Unit) and thing.team == team


def _steps(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])
