"""Scenes of the crowds page: where units meet, queue and pass."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.lab.crowds.floors import halls, offices, pillars
from asterion.lab.crowds.setup import CrowdSetup, Event
from asterion.lab.maps.scenes import Scene

if TYPE_CHECKING:
    from asterion.lab.maps.map_setup import Cells

_BOTH = "pibt", "lacam"
_SHUT = 20  # the tick before which exits are shut


def _block(like: Cells, rows: slice, cols: slice, team: int = 1) -> Cells:
    """A layer with a team in a rectangle."""
    layer = np.zeros_like(like)
    layer[rows, cols] = team
    return layer


def _facing(cells: Cells, rows: slice, left: slice, right: slice, **parts: Any) -> CrowdSetup:
    """Two sides, each with its goals where the other one stands."""
    return CrowdSetup.on(
        cells,
        units=_block(cells, rows, left) + _block(cells, rows, right, 2),
        targets=_block(cells, rows, right) + _block(cells, rows, left, 2),
        then="stay",
        **parts,
    )


def _guided() -> CrowdSetup:
    return replace(CrowdSetup.first().with_units(240), engines=("pibt", "pibt-guided"))


def _bottleneck() -> CrowdSetup:
    cells, rows = halls(24, 24, 2), slice(4, 20)
    units = _block(cells, rows, slice(3, 15))
    return CrowdSetup.on(cells, units=units, targets=units[:, ::-1].copy(), then="stay")


def armies(rows: int, wide: int, gate: int) -> CrowdSetup:
    """Two sides in halls of this size, and a gate between them."""
    return _facing(halls(rows, wide, gate), slice(4, -4), slice(2, 10), slice(-10, -2))


def _armies() -> CrowdSetup:
    return replace(armies(36, 17, 4), engines=_BOTH)


def _evacuation() -> CrowdSetup:
    cells, targets = offices()
    shut = tuple(np.flatnonzero(targets[0]).tolist())
    script = (Event(_SHUT, "costs", 0, shut),)
    setup = CrowdSetup.on(cells, targets=targets, then="leave").with_units(700, 5)
    return replace(setup, script=script)


def _corridor() -> CrowdSetup:
    """A corridor of one cell with a bay, and a room at each end."""
    cells = np.zeros((7, 21), np.uint8)
    cells[3] = cells[2, 10] = 1
    cells[1:6, :4] = cells[1:6, -4:] = 1
    return _facing(cells, slice(2, 5), slice(1, 2), slice(-2, -1), engines=_BOTH)


def _thousands() -> CrowdSetup:
    cells, rows = pillars(112, 190), slice(6, 106)
    units = _block(cells, rows, slice(2, 27)) + _block(cells, rows, slice(-27, -2), 2)
    targets = _block(cells, rows, slice(-1, None)) + _block(cells, rows, slice(0, 1), 2)
    return CrowdSetup.on(cells, units=units, targets=targets, then="leave")


def _own() -> CrowdSetup:
    cells = np.ones((25, 41), np.uint8)
    return _facing(cells, slice(6, 19), slice(3, 7), slice(-7, -3))


def _play(*layers: str, **view: Any) -> dict[str, Any]:
    return {"play": True, "layers": ["goals", "jams", *layers], **view}


SCENES = (
    Scene(
        "A warehouse that never sleeps",
        "A unit that reaches a shelf or a station gets its next order at once. The layer _heat_ "
        "shows where they have been moving; a ring marks a unit that has stood for ten ticks.",
        CrowdSetup.first,
        _play("heat"),
    ),
    Scene(
        "Aisles become one-way streets",
        "The same 240 units with the same orders, plain and guided. Guided units keep out of each "
        "other's way from afar, and get more orders done.",
        _guided,
        _play("heat"),
    ),
    Scene(
        "A bottleneck",
        "192 units and a door of two cells: no more than two get through in a tick, so the crowd "
        "needs 96 ticks and more, however fast each of them walks.",
        _bottleneck,
        _play(),
    ),
    Scene(
        "Two armies through one gate",
        "448 units change sides through a gate of four cells. Never are two of them in one cell, "
        "and none swap; with both engines all of them arrive.",
        _armies,
        _play(),
    ),
    Scene(
        "Evacuation with many exits",
        "Everyone leaves by the nearest exit. After 20 ticks the exits at the top are shut, and "
        "the queues before them turn to others. Shut one yourself, with a wall.",
        _evacuation,
        _play("heat", tool="wall"),
    ),
    Scene(
        "Passing in a corridor with a bay",
        "Three meet three in a corridor of one cell, whose bay has room for one. They back out, "
        "pass, and all arrive. The layer _hints_ hatches the cells where units may "
        "jam.",
        _corridor,
        _play("hints"),
    ),
    Scene(
        "Five thousand at once",
        "2500 units of each side walk through each other, between pillars, and off the map on the "
        "other side.",
        _thousands,
        _play(),
    ),
    Scene(
        "A floor of your own",
        "Draw walls in their way, add units, and give each team other goals: they turn to them "
        "with the next tick.",
        _own,
        _play(tool="wall"),
    ),
)
