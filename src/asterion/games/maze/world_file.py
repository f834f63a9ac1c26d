"""Worlds of the maze game as text: a map with players, monsters, keys and doors in it.

``asterion.io.mazegame`` lists the characters and reads them. This module gives them their meaning
in the game: starts, keys with their doors, the order of goals, and types of monsters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidType, InvalidValue, counted, short_repr
from asterion.games.maze.monster_types import MONSTERS, MonsterTypes, add_type, text_of_type
from asterion.io.checks import fault
from asterion.io.mazegame import MONSTER, parsed, parts_of, text_of
from asterion.search.find import find_path
from asterion.world.grid import Cell, Diagonal, Grid

if TYPE_CHECKING:
    import numpy.typing as npt

    Mask = npt.NDArray[np.bool_]

HUMAN, KEYS, DOORS = "o", "xyz", "XYZ"
PLAYERS = {"p": 1, "q": 2, "r": 3}  # led by the computer
MOST_PLAYERS = 3  # of these: the lab shows a board for each
_TEXT = FilePath("the text")  # the name in messages of a world that is not from a file


class Start(NamedTuple):
    """The place where computer players begin, and their number."""

    cell: Cell
    players: int


class Goal(NamedTuple):
    """A key to fetch, or the door that it opens."""

    letter: str
    cell: Cell


class Tile(NamedTuple):
    """One cell: its character, the cost of entering it (0 for a wall), and its properties."""

    letter: str
    weight: int
    properties: dict[str, Any]  # terrain, resources, scripts: a game may add its own


class Problem(NamedTuple):
    """A reason why a world cannot be played to its end as it is drawn."""

    text: str
    cells: tuple[Cell, ...]  # the tiles concerned
    stops: bool  # whether a player, or all, can never finish


class WorldMap:
    r"""A world of the maze game, made by :func:`read_world`; games do not change it.

    >>> from asterion.games.maze.world_file import read_world
    >>> world = read_world("AAAAAA\nAp xXA\nAAAAAA\n")
    >>> world.players, world.keys, world.doors
    ((Start(cell=(1, 1), players=1),), {'x': (1, 3)}, {'X': (1, 4)})
    >>> [goal.letter for goal in world.goals]
    ['x', 'X']
    >>> world.tiles[1, 3].properties["material"] = "gold"
    """

    def __init__(
        self, path: FilePath, text: str, legend: Mapping[str, Mapping[str, Any]], diagonal: Diagonal
    ) -> None:
        self.name = path.stem
        self._drawn = parsed(path, text, diagonal)
        self._letters = np.asarray(self._drawn.characters)
        self.shape = self._drawn.shape
        self._legend = legend
        self.monsters = tuple(self._characters(MONSTERS))
        self.monster_types = types_of(path, text)
        players = list(self._characters(PLAYERS))
        self.players = tuple(Start(cell, PLAYERS[letter]) for letter, cell in players)
        if len(self.starts) > MOST_PLAYERS:
            letter, cell = next(
                player for player in players if player[1] == self.starts[MOST_PLAYERS]
            )
            rule = f"more than {MOST_PLAYERS} players led by the computer"
            raise _misplaced(path, letter, cell, rule)
        self.human: Cell | None = self._single(path, HUMAN).get(HUMAN)
        self.keys = self._single(path, KEYS)
        self.doors = self._single(path, DOORS)
        if not self.goals:
            raise InvalidValue(
                f"{path.name} has no key with its door; a world needs x and X, y and Y, or z and Z"
            )

    @cached_property
    def tiles(self) -> dict[Cell, Tile]:
        """The tiles by cell, row by row."""
        return {
            (row, col): Tile(letter, self._drawn[row, col], dict(self._legend.get(letter, {})))
            for row, letters in enumerate(self._letters.tolist())
            for col, letter in enumerate(letters)
        }

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals of each player, in order: each key that has a door, then its door."""
        pairs = [(k, d) for k, d in zip(KEYS, DOORS, strict=True) if k in self.keys]
        places = self.keys | self.doors
        return tuple(Goal(each, places[each]) for k, d in pairs if d in places for each in (k, d))

    @property
    def starts(self) -> tuple[Cell, ...]:
        """A cell for each computer player, in reading order."""
        return tuple(start.cell for start in self.players for _ in range(start.players))

    @property
    def safe(self) -> Mask:
        """The tiles that monsters may not enter: starts and keys."""
        return self._mask([*self._all_starts(), *self.keys.values()])

    def closed_doors(self, keys: Collection[str] = ()) -> Mask:
        """Return the doors that are closed to a player with these keys; monsters have none.

        >>> from asterion.games.maze.world_file import read_world
        >>> read_world("yXxY").closed_doors({"y"})
        array([[False,  True, False, False]])
        """
        return self._mask(cell for door, cell in self.doors.items() if door.lower() not in keys)

    def grid(self, *, diagonal_cost: float = 2**0.5) -> Grid:
        """Return a new grid with walls and weights. All its doors are open: see closed_doors."""
        return Grid(self._drawn.cost, diagonal=self._drawn.diagonal, diagonal_cost=diagonal_cost)

    def to_text(self) -> str:
        """Return the world as it was read, short lines padded with blanks."""
        lines = ["".join(row) for row in self._letters.tolist()]
        lines += [MONSTER + text_of_type(*each) for each in self.monster_types.items()]
        return "".join(line + "\n" for line in lines)

    def problems(self) -> list[str]:
        """Say what keeps players from their goals; empty if all can be reached in order.

        Doors are closed until the player holds their key. Pits and monsters are ignored.
        """
        return [problem.text for problem in self.find_problems()]

    def find_problems(self) -> list[Problem]:
        """Return the same with the tiles concerned, and whether it keeps a player from the end."""
        found = [
            Problem(f"door {door} at {cell} has no key, so it never opens", (cell,), stops=False)
            for door, cell in self.doors.items()
            if door.lower() not in self.keys
        ]
        found += [
            Problem(f"key {key} at {cell} has no door, so it is not a goal", (cell,), stops=False)
            for key, cell in self.keys.items()
            if key.upper() not in self.doors
        ]
        if not self._all_starts():
            found.append(Problem("there is no start; o, p, q and r mark one", (), stops=True))
        return found + [cut for start in self._all_starts() for cut in self._cut_off(start)]

    def _cut_off(self, start: Cell) -> Iterator[Problem]:
        """The first goal that cannot be reached from a start; later ones are not checked."""
        grid = self.grid()
        held: list[str] = []
        for (_, here), (letter, there) in pairwise((Goal("", start), *self.goals)):
            world = grid.view(blocked=self.closed_doors(held))
            if not find_path(world, here, there).found:
                what = f"{'key' if letter in KEYS else 'door'} {letter} at {there}"
                keys = f"with {' and '.join(held)}" if held else "without a key"
                text = f"from {start} no player gets to {what}: no path from {here} {keys}"
                yield Problem(text, (here, there), stops=True)
                return
            held += [letter] if letter in KEYS else []

    def _all_starts(self) -> list[Cell]:
        """Each start once, the human's last."""
        return list(dict.fromkeys([*self.starts, *([self.human] if self.human else [])]))

    def _characters(self, wanted: Iterable[str]) -> Iterator[tuple[str, Cell]]:
        for row, col in np.argwhere(np.isin(self._letters, list(wanted))).tolist():
            yield self._letters[row, col].item(), (row, col)

    def _single(self, path: FilePath, wanted: str) -> dict[str, Cell]:
        """The place of each of these characters; a world may have at most one of each."""
        places: dict[str, Cell] = {}
        for letter, cell in self._characters(wanted):
            if letter in places:
                row, col = places[letter]
                rule = f"there is one in line {row + 1} at character {col + 1}"
                raise _misplaced(path, letter, cell, rule)
            places[letter] = cell
        return places

    def _mask(self, cells: Iterable[Cell]) -> Mask:
        mask = np.zeros(self.shape, np.bool_)
        for cell in cells:
            mask[cell] = True
        return mask

    def __repr__(self) -> str:
        rows, cols = self.shape
        return f"<WorldMap {self.name!r} of {counted(rows, 'row')} and {counted(cols, 'column')}>"


