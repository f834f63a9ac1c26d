"""Users' edges, nodes and positions, as columns of numbers and a table of names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidType, InvalidValue, OutsideWorld, short_repr
from asterion.world.indexing import number_array, numbers

if TYPE_CHECKING:
    import numpy.typing as npt

    Ids = npt.NDArray[np.int64]
    Numbers = npt.NDArray[np.float64]

_MOST_NODES = 2**31 - 1


class Names:
    """The names of nodes in order, and the number of each."""

    __slots__ = ("_places", "all")

    def __init__(self, names: Sequence[Any]) -> None:
        self.all = names  # a range if the names are the numbers
        self._places: dict[Any, int] | None = None
        if not isinstance(names, range):
            self._places = {name: i for i, name in enumerate(names)}
            if len(self._places) < len(names):
                twice = next(name for i, name in enumerate(names) if self._places[name] != i)
                raise InvalidValue(f"nodes names {short_repr(twice)} twice")

    def __len__(self) -> int:
        return len(self.all)

    def number(self, name: Any) -> int | None:
        """The number of the node with this name; None if there is none."""
        try:
            if self._places is None:
                number = index(name)
                return number if 0 <= number < len(self.all) else None
            return self._places.get(name)
        except Exception:  # noqa: BLE001 - a user's object may not be hashable, or no number
            return None

    def saved(self) -> int | list[Any]:
        """The form for pickle: the number of nodes if names are numbers, else the names."""
        return len(self.all) if isinstance(self.all, range) else [*self.all]


def names_for(nodes: Iterable[Any] | int) -> Names:
    """The names that a user lists, or the numbers below n."""
    if isinstance(nodes, (int, np.integer)) and not isinstance(nodes, bool):
        if not 0 <= nodes <= _MOST_NODES:
            raise InvalidValue(
                f"nodes is {short_repr(nodes)}; a graph has at most {_MOST_NODES} nodes"
            )
        return Names(range(int(nodes)))
    if not isinstance(nodes, Iterable):
        raise InvalidType(f"nodes is {short_repr(nodes)}; it must be names, or how many there are")
    names = nodes if isinstance(nodes, range) and nodes == range(len(nodes)) else tuple(nodes)
    for name in names if not isinstance(names, range) else ():
        try:
            hash(name)
        except Exception:  # noqa: BLE001 - the name is a user's object, and may raise anything
            raise InvalidType(f"nodes holds {short_repr(name)}; a name must be hashable") from None
    return Names(names)


def columns_of(edges: Any, nodes: Iterable[Any] | int | None) -> tuple[Names, Ids, Ids, Numbers]:
    """The names of nodes, and for each edge the numbers of its ends and its cost."""
    if isinstance(edges, np.ndarray):
        if edges.ndim != 2 or edges.shape[1] != 3:
            raise InvalidValue(
                f"edges is an array of shape {edges.shape}; it must be (m, 3): source, target, cost"
            )
        edges = (edges[:, 0], edges[:, 1], edges[:, 2])
    if (
        isinstance(edges, tuple)
        and len(edges) == 3
        and all(isinstance(column, np.ndarray) for column in edges)
    ):
        return _from_arrays(edges, nodes)
    return _from_triples(edges, nodes)


def _from_arrays(
    columns: tuple[Any, ...], nodes: Iterable[Any] | int | None
) -> tuple[Names, Ids, Ids, Numbers]:
    for what, column in zip(("sources", "targets", "costs"), columns, strict=True):
        if column.ndim != 1:
            raise InvalidValue(f"{what} has {column.ndim} dimensions; it must have 1")
        if len(column) != len(columns[0]):
            lengths = ", ".join(str(len(each)) for each in columns)
            raise InvalidValue(f"sources, targets and costs have {lengths} values; they must match")
    sources = _whole(columns[0], "sources")
    targets = _whole(columns[1], "targets")
    costs = np.ascontiguousarray(numbers(columns[2], "costs"))
    if nodes is None:
        nodes = int(max(sources.max(initial=-1), targets.max(initial=-1))) + 1
    return names_for(nodes), sources, targets, costs


def _whole(column: Any, what: str) -> Ids:
    array = number_array(column, what)
    if array.dtype.kind == "f":
        with np.errstate(invalid="ignore"):
            whole = array.astype(np.int64)
        if (whole != array).any():
            at = int(np.flatnonzero(whole != array)[0])
            raise InvalidValue(f"{what}[{at}] is {float(array[at])!r}; a node is a whole number")
        array = whole
    return np.ascontiguousarray(array, dtype=np.int64)


def _from_triples(edges: Any, nodes: Iterable[Any] | int | None) -> tuple[Names, Ids, Ids, Numbers]:
    if not isinstance(edges, Iterable):
        raise InvalidType(
            f"edges is {short_repr(edges)}; it must be triples (source, target, cost)"
        )
    triples = [_triple(edge, i) for i, edge in enumerate(edges)]
    if nodes is None:
        found: dict[Any, None] = {}
        for i, (source, target, _) in enumerate(triples):
            try:
                found[source] = found[target] = None
            except Exception:  # noqa: BLE001 - a user's object may not be hashable
                raise InvalidType(
                    f"edges[{i}] joins {short_repr((source, target))}; a name must be hashable"
                ) from None
        names = Names(tuple(found))
    else:
        names = names_for(nodes)
    ends = np.empty((2, len(triples)), np.int64)
    for i, triple in enumerate(triples):
        for end in (0, 1):
            number = names.number(triple[end])
            if number is None:
                raise OutsideWorld(
                    f"edges[{i}] names {short_repr(triple[end])}, which is not among the "
                    f"{len(names)} nodes"
                )
            ends[end, i] = number
    return names, ends[0].copy(), ends[1].copy(), np.array([t[2] for t in triples], np.float64)


def _triple(edge: Any, i: int) -> tuple[Any, Any, float]:
    try:
        source, target, cost = edge
    except Exception:  # noqa: BLE001 - the edge is a user's object, and may raise anything
        raise InvalidType(
            f"edges[{i}] is {short_repr(edge)}; an edge is a triple (source, target, cost)"
        ) from None
    try:
        return source, target, float(cost)
    except Exception:  # noqa: BLE001 - as above
        raise InvalidType(f"edges[{i}] costs {short_repr(cost)}; a cost must be a number") from None


def position_table(positions: Any, names: Names) -> Numbers:
    """The positions of the nodes in their order, one row per node."""
    if isinstance(positions, Mapping):
        missing = [name for name in names.all if name not in positions]
        if missing:
            raise InvalidValue(f"positions has no position for {short_repr(missing[0])}")
        positions = [positions[name] for name in names.all]
    table = number_array(positions, "positions") if len(names) else np.zeros((0, 2))
    if table.ndim != 2 or len(table) != len(names) or (len(names) and not table.shape[1]):
        raise InvalidValue(
            f"positions has shape {table.shape}; it must have a row for each of {len(names)} nodes"
        )
    values = np.ascontiguousarray(numbers(table, "positions"))
    if not np.isfinite(values).all():
        row = int(np.argwhere(~np.isfinite(values))[0][0])
        raise InvalidValue(
            f"the position of {short_repr(names.all[row])} is {values[row].tolist()}; "
            "positions must be finite"
        )
    if np.abs(values).max(initial=0.0) > 1e140:
        raise InvalidValue("positions must be at most 1e140: their squares must be finite")
    return values
