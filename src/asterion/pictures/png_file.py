"""PNG files of a raster with a palette, written with zlib alone."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

from asterion.pictures.colours import NOTHING

if TYPE_CHECKING:
    import numpy.typing as npt

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_BY_PALETTE, _LESS_ABOVE = 3, 2  # PNG's numbers of a kind of colour, and of a filter


def png_bytes(raster: npt.NDArray[np.uint8], palette: npt.NDArray[np.uint8]) -> bytes:
    """Return a picture of 8 bits per pixel, in which ``NOTHING`` is transparent."""
    height, width = raster.shape
    head = struct.pack(">IIBBBBB", width, height, 8, _BY_PALETTE, 0, 0, 0)
    # Each line begins with its filter: as it is, or less the line above it.
    plain, less = np.zeros((2, height, width + 1), np.uint8)
    plain[:, 1:] = raster
    less[1:, 1:] = raster[1:] - raster[:-1]
    less[0, 1:], less[:, 0] = raster[0], _LESS_ABOVE
    data = min((zlib.compress(lines.tobytes(), 6) for lines in (plain, less)), key=len)
    visible = bytes([255] * NOTHING + [0])
    chunks = [
        (b"IHDR", head),
        (b"PLTE", palette.tobytes()),
        (b"tRNS", visible),
        (b"IDAT", data),
        (b"IEND", b""),
    ]
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
