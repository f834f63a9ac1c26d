"""The files of a Tiled map as plain values, the same for XML and JSON, with sizes in bounds.

XML becomes what the JSON of the same map is, with numbers as text. Only the map and the tilesets
that it names are opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path as FilePath
from typing import Any, BinaryIO, NamedTuple
from xml.etree import ElementTree as ET

from asterion.errors import InvalidValue, short_repr
from asterion.io.checks import DRAWING_LIMIT
from asterion.io.documents import beside, json_in, objects_of, text_in, whole, xml_in
from asterion.io.tile_data import Block
from asterion.io.tiled_links import Thing, number_of, thing_of

_FAR = 2**31 - 1  # of a coordinate
_KINDS = {"layer": "tilelayer", "group": "group", "objectgroup": "objectgroup"}
_NUMBERS = {"int": int, "float": float}

Values = dict[str, Any]


class LayerData(NamedTuple):
    """The tiles of one layer: one block, or the chunks of an infinite map."""

    name: str
    blocks: list[Block]
    properties: list[
        tuple[str, Values]
    ]  # of each group around it, the outermost first; its own last


class Document(NamedTuple):
    """A map whose sizes have been checked."""

    x: int  # of the first column, in tiles
    y: int
    width: int
    height: int
    layers: list[LayerData]  # from the bottom to the top
    tilesets: list[Values]
    things: list[Thing]  # its objects
    attributes: Values  # of the map itself


def vetted(path: FilePath, file: BinaryIO, folder: FilePath | None = None) -> Document:
    """Return the map in a file, with its tilesets, which must be in ``folder``."""
    with _not_too_deep(path):
        return _document(path, _values_in(path, file), folder)


class ObjectLayer(NamedTuple):
    """The objects of a layer, as values, and where its origin is."""

    names: set[str]  # names and classes of the layer and of the groups around it
    offset: tuple[float, float]
    objects: list[Values]


def object_layers(path: FilePath, file: BinaryIO) -> tuple[Values, list[ObjectLayer]]:
    """Return the attributes of a map and its object layers; tiles are not read."""
    with _not_too_deep(path):
        found = _values_in(path, file)
        return found, [*_object_layers(path, found.get("layers"), set(), (0.0, 0.0))]


@contextmanager
def _not_too_deep(path: FilePath) -> Iterator[None]:
    try:
        yield
    except RecursionError:
        raise InvalidValue(f"{path.name}: its parts are nested too deep") from None


def _values_in(path: FilePath, file: BinaryIO) -> Values:
    text = text_in(path, file)
    if path.suffix.lower() != ".tmx":
        return json_in(path, text)
    root = _root(path, text, "map")
    is_infinite = root.get("infinite", "0") == "1"
    return {
        **root.attrib,
        "infinite": is_infinite,
        "layers": _layers_of_xml(root, is_infinite),
        "tilesets": [_tileset_of_xml(each) for each in root.iterfind("tileset")],
    }


def properties_of(path: FilePath, found: Values) -> Values:
    """The custom properties of a part of a map, by name."""
    listed = found.get("properties", [])
    if isinstance(listed, dict):  # of old versions of Tiled
        return listed
    return {
        str(one.get("name")): one.get("value") for one in objects_of(path, "properties", listed)
    }


# --- From XML to values


def _root(path: FilePath, text: str, tag: str) -> ET.Element:
    root = xml_in(path, text)
    if root.tag != tag:
        raise InvalidValue(
            f"{path.name} is XML of a <{short_repr(root.tag)[1:-1]}>, not of a <{tag}>"
        )
    return root


def _layers_of_xml(element: ET.Element, is_infinite: bool) -> list[Values]:
    layers = []
    for layer in element:
        if layer.tag not in _KINDS:
            continue
        found = {**_part_of_xml(layer), "type": _KINDS[layer.tag], "data": None, "chunks": None}
        data = layer.find("data")
        if layer.tag == "group":
            found["layers"] = _layers_of_xml(layer, is_infinite)
        elif layer.tag == "objectgroup":
            found["objects"] = [_object_of_xml(each) for each in layer.iterfind("object")]
        elif data is not None:
            found |= {key: data.get(key, "") for key in ("encoding", "compression")}
            chunks = data.findall("chunk")
            if chunks:
                found["chunks"] = [
                    {**chunk.attrib, "data": _tiles_of_xml(chunk, data)} for chunk in chunks
                ]
            elif not is_infinite:
                found["data"] = _tiles_of_xml(data, data)
        layers.append(found)
    return layers


def _tiles_of_xml(part: ET.Element, data: ET.Element) -> Any:
    """A text, or without an encoding the numbers of tiles, one element each."""
    if data.get("encoding"):
        return part.text or ""
    return [tile.get("gid", "0") for tile in part.iterfind("tile")]


def _object_of_xml(element: ET.Element) -> Values:
    found = _part_of_xml(element)
    for shape in element:
        if shape.tag in ("polygon", "polyline"):
            pairs = [pair.split(",") for pair in shape.get("points", "").split()]
            found[shape.tag] = [{"x": p[0], "y": p[1]} if len(p) == 2 else None for p in pairs]
        elif shape.tag in ("ellipse", "capsule", "point", "text"):
            found[shape.tag] = True
    return found


def _tileset_of_xml(element: ET.Element) -> Values:
    return {**element.attrib, "tiles": [_part_of_xml(each) for each in element.iterfind("tile")]}


def _part_of_xml(element: ET.Element) -> Values:
    listed = []
    for each in element.iterfind("properties/property"):
        value: Any = each.get("value", each.text)
        kind = each.get("type", "")
        if kind == "bool" and value in ("true", "false"):
            value = value == "true"
        elif kind in _NUMBERS and value is not None:
            with suppress(ValueError, OverflowError):
                value = _NUMBERS[kind](value)
        listed.append({"name": each.get("name", ""), "value": value})
    return {**element.attrib, "properties": listed}


# --- From values to a document


def _document(path: FilePath, found: Values, folder: FilePath | None) -> Document:
    """Check the sizes before the first tile is decoded."""
    width, height = _size_of(path, "the map", found.get("width"), found.get("height"))
    is_infinite = found.get("infinite", False)
    if not isinstance(is_infinite, bool):
        raise InvalidValue(
            f"{path.name}: infinite is {is_infinite!r:.40}; it must be true or false"
        )
    layers: list[LayerData] = []
    things: list[Thing] = []
    _collect(path, found.get("layers"), [], layers, things)
    listed = objects_of(path, "tilesets", found.get("tilesets", []))
    tilesets = [_tileset(path, each, folder) for each in listed]
    x = y = 0
    blocks = [block for layer in layers for block in layer.blocks]
    if is_infinite:
        if not blocks:
            raise InvalidValue(f"{path.name} is an infinite map without a chunk of tiles")
        x, y = min(block.x for block in blocks), min(block.y for block in blocks)
        width = max(block.x + block.width for block in blocks) - x
        height = max(block.y + block.height for block in blocks) - y
        _check_area(path, "the chunks span", width, height)
    else:
        for layer in layers:
            for block in layer.blocks:
                if (block.x, block.y, block.width, block.height) != (0, 0, width, height):
                    raise InvalidValue(
                        f"{path.name}: layer {short_repr(layer.name)} has {block.width} x "
                        f"{block.height} tiles from ({block.x}, {block.y}) on; the map has "
                        f"{width} x {height}"
                    )
    tiles = sum(block.width * block.height for block in blocks)
    if tiles > DRAWING_LIMIT:
        raise InvalidValue(
            f"{path.name}: {tiles} tiles in all layers; a map has at most {DRAWING_LIMIT}"
        )
    return Document(x, y, width, height, layers, tilesets, things, found)


def _collect(
    path: FilePath,
    found: object,
    outer: list[tuple[str, Values]],
    layers: list[LayerData],
    things: list[Thing],
) -> None:
    for layer in objects_of(path, "layers", found):
        things += map(thing_of, objects_of(path, "objects", layer.get("objects", [])))
        name = str(layer.get("name", ""))
        if layer.get("type") == "group":
            own = [*outer, (name, properties_of(path, layer))]
            _collect(path, layer.get("layers"), own, layers, things)
        elif layer.get("type") == "tilelayer":
            own = [*outer, (name, properties_of(path, layer))]
            layers.append(LayerData(name, _blocks(path, name, layer), own))


def _object_layers(
    path: FilePath, found: object, around: set[str], corner: tuple[float, float]
) -> Iterator[ObjectLayer]:
    for layer in objects_of(path, "layers", found):
        names = around | {str(layer.get(key, "")) for key in ("name", "class")}
        what = f"{path.name}: layer {short_repr(str(layer.get('name', '')))}"
        x, y = (
            start + number_of(what, key, layer.get(key, 0), negative=True)
            for start, key in zip(corner, ("offsetx", "offsety"), strict=True)
        )
        if layer.get("type") == "group":
            yield from _object_layers(path, layer.get("layers"), names, (x, y))
        elif layer.get("type") == "objectgroup":
            objects = objects_of(path, "objects", layer.get("objects", []))
            yield ObjectLayer(names, (x, y), objects)


def _blocks(path: FilePath, name: str, layer: Values) -> list[Block]:
    packing = str(layer.get("encoding", "")), str(layer.get("compression", ""))
    chunks = layer.get("chunks")
    if chunks is None and layer.get("data") is None:
        return []
    where = f"layer {short_repr(name)}"
    found = []
    for part in [layer] if chunks is None else objects_of(path, "chunks", chunks):
        x, y = (
            whole(path, f"{side} of {where}", part.get(side, 0), -_FAR, _FAR) for side in ("x", "y")
        )
        width, height = _size_of(path, where, part.get("width", 0), part.get("height", 0))
        found.append(Block(x, y, width, height, part.get("data"), *packing))
    return found


def _tileset(path: FilePath, tileset: Values, folder: FilePath | None) -> Values:
    """The tileset, from a file of its own if it names one."""
    if tileset.get("source") is None:
        return tileset
    file = beside(path, tileset["source"], folder)
    with file.open("rb") as opened:
        text = text_in(file, opened)
    if text.lstrip().startswith("<"):
        found = _tileset_of_xml(_root(file, text, "tileset"))
    else:
        found = json_in(file, text)
    return {**found, "firstgid": tileset.get("firstgid")}


def _size_of(path: FilePath, what: str, width: object, height: object) -> tuple[int, int]:
    sides = (
        whole(path, f"the width of {what}", width, 1, _FAR),
        whole(path, f"the height of {what}", height, 1, _FAR),
    )
    _check_area(path, f"{what} has", *sides)
    return sides


def _check_area(path: FilePath, what: str, width: int, height: int) -> None:
    if width * height > DRAWING_LIMIT:
        raise InvalidValue(
            f"{path.name}: {what} {width} x {height} tiles; a map has at most {DRAWING_LIMIT}"
        )
