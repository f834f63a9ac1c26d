"""Files of Tiled, written by its published formats: every encoding, in XML and in JSON."""

import base64
import gzip
import json
import struct
import zlib
from xml.sax.saxutils import quoteattr

# encoding, compression; an XML element for each tile, or a JSON list, has neither.
PACKINGS = [("", ""), ("csv", "")]
PACKINGS += [("base64", compression) for compression in ("", "zlib", "gzip", "zstd")]


def packed(rows, encoding, compression, *, is_xml):
    """The tiles of some rows as a file has them."""
    tiles = [tile for row in rows for tile in row]
    if encoding == "base64":
        data = struct.pack(f"<{len(tiles)}I", *tiles)
        if compression == "zlib":
            data = zlib.compress(data)
        elif compression == "gzip":
            data = gzip.compress(data)
        elif compression == "zstd":
            import zstandard

            data = zstandard.ZstdCompressor().compress(data)
        text = base64.b64encode(data).decode()
        return f"\n   {text}\n  " if is_xml else text
    if not is_xml:
        return tiles  # "csv" is the default there, and a list
    if encoding == "csv":
        return "\n" + ",\n".join(",".join(map(str, row)) for row in rows) + "\n"
    return "".join(f'<tile gid="{tile}"/>' if tile else "<tile/>" for tile in tiles)


def chunks_of(rows, x, y, side):
    """A layer cut into chunks: (x, y, rows) of each that has a tile."""
    for row in range(0, len(rows), side):
        for col in range(0, len(rows[0]), side):
            part = [[*line[col : col + side]] for line in rows[row : row + side]]
            if any(tile for line in part for tile in line):
                yield x + col, y + row, part


def typed(value):
    kinds = {bool: "bool", int: "int", float: "float", str: "string"}
    return kinds[type(value)], str(value).lower() if isinstance(value, bool) else str(value)


def xml_properties(properties):
    if not properties:
        return ""
    lines = []
    for name, value in properties.items():
        kind, text = typed(value)
        lines.append(f'<property name="{name}" type="{kind}" value={quoteattr(text)}/>')
    return f"<properties>{''.join(lines)}</properties>"


def json_properties(properties):
    return [
        {"name": name, "type": typed(value)[0], "value": value}
        for name, value in properties.items()
    ]


def tsx(tiles, *, count, name="terrain", first=None, head=True):
    """A tileset in XML: properties by the number of the tile."""
    lines = [
        f'<tile id="{number}">{xml_properties(properties)}</tile>'
        for number, properties in tiles.items()
    ]
    start = '<?xml version="1.0" encoding="UTF-8"?>\n' if head else ""
    gid = "" if first is None else f' firstgid="{first}"'
    return (
        f'{start}<tileset version="1.10" tiledversion="1.11.0"{gid} name="{name}" tilewidth="16" '
        f'tileheight="16" tilecount="{count}" columns="4">'
        f'<image source="../art/{name}.png" width="64" height="64"/>{"".join(lines)}</tileset>'
    )


def tsj(tiles, *, count, name="terrain", **more):
    """The same in JSON."""
    return {
        "type": "tileset",
        "version": "1.10",
        "tiledversion": "1.11.0",
        "name": name,
        "image": f"../art/{name}.png",
        "imagewidth": 64,
        "imageheight": 64,
        "tilewidth": 16,
        "tileheight": 16,
        "tilecount": count,
        "columns": 4,
        "spacing": 0,
        "margin": 0,
        "tiles": [
            {"id": number, "properties": json_properties(properties)}
            for number, properties in tiles.items()
        ],
        **more,
    }


def tmx(layers, tilesets, *, packing=("csv", ""), infinite=None, inside="", **attributes):
    """A map in XML.

    A layer is (name, rows, properties); ``infinite`` is (x, y, side) of chunks. A tileset is text
    with its firstgid, or (firstgid, file).
    """
    height, width = len(layers[0][1]), len(layers[0][1][0])
    how = "".join(
        f' {name}="{value}"'
        for name, value in zip(("encoding", "compression"), packing, strict=True)
        if value
    )
    parts = []
    for tileset in tilesets:
        if isinstance(tileset, str):
            parts.append(tileset)
        else:
            parts.append(f'<tileset firstgid="{tileset[0]}" source="{tileset[1]}"/>')
    for number, (name, rows, properties) in enumerate(layers, start=1):
        if infinite is None:
            data = packed(rows, *packing, is_xml=True)
        else:
            data = "".join(
                f'<chunk x="{x}" y="{y}" width="{len(part[0])}" height="{len(part)}">'
                f"{packed(part, *packing, is_xml=True)}</chunk>"
                for x, y, part in chunks_of(rows, *infinite)
            )
        parts.append(
            f'<layer id="{number}" name="{name}" width="{width}" height="{height}">'
            f"{xml_properties(properties)}<data{how}>{data}</data></layer>"
        )
    attributes = {
        "version": "1.10",
        "tiledversion": "1.11.0",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "width": width,
        "height": height,
        "tilewidth": 16,
        "tileheight": 8,
        "infinite": 0 if infinite is None else 1,
        "nextlayerid": 9,
        "nextobjectid": 9,
        **attributes,
    }
    named = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f"{head}<map {named}>{''.join(parts)}{inside}</map>"


def tmj(layers, tilesets, *, packing=("csv", ""), infinite=None, inside=(), **attributes):
    """The same in JSON; a tileset is an object, or (firstgid, file)."""
    height, width = len(layers[0][1]), len(layers[0][1][0])
    listed = []
    for number, (name, rows, properties) in enumerate(layers, start=1):
        layer = {
            "type": "tilelayer",
            "id": number,
            "name": name,
            "x": 0,
            "y": 0,
            "width": width,
            "height": height,
            "opacity": 1,
            "visible": True,
        }
        if properties:
            layer["properties"] = json_properties(properties)
        if packing[0] == "base64":
            layer |= {"encoding": "base64", "compression": packing[1]}
        if infinite is None:
            layer["data"] = packed(rows, *packing, is_xml=False)
        else:
            layer |= {"startx": infinite[0], "starty": infinite[1]}
            layer["chunks"] = [
                {
                    "x": x,
                    "y": y,
                    "width": len(part[0]),
                    "height": len(part),
                    "data": packed(part, *packing, is_xml=False),
                }
                for x, y, part in chunks_of(rows, *infinite)
            ]
        listed.append(layer)
    return json.dumps(
        {
            "type": "map",
            "version": "1.10",
            "tiledversion": "1.11.0",
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "width": width,
            "height": height,
            "tilewidth": 16,
            "tileheight": 8,
            "infinite": infinite is not None,
            "nextlayerid": 9,
            "nextobjectid": 9,
            "layers": [*listed, *inside],
            "tilesets": [
                {"firstgid": one[0], "source": one[1]} if isinstance(one, tuple) else one
                for one in tilesets
            ],
            **attributes,
        }
    )
