"""Links between any two cells of a grid, and fences between neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from operator import index
from typing import TYPE_CHECKING, NamedTuple

from asterion.errors import InvalidType, InvalidValue, counted, short_repr
from asterion.world.arguments import flag, number

if TYPE_CHECKING:
    from asterion.world.grid import Cell, Grid


class Link(NamedTuple):
    """A move between any two cells: a teleporter, stairs, a jump."""

    id: int
    a: Cell
    b: Cell
    cost: float
    both: bool


class Links:
    """The links of a grid, in the order in which they were added.

    ``cost`` is the whole price of a link: neither layers nor the entered cell add to it. A link is
    closed while a cell at one of its ends is.

    >>> import asterion as at
    >>> grid = at.Grid.from_text('''
    ...     ..#..
    ...     ..#..
    ... ''')
    >>> portal = grid.links.add((0, 1), (1, 4), cost=2)
    >>> at.find_path(grid, (0, 0), (0, 4)).cost
    4.0
    >>> [*grid.links]
    [Link(id=0, a=(0, 1), b=(1, 4), cost=2.0, both=True)]
    >>> grid.links.remove(portal)
    >>> at.find_path(grid, (0, 0), (0, 4)).found
    False
    """

    __slots__ = ("_grid",)

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def add(self, a: Cell, b: Cell, cost: float = 1.0, both: bool = True) -> int:
        """Add a link from ``a`` to ``b``, and one back if ``both``; return its id."""
        ends = self._grid._node(a, "a"), self._grid._node(b, "b")
        price = number("cost", cost, finite=True)
        return self._grid._store.add_link(*ends, price, flag("both", both))

    def remove(self, link: int) -> None:
        """Remove a link by the id that ``add`` returned."""
        try:
            number = index(link)
        except TypeError:
            raise InvalidType(f"the link is {short_repr(link)}; it must be the id of one") from None
        if not 0 <= number < 2**63 or not self._grid._store.remove_link(number):
            raise InvalidValue(f"there is no link {short_repr(link)} in this grid")

    def __iter__(self) -> Iterator[Link]:
        name = self._grid._name
        for key, a, b, cost, both in self._grid._store.links():
            yield Link(key, name(a), name(b), cost, both)

    def __len__(self) -> int:
        return self._grid._store.link_count()

    def __repr__(self) -> str:
        return f"<Links: {len(self)}>"


class Fences:
    """The fences of a grid: moves between neighbours that are closed.

    A fence closes exactly one move, and with ``both`` the move back. Diagonal moves beside it stay
    open; they can be fenced too. Its cells may be walls.

    >>> import asterion as at
    >>> grid = at.Grid([[1, 1, 1]])
    >>> grid.fences.add((0, 1), (0, 0), both=False)  # one way only
    >>> at.find_path(grid, (0, 0), (0, 2)).found, at.find_path(grid, (0, 2), (0, 0)).found
    (True, False)
    >>> [*grid.fences]
    [((0, 1), (0, 0))]
    """

    __slots__ = ("_grid",)

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def add(self, a: Cell, b: Cell, both: bool = True) -> None:
        """Close the move from ``a`` to its neighbour ``b``, and the move back if ``both``."""
        self._set(a, b, both, closed=True)

    def remove(self, a: Cell, b: Cell, both: bool = True) -> None:
        """Open the move from ``a`` to ``b`` again, and the move back if ``both``."""
        self._set(a, b, both, closed=False)

    def _set(self, a: Cell, b: Cell, both: bool, *, closed: bool) -> None:
        grid = self._grid
        ends = grid._node(a, "a"), grid._node(b, "b")
        if not grid._store.set_fence(*ends, flag("both", both), closed):
            raise InvalidValue(
                f"{grid._name(ends[1])} is no neighbour of {grid._name(ends[0])}; a fence is "
                "between neighbours"
            )

    def __iter__(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield each closed move as a pair of cells."""
        name = self._grid._name
        for a, b in self._grid._store.fences():
            yield name(a), name(b)

    def __len__(self) -> int:
        return self._grid._store.fence_count()

    def __repr__(self) -> str:
        return f"<Fences: {counted(len(self), 'move')} closed>"
