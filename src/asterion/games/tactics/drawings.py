"""Positions as text, and as plain values for a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asterion import _tactics
from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.games.tactics.arguments import points, side, team_number, tile_number
from asterion.games.tactics.state import State
from asterion.games.tactics.units import FIRST_UNIT, KINDS, MOST_TEAMS, number_of, unit_of
from asterion.io.checks import reading
from asterion.world.arguments import count
from asterion.world.grid import Cell

_LETTERS = {".": 0, "#": 1}
for _name, _kind in KINDS.items():
    _LETTERS[_kind.letter] = number_of(_name, 0)
    _LETTERS[_kind.letter.lower()] = number_of(_name, 1)


def of_things(
    shape: tuple[int, int],
    things: Sequence[int],
    *,
    mp: int = 5,
    ap: int = 3,
    team: int | None = None,
    turn: int = 0,
    left: tuple[int, int] | None = None,
    selected: Cell | None = None,
    teams: Sequence[int] = (),
) -> State:
    """Return a position from the core's numbers of the things on each tile, row by row.

    Without ``team`` the first team that has units plays; without ``left`` it has all of its points.
    """
    height, width = side("height", shape[0]), side("width", shape[1])
    most = points("mp", mp), points("ap", ap)
    if left is not None:
        left = points("mp left", left[0]), points("ap left", left[1])
    present = {unit_of(thing, (0, 0)).team for thing in things if thing >= FIRST_UNIT}
    to_play = min(present, default=0) if team is None else team_number(team)
    tile = -1
    if selected is not None:
        tile = tile_number(selected, width, height)
        if things[tile] < FIRST_UNIT or unit_of(things[tile], selected).team != to_play:
            raise InvalidValue(f"selected is {selected}; no unit of team {to_play} is there")
    mask = sum(1 << each for each in {team_number(each) for each in teams})
    turn = count("turn", turn, most=2**32 - 1)
    core = _tactics.State(
        width, height, bytes(things), to_play, turn, left or most, most, tile, mask
    )
    return State(core)


def from_text(text: str, *, mp: int = 5, ap: int = 3, **fields: Any) -> State:
    r"""Read a position as :class:`State` draws it; other arguments are as in :func:`of_things`.

    ``.`` is nothing, ``#`` a wall, a letter the unit whose kind it begins: a capital of team 0, a
    small one of team 1, or of the team whose number follows. Blanks between tiles are ignored.

    >>> from asterion.games.tactics import from_text
    >>> from_text("M . .\n. # .\ns b2.").units()[1:]
    (Unit(kind='sniper', team=1, cell=(2, 0)), Unit(kind='blaster', team=2, cell=(2, 1)))
    """
    if not isinstance(text, str):
        raise InvalidType(f"text is {short_repr(text)}; it must be a board, drawn row by row")
    rows = [_row(i, line) for i, line in enumerate(text.strip().split("\n"))]
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InvalidValue(f"row {i} has {len(row)} tiles; row 0 has {len(rows[0])}")
    things = [thing for row in rows for thing in row]
    return of_things((len(rows), len(rows[0])), things, mp=mp, ap=ap, **fields)


def _row(number: int, line: str) -> list[int]:
    things: list[int] = []
    for letter in line.replace(" ", "").strip():
        if letter in _LETTERS:
            things.append(_LETTERS[letter])
        elif things and letter.isdecimal() and int(letter) < MOST_TEAMS and _is_second(things[-1]):
            things[-1] += len(KINDS) * (int(letter) - 1)
        else:
            raise InvalidValue(
                f"row {number}: {short_repr(letter)} is nothing that stands on a tile"
            )
    return things


def _is_second(thing: int) -> bool:
    """Whether a unit was drawn by a small letter alone, so that a number may follow."""
    return thing >= FIRST_UNIT and unit_of(thing, (0, 0)).team == 1


def to_dict(state: State) -> dict[str, Any]:
    """Return a position as plain values, which JSON can hold."""
    return {
        "board": str(state).split("\n"),
        "mp": state.max_mp,
        "ap": state.max_ap,
        "team": state.team,
        "turn": state.turn,
        "left": [state.mp, state.ap],
        "selected": None if state.selected is None else list(state.selected),
        "teams": list(state.teams),
    }


def from_dict(values: dict[str, Any]) -> State:
    """Return the position that :func:`to_dict` wrote; another dictionary is rejected."""
    with reading("the position", "a board"):
        fields = dict(values)
        board = "\n".join(fields.pop("board"))
        selected = fields.pop("selected")
        cell = None if selected is None else (selected[0], selected[1])
        return from_text(board, selected=cell, **fields)
