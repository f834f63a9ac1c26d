"""Properties of the tiles of a world, besides their cost; a game may add its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from asterion.world.grid import Cell, Grid


class Tile(NamedTuple):
    """One cell: its character, the cost of entering it (0 for a wall), and its properties."""

    letter: str
    weight: int
    properties: dict[str, Any]  # terrain, resources, scripts: open to additions


class Tiles(Mapping[Cell, Tile]):
    """The tiles of a drawn grid by cell. Each is made on first access, and then kept.

    ``legend`` has the properties that tiles of a character begin with.
    """

    def __init__(self, drawn: Grid, legend: Mapping[str, Mapping[str, Any]]) -> None:
        self._drawn, self._legend = drawn, legend
        self._made: dict[int, Tile] = {}

    def __getitem__(self, cell: Cell) -> Tile:
        node = self._drawn._node(cell, "cell")
        if node not in self._made:
            place = self._drawn._name(node)
            letter = np.asarray(self._drawn.characters)[place].item()
            properties = dict(self._legend.get(letter, {}))
            self._made[node] = Tile(letter, self._drawn[place], properties)
        return self._made[node]

    def __iter__(self) -> Iterator[Cell]:
        rows, cols = self._drawn.shape
        return ((row, col) for row in range(rows) for col in range(cols))

    def __len__(self) -> int:
        return self._drawn.shape[0] * self._drawn.shape[1]
