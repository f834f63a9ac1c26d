"""Batch results: a list of paths, each of which is made when it is first read."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from asterion.world.base import NodeT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from asterion import _core
    from asterion._core import Path


class Paths(MutableSequence["Path[NodeT]"]):
    """The paths of a batch, in the order of the queries; behaves like a list.

    A path becomes an object when it is first read, and stays the same object. Slicing, iteration,
    comparison and changes make all of them. Copies and pickles are lists.

    >>> import asterion as at
    >>> paths = at.find_paths(at.Grid([[1, 1, 1]]), [(0, 0), (0, 1)], [(0, 2), (0, 2)])
    >>> len(paths), paths[-1].cost, [path.cost for path in paths]
    (2, 1.0, [2.0, 1.0])
    >>> paths == list(paths)
    True
    """

    __slots__ = ("_paths",)

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def __init__(self, paths: _core.PathBatch | list[Path[NodeT]]) -> None:
        self._paths = paths

    def _all(self) -> list[Path[NodeT]]:
        """The list itself, which replaces the core's batch."""
        paths = self._paths
        if not isinstance(paths, list):
            paths = paths.all()
            if not isinstance(self._paths, list):  # another thread may have been here
                self._paths = paths
        return self._paths  # type: ignore[return-value]

    def __len__(self) -> int:
        return len(self._paths)

    @overload
    def __getitem__(self, i: SupportsIndex) -> Path[NodeT]: ...
    @overload
    def __getitem__(self, i: slice) -> list[Path[NodeT]]: ...
    def __getitem__(self, i: Any) -> Any:
        paths = self._paths
        if type(i) is int and type(paths) is not list:
            at = i if i >= 0 else i + len(paths)
            if 0 <= at < len(paths):
                return paths[at]
        return self._all()[i]

    def __setitem__(self, i: Any, value: Any) -> None:
        self._all()[i] = value

    def __delitem__(self, i: Any) -> None:
        del self._all()[i]

    def insert(self, i: SupportsIndex, path: Path[NodeT]) -> None:
        """Put a path before the one at this place."""
        self._all().insert(i, path)

    def pop(self, i: SupportsIndex = -1) -> Path[NodeT]:
        """Take out the path at this place, the last one by default."""
        return self._all().pop(i)

    def remove(self, path: Path[NodeT]) -> None:
        """Take out the first path that is equal to this one."""
        self._all().remove(path)

    def index(self, path: Path[NodeT], *limits: SupportsIndex) -> int:
        """The first place of a path that is equal to this one."""
        return self._all().index(path, *limits)

    def sort(
        self, *, key: Callable[[Path[NodeT]], Any] | None = None, reverse: bool = False
    ) -> None:
        """Sort in place, as a list does."""
        self._all().sort(key=key, reverse=reverse)  # type: ignore[arg-type]

    def copy(self) -> list[Path[NodeT]]:
        """A list of the same paths."""
        return self._all().copy()

    def __iter__(self) -> Iterator[Path[NodeT]]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Paths, list)):
            return self._all() == _listed(other)
        return NotImplemented

    def __add__(self, other: Any) -> list[Any]:
        return self._all() + _listed(other)

    def __radd__(self, other: Any) -> list[Any]:
        return _listed(other) + self._all()

    def __mul__(self, times: SupportsIndex) -> list[Path[NodeT]]:
        return self._all() * times

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (self._all(),)

    __copy__ = copy


def _listed(paths: Any) -> list[Any]:
    """The list of paths; anything else is left for Python's own list to reject."""
    listed: list[Any] = paths._all() if isinstance(paths, Paths) else paths
    return listed
