"""The set-up of the graphs page: a drawn graph, its estimates, and one search of it.

Edits return another set-up and leave this one as it is, so that they can be undone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from asterion import lecture
from asterion.errors import LONGEST, InvalidValue, short_repr
from asterion.io.checks import reading
from asterion.lab import limits
from asterion.lab.graphs.parts import (
    Arc,
    Spot,
    check_arc,
    checked_names,
    free_names,
    number_of,
    place_of,
)
from asterion.lab.maps.links import decoded_link, link_of
from asterion.lab.maps.map_setup import plain_options
from asterion.lab.searches.search_run import Run
from asterion.search.registry import AlgorithmInfo, algorithms, info_of
from asterion.world.graph import Graph

# The search options that a person chooses here; estimates are in the nodes.
OPTIONS = ("ties", "seed", "stop", "reopen", "weight")
_LECTURE = {"ties": "fifo", "stop": "guaranteed"}  # its rules, for searches that take them
_TWO_TREES_OR_NONE = ("bidirectional", "ida")  # they keep no single pair of lists
_FORMAT = "asterion graph 1"


def searches() -> list[AlgorithmInfo]:
    """Return the searches that run on graphs and keep one open and one closed list."""
    return [
        info
        for info in algorithms("search")
        if "graph" in info.worlds and info.name not in _TWO_TREES_OR_NONE and not info.needs
    ]


@dataclass(frozen=True)
class GraphSetup:
    """Nodes, connections, start and goal, and the search."""

    nodes: tuple[Spot, ...]
    connections: tuple[Arc, ...]
    start: str
    goal: str
    run: Run

    def __post_init__(self) -> None:
        if not 1 <= len(self.nodes) <= limits.GRAPH_NODES:
            raise InvalidValue(
                f"the graph has {len(self.nodes)} nodes; the lab takes 1 to {limits.GRAPH_NODES}"
            )
        if len(self.connections) > limits.GRAPH_CONNECTIONS:
            most = f"the lab takes at most {limits.GRAPH_CONNECTIONS}"
            raise InvalidValue(f"the graph has {len(self.connections)} connections; {most}")
        names = checked_names(self.nodes)
        for arc in self.connections:
            check_arc(arc, names)
        for what, name in (("start", self.start), ("goal", self.goal)):
            if name not in names:
                raise InvalidValue(f"{what} is {short_repr(name)}; it must be a node of the graph")
        _check_run(self.run)

    @classmethod
    def example(cls, number: int = 1) -> GraphSetup:
        """Return one of the lecture's examples, with the lecture's rules."""
        _, graph, start, goal, table = lecture.example(number)
        places = np.asarray(graph.positions)
        places = (places - places.min(axis=0)) / (places.max(axis=0) - places.min(axis=0))
        spots = [
            Spot(name, *place_of(x, y), (table or {}).get(name, 0.0))
            for name, (x, y) in zip(graph.nodes, places.tolist(), strict=True)
        ]
        arcs = [Arc(c.source, c.target, c.cost) for c in graph.connections]
        algorithm = "dijkstra" if table is None else "astar"
        return cls(tuple(spots), tuple(arcs), start, goal, Run(algorithm, dict(_LECTURE)))

    def graph(self) -> Graph:
        """Return the world to search; a connection's number is its place here."""
        return Graph(self.connections, nodes=[spot.name for spot in self.nodes])

    @property
    def names(self) -> list[str]:
        """The names of the nodes."""
        return [spot.name for spot in self.nodes]

    @property
    def estimates(self) -> dict[str, float] | None:
        """The estimates, if the search takes any."""
        if "heuristic" not in info_of(self.run.algorithm).options:
            return None
        return {spot.name: spot.estimate for spot in self.nodes}

    def is_searched_as(self, other: GraphSetup) -> bool:
        """Whether the search has the same result: nodes may have been moved about."""

        def searched(setup: GraphSetup) -> tuple[Any, ...]:
            nodes = [(spot.name, spot.estimate) for spot in setup.nodes]
            return nodes, setup.connections, setup.start, setup.goal, setup.run

        return searched(self) == searched(other)

    # --- Edits

    def with_node(self, x: float, y: float) -> GraphSetup:
        """Add a node, under the first free name."""
        taken = set(self.names)
        name = next(name for name in free_names() if name not in taken)
        return replace(self, nodes=(*self.nodes, Spot(name, *place_of(x, y))))

    def moved(self, name: str, x: float, y: float) -> GraphSetup:
        """Move a node."""
        left, top = place_of(x, y)
        return self._with_spot(name, x=left, y=top)

    def with_estimate(self, name: str, estimate: Any) -> GraphSetup:
        """Replace the estimate of a node."""
        return self._with_spot(name, estimate=number_of(f"the estimate of {name}", estimate))

    def with_estimates(self, table: dict[str, float]) -> GraphSetup:
        """Replace the estimates of all nodes."""
        return replace(self, nodes=tuple(s._replace(estimate=table[s.name]) for s in self.nodes))

    def renamed(self, name: str, new: Any) -> GraphSetup:
        """Rename a node everywhere."""
        self._check(name)
        new = str(new).strip()

        def named(old: str) -> str:
            return new if old == name else old

        return replace(
            self,
            nodes=tuple(spot._replace(name=named(spot.name)) for spot in self.nodes),
            connections=tuple(Arc(named(a), named(b), cost) for a, b, cost in self.connections),
            start=named(self.start),
            goal=named(self.goal),
        )

    def connected(self, source: str, target: str, *, both: bool = False) -> GraphSetup:
        """Add a connection, or one each way, at a cost of 1."""
        self._check(source)
        self._check(target)
        arcs = [Arc(source, target, 1.0), Arc(target, source, 1.0)][: 1 + both]
        return replace(self, connections=(*self.connections, *arcs))

    def with_cost(self, connection: int, cost: Any) -> GraphSetup:
        """Change the cost of a connection."""
        arc = self._arc(connection)
        value = number_of(f"the cost of {arc.source} → {arc.target}", cost)
        return self._with_arc(connection, arc._replace(cost=value))

    def turned(self, connection: int) -> GraphSetup:
        """Reverse a connection."""
        source, target, cost = self._arc(connection)
        return self._with_arc(connection, Arc(target, source, cost))

    def with_ends(self, *, start: str | None = None, goal: str | None = None) -> GraphSetup:
        """Replace the start or the goal."""
        return replace(self, start=start or self.start, goal=goal or self.goal)

    def without_node(self, name: str) -> GraphSetup:
        """Remove a node and its connections; if it was an end, another node becomes it."""
        self._check(name)
        rest = tuple(spot for spot in self.nodes if spot.name != name)
        if not rest:
            raise InvalidValue(f"{name} is the last node; a graph has one at least")
        arcs = tuple(arc for arc in self.connections if name not in (arc.source, arc.target))
        start = rest[0].name if self.start == name else self.start
        goal = rest[-1].name if self.goal == name else self.goal
        return replace(self, nodes=rest, connections=arcs, start=start, goal=goal)

    def without_connection(self, connection: int) -> GraphSetup:
        """Remove a connection."""
        self._arc(connection)
        arcs = self.connections[:connection] + self.connections[connection + 1 :]
        return replace(self, connections=arcs)

    def cleared(self) -> GraphSetup:
        """Keep start and goal alone."""
        ends = tuple(spot for spot in self.nodes if spot.name in (self.start, self.goal))
        return replace(self, nodes=ends, connections=())

    def with_search(self, algorithm: str, **options: Any) -> GraphSetup:
        """Replace the search; it keeps the present options that it takes."""
        taken = info_of(algorithm).options
        wanted = {**_LECTURE, **self.run.options, **options}
        kept = {k: v for k, v in wanted.items() if k in taken and v is not None}
        if kept.get("ties") != "random":
            kept.pop("seed", None)
        return replace(self, run=Run(algorithm, kept))

    def _check(self, name: Any) -> None:
        if name not in self.names:
            raise InvalidValue(f"there is no node {short_repr(name)}")

    def _arc(self, connection: int) -> Arc:
        if not 0 <= connection < len(self.connections):
            raise InvalidValue(f"there is no connection {short_repr(connection)}")
        return self.connections[connection]

    def _with_spot(self, name: str, **parts: Any) -> GraphSetup:
        self._check(name)
        spots = (s._replace(**parts) if s.name == name else s for s in self.nodes)
        return replace(self, nodes=tuple(spots))

    def _with_arc(self, connection: int, arc: Arc) -> GraphSetup:
        arcs = [*self.connections]
        arcs[connection] = arc
        return replace(self, connections=tuple(arcs))

    # --- Links and files

    def to_link(self) -> str:
        """Return the set-up as text for the end of an address."""
        return link_of(self._values())

    @classmethod
    def from_link(cls, link: Any) -> GraphSetup:
        """Read the result of :meth:`to_link`; an error says what is wrong with it."""
        return cls._from_values(decoded_link(link), "the link")

    def to_file(self) -> str:
        """Return the set-up as JSON."""
        return json.dumps({"format": _FORMAT, **self._values()}, indent=1, ensure_ascii=False)

    @classmethod
    def from_file(cls, text: str) -> GraphSetup:
        """Read the result of :meth:`to_file`; an error says what is wrong with it."""
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidValue(f"the file is not JSON: {str(error)[:LONGEST]}") from None
        if (written := values.get("format") if isinstance(values, dict) else None) != _FORMAT:
            raise InvalidValue(
                f"the file has the format {short_repr(written)}; a graph of this lab has "
                f"{_FORMAT!r}"
            )
        return cls._from_values(values, "the file")

    def _values(self) -> dict[str, Any]:
        return {
            "nodes": self.nodes,
            "connections": self.connections,
            "start": self.start,
            "goal": self.goal,
            "algorithm": self.run.algorithm,
            "options": self.run.options,
        }

    @classmethod
    def _from_values(cls, values: dict[str, Any], what: str) -> GraphSetup:
        with reading(what, "a graph"):
            nodes = [
                Spot(str(name), float(x), float(y), float(estimate))
                for name, x, y, estimate in _few(values["nodes"])
            ]
            arcs = [Arc(str(a), str(b), float(cost)) for a, b, cost in _few(values["connections"])]
            run = Run(str(values["algorithm"]), plain_options(values["options"]))
            return cls(tuple(nodes), tuple(arcs), str(values["start"]), str(values["goal"]), run)


def _few(rows: Any) -> list[Any]:
    """Return the rows if there are few; a thousand would be far too many, and count no further."""
    if not isinstance(rows, list):
        raise InvalidValue(f"{short_repr(rows)} is not a list")
    return rows[:1000]


def check_lists(algorithm: str) -> None:
    """Raise an error unless this is a search with an open and a closed list."""
    names = [info.name for info in searches()]
    if algorithm not in names:
        rule = f"choose one of {', '.join(names)}"
        raise InvalidValue(f"{algorithm!r} has no open and closed list to show; {rule}")


def _check_run(run: Run) -> None:
    check_lists(run.algorithm)
    for option in run.options:
        if option not in OPTIONS:
            raise InvalidValue(f"{option} is not an option here; choose from {', '.join(OPTIONS)}")
