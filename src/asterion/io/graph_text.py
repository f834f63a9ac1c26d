"""Graphs as text for exercises: a connection per line, estimates, and the ends of a search."""

from __future__ import annotations

from math import inf, nan
from pathlib import Path as FilePath
from typing import NamedTuple

from asterion.errors import InvalidValue, short_repr
from asterion.io.checks import fault, lines_of
from asterion.world.graph import Graph

_FORMS = "a line is SOURCE TARGET COST, NODE ESTIMATE, from NODE or to NODE"


class GraphText(NamedTuple):
    """The contents of a text; missing parts are None."""

    graph: Graph
    start: str | None
    goal: str | None
    estimates: dict[str, float] | None  # of all nodes


def read(text: str, path: FilePath) -> GraphText:
    r"""Return the graph in a text; ``path`` names it in messages.

    ``A B 3`` is a connection from A to B at a cost of 3, or ``inf`` if it is closed; ``A 10`` is
    the estimate of node A; ``from A`` and ``to F`` are the ends. ``#`` begins a comment. The
    weighted edge lists of networkx are of this form. Nodes are in the order of first appearance.

    >>> from pathlib import Path
    >>> text = "A B 3\nB C 1  # a bridge\nA 4\nB 1\nC 0\nfrom A\nto C"
    >>> held = read(text, Path("bridge.txt"))
    >>> held.graph, held.start, held.goal, held.estimates
    (<Graph of 3 nodes and 2 connections>, 'A', 'C', {'A': 4.0, 'B': 1.0, 'C': 0.0})

    Raises
    ------
    ValueError  ``bridge.txt, line 2: 'x' is no cost; it must be a number >= 0, or inf``
    """
    edges: list[tuple[str, str, float]] = []
    estimates: dict[str, float] = {}
    ends: dict[str, str] = {}
    nodes: dict[str, None] = {}  # in the order in which they are named
    for at, line in enumerate(lines_of(text)):
        match line.partition("#")[0].split():
            case []:
                continue
            case [("from" | "to") as which, name]:
                if which in ends:
                    raise fault(path, at, f"a second {which!r}; a search has one start and goal")
                ends[which] = name
                nodes[name] = None
            case [name, estimate]:
                if name in estimates:
                    raise fault(path, at, f"a second estimate of {short_repr(name)}")
                estimates[name] = _number(path, at, estimate, "estimate")
                nodes[name] = None
            case [source, target, cost]:
                edges.append((source, target, _number(path, at, cost, "cost")))
                nodes |= {source: None, target: None}
            case words:
                raise fault(path, at, f"{len(words)} words in {short_repr(line.strip())}; {_FORMS}")
    if not edges:
        raise InvalidValue(f"{path.name} has no connections; {_FORMS}")
    without = [name for name in nodes if name not in estimates]
    if estimates and without:
        raise InvalidValue(
            f"{path.name}: node {short_repr(without[0])} has no estimate; all nodes have one, or "
            "none"
        )
    graph = Graph(edges, nodes=nodes)
    return GraphText(graph, ends.get("from"), ends.get("to"), estimates or None)


def _number(path: FilePath, at: int, text: str, what: str) -> float:
    """A cost or an estimate; an estimate is finite."""
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not 0 <= number <= inf or (what == "estimate" and number == inf):
        rule = "it must be a number >= 0" + (", or inf" if what == "cost" else "")
        raise fault(path, at, f"{short_repr(text)} is no {what}; {rule}")
    return number
