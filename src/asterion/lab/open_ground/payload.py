"""Messages of the open ground page: the answer with its arrays, and the words about the search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.lab.searches.about import lines_of
from asterion.search.registry import info_of

if TYPE_CHECKING:
    from asterion.lab.open_ground.session import Answer, Line

# As lab/searches/about.py has them for the searches of the registry.
ABOUT = {
    "title": "Polyanya",
    "summary": "The shortest path for a point among convex polygons, found without a graph.",
    "lines": lines_of(info_of("any-angle")),
    "guarantee": "Optimal. A disc follows the same search on ground that is shrunk by its radius; "
    "arcs are drawn as straight lines, at most 0.1 % longer.",
    "page": "/algorithms/search/any-angle",
    "paper": "M. Cui, D. Harabor, A. Grastien, Compromise-free Pathfinding on a Navigation Mesh, "
    "IJCAI 2017",
}


def answer_message(answer: Answer) -> dict[str, Any]:
    """Return the searches of a set-up, with coordinates of the ground."""
    setup = answer.setup
    points, polygons = answer.mesh
    return {
        "type": "answer",
        "mesh": {
            "points": points.astype(np.float32),
            "corners": np.array([corner for each in polygons for corner in each], np.int32),
            "ends": np.cumsum([len(each) for each in polygons], dtype=np.int32),
        },
        "intervals": answer.intervals.astype(np.float32),
        "f": answer.f.astype(np.float32),
        "start": setup.start,
        "radius": setup.radius,
        "line": _line(answer, answer.line),
        "cell": setup.cell,
        "free": answer.free.astype(np.uint8),
        "lines": [_line(answer, line) for line in answer.grid_lines],
        "about": ABOUT,
    }


def _line(answer: Answer, line: Line) -> dict[str, Any]:
    is_found = len(line.points) > 0
    return {
        "title": line.title,
        "message": line.message,
        "points": line.points.astype(np.float32),
        "length": line.length if is_found else None,
        "overrun": answer.overrun(line) if is_found and line is not answer.line else "",
    }
