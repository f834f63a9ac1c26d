"""Rings of points: outlines of free ground, and free ground inside outlines.

An area is outer rings and the rings of holes in them, all simple: a point is in the area if it is
inside an outer ring and in no hole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from math import frexp
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion import _core
from asterion.errors import InvalidValue

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Indices = npt.NDArray[np.int64]
    Piece = tuple[Numbers, list[Numbers]]  # of ground: its outer ring and its holes

_BITS, _FINEST = 45, 1000  # of the raster of a mesh: see cpp/asterion/mesh/raster.hpp
_CROSSES = "crosses or touches itself"


class Area(NamedTuple):
    """Outer rings, and holes in them."""

    outer: list[Numbers]
    holes: list[Numbers]


# --- From rings to ground


def ground_of(
    areas: Sequence[Area], obstacles: Sequence[Numbers], *, repairs: bool = True
) -> _core.Mesh:
    """Return the mesh of all that is in an area and in no obstacle.

    Areas may overlap, and one may be in a hole of another. Obstacles get the ids 0, 1, 2 ...; of a
    single area the holes come first. Rings that cross themselves are repaired by shapely, if it is
    installed; then ids follow the repaired rings.
    """
    areas = [area for area in areas if area.outer]
    if len(areas) == 1:
        return _of_rings(areas[0].outer, [*areas[0].holes, *obstacles], repairs=repairs)
    if any(area.holes for area in areas):
        rings = [ring for area in areas for ring in (*area.outer, *area.holes)]
        k = raster_of([*rings, *obstacles])
        areas = [Area(*([on_raster(ring, k) for ring in part] for part in each))
                 for each in areas]  # fmt: skip
    outer = [ring for area in areas for ring in parts_of(area, repairs=repairs)]
    return _of_rings(outer, [*obstacles], repairs=repairs)


def parts_of(area: Area, *, repairs: bool = True) -> list[Numbers]:
    """Rings without holes that cover the area: its outer rings, or convex polygons."""
    if not area.holes:
        return area.outer
    points, corners, ends = _of_rings(*area, repairs=repairs).shape()
    return [points[part] for part in np.split(corners, ends[:-1]) if len(part)]


def _of_rings(outer: list[Numbers], holes: list[Numbers], *, repairs: bool) -> _core.Mesh:
    try:
        return _core.Mesh.of_rings(outer, holes)
    except InvalidValue as error:
        if not repairs or _CROSSES not in str(error):
            raise
        areas = _repaired(outer, holes)
        if areas is None:
            raise InvalidValue(f"{error}; with shapely installed, it is repaired") from None
    return ground_of(areas, [], repairs=False)


def _repaired(outer: list[Numbers], holes: list[Numbers]) -> list[Area] | None:
    """The same ground in rings that do not cross themselves; None without shapely."""
    try:
        shapely: Any = import_module("shapely")
    except ImportError:
        return None
    if not all(np.isfinite(ring).all() for ring in (*outer, *holes)):
        return None  # the core says where

    # In steps of the raster, on which it must not cross itself, and small enough to be multiplied.
    k = raster_of([*outer, *holes])

    def union(rings: list[Numbers]) -> Any:
        scaled = [np.ldexp(ring, k) for ring in rings if len(ring) > 2]
        return shapely.unary_union([shapely.make_valid(shapely.Polygon(ring)) for ring in scaled])

    with np.errstate(all="ignore"):  # of divisions by zero on its way
        free = shapely.set_precision(union(outer).difference(union(holes)), 1)
    parts = [each for each in getattr(free, "geoms", [free]) if each.geom_type == "Polygon"]
    areas = [area_of(part) for part in parts if not part.is_empty]
    return [Area(*([np.ldexp(ring, -k) for ring in rings] for rings in area)) for area in areas]


def area_of(polygon: Any) -> Area:
    """The area of a polygon of shapely."""
    exterior, *interiors = (
        np.ascontiguousarray(np.array(ring.coords, np.float64)[:, :2])
        for ring in (polygon.exterior, *polygon.interiors)
    )
    return Area([exterior], interiors)


def raster_of(rings: Iterable[Numbers]) -> int:
    """The k of the raster that a mesh of these rings has."""
    size = max((float(np.abs(ring[np.isfinite(ring)]).max(initial=0)) for ring in rings), default=0)
    return min(_BITS - frexp(size or 1)[1], _FINEST)


def on_raster(ring: Numbers, k: int) -> Numbers:
    """The ring as the mesh of all will have it, so that parts of it are cut from the same one."""
    return np.ldexp(np.rint(np.ldexp(ring, k)), -k)


# --- Areas of rings by the even-odd rule


def even_odd(rings: list[Numbers]) -> list[Area]:
    """The areas between rings that do not cross: those inside an odd number of them.

    O(n^2) time for n rings, with a small constant: boxes are compared first.
    """
    levels: list[Area] = []
    each = zip((len(around) for around in _around(rings)), rings, strict=True)
    for depth, ring in sorted(each, key=lambda pair: pair[0]):
        while len(levels) <= depth // 2:
            levels.append(Area([], []))
        levels[depth // 2][depth % 2].append(ring)
    return levels


def _around(rings: list[Numbers]) -> list[list[int]]:
    """For each ring the numbers of those around it."""
    if len(rings) < 2:
        return [[] for _ in rings]
    low, high = (np.array([edge(ring) for ring in rings]) for edge in (_low, _high))
    k = raster_of(rings)
    sizes = np.array([abs(signed_area(ring, k)) for ring in rings])
    order = np.empty(len(rings), np.int64)  # the larger of two rings may be around the other
    order[np.argsort(-sizes, kind="stable")] = np.arange(len(rings))
    found = []
    for i, ring in enumerate(rings):
        x, y = _point_inside(ring)
        near = (low[:, 0] < x) & (x < high[:, 0]) & (low[:, 1] < y) & (y < high[:, 1])
        nearest = np.flatnonzero(near & (order < order[i])).tolist()
        found.append([j for j in nearest if len(_crossings(rings[j], y, beyond=x)) % 2])
    return found


def _low(ring: Numbers) -> Numbers:
    return np.asarray(ring.min(0))


def _high(ring: Numbers) -> Numbers:
    return np.asarray(ring.max(0))


def _point_inside(ring: Numbers) -> tuple[float, float]:
    """A point inside a simple ring: on a level line between corners, in the widest stretch."""
    heights = np.unique(ring[:, 1])
    widest = int(np.diff(heights).argmax()) if len(heights) > 1 else 0
    y = float(heights[widest : widest + 2].mean())
    xs = np.sort(_crossings(ring, y))
    if len(xs) < 2:
        return float(ring[0, 0]), y
    at = int((xs[1::2] - xs[: len(xs) // 2 * 2 : 2]).argmax())
    return float(xs[2 * at : 2 * at + 2].mean()), y


def _crossings(ring: Numbers, y: float, beyond: float = -np.inf) -> Numbers:
    """Where a ring crosses the level line at y, to the right of x = ``beyond``."""
    after = np.roll(ring, -1, 0)
    cut = (ring[:, 1] > y) != (after[:, 1] > y)
    a, b = ring[cut], after[cut]
    xs = a[:, 0] + (y - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
    return np.asarray(xs[xs > beyond])


def signed_area(ring: Numbers, k: int = 0) -> float:
    """The area inside a ring in steps of a raster of 2^-k, below 0 if it is clockwise."""
    x, y = np.ldexp(ring - ring[0], k).T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)


def free_of_islands(holes: list[Numbers], outer: list[Numbers]) -> list[Numbers]:
    """Rings that cover these holes, less the islands in them, each of which has an outer ring.

    A hole without islands remains; others become convex polygons.
    """
    inside: list[list[Numbers]] = [[] for _ in holes]
    for island, around in zip(outer, _around([*holes, *outer])[len(holes) :], strict=True):
        for i in around:
            if i < len(holes):
                inside[i].append(island)
    return [
        ring
        for hole, islands in zip(holes, inside, strict=True)
        for ring in parts_of(Area([hole], islands))
    ]


# --- From polygons to their outlines


def outlines(points: Numbers, corners: Indices, ends: Indices) -> list[Piece]:
    """The outer ring and the holes of each piece of the ground that polygons cover.

    Polygons are joined at edges only, so that all rings are simple: a hole that touches the outer
    ring, or another hole, at a corner has a ring of its own.
    """
    after = np.arange(1, len(corners) + 1)
    after[ends - 1] = np.concatenate([[0], ends[:-1]])
    heads = corners[after]
    keys, twins = corners * len(points) + heads, heads * len(points) + corners
    order = np.argsort(keys)
    found = order[np.searchsorted(keys, twins, sorter=order) % max(1, len(order))]
    is_wall = keys[found] != twins
    polygon = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    piece = _pieces(polygon, np.where(is_wall, -1, polygon[found]))
    walls: dict[tuple[int, int], list[int]] = {}  # from a corner of a piece, where they lead
    for edge in np.flatnonzero(is_wall).tolist():
        walls.setdefault((piece[polygon[edge]], int(corners[edge])), []).append(int(heads[edge]))
    rings, k = _rings(points, walls), raster_of([points])
    outer = {of: ring for of, ring in rings if signed_area(ring, k) > 0}
    holes: dict[int, list[Numbers]] = {of: [] for of in outer}
    for of, ring in rings:
        if ring is not outer[of]:
            holes[of].append(ring)
    return [(ring, holes[of]) for of, ring in outer.items()]


def _pieces(polygon: Indices, beyond: Indices) -> list[int]:
    """The piece of each polygon, by the first polygon of it; ``beyond`` is -1 at a wall."""
    count = int(polygon[-1]) + 1 if len(polygon) else 0
    joined: list[list[int]] = [[] for _ in range(count)]
    inner = beyond >= 0
    for a, b in zip(polygon[inner].tolist(), beyond[inner].tolist(), strict=True):
        joined[a].append(b)
    piece = [-1] * count
    for first in range(count):
        if piece[first] >= 0:
            continue
        piece[first], open_ = first, [first]
        while open_:
            for other in joined[open_.pop()]:
                if piece[other] < 0:
                    piece[other] = first
                    open_.append(other)
    return piece


def _rings(points: Numbers, walls: dict[tuple[int, int], list[int]]) -> list[tuple[int, Numbers]]:
    """Chain walls to rings, with the ground on the left, each with its piece.

    Where a piece touches itself in a corner, a ring turns around the wall that it came along, not
    around the ground: only so no ring passes the corner twice.
    """
    found = []
    while walls:
        (piece, first), _ = next(iter(walls.items()))
        ring = [first, _next(points, walls, piece, None, first)]
        while ring[-1] != first:
            ring.append(_next(points, walls, piece, ring[-2], ring[-1]))
        found.append((piece, points[ring[:-1]]))
    return found


def _next(
    points: Numbers,
    walls: dict[tuple[int, int], list[int]],
    piece: int,
    previous: int | None,
    corner: int,
) -> int:
    """Take the wall from a corner that follows on the one from the previous corner."""
    choices = walls[piece, corner]
    best = choices[0]
    if previous is not None and len(choices) > 1:
        back, ways = (_way(points, corner, previous), [_way(points, corner, c) for c in choices])
        at = 0
        for i in range(1, len(ways)):
            if _is_before(back, ways[i], ways[at]):
                at = i
        best = choices[at]
    choices.remove(best)
    if not choices:
        del walls[piece, corner]
    return best


def _way(points: Numbers, a: int, b: int) -> tuple[Fraction, Fraction]:
    from fractions import Fraction  # noqa: PLC0415 - importing it takes a millisecond

    (ax, ay), (bx, by) = points[a].tolist(), points[b].tolist()
    return Fraction(bx) - Fraction(ax), Fraction(by) - Fraction(ay)


def _is_before(
    back: tuple[Fraction, Fraction], a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction]
) -> bool:
    """Whether a comes before b on the way around, counterclockwise from ``back``."""

    def turn(p: tuple[Fraction, Fraction], q: tuple[Fraction, Fraction]) -> Fraction:
        return p[0] * q[1] - p[1] * q[0]

    half_a, half_b = (turn(back, way) < 0 for way in (a, b))
    return half_b if half_a != half_b else turn(a, b) > 0
