"""The size of the map that a file announces, known before the map is made.

A file of some kilobytes may announce millions of cells.
"""

from __future__ import annotations

import re
import struct
from io import BytesIO
from pathlib import PurePath

from numpy.lib import format as npy_format

from asterion.io.checks import lines_of

_PNG = b"\x89PNG\r\n\x1a\n"
_HEADER = 10_000  # bytes in which a header is looked for
Size = tuple[int, int]  # rows, columns
NONE: Size = (0, 0)  # of a file that announces none; its reader says what is wrong with it


def announced_size(data: bytes, name: str) -> Size:
    """Return rows and columns of a file's map, by the ending of its name; (0, 0) if it has none."""
    readers = {".txt": _of_text, ".map": _of_movingai, ".png": _of_png, ".npy": _of_npy}
    reader = readers.get(PurePath(name).suffix.lower())
    return NONE if reader is None else reader(data)


def _of_text(data: bytes) -> Size:
    lines = lines_of(data.decode("utf-8", "replace"))
    return len(lines), max(map(len, lines), default=0)


def _of_movingai(data: bytes) -> Size:
    header = data[:_HEADER].split(b"map", 1)[0]
    sides = [re.search(rb"%s[ \t]+(\d{1,10})" % side, header) for side in (b"height", b"width")]
    rows, cols = (int(side[1]) if side else 0 for side in sides)
    return rows, cols


def _of_png(data: bytes) -> Size:
    if not data.startswith(_PNG) or data[12:16] != b"IHDR" or len(data) < 24:
        return NONE
    cols, rows = struct.unpack_from(">II", data, 16)
    return rows, cols


def _of_npy(data: bytes) -> Size:
    file = BytesIO(data[:_HEADER])
    try:
        version = npy_format.read_magic(file)
        read = npy_format.read_array_header_1_0
        if version != (1, 0):
            read = npy_format.read_array_header_2_0
        shape = read(file)[0]
    except Exception:  # noqa: BLE001 - a header is Python: its parser may raise anything
        return NONE
    return (shape[0], shape[1]) if len(shape) == 2 else NONE
