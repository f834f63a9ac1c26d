"""``State``: a position of the tactics game, its actions and their results."""

from __future__ import annotations

from typing import Any

from asterion import _tactics
from asterion.errors import InvalidValue, short_repr
from asterion.games.tactics.actions import ACTION_KINDS, Action, IllegalAction
from asterion.games.tactics.arguments import (
    action_number,
    points,
    team_number,
    thing_number,
    tile_number,
)
from asterion.games.tactics.units import FIRST_UNIT, MOST_TEAMS, Unit, drawn, unit_of
from asterion.world.arguments import count
from asterion.world.grid import Cell

_UNDECIDED, _TIE = -1, MOST_TEAMS  # results of the core that are not teams
_UNLIMITED = 2**64 - 1


class State:
    """A position: board, team to move, turn, resources and the selected unit.

    Positions are immutable: :meth:`apply` returns another one. Equal positions hash equal, in every
    process. Cells are (row, column).

    >>> from asterion.games.tactics import maps, move, select
    >>> state = maps.load("C.1")
    >>> print(state)
    . . . b l
    . . . m s
    . . . . .
    S M . . .
    L B . . .
    >>> state = state.apply(select((3, 1))).apply(move((2, 1)))
    >>> state.team, state.mp, state.ap, state.selected, len(state.actions())
    (0, 4, 3, (2, 1), 10)
    """

    __slots__ = ("native",)

    native: _tactics.State  # the position in the core

    def __init__(self, native: _tactics.State) -> None:
        self.native = native

    @property
    def width(self) -> int:
        """Columns."""
        return self.native.width

    @property
    def height(self) -> int:
        """Rows."""
        return self.native.height

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.native.height, self.native.width

    @property
    def team(self) -> int:
        """The team to move."""
        return self.native.team

    @property
    def turn(self) -> int:
        """The number of times that all teams have moved."""
        return self.native.turn

    @property
    def mp(self) -> int:
        """Movement points left."""
        return self.native.left[0]

    @property
    def ap(self) -> int:
        """Action points left."""
        return self.native.left[1]

    @property
    def max_mp(self) -> int:
        """Movement points at the beginning of a turn."""
        return self.native.most[0]

    @property
    def max_ap(self) -> int:
        """Action points at the beginning of a turn."""
        return self.native.most[1]

    @property
    def selected(self) -> Cell | None:
        """The cell of the selected unit."""
        return None if self.native.selected < 0 else self._cell(self.native.selected)

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams that take part, also those without units."""
        return _numbers(self.native.teams)

    @property
    def alive(self) -> tuple[int, ...]:
        """The teams that have units."""
        return _numbers(self.native.alive)

    @property
    def result(self) -> int | str | None:
        """The only team with units, ``"tie"`` if none has any, None until the game ends."""
        result = self.native.result
        return None if result == _UNDECIDED else "tie" if result == _TIE else result

    def units(self, team: int | None = None) -> tuple[Unit, ...]:
        """Return the units of a team, or of all, row by row."""
        tiles = self.native.units(-1 if team is None else team_number(team))
        return tuple(unit_of(self.native.at(tile), self._cell(tile)) for tile in tiles)

    @property
    def walls(self) -> tuple[Cell, ...]:
        """The cells with walls, row by row."""
        return tuple(self._cell(i) for i, thing in enumerate(self.native.things) if thing == 1)

    def at(self, cell: Cell) -> Unit | str | None:
        """Return the unit at a cell, ``"wall"``, or None."""
        thing = self.native.at(self._tile(cell))
        return unit_of(thing, cell) if thing >= FIRST_UNIT else (None, "wall")[thing]

    def actions(self) -> list[Action]:
        """Return the useful legal actions, in the order of :data:`ACTION_KINDS`, cells row by row.

        Two legal actions are left out: to cancel the selection, and to attack an empty tile.
        """
        return [self._action(pair) for pair in self.native.offered()]

    def why_not(self, action: Action) -> str | None:
        """Return the rule that forbids an action; None if the action is legal."""
        try:
            return self.native.why_not(*self._numbered(action))
        except InvalidValue as error:
            return str(error)

    def apply(self, action: Action) -> State:
        """Return the position after an action.

        Raises
        ------
        IllegalAction  ``move (0, 4): no unit is selected``
        """
        try:
            after = self.native.after(*self._numbered(action))
        except InvalidValue as error:
            raise IllegalAction(f"{_text_of(action)}: {error}") from None
        if after is None:
            raise IllegalAction(f"{_text_of(action)}: {self.why_not(action)}")
        return State(after)

    def sees(self, a: Cell, b: Cell) -> bool:
        """Whether nothing stands between two cells, at any angle."""
        return self.native.sees(self._tile(a), self._tile(b))

    def in_reach(self, unit_cell: Cell, target: Cell) -> bool:
        """Whether the unit at a cell could hit another cell: range and sight, not points."""
        tile = self._tile(unit_cell)
        if self.native.at(tile) < FIRST_UNIT:
            raise InvalidValue(f"there is no unit at {unit_cell}")
        return self.native.in_reach(tile, self._tile(target))

    def exposed(self, team: int, by: int | None = None) -> tuple[Cell, ...]:
        """Return the units of a team that enemies, or ``by``, could hit from their cells."""
        enemy = -1 if by is None else team_number(by)
        return tuple(self._cell(tile) for tile in self.native.exposed(team_number(team), enemy))

    def edited(self, cell: Cell, what: str | None, team: int = 0) -> State:
        """Return the position with ``what`` on a cell: a kind of unit, ``"wall"``, or None."""
        thing = thing_number(what, team)
        return State(self.native.put(self._tile(cell), thing))

    def with_resources(self, mp: int, ap: int) -> State:
        """Return the position with these points, now and at the beginning of each turn."""
        return State(self.native.with_resources(points("mp", mp), points("ap", ap)))

    def count_states(self, *, selection: bool = True, limit: int | None = None) -> int:
        """Count the states that this turn can lead to, including this one.

        Without ``selection`` states that differ only in the unit selected count once. With a limit
        the count stops soon after it is reached.

        >>> from asterion.games.tactics import maps
        >>> maps.load("C.3").count_states(), maps.load("C.3").count_states(selection=False)
        (15892, 4849)
        """
        states = self.native.turn_states(_UNLIMITED if limit is None else count("limit", limit))
        return len(states) if selection else states.boards()

    def _tile(self, cell: Cell) -> int:
        return tile_number(cell, self.width, self.height)

    def _cell(self, tile: int) -> Cell:
        return divmod(tile, self.native.width)

    def _action(self, pair: tuple[int, int]) -> Action:
        kind, tile = pair
        return Action(ACTION_KINDS[kind], None if tile < 0 else self._cell(tile))

    def _numbered(self, action: Any) -> tuple[int, int]:
        return action_number(action, self.width, self.height)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.native == other.native

    def __hash__(self) -> int:
        return hash(self.native)

    def __reduce__(self) -> tuple[Any, ...]:
        it = self.native
        fields = (it.team, it.turn, it.left, it.most, it.selected, it.teams)
        return _restored, (it.width, it.height, it.things, *fields)

    def __str__(self) -> str:
        """Draw the board: capitals for team 0, small letters for 1, with a number for others."""
        tiles = [drawn(thing) for thing in self.native.things]
        rows = range(0, len(tiles), self.width)
        return "\n".join("".join(tiles[row : row + self.width]).rstrip() for row in rows)

    def __repr__(self) -> str:
        left = f"{self.mp} of {self.max_mp} MP, {self.ap} of {self.max_ap} AP"
        return f"<State {self.height} x {self.width}, turn {self.turn}, team {self.team}, {left}>"


def _restored(*fields: Any) -> State:
    return State(_tactics.State(*fields))


def _numbers(bits: int) -> tuple[int, ...]:
    return tuple(team for team in range(MOST_TEAMS) if bits >> team & 1)


def _text_of(action: object) -> str:
    return str(action) if isinstance(action, Action) else short_repr(action)
