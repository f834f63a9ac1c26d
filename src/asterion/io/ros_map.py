"""Maps of ROS, as map_server and Nav2 load them: a ``.yaml`` and the picture that it names.

Pixels are read as in Nav2: docs.nav2.org, Map Server / Saver.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import cos, isfinite, sin
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.io.checks import fault, lines_of
from asterion.io.documents import beside, text_in
from asterion.io.given_costs import checked_costs
from asterion.io.png import decoded, pillow
from asterion.world.frame import Frame
from asterion.world.grid import Diagonal, Grid

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL import Image

    Sums = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]

_MODES = ("trinary", "scale", "raw")
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)
_SWITCH = {"0": False, "1": True, "false": False, "true": True}
_UNKNOWN = "unknown"


class Settings(NamedTuple):
    """The settings in the ``.yaml``."""

    image: str
    resolution: float
    origin: tuple[float, float, float]  # x, y, yaw of the lower left corner
    negate: bool
    occupied: float
    free: float
    mode: str


def read_map(
    path: FilePath,
    file: BinaryIO,
    diagonal: Diagonal,
    *,
    costs: Mapping[Any, float] | None = None,
    folder: FilePath | None = None,
) -> Grid:
    """Return the grid; ``frame`` is in metres.

    Free is cost 1, occupied a wall, an occupancy of n percent between them cost 1 + n. Unknown is a
    wall, unless ``costs={"unknown": 3}`` gives it a cost.
    """
    given = checked_costs(path, costs)
    for name in given:
        if name != _UNKNOWN:
            raise InvalidValue(f"{path.name}: costs has {short_repr(name)}; it may have 'unknown'")
    settings = _settings(path, text_in(path, file))
    picture = beside(path, settings.image, folder)
    images = pillow("reading the picture of a ROS map")
    with picture.open("rb") as opened:
        sums, most, is_unknown = decoded(
            picture,
            opened,
            images,
            ["PNG", "PPM", "BMP"],
            lambda image, _: _shades(image, settings.mode),
        )
    occupancy = _occupancy(np.arange(most + 1) / most, settings)
    unknown = given.get(_UNKNOWN, 0.0)
    table = np.where(occupancy == -1, unknown, np.where(occupancy == 100, 0, occupancy + 1))
    every = np.append(table, unknown)  # transparent pixels may have it though no shade does
    if (every % 1 == 0).all() and every.max() <= 255:
        table = table.astype(np.uint8)
    cost = table[sums]
    if is_unknown is not None:
        cost[is_unknown] = unknown
    grid = Grid(cost, diagonal=diagonal)
    grid.frame = _frame(settings, grid.shape[0])
    return grid


def _shades(picture: Image.Image, mode: str) -> tuple[Sums, int, npt.NDArray[np.bool_] | None]:
    """The sum of each pixel's channels, the largest possible one, and the transparent pixels."""
    if picture.mode.startswith("I"):
        return np.asarray(picture).astype(np.uint16), 2**16 - 1, None
    if picture.mode in ("1", "L") and not picture.has_transparency_data:
        return np.asarray(picture.convert("L")), 255, None
    has_alpha = picture.has_transparency_data
    channels = np.asarray(picture.convert("RGBA" if has_alpha else "RGB"))
    # Nav2 counts alpha as a fourth colour in this mode, "to preserve existing behavior".
    counted = 4 if has_alpha and mode == "trinary" else 3
    sums = channels[..., :counted].sum(axis=2, dtype=np.uint16)
    is_unknown = channels[..., 3] < 255 if has_alpha and mode == "scale" else None
    return sums, 255 * counted, is_unknown


def _occupancy(shade: npt.NDArray[np.float64], settings: Settings) -> npt.NDArray[np.float64]:
    """In percent; -1 is unknown."""
    if settings.mode == "raw":
        percent = np.floor(shade * 255 + 0.5)
        return np.where(percent <= 100, percent, -1)
    occupied = shade if settings.negate else 1 - shade
    between = np.full(shade.shape, -1.0)
    if settings.mode == "scale":
        between = np.rint((occupied - settings.free) / (settings.occupied - settings.free) * 100)
    return np.where(
        occupied > settings.occupied, 100, np.where(occupied < settings.free, 0, between)
    )


def _frame(settings: Settings, rows: int) -> Frame:
    """The frame; row 0 is the top of the picture, where y is largest."""
    x, y, yaw = settings.origin
    step = settings.resolution
    row = (step * sin(yaw), -step * cos(yaw))
    column = (step * cos(yaw), step * sin(yaw))
    # From the lower left corner half a cell to the right, and up to the middle of the first row.
    up = rows - 0.5
    origin = (x + column[0] / 2 - row[0] * up, y + column[1] / 2 - row[1] * up)
    return Frame(origin, row, column)


