"""Outlines in maps of Tiled: the objects of its object layers, in pixels."""

from __future__ import annotations

import json
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, BinaryIO
from xml.etree import ElementTree as ET

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.io.curves import rounded
from asterion.io.documents import whole
from asterion.io.shapes import GROUND, Shapes
from asterion.io.tiled_document import Values, object_layers
from asterion.io.tiled_links import number_of, thing_of
from asterion.mesh.mesh import Mesh
from asterion.mesh.rings import free_of_islands

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.mesh.rings import Piece

    Numbers = npt.NDArray[np.float64]

_FAR = 2**31 - 1
_WITHOUT_AREA = ("point", "polyline", "text", "gid")  # keys of objects that are ignored
_TILE = 16  # pixels of the tiles of maps that are written
_MOST_TILES = 1000  # of a side of such a map


def read_mesh(path: FilePath, file: BinaryIO, *, layer: str | None = None) -> Mesh:
    """The mesh of the ground of a map: its rectangle, or all objects that are named ground.

    All other objects are obstacles, or only those of the layer or group of the name ``layer``.
    """
    found, layers = object_layers(path, file)
    if found.get("orientation") != "orthogonal":
        raise InvalidValue(
            f"{path.name}: orientation is {short_repr(found.get('orientation'))}; outlines are "
            "read from orthogonal maps"
        )
    if layer is not None and not any(layer in each.names for each in layers):
        known = sorted({name for each in layers for name in each.names if name})
        raise InvalidValue(
            f"{path.name}: layer is {short_repr(layer)}; its object layers are {short_repr(known)}"
        )
    shapes = Shapes(path)
    for each in layers:
        has_ground = GROUND in {name.lower() for name in each.names}
        for values in each.objects:
            names = (str(values.get(key, "")).lower() for key in ("name", "class", "type"))
            is_ground = has_ground or GROUND in names
            if (not is_ground and layer is not None and layer not in each.names) or any(
                key in values for key in _WITHOUT_AREA
            ):
                continue
            what = str(thing_of(values))
            ring = _ring(f"{path.name}: {what}", values) + np.array(each.offset)
            shapes.add(what, [ring], is_ground=is_ground)
    if not shapes.ground:
        if found.get("infinite", False) is not False:
            raise InvalidValue(
                f"{path.name} is infinite and has no ground: give an object or a layer the class "
                f"{GROUND!r}"
            )
        shapes.add("the map", [_page(path, found)], is_ground=True)
    return shapes.mesh()


def _page(path: FilePath, found: Values) -> Numbers:
    """The rectangle of a map."""
    width, height = (
        whole(path, side, found.get(side), 1, _FAR)
        * whole(path, f"tile{side}", found.get(f"tile{side}"), 1, _FAR)
        for side in ("width", "height")
    )
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)


def _ring(what: str, values: Values) -> Numbers:
    """The points of an object, which turns clockwise around its place."""
    if "template" in values:
        raise InvalidValue(
            f"{what} is an instance of the template {short_repr(values['template'])}, which is not "
            "read; detach it in Tiled"
        )
    x, y, turned = (
        number_of(what, key, values.get(key, 0), negative=True) for key in ("x", "y", "rotation")
    )
    if "polygon" in values:
        points = [_point(what, point) for point in _listed(what, values["polygon"])]
    else:
        width, height = (number_of(what, key, values.get(key, 0)) for key in ("width", "height"))
        round_ = (0.0, 0.0)
        if values.get("ellipse"):
            round_ = width / 2, height / 2
        elif values.get("capsule"):
            round_ = (min(width, height) / 2,) * 2
        points = [(p.real, p.imag) for p in rounded(width, height, *round_)]
    ring = np.array(points, np.float64).reshape(-1, 2)
    if turned:
        c, s = np.cos(np.radians(turned)), np.sin(np.radians(turned))
        ring = np.column_stack([c * ring[:, 0] - s * ring[:, 1], s * ring[:, 0] + c * ring[:, 1]])
    ring += x, y
    return ring


def _listed(what: str, found: object) -> list[Any]:
    if not isinstance(found, list):
        raise InvalidValue(f"{what} has polygon = {short_repr(found)}; it must be a list of points")
    return found


def _point(what: str, found: object) -> tuple[float, float]:
    if not isinstance(found, dict):
        raise InvalidValue(f"{what} is a polygon with a point that is not a pair x,y")
    x, y = (number_of(what, key, found.get(key), negative=True) for key in ("x", "y"))
    return x, y


# --- Out


def encoded(pieces: list[Piece], path: FilePath) -> list[bytes]:
    """A map with a layer of ground and one of obstacles, whose objects are all at (0, 0)."""
    ground = [outer for outer, _ in pieces]
    obstacles = free_of_islands([hole for _, holes in pieces for hole in holes], ground)
    far = np.concatenate(ground).max(0).tolist()
    width, height = (int(min(max(1.0, side // _TILE + 1), _MOST_TILES)) for side in far)
    layers: list[Values] = []
    number = 1
    for at, (name, rings) in enumerate(((GROUND, ground), ("obstacles", obstacles)), start=1):
        objects = []
        for ring in rings:
            polygon = [{"x": x, "y": y} for x, y in ring.tolist()]
            objects.append({"id": number, "x": 0, "y": 0, "polygon": polygon})
            number += 1
        layers.append({"id": at, "name": name, "type": "objectgroup", "objects": objects})
    attributes: Values = {
        "version": "1.10",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "width": width,
        "height": height,
        "tilewidth": _TILE,
        "tileheight": _TILE,
        "infinite": False,
        "nextlayerid": 3,
        "nextobjectid": number,
    }
    if path.suffix.lower() == ".tmx":
        return [_xml_of(attributes, layers)]
    return [json.dumps({"type": "map", **attributes, "layers": layers, "tilesets": []}).encode()]


def _xml_of(attributes: Values, layers: list[Values]) -> bytes:
    root = ET.Element("map", {name: str(value) for name, value in attributes.items()})
    root.set("infinite", "0")
    for layer in layers:
        group = ET.SubElement(root, "objectgroup", id=str(layer["id"]), name=layer["name"])
        for each in layer["objects"]:
            one = ET.SubElement(group, "object", id=str(each["id"]), x="0", y="0")
            points = " ".join(f"{point['x']!r},{point['y']!r}" for point in each["polygon"])
            ET.SubElement(one, "polygon", points=points)
    ET.indent(root)
    data: bytes = ET.tostring(root, "utf-8", xml_declaration=True)
    return data
