"""Graphs: made of anything, edited, searched, and converted to graphs of other packages."""

from __future__ import annotations

import math
import pickle
from math import inf, nan
from typing import Any

import numpy as np

import asterion as at
from fuzz.input import Fuzz
from fuzz.options import OPTIONS, evaluation
from fuzz.verdict import Finding

NAMES: list[Any] = ["A", "B", ("c", 1), 4, 2.5, None, frozenset({1}), True]
COSTS: list[Any] = [0, 1, 2, 2.5, 9, inf, 1e-300, 1e289]
SEARCHES = [info for info in at.algorithms("search") if "graph" in info.worlds]
NAVIGATORS = [info.name for info in at.algorithms("navigator") if "graph" in info.worlds]
ROUNDING = 2**-17  # whole numbers: see network_replan_graph.hpp


def made(f: Fuzz) -> Any:
    """A graph of odd parts, mostly good ones; None if it was rejected."""
    nodes = NAMES[: f.randint(0, 8)] if f.often(0.7) else [*range(f.randint(0, 9))]
    pool = f.choice([COSTS, [1, 2, 3], [0, 1], [1.5]])
    count = f.randint(0, 14) if nodes else 0
    edges: Any = [
        (f.choice(nodes), f.choice(nodes), f.mostly(*pool, odd=0.01)) for _ in range(count)
    ]
    if f.often(0.2):
        ends = np.array([[nodes.index(a), nodes.index(b)] for a, b, _ in edges], int).reshape(-1, 2)
        costs = np.array([f.choice(pool) for _ in edges], float)
        edges = (f.mostly(ends[:, 0], odd=0.05), ends[:, 1], f.mostly(costs, odd=0.05))
    options: dict[str, Any] = {"nodes": f.mostly(nodes, odd=0.03)} if f.often(0.8) else {}
    if f.often(0.4):
        axes = f.randint(0, 3)
        options["positions"] = f.mostly(f.some((len(nodes), axes), [0, 1, 2.5, -4]), odd=0.05)
    if f.often(0.3):
        options["kinds"] = f.mostly([f.choice("ab") for _ in range(count)], odd=0.05)
    return f.call(at.Graph, f.mostly(edges, odd=0.03), **options)


def node(f: Fuzz, graph: Any) -> Any:
    """A node, mostly one of the graph."""
    return f.mostly(*graph.nodes, odd=0.05) if len(graph) else f.value()


def heuristic(f: Fuzz, graph: Any) -> Any:
    """A name, an array, a table, a callable, or a heuristic computed from the graph."""
    return f.one_of(
        *[lambda: f.mostly(*OPTIONS["heuristic"])] * 3,
        lambda: f.some((len(graph),), [0, 1, 5, inf, nan] if f.often(0.2) else [0, 1, 5]),
        lambda: {name: f.mostly(0, 1, 7, odd=0.02) for name in graph.nodes},
        lambda: lambda *_: f.mostly(0, 1, 7, odd=0.05),
        lambda: f.call(at.ClusterHeuristic, graph, f.mostly("auto", 2, 4, odd=0.1)),
        lambda: f.call(at.Landmarks, graph, f.mostly(1, 3, odd=0.05)),
    )


def graphs(f: Fuzz) -> None:
    """A graph, or a view of it, and what a user may do with it."""
    graph = made(f)
    if graph is None:
        return
    world: Any = graph
    if f.often(0.25):
        factors = f.some((len(graph.costs),), [0, 0.5, 1, 2, inf])
        by_kind = {"a": f.mostly(0.5, inf), "b": 2}
        world = f.call(graph.view, f.mostly(factors, by_kind, lambda _: 2, odd=0.1))
        if world is None:
            world = graph
    for _ in range(f.randint(1, 5)):
        f.one_of(
            *[lambda: queried(f, world)] * 4,
            *[lambda: navigated(f, graph, world)] * 2,
            lambda: edited(f, graph),
            lambda: looked_at(f, graph, world),
        )


