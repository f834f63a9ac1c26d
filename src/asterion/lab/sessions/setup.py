"""What a person has set up on the playground: a map, two ends, and searches to run between them.

A set-up is written into links (:meth:`Setup.to_link`): the page can be closed, sent to a friend or
outlive a restart of the server, and nothing is lost.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import maps
from asterion.errors import AsterionError, InvalidValue, shown
from asterion.grid import Cell, Grid
from asterion.options import Options
from asterion.registry import info_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.uint8]

MOST_CELLS = 512 * 512
MOST_RUNS = 4
HIGHEST_COST = 9
_LONGEST_LINK = 4_000_000
_VERSION = 1


@dataclass(frozen=True)
class Run:
    """A search: an algorithm, and what it is asked for beyond its defaults."""

    algorithm: str
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        info = info_of(self.algorithm)
        for name in self.options:
            if name not in info.options:
                raise InvalidValue(f"{self.algorithm!r} does not take {name}")

    @property
    def title(self) -> str:
        """The algorithm with its options, for people."""
        told = ", ".join(f"{name} {_word(value)}" for name, value in self.options.items())
        return f"{self.algorithm}, {told}" if told else self.algorithm


def _word(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _first_map() -> Cells:
    return maps.rooms((25, 41), seed=4).cost.astype(np.uint8)


@dataclass(frozen=True, eq=False)
class Setup:
    """A map (0 a wall, 1 to 9 what a cell costs), start, goal, the diagonal rule, and the runs."""

    cells: Cells = field(default_factory=_first_map)
    start: Cell = (1, 1)
    goal: Cell = (23, 39)
    diagonal: str = "clear"
    runs: tuple[Run, ...] = (Run("dijkstra"), Run("astar"))

    def __post_init__(self) -> None:
        rows, cols = self.cells.shape
        if self.cells.size > MOST_CELLS:
            raise InvalidValue(
                f"the map has {rows} x {cols} cells; the lab shows up to {MOST_CELLS}"
            )
        if self.cells.max(initial=0) > HIGHEST_COST:
            raise InvalidValue(f"a cell costs {self.cells.max()}; here they cost 1 to 9, walls 0")
        for name in ("start", "goal"):
            row, col = getattr(self, name)
            if not (0 <= row < rows and 0 <= col < cols):
                raise InvalidValue(f"{name} ({row}, {col}) is not on the map of {rows} x {cols}")
        if not 1 <= len(self.runs) <= MOST_RUNS:
            raise InvalidValue(
                f"there are {len(self.runs)} searches; 1 to {MOST_RUNS} can be shown"
            )
        Grid([[1]], diagonal=self.diagonal)  # names a rule that is none

    def grid(self) -> Grid:
        """The map as a world; the start counts as free."""
        return Grid(self.cells, diagonal=self.diagonal)

    def with_map(self, cells: Cells, diagonal: str | None = None) -> Setup:
        """The same on another map; ends that would be outside or in a wall move to free cells."""
        free = np.argwhere(cells > 0)
        if len(free) == 0:
            raise InvalidValue("the map has no free cell")
        start = _free_or(cells, self.start, free[0])
        goal = _free_or(cells, self.goal, free[-1])
        rule = diagonal or self.diagonal
        return replace(self, cells=cells, start=start, goal=goal, diagonal=rule)

    # --- Links

    def to_link(self) -> str:
        """All of it as text for the end of an address."""
        rows, cols = self.cells.shape
        told = {
            "v": _VERSION,
            "shape": [rows, cols],
            "cells": "".join(map(str, self.cells.ravel().tolist())),
            "start": self.start,
            "goal": self.goal,
            "diagonal": self.diagonal,
            "runs": [[run.algorithm, run.options] for run in self.runs],
        }
        packed = zlib.compress(json.dumps(told, separators=(",", ":")).encode(), 9)
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")

    @classmethod
    def from_link(cls, link: str) -> Setup:
        """What :meth:`to_link` wrote, or an error that says what is wrong with it."""
        told = _opened(link)
        try:
            rows, cols = (int(n) for n in told["shape"])
            text = str(told["cells"])
            if rows < 1 or cols < 1 or len(text) != rows * cols or not text.isdecimal():
                raise InvalidValue(f"the link's map of {rows} x {cols} has {len(text)} cells")
            cells = np.frombuffer(text.encode("ascii"), np.uint8).reshape(rows, cols) - ord("0")
            start, goal = _cell(told["start"]), _cell(told["goal"])
            runs = tuple(Run(str(name), dict(options)) for name, options in told["runs"])
            return cls(cells, start, goal, str(told["diagonal"]), runs)
        except AsterionError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidValue(f"the link does not hold a set-up: {error}") from None


def options_of(algorithm: str) -> dict[str, Any]:
    """The options that an algorithm takes, each with its default."""
    defaults = Options._field_defaults
    return {name: defaults.get(name) for name in info_of(algorithm).options}


def _opened(link: str) -> dict[str, Any]:
    try:
        packed = base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))
        opener = zlib.decompressobj()
        text = opener.decompress(packed, _LONGEST_LINK)
        told = json.loads(text)
    except (binascii.Error, zlib.error, ValueError):
        raise InvalidValue(f"the link {shown(link)} is damaged or not of the lab") from None
    if not isinstance(told, dict) or told.get("v") != _VERSION:
        raise InvalidValue("the link is of another version of the lab")
    return told


def _cell(value: Any) -> Cell:
    row, col = value
    return int(row), int(col)


def _free_or(cells: Cells, wanted: Cell, otherwise: npt.NDArray[np.int64]) -> Cell:
    rows, cols = cells.shape
    row, col = wanted
    if row < rows and col < cols and cells[row, col] > 0:
        return wanted
    return int(otherwise[0]), int(otherwise[1])
