r"""Maps in files, in the format of the program of A. Smith, The path to the right decision, 2020.

::

    5,5             width,height
    5,3             MP,AP of a turn
    {
    (3,1,3)         (index,team,object), a line each; index = x + y * width
    ...
    }

Objects: 0 nothing, 1 wall, 2 Melee, 3 Blaster, 4 Sniper, 5 Laser. Tiles that are not listed are
empty. A map is a board and the points of a turn, not whose turn it is.
"""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path

from asterion.errors import InvalidValue, short_repr
from asterion.games.tactics.arguments import LONGEST_SIDE, MOST_POINTS
from asterion.games.tactics.drawings import of_things
from asterion.games.tactics.state import State
from asterion.games.tactics.units import FIRST_UNIT, MOST_TEAMS, NAMES, number_of, unit_of
from asterion.io.checks import fault, lines_of
from asterion.io.writing import write_text

_OBJECTS = 2 + len(NAMES)
_LONGEST = 1 << 20  # characters of a file: the largest board needs about 16 thousand


def write(path: str | PathLike[str], state: State) -> None:
    """Write the board and its points into a file."""
    write_text(Path(path), text_of(state))


def text_of(state: State) -> str:
    """Return the board and its points in the format of a file."""
    lines = [f"{state.width},{state.height}", f"{state.max_mp},{state.max_ap}", "{"]
    for index, thing in enumerate(state.native.things):
        if thing >= FIRST_UNIT:
            unit = unit_of(thing, (0, 0))
            lines.append(f"({index},{unit.team},{2 + NAMES.index(unit.kind)})")
        elif thing:
            lines.append(f"({index},0,{thing})")
    return "\n".join([*lines, "}"]) + "\n"


def read(path: str | PathLike[str]) -> State:
    """Return the state at the beginning of a match on the map of a file.

    Raises
    ------
    ValueError  ``arena.txt, line 4: index is 25; the board has 25 tiles, from 0 on``
    """
    return parsed(Path(path).read_bytes(), str(path))


def parsed(data: bytes, name: str) -> State:
    """Return the state from the contents of a file; messages call it ``name``."""
    path = Path(name)
    try:
        text = data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise InvalidValue(f"{path.name}: byte {error.start} is not UTF-8") from None
    if len(text) > _LONGEST:
        raise InvalidValue(f"{path.name}: {len(text)} characters; a map has at most {_LONGEST}")
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # as Python opens a file of text
    return _parsed(path, [line.strip() for line in lines_of(text)])


def _parsed(path: Path, lines: list[str]) -> State:
    while lines and not lines[-1]:
        lines.pop()
    width, height = _pair(path, lines, 0, "width,height", (1, LONGEST_SIDE))
    mp, ap = _pair(path, lines, 1, "MP,AP", (0, MOST_POINTS))
    if lines[2:3] != ["{"]:
        raise fault(path, 2, f"{_at(lines, 2)}; a line with {{ must precede the tiles")
    if "}" not in lines:
        raise fault(path, len(lines), "the file ends before the line with }")
    end = lines.index("}")
    if end != len(lines) - 1:
        raise fault(path, end + 1, f"{_at(lines, end + 1)}; nothing may follow the }}")
    things = [0] * (width * height)
    listed: dict[int, int] = {}
    for at in range(3, end):
        index, thing = _tile(path, at, lines[at], len(things))
        if index in listed:
            raise fault(path, at, f"index {index} is also on line {listed[index] + 1}")
        listed[index] = at
        things[index] = thing
    return of_things((height, width), things, mp=mp, ap=ap)


def _at(lines: list[str], at: int) -> str:
    return short_repr(lines[at]) if at < len(lines) else "the file ends here"


def _pair(
    path: Path, lines: list[str], at: int, what: str, within: tuple[int, int]
) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,6}) *, *([0-9]{1,6})", lines[at]) if at < len(lines) else None
    if found is None:
        raise fault(path, at, f"{_at(lines, at)}; this line is {what}")
    first, second = int(found[1]), int(found[2])
    least, most = within
    if not (least <= first <= most and least <= second <= most):
        raise fault(path, at, f"{_at(lines, at)}; {what} are from {least} to {most}")
    return first, second


def _tile(path: Path, at: int, line: str, tiles: int) -> tuple[int, int]:
    found = re.fullmatch(r"\( *([0-9]{1,6}) *, *([0-9]{1,6}) *, *([0-9]{1,6}) *\)", line)
    if found is None:
        raise fault(path, at, f"{short_repr(line)}; a tile is (index,team,object)")
    index, team, thing = (int(number) for number in found.groups())
    if index >= tiles:
        raise fault(path, at, f"index is {index}; the board has {tiles} tiles, from 0 on")
    if team >= MOST_TEAMS:
        raise fault(path, at, f"team is {team}; it must be from 0 to {MOST_TEAMS - 1}")
    if thing >= _OBJECTS:
        raise fault(path, at, f"object is {thing}; it must be from 0 to {_OBJECTS - 1}")
    return index, thing if thing < 2 else number_of(NAMES[thing - 2], team)
