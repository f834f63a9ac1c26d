"""Limits of all formats, and errors with file and line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import numpy as np

from asterion.errors import LONGEST, AsterionError, InvalidValue

if TYPE_CHECKING:
    import numpy.typing as npt

    Costs = npt.NDArray[np.uint8] | npt.NDArray[np.float64]


CELL_LIMIT = 2**31 - 1  # of a grid
DRAWING_LIMIT = 100_000_000  # of a text or picture: a small file may decompress to very many cells
COLOUR_LIMIT = DRAWING_LIMIT // 4  # of a picture in colours, which takes four bytes per pixel
DOCUMENT_LIMIT = 64 * 2**20  # bytes of XML, JSON or YAML: parsed, they take up to 25 times as much
POINT_LIMIT = 2**22  # of outlines: a mesh takes a microsecond and a kilobyte for each
RING_LIMIT = 100_000  # of outlines: the box of each is compared with all others
FAR = 1e100  # a coordinate of outlines; products of some of them are still finite
TILE_LIMIT = 2**20  # numbers of tiles, because the table of costs has one per number


def lines_of(text: str) -> list[str]:
    r"""Split text into lines as editors do: str.splitlines would also split at ``\f`` or U+2028."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if not lines[-1]:
        lines.pop()  # the text ends with a line break
    return lines


def fault(path: FilePath, at: int, message: str) -> InvalidValue:
    """Return an error about line ``at``, which counts from 0 here and from 1 in the message."""
    return InvalidValue(f"{path.name}, line {at + 1}: {message}")


@contextmanager
def reading(what: str, content: str) -> Iterator[None]:
    """Turn missing or wrong parts of outside values, read in this block, into an error.

    ``what`` names the source, as "the link", and ``content`` the expected kind, as "a game".
    """
    try:
        yield
    except AsterionError:
        raise
    except KeyError as error:
        raise InvalidValue(f"{what} lacks {error}") from None
    except (AttributeError, IndexError, OverflowError, TypeError, ValueError) as error:
        raise InvalidValue(f"{what} does not hold {content}: {str(error)[:LONGEST]}") from None


def reason_of(error: Exception) -> str:
    """The message of another package about a broken file, in one line, cut if it is long."""
    return " ".join(f"{type(error).__name__}: {error}"[:200].split())


def whole_costs(path: FilePath, costs: Costs, most: int) -> npt.NDArray[np.uint8]:
    """Return the costs as bytes, if each is a wall or a whole number up to ``most``."""
    unfit = (costs > most) | (costs % 1 != 0)
    if unfit.any():
        row, col = first(unfit)
        raise InvalidValue(
            f"{path.name}: cost[{row}, {col}] is {costs[row, col].item()!r}; beside walls, .map "
            "holds cost 1, .txt whole costs up to 9, .png whole costs up to 255, .npy every cost"
        )
    return costs.astype(np.uint8)


def first(mask: npt.NDArray[np.bool_]) -> tuple[int, int]:
    """The first cell, in reading order, where the mask is True."""
    row, col = divmod(int(mask.argmax()), mask.shape[1])
    return row, col
