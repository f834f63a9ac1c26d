"""The meaning of ``grid[key] = value``: which cells, and which number for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidType, InvalidValue, OutsideWorld, short_repr

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]


Shape = tuple[int, int]


class ReadOnly(np.ndarray[tuple[int, int], np.dtype[Any]]):
    """The costs of a grid: an array that says how to edit them. Copies of it are writable."""

    def __setitem__(self, key: Any, value: Any) -> None:
        if not self.flags.writeable:
            is_cell = isinstance(key, tuple) and all(isinstance(part, int) for part in key)
            place = short_repr(key).strip("()") if is_cell else "..."
            raise InvalidValue(
                "the costs of a grid are read-only here; assign to the grid: "
                f"grid[{place}] = {short_repr(value)}"
            )
        super().__setitem__(key, value)

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: Any = False) -> Any:
        """Results of calculations are plain arrays."""
        return array[()] if return_scalar else np.asarray(array)

    def __repr__(self) -> str:
        return repr(np.asarray(self))


def picked(array: npt.NDArray[Any], key: Any) -> Any:
    """The part of a grid's array that a key selects; a bad key raises an error of this package."""
    try:
        return array[key]
    except IndexError as error:
        raise OutsideWorld(f"{error}; the grid has shape {array.shape}") from None
    except Exception:  # noqa: BLE001 - the key is a user's object, and NumPy's warnings may be errors
        raise InvalidType(
            f"{short_repr(key)} does not select cells of a grid of shape {array.shape}"
        ) from None


def cells_of(key: Any, shape: Shape) -> npt.NDArray[np.int64]:
    """The flat indices of any other NumPy key: a mask, arrays of rows and columns."""
    if isinstance(key, (list, np.ndarray)):
        mask = np.asarray(key) if isinstance(key, np.ndarray) else _as_mask(key)
        if mask.dtype == np.bool_ and mask.shape == shape:
            return np.flatnonzero(mask)
    cells: npt.NDArray[np.int64] = picked(np.arange(shape[0] * shape[1]).reshape(shape), key)
    return cells


def _as_mask(key: list[Any]) -> npt.NDArray[Any]:
    try:
        return np.asarray(key)
    except ValueError:  # ragged, so not a mask
        return np.empty(0)


def numbers(value: Any, what: str) -> Numbers:
    """A private copy of the value as float64."""
    return _as_floats(number_array(value, what))


def _as_floats(array: npt.NDArray[Any]) -> Numbers:
    if array.dtype.kind != "f" or array.dtype == np.float64:  # float32 has NaNs that warn too
        return np.array(array, dtype=np.float64)
    with np.errstate(over="ignore", invalid="ignore"):  # too large a value is inf, and NaN is NaN
        return np.array(array, dtype=np.float64)


def number_array(value: Any, what: str) -> npt.NDArray[Any]:
    """The value as an array of bools, integers or floats; an error says what else it is."""
    if type(value).__module__.startswith("numpy.ma"):
        raise InvalidType(f"{what} is a masked array; fill its holes first")
    try:
        array = np.asarray(value)
    except (ValueError, OverflowError):
        raise InvalidValue(f"{what} is ragged; every row must have the same length") from None
    except TypeError as error:
        raise InvalidType(f"{what} is {short_repr(value)}; it must be an array: {error}") from None
    if array.dtype.kind not in "biuf":
        raise InvalidType(
            f"{what} is of type {str(array.dtype)[:40]}; it must hold bools, integers or floats"
        )
    return array


def spread(value: Any, shape: Sequence[int], what: str) -> Numbers:
    """The value as one number for each cell of the shape, as in a NumPy assignment."""
    array = number_array(value, what)
    shape = tuple(shape)
    if array.shape == shape:
        return _as_floats(array)
    # Checked before the copy: a hostile value may claim any size.
    fits = array.ndim <= len(shape) and all(
        size in (1, wanted) for size, wanted in zip(array.shape[::-1], shape[::-1], strict=False)
    )
    if not fits:
        raise InvalidValue(f"{what} has shape {array.shape}, which does not fit the shape {shape}")
    return np.broadcast_to(_as_floats(array), shape)