def _settings(path: FilePath, text: str) -> Settings:
    found = _entries(path, text)
    for key in ("image", "resolution", "origin", "negate", "occupied_thresh", "free_thresh"):
        if key not in found:
            raise InvalidValue(f"{path.name} has no {key}, which a ROS map must have")
    occupied = _number(path, found, "occupied_thresh", 0, 1)
    free = _number(path, found, "free_thresh", 0, 1)
    mode = _word(path, found, "mode") if "mode" in found else "trinary"
    if mode not in _MODES:
        raise InvalidValue(
            f"{path.name}: mode is {short_repr(mode)}; it must be trinary, scale or raw"
        )
    if free > occupied or (free == occupied and mode == "scale"):
        raise InvalidValue(
            f"{path.name}: free_thresh is {free} and occupied_thresh is {occupied}; free_thresh "
            "must be below occupied_thresh"
        )
    negate = _word(path, found, "negate").lower()
    if negate not in _SWITCH:
        raise InvalidValue(f"{path.name}: negate is {short_repr(negate)}; it must be 0 or 1")
    return Settings(
        image=_word(path, found, "image"),
        resolution=_number(path, found, "resolution", 1e-9, 1e9),
        origin=_pose(path, found["origin"]),
        negate=_SWITCH[negate],
        occupied=occupied,
        free=free,
        mode=mode,
    )


def _entries(path: FilePath, text: str) -> dict[str, str | list[str]]:
    """The part of YAML that such files use: a word or a list of words per key."""
    found: dict[str, str | list[str]] = {}
    key = ""
    for at, raw in enumerate(lines_of(text)):
        line = _uncommented(raw).rstrip()
        if not line or line in ("---", "..."):
            continue
        item = re.fullmatch(r"\s*-\s+(.*)", line)
        if item and key and isinstance(found[key] or [], list):
            found[key] = [*found[key], _unquoted(item[1])]
            continue
        if line[0].isspace() and key:
            continue  # of an unknown key; missing ones are reported later
        entry = re.fullmatch(r"([A-Za-z_]\w*)\s*:(?:\s+(.*))?", line, re.ASCII)
        if not entry:
            raise fault(path, at, f"{short_repr(line)}; a ROS map has lines of 'key: value'")
        key = entry[1]
        if key in found:
            raise fault(path, at, f"{key} is there twice")
        value = (entry[2] or "").strip()
        if value.startswith("[") and value.endswith("]"):
            found[key] = [_unquoted(part.strip()) for part in value[1:-1].split(",")]
        else:
            found[key] = _unquoted(value)
    return found


def _uncommented(line: str) -> str:
    """The line without its comment; a # within a word or in quotes begins none."""
    quoted = ""
    for at, character in enumerate(line):
        if quoted:
            quoted = "" if character == quoted else quoted
        elif character in "'\"" and not line[:at].rstrip()[-1:].isalnum():
            quoted = character
        elif character == "#" and (not at or line[at - 1].isspace()):
            return line[:at]
    return line


def _unquoted(value: str) -> str:
    is_quoted = len(value) >= 2 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1] if is_quoted else value


def _word(path: FilePath, found: Mapping[str, str | list[str]], key: str) -> str:
    value = found[key]
    if not isinstance(value, str) or not value:
        raise InvalidValue(f"{path.name}: {key} is {short_repr(value)}; it must be one word")
    return value


def _number(
    path: FilePath, found: Mapping[str, str | list[str]], key: str, least: float, most: float
) -> float:
    word = _word(path, found, key)
    number = float(word) if _NUMBER.fullmatch(word) else most + 1
    if not least <= number <= most:
        raise InvalidValue(
            f"{path.name}: {key} is {short_repr(word)}; it must be a number from {least:g} to "
            f"{most:g}"
        )
    return number


def _pose(path: FilePath, value: str | list[str]) -> tuple[float, float, float]:
    words = value if isinstance(value, list) else []
    numbers = [float(word) for word in words if _NUMBER.fullmatch(word)]
    if len(words) != 3 or len(numbers) != 3 or not all(isfinite(n) for n in numbers):
        raise InvalidValue(
            f"{path.name}: origin is {short_repr(value)}; it must be [x, y, yaw], three numbers"
        )
    x, y, yaw = numbers
    return x, y, yaw
