"""Pictures, ``.png``, one pixel per cell: black is a wall, white costs 1, darker costs more.

A gray of g > 0 costs 256 - g, so that every whole cost up to 255 has its own gray.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from pathlib import Path as FilePath
from types import ModuleType
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import numpy as np

from asterion.errors import InvalidValue, imported
from asterion.io.checks import COLOUR_LIMIT, DRAWING_LIMIT, reason_of, whole_costs
from asterion.world.grid import Diagonal, Grid

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL import Image

    Grays = npt.NDArray[np.uint8]

T = TypeVar("T")
WHAT = "reading and writing .png"


def read_map(path: FilePath, file: BinaryIO, diagonal: Diagonal) -> Grid:
    """The grid. Colours are converted to gray, and transparency to white."""
    grays = decoded(path, file, pillow(WHAT), ["PNG"], _gray)
    return Grid(np.negative(grays), diagonal=diagonal)  # in bytes: 256 - g, and 0 for 0


def encoded(grid: Grid, path: FilePath) -> list[bytes]:
    """A picture of 8-bit grays."""
    images = pillow(WHAT)
    costs = whole_costs(path, grid.cost, 255)
    _check_size(path, grid.shape[1], grid.shape[0], True)
    file = io.BytesIO()
    images.fromarray(np.negative(costs)).save(file, format="PNG")
    return [file.getvalue()]


def decoded(
    path: FilePath,
    file: BinaryIO,
    images: ModuleType,
    formats: list[str],
    convert: Callable[[Image.Image, ModuleType], T],
) -> T:
    """Return what ``convert`` makes of the picture in a file, which has one of some formats."""
    try:
        # Pillow warns of large pictures, which are refused here, and of harmless faults.
        with warnings.catch_warnings(action="ignore"):
            with images.open(file, formats=formats) as picture:
                width, height = picture.size
                _check_size(path, width, height, _is_gray(picture))
                picture.verify()  # the checksums, which decoding alone does not check
            with images.open(file, formats=formats) as picture:
                return convert(picture, images)
    except InvalidValue:
        raise
    except images.UnidentifiedImageError:
        reason = f"it is not a {' or '.join(formats)} file, or its header is broken"
    except Exception as error:  # noqa: BLE001 - for a broken file Pillow may raise anything
        reason = reason_of(error)
    raise InvalidValue(f"{path.name} cannot be read as a picture: {reason}")


def _is_gray(picture: Image.Image) -> bool:
    """Whether three bytes per pixel are enough to read it, and not twelve."""
    return picture.mode in ("1", "L") and not picture.has_transparency_data


def _check_size(path: FilePath, width: int, height: int, is_gray: bool) -> None:
    """Reject a picture that would take more than some 300 MB, as a file of 25 kB may."""
    if width * height > (DRAWING_LIMIT if is_gray else COLOUR_LIMIT):
        raise InvalidValue(
            f"{path.name}: {width} x {height} pixels; a map has at most {DRAWING_LIMIT} in 8-bit "
            f"grays, and {COLOUR_LIMIT} in colours, with transparency or in 16 bits"
        )


def _gray(picture: Image.Image, images: Any) -> Grays:
    if picture.mode.startswith("I"):  # 16 bits, which some versions of Pillow clip to 8
        deep = np.asarray(picture)
        gray = (deep >> 8).astype(np.uint8)
        gray[deep == picture.info.get("transparency", -1)] = 255
        return gray
    if picture.has_transparency_data:
        white = images.new("RGBA", picture.size, "white")
        picture = images.alpha_composite(white, picture.convert("RGBA"))
    return np.asarray(picture.convert("L"))


def pillow(what: str) -> ModuleType:
    """Return Pillow's module of images, or raise an error that says what needs it."""
    module: ModuleType = imported("PIL.Image", what, "pillow")
    return module
