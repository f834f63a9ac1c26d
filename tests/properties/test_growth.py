"""Work grows no faster than n log n, on worlds made to be the worst.

The moves looked at are counted, not the time: they are what a search that walks the same way again
and again does too many of, while the nodes that it expands stay few. Of a mesh they are the
triangles that are walked over, made or merged.
"""

from math import log

import numpy as np
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


# --- Meshes


def scattered(n: int) -> at.Mesh:
    corners = np.random.default_rng(1).random((n // 4, 1, 2)) * n**0.5
    boxes, side = corners + np.array([(0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5)]), n**0.5
    return at.Mesh.from_polygons([(0, 0), (side, 0), (side, side), (0, side)], [*boxes])


def random_cells(n: int) -> at.Mesh:
    side = round((n / 2) ** 0.5)
    return at.Mesh.from_grid(at.Grid((np.random.default_rng(2).random((side, side)) < 0.6) * 1))


def comb(n: int) -> at.Mesh:
    """Long narrow teeth: no triangle is near to round."""
    xs = np.arange(n)
    return at.Mesh.from_polygons([*zip(xs, (xs % 2) * float(n), strict=True), (n, -1), (0, -1)])


def wheel(n: int) -> at.Mesh:
    """Corners on a circle, of which any four may be one circle's."""
    angles = np.arange(n) * 2 * np.pi / n
    return at.Mesh.from_polygons(np.column_stack([np.cos(angles), np.sin(angles)]) * 1000)


def spikes(n: int) -> at.Mesh:
    dice = np.random.default_rng(3)
    angles, far = np.arange(n) * 2 * np.pi / n, 1 + dice.random(n)
    return at.Mesh.from_polygons((far * [np.cos(angles), np.sin(angles)]).T)


def tiles(n: int) -> at.Mesh:
    side = round(n**0.5)
    points = [(i, j) for i in range(side) for j in range(side)]
    first = [i * side + j for i in range(side - 1) for j in range(side - 1)]
    return at.Mesh(points, [(i, i + side, i + side + 1, i + 1) for i in first])


MESHES = [scattered, random_cells, comb, wheel, spikes, tiles]


@pytest.mark.parametrize("make", MESHES)
def test_making_a_mesh(make):
    few, many = (make(n)._core_mesh.work() for n in (CELLS, CELLS * TIMES))
    assert many <= ALLOWED * max(few, CELLS)


@pytest.mark.parametrize("make", [scattered, random_cells, tiles])
def test_an_edit_of_a_mesh_costs_what_it_touches(make):
    """A box that wanders over the ground is cut out and filled in again."""
    work = []
    for n in (CELLS, CELLS * TIMES):
        mesh = make(n)
        before = mesh._core_mesh.work()
        box = np.array([(0, 0), (2, 0), (2, 2), (0, 2)])
        for place in np.random.default_rng(4).random((100, 2)) * 15:
            mesh.fill(mesh.cut(box + place))
        work.append(mesh._core_mesh.work() - before)
    assert work[1] <= 1.5 * work[0]


def test_an_edit_of_the_grid_of_a_mesh_costs_what_it_touches():
    work = []
    for side in (30, 90):
        grid = at.Grid((np.random.default_rng(5).random((side, side)) < 0.6) * 1)
        mesh = at.Mesh.from_grid(grid)
        before = mesh._core_mesh.work()
        for row, col in np.random.default_rng(6).integers(0, 20, (100, 2)):
            grid[row : row + 5, col : col + 5] = 1 - grid.cost[row : row + 5, col : col + 5]
            mesh.contains((0, 0))
        work.append(mesh._core_mesh.work() - before)
    assert work[1] <= 1.5 * work[0]


def test_a_search_of_a_mesh():
    """Round a comb, tooth by tooth: each is seen once."""
    pushes = []
    for n in (CELLS, CELLS * TIMES):
        path = at.find_path(comb(n), (0, -0.5), (n - 1, 0.5))
        pushes.append(path.stats.pushes)
    assert pushes[1] <= ALLOWED * max(pushes[0], CELLS)
