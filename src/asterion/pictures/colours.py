"""The colours of pictures: the lab's, and the palette of a raster of cells.

A raster has one byte per pixel, an index into ``PALETTE``: the kind of cell (``GROUND`` and so on),
its cost (``LEVELS`` shades) and its share of wall (``SHARES``, where a pixel is many cells).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

# The same as in lab/board/palette.js; a test compares them.
LIGHT = {
    "free": "#ffffff",
    "wall": "#2b303b",
    "open": "#4aa9e6",
    "closed": "#bfd0e6",
    "path": "#f0b400",
    "agent": "#0b4f9e",
    "goal": "#007a5a",
    "unknown": "#9aa1ad",
    "line": "#00000018",
    "ink": "#1c2430",
    "casing": "#5c4700",
    "paper": "#f6f7f9",
    "heavy": "#8a6d3b",
    "near": "#e4eefa",
    "far": "#0b4f9e",
    "link": "#8c1aff",
    "fence": "#e60000",
    "quick": "#dc2626",
    "full": "#7b61ff",
}
DARK = {
    "free": "#12161c",
    "wall": "#8b94a3",
    "open": "#4aa8e0",
    "closed": "#274563",
    "path": "#ffd23f",
    "agent": "#ffffff",
    "goal": "#2fd6a3",
    "unknown": "#58646a",
    "line": "#ffffff1c",
    "ink": "#e8edf4",
    "casing": "#000000",
    "paper": "#0c0f14",
    "heavy": "#b08d57",
    "near": "#16222f",
    "far": "#5a8fd0",
    "link": "#cc66ff",
    "fence": "#ff3b30",
    "quick": "#f4511e",
    "full": "#7a5cff",
}
THEMES = {"light": LIGHT, "dark": DARK}

# Kinds of cells.
GROUND, OPEN, CLOSED, UNSEEN, BARRED = range(5)
LEVELS = 9  # shades of floor, from the cheapest to the most expensive
SHARES = 5  # 0 is no wall, 4 is all wall
EDGE = 5 * LEVELS * SHARES  # a line between two tiles
NOTHING = EDGE + 1  # beside the tiles: transparent
HEAT = NOTHING + 1  # the first of the shades of values
SHADES = 256 - HEAT

_HEAVIEST = 0.85  # share of the heavy colour in the most expensive floor, as in the lab


def index(kind: int, level: int = 0, share: int = 0) -> int:
    """The place in the palette of a pixel."""
    return (kind * LEVELS + level) * SHARES + share


def palette(theme: str) -> npt.NDArray[np.uint8]:
    """256 colours, by the kind of pixel; a (256, 3) array."""
    colours = {role: rgb(colour) for role, colour in THEMES[theme].items()}
    table = np.zeros((256, 3))
    tint = {OPEN: colours["open"], CLOSED: colours["closed"], UNSEEN: colours["unknown"]}
    barred = _mix(colours["wall"], colours["free"], 0.45)
    for kind in range(5):
        for level in range(LEVELS):
            heaviness = level / (LEVELS - 1)
            floor = _mix(colours["free"], colours["heavy"], _HEAVIEST * heaviness)
            if kind in (OPEN, CLOSED):
                floor = _mix(tint[kind], colours["heavy"], 0.5 * heaviness)
            elif kind == UNSEEN:
                floor = tint[kind]
            elif kind == BARRED:
                floor = barred
            for share in range(SHARES):
                mixed = _mix(floor, colours["wall"], share / (SHARES - 1))
                table[index(kind, level, share)] = mixed
    table[EDGE] = _mix(colours["free"], colours["wall"], 0.3)
    table[NOTHING] = colours["paper"]
    for shade in range(SHADES):
        table[HEAT + shade] = _mix(colours["near"], colours["far"], shade / (SHADES - 1))
    return table.round().astype(np.uint8)


def rgb(colour: str) -> npt.NDArray[np.float64]:
    """``#rrggbb`` as three numbers up to 255."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], np.float64)


def _mix(
    a: npt.NDArray[np.float64], b: npt.NDArray[np.float64], share: float
) -> npt.NDArray[np.float64]:
    return a + (b - a) * share
