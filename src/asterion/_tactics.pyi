"""
The tactics game in C++. Private: its names may change from one version to the next.
"""

from collections.abc import Sequence

import asterion._core


def unit_kinds() -> list[tuple[str, int, int, int]]:
    """Kinds of units: name, MP of a step, AP of an attack, range."""

class State:
    """A position of the tactics game, by numbers."""

    def __init__(self, width: int, height: int, things: bytes, team: int, turn: int, left: tuple[int, int], most: tuple[int, int], selected: int, teams: int) -> None: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def team(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def left(self) -> tuple[int, int]: ...
    @property
    def most(self) -> tuple[int, int]: ...
    @property
    def selected(self) -> int: ...
    @property
    def teams(self) -> int: ...
    @property
    def alive(self) -> int: ...
    @property
    def result(self) -> int: ...
    @property
    def things(self) -> bytes: ...
    def at(self, tile: int) -> int: ...
    def units(self, team: int) -> list[int]: ...
    def offered(self) -> list[tuple[int, int]]: ...
    def why_not(self, kind: int, tile: int) -> str | None: ...
    def after(self, kind: int, tile: int) -> State | None:
        """The state after an action; None if that is illegal."""

    def sees(self, a: int, b: int) -> bool: ...
    def in_reach(self, unit: int, target: int) -> bool: ...
    def exposed(self, team: int, by: int) -> list[int]: ...
    def put(self, tile: int, thing: int) -> State: ...
    def with_resources(self, mp: int, ap: int) -> State: ...
    def turn_states(self, limit: int) -> TurnStates: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class TurnStates:
    """The states that can come of one within a turn."""

    def __len__(self) -> int: ...
    @property
    def applied(self) -> int: ...
    def state(self, number: int) -> State: ...
    def boards(self) -> int:
        """The number of states that differ in more than the unit selected."""

def turn_components(case: int) -> list[str]:
    """The names of the components of a step's cost."""

class TurnSearch:
    """A* over the states of one turn of the tactics game."""

    def __init__(self, state: State, goal: tuple[int, int, int], case: int, constants: Sequence[int], multipliers: Sequence[int], at_end: int, defence_below: int, predictions: Sequence[int], least: bool, prune: bool, grouped: bool, hasty: bool, resting: Sequence[int]) -> None: ...
    def advance(self, expansions: int | None, moves: int | None, seconds: float | None) -> str:
        """
        Expand this many more states, until this many actions were tried in all.
        """

    @property
    def status(self) -> str: ...
    @property
    def stats(self) -> asterion._core.Stats: ...
    @property
    def known(self) -> int: ...
    @property
    def best(self) -> int | None:
        """The goal; until it is found, the best known end of the turn."""

    def processed(self, first: int, last: int) -> list[int]:
        """The numbers of the states expanded, in this order."""

    def state(self, node: int) -> State: ...
    def cost(self, node: int) -> int:
        """In millionths."""

    def estimate(self, node: int) -> int:
        """In millionths."""

    def steps_to(self, node: int) -> list[tuple[tuple[int, int], list[int], int, int]]:
        """
        Action, amount of each component, cost in millionths, number of its group; a step each.
        """

def step_components(start: State, before: State, kind: int, tile: int, case: int, defence_below: int) -> list[int]: ...
def turn_groups(start: State, state: State, case: int, constants: Sequence[int], multipliers: Sequence[int], defence_below: int) -> list[list[tuple[int, int]]]:
    """The groups of actions of a state, without the end of the turn."""

def survey_goals(state: State, goals: Sequence[tuple[int, int, int]], limit: int | None) -> tuple[int, list[list[tuple[int, int]] | None]]:
    """
    Return the number of states looked at, and for each goal actions that reach it, or None.
    """

class Reply:
    """A decision about a turn, by the possible replies."""

    def __init__(self, state: State, plies: int, candidates: int, replies: int, max_expansions: int, values: Sequence[int], threat: int, step: int, notices: int, seed: int) -> None: ...
    def advance(self, expansions: int) -> bool:
        """Look at this many more boards; return whether the decision is made."""

    @property
    def expanded(self) -> int:
        """Boards looked at."""

    @property
    def boards(self) -> int: ...
    @property
    def candidates(self) -> list[tuple[int, int, int, int, int, int]]:
        """The best one first."""

    def actions(self, candidate: int) -> list[tuple[int, int]]: ...
    def expected(self, candidate: int) -> list[tuple[int, int]]:
        """The expected reply of the next team."""
