"""The files of a Tiled map, vetted: sizes, names of other files, and a copy without the rest.

The copy holds what costs are made of: tilesets with properties, layers with theirs. It has no
pictures, objects or templates, so that pytiled-parser, which opens every file that a map names,
has none to open but the tilesets, which are copied with it. Objects are listed beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import Any, BinaryIO, NamedTuple
from xml.etree import ElementTree as ET

from asterion.errors import InvalidValue, shown
from asterion.io.checks import DRAWING_LIMIT
from asterion.io.documents import beside, json_in, text_in, whole, xml_in
from asterion.io.tile_data import Block
from asterion.io.tiled_links import Thing, thing_of_json, thing_of_xml

_FAR = 2**31 - 1  # of a coordinate
_KEPT = {"map", "tileset", "tile", "properties", "property", "layer", "group"}
_OF_LAYER = {"class", "height", "id", "layers", "name", "opacity", "properties", "type", "visible"}
_OF_LAYER |= {"width"}
_OF_TILESET = {"columns", "firstgid", "margin", "name", "properties", "spacing", "tilecount"}
_OF_TILESET |= {"tileheight", "tiles", "tilewidth", "source"}
_OF_MAP = {"height", "infinite", "layers", "nextlayerid", "nextobjectid", "orientation"}
_OF_MAP |= {"properties", "renderorder", "tiledversion", "tileheight", "tilesets", "tilewidth"}
_OF_MAP |= {"hexsidelength", "staggeraxis", "staggerindex", "type", "version", "width"}
# What pytiled-parser asks for, and older versions of Tiled or other programs leave out.
_SINCE = {"nextlayerid": 1, "nextobjectid": 1, "renderorder": "right-down", "version": "1.0"}


class LayerData(NamedTuple):
    """The tiles of one layer: one block, or the chunks of an infinite map."""

    name: str
    blocks: list[Block]


class Document(NamedTuple):
    """A map whose sizes are known to be in bounds."""

    x: int  # of the first column, in tiles
    y: int
    width: int
    height: int
    layers: list[LayerData]  # from the bottom to the top
    copy: dict[str, bytes]  # by file name, the map first
    things: Sequence[Thing] = ()  # its objects


def vetted(path: FilePath, file: BinaryIO, folder: FilePath | None = None) -> Document:
    """The map in a file, and in the tilesets that it names, which must be in ``folder``."""
    text = text_in(path, file)
    try:
        if path.suffix.lower() == ".tmx":
            return _of_xml(path, xml_in(path, text), folder)
        return _of_json(path, json_in(path, text), folder)
    except RecursionError:
        raise InvalidValue(f"{path.name}: its parts are nested too deep") from None


def _of_xml(path: FilePath, root: ET.Element, folder: FilePath | None) -> Document:
    if root.tag != "map":
        raise InvalidValue(f"{path.name} is XML of a <{shown(root.tag)[1:-1]}>, not of a <map>")
    size = _size_of(path, "the map", root.get("width"), root.get("height"))
    is_infinite = root.get("infinite", "0") == "1"
    groups = _inside(root, "objectgroup")
    things = [thing_of_xml(each) for group in groups for each in group.findall("object")]
    layers = [_layer_of_xml(path, layer, is_infinite) for layer in _inside(root, "layer")]
    for name, value in {**_SINCE, "tiledversion": "", "infinite": "0"}.items():
        root.attrib.setdefault(name, str(value))
    _strip(root)
    copy = {"map.tmx": b""}
    for number, tileset in enumerate(root.findall("tileset")):
        if tileset.get("source") is not None:
            external = beside(path, tileset.get("source"), folder)
            tileset.set("source", _copy_tileset(external, number, copy))
        else:
            _complete(tileset)
    copy["map.tmx"] = ET.tostring(root)
    return _document(path, size, is_infinite, layers, copy)._replace(things=things)


def _inside(root: ET.Element, kind: str) -> Iterator[ET.Element]:
    """The layers of a kind, those in groups too, in the order of the file."""
    waiting = [root]  # no recursion: groups may be nested as deep as the file is long
    while waiting:
        element = waiting.pop()
        if element.tag == kind:
            yield element
        elif element is root or element.tag == "group":
            waiting += reversed(element)


def _layer_of_xml(path: FilePath, layer: ET.Element, is_infinite: bool) -> LayerData:
    name = layer.get("name", "")
    data = layer.find("data")
    chunks = [] if data is None else data.findall("chunk")
    if data is None or (is_infinite and not chunks):
        return LayerData(name, [])
    packing = data.get("encoding", ""), data.get("compression", "")
    found: list[Block] = []
    for part in chunks or [data]:
        of = part if chunks else layer
        place = [of.get(side, "0") for side in ("x", "y", "width", "height")]
        # Without an encoding each tile is an element of its own.
        tiles: Any = part.text or ""
        if not packing[0]:
            tiles = [tile.get("gid", "0") for tile in part.findall("tile")]
        found.append(_block(path, name, place, tiles, packing))
    return LayerData(name, found)


def _strip(root: ET.Element) -> None:
    """Only what costs are made of stays."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        element[:] = [child for child in element if child.tag in _KEPT]
        waiting += element


def _complete(tileset: ET.Element) -> None:
    tileset.attrib.setdefault("columns", "0")  # of a collection of images, or before Tiled 0.15


