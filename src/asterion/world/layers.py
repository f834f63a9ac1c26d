"""The layers of a grid: named values that are added to the costs of its free cells."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from asterion.errors import InvalidType, InvalidValue, counted, short_repr
from asterion.world.indexing import picked

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import Grid

_LONGEST_NAME = 100  # characters of a layer's name, because names appear in messages


class Layer(np.ndarray[tuple[int, int], np.dtype[np.float64]]):
    """The values of one layer: a read-only array; setting its items edits the grid."""

    _grid: Grid | None = None
    _name: str = ""

    def __getitem__(self, key: Any) -> Any:
        return picked(np.asarray(self), key)

    def __setitem__(self, key: Any, value: Any) -> None:
        if self._grid is None:
            super().__setitem__(key, value)
        else:
            self._grid._assign(self._name, key, value)

    def _edited(self, values: Any) -> Self:
        """Replace the values of the layer: ``layer += 1`` edits the grid too."""
        self[...] = values
        return self

    # The same message for all kinds of operands; NumPy's differ.
    def __iadd__(self, other: Any) -> Self:  # type: ignore[misc, override]
        return self._edited(np.asarray(self) + other)

    def __isub__(self, other: Any) -> Self:  # type: ignore[misc, override]
        return self._edited(np.asarray(self) - other)

    def __imul__(self, other: Any) -> Self:  # type: ignore[misc, override]
        return self._edited(np.asarray(self) * other)

    def __itruediv__(self, other: Any) -> Self:  # type: ignore[misc, override]
        return self._edited(np.asarray(self) / other)

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: Any = False) -> Any:
        """Results of calculations with a layer are plain arrays."""
        return array[()] if return_scalar else np.asarray(array)


class Layers(MutableMapping[str, Any]):
    """The named layers of a grid. Each is added to the cost of free cells; walls stay walls.

    >>> import asterion as at
    >>> grid = at.Grid([[1, 1, 0]])
    >>> grid.layers["threat"] = [[0.0, 2.0, 2.0]]
    >>> grid.layers["threat"][0, 0] = 1.5
    >>> grid.total
    array([[2.5, 3. , 0. ]])
    """

    __slots__ = ("_grid",)

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def __getitem__(self, name: str) -> Layer:
        if name not in self:
            raise KeyError(name)
        layer = self._grid._store.layer(name).view(Layer)
        layer._grid = self._grid
        layer._name = name
        return layer

    def __setitem__(self, name: str, values: npt.ArrayLike) -> None:
        if not isinstance(name, str):
            raise InvalidType(f"the layer's name is {short_repr(name)}; it must be a str")
        if not name.isprintable():
            raise InvalidValue(f"the layer's name is {short_repr(name)}; it must be printable")
        if len(name) > _LONGEST_NAME:
            raise InvalidValue(
                f"the layer's name has {counted(len(name), 'letter')}; at most {_LONGEST_NAME}"
            )
        self._grid._assign(name, ..., values)

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._grid._store.remove_layer(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._grid._store.layer_names()

    def __iter__(self) -> Iterator[str]:
        return iter(self._grid._store.layer_names())

    def __len__(self) -> int:
        return len(self._grid._store.layer_names())

    def __repr__(self) -> str:
        return f"<Layers: {', '.join(map(repr, self)) or 'none'}>"
