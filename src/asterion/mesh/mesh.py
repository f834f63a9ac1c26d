"""``at.Mesh``: ground on which a point moves in any direction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from operator import index
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, counted, short_repr
from asterion.mesh.rings import Area, area_of, ground_of, outlines
from asterion.world.arguments import number
from asterion.world.base import PointWorld
from asterion.world.checks import check_plain
from asterion.world.grid import GridWorld
from asterion.world.indexing import number_array
from asterion.world.notebooks import pictured

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Point = tuple[float, float]
    PointIn = Union[Sequence[float], npt.NDArray[Any]]  # noqa: UP007 - as other arguments say it
    Ring = Union[Sequence[PointIn], npt.NDArray[Any]]  # noqa: UP007


@pictured
class Mesh(PointWorld):
    """Ground of convex polygons: a point on it may go anywhere inside, in straight lines.

    ``Mesh(points, polygons)`` takes polygons as lists of numbers of points, and keeps them;
    :meth:`from_polygons` and :meth:`from_grid` make them. Two polygons with a common edge are
    joined. :func:`find_path` returns a shortest path. A point may touch walls and corners, but
    does not pass between two walls that touch at a corner.

    Coordinates are rounded to a raster of 2^-k, the finest for which they stay below 2^45: by at
    most 2^-45 of the size of the mesh. All else is exact, except where the outlines of obstacles
    cross: both then bend to the nearest point of the raster. Lengths are rounded as floats are.

    O(n log n) time for n points. Threads may search a mesh while others edit it; each answer is
    right for a version that the mesh had during the call. A copy or a pickle holds the polygons as
    they are, without the ids of obstacles.

    >>> import asterion as at
    >>> mesh = at.Mesh([(0, 0), (4, 0), (4, 3), (0, 3)], [(0, 1, 2, 3)])
    >>> rock = mesh.cut([(1, 0), (3, 0), (3, 2), (1, 2)])
    >>> at.find_path(mesh, (0, 0), (4, 0)).points.tolist()
    [[0.0, 0.0], [1.0, 2.0], [3.0, 2.0], [4.0, 0.0]]
    >>> mesh.fill(rock)
    >>> at.find_path(mesh, (0, 0), (4, 0)).cost
    4.0

    Raises
    ------
    ValueError  ``polygons[1] is not convex at (2.0, 1.0)``
    """

    def __init__(self, points: Ring, polygons: Iterable[Sequence[int]]) -> None:
        array = points_of(points, "points")
        rings = [_ring(array, polygon, f"polygons[{i}]") for i, polygon in enumerate(polygons)]
        self._core_mesh = _core.Mesh.of_polygons(rings)
        self._grid: GridWorld | None = None

    @classmethod
    def _of(cls, core: _core.Mesh, grid: GridWorld | None = None) -> Mesh:
        mesh = cls.__new__(cls)
        mesh._core_mesh, mesh._grid = core, grid
        return mesh

    @classmethod
    def from_polygons(cls, outline: Any, holes: Iterable[Any] = ()) -> Mesh:
        """Return the mesh of an outline less some holes.

        Each is a list or an (n, 2) array of points, in either direction; ``outline`` may also be a
        Polygon or a MultiPolygon of shapely, with holes of its own. Holes may overlap, touch each
        other and reach over the outline. They have the ids 0, 1, 2 ..., which :meth:`fill` takes.
        Where a ring crosses or touches itself, all are repaired by shapely, if that is installed,
        and rings get ids as they come out of it.

        >>> import asterion as at
        >>> square = [(0, 0), (4, 0), (4, 4), (0, 4)]
        >>> hole = [(1, 1), (3, 1), (3, 3), (1, 3)]
        >>> mesh = at.Mesh.from_polygons(square, [hole])
        >>> mesh.contains((2, 2)), mesh.contains((1, 2))
        (False, True)

        Raises
        ------
        ValueError  ``outline crosses or touches itself at (1.0, 1.0)``
        """
        areas = _areas_of(outline, "outline")
        each = (_areas_of(hole, f"holes[{i}]") for i, hole in enumerate(holes))
        return cls._of(
            ground_of(areas, [ring for parts in each for part in parts for ring in part.outer])
        )

    @classmethod
    def from_grid(cls, grid: GridWorld) -> Mesh:
        r"""Return the mesh of the free cells of a grid, or of a view of one, which it follows.

        Points are (row, column); cell (r, c) is the square of side 1 around (r, c). After an edit
        of the grid the next query changes the mesh where cells have changed. For squares without
        links and fences; costs and the diagonal rule do not matter.

        >>> import asterion as at
        >>> grid = at.Grid.from_text("...\n.#.\n...")
        >>> mesh = at.Mesh.from_grid(grid)
        >>> at.find_path(mesh, (0, 0), (1, 2)).points.tolist()
        [[0.0, 0.0], [0.5, 1.5], [1.0, 2.0]]
        >>> grid[1, 1] = 1
        >>> at.find_path(mesh, (1, 0), (1, 2)).cost
        2.0
        """
        check_plain(grid, "Mesh.from_grid")
        return cls._of(_core.Mesh.of_view(grid._core_view), grid)

    @property
    def version(self) -> int:
        """The number of edits."""
        return self._core_mesh.version()

    @property
    def points(self) -> Numbers:
        """The points of the polygons, an (n, 2) array."""
        return self._core_mesh.shape()[0]

    @property
    def polygons(self) -> list[tuple[int, ...]]:
        """The convex polygons, as numbers of their points, counterclockwise."""
        _, corners, ends = self._core_mesh.shape()
        return [tuple(part.tolist()) for part in np.split(corners, ends[:-1]) if len(part)]

    @property
    def outlines(self) -> list[tuple[Numbers, list[Numbers]]]:
        """The outlines of the free ground: for each piece an outer ring, and those of its holes.

        Rings are (n, 2) arrays, simple, with the ground on their left. Pieces that only touch at a
        corner are apart. ``shapely.MultiPolygon(mesh.outlines)`` is the same ground. O(n log n).

        >>> import asterion as at
        >>> mesh = at.Mesh.from_polygons([(0, 0), (9, 0), (9, 9), (0, 9)])
        >>> _ = mesh.cut([(4, 4), (5, 4), (5, 5)])
        >>> [(len(outer), [len(hole) for hole in holes]) for outer, holes in mesh.outlines]
        [(4, [3])]
        """
        return outlines(*self._core_mesh.shape())

    def contains(self, point: PointIn, *, radius: float = 0.0) -> bool:
        """Return whether a point is on free ground, or on its edge; or a disc has room there."""
        return self._core_mesh.contains(*point_of(point, "point"), checked_radius(radius))

    def nearest(self, point: PointIn, *, radius: float = 0.0) -> Point:
        """Return the point of free ground that is nearest to a point, or where a disc has room.

        >>> import asterion as at
        >>> at.Mesh([(0, 0), (4, 0), (4, 3), (0, 3)], [(0, 1, 2, 3)]).nearest((5, 1))
        (4.0, 1.0)

        Raises
        ------
        ValueError  ``the mesh has no free ground``
        """
        x, y = self._node(point, "point")
        found = self._core_mesh.nearest(x, y, checked_radius(radius))
        if found is None and radius:
            raise InvalidValue(f"the mesh has no room for the radius {radius}")
        if found is None:
            raise InvalidValue("the mesh has no free ground")
        return found

    def cut(self, polygon: Ring) -> int:
        """Take a polygon out of the free ground; return an id, with which :meth:`fill` undoes it.

        Obstacles may overlap, touch each other and reach over the outline. Only what the polygon
        touches is made again.

        Raises
        ------
        ValueError  ``polygon crosses or touches itself at (1.0, 1.0)``
        """
        return self._core_mesh.cut(points_of(polygon, "polygon"))

    def fill(self, id: int) -> None:  # noqa: A002 - what cut returns
        """Take an obstacle away; ground under other obstacles remains closed.

        Raises
        ------
        ValueError  ``there is no obstacle 7; mesh.cut returns the id of each``
        """
        try:
            which = index(id)
        except TypeError:
            raise InvalidType(f"id is {short_repr(id)}; mesh.cut returns the id of each") from None
        self._core_mesh.fill(max(-1, min(which, 2**40)))

    def distances(self, point: PointIn, points: Ring, *, radius: float = 0.0) -> Numbers:
        """Return the length of the shortest path from a point to each of several.

        One search for all; ``inf`` where there is no path.

        >>> import asterion as at
        >>> mesh = at.Mesh([(0, 0), (4, 0), (4, 3), (0, 3)], [(0, 1, 2, 3)])
        >>> mesh.distances((0, 0), [(4, 3), (0, 1), (9, 9)]).tolist()
        [5.0, 1.0, inf]
        """
        ends = start_of(point, "point"), points_of(points, "points")
        return self._core_mesh.distances(*ends, checked_radius(radius))

    def _node(self, point: PointIn, what: str) -> Point:
        """A point as users write it, anywhere."""
        place = point_of(point, what)
        if not np.isfinite(place).all():
            raise InvalidValue(f"{what} is {place}; coordinates must be finite")
        return place

    def _name(self, point: Point | None) -> Point | None:
        """As users read it."""
        return point

    def _line_of_sight(self, a: Any, b: Any, radius: float) -> bool:
        ends = np.array([point_of(a, "a"), point_of(b, "b")])
        return self._core_mesh.in_sight(ends, checked_radius(radius))

    def __reduce__(self) -> Any:
        return Mesh, (self.points, self.polygons)

    def __repr__(self) -> str:
        points, _, ends = self._core_mesh.shape()
        return f"<Mesh: {counted(len(ends), 'polygon')}, {counted(len(points), 'point')}>"


def point_of(value: Any, what: str) -> Point:
    """A point as users write it: two numbers."""
    array = number_array(value, what)
    if array.shape != (2,):
        raise InvalidValue(f"{what} is {short_repr(value)}; a point is a pair of numbers")
    return float(array[0]), float(array[1])


def checked_radius(value: Any) -> float:
    """A radius as users write it."""
    return number("radius", value, finite=True)


def start_of(value: Any, what: str) -> Numbers:
    """A point as an array of one row."""
    return np.array([point_of(value, what)])


def points_of(value: Any, what: str) -> Numbers:
    """Several points as users write them: a list, a set, or an (n, 2) array."""
    array = number_array([*value] if isinstance(value, AbstractSet) else value, what)
    if not array.size:
        array = array.reshape(0, 2)
    if array.ndim != 2 or array.shape[1] != 2:
        raise InvalidValue(
            f"{what} has the shape {array.shape}; points are pairs of numbers, an (n, 2) array"
        )
    return np.ascontiguousarray(array, np.float64)


def goals_of(value: Any, what: str) -> Numbers:
    """One point, or several."""
    array = number_array([*value] if isinstance(value, AbstractSet) else value, what)
    if array.ndim == 1:
        return start_of(value, what)
    goals = points_of(value, what)
    if not len(goals):
        raise InvalidValue(f"{what} is {short_repr(value)}; it must have at least one point")
    return goals


def _ring(points: Numbers, polygon: Any, what: str) -> Numbers:
    """The points of a polygon."""
    try:
        numbers = [index(each) for each in polygon]
    except TypeError:
        raise InvalidType(
            f"{what} is {short_repr(polygon)}; it must be a list of numbers of points"
        ) from None
    for each in numbers:
        if not 0 <= each < len(points):
            raise InvalidValue(
                f"{what} has point {each}; there are {counted(len(points), 'point')}, from 0"
            )
    return np.ascontiguousarray(points[numbers])


def _areas_of(value: Any, what: str) -> list[Area]:
    """The areas of a polygon: points, or a geometry of shapely."""
    if not hasattr(value, "geom_type"):
        return [Area([points_of(value, what)], [])]
    parts = [*getattr(value, "geoms", [value])]
    for part in parts:
        if part.geom_type != "Polygon":
            raise InvalidValue(f"{what} is a {value.geom_type}; it must be a Polygon")
    return [area_of(part) for part in parts if not part.is_empty]
