"""Outlines in GeoJSON, ``.geojson``: the rings of its polygons.

Format: H. Butler and others, The GeoJSON format, RFC 7946, 2016.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.io.documents import json_in, objects_of, text_in
from asterion.io.shapes import Shapes
from asterion.mesh.mesh import Mesh
from asterion.mesh.rings import Area

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.mesh.rings import Piece

Object = dict[str, Any]

_WITHOUT_AREA = ("Point", "MultiPoint", "LineString", "MultiLineString")


def read_mesh(path: FilePath, file: BinaryIO) -> Mesh:
    """The mesh of all polygons in a file, which may be in collections; other shapes are ignored."""
    shapes = Shapes(path)
    for what, geometry in _geometries(path, json_in(path, text_in(path, file))):
        kind, coordinates = geometry.get("type"), geometry.get("coordinates")
        if kind == "Polygon":
            shapes.add(what, _area(path, what, coordinates), is_ground=True)
        elif kind == "MultiPolygon":
            for one in _listed(path, what, coordinates):
                shapes.add(what, _area(path, what, one), is_ground=True)
        elif kind not in _WITHOUT_AREA:
            raise InvalidValue(
                f"{path.name}: type of {what} is {short_repr(kind)}; it must be that of a GeoJSON "
                "object, such as 'Polygon'"
            )
    if not shapes.ground:
        raise InvalidValue(f"{path.name} has no polygon")
    return shapes.mesh()


def _geometries(path: FilePath, document: Object) -> Iterator[tuple[str, Object]]:
    """The geometries in a document, none of which is a collection, and where they are."""
    open_ = [("the document", document)]
    while open_:
        what, found = open_.pop()
        kind = found.get("type")
        if kind == "FeatureCollection":
            each = objects_of(path, "features", found.get("features"))
            open_ += [(f"features[{i}]", one) for i, one in enumerate(each)][::-1]
        elif kind == "GeometryCollection":
            each = objects_of(path, f"geometries of {what}", found.get("geometries"))
            open_ += [(what, one) for one in each][::-1]
        elif kind != "Feature":
            yield what, found
        elif found.get("geometry") is not None:
            open_ += [(what, one) for one in objects_of(path, what, [found["geometry"]])]


def encoded(pieces: list[Piece]) -> list[bytes]:
    """A MultiPolygon, with a polygon for each piece of the ground."""
    polygons = [[_closed(ring) for ring in (outer, *holes)] for outer, holes in pieces]
    return [json.dumps({"type": "MultiPolygon", "coordinates": polygons}).encode()]


def _area(path: FilePath, what: str, found: object) -> Area:
    rings = [_ring(path, what, ring) for ring in _listed(path, what, found)]
    return Area(rings[:1], rings[1:])


def _ring(path: FilePath, what: str, found: object) -> npt.NDArray[np.float64]:
    """The points of a ring, which ends with its first; heights are left out."""
    points = [position[:2] if isinstance(position, list) else position
              for position in _listed(path, what, found)]  # fmt: skip
    for point in points:
        if (
            not isinstance(point, list)
            or len(point) < 2
            or not all(type(number) in (int, float) for number in point)
        ):
            raise InvalidValue(
                f"{path.name}: {what} has the position {short_repr(point)}; it must be a list of "
                "numbers, [x, y]"
            )
    try:
        return np.array(points, np.float64).reshape(-1, 2)
    except OverflowError:
        raise InvalidValue(f"{path.name}: {what} has a coordinate that is too large") from None


def _listed(path: FilePath, what: str, found: object) -> list[Any]:
    if not isinstance(found, list):
        raise InvalidValue(f"{path.name}: coordinates of {what} must be nested lists of positions")
    return found


def _closed(ring: npt.NDArray[np.float64]) -> list[list[float]]:
    points: list[list[float]] = ring.tolist()
    return [*points, points[0]]
