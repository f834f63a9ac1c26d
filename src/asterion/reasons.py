"""Why a path costs what it costs, and why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterion.barriers import Barrier, barrier
from asterion.errors import InvalidType, InvalidValue, shown
from asterion.grid import Cell, GridWorld, check_world
from asterion.legs import CostReport, cost_report
from asterion.results import Path
from asterion.search import _goal_nodes

if TYPE_CHECKING:
    from asterion.search import Goal


def explain(
    path: Path,
    world: GridWorld | None = None,
    *,
    start: Cell | None = None,
    goal: Goal | None = None,
) -> CostReport | Barrier:
    r"""Where the cost of a path comes from; or, where there is no path, what is in the way.

    Of a path that was found, a :class:`CostReport`: its legs, which are straight and go over cells
    that all cost the same, each with its moves, its cost, its share of the whole, and what of it is
    due to the cells themselves, to each layer by its weight, and to diagonal moves. O(length).

    Without a path, a :class:`Barrier`: the fewest walls and closed cells that would have to be
    opened, and the path that there would be then. An opened wall is floor and costs 1, and what
    layers add. No smaller set opens a way, and no other of its size a cheaper one. It takes about
    three floods of the grid: O(cells log cells) time, O(cells) memory.

    Both are told for the world as it is now, and both are tables when they are printed. ``start``
    and ``goal`` are what was asked for; a path that was found needs neither.

    >>> import asterion as at
    >>> grid = at.Grid.from_text(".33.\n...#\n..#.")
    >>> print(at.explain(at.find_path(grid, (1, 0), (0, 3)), grid))
    from    to      moves  cost  share  base  diagonal
    (1, 0)  (1, 2)      2     2    33%     2         0
    (1, 2)  (0, 2)      1     3    50%     3         0
    (0, 2)  (0, 3)      1     1    17%     1         0
    in all              4     6   100%     6         0
    >>> nowhere = at.find_path(grid, (1, 0), (2, 3))
    >>> print(at.explain(nowhere, grid, start=(1, 0), goal=(2, 3)))
    there is no way from (1, 0) to (2, 3) unless this cell is opened:
      (2, 2)  a wall
    then a path of 3 moves costs 3.41421

    Raises
    ------
    ValueError   ``world is missing: this path does not know what was asked``
    InvalidPath  ``the path says it costs 2.0; walking it costs 8.0``, after an edit
    """
    if not isinstance(path, Path):
        raise InvalidType(f"path is {shown(path)}; it must be the result of a query")
    world, start, goals = _question(path, world, start, goal)
    check_world(world)
    if path:
        return cost_report(path, world)
    ends = [world._node(start, "start"), *_goal_nodes(world, goals)]
    origin, *targets = (divmod(node, world.shape[1]) for node in ends)
    if not targets:
        raise InvalidValue(f"goal is {shown(goals)}; without a cell in it nothing is in the way")
    return barrier(world, origin, targets)


def _question(path: Path, world: Any, start: Any, goal: Any) -> tuple[Any, Any, Any]:
    """World, start and goals: as they are given here, or else as the path remembers them."""
    asked = {"world": (world, "_world"), "start": (start, "_start"), "goal": (goal, "_goals")}
    known = {
        name: getattr(path, memory, None) if given is None else given
        for name, (given, memory) in asked.items()
    }
    for name in ["world"] if path else ["world", "start", "goal"]:
        if known[name] is None:
            raise InvalidValue(f"{name} is missing: this path does not know what was asked")
    return known["world"], known["start"], known["goal"]
