"""Scenes of the crowds page: where units meet, queue and pass."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import maps
from asterion.lab.crowds.floors import halls, offices
from asterion.lab.crowds.setup import CrowdSetup
from asterion.lab.maps.scenes import Scene

if TYPE_CHECKING:
    from asterion.lab.maps.map_setup import Cells

_BOTH = "pibt", "lacam"


def _block(like: Cells, rows: slice, cols: slice, value: int = 1) -> Cells:
    """A layer with a value in a rectangle."""
    layer = np.zeros_like(like)
    layer[rows, cols] = value
    return layer


def _bottleneck() -> CrowdSetup:
    cells = halls(24, 24, 2)
    return CrowdSetup.on(
        cells,
        units=_block(cells, slice(4, 20), slice(3, 15)),
        targets=_block(cells, slice(4, 20), slice(-15, -3)),
        then="stay",
        engines=("lacam",),
    )


def _armies() -> CrowdSetup:
    cells = halls(26, 20, 4, thick=3)
    left, right = slice(2, 11), slice(-11, -2)
    rows = slice(4, 22)
    return CrowdSetup.on(
        cells,
        units=_block(cells, rows, left) + _block(cells, rows, right, 2),
        targets=_block(cells, rows, right) + _block(cells, rows, left, 2),
        then="stay",
        engines=_BOTH,
    )


def _evacuation() -> CrowdSetup:
    cells, targets = offices()
    return CrowdSetup.on(cells, targets=targets, then="leave").with_units(600, 5)


def _corridor() -> CrowdSetup:
    """Units of two sides in a corridor of one cell with a bay, and a room at each end."""
    cells = np.zeros((7, 21), np.uint8)
    cells[3] = 1
    cells[2, 10] = 1
    cells[1:6, :4] = cells[1:6, -4:] = 1
    units, targets = np.zeros_like(cells), np.zeros_like(cells)
    units[2:5, 1], units[2:5, -2] = 1, 2
    targets[2:5, -2], targets[2:5, 1] = 1, 2
    return CrowdSetup.on(cells, units=units, targets=targets, then="stay", engines=_BOTH)


def _thousands() -> CrowdSetup:
    cells = np.asarray(maps.caves((120, 200), seed=7, density=0.36).cost, np.uint8)
    return CrowdSetup.on(cells, engines=("pibt",)).with_units(5000, 3)


def _own() -> CrowdSetup:
    cells = np.ones((25, 41), np.uint8)
    units = _block(cells, slice(8, 17), slice(3, 9))
    targets = _block(cells, slice(8, 17), slice(-9, -3))
    return CrowdSetup.on(cells, units=units, targets=targets, then="stay")


def _play(**more: Any) -> dict[str, Any]:
    return {"play": True, **more}


SCENES = (
    Scene(
        "A warehouse that never sleeps",
        "Whoever has reached a shelf or a station gets the next order. In the aisles of one cell "
        "units make way for those that have waited longest.",
        CrowdSetup.first,
        _play(layers=["heat", "jams"]),
    ),
    Scene("A bottleneck", "192 units and a door of two cells.", _bottleneck, _play()),
    Scene("Two armies through one gate", "Two armies.", _armies, _play()),
    Scene("Evacuation with many exits", "Evacuation.", _evacuation, _play()),
    Scene("Passing in a corridor with a bay", "Bay.", _corridor, _play(layers=["hints", "jams"])),
    Scene("Five thousand at once", "Thousands.", _thousands, _play()),
    Scene("A floor of your own", "Own.", _own, _play()),
)
_ = replace
