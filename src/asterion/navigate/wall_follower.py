"""A mover that keeps one hand on a wall: the oldest way out of a maze.

The straight moves between free cells are a planar graph. Whoever keeps a hand on a wall walks
around one of its faces: the one that holds this wall and all others that touch it, even at a
corner; the border of the map is a wall like any other. A walk around a face returns to its
beginning, so it can be computed in advance. A map whose walls all touch the border in this way has
one such walk, and it passes every cell beside a wall. A free-standing wall has a walk of its own:
with the hand on it an agent never leaves it, and with the hand elsewhere it never gets there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.search.find import reachable
from asterion.search.path import Path
from asterion.world.arguments import choice
from asterion.world.checks import check_plain
from asterion.world.grid import Cell, Grid, GridWorld, check_free, closed_cell

if TYPE_CHECKING:
    import numpy.typing as npt

    Mask = npt.NDArray[np.bool_]

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # E S W N: each is to the right of the one before
_CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))  # SE SW NW NE: each is right of the same step
_LEFT_AHEAD_RIGHT_BACK = (3, 0, 1, 2)
_TO_THE_HAND = {"left": -1, "right": 1}  # in quarter turns to the right


class _Plan(NamedTuple):
    """A precomputed plan, for one version of the world."""

    version: int
    cycle: list[Cell]
    route: list[Cell]  # from the position on; empty if there is none
    reason: str  # for its absence


class WallFollower:
    r"""A mover that keeps its left or right hand on a wall until it is at the goal.

    Everything is computed in advance: ``cycle`` is the walk around the wall at its hand, back to
    its first cell. The start is joined to it by a shortest walk to a cell that touches a wall, by a
    side or by a corner; the goal by a shortest walk from such a cell. ``route`` is all of it, from
    where the plan was made to the goal; without a goal it goes around for ever.

    It reaches the goal in every map without free-standing walls, if straight moves lead there; the
    walk may be long. Where the goal is joined to another wall than the one at its hand, it does not
    set out: ``status`` is ``"failed"``, and ``reason`` says why. It makes the four straight moves,
    whatever the ``diagonal`` rule, and ignores costs; cells closed to a view are walls. Where the
    start touches several walls, the first to the E S W N SE SW NW NE counts. After an edit it plans
    again from where it is, with its hand on the same wall if that is still there.

    A plan takes O(cells), a step O(1).

    >>> import asterion as at
    >>> maze = at.Grid.from_text('''
    ...     .....
    ...     .###.
    ...     ...#.
    ...     .#.#.
    ... ''')
    >>> mover = at.WallFollower(maze, (3, 2), (3, 4), hand="left")
    >>> mover.route[:6]
    [(3, 2), (2, 2), (2, 1), (2, 0), (3, 0), (2, 0)]
    >>> while mover.step():
    ...     pass
    >>> mover.status, mover.position
    ('arrived', (3, 4))
    >>> pillar = at.Grid.from_text(".......\n.......\n.......\n...#...\n.......\n.......\n.......")
    >>> lost = at.WallFollower(pillar, (3, 2), (0, 0))
    >>> lost.step(), lost.status
    (None, 'failed')
    >>> lost.reason
    'the goal (0, 0) is beside another wall than the one at the left hand, which stands apart'

    Raises
    ------
    ValueError  ``start (1, 1) is a wall``
    ValueError  ``hand is 'both'; choose one of 'left', 'right'``
    """

    def __init__(
        self, world: GridWorld, start: Cell, goal: Cell | None = None, *, hand: str = "left"
    ) -> None:
        check_plain(world, "a wall follower")
        self.world = world
        self._quarter = choice("hand", hand, _TO_THE_HAND)
        self.hand = hand
        self._position = world._name(world._node(start, "start"))
        self._goal = None if goal is None else world._name(world._node(goal, "goal"))
        check_free(world, self._position, "start")
        self._heading: int | None = None  # of the last move
        self._plan = self._planned()
        self._done = 0  # its index on the route

    @property
    def position(self) -> Cell:
        """The cell where the mover is."""
        return self._position

    @property
    def goal(self) -> Cell | None:
        """The cell to reach; None if it goes around for ever."""
        return self._goal

    @property
    def arrived(self) -> bool:
        """Whether it is at the goal."""
        return self._position == self._goal

    @property
    def status(self) -> str:
        """``"walking"``, ``"arrived"``, or ``"failed"`` if there is no route."""
        if self.arrived:
            return "arrived"
        return "walking" if self._current().route else "failed"

    @property
    def reason(self) -> str:
        """The reason for having no route; empty with one."""
        return self._current().reason

    @property
    def cycle(self) -> list[Cell]:
        """The walk around the wall at its hand; its last cell is beside its first."""
        return [*self._current().cycle]

    @property
    def route(self) -> list[Cell]:
        """All cells from where it planned to the goal; empty without a route.

        Without a goal: to the wall and around it once, back to where the cycle begins.
        """
        return [*self._current().route]

    @property
    def path(self) -> Path:
        """The rest of the route, with its cost, which is not the cheapest."""
        route = self._current().route
        if not route:
            return Path.not_found("unreachable")
        return Path.from_nodes(self.world, route[self._done :])

    def step(self) -> Cell | None:
        """Make one move; return the position, None at the goal, without a route, or walled in."""
        plan = self._current()
        if self.arrived or len(plan.route) < 2:
            return None
        if self._done + 1 == len(plan.route):  # without a goal: around once more
            self._done -= len(plan.cycle)
        here, there = self._position, plan.route[self._done + 1]
        self._heading = _STEPS.index((there[0] - here[0], there[1] - here[1]))
        self._done += 1
        self._position = there
        return there

    def __repr__(self) -> str:
        return f"<WallFollower at {self._position}, {self.hand} hand, {self.status}>"

    def _current(self) -> _Plan:
        """The plan, made again if the world has changed."""
        if self._plan.version != self.world.version:
            self._plan = self._planned()
            self._done = 0
        return self._plan

    def _planned(self) -> _Plan:
        version, free = self.world.version, self.world.total > 0
        here = self._position
        if not free[here]:
            return _Plan(version, [], [], f"it is in a wall at {here}")
        touching = np.argwhere(free & _beside_wall(free))
        first = _nearest(touching, here)[0]
        heading = self._heading if first == here else None
        cycle = _around(free, first, _wall_side(free, first, heading, self._quarter))
        if self.hand == "right":  # the same walk in the other direction
            cycle = [cycle[0], *cycle[:0:-1]]
        if self._goal is None:
            around = cycle if len(cycle) == 1 else [*cycle, first]
            return _Plan(version, cycle, [*_joined(here, first), *around[1:]], "")
        return self._planned_to(self._goal, free, touching, _Plan(version, cycle, [], ""))

    def _planned_to(self, goal: Cell, free: Mask, touching: Any, plan: _Plan) -> _Plan:
        here = self._position
        if not free[goal]:
            return plan._replace(reason=f"the goal {goal} is {closed_cell(self.world, goal)}")
        beside = {*_nearest(touching, goal)}
        length = next((i for i, cell in enumerate(plan.cycle) if cell in beside), None)
        if length is None:
            return plan._replace(reason=self._why_not(goal, free))
        last = plan.cycle[length]
        onto = _joined(here, plan.cycle[0])
        route = [*onto, *plan.cycle[1 : length + 1], *_joined(goal, last)[-2::-1]]
        return plan._replace(route=route[: route.index(goal) + 1])

    def _why_not(self, goal: Cell, free: Mask) -> str:
        straight = Grid(free, diagonal="never")
        if not reachable(straight, self._position)[goal]:
            return f"no straight moves lead from {self._position} to the goal {goal}"
        return (
            f"the goal {goal} is beside another wall than the one at the {self.hand} hand, "
            "which stands apart"
        )


def _beside_wall(free: Mask) -> Mask:
    """Cells with a wall, or the border, on one of their eight sides and corners."""
    walls = np.pad(~free, 1, constant_values=True)
    rows = walls[:-2] | walls[1:-1] | walls[2:]
    return rows[:, :-2] | rows[:, 1:-1] | rows[:, 2:]


def _nearest(touching: npt.NDArray[np.int64], cell: Cell) -> list[Cell]:
    """The cells beside walls that are the fewest straight moves away, row by row.

    No wall is nearer than the nearest of them, so moves are counted as if there were none.
    """
    moves = np.abs(touching - cell).sum(axis=1)
    return [(row, col) for row, col in touching[moves == moves.min()].tolist()]


def _joined(here: Cell, there: Cell) -> list[Cell]:
    """A shortest walk past no walls: along the column, then along the row."""
    (row, col), (to_row, to_col) = here, there
    down, right = (1 if to_row >= row else -1), (1 if to_col >= col else -1)
    cells = [(r, col) for r in range(row, to_row, down)]
    return [*cells, *((to_row, c) for c in range(col, to_col, right)), there]


def _wall_side(free: Mask, cell: Cell, heading: int | None, quarter: int) -> int:
    """The place of the wall to follow: 0 to 3 a side, E S W N; 4 to 7 a corner, SE SW NW NE.

    With a heading, it is the side at the hand, or the corner behind it.
    """
    order: list[int] = [*range(8)]
    if heading is not None:
        corner = (heading + (1 if quarter > 0 else 2)) % 4
        order = [(heading + quarter) % 4, 4 + corner, *order]
    for side in order:
        down, right = (*_STEPS, *_CORNERS)[side]
        row, col = cell[0] + down, cell[1] + right
        if not (0 <= row < free.shape[0] and 0 <= col < free.shape[1]) or not free[row, col]:
            return side
    raise AssertionError(f"{cell} touches no wall")


def _around(free: Mask, start: Cell, side: int) -> list[Cell]:
    """The walk with the left hand on the wall at this side of the start, until it repeats."""
    width = free.shape[1] + 2
    open_cells = np.pad(free, 1).ravel().tolist()  # a border of walls: no check of bounds
    steps = [down * width + right for down, right in _STEPS]
    cell = (start[0] + 1) * width + start[1] + 1
    # A wall on a side is left of this heading; a wall at a corner is left of the next turn left.
    heading = (side + 1) % 4 if side < 4 else (side + 2) % 4
    walk: list[int] = []
    first = None
    while True:
        turns = ((heading + turn) % 4 for turn in _LEFT_AHEAD_RIGHT_BACK)
        onward = next((turn for turn in turns if open_cells[cell + steps[turn]]), None)
        if onward is None:
            return [start]
        if (cell, onward) == first:
            return [(node // width - 1, node % width - 1) for node in walk]
        first = first or (cell, onward)
        walk.append(cell)
        cell, heading = cell + steps[onward], onward
