"""The tile numbers of a Tiled layer: csv, base64, and what it may be compressed with.

Nothing becomes larger than the announced size, which was checked before.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
import warnings
import zlib
from contextlib import suppress
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidValue, imported, short_repr
from asterion.io.checks import reason_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Tiles = npt.NDArray[np.uint32]
    Bytes = bytes | bytearray

_WINDOW = {"zlib": zlib.MAX_WBITS, "gzip": 16 + zlib.MAX_WBITS}
_PART = 2**24  # bytes that are unpacked at a time
_BITS = 32  # of a tile number, its flips included


class Block(NamedTuple):
    """The tiles of a rectangle, as stored in a file."""

    x: int
    y: int
    width: int
    height: int
    data: Any  # a text, or a list of numbers
    encoding: str
    compression: str


def tiles_of(path: FilePath, where: str, block: Block) -> Tiles:
    """The numbers of the tiles of a block, by row and column; 0 is no tile."""
    count = block.width * block.height
    if block.encoding not in ("", "csv", "base64"):
        raise InvalidValue(
            f"{path.name}: {where} has the encoding {short_repr(block.encoding)}; "
            "tiles are in csv or base64"
        )
    if block.encoding == "base64":
        tiles = _unpacked(path, where, block, count)
    else:
        tiles = _listed(path, where, block.data, count)
    return tiles.reshape(block.height, block.width)


def _listed(path: FilePath, where: str, data: Any, count: int) -> Tiles:
    """Numbers in a text, or in a list."""
    if not isinstance(data, (str, list)):
        raise InvalidValue(f"{path.name}: {where} has no list of tile numbers")
    there = data.count(",") + bool(data.strip()) if isinstance(data, str) else len(data)
    if there != count:
        raise InvalidValue(f"{path.name}: {where} has {there} tiles; its size needs {count}")
    try:
        found = _of_text(data, count) if isinstance(data, str) else _of_list(data)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidValue(f"{path.name}: {where}: {reason_of(error)}") from None
    unfit = (found < 0) | (found >= 2**_BITS)
    if unfit.any():
        bad = int(found[unfit.argmax()])
        raise InvalidValue(f"{path.name}: {where} has tile {bad}; a tile is from 0 to 2**32 - 1")
    return found.astype(np.uint32)


def _of_text(data: str, count: int) -> npt.NDArray[np.int64]:
    """Parse by NumPy: as Python numbers, they would take twenty times the text."""
    found = None
    if re.fullmatch(r"[0-9,\s]*", data, re.ASCII):
        # It warns where it stops before the end. A number too large becomes the largest.
        with warnings.catch_warnings(action="error"), suppress(DeprecationWarning, ValueError):
            found = np.fromstring(data, np.int64, sep=",")
    if found is None or len(found) != count:
        raise ValueError("it is not a list of tile numbers in csv")
    return found


def _of_list(data: list[Any]) -> npt.NDArray[np.int64]:
    return np.array([_number(value) for value in data], np.int64)


def _number(value: Any) -> int:
    if isinstance(value, str):
        if len(value) > 100:
            raise ValueError(f"a tile number of {len(value)} characters")
        return int(value)
    if type(value) is not int:
        raise TypeError(f"a tile is {short_repr(str(value))}, not a whole number")
    return value


def _unpacked(path: FilePath, where: str, block: Block, count: int) -> Tiles:
    """Little-endian numbers of 32 bits."""
    if not isinstance(block.data, str):
        raise InvalidValue(f"{path.name}: {where} has no text in base64")
    try:
        packed = base64.b64decode("".join(block.data.split()), validate=True)
        data = _inflated(path, where, packed, block.compression, 4 * count)
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, InvalidValue):
            raise
        raise InvalidValue(f"{path.name}: {where} is broken: {reason_of(error)}") from None
    if len(data) != 4 * count:
        more = "more than " if len(data) > 4 * count else ""
        found = min(len(data), 4 * count)
        raise InvalidValue(
            f"{path.name}: {where} has {more}{found} bytes of tiles; its size needs {4 * count}"
        )
    return np.frombuffer(data, "<u4").astype(np.uint32, copy=False)


def _inflated(path: FilePath, where: str, packed: bytes, compression: str, most: int) -> Bytes:
    """The decompressed bytes, or enough of them to see that there are too many."""
    if not compression:
        return packed
    if compression == "zstd":
        return _unzstd(packed, most)
    if compression not in _WINDOW:
        raise InvalidValue(
            f"{path.name}: {where} has the compression {short_repr(compression)}; "
            "tiles are compressed with zlib, gzip or zstd"
        )
    stream = zlib.decompressobj(_WINDOW[compression])
    data = bytearray()
    while len(data) <= most and not stream.eof:  # in parts, so that Ctrl-C works between them
        part = stream.decompress(packed, min(_PART, most + 1 - len(data)))
        packed = stream.unconsumed_tail
        if not part and not packed and not stream.eof:
            raise ValueError("the compressed data ends too early")
        data += part
    return data


def _unzstd(packed: bytes, most: int) -> bytes:
    zstandard = imported("zstandard", "reading layers compressed with zstd", "zstandard")
    # A frame may ask for a window of its own: 128 MB is what the format's own tool accepts.
    stream = zstandard.ZstdDecompressor(max_window_size=2**27)
    try:
        with stream.stream_reader(io.BytesIO(packed)) as reader:
            data: bytes = reader.read(most + 1)
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from None
    return data
