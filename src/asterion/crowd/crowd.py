"""A crowd: units that walk to their goals, tick by tick, without ever being in one cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, counted, short_repr
from asterion.search.batches import ordered_numbers
from asterion.world.arguments import choice, count, flag, optional, whole
from asterion.world.base import NotCopyable
from asterion.world.grid import GridWorld, View, check_free, check_grid
from asterion.world.notebooks import pictured

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import CellIn

_FORMATIONS = {
    "block": _core.Formation.offsets,
    "line": _core.Formation.line,
    "column": _core.Formation.column,
}
_MOST_ORDERED = 2000
_ENGINES = {"lacam": _core.CrowdEngine.lacam, "pibt": _core.CrowdEngine.pibt}


@pictured
class Crowd(NotCopyable):
    r"""Units that walk to their goals at once; never two in one cell, nor two that change places.

    Every move takes one tick, a diagonal one too; costs only steer. Diagonal moves do not cross.
    A goal may be shared, a wall or out of reach: its unit comes as near as it can. The map may
    change at any time; a unit whose cell becomes a wall may only leave it.

    Parameters
    ----------
    world       a grid, or a view of one whose units are as large as a cell
    starts      a free cell for each unit, all different
    goals       a cell for each unit
    algorithm   ``"pibt"`` makes each step by the rule that units with a long wait go first and
                others make way (K. Okumura et al., 2022). ``"lacam"`` also looks ahead between
                steps (R. Liang et al., Real-Time LaCAM, 2025): its units come out of every jam
                from which there is a way, where moves can be made back
    guidance    whether units keep out of each other's way from afar: paths against the traffic
                cost more, so narrow passages become one-way streets (Z. Chen et al., 2024). It pays
                where many units get new goals all the time. Each tick looks at 100,000 cells at
                most for that
    seed        decides between equally good steps; the same calls give the same steps everywhere

    >>> import asterion as at
    >>> corridor = at.Grid.from_text('''
    ...     ##.##
    ...     .....
    ... ''', diagonal="never")
    >>> crowd = at.Crowd(corridor, [(1, 0), (1, 4)], [(1, 4), (1, 0)])
    >>> while not crowd.arrived.all():
    ...     crowd.step()
    >>> crowd.tick
    7
    """

    def __init__(
        self,
        world: GridWorld,
        starts: Iterable[CellIn],
        goals: Iterable[CellIn],
        *,
        algorithm: Literal["lacam", "pibt"] = "lacam",
        guidance: bool = False,
        seed: int = 0,
    ) -> None:
        check_units_of_a_cell(world)
        self.world = world
        begins = ordered_numbers(world, starts, "starts")
        ends = ordered_numbers(world, goals, "goals")
        check_starts(world, begins, ends)
        self._core = _core.Crowd(
            world._core_view,
            choice("algorithm", algorithm, _ENGINES),
            flag("guidance", guidance),
            whole("seed", seed) % 2**64,
        )
        for start, goal in zip(begins.tolist(), ends.tolist(), strict=True):
            self._core.add(start, goal)

    def step(self, n: int = 1, *, expansions: int | None = None) -> None:
        """Let every unit make a move or wait, ``n`` times.

        ``expansions`` limits how far each tick looks ahead; by default up to about 20,000 moves of
        units, fewer after a change of goals or of the map.
        """
        self._core.step(count("n", n), optional(count, "expansions", expansions))

    def add(self, start: CellIn, goal: CellIn) -> int:
        """Add a unit, and return its id."""
        cell = self.world._node(start, "start")
        check_free(self.world, self.world._name(cell), "start")
        return self._core.add(cell, self.world._node(goal, "goal"))

    def remove(self, unit: int) -> None:
        """Take the unit with this id off the map; the rows of the units after it move up."""
        self._core.remove(count("unit", unit, most=2**63 - 1))

    def order(
        self,
        ids: Iterable[int],
        cell: CellIn,
        formation: Literal["block", "line", "column"] | npt.ArrayLike = "block",
    ) -> None:
        """Send units to a cell as a group: side by side, at one pace, by one search of the map.

        ``"block"`` is a square around ``cell``; ``"line"`` is abreast, and ``"column"`` one behind
        the other, both as the units come; or give the rows and columns of each from ``cell``,
        (n, 2). Walls, goals of others, and cells that lie behind walls are replaced by the nearest
        others. Who gets which cell: the sum of ways is least for units within 32 moves, and units
        from farther off keep their order. Who is ahead waits for the slowest, but not in a jam.
        Where cells differ in cost, each unit has a search of its own. The order ends when all are
        there, and for a unit with its next goal.

        >>> import numpy as np
        >>> import asterion as at
        >>> crowd = at.Crowd(at.Grid(np.ones((9, 40))), [(4, c) for c in range(4)], [(4, 0)] * 4)
        >>> crowd.order(crowd.ids, (4, 30), "line")
        >>> while not crowd.arrived.all():
        ...     crowd.step()
        >>> sorted(crowd.positions.tolist())
        [[3, 30], [4, 30], [5, 30], [6, 30]]
        """
        units = _ids(ids)
        shape, offsets = _core.Formation.offsets, np.empty((0, 2), np.int64)
        if isinstance(formation, str):
            shape = choice("formation", formation, _FORMATIONS)
            if formation == "block":
                offsets = _block(len(units))
        else:
            offsets = _offsets(formation, len(units))
        rows, cols = np.ascontiguousarray(offsets.T)
        self._core.order(units, self.world._node(cell, "cell"), shape, rows, cols)

    @property
    def positions(self) -> npt.NDArray[np.int64]:
        """The cell of each unit, (n, 2)."""
        return self._cells(self._core.cells())

    @property
    def goals(self) -> Goals:
        """The goal of each unit; ``crowd.goals[i] = cell`` sends unit ``ids[i]`` elsewhere."""
        return Goals(self)

    @goals.setter
    def goals(self, goals: Iterable[CellIn]) -> None:
        numbers = ordered_numbers(self.world, goals, "goals")
        if len(numbers) != len(self):
            cells, units = counted(len(numbers), "cell"), counted(len(self), "unit")
            raise InvalidValue(f"goals has {cells}; the crowd has {units}, and each needs one")
        self._core.set_goals(0, numbers)

    @property
    def arrived(self) -> npt.NDArray[np.bool_]:
        """Whether each unit is on its goal now."""
        there: npt.NDArray[np.bool_] = self._core.cells() == self._core.goals()
        return there

    @property
    def ids(self) -> npt.NDArray[np.int64]:
        """The ids of the units, in the order of the rows."""
        return self._core.ids()

    @property
    def tick(self) -> int:
        """The number of steps so far."""
        return self._core.stats().ticks

    @property
    def stats(self) -> _core.CrowdStats:
        """The counts so far: ``moves``, ``waits``, ``arrivals``, ``ticks``, and the work.

        ``expanded`` are joint positions, ``searched`` the cells whose distance to a goal was
        worked out.
        """
        return self._core.stats()

    @property
    def hints(self) -> npt.NDArray[np.int64]:
        """The cells of dead ends and single passages, where units may jam; (n, 2).

        Moves there lie on no loop. Where there are none, ``"pibt"`` brings every unit to its goal.
        """
        return self._cells(self._core.hints())

    def _cells(self, numbers: Any) -> npt.NDArray[np.int64]:
        return np.stack(np.divmod(numbers, self.world.shape[1]), axis=1)

    def __len__(self) -> int:
        """The number of units."""
        return self._core.size()

    def __repr__(self) -> str:
        return f"<Crowd of {len(self)} units at tick {self.tick}>"


class Goals:
    """The goals of a crowd, one row per unit; rows can be set."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[np.int64]:
        cells = self._crowd._cells(self._crowd._core.goals())
        return cells if dtype is None else cells.astype(dtype)

    def __len__(self) -> int:
        return len(self._crowd)

    def __iter__(self) -> Iterator[Any]:
        return iter(np.asarray(self))

    def __getitem__(self, rows: Any) -> npt.NDArray[np.int64]:
        result: npt.NDArray[np.int64] = np.asarray(self)[rows]
        return result

    def __setitem__(self, rows: Any, cells: Any) -> None:
        goals = np.asarray(self)
        chosen = np.arange(len(self))[rows]
        try:
            given = np.asarray(cells)
            goals[chosen] = given.reshape(*given.shape[:-1], 2)
        except (TypeError, ValueError):
            raise InvalidType(
                f"goals[{short_repr(rows)}] = {short_repr(cells)}; give a cell, or one per row"
            ) from None
        if given.dtype.kind not in "iu":
            raise InvalidType(f"goals[{short_repr(rows)}] = {short_repr(cells)}; cells are ints")
        self._crowd.goals = goals

    def __repr__(self) -> str:
        return repr(np.asarray(self))


