"""Scenes of meshes: their polygons, and a path over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asterion.mesh.mesh import Mesh
from asterion.pictures.scene import Line, Mark, Scene, counted
from asterion.search.path import Path

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

_WIDE = 14.0
_MOST_INNER = 4000  # edges inside that are drawn


def mesh_scene(mesh: Mesh, title: str, path: Path | None = None) -> Scene:
    """The walls of a mesh, thin lines between its polygons, and a path.

    The mesh of a grid is drawn as the grid is, rows downwards; of others the second coordinate is
    upwards.
    """
    points, polygons = mesh.points, mesh.polygons
    low, high = (points.min(0), points.max(0)) if len(points) else (np.zeros(2), np.ones(2))
    scale = _WIDE / max((high - low).max(), 1e-300)

    def places(points: Numbers) -> Numbers:
        if mesh._grid is not None:
            at: Numbers = (points - low)[:, ::-1]
        else:
            at = np.column_stack([points[:, 0] - low[0], high[1] - points[:, 1]])
        at *= scale
        return at

    edges: dict[tuple[int, int], bool] = {}  # whether it is a wall
    for polygon in polygons:
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            if (b, a) in edges:
                edges[b, a] = False
            else:
                edges[a, b] = True
    at = places(points) if len(points) else points
    width, height = (high - low)[:: 1 if mesh._grid is None else -1] * scale
    scene = Scene(float(width), float(height), title)
    inner = [ends for ends, is_wall in edges.items() if not is_wall]
    for ends, role, thick in (
        (inner if len(inner) <= _MOST_INNER else [], "unknown", 0.6),
        ([ends for ends, is_wall in edges.items() if is_wall], "wall", 1.8),
    ):
        if ends:
            gaps = np.full((len(ends), 1, 2), np.nan)
            line = np.concatenate([at[np.array(ends)], gaps], 1).reshape(-1, 2)
            scene.lines.append(Line(line, role, thick))
    if path is not None and len(path):
        line = places(path.points)
        scene.lines.append(Line(line, "path", 3.5, cased=True))
        for (x, y), shape, role, label in (
            (line[-1].tolist(), "diamond", "goal", "goal"),
            (line[0].tolist(), "ring", "agent", "start"),
        ):
            scene.marks.append(Mark(x, y, shape, role, label))
        scene.key += [("agent", "start"), ("goal", "goal")]
    return scene


def mesh_in_words(mesh: Mesh) -> str:
    """The size of a mesh."""
    return f"{counted(len(mesh.polygons), 'polygon')}, {counted(len(mesh.points), 'point')}"
