"""Fields: a number per node that says how far it is to something, and walks along them."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.world.base import Node, NodeT, World, check_world
from asterion.world.cells import any_numbers
from asterion.world.grid import GridWorld
from asterion.world.indexing import number_array

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion._core import Path

_NO_ENDS = np.empty(0, np.int64)


class Field(np.ndarray[Any, np.dtype[np.float64]]):
    """An array that knows its world, so that :func:`descend` need not be told.

    Arrays calculated from it, such as ``-1.2 * field``, know the world too.
    """

    world: World | None
    _ends: npt.NDArray[np.int64]  # the numbers of the sources that begin at their own value

    def __array_finalize__(self, parent: Any) -> None:
        self.world = getattr(parent, "world", None)
        self._ends = _NO_ENDS

    def __array_wrap__(
        self, array: npt.NDArray[Any], context: Any = None, return_scalar: bool = False
    ) -> Any:
        """Sums, masks and the like are not fields."""
        plain = array.view(np.ndarray)
        if plain.shape == self.shape and plain.dtype == np.float64:
            field = plain.view(Field)
            field.world = self.world
            return field
        return plain[()] if plain.ndim == 0 else plain

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))


def field_of(
    world: World, array: npt.NDArray[np.float64], sources: npt.NDArray[np.int64], values: Any
) -> Field:
    """Return the array as a field; ``values`` are the values of the sources, or 0."""
    field = array.view(Field)
    field.world = world
    field._ends = np.unique(sources[array.ravel()[sources] == values])
    return field


def source_numbers(world: World, nodes: Any, what: str = "nodes") -> npt.NDArray[np.int64]:
    """The numbers of one node or several; cells never become a list, as there may be many."""
    if isinstance(world, GridWorld):
        return any_numbers(nodes, world.shape, what)
    return np.array(world._nodes(nodes, what), np.int64)


def source_values(
    world: World, nodes: Any, numbers: npt.NDArray[np.int64], values: Any, what: str = "nodes"
) -> npt.NDArray[np.float64]:
    """The initial value of each of these nodes; an error names an invalid one."""
    with np.errstate(over="ignore"):  # a long double becomes infinite, and is refused
        array = number_array(values, "values").astype(np.float64)
    if array.ndim == 2 and array.shape == world.shape:
        each = array.ravel()[numbers]
    elif array.ndim == 0:
        each = np.full(len(numbers), array)
    elif array.shape == (len(numbers),):
        if isinstance(nodes, AbstractSet) and len(numbers) > 1:
            raise InvalidType(f"{what} is a set, which has no order; give them and values as lists")
        each = array
    else:
        whole = f", or an array of shape {world.shape}" if isinstance(world, GridWorld) else ""
        raise InvalidValue(
            f"values is an array of shape {array.shape}; it must be a number, or one for each of "
            f"the {len(numbers)} {what}{whole}"
        )
    wrong = np.isnan(each) | (each == -np.inf)
    if wrong.any():
        i = int(wrong.argmax())
        name = short_repr(world._name(int(numbers[i])))
        raise InvalidValue(
            f"the value of node {name} is {float(each[i])!r}; it must be a number, or inf for a "
            "node that does not count"
        )
    return np.ascontiguousarray(each)


def descend(
    field: npt.ArrayLike, cell: Node, *, world: World[NodeT, Any] | None = None
) -> Path[NodeT]:
    r"""Return the walk downhill from a cell along a field, as a path.

    ``field`` is a result of :func:`distances`, or calculated from one; any other array with a
    number per node needs ``world``, which defines the moves. On a graph ``cell`` is a node's name.

    Each move is to a lower node: the one with the smallest sum of the move's cost and its value in
    the field. So along a field of ``direction="to"`` the walk is a cheapest path: it costs the
    difference of the field between its ends. It ends at a node from which the field begins, or
    where no neighbour is lower, which may be where it started.

    The moves are the world's present ones, the numbers the field's: after an edit make another
    field. O(length of the walk).

    >>> import asterion as at
    >>> grid = at.Grid.from_text("....\n.##.\n....", diagonal="never")
    >>> to_exits = at.distances(grid, [(0, 0), (2, 3)], values=[2, 0], direction="to")
    >>> at.descend(to_exits, (0, 1)).nodes
    [(0, 1), (0, 0)]
    >>> at.descend(to_exits, (0, 2)).nodes
    [(0, 2), (0, 3), (1, 3), (2, 3)]

    Raises
    ------
    IndexError  ``cell (5, 0) is outside the grid of 3 rows and 4 columns``
    ValueError  ``the field is inf at cell (0, 3): nothing was reached from there``
    TypeError   ``the field does not know its world; give it: descend(field, cell, world=...)``
    """
    known = field.world if isinstance(field, Field) else None
    ends = field._ends if isinstance(field, Field) and world in (None, known) else _NO_ENDS
    place = known if world is None else world
    if place is None:
        raise InvalidType(
            "the field does not know its world; give it: descend(field, cell, world=...)"
        )
    check_world(place)
    numbers = np.ascontiguousarray(number_array(field, "field"), np.float64)
    if numbers.shape != place.shape:
        raise InvalidValue(
            f"field is an array of shape {numbers.shape}; the world has {place.shape}"
        )
    start = place._node(cell, "cell")
    flat = numbers.ravel().view(np.ndarray)
    here = float(flat[start])
    if not here < np.inf:
        name = short_repr(place._name(start))
        raise InvalidValue(f"the field is {here!r} at cell {name}: nothing was reached from there")
    return _core.descend(place, place._core_view, flat, start, ends)
