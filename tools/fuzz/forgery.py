"""Bytes of files that are damaged, or well-formed with false contents."""

from __future__ import annotations

import io
import struct
import zlib
from math import inf

import numpy as np

from fuzz.input import Fuzz


def damaged(f: Fuzz, ending: str) -> bytes:
    """A good file with a few bytes changed, or random bytes after a good beginning."""
    data = bytearray(GOOD[ending])
    if f.often(0.3):
        return bytes(data[: f.randrange(12)]) + f.randbytes(f.randrange(60))
    for _ in range(f.randrange(4)):
        where = f.randrange(len(data) + 1)
        data[where : where + f.choice([0, 0, 1, 1, 4, 999])] = f.randbytes(f.choice([0, 1, 1, 4]))
    return bytes(data)


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