def read_world(
    source: str | FilePath,
    *,
    legend: Mapping[str, Mapping[str, Any]] | None = None,
    diagonal: Diagonal = "clear",
) -> WorldMap:
    """Return the world that a text draws; a ``pathlib.Path`` is a file that holds the text.

    ``legend`` has properties for the tiles of a character, such as ``{"~": {"terrain": "water"}}``.
    Goals need not be reachable; ``problems()`` lists those that are not.

    >>> from asterion.games.maze.world_file import read_world
    >>> read_world("p xAX").problems()
    ['from (0, 0) no player gets to door X at (0, 4): no path from (0, 2) with x']

    Raises
    ------
    ValueError  ``the text has no key with its door; a world needs x and X, y and Y, or z and Z``
    ValueError  ``cave.txt, line 4: 'x' at character 9; there is one in line 2 at character 3``
    """
    if isinstance(source, FilePath):
        return WorldMap(source, text_of(source, source.read_bytes()), legend or {}, diagonal)
    if not isinstance(source, str):
        raise InvalidType(
            f"source is {short_repr(source)}; it must be a text, or the Path of a file"
        )
    if source.endswith(".txt"):  # likely a mistake, and parsed as text its message would mislead
        raise InvalidValue(f"source is {short_repr(source)}; a file is named by a pathlib.Path")
    return WorldMap(_TEXT, source, legend or {}, diagonal)


def types_of(path: FilePath, text: str) -> MonsterTypes:
    """Return the types of monsters that lines below the map give, by letter."""
    drawn, lines = parts_of(path, text)
    types: MonsterTypes = {}
    for at, line in enumerate(lines, len(drawn)):
        try:
            if line.strip():
                add_type(types, line.removeprefix(MONSTER))
        except InvalidValue as error:
            raise fault(path, at, str(error)) from None
    return types


def _misplaced(path: FilePath, letter: str, cell: Cell, rule: str) -> InvalidValue:
    return fault(path, cell[0], f"{letter!r} at character {cell[1] + 1}; {rule}")
