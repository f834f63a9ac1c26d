"""Dijkstra and A* step by step: the current node and the lists, one line per iteration.

The notation is that of City University of Hong Kong, CS4386 AI Game Programming, Lecture 07:
Pathfinding: Dijkstra and A*, 2021 (CS4386). The lines are made from the events of a
:class:`Search`, so no algorithm is implemented here again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from asterion.errors import InvalidType, InvalidValue, OutsideWorld, short_repr
from asterion.search.find import Search
from asterion.search.path import Path
from asterion.search.trace import KINDS, Trace
from asterion.world.base import Node
from asterion.world.graph import Graph, GraphWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.find import Goal
    from asterion.search.options import Heuristic

__all__ = ["Entry", "Example", "Iteration", "LectureTrace", "example", "lecture_trace"]

_NOTHING = "ϕ"  # an empty list, or the parent of the start, in CS4386
_CLOSED = KINDS.index("closed")
_IMPROVED = KINDS.index("improved")


def __dir__() -> list[str]:
    return __all__


class Entry(NamedTuple):
    """A node in a list: its parent, its cost so far and its estimated total cost."""

    node: Node
    parent: Node | None  # None for the start
    cost: float  # so far
    estimate: float | None = None  # of the total cost; None for Dijkstra

    def __str__(self) -> str:
        parent = _NOTHING if self.parent is None else self.parent
        fields = [f"{parent}", _number(self.cost)]
        if self.estimate is not None:
            fields.append(_number(self.estimate))
        return f"{self.node}({','.join(fields)})"


class Iteration(NamedTuple):
    """One iteration: the node that was processed, and the lists after it."""

    number: int  # from 1; 0 is before the first
    node: Node | None
    closed: tuple[Entry, ...]
    open: tuple[Entry, ...]
    unvisited: tuple[Node, ...]

    @property
    def parts(self) -> list[str]:
        """The current node and each list as text: N, C, O and, without estimates, U."""
        parts = [
            f"[{self.number}] N: {_NOTHING if self.number == 0 else self.node}",
            f"C: {_listed(self.closed, ' ')}",
            f"O: {_listed(self.open, ' ')}",
        ]
        if all(entry.estimate is None for entry in (*self.closed, *self.open)):
            parts.append(f"U: {_listed(self.unvisited, ', ')}")
        return parts

    def __str__(self) -> str:
        return "  ".join(self.parts)


class LectureTrace(Sequence[Iteration]):
    """The iterations of a search on a graph, from its events; ``str()`` has one line per iteration.

    Made by :func:`lecture_trace`, or from any traced :class:`Search` on a graph that has one open
    and one closed list. ``estimated`` says whether entries have the estimate of the total cost.

    Lists are in alphabetical order; if not all names are strings, in the order of the nodes.
    Memory is that of the events: an iteration is computed when it is read, in O(events + nodes).
    """

    def __init__(self, search: Search, *, estimated: bool = True) -> None:
        if not isinstance(search, Search):
            raise InvalidType(f"search is {short_repr(search)}; it must be a Search")
        graph = search.world
        if not isinstance(graph, GraphWorld):
            raise InvalidType(_no_graph("the world of search", graph))
        self.search = search
        self._trace = search.trace
        self._starts = np.flatnonzero(self._trace.kind == _CLOSED)
        self._estimated = estimated
        self._order = _order(graph.nodes)

    @property
    def path(self) -> Path:
        """The path that the search found."""
        return self.search.path

    @property
    def beginning(self) -> Iteration:
        """The lists before the first iteration: the start is open, and nothing is closed."""
        return self._at(0)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, at: int) -> Iteration: ...
    @overload
    def __getitem__(self, at: slice) -> list[Iteration]: ...
    def __getitem__(self, at: int | slice) -> Iteration | list[Iteration]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        try:
            place = index(at)
        except Exception:  # noqa: BLE001 - it is a user's object, and may raise anything
            raise InvalidType(f"index is {short_repr(at)}; it must be a whole number") from None
        if not -len(self) <= place < len(self):
            raise OutsideWorld(
                f"there is no iteration at {short_repr(place)}; there are {len(self)}"
            )
        return self._at(place % len(self) + 1)

    def __iter__(self) -> Iterator[Iteration]:
        lists = _Lists(self._trace)
        for number in range(1, len(self) + 1):
            lists.advance_to(self._end(number))
            yield self._iteration(number, lists)

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def __repr__(self) -> str:
        return f"<LectureTrace of {len(self)} iterations: {self.search.status}>"

    def _at(self, number: int) -> Iteration:
        lists = _Lists(self._trace)
        lists.advance_to(self._end(number))
        return self._iteration(number, lists)

    def _end(self, number: int) -> int:
        """The number of events up to the end of an iteration, where the next one begins."""
        return int(self._starts[number]) if number < len(self) else len(self._trace)

    def _iteration(self, number: int, lists: _Lists) -> Iteration:
        name = self._trace.world._name
        closed: list[Entry] = []
        opened: list[Entry] = []
        unvisited: list[Node] = []
        for node in self._order:
            state = lists.state[node]
            if state == 0:
                unvisited.append(name(node))
                continue
            parent, cost = int(lists.parent[node]), float(lists.cost[node])
            estimate = cost + float(lists.estimate[node]) if self._estimated else None
            entry = Entry(name(node), None if parent < 0 else name(parent), cost, estimate)
            (closed if state == _IS_CLOSED else opened).append(entry)
        current = None if number == 0 else name(int(self._trace.node[self._starts[number - 1]]))
        return Iteration(number, current, tuple(closed), tuple(opened), tuple(unvisited))


def lecture_trace(
    graph: GraphWorld,
    start: Node,
    goal: Goal,
    *,
    heuristic: Heuristic | None = None,
    stop: str = "guaranteed",
    ties: str = "fifo",
) -> LectureTrace:
    """Return the iterations of Dijkstra's algorithm, or A* with a heuristic, as CS4386 writes them.

    A line is ``[i]``, the current node (N), and the closed (C), open (O) and unvisited (U) lists
    after it: ``X(Y,c)`` is node X, reached from Y at a cost so far of c; with a heuristic it is
    ``X(Y,c,e)``, where e is the estimate of the total cost, and there is no U. The search is run
    and shown even if component labels show that the goal cannot be reached.

    ``stop`` is ``"guaranteed"`` (the open node with the smallest cost so far is the goal, or costs
    more than it) or ``"fast"`` (the goal is the best open node); with the former the goal may be
    processed like any other node. ``heuristic`` and ``ties`` are as for :func:`find_path`.

    Takes graphs and views of them; ``Graph.from_grid`` makes a graph of a grid. Costs the time and
    memory of the search, and O(nodes) per iteration that is read: for graphs that fit on a page.

    >>> import asterion as at
    >>> graph = at.Graph([("A", "B", 3), ("A", "C", 5), ("B", "C", 1)])
    >>> print(at.lecture_trace(graph, "A", "C"))
    [1] N: A  C: A(ϕ,0)  O: B(A,3) C(A,5)  U: ϕ
    [2] N: B  C: A(ϕ,0) B(A,3)  O: C(B,4)  U: ϕ
    >>> print(at.lecture_trace(graph, "A", "C", heuristic={"A": 4, "B": 1, "C": 0})[-1])
    [2] N: B  C: A(ϕ,0,4) B(A,3,4)  O: C(B,4,4)

    Raises
    ------
    TypeError  ``graph is 3; it must be a Graph or a view of one (Graph.from_grid takes a grid)``
    """
    if not isinstance(graph, GraphWorld):
        raise InvalidType(_no_graph("graph", graph))
    # An answer from component labels would have no lists to show.
    options: dict[str, Any] = {"stop": stop, "ties": ties, "components": False}
    if heuristic is None:
        options["algorithm"] = "dijkstra"
    else:
        options |= {"algorithm": "astar", "heuristic": heuristic}
    search = Search(graph, start, goal, trace=True, **options)
    search.run()
    return LectureTrace(search, estimated=heuristic is not None)


class Example(NamedTuple):
    """A graph of CS4386, with a path to find on it."""

    title: str
    graph: Graph
    start: str
    goal: str
    heuristic: dict[str, float] | None


def example(number: int) -> Example:
    """Return example 1, 2 or 3 of CS4386, each time with a new graph.

    All three use one graph from A to F: Dijkstra's algorithm, A* with an admissible heuristic
    (which is not consistent from B to C), and A* with one that overestimates.

    >>> import asterion as at
    >>> title, graph, start, goal, estimates = at.lecture.example(3)
    >>> title
    'A* that overestimates'
    >>> [at.lecture_trace(graph, start, goal, heuristic=estimates, stop=stop).path.cost
    ...  for stop in ("fast", "guaranteed")]
    [15.0, 14.0]

    The 15 of Example 3 depends on ties: after its second iteration D, E and F have the same
    estimate of the total cost, 16, and the lecture takes D, which was there first. That is
    ``ties="fifo"``, the default of :func:`lecture_trace`; with the default of :func:`find_path`, F
    comes first, and the search ends at 16:

    >>> at.find_path(graph, start, goal, heuristic=estimates).cost
    16.0
    >>> at.find_path(graph, start, goal, heuristic=estimates, ties="fifo").cost
    15.0
    """
    examples = {
        1: ("Dijkstra", None),
        2: ("A* that underestimates", (10, 8, 6, 4, 1, 0)),
        3: ("A* that overestimates", (17, 16, 11, 8, 1, 0)),
    }
    if not isinstance(number, int) or number not in examples:
        raise InvalidValue(f"number is {short_repr(number)}; the examples are 1, 2 and 3")
    title, values = examples[number]
    graph = Graph(_EDGES, nodes="ABCDEF", positions=_POSITIONS)
    table = None if values is None else dict(zip("ABCDEF", map(float, values), strict=True))
    return Example(title, graph, "A", "F", table)


_EDGES = [
    ("A", "B", 3),
    ("A", "C", 5),
    ("A", "D", 9),
    ("B", "C", 1),
    ("C", "D", 3),
    ("C", "E", 10),
    ("C", "F", 11),
    ("D", "E", 6),
    ("E", "F", 1),
]
# Where to draw the nodes, (x, y) with y pointing down, so that no two arrows cross.
_POSITIONS = {"A": (0, 2), "B": (2, 0), "C": (4, 1), "D": (4, 4), "E": (8, 4), "F": (8, 1)}

_IS_OPEN, _IS_CLOSED = 1, 2


class _Lists:
    """The state of each node after some events of a trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._done = 0
        count = trace.shape[0]
        self.state: npt.NDArray[np.uint8] = np.zeros(count, np.uint8)
        self.parent: npt.NDArray[np.int64] = np.full(count, -1)
        self.cost: npt.NDArray[np.float64] = np.zeros(count)
        self.estimate: npt.NDArray[np.float64] = np.zeros(count)

    def advance_to(self, events: int) -> None:
        trace = self._trace
        for i in range(self._done, events):
            node, kind = trace.node[i], trace.kind[i]
            if kind == _CLOSED:
                self.state[node] = _IS_CLOSED
                continue
            self.parent[node] = trace.parent[i]
            self.cost[node] = trace.g[i]
            self.estimate[node] = trace.h[i]
            if kind != _IMPROVED:  # an improved node stays in its list
                self.state[node] = _IS_OPEN
        self._done = events


def _order(names: Sequence[Node]) -> list[int]:
    numbers = range(len(names))
    if all(isinstance(name, str) for name in names):
        return sorted(numbers, key=lambda node: names[node])
    return [*numbers]


def _listed(items: Sequence[object], between: str) -> str:
    return between.join(map(str, items)) or _NOTHING


def _number(value: float) -> str:
    return f"{value:.10g}"


def _no_graph(what: str, value: object) -> str:
    wanted = "it must be a Graph or a view of one (Graph.from_grid takes a grid)"
    return f"{what} is {short_repr(value)}; {wanted}"
