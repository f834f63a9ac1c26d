"""Messages of the playground: the results of searches, and the frames of a path service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.lab.wire.messages import result_message

if TYPE_CHECKING:
    from asterion.lab.playground.frame_run import FrameRun
    from asterion.lab.playground.session import Found


def found_message(
    board: int, version: int, found: Found, shape: tuple[int, ...], *, brief: bool = False
) -> dict[str, Any]:
    """Return the result of a search, with its trace or last state; a brief one has no trace yet."""
    summary = {
        "title": found.run.title,
        "algorithm": found.run.algorithm,
        "name": found.run.name,
        "status": found.status,
        "brief": brief,
        "caption": found.brief_caption if brief else f"{found.caption}{found.playback}",
        **found.row(),
    }
    moments = None if found.moments is None else found.moments.message()
    parts = found.path, found.trace, found.state
    return result_message(board, version, summary, *parts, shape, moments)


def frames_message(version: int, run: FrameRun, *, brief: bool = False) -> dict[str, Any]:
    """Return a run of a path service, with all data to draw any of its frames.

    Units are listed frame by frame, by their numbers in ``frame_run.py``; routes, which units keep
    for several frames, one after the other.
    """
    cols = run.setup.cells.shape[1]
    units = [unit for frame in run.frames for unit in frame]
    return {
        "type": "frames",
        "version": version,
        "shape": run.setup.cells.shape,
        "summary": {
            "title": run.title,
            "caption": run.caption,
            "status": run.status,
            "brief": brief,
            "expansions": run.budget.expansions,  # per frame
            "ends": [[row * cols + col for row, col in ends] for ends in run.setup.units],
        },
        "expanded": run.expanded,  # in each frame
        "sentBack": run.sent_back,  # requests whose path an edit has touched, in each frame
        "route": np.array([unit.route for unit in units], np.uint32),
        "at": np.array([unit.at for unit in units], np.uint32),  # on its route
        "status": bytes(unit.status for unit in units),
        "needs": bytes(unit.needs for unit in units),
        "before": bytes(unit.before for unit in units),  # searches that come before its own
        "nodes": np.concatenate([np.zeros(0, np.int32), *(route.nodes for route in run.routes)]),
        "ends": np.cumsum(
            [len(route.nodes) for route in run.routes], dtype=np.uint32
        ),  # of each route, among the nodes
        "quick": [route.quick for route in run.routes],  # moves from a quick search
        "step": [route.step for route in run.routes],  # the source of the rest
        "edits": run.budget.edits,  # (frame, node, cost), drawn at the end of a frame
    }
