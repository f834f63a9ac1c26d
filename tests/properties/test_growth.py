"""Work grows no faster than n log n, on worlds made to be the worst.

The moves looked at are counted, not the time: they are what a search that walks the same way again
and again does too many of, while the nodes that it expands stay few.
"""

from math import log

import pytest

import asterion as at
from support.effort import SAMPLED
from worst_shapes import GRIDS, SHAPES

CELLS = 1000
TIMES = 8
ALLOWED = 1.5 * TIMES * log(CELLS * TIMES) / log(CELLS)  # half as much again as n log n

# As its paper has it, it looks at all neighbours of each neighbour of a node that has risen.
SLOWER = {("dstar-lite-basic", "far_hub")}


def pairs(kind: str) -> list:
    """Each algorithm with each shape that it takes; ``ida`` may take exponential time."""
    every = [
        pytest.param(info.name, shape, id=f"{info.name}-{shape.__name__}")
        for info in at.algorithms(kind)
        for shape in SHAPES
        if any(world.endswith("grid" if shape in GRIDS else "graph") for world in info.worlds)
        if info.name not in ("auto", "ida") and (info.name, shape.__name__) not in SLOWER
        if not (info.name == "jps" and kind == "search" and shape.__name__ == "weighted_ground")
    ]
    return every[:: 5 if SAMPLED else 1]


def moves_of_navigator(name: str, shape, cells: int) -> int:
    case = shape(cells)
    agent = at.Navigator(case.world, case.start, case.goal, algorithm=name)
    assert agent.path.found
    case.change()
    changed = agent.path
    assert changed.cost == pytest.approx(at.find_path(case.world, case.start, case.goal).cost)
    case.undo()
    assert agent.path.found
    while agent.step() is not None:
        pass
    return agent.stats.moves


def moves_of_search(name: str, shape, cells: int) -> int:
    case = shape(cells)
    ask = {"algorithm": name, "components": False}
    if name == "best-first":
        ask["evaluate"] = lambda g, h, _: g + h
    before = at.find_path(case.world, case.start, case.goal, **ask)
    case.change()
    return before.stats.moves + at.find_path(case.world, case.start, case.goal, **ask).stats.moves


@pytest.mark.parametrize(("name", "shape"), pairs("navigator"))
def test_navigators(name, shape):
    few = moves_of_navigator(name, shape, CELLS)
    assert moves_of_navigator(name, shape, CELLS * TIMES) <= ALLOWED * max(few, CELLS)


@pytest.mark.parametrize(("name", "shape"), pairs("search"))
def test_searches(name, shape):
    few = moves_of_search(name, shape, CELLS)
    assert moves_of_search(name, shape, CELLS * TIMES) <= ALLOWED * max(few, CELLS)
