"""Options of queries."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import numpy as np

import asterion as at
from asterion.search import option_table
from fuzz.arrays import array
from fuzz.callbacks import callback
from fuzz.input import Fuzz

BUILT_IN = at.algorithms("search")
EVALUATIONS = [
    lambda g, h, _node: g + h,
    lambda g, h, _node: h - g,
    lambda g, _h, _node: -g,
    lambda _g, h, _node: inf if h < 2 else h,
    lambda g, _h, _node: 1e308 * g,
    lambda g, _h, _node: nan if g > 2 else g,
]
VALUES: dict[type, list[Any]] = {
    int: [0, 1, 5, 100, 2**63, 2**64, 2**70, True],
    float: [0, 0.5, 1, 2, 5.5, 1e289, 1e308, 5e-324, 1e-320, inf, np.float32(3)],
    bool: [True, False],
    object: EVALUATIONS,
}
OPTIONS = {
    option.name: [*option.choices] or VALUES[option.type]
    for option in option_table.OPTIONS.values()
}


def options_for(f: Fuzz, world: Any) -> dict[str, Any]:
    """Options of a query: mostly ones that the algorithm takes, mostly with good values."""
    info = f.choice(BUILT_IN)
    taken = info.options if f.often(0.95) else [*OPTIONS]
    options = {name: f.mostly(*OPTIONS[name], odd=0.06) for name in taken if f.often(0.2)}
    if "heuristic" in taken and f.often(0.4):
        options["heuristic"] = heuristic(f, world)
    if "seed" in options:
        options["ties"] = f.mostly("random")
    if f.often(0.01):
        options[f.choice(["colour", "trace", "_", "threads"])] = f.value()
    if info.needs and f.often(0.95):
        options["evaluate"] = evaluation(f, callback(f, world))
    if info.name in ("ida", "best-first"):  # which may take exponential time
        options["max_expansions"] = f.randint(0, 500)
    return {**options, "algorithm": f.mostly(info.name, odd=0.02)}


def evaluation(f: Fuzz, ask: Any) -> Any:
    """A good one, one whose evaluation may misbehave, or anything."""
    by_node = lambda g, _h, node: g + ask(node)  # noqa: E731
    return f.mostly(*EVALUATIONS, *[by_node] * 3, odd=0.05)


def heuristic(f: Fuzz, world: Any) -> Any:
    """A name, an array, a callable, a heuristic computed from the map, or anything."""
    return f.one_of(
        *[lambda: f.mostly(*OPTIONS["heuristic"])] * 3,
        lambda: f.some(world.shape, f.choice([[0, 1, 5], [0.0, 3e300, inf], [nan]])),
        lambda: array(f),
        *[lambda: callback(f, world)] * 2,
        *[lambda: map_heuristic(f, world)] * 2,
    )


def map_heuristic(f: Fuzz, world: Any) -> Any:
    """Clusters or landmarks of a world, or None if they were rejected."""
    of = f.mostly(world, odd=0.02)
    if f.often(0.5):
        return f.call(at.Landmarks, of, count=f.mostly(1, 2, 3), seed=f.mostly(0, 5, 2**70))
    labels = f.some(world.shape, f.choice([[0], [-1, 0, 1, 2**62], [0.5], [2**63, 2**64 - 1]]))
    clusters = f.mostly("auto", "rooms", 1, 2, 3, 2**70, labels)
    return f.call(at.ClusterHeuristic, of, clusters, f.mostly("admissible", "lecture"))
