"""Bytes of files that are damaged, or well-formed with false contents."""

from __future__ import annotations

import io
import re
import struct
import zlib
from math import inf

import numpy as np

from fuzz.input import Fuzz


def damaged(f: Fuzz, good: bytes) -> bytes:
    """A good file with a few bytes changed, or random bytes after a good beginning."""
    data = bytearray(good)
    if f.often(0.3):
        return bytes(data[: f.randrange(12)]) + f.randbytes(f.randrange(60))
    for _ in range(f.randrange(4)):
        where = f.randrange(len(data) + 1)
        data[where : where + f.choice([0, 0, 1, 1, 4, 999])] = f.randbytes(f.choice([0, 1, 1, 4]))
    return bytes(data)


def renumbered(f: Fuzz, good: bytes) -> bytes:
    """A good text in which numbers, and a few words, are others."""
    odd = [b"0", b"-1", b"1e9", b"1e-9", b"1e99", b"1e400", b"nan", b"", b"1.5.5", b"9" * 400]

    def other(found: re.Match[bytes]) -> bytes:
        if f.often(0.85):
            return found[0]
        return str(f.randint(-4, 9)).encode() if f.often(0.85) else f.choice(odd)

    data = re.sub(rb"-?\d+(\.\d+)?", other, good)
    words = data.split(b" ")
    for _ in range(f.choice([0, 0, 1, 2])):
        words[f.randrange(len(words))] = f.choice(words)
    return b" ".join(words)


def forged(f: Fuzz, ending: str) -> bytes:
    """A well-formed file with false contents: words in a wrong order, a header of a huge array."""
    if ending == ".npy":
        shape = f.choice([(2, 3), (2**40, 2**40), (-1, 2), (3,), (2, 0), "x", (2**70, 1)])
        descr = f.choice(["<f8", "|u1", "|b1", ">i4", "<f2", "|O", "<U9", "<c8", "<M8[s]", [], 3])
        text = f"{{'descr': {descr!r}, 'fortran_order': {f.often(0.5)}, 'shape': {shape!r}}}"
        start = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()
        return start + f.randbytes(f.choice([6, 12, 24, 48]))
    if ending == ".png":
        sides = [1, 2, 3, 0, 70_000, 2**31 - 1, 2**32 - 1]
        kind = f.choice([1, 2, 4, 8, 16]), f.choice([0, 2, 3, 4, 6]), 0, 0, f.randrange(2)
        head = struct.pack(">IIBBBBB", f.choice(sides), f.choice(sides[:4]), *kind)
        extra = f.choice([b"PLTE", b"tRNS", b"gAMA", b"tEXt", b"zTXt", b"iCCP", b"acTL", b"ruSt"])
        data = zlib.compress(f.randbytes(f.randrange(40)))
        return png((b"IHDR", head), (extra, f.randbytes(f.randrange(13))), (b"IDAT", data))
    words = [*GOOD[ending].split(), b"\n", b"\n", b"-1", b"99999999999", b"nan", b"\xff", b"1e999"]
    return b" ".join(f.choices(words, k=f.randrange(20)))


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    """A picture of these chunks and an end, with good checksums."""
    data = b"\x89PNG\r\n\x1a\n"
    for name, body in (*chunks, (b"IEND", b"")):
        sums = struct.pack(">I", zlib.crc32(name + body))
        data += struct.pack(">I", len(body)) + name + body + sums
    return data


