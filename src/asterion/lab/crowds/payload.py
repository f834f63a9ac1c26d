"""Messages of the crowds page: the map with its layers, and moments of the walk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.lab.crowds.session import JAM
from asterion.lab.wire.messages import map_message

if TYPE_CHECKING:
    from asterion.lab.crowds.session import CrowdSession

_SMALL = 2**16  # cells that 16 bits count
_MOST = 255  # ticks of waiting that are told


def layers_message(session: CrowdSession, number: int) -> dict[str, Any]:
    """Return the map as it is now; ``number`` counts sessions."""
    return {
        **map_message(session.setup),
        "start": -1,  # there are none
        "goal": -1,
        "costs": np.asarray(session.world.cost, np.uint8),
        "targets": session.targets,
        "hints": session.hints,
        "jam": JAM,
        "session": number,
    }


def moment(session: CrowdSession) -> dict[str, Any]:
    """Return where all units are, board by board; arrays have a row for each unit."""
    small = session.world.cost.size <= _SMALL
    cells = np.uint16 if small else np.uint32
    return {
        "tick": session.tick,
        "boards": [
            {
                "ids": walk.ids.astype(np.uint32),
                "cells": walk.cells.astype(cells),
                "goals": walk.goals.astype(cells),
                "teams": session.teams_of(walk.ids),
                "waits": np.minimum(walk.waits, _MOST).astype(np.uint8),
                "counts": walk.counts._asdict(),
            }
            for walk in session.walks
        ],
    }
