"""Costs of paths on graphs, and barriers between two of their nodes."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.search.find import distances, find_path
from asterion.search.path import Path, validate
from asterion.world.base import Node
from asterion.world.graph import Connection, Graph, GraphWorld
from asterion.world.notebooks import pictured, text_table

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

_LONGEST = 40  # lines of a printed table
_MOST_PAIRS = 10**7  # of nodes to compare for the nearest two; with more, start and goal are used


class GraphLeg(NamedTuple):
    """One connection of a path."""

    connection: Connection  # with its cost for this character
    base: float  # its cost without this character's factor
    factor: float
    share: float  # of the cost of the whole path


@pictured
class GraphCostReport(NamedTuple):
    """The cost of a path on a graph by its connections; as text, a table."""

    cost: float
    legs: list[GraphLeg]

    @property
    def by_kind(self) -> dict[object, float]:
        """The total cost of the connections of each kind."""
        sums: dict[object, float] = {}
        for leg in self.legs:
            kind = leg.connection.kind
            sums[kind] = sums.get(kind, 0.0) + leg.connection.cost
        return sums

    def __str__(self) -> str:
        """Return a line for each connection, and one for the total."""
        rows = [("connection", "from", "to", "kind", "cost", "share")]
        for leg in self.legs[:_LONGEST]:
            c = leg.connection
            kind = "" if c.kind is None else str(c.kind)
            factor = "" if leg.factor == 1 else f" = {leg.base:g} x {leg.factor:g}"
            cost = f"{c.cost:g}{factor}"
            rows.append((str(c.id), str(c.source), str(c.target), kind, cost, f"{leg.share:.0%}"))
        if self.legs[_LONGEST:]:
            rows.append((f"and {len(self.legs) - _LONGEST} more", "", "", "", "", ""))
        rows.append(("in all", "", "", "", f"{self.cost:g}", "100%"))
        return text_table(rows, left=len(rows[0]))


@pictured
class GraphBarrier(NamedTuple):
    """The barrier between start and goal; as text, what to open, or what is missing."""

    start: Node
    goal: Node  # of several goals, the one that takes the fewest openings
    closed: list[Connection]  # to open, in the order of the path
    missing: tuple[Node, Node] | None  # a connection that is needed if opening is not enough
    nodes: list[Node]  # of the path over all of these

    def __str__(self) -> str:
        """Return a line for each connection."""
        ends = f"from {self.start!r} to {self.goal!r}"
        if not self.closed and self.missing is None:
            return f"nothing blocks the path {ends}"
        lines = []
        if self.missing is not None:
            source, target = self.missing
            lines.append(f"there is no path {ends}, even over closed connections; one is missing:")
            lines.append(f"  {source!r} -> {target!r}  missing")
        if self.closed:
            those = "this connection is" if len(self.closed) == 1 else "these connections are"
            lines.append(f"there is no path {ends} unless {those} opened:")
        lines += [f"  {c.id}  {c.source!r} -> {c.target!r}  closed" for c in self.closed]
        return "\n".join(lines)


def graph_cost_report(path: Path, world: GraphWorld) -> GraphCostReport:
    """Return the cost of each connection of a path. O(connections of the graph)."""
    cost = validate(world, path)
    every = world.connections
    base = getattr(world, "graph", world).costs
    legs = []
    for number in path.connections.tolist():
        connection = every[number]
        factor = connection.cost / base[number] if base[number] > 0 else 1.0
        share = connection.cost / cost if cost > 0 else 0.0
        legs.append(GraphLeg(connection, float(base[number]), factor, share))
    return GraphCostReport(cost, legs)


def graph_barrier(world: GraphWorld, start: int, goals: list[int]) -> GraphBarrier:
    """Return the fewest closed connections to open for a path to one of the goals.

    Among these sets, one with the cheapest path over the open connections. If even all closed ones
    do not suffice, a missing connection is named, from a reachable node to one that leads to a
    goal: the nearest two, if nodes have positions and are not too many. Two floods, O(m log n).
    """
    ends, costs = world.ends, world.costs
    tolls = np.where(np.isinf(costs), 1.0, 0.0)
    counted = Graph((*ends.T, tolls), nodes=len(world))
    reached = distances(counted, start)
    near = [goal for goal in goals if reached[goal] < inf]
    if not near:
        return _missing_link(world, counted, start, goals)
    fewest = min(reached[goal] for goal in near)
    near = [goal for goal in near if reached[goal] == fewest]
    # Paths that open this few use only connections along which the count is exact.
    with np.errstate(invalid="ignore"):
        tight = reached[ends[:, 0]] + tolls == reached[ends[:, 1]]
    walk = Graph(
        (
            *ends.T,
            np.where(tight & np.isfinite(reached[ends[:, 0]]), np.where(tolls, 0, costs), inf),
        ),
        nodes=len(world),
    )
    path = find_path(walk, start, near)
    every = world.connections
    used = [every[i] for i in path.connections.tolist()]
    nodes = [world._name(node) for node in path]
    return GraphBarrier(
        world._name(start), nodes[-1], [c for c in used if c.cost == inf], None, nodes
    )


def _missing_link(world: GraphWorld, counted: Graph, start: int, goals: list[int]) -> GraphBarrier:
    """The missing connection if no path leads even over the closed connections of ``counted``."""
    here = np.flatnonzero(np.isfinite(distances(counted, start)))
    there = np.flatnonzero(np.isfinite(distances(counted, goals, direction="to")))
    source, target = start, goals[0]
    positions = world.positions
    if positions is not None and len(here) * len(there) <= _MOST_PAIRS:
        nearest = inf
        for node in here:  # a row at a time: all pairs at once may not fit into memory
            gaps = np.linalg.norm(positions[there] - positions[node], axis=1)
            if gaps.min() < nearest:
                nearest = float(gaps.min())
                source, target = int(node), int(there[gaps.argmin()])
    first = find_path(counted, start, source)
    second = find_path(counted, target, goals)
    every = world.connections
    used = [*first.connections.tolist(), *second.connections.tolist()]
    nodes = [world._name(node) for node in (*first, *second)]
    closed = [every[i] for i in used if every[i].cost == inf]
    link = (world._name(source), world._name(target))
    return GraphBarrier(world._name(start), nodes[-1], closed, link, nodes)