def _of_json(path: FilePath, found: dict[str, Any], folder: FilePath | None) -> Document:
    size = _size_of(path, "the map", found.get("width"), found.get("height"))
    is_infinite = found.get("infinite", False)
    if not isinstance(is_infinite, bool):
        raise InvalidValue(
            f"{path.name}: infinite is {is_infinite!r:.40}; it must be true or false"
        )
    layers: list[LayerData] = []
    things: list[Thing] = []
    plain = {**_SINCE, **{key: found[key] for key in _OF_MAP if key in found}}
    plain["layers"] = _kept_layers(path, found.get("layers"), layers, things)
    copy = {"map.tmj": b""}
    plain["tilesets"] = []
    for number, tileset in enumerate(_objects(path, "tilesets", found.get("tilesets", []))):
        kept = _kept_tileset(path, tileset)
        if tileset.get("source") is not None:
            name = _copy_tileset(beside(path, tileset["source"], folder), number, copy)
            kept = {"firstgid": tileset.get("firstgid"), "source": name}
        plain["tilesets"].append(kept)
    copy["map.tmj"] = json.dumps(plain).encode()
    return _document(path, size, is_infinite, layers, copy)._replace(things=things)


def _kept_layers(
    path: FilePath, found: object, layers: list[LayerData], things: list[Thing]
) -> list[dict[str, Any]]:
    kept = []
    for layer in _objects(path, "layers", found):
        kind = layer.get("type")
        listed = _objects(path, "objects", layer.get("objects", []))
        things += [thing_of_json(each) for each in listed]
        if kind not in ("tilelayer", "group"):
            continue
        plain = {key: layer[key] for key in _OF_LAYER if key in layer}
        plain = {"name": "", "opacity": 1, "visible": True, **plain}
        if kind == "group":
            plain["layers"] = _kept_layers(path, layer.get("layers"), layers, things)
        else:
            layers.append(_layer_of_json(path, layer))
        kept.append(plain)
    return kept


def _layer_of_json(path: FilePath, layer: dict[str, Any]) -> LayerData:
    name = str(layer.get("name", ""))
    packing = str(layer.get("encoding", "")), str(layer.get("compression", ""))
    chunks = layer.get("chunks")
    if chunks is None and layer.get("data") is None:
        return LayerData(name, [])
    parts = [layer] if chunks is None else _objects(path, "chunks", chunks)
    found = []
    for part in parts:
        place = [part.get(side, 0) for side in ("x", "y", "width", "height")]
        found.append(_block(path, name, place, part.get("data"), packing))
    return LayerData(name, found)


def _kept_tileset(path: FilePath, tileset: dict[str, Any]) -> dict[str, Any]:
    kept = {key: tileset[key] for key in _OF_TILESET if key in tileset}
    kept = {"spacing": 0, "margin": 0, **kept}
    if "tiles" in kept:
        tiles = _objects(path, "tiles of a tileset", kept["tiles"])
        kept["tiles"] = [
            {key: tile[key] for key in ("id", "properties") if key in tile} for tile in tiles
        ]
    return kept


def _copy_tileset(file: FilePath, number: int, copy: dict[str, bytes]) -> str:
    """Puts the copy of a tileset in a file of its own beside that of the map; its name."""
    with file.open("rb") as opened:
        text = text_in(file, opened)
    if text.lstrip().startswith("<"):
        root = xml_in(file, text)
        if root.tag != "tileset":
            raise InvalidValue(
                f"{file.name} is XML of a <{shown(root.tag)[1:-1]}>, not of a <tileset>"
            )
        _strip(root)
        _complete(root)
        data = ET.tostring(root)
    else:
        data = json.dumps(_kept_tileset(file, json_in(file, text))).encode()
    name = f"tileset{number}"  # its first character decides the format, not its ending
    copy[name] = data
    return name


def _document(
    path: FilePath,
    size: tuple[int, int],
    is_infinite: bool,
    layers: list[LayerData],
    copy: dict[str, bytes],
) -> Document:
    """Checks the sizes before the first tile is decoded."""
    x = y = 0
    width, height = size
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
                        f"{path.name}: layer {shown(layer.name)} has {block.width} x "
                        f"{block.height} tiles from ({block.x}, {block.y}) on; the map has "
                        f"{width} x {height}"
                    )
    tiles = sum(block.width * block.height for block in blocks)
    if tiles > DRAWING_LIMIT:
        raise InvalidValue(
            f"{path.name}: {tiles} tiles in all layers; a map has at most {DRAWING_LIMIT}"
        )
    return Document(x, y, width, height, layers, copy)


def _block(
    path: FilePath, layer: str, place: list[Any], tiles: Any, packing: tuple[str, str]
) -> Block:
    where = f"layer {shown(layer)}"
    x, y = (
        whole(path, f"{side} of {where}", value, -_FAR, _FAR)
        for side, value in zip("xy", place[:2], strict=True)
    )
    width, height = _size_of(path, where, *place[2:])
    return Block(x, y, width, height, tiles, *packing)


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


def _objects(path: FilePath, what: str, found: object) -> list[dict[str, Any]]:
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise InvalidValue(f"{path.name}: {what} must be a list of JSON objects")
    return found
