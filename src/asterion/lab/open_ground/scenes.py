"""Scenes of the open ground page: what straight lines save, and where a disc fits."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin

import numpy as np

from asterion import maps
from asterion.lab.maps.scenes import Scene
from asterion.lab.open_ground.setup import HEIGHT, WIDTH, GroundSetup, Shape


def box(left: float, top: float, right: float, bottom: float) -> Shape:
    """A rectangle with sides along the axes."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def polygon(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> Shape:
    """A regular polygon around a point."""
    angles = [2 * pi * (i / corners + turn) for i in range(corners)]
    return tuple(
        (round(x + radius * cos(angle), 3), round(y + radius * sin(angle), 3)) for angle in angles
    )


def pillars() -> GroundSetup:
    """Rooms with doors, and pillars in them."""
    walls = [
        box(7.5, 0, 8.5, 5),
        box(7.5, 8, 8.5, 19),
        box(15.5, 5, 16.5, 16),
        box(15.5, 19, 16.5, HEIGHT),
        box(8.5, 11.5, 13, 12.5),
    ]
    posts = [
        polygon(4, 8, 1.8, 6),
        polygon(4, 17.5, 1.6, 5, 0.05),
        polygon(12, 6.5, 2, 8, 1 / 16),
        polygon(11.5, 18, 2.3, 3, 0.02),
        polygon(20, 7, 2.1, 5, 0.1),
        polygon(19.8, 16, 2.2, 7),
    ]
    return GroundSetup((*walls, *posts), (2.5, 3.5), (21.5, 20.5))


def hall(top: float, bottom: float) -> GroundSetup:
    """A wide hall between two rows, with walls from both sides and pillars."""
    walls = [
        box(0, 0, WIDTH, top),
        box(0, bottom, WIDTH, HEIGHT),
        box(7.5, top, 8.2, top + 9),
        box(15.8, bottom - 9, 16.5, bottom),
    ]
    posts = [
        polygon(4, top + 7, 1.9, 6),
        polygon(3.4, top + 12, 1.3, 4, 0.06),
        polygon(11.8, top + 10.6, 2, 7),
        polygon(11.6, top + 4, 1.9, 3, 0.04),
        polygon(20, top + 4.2, 1.8, 5, 0.1),
        polygon(19.8, top + 9.6, 2.1, 8, 1 / 16),
    ]
    return GroundSetup((*walls, *posts), (2, top + 2.5), (22, bottom - 2.5))


def gaps() -> GroundSetup:
    """A wall with gaps of different widths."""
    edges = ((0, 4), (4.8, 11), (12.8, 18), (21.2, HEIGHT))
    walls = tuple(box(10, top, 14, bottom) for top, bottom in edges)
    return GroundSetup(walls, (4.5, 4.5), (19.5, 4.5), radius=0.6)


def overlaps() -> GroundSetup:
    """Shapes that lie over each other."""
    shapes = [
        polygon(7.5, 9, 4.2, 4, 0.05),
        polygon(10.5, 14.5, 4.5, 3, 0.1),
        polygon(15, 9.5, 4, 5, 0.13),
        polygon(12, 6, 3, 7),
        box(12, 13, 20, 14.5),
        ((16, 3), (21.5, 1.5), (18, 17)),
    ]
    return GroundSetup(tuple(shapes), (2.5, 12.5), (21.5, 8.5))


def spiral() -> GroundSetup:
    """A wall that winds towards the middle."""
    turns = [(i / 40, 11 - i / 15) for i in range(0, 130, 3)]
    line = [(12 + r * cos(2 * pi * turn), 12 + r * sin(2 * pi * turn)) for turn, r in turns]
    walls = []
    for (x, y), (u, v) in pairwise(line):
        length = float(np.hypot(u - x, v - y))
        side = 0.2 * (v - y) / length, 0.2 * (u - x) / length
        corners = [(x + side[0], y - side[1]), (u + side[0], v - side[1])]
        corners += [(u - side[0], v + side[1]), (x - side[0], y + side[1])]
        walls.append(tuple((round(a, 3), round(b, 3)) for a, b in corners))
    return GroundSetup(tuple(walls), (1.5, 1.5), (12.25, 12.25), cell=0.5)


def cave() -> GroundSetup:
    """A cave of square cells, each run of walls in a row as one obstacle."""
    cells = maps.caves((HEIGHT, WIDTH), seed=2, density=0.4).cost == 0
    cells[11:14, :4] = cells[11:14, -4:] = False
    shapes = []
    for row, line in enumerate(cells):
        ends = np.flatnonzero(np.diff(np.concatenate([[0], line, [0]])))
        shapes += [box(a, row, b, row + 1) for a, b in ends.reshape(-1, 2).tolist()]
    return GroundSetup(tuple(shapes))


SCENES = (
    Scene(
        "Rooms with pillars",
        "Watch the search: each interval is a part of an edge that is seen from its root, a corner "
        "where the path turns. Then drag the goal.",
        pillars,
        {"play": True},
    ),
    Scene(
        "Gaps for discs",
        "Four gaps, from narrow to wide. Move _Radius of the disc_: it takes the first gap in "
        "which it has room.",
        gaps,
        {"at": 1.0},
    ),
    Scene(
        "Overlapping obstacles",
        "Obstacles may lie over each other. Choose _erase_ and take one away: ground under the "
        "others remains closed.",
        overlaps,
        {"at": 1.0, "tool": "erase"},
    ),
    Scene(
        "A spiral",
        "The path winds to the middle along the wall, from root to root of the search.",
        spiral,
        {"play": True},
    ),
    Scene(
        "A cave of square cells",
        "Both sides see the same walls here. Any angle finds the same path on the grid as on the "
        "polygons; 8 moves are longer.",
        cave,
        {"at": 1.0},
    ),
    Scene(
        "The worst angle for 8 moves",
        "Nothing is in the way, yet the path in 8 directions is up to 8.2 % longer: most at 22.5 "
        "degrees, as here.",
        lambda: GroundSetup((), (2.5, 8.5), (21.5, 16.5)),
        {"at": 1.0},
    ),
)
