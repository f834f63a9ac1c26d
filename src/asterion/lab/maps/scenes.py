"""Scenes: set-ups that show one thing well, each at its own address.

A page lists its scenes under "Try this"; ``/playground#scene=greedy-in-a-trap`` opens one directly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue, short_repr

if TYPE_CHECKING:
    from asterion.lab.maps.map_setup import Cells
    from asterion.world.grid import Cell

    Wall = tuple[Cell, Cell]

CONTROL = re.compile(r"_([^_]+)_")
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Scene:
    """A set-up, the thing to look at in it, and how the boards show it at first.

    ``text`` has the names of controls between underscores: ``_Moves_``. ``view`` is for the page's
    script: the moment ``at`` which it is shown, as a share of the whole, or ``play``, to watch it
    from the beginning; ``layers`` that are on, the ``tool``, the ``speed``, the number of the
    ``pane``, open ``drawers``, a ``race`` by ``"time"``, and whether steps are ``explained``. What
    it does not name is as on a fresh page.
    """

    name: str
    text: str
    make: Callable[[], Any]
    view: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)

    @property
    def key(self) -> str:
        """Its name in an address."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower().replace("*", "-star")).strip("-")

    @property
    def plain_text(self) -> str:
        """The text without marks."""
        return CONTROL.sub(r"\1", self.text)

    @property
    def controls(self) -> list[str]:
        """The names of controls in the text."""
        return CONTROL.findall(self.text)


def scene_of(scenes: Iterable[Scene], key: Any) -> Scene:
    """The scene with this key, or an error that lists them."""
    known = {scene.key: scene for scene in scenes}
    if not isinstance(key, str) or key not in known:
        raise InvalidValue(f"there is no scene {short_repr(key)}; there are {', '.join(known)}")
    return known[key]


def scenes_html(scenes: Iterable[Scene]) -> str:
    """Return links to scenes, each with its sentence on it."""
    links = "".join(
        f'<li><a href="#scene={scene.key}" title="{escape(scene.plain_text)}">'
        f"{escape(scene.name)}</a>"
        for scene in scenes
    )
    return f'<h2 class="title">Try this</h2><ul class="scene-links">{links}</ul>'


def drawn(picture: str) -> tuple[Cells, Cell, Cell]:
    """Read a map, its start and its goal: # a wall, . floor, 2 to 9 costs, S and G the ends."""
    lines = picture.split()
    ends = {}
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            if sign in "SG":
                ends[sign] = row, col
    costs = {"#": 0, ".": 1, "S": 1, "G": 1}
    rows = [[costs[sign] if sign in costs else int(sign) for sign in line] for line in lines]
    cells = np.array(rows, np.uint8)
    return cells, ends["S"], ends["G"]


def walled(shape: tuple[int, int], walls: Iterable[Wall], *ends: Cell) -> tuple[Cells, Cell, Cell]:
    """A floor with walls, its start and its goal; a wall is a rectangle between two cells."""
    cells = np.ones(shape, np.uint8)
    for (top, left), (bottom, right) in walls:
        cells[top : bottom + 1, left : right + 1] = 0
    cells.setflags(write=False)  # all tabs share it
    start, goal = ends
    return cells, start, goal
