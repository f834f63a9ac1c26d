"""Pictures, ``.png``, one pixel a cell: black is a wall, white costs 1, darker costs more.

A gray of g > 0 costs 256 - g, so that every whole cost up to 255 has its own gray.
"""

from __future__ import annotations

import importlib
import io
import warnings
from pathlib import Path as FilePath
from types import ModuleType
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from asterion.errors import InvalidValue, missing
from asterion.io.checks import DRAWING_LIMIT, reason_of, whole_costs
from asterion.world.grid import Grid

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL import Image

    Grays = npt.NDArray[np.uint8]


def read_map(path: FilePath, file: BinaryIO, diagonal: str) -> Grid:
    """The grid. Colours are converted to gray, and transparency to white."""
    grays = _grays(path, file, _pillow())
    return Grid(np.negative(grays), diagonal=diagonal)  # in bytes: 256 - g, and 0 for 0


def encoded(grid: Grid, path: FilePath) -> list[bytes]:
    """A picture of 8-bit grays."""
    pillow = _pillow()
    costs = whole_costs(path, grid.cost, 255)
    _check_size(path, grid.shape[1], grid.shape[0])
    file = io.BytesIO()
    pillow.fromarray(np.negative(costs)).save(file, format="PNG")
    return [file.getvalue()]


def _grays(path: FilePath, file: BinaryIO, pillow: ModuleType) -> Grays:
    try:
        # Pillow warns of large pictures, which are refused here, and of harmless faults.
        with warnings.catch_warnings(action="ignore"):
            with pillow.open(file, formats=["PNG"]) as picture:
                _check_size(path, *picture.size)
                picture.verify()  # the checksums, which decoding alone does not check
            with pillow.open(file, formats=["PNG"]) as picture:
                return _gray(picture, pillow)
    except InvalidValue:
        raise
    except pillow.UnidentifiedImageError:
        reason = "it is not a PNG file, or its header is broken"
    except Exception as error:  # noqa: BLE001 - for a broken file Pillow may raise anything
        reason = reason_of(error)
    raise InvalidValue(f"{path.name} cannot be read as a picture: {reason}")


def _check_size(path: FilePath, width: int, height: int) -> None:
    if width * height > DRAWING_LIMIT:
        raise InvalidValue(
            f"{path.name}: {width} x {height} pixels; a map has at most {DRAWING_LIMIT}"
        )


def _gray(picture: Image.Image, pillow: Any) -> Grays:
    if picture.mode.startswith("I"):  # 16 bits, which some versions of Pillow clip to 8
        deep = np.asarray(picture)
        gray = (deep >> 8).astype(np.uint8)
        gray[deep == picture.info.get("transparency", -1)] = 255
        return gray
    if picture.has_transparency_data:
        white = pillow.new("RGBA", picture.size, "white")
        picture = pillow.alpha_composite(white, picture.convert("RGBA"))
    return np.asarray(picture.convert("L"))


def _pillow() -> ModuleType:
    try:
        return importlib.import_module("PIL.Image")
    except ImportError as error:
        raise missing("reading and writing .png", "pillow") from error