def _ids(ids: Iterable[int]) -> npt.NDArray[np.int64]:
    if not isinstance(ids, Iterable):
        raise InvalidType(f"ids is {short_repr(ids)}; give the ids of units")
    units = [count(f"ids[{i}]", unit, most=2**62) for i, unit in enumerate(ids)]
    if len(units) > _MOST_ORDERED:
        raise InvalidValue(f"ids has {len(units)} units; an order takes up to {_MOST_ORDERED}")
    for i, unit in enumerate(units if len(set(units)) < len(units) else ()):
        if unit in units[:i]:
            raise InvalidValue(f"ids[{units.index(unit)}] and ids[{i}] are both {unit}")
    return np.array(units, np.int64)


def _block(units: int) -> npt.NDArray[np.int64]:
    """A square of cells around (0, 0); if they do not fill it, the last row is short."""
    width = ceil(sqrt(units))
    rows, cols = np.divmod(np.arange(units), max(width, 1))
    short = width - units % width if width and units % width else 0
    cols[rows == rows.max(initial=0)] += short // 2
    return np.stack([rows - (rows.max(initial=0) + 1) // 2, cols - width // 2], axis=1)


def _offsets(formation: Any, units: int) -> npt.NDArray[np.int64]:
    try:
        offsets = np.asarray(formation)
    except ValueError:
        offsets = np.empty(0)
    if offsets.ndim != 2 or offsets.shape[1] != 2 or offsets.dtype.kind not in "iu":
        raise InvalidType(
            f"formation is {short_repr(formation)}; it must be one of "
            f"{', '.join(map(repr, _FORMATIONS))}, or whole numbers of the shape (units, 2)"
        )
    if len(offsets) != units:
        cells, ordered = counted(len(offsets), "cell"), counted(units, "unit")
        raise InvalidValue(f"formation has {cells} for {ordered}; each needs one")
    inside: npt.NDArray[np.int64] = np.clip(offsets, -(2**20), 2**20).astype(np.int64)
    return inside  # what was beyond that is outside any grid


def check_units_of_a_cell(world: Any) -> None:
    """Raise an error unless this is a grid whose units are as large as a cell."""
    check_grid(world)
    if isinstance(world, View) and world.is_large:
        raise InvalidValue(
            f"the view is for {world.unit_in_words()}; units of a crowd are of one cell"
        )


def check_starts(
    world: GridWorld, starts: npt.NDArray[np.int64], goals: npt.NDArray[np.int64]
) -> None:
    """Raise an error unless there is a goal for each start, and starts are free and different."""
    if len(starts) != len(goals):
        begins, ends = counted(len(starts), "start"), counted(len(goals), "goal")
        raise InvalidValue(f"{begins} and {ends} were given; each unit needs one of both")
    for i, start in enumerate(starts.tolist()):
        check_free(world, world._name(start), f"starts[{i}]")
    cells, firsts = np.unique(starts, return_index=True)
    if len(cells) < len(starts):
        second = int(np.setdiff1d(np.arange(len(starts)), firsts)[0])
        first = int(np.flatnonzero(starts == starts[second])[0])
        raise InvalidValue(
            f"starts[{first}] and starts[{second}] are both {world._name(int(starts[first]))}; "
            "two units cannot be in one cell"
        )
