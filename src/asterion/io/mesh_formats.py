"""The formats of outlines, by the ending of a file's name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path as FilePath
from typing import BinaryIO

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.io import geojson, svg, tiled_objects
from asterion.io.formats import ending_of
from asterion.io.writing import Parts
from asterion.mesh.mesh import Mesh

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
        return geojson.encoded(pieces)
    return svg.encoded(pieces) if ending == ".svg" else tiled_objects.encoded(pieces, path)
