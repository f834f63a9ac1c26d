"""NumPy's ``.npy``: the costs of a grid, exactly. Nothing in a file is ever executed."""

from __future__ import annotations

import io
import math
import warnings
from pathlib import Path as FilePath
from typing import Any, BinaryIO

import numpy as np
from numpy.lib import format as npy_format

from asterion.errors import InvalidValue, short_repr
from asterion.io.checks import CELL_LIMIT, reason_of
from asterion.world.grid import Diagonal, Grid

HEADERS = {
    (1, 0): npy_format.read_array_header_1_0,
    (2, 0): npy_format.read_array_header_2_0,  # (3, 0) is for names of fields; costs have none
}
HEADER_LIMIT = 1 << 14  # bytes; NumPy itself refuses headers of more than 10,000 characters


def read_map(path: FilePath, file: BinaryIO, diagonal: Diagonal) -> Grid:
    """The grid, from bools, integers or floats of any size up to 8 bytes."""
    _check(path, file)
    file.seek(0)
    costs = npy_format.read_array(file, allow_pickle=False)
    try:
        with np.errstate(invalid="ignore"):  # a signalling NaN; the grid refuses it by its cell
            return Grid(costs, diagonal=diagonal)
    except InvalidValue as error:
        raise InvalidValue(f"{path.name}: {error}") from None


def encoded(grid: Grid, _path: FilePath) -> list[bytes | memoryview]:
    """Return the costs as stored: bytes, or doubles."""
    costs = np.ascontiguousarray(grid.cost)
    header = io.BytesIO()
    npy_format.write_array_header_1_0(header, npy_format.header_data_from_array_1_0(costs))
    return [header.getvalue(), costs.data]


def _check(path: FilePath, file: BinaryIO) -> None:
    """Check the header of a file before memory is allocated for the data it announces."""
    start = io.BytesIO(file.read(HEADER_LIMIT))
    shape, dtype = _header(path, start)
    if dtype.kind not in "biuf" or dtype.itemsize > 8:
        raise InvalidValue(
            f"{path.name} holds values of type {short_repr(str(dtype))}; "
            "a map holds bools, integers or floats of up to 8 bytes"
        )
    if len(shape) != 2:
        raise InvalidValue(f"{path.name} holds {len(shape)} dimensions; a grid has 2")
    if min(shape) < 1 or math.prod(shape) > CELL_LIMIT:
        raise InvalidValue(f"{path.name} has shape {shape}; a grid has 1 to {CELL_LIMIT} cells")
    promised = math.prod(shape) * dtype.itemsize
    held = file.seek(0, io.SEEK_END) - start.tell()
    if held != promised:
        raise InvalidValue(
            f"{path.name} holds {held} bytes of costs; its shape {shape} needs {promised}"
        )


def _header(path: FilePath, start: io.BytesIO) -> tuple[tuple[int, ...], np.dtype[Any]]:
    try:
        version = npy_format.read_magic(start)
        if version in HEADERS:
            with warnings.catch_warnings(action="ignore"):
                shape, _, dtype = HEADERS[version](start)
            if all(size.bit_length() < 64 for size in shape):
                return shape, dtype
            reason = "a side of its shape does not fit into 64 bits"
        else:
            reason = f"its version is {version[0]}.{version[1]}, not 1.0 or 2.0"
    except Exception as error:  # noqa: BLE001 - a header is Python: its parser may raise anything
        reason = reason_of(error)
    raise InvalidValue(f"{path.name} has no valid .npy header of an array of costs: {reason}")
