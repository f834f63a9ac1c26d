"""Boards: C.1 to C.4 of A. Smith, The path to the right decision, 2020, and others."""

from __future__ import annotations

from fractions import Fraction

from asterion.errors import InvalidValue
from asterion.games.tactics.arguments import side
from asterion.games.tactics.drawings import from_text, of_things
from asterion.games.tactics.state import State
from asterion.games.tactics.units import apart, number_of
from asterion.world.arguments import choice, count
from asterion.world.dice import Dice
from asterion.world.grid import Cell

_BOARDS = {
    "C.1": """
. . . b l
. . . m s
. . . . .
S M . . .
L B . . .""",
    "C.2": """
. . # b l
. . # m s
# # # # #
S M # . .
L B # . .""",
    "C.3": """
. . . . . b l
. . . . . m s
. . . . . . .
. . . . . . .
. . . . . . .
S M . . . . .
L B . . . . .""",
    "C.4": """
. . . # . b l
. . . # . m s
. . # # # . .
# # # # # # #
. . # # # . .
S M . # . . .
L B . # . . .""",
    # A river with two fords; only the bank of team 1 has rocks for cover.
    "fords": """
. . . # . . b l
. . . # . . m s
. . . . . . . .
. . # # . . # .
S M # . . . . .
L B . . # . . .""",
    # Team 1 is in a keep with a gate to the left and one below; team 0 comes across open land.
    "keep": """
. . . . . # . b l
. . . . . # . m s
. . # . . . . . .
. . # . . # # # .
. . . . . . . # .
S M . # . . . . .
L B . . . . # . .""",
}
NAMES = tuple(_BOARDS)


def load(name: str) -> State:
    """Return a board by its name, before the first action; 5 MP and 3 AP per turn.

    >>> from asterion.games.tactics import maps
    >>> maps.NAMES
    ('C.1', 'C.2', 'C.3', 'C.4', 'fords', 'keep')
    >>> print(maps.load("C.2"))
    . . # b l
    . . # m s
    # # # # #
    S M # . .
    L B # . .
    """
    return from_text(choice("map", name, _BOARDS))


def blank(width: int, height: int, mp: int = 5, ap: int = 3) -> State:
    """Return an empty board, to be edited."""
    shape = side("height", height), side("width", width)
    return of_things(shape, [0] * (shape[0] * shape[1]), mp=mp, ap=ap)


def randomised(state: State, seed: int, *, spread: int | None = None) -> State:
    """Return the board with each team's units on random tiles of its side; walls stay.

    The side of a team is the tiles without a wall that are nearer to the centre of its units than
    to any other team's; with ``spread`` only tiles at most that far from one of its units. Turn and
    points stay; no unit is selected.
    """
    dice = Dice(seed)
    middles = {team: _middle([unit.cell for unit in state.units(team)]) for team in state.alive}
    things = [int(thing == 1) for thing in state.native.things]
    farthest = max(state.shape) if spread is None else count("spread", spread)
    for team in state.alive:
        units = state.units(team)
        free = [
            cell
            for cell in _side(state, team, middles)
            if not things[state._tile(cell)]
            and min(apart(cell, unit.cell) for unit in units) <= farthest
        ]
        if len(free) < len(units):
            raise InvalidValue(
                f"team {team} has {len(units)} units but only {len(free)} tiles for them"
            )
        for unit in units:
            cell = free.pop(dice.below(len(free)))
            things[state._tile(cell)] = number_of(unit.kind, team)
    return of_things(
        state.shape,
        things,
        mp=state.max_mp,
        ap=state.max_ap,
        team=state.team,
        turn=state.turn,
        left=(state.mp, state.ap),
        teams=state.teams,
    )


def _middle(cells: list[Cell]) -> tuple[Fraction, Fraction]:
    rows, cols = zip(*cells, strict=True)
    return Fraction(sum(rows), len(cells)), Fraction(sum(cols), len(cells))


def _side(state: State, team: int, middles: dict[int, tuple[Fraction, Fraction]]) -> list[Cell]:
    def distance(cell: Cell, to: int) -> Fraction:
        return (cell[0] - middles[to][0]) ** 2 + (cell[1] - middles[to][1]) ** 2

    cells = [(row, col) for row in range(state.height) for col in range(state.width)]
    return [
        cell
        for cell in cells
        if state.at(cell) != "wall"
        and all(distance(cell, team) < distance(cell, to) for to in middles if to != team)
    ]
