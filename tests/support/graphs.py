"""Random multigraphs of every kind, from a seed, each beside the plain lists it was made of."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

import asterion as at
from asterion.textbook import distances
from support.effort import scaled


@dataclass
class Case:
    """A graph, and the plain model that an oracle works on."""

    graph: at.Graph
    world: Any  # the graph itself, or a view of it
    ends: list[tuple[int, int]]
    costs: list[float]
    factors: list[float] | None
    some_cost: Any  # () -> a cost of the kind that this graph has

    def arcs(self) -> list[tuple[int, int, float]]:
        """The open connections for this character."""
        factors = self.factors or [1.0] * len(self.costs)
        each = zip(self.ends, self.costs, factors, strict=True)
        return [(a, b, c * f) for (a, b), c, f in each if c < inf and f < inf]

    def costs_from(self, start: int) -> list[float]:
        """The oracle: Dijkstra's algorithm from the textbook, over lists."""
        rows: list[list[tuple[int, float]]] = [[] for _ in range(len(self.graph))]
        for a, b, cost in self.arcs():
            rows[a].append((b, cost))
        best = distances(SimpleNamespace(neighbours=rows.__getitem__), start)
        return [best.get(node, inf) for node in range(len(self.graph))]

    def set_cost(self, i: int, cost: float) -> None:
        self.costs[i] = cost
        self.graph.set_cost(i, cost)


def random_case(random: Random, largest: int = 14) -> Case:
    """Parallel connections, loops, closed ones, nodes without any; perhaps a view."""
    nodes = random.randint(1, largest)
    connections = random.choice([0, random.randint(0, nodes), random.randint(0, 4 * nodes)])
    kind = random.choice(["whole", "float", "zero", "same", "wide"])
    draw = {
        "whole": lambda: random.randint(1, 9),
        "float": lambda: random.uniform(0.1, 5),
        "zero": lambda: random.choice([0, 0, 1, 2]),
        "same": lambda: 3,
        "wide": lambda: random.choice([0.001, 1, 7, 1000]),
    }[kind]

    def cost() -> float:
        return inf if random.random() < 0.08 else float(draw())

    ends = [(random.randrange(nodes), random.randrange(nodes)) for _ in range(connections)]
    costs = [cost() for _ in ends]
    positions = None
    if random.random() < 0.5:
        axes = random.randint(1, 3)
        spread = random.choice([1, 1, 100])
        positions = [[random.random() * spread for _ in range(axes)] for _ in range(nodes)]
    edges = [(a, b, c) for (a, b), c in zip(ends, costs, strict=True)]
    graph = at.Graph(edges, nodes=nodes, positions=positions)
    case = Case(graph, graph, ends, costs, None, cost)
    if connections and random.random() < 0.3:
        case.factors = [random.choice([0.5, 1, 2, inf]) for _ in ends]
        case.world = graph.view(np.array(case.factors))
    return case


def random_cases(random: Random, count: int, largest: int = 14) -> Iterator[Case]:
    """Random graphs, a scaled number."""
    return (random_case(random, largest) for _ in range(scaled(count)))
