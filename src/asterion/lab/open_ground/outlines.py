"""Ground from files of outlines, moved and scaled to the size of the page's ground."""

from __future__ import annotations

from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from asterion.io import load_mesh
from asterion.io.writing import write_file
from asterion.lab.open_ground.setup import (
    HEIGHT,
    OUTLINE,
    WIDTH,
    GroundSetup,
    is_own_file,
    place_of,
    shape_of,
)
from asterion.mesh.mesh import Mesh

if TYPE_CHECKING:
    import numpy.typing as npt

_UPWARD = (".geojson", ".json")  # y grows upwards there, and downwards on the page


def setup_in(data: bytes, name: str) -> GroundSetup:
    """Return the ground in a file: one saved here, or outlines that at.load_mesh reads."""
    ending = PurePath(name).suffix.lower()
    text = data.decode("utf-8", "replace")
    if ending == ".json" and is_own_file(text):
        return GroundSetup.from_file(text)
    with TemporaryDirectory(prefix="asterion-") as folder:
        file = Path(folder, PurePath(name).name)
        write_file(file, [data])
        mesh = load_mesh(file)
    return fitted(mesh, upward=ending in _UPWARD)


def fitted(mesh: Mesh, *, upward: bool) -> GroundSetup:
    """Return the free ground of a mesh in the middle of the page's, as large as it can be."""
    least, most = mesh.points.min(axis=0), mesh.points.max(axis=0)
    times = min((WIDTH, HEIGHT) / (most - least))
    room = (np.array([WIDTH, HEIGHT]) - times * (most - least)) / 2

    def moved(points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        there = np.array(points, np.float64)
        if upward:
            there[:, 1] = least[1] + most[1] - there[:, 1]
        return np.asarray((there - least) * times + room)

    # What is outside of the outlines is closed: in convex pieces, as an obstacle has no holes.
    outside = Mesh.from_polygons(OUTLINE, [moved(outer) for outer, _ in mesh.outlines])
    shapes = [outside.points[list(polygon)] for polygon in outside.polygons]
    shapes += [moved(hole) for _, holes in mesh.outlines for hole in holes]
    setup = GroundSetup(tuple(shape_of(shape.tolist()) for shape in shapes))
    ground = Mesh(OUTLINE, [(0, 1, 2, 3)])
    for shape in setup.obstacles:
        ground.cut(shape)
    start, goal = (place_of(*ground.nearest(end)) for end in (setup.start, setup.goal))
    return GroundSetup(setup.obstacles, start, goal)
