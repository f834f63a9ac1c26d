"""Scenes of the graphs page: small graphs on which each step can be followed."""

from __future__ import annotations

from asterion.lab.graphs.parts import Arc, Spot
from asterion.lab.graphs.setup import GraphSetup
from asterion.lab.maps.scenes import Scene
from asterion.lab.searches.search_run import Run

# Two paths from S to G; the cheaper one is by B.
_TWO_PATHS = {"S": (0.05, 0.5), "A": (0.5, 0.1), "B": (0.5, 0.9), "G": (0.95, 0.5)}
_TWO_PATHS_ARCS = (Arc("S", "A", 2), Arc("A", "G", 4), Arc("S", "B", 2), Arc("B", "G", 2))
# The estimate falls by 6 from A to C over a connection that costs 1: it is not consistent.
_REOPENED = {
    "S": (0.05, 0.5),
    "A": (0.35, 0.1),
    "B": (0.35, 0.9),
    "C": (0.65, 0.5),
    "G": (0.95, 0.5),
}
_REOPENED_ARCS = (
    Arc("S", "A", 1),
    Arc("S", "B", 1),
    Arc("A", "C", 1),
    Arc("B", "C", 2),
    Arc("C", "G", 7),
)


def _graph(
    places: dict[str, tuple[float, float]],
    arcs: tuple[Arc, ...],
    estimates: dict[str, float],
    run: Run,
) -> GraphSetup:
    spots = tuple(Spot(name, x, y, estimates.get(name, 0.0)) for name, (x, y) in places.items())
    return GraphSetup(spots, arcs, "S", "G", run)


SCENES = (
    Scene(
        "Dijkstra, step by step",
        "The lecture's first example. Each step takes the cheapest node of the open list; the "
        "list of _Iterations_ is as in a hand calculation.",
        GraphSetup.example,
        {"play": True},
    ),
    Scene(
        "A* with estimates",
        "The lecture's second example: cost so far plus estimate decides which node is next.",
        lambda: GraphSetup.example(2),
        {"play": True},
    ),
    Scene(
        "Equal estimates",
        "The lecture's third example. Several nodes are equally promising; the rule for ties says "
        "which is next. Try others under _Ties_.",
        lambda: GraphSetup.example(3),
        {"at": 0.5},
    ),
    Scene(
        "Greedy on the same graph",
        "Greedy best-first looks at estimates alone: choose A* under _Algorithm_ to compare.",
        lambda: GraphSetup.example(2).with_search("greedy"),
        {"at": 1.0},
    ),
    Scene(
        "An estimate that is too high",
        "The estimate of B is 9, but 2 remain. A* finds the path through A first, which costs 6 "
        "instead of 4. Set _Estimate of B_ to 2 and see.",
        lambda: _graph(
            _TWO_PATHS,
            _TWO_PATHS_ARCS,
            {"S": 4, "A": 3, "B": 9},
            Run("astar", {"ties": "fifo", "stop": "fast"}),
        ),
        {"at": 1.0},
    ),
    Scene(
        "A closed node opens again",
        "No estimate is too high, but that of A is far higher than that of C beside it. So C is "
        "closed through B before the cheaper path by A is known, and has to be opened again.",
        lambda: _graph(
            _REOPENED,
            _REOPENED_ARCS,
            {"S": 7, "A": 8, "B": 6, "C": 2},
            Run("astar", {"ties": "fifo", "reopen": "passive"}),
        ),
        {"at": 1.0},
    ),
)
