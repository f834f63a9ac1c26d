"""Cells as users write them, and their numbers in the core.

A cell is a tuple, a list of two whole numbers or an integer array of shape (2,), the row first;
several are a list, a set or an integer array of shape (k, 2). All cells are read here.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import _core
from asterion.errors import InvalidType, OutsideWorld, counted, short_repr

if TYPE_CHECKING:
    import numpy.typing as npt

    Shape = tuple[int, int]
    Numbers = npt.NDArray[np.int64]

_UNORDERED = (set, frozenset, dict)
_RULE = "a cell is a pair (row, column) of whole numbers"


def number_of(cell: Any, shape: Shape, what: str) -> int:
    """The number of one cell, or an error that names it."""
    try:
        row, col = cell
        is_flag = row is True or row is False or col is True or col is False
        row, col = index(row), index(col)
    except Exception:  # noqa: BLE001 - the cell is a user's object, and may raise anything
        raise InvalidType(f"{what} is {short_repr(cell)}; {_RULE}") from None
    if is_flag:
        raise InvalidType(f"{what} is {short_repr(cell)}; {_RULE}, not of bools")
    if type(cell) is not tuple and isinstance(cell, _UNORDERED):
        raise InvalidType(f"{what} is {short_repr(cell)}; {_RULE}, in order")
    rows, cols = shape
    if not (0 <= row < rows and 0 <= col < cols):
        swapped = 0 <= col < rows and 0 <= row < cols
        hint = f"; {short_repr((col, row))} is inside, and a cell is (row, column)"
        raise OutsideWorld(
            f"{what} {short_repr((row, col))} is outside the grid of "
            f"{counted(rows, 'row')} and {counted(cols, 'column')}" + (hint if swapped else "")
        )
    return row * cols + col


def numbers_of(cells: Iterable[Any], shape: Shape, what: str) -> Numbers:
    """The number of each of several cells, in their order."""
    if isinstance(cells, np.ndarray):
        _check_array(cells, what, several=True)
        # A value too large for the type becomes negative, and so is outside too.
        numbers = _core.cell_numbers(cells.astype(np.int64, copy=False), *shape)
    else:
        cells = cells if isinstance(cells, list) else [*cells]
        numbers = _core.cell_numbers(cells, *shape)
    if numbers is not None:
        return numbers
    each = (number_of(cell, shape, f"{what}[{i}]") for i, cell in enumerate(cells))
    return np.fromiter(each, np.int64)


def any_numbers(cells: Any, shape: Shape, what: str) -> Numbers:
    """The number of one cell, or of each of several."""
    if isinstance(cells, (list, AbstractSet)):
        one = isinstance(cells, list) and len(cells) == 2 and _is_whole(cells[0])
    elif isinstance(cells, np.ndarray):
        one = cells.ndim == 1
        _check_array(cells, what, several=not one)
    elif isinstance(cells, tuple):
        one = True
    else:
        raise InvalidType(
            f"{what} is {short_repr(cells)}; it must be a cell, or a list, set or (k, 2) array of "
            "cells"
        )
    return np.array([number_of(cells, shape, what)]) if one else numbers_of(cells, shape, what)


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer))


def _check_array(cells: npt.NDArray[Any], what: str, *, several: bool) -> None:
    if cells.dtype.kind in "iu" and cells.ndim == 1 + several and cells.shape[-1] == 2:
        return
    raise InvalidType(
        f"{what} is an array of {cells.dtype} of shape {cells.shape}; a cell is an array of two "
        "whole numbers (row, column), and several are a (k, 2) array"
    )
