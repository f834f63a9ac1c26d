"""A world of the maze game while it is drawn: any tiles and types of monsters, playable or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import Any

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.games.maze.monster_types import (
    BOUNDS,
    MONSTERS,
    MonsterTypes,
    text_of_type,
    types_checked,
)
from asterion.games.maze.world_file import (
    DOORS,
    HUMAN,
    KEYS,
    MOST_PLAYERS,
    PLAYERS,
    Problem,
    read_world,
    types_of,
)
from asterion.io.mazegame import MONSTER, parsed, parts_of, text_of
from asterion.lab import limits
from asterion.world.arguments import count

WALLS, GROUND, FLOOR = "ABCDEFGHIJKLMNOPQRST", "23456789", " "
SINGLE = HUMAN + KEYS + DOORS  # a world has at most one of each
LETTERS = frozenset((*WALLS, *GROUND, *MONSTERS, *PLAYERS, *SINGLE, FLOOR))
FIRST_NAME = "my world"


def check_size(text: str) -> None:
    """Reject a world that is too large before it is read, by the lines that its reader sees."""
    lines, _ = parts_of(FilePath("the text"), text)
    _check_cells(len(lines), max(map(len, lines), default=0))


def _check_cells(height: int, width: int) -> None:
    if height * width > limits.WORLD_CELLS:
        raise InvalidValue(
            f"the world has {height * width} cells; the lab takes {limits.WORLD_CELLS} at most"
        )


def _check_sides(height: Any, width: Any, low: int, narrow: int) -> None:
    _check_cells(count("height", height, least=low), count("width", width, least=narrow))


@dataclass(frozen=True)
class Draft:
    """A world as a person draws it. It is immutable: each method returns another one."""

    name: str
    rows: tuple[str, ...]  # of equal length, with characters of world files
    types: MonsterTypes = field(default_factory=dict)  # by letter; none without a value

    @classmethod
    def of(cls, name: str, text: str) -> Draft:
        """Return the world of a text, also of one that the game would refuse."""
        check_size(text)
        path = FilePath("the text")
        letters = np.asarray(parsed(path, text, "clear").characters)
        return cls(name, tuple("".join(row) for row in letters.tolist()), types_of(path, text))

    @classmethod
    def of_file(cls, name: str, data: bytes) -> Draft:
        """Return the world of a text file."""
        return cls.of(FilePath(name).stem, text_of(FilePath(name), data))

    @classmethod
    def blank(cls, width: int, height: int, name: str = FIRST_NAME) -> Draft:
        """Return a floor with a wall around it."""
        _check_sides(height, width, 2, 2)
        edge, wall = WALLS[0] * width, WALLS[0]
        inside = wall + FLOOR * (width - 2) + wall
        return cls(name, (edge, *[inside] * (height - 2), edge))

    @classmethod
    def first(cls, width: int = 24, height: int = 14, name: str = FIRST_NAME) -> Draft:
        """Return a small world that can be played: a start, a key, and its door in the wall."""
        _check_sides(height, width, 3, 5)  # which leaves room for them
        middle = height // 2 * width
        world = cls.blank(width, height, name).painted([middle + 1], "p")
        return world.painted([middle + width // 2], "x").painted([middle + width - 1], "X")

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def nbytes(self) -> int:
        """The memory that an undo keeps."""
        rows, cols = self.shape
        return rows * cols

    def to_text(self) -> str:
        """Return the world as a text file has it."""
        lines = [*self.rows, *(MONSTER + text_of_type(*each) for each in self.types.items())]
        return "".join(line + "\n" for line in lines)

    # --- Changes by a person

    def painted(self, cells: Sequence[int], letter: str) -> Draft:
        """Put a character on the tiles of these numbers, row by row.

        Of what a world has only one, it is the last tile that counts, and the one before is gone.
        """
        if not isinstance(letter, str) or letter not in LETTERS:
            raise InvalidValue(f"{short_repr(letter)} is no tile of a world")
        height, width = self.shape
        if not isinstance(cells, list | tuple) or not 1 <= len(cells) <= height * width:
            most = height * width
            raise InvalidValue(f"cells are {short_repr(cells)}; they must be 1 to {most} numbers")
        drawn = [*"".join(self.rows)]
        if letter in SINGLE:
            drawn = [FLOOR if each == letter else each for each in drawn]
            cells = cells[-1:]
        for cell in cells:
            drawn[count("cell", cell, most=height * width - 1)] = letter
        players = sum(PLAYERS.get(each, 0) for each in drawn)
        if letter in PLAYERS and players > MOST_PLAYERS:
            raise InvalidValue(
                f"{players} players led by the computer; a world has {MOST_PLAYERS} at most"
            )
        text = "".join(drawn)
        rows = tuple(text[at : at + width] for at in range(0, len(text), width))
        return replace(self, rows=rows)

    def with_type(self, letter: str, name: str, value: int | None) -> Draft:
        """Give the monsters of a letter a value of their own; None: the one of the rules."""
        values = {**self.types.get(letter, {}), name: value}
        kept = {each: values[each] for each in (*BOUNDS, name) if values.get(each) is not None}
        types = {**self.types, letter: kept}
        return replace(self, types=types_checked("types", {a: v for a, v in types.items() if v}))

    def without_type(self, letter: str) -> Draft:
        """Let the monsters of a letter be as the rules say."""
        return replace(self, types={a: v for a, v in self.types.items() if a != letter})

    def named(self, name: str) -> Draft:
        """Return the same world with another name."""
        return replace(self, name=name)

    def resized(self, width: int, height: int) -> Draft:
        """Cut off, or add floor, at the right and at the bottom."""
        _check_sides(height, width, 1, 1)
        rows = [row[:width].ljust(width) for row in self.rows[:height]]
        rows += [FLOOR * width] * (height - len(rows))
        return replace(self, rows=tuple(rows))

    def cleared(self) -> Draft:
        """Return a blank world of the same size and name, with the same types of monsters."""
        height, width = self.shape
        return replace(Draft.blank(width, height, self.name), types=self.types)

    # --- Whether it can be played

    def problems(self) -> list[Problem]:
        """Return what keeps players from playing it to its end, and where."""
        try:
            return read_world(self.to_text()).find_problems()
        except InvalidValue as error:
            return [Problem(str(error).removeprefix("the text has "), (), stops=True)]

    def checked(self) -> Draft:
        """Return itself, or raise an error: of a link, which anybody may have written."""
        check_size(self.to_text())
        again = Draft.of(self.name, self.to_text())
        if again != self:
            raise InvalidValue("the rows of a drawn world differ in length, or are none")
        return again

    @classmethod
    def from_values(cls, values: Any) -> Draft | None:
        """Return the draft of a link, which has none unless the editor was open."""
        if values is None:
            return None
        rows, types = tuple(map(str, values["rows"])), dict(values["types"])
        return cls(str(values["name"]), rows, types_checked("types", types)).checked()
