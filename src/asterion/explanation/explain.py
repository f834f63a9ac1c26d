"""``explain``: where the cost of a path comes from, or what blocks it if there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.explanation.barriers import Barrier, barrier
from asterion.explanation.graph import (
    GraphBarrier,
    GraphCostReport,
    graph_barrier,
    graph_cost_report,
)
from asterion.explanation.path_costs import CostReport, cost_report
from asterion.search.find import goal_numbers
from asterion.search.path import Path, query_of
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
    r"""Explain where the cost of a path comes from; or, if there is no path, what blocks it.

    For a path that was found, a :class:`CostReport`: its legs, which are straight and over cells
    that all cost the same, each with its moves, its cost, its share of the total, and the parts of
    the cost that come from base costs, from each layer with its weight, and from diagonal moves.
    O(length).

    Without a path, a :class:`Barrier`: the fewest walls and closed cells that would have to be
    opened, and the path through them. An opened wall costs 1 plus its layers. No smaller set opens
    a path, and no other set of its size opens a cheaper one. It takes about three floods of the
    grid: O(cells log cells) time, O(cells) memory.

    On a graph the legs are connections (:class:`GraphCostReport`), and the barrier is the fewest
    closed connections, or a connection that is missing (:class:`GraphBarrier`).

    Both describe the world as it is now, and both print as tables. ``world``, ``start`` and
    ``goal`` replace parts of the path's query, or give it for a path from a pickle.

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
    there is no path from (1, 0) to (2, 3) unless this cell is opened:
      (2, 2)  a wall
    then a path of 3 moves costs 3.41421

    Raises
    ------
    ValueError   ``world is missing: this path does not refer to its query``
    InvalidPath  ``the path says it costs 2.0; walking it costs 8.0``, after an edit
    """
    if not isinstance(path, Path):
        raise InvalidType(f"path is {short_repr(path)}; it must be the result of a query")
    searched, begin, ends = _query(path, world, start, goal)
    if path:
        if isinstance(searched, GridWorld):
            return cost_report(path, searched)
        return graph_cost_report(path, searched)
    origin, targets = searched._node(begin, "start"), goal_numbers(searched, ends)
    if isinstance(searched, GridWorld):
        goals = [searched._name(node) for node in targets]
        return barrier(searched, searched._name(origin), goals)
    return graph_barrier(searched, origin, targets)


def _query(
    path: Path, world: Any, start: Any, goal: Any
) -> tuple[GridWorld | GraphWorld, Node, Any]:
    """World, start and goals: the given ones, or else the query's."""
    if (query := query_of(path)) is not None:
        known, origin, goals = query
        world = known if world is None else world
        start = known._name(origin) if start is None else start
        goal = [known._name(node) for node in goals] if goal is None else goal
    for name, value in {"world": world, "start": start, "goal": goal}.items():
        if value is None and (name == "world" or not path):
            raise InvalidValue(f"{name} is missing: this path does not refer to its query")
    check_world(world)
    return world, start, goal
