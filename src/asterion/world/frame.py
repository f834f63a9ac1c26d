"""The frame of a map: where its cells lie in the coordinates of the file it was read from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from asterion.errors import InvalidType, OutsideWorld, counted, short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt


Point = tuple[float, float]  # x, y


class Frame(NamedTuple):
    """The position of cells: metres for a robot's map, pixels for a map of an editor.

    ``origin`` is the centre of cell (0, 0); ``row`` leads from a cell to the one below it, and
    ``column`` to the one right of it. ``shape`` has the rows and columns of its grid, which sets
    it: ``grid.frame = Frame(...)``. Cells and points are single pairs or (n, 2) arrays.

    >>> import asterion as at
    >>> from asterion.world.frame import Frame
    >>> grid = at.Grid([[1, 1, 1]] * 4)
    >>> grid.frame = Frame(origin=(-1.75, 4.25), row=(0.0, -0.5), column=(0.5, 0.0))
    >>> grid.frame.point((2, 1))
    (-1.25, 3.25)
    >>> grid.frame.cell((-1.4, 3.4))
    (2, 1)
    >>> grid.frame.point(at.find_path(grid, (0, 0), (1, 1)).cells)
    array([[-1.75,  4.25],
           [-1.25,  3.75]])

    Raises
    ------
    IndexError  ``point (-2.5, 3.4) is in row 2, column -1; the map has 4 rows and 3 columns``
    """

    origin: Point
    row: Point
    column: Point
    shape: tuple[int, int] | None = None

    @overload
    def point(self, cell: tuple[float, float]) -> Point: ...
    @overload
    def point(self, cell: npt.NDArray[Any]) -> npt.NDArray[np.float64]: ...
    @overload
    def point(self, cell: Sequence[Any]) -> Any: ...
    def point(self, cell: Any) -> Any:
        """Return the centre of a cell, as (x, y); or of each cell, an (n, 2) array."""
        cells = _pairs("cell", cell, "(row, column)")
        rows, cols = cells[..., :1], cells[..., 1:]
        points = np.array(self.origin) + rows * np.array(self.row) + cols * np.array(self.column)
        return points if cells.ndim > 1 else (float(points[0]), float(points[1]))

    @overload
    def cell(self, point: tuple[float, float]) -> tuple[int, int]: ...
    @overload
    def cell(self, point: npt.NDArray[Any]) -> npt.NDArray[np.int64]: ...
    @overload
    def cell(self, point: Sequence[Any]) -> Any: ...
    def cell(self, point: Any) -> Any:
        """Return the cell that a point (x, y) is in; or the cell of each point, an (n, 2) array."""
        points = _pairs("point", point, "(x, y)")
        x, y = np.moveaxis(points - self.origin, -1, 0)
        (a, b), (c, d) = self.row, self.column
        area = a * d - b * c
        places = np.stack([(x * d - y * c) / area, (y * a - x * b) / area], axis=-1)
        cells = np.floor(places + 0.5)
        if self.shape is not None:
            _check_inside(points, cells, self.shape)
        found = cells.astype(np.int64)
        return found if points.ndim > 1 else (int(found[0]), int(found[1]))


def _check_inside(
    points: npt.NDArray[np.float64], cells: npt.NDArray[np.float64], shape: tuple[int, int]
) -> None:
    outside = ~((cells >= 0) & (cells < shape)).all(axis=-1)  # so that NaN is outside
    if not outside.any():
        return
    at = int(outside.argmax())
    which = "point" if points.ndim == 1 else f"point[{at}]"
    x, y = points.reshape(-1, 2)[at].tolist()
    row, col = cells.reshape(-1, 2)[at].tolist()
    rows, cols = shape
    raise OutsideWorld(
        f"{which} ({x:g}, {y:g}) is in row {row:g}, column {col:g}; the map has "
        f"{counted(rows, 'row')} and {counted(cols, 'column')}"
    )


def _pairs(what: str, value: Any, pair: str) -> npt.NDArray[np.float64]:
    """One pair of numbers, or an (n, 2) array of them."""
    try:
        array = np.asarray(value, np.float64)
    except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
        array = np.empty(0)
    if array.ndim not in {1, 2} or array.shape[-1] != 2:
        raise InvalidType(
            f"{what} is {short_repr(value)}; it must be a pair {pair} of numbers, or an (n, 2) "
            "array of such pairs"
        )
    return array
