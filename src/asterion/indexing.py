"""What ``grid[key] = value`` means: which cells, and which number for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import numpy as np

from asterion.errors import InvalidType, InvalidValue, OutsideWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]


Shape = tuple[int, int]


class Block(NamedTuple):
    """Whole rows and columns, picked by numbers and slices."""

    rows: range
    cols: range
    shape: tuple[int, ...]  # as NumPy gives it: an axis picked by a number is gone


def block_of(key: Any, shape: Shape) -> Block | None:
    """The block that a key of numbers, slices and ``...`` means; None for any other key."""
    parts = key if isinstance(key, tuple) else (key,)
    at = next((i for i, part in enumerate(parts) if part is ...), None)
    if at is not None:
        parts = (*parts[:at], *[slice(None)] * (3 - len(parts)), *parts[at + 1 :])
    if len(parts) > 2:
        return None
    picked: list[range] = []
    kept: list[int] = []
    for part, size in zip((*parts, *[slice(None)] * (2 - len(parts))), shape, strict=True):
        if isinstance(part, slice):
            picked.append(range(*part.indices(size)))
            kept.append(len(picked[-1]))
        elif isinstance(part, SupportsIndex) and not isinstance(part, (bool, np.bool_, np.ndarray)):
            at = index(part)
            if not -size <= at < size:
                raise OutsideWorld(f"index {at} is outside the grid of shape {shape}")
            picked.append(range(at % size, at % size + 1))
        else:
            return None
    return Block(picked[0], picked[1], tuple(kept))


def cells_of(key: Any, shape: Shape) -> npt.NDArray[np.int64]:
    """The flat cell numbers that any other NumPy key means: a mask, arrays of rows and columns."""
    mask = np.asarray(key) if not isinstance(key, tuple) else None
    if mask is not None and mask.dtype == np.bool_ and mask.shape == shape:
        return np.flatnonzero(mask)
    try:
        cells: npt.NDArray[np.int64] = np.arange(shape[0] * shape[1]).reshape(shape)[key]
    except IndexError as error:
        raise OutsideWorld(f"{error}; the grid has shape {shape}") from None
    return cells


def numbers(value: Any, what: str) -> Numbers:
    """A private copy of the value as float64."""
    return np.array(number_array(value, what), dtype=np.float64)


def number_array(value: Any, what: str) -> npt.NDArray[Any]:
    """The value as an array of bools, integers or floats, or an error that says what it is."""
    if hasattr(value, "mask") and hasattr(value, "filled"):  # without importing numpy.ma
        raise InvalidType(f"{what} is a masked array; fill its holes first")
    try:
        array = np.asarray(value)
    except ValueError:
        raise InvalidValue(f"{what} is ragged; every row must have the same length") from None
    if array.dtype.kind not in "biuf":
        raise InvalidType(
            f"{what} is of type {array.dtype}; it must hold bools, integers or floats"
        )
    return array


def spread(value: Any, shape: Sequence[int], what: str) -> Numbers:
    """The value as one number for each cell of the shape, as in a NumPy assignment."""
    array = numbers(value, what)
    try:
        return np.broadcast_to(array, tuple(shape))
    except ValueError:
        raise InvalidValue(
            f"{what} has shape {array.shape}, which does not fit the shape {tuple(shape)}"
        ) from None