def edited(f: Fuzz, graph: at.Graph) -> None:
    """Make an edit as a whole or not at all."""
    before, refused = (graph.version, graph.costs.tolist()), f.refused
    f.refused = False
    number = f.mostly(*range(-1, len(graph.costs) + 1))
    f.one_of(
        lambda: f.call(graph.set_cost, number, f.mostly(*COSTS)),
        lambda: f.call(graph.set_costs, f.mostly(*COSTS), f.mostly([number, 0], None)),
        lambda: f.call(graph.set_costs, f.some((len(graph.costs),), COSTS)),
    )
    if f.refused and (graph.version, graph.costs.tolist()) != before:
        raise Finding("a refused edit has changed the graph")
    f.refused |= refused


def queried(f: Fuzz, world: Any) -> None:
    """One query, and the answer checked."""
    info = f.choice(SEARCHES)
    taken = info.options if f.often(0.95) else [*OPTIONS]
    options = {name: f.mostly(*OPTIONS[name], odd=0.06) for name in taken if f.often(0.2)}
    if "heuristic" in taken and f.often(0.5):
        options["heuristic"] = heuristic(f, world)
    if info.needs and f.often(0.95):
        options["evaluate"] = evaluation(f, lambda _node: f.mostly(0, 1, odd=0.02))
    if info.name in ("ida", "best-first"):  # which may take exponential time
        options["max_expansions"] = f.randint(0, 300)
    start, goal = node(f, world), node(f, world)
    goals = f.mostly(goal, [goal, node(f, world)], {1, 4}, odd=0.05)
    path = f.call(at.find_path, world, start, goals, algorithm=info.name, **options)
    if path is None:
        return
    f.call(repr, path)
    f.call(at.explain, path)
    if path:
        cost = at.validate(world, path)
        best = at.distances(world, start)[[*world.nodes].index(path[-1])]
        if path.optimal and cost > best * (1 + 1e-9) + 1e-300:
            raise Finding(f"an optimal path that costs {cost} where {best} would do")


def navigated(f: Fuzz, graph: at.Graph, world: Any) -> None:
    """An agent that is pushed and aimed while costs change."""
    chosen = {"algorithm": f.choice([*NAVIGATORS, "auto"])}
    if f.often(0.2):
        chosen["ties"] = f.mostly("fifo", "high-g", "straight")
    agent = f.call(at.Navigator, world, node(f, world), node(f, world), **chosen)
    for _ in range(f.randint(1, 6) if agent is not None else 0):
        f.one_of(
            lambda: edited(f, graph),
            lambda: f.call(agent.step),
            lambda: f.call(agent.move_to, node(f, world)),
            lambda: f.call(setattr, agent, "goal", node(f, world)),
            lambda: f.call(getattr, agent, f.choice(["g", "rhs", "h", "state", "parent", "stats"])),
        )
        path = f.call(getattr, agent, "path")
        if path:
            best = at.find_path(world, path[0], path[-1], algorithm="dijkstra").cost
            if not math.isclose(path.cost, best, rel_tol=ROUNDING, abs_tol=1e-300):
                raise Finding(f"a path that costs {path.cost} where {best} would do")


def looked_at(f: Fuzz, graph: at.Graph, world: Any) -> None:
    """Everything that can be read of a graph, and its conversions."""
    f.one_of(
        lambda: f.call(world.neighbours, node(f, world)),
        lambda: f.call(at.distances, world, f.mostly(node(f, world), [], odd=0.05)),
        lambda: f.call(at.check_heuristic, world, heuristic(f, world), node(f, world)),
        lambda: f.call(lambda: pickle.loads(pickle.dumps(world)).costs),  # noqa: S301
        lambda: f.call(lambda: (world.connections, world.ends, world.changes(f.mostly(0, 1)))),
        lambda: f.call(lambda: at.Graph.from_networkx(graph.to_networkx())),
        lambda: f.call(lambda: at.Graph.from_scipy(graph.to_scipy())),
        lambda: f.call(at.Path.from_nodes, world, f.mostly([node(f, world)], [*graph.nodes])),
        lambda: f.call(graph.copy),
    )
