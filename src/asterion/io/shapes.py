"""Shapes of a drawing, collected and then made into a mesh."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import numpy as np

from asterion.errors import InvalidValue, counted
from asterion.io import checks
from asterion.mesh.mesh import Mesh
from asterion.mesh.rings import Area, even_odd, ground_of, on_raster, parts_of, raster_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

GROUND = "ground"  # the name of shapes that are no obstacles


class Shapes:
    """Ground and obstacles, as the rings around them. Rings without area are ignored."""

    def __init__(self, path: FilePath) -> None:
        self.path = path
        self.ground: list[Area | list[Numbers]] = []
        self.obstacles: list[Area | list[Numbers]] = []
        self._points = self._rings = 0

    def add(self, what: str, shape: Area | list[Numbers], *, is_ground: bool) -> None:
        """Add an area, or all that is inside an odd number of these rings."""
        for ring in _rings_of(shape):
            self._points += len(ring)
            self._rings += 1
            for number, most, name in (
                (self._points, checks.POINT_LIMIT, "point"),
                (self._rings, checks.RING_LIMIT, "ring"),
            ):
                if number > most:
                    raise InvalidValue(
                        f"{self.path.name}: {what} is beyond the limit of {counted(most, name)}"
                    )
            unfit = ~(np.abs(ring) <= checks.FAR)
            if unfit.any():
                raise InvalidValue(
                    f"{self.path.name}: {what} has the coordinate {float(ring[unfit][0])}; "
                    f"coordinates are finite, up to {checks.FAR:g}"
                )
        (self.ground if is_ground else self.obstacles).append(shape)

    def mesh(self) -> Mesh:
        """Return the mesh of all that is in a shape of the ground and in no obstacle."""
        every = [*self.ground, *self.obstacles]
        k = raster_of([ring for shape in every for ring in _rings_of(shape)])
        ground, obstacles = (
            [area for shape in shapes for area in _areas(shape, k)]
            for shapes in (self.ground, self.obstacles)
        )
        try:
            solid = [ring for area in obstacles for ring in parts_of(area)]
            return Mesh._of(ground_of(ground, solid))
        except InvalidValue as error:
            raise InvalidValue(f"{self.path.name}: {error}") from None


def _rings_of(shape: Area | list[Numbers]) -> list[Numbers]:
    return [*shape.outer, *shape.holes] if isinstance(shape, Area) else shape


def _areas(shape: Area | list[Numbers], k: int) -> list[Area]:
    """The areas of a shape, of rings on the raster of the mesh."""

    def with_area(rings: list[Numbers]) -> list[Numbers]:
        each = (on_raster(ring, k) for ring in rings)
        return [ring for ring in each if not _is_flat(ring)]

    if isinstance(shape, Area):
        areas = [Area(with_area(shape.outer), with_area(shape.holes))]
    else:
        areas = even_odd(with_area(shape))
    return [area for area in areas if area.outer]


def _is_flat(ring: Numbers) -> bool:
    """Whether all points of a ring are in a line."""
    if len(ring) < 3:
        return True
    ways = ring - ring[0]
    far = ways[np.abs(ways).max(1).argmax()]
    turns = np.abs(far[0] * ways[:, 1] - far[1] * ways[:, 0])
    if turns.max() > 1e-9 * np.abs(far).max() ** 2:
        return False
    from fractions import Fraction  # noqa: PLC0415 - importing it takes a millisecond

    x, y = map(Fraction, far.tolist())
    return all(x * Fraction(b) == y * Fraction(a) for a, b in ways.tolist())
