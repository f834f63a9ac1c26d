"""The formats of outlines, by the ending of a file's name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.io import checks, geojson, svg, tiled_objects
from asterion.io.formats import ending_of
from asterion.io.writing import Parts
from asterion.mesh.mesh import Mesh

if TYPE_CHECKING:
    from asterion.mesh.rings import Piece

_WITH_LAYERS: dict[str, Callable[..., Mesh]] = {
    ".svg": svg.read_mesh,
    ".tmx": tiled_objects.read_mesh,
    ".tmj": tiled_objects.read_mesh,
}
_GEOJSON = (".geojson", ".json")
_KIND = "a file of outlines"


def reader(path: FilePath, layer: str | None) -> Callable[[FilePath, BinaryIO], Mesh]:
    """Return the reader for a file of this name."""
    ending = ending_of(path, _KIND, [*_GEOJSON, *_WITH_LAYERS])
    if layer is not None and not isinstance(layer, str):
        raise InvalidType(f"layer is {short_repr(layer)}; it must be a name")
    if ending in _WITH_LAYERS:
        return partial(_WITH_LAYERS[ending], layer=layer)
    if layer is not None:
        takers = " or ".join(_WITH_LAYERS)
        raise InvalidValue(f"{path.name}: layer is {short_repr(layer)}; only {takers} takes it")
    return geojson.read_mesh


def encoded(mesh: Mesh, path: FilePath) -> Parts:
    """Return the outlines of a mesh in the format of this name."""
    ending = ending_of(path, _KIND, [*_GEOJSON, *_WITH_LAYERS])
    pieces = mesh.outlines
    if not pieces:
        raise InvalidValue(f"{path.name} cannot hold a mesh without free ground")
    if ending in _GEOJSON:
        parts = geojson.encoded(pieces)
    else:
        parts = svg.encoded(pieces) if ending == ".svg" else tiled_objects.encoded(pieces, path)
    _check_readable(path, pieces, sum(len(part) for part in parts))
    return parts


def _check_readable(path: FilePath, pieces: list[Piece], size: int) -> None:
    """Raise an error if the reader would find the file too large."""
    rings = [ring for outer, holes in pieces for ring in (outer, *holes)]
    points = sum(len(ring) + 1 for ring in rings)
    far = max(float(np.abs(ring).max()) for ring in rings)
    for number, most, what in (
        (len(rings), checks.RING_LIMIT, "rings"),
        (points, checks.POINT_LIMIT, "points"),
        (size, checks.DOCUMENT_LIMIT, "bytes"),
        (far, checks.FAR, "for a coordinate"),
    ):
        if number > most:
            raise InvalidValue(f"{path.name} would have {number} {what}; the limit is {most}")