np.save(NPY := io.BytesIO(), [[1, 0, 2.5], [inf, 1, 1]])
GRAY = struct.pack(">IIBBBBB", 3, 2, 8, 0, 0, 0, 0)
GOOD = {
    ".map": b"type octile\nheight 2\nwidth 3\nmap\n..@\nTGS\n",
    ".scen": b"version 1\n0\tm.map\t3\t2\t0\t0\t2\t1\t2.5\n1\tm.map\t3\t2\t0\t0\t1\t1\t1.4142\n",
    ".txt": b"A 2\nab9\nopX\n",
    ".npy": NPY.getvalue(),
    ".tmx": b'<map width="3" height="1" tilewidth="9" tileheight="9" orientation="orthogonal">'
    b'<tileset firstgid="1" name="t" tilewidth="9" tileheight="9" tilecount="2" columns="2">'
    b'<tile id="1"><properties><property name="cost" type="int" value="4"/></properties></tile>'
    b'</tileset><layer name="g" width="3" height="1"><data encoding="csv"> 1 , 2 , 0 </data>'
    b"</layer></map>",
    ".tmj": b'{"width": 3, "height": 1, "tilewidth": 9, "tileheight": 9, "orientation": '
    b'"orthogonal", "tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 9, "tileheight": 9, '
    b'"tilecount": 2, "tiles": [{"id": 1, "properties": [{"name": "cost", "type": "int", '
    b'"value": 4}]}]}], "layers": [{"type": "tilelayer", "name": "g", "width": 3, "height": 1, '
    b'"data": [1, 2, 0]}]}',
    ".ldtk": b'{"defs": {"layers": [{"uid": 1, "intGridValues": [{"value": 1, "identifier": '
    b'"cost_3"}]}]}, "levels": [{"identifier": "L", "layerInstances": [{"__type": "IntGrid", '
    b'"__identifier": "G", "__cWid": 3, "__cHei": 1, "__gridSize": 8, "layerDefUid": 1, '
    b'"intGridCsv": [0, 1, 0]}]}]}',
    ".yaml": b"image: fuzz.png\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\n"
    b"occupied_thresh: 0.65\nfree_thresh: 0.25\n",  # the picture is that of another input
    ".png": png((b"IHDR", GRAY), (b"IDAT", zlib.compress(b"\0\0\xff\x80\0\xff\xff\xff"))),
}
# Files of outlines.
OUTLINES = {
    ".geojson": b'{"type": "FeatureCollection", "features": [ {"type": "Feature", "geometry": '
    b'{"type": "MultiPolygon", "coordinates": [[ [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], '
    b"[[1, 1], [3, 1], [3, 4], [1, 1]] ], [ [[5, 5], [12, 5], [8, 12], [5, 5]] ]]} }, "
    b'{"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": ['
    b'{"type": "Point", "coordinates": [1, 2]}, {"type": "Polygon", "coordinates": '
    b"[[[0, 0, 5], [0, 2, 5], [2, 2, 5], [0, 0, 5]]]}]}}]}",
    ".svg": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"> <g id="ground" '
    b'transform="translate(1, 1) scale(2) rotate(5 2 2) skewX(3)"> <path d="M 0 0 h 8 v 8 q -3 2 '
    b'-8 0 z M 1 1 C 2 1 3 2 3 3 S 1 3 1 1 z" /> </g> <circle r="1" cx="5" cy="4" /> <rect x="9" '
    b'width="1" height="3" rx="1" /> <g class="o"> <path transform="matrix(1 0 0.5 1 3 0)" d="M 1 '
    b'1 A 3 2 5 0 1 4 4 l .5 -2 t 1 2 H 6 V 1 z" /> <polygon points="1,7 3,7 2 9" /> </g> </svg>',
    ".tmx": b'<map width="6" height="5" tilewidth="4" tileheight="4" orientation="orthogonal"> '
    b'<objectgroup name="o" offsetx="1"> <object id="1" x="1" y="2" width="3" height="4" '
    b'rotation="40"> <ellipse/> </object> <object id="2" x="9" y="2"> <polygon points="0,0 3,3 '
    b'1,2" /> </object> </objectgroup> <group name="g" offsety="2"> <objectgroup name="ground"> '
    b'<object id="3" x="0" y="0" width="20" height="15" /> </objectgroup> </group> </map>',
    ".tmj": b'{"width": 6, "height": 5, "tilewidth": 4, "tileheight": 4, "orientation": '
    b'"orthogonal", "layers": [ {"type": "objectgroup", "name": "o", "offsetx": 1, "objects": [ '
    b'{"id": 1, "x": 1, "y": 2, "width": 3, "height": 4, "rotation": 40, "capsule": true}, '
    b'{"id": 2, "x": 9, "y": 2, "polygon": [ {"x": 0, "y": 0}, {"x": 3, "y": 3}, {"x": 1, "y": 2} '
    b']} ]}, {"type": "group", "name": "g", "layers": [ {"type": "objectgroup", "name": "a", '
    b'"objects": [ {"id": 3, "name": "ground", "x": 0, "y": 0, "width": 20, "height": 15} ]} ]} ]}',
}
