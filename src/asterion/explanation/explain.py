"""Why a path costs what it costs, and why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, shown
from asterion.explanation.barriers import Barrier, barrier
from asterion.explanation.graph import (
    GraphBarrier,
    GraphCostReport,
    graph_barrier,
    graph_cost_report,
)
from asterion.explanation.path_costs import CostReport, cost_report
from asterion.search.path import Path
from asterion.world.base import Node, World, check_world
from asterion.world.graph import GraphWorld
from asterion.world.grid import GridWorld

if TYPE_CHECKING:
    from asterion.search.find import Goal


def explain(
    path: Path,
    world: World | None = None,
    *,
    start: Node | None = None,
    goal: Goal | None = None,
) -> CostReport | Barrier | GraphCostReport | GraphBarrier:
    r"""Where the cost of a path comes from; or, where there is no path, what is in the way.

    Of a path that was found, a :class:`CostReport`: its legs, which are straight and go over cells
    that all cost the same, each with its moves, its cost, its share of the whole, and what of it is
    due to the cells themselves, to each layer by its weight, and to diagonal moves. O(length).

    Without a path, a :class:`Barrier`: the fewest walls and closed cells that would have to be
    opened, and the path that there would be then. An opened wall is floor and costs 1, and what
    layers add. No smaller set opens a way, and no other of its size a cheaper one. It takes about
    three floods of the grid: O(cells log cells) time, O(cells) memory.

    On a graph the legs are its connections (:class:`GraphCostReport`), and what is in the way are
    the fewest closed connections, or one that there is not (:class:`GraphBarrier`).

    Both are told for the world as it is now, and both are tables when they are printed. A path
    knows what was asked for as long as its world lives; ``world``, ``start`` and ``goal`` ask about
    another world or other ends, or tell a path that was pickled.

    >>> import asterion as at
    >>> grid = at.Grid.from_text(".33.\n...#\n..#.")
    >>> print(at.explain(at.find_path(grid, (1, 0), (0, 3))))
    from    to      moves  cost  share  base  diagonal
    (1, 0)  (1, 2)      2     2    33%     2         0
    (1, 2)  (0, 2)      1     3    50%     3         0
    (0, 2)  (0, 3)      1     1    17%     1         0
    in all              4     6   100%     6         0
    >>> nowhere = at.find_path(grid, (1, 0), (2, 3))
    >>> print(at.explain(nowhere))
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
    asked, begin, ends = _question(path, world, start, goal)
    if path:
        if isinstance(asked, GridWorld):
            return cost_report(path, asked)
        return graph_cost_report(path, asked)
    origin, targets = asked._node(begin, "start"), asked._nodes(ends)
    if not targets:
        raise InvalidValue(f"goal is {shown(ends)}; without a node in it nothing is in the way")
    if isinstance(asked, GridWorld):
        return barrier(asked, asked._name(origin), [asked._name(node) for node in targets])
    return graph_barrier(asked, origin, targets)


def _question(
    path: Path, world: Any, start: Any, goal: Any
) -> tuple[GridWorld | GraphWorld, Node, Any]:
    """World, start and goals: as they are given here, or else as the path remembers them."""
    if (asked := _core.asked_of(path)) is not None:
        known, origin, goals = asked
        world = known if world is None else world
        start = known._name(origin) if start is None else start
        goal = [known._name(node) for node in goals] if goal is None else goal
    for name, value in {"world": world, "start": start, "goal": goal}.items():
        if value is None and (name == "world" or not path):
            raise InvalidValue(f"{name} is missing: this path does not know what was asked")
    check_world(world)
    return world, start, goal
