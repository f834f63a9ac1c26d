"""Agents on grids of every kind, against searches that are written out."""

from itertools import pairwise
from math import inf, isclose
from random import Random

import pytest

import asterion as at
from support.any_grid import KINDS, AnyGrid
from support.effort import SAMPLED, scaled

STEPS = 100_000
PARTS = 10
NAMES = [info.name for info in at.algorithms("navigator")]


def plainly_placed(world: AnyGrid, cell) -> bool:
    """Whether the model is complete: inside a wall it only knows that a large unit may leave."""
    one_cell = world.size == (1, 1) and world.radius is None
    return one_cell or world.total(cell) < inf


def live(seed: str, kind: str, steps: int, *, sliced: bool = False) -> int:
    """Agents that walk while the world changes; how many plans were compared."""
    random = Random(seed)
    compared = 0
    while compared < steps:
        world = AnyGrid(random, kind, largest=6)
        start, goal = random.choice(world.cells), random.choice(world.cells)
        name = random.choice(NAMES)
        agent = at.Navigator(world.world, start, goal, algorithm=name)
        for _ in range(25):
            if sliced:
                agent.plan(expansions=random.choice([1, 3]))
            here = start if name == "lpa" else agent.position
            path = agent.path
            if plainly_placed(world, here):
                compared += 1
                best = 0 if here == goal else world.costs_from(here).get(goal, inf)
                assert path.found == (best < inf), (kind, name, here, goal)
                if path:
                    assert isclose(path.cost, best, rel_tol=1e-6, abs_tol=1e-6), (kind, name)
                    if world.total(here) < inf:
                        assert at.validate(world.world, path) == path.cost
            if name != "lpa" and random.random() < 0.4:
                agent.step()
            if random.random() < 0.05:
                agent.goal = goal = random.choice(world.cells)
            if random.random() < 0.6:
                world.edit()
    return compared


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", ["size", "links", "hex"])
def test_navigators_cost_what_a_plain_dijkstra_says_after_every_step(kind, part):
    steps = scaled(STEPS // PARTS)
    assert live(f"{kind} {part}", kind, steps) >= steps


@pytest.mark.parametrize("kind", KINDS)
def test_so_do_they_in_slices_and_on_every_kind_of_grid(kind):
    steps = scaled(4000)
    assert live(f"slices {kind}", kind, steps, sliced=True) >= steps


@pytest.mark.parametrize("tiles", ["square", "hex", "hex-columns", "triangle"])
def test_a_navigator_that_jumps_plans_where_there_are_no_jumps_too(tiles):
    """Floor and walls alone: on squares without links and fences it would jump."""
    random = Random(f"jumps {tiles}")
    for _ in range(scaled(300)):
        rows, cols = random.randint(1, 7), random.randint(2, 7)
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        walls = [[random.choice([0, 1, 1, 1]) for _ in range(cols)] for _ in range(rows)]
        start, goal = random.sample(cells, 2)
        for row, col in (start, goal):
            walls[row][col] = 1
        grid = at.Grid(walls, tiles=tiles)
        if tiles == "square" or random.random() < 0.3:
            grid.links.add(random.choice(cells), random.choice(cells), cost=2)
        best = at.find_path(grid, start, goal, algorithm="dijkstra").cost
        assert at.Navigator(grid, start, goal, algorithm="jps").path.cost == best
        agent = at.Explorer(grid, start, goal, algorithm="jps")
        agent.run()
        assert agent.arrived == (best < inf)


@pytest.mark.parametrize("kind", KINDS)
def test_explorers_arrive_if_and_only_if_there_is_a_path(kind):
    random = Random(f"explorers {kind}")
    arrived = 0
    names = [name for name in NAMES if name != "lpa"]
    for _ in range(scaled(400)):
        world = AnyGrid(random, kind)
        if not (free := world.free_cells()):
            continue
        start, goal = random.choice(free), random.choice(world.cells)
        agent = at.Explorer(
            world.world, start, goal, algorithm=random.choice(names), sight=random.choice([1, 1, 3])
        )
        journey = agent.run()
        reachable = goal in world.costs_from(start)
        one_way = world.has_links or world.has_fences  # may lead into a dead end
        assert journey.reached == reachable or (one_way and reachable)
        arrived += journey.reached
        cells = [tuple(cell) for cell in journey.trajectory.tolist()]
        for a, b in pairwise(cells):
            assert any(b == other for other, _ in world.moves(a))
    assert arrived > 0 or SAMPLED


@pytest.mark.parametrize("kind", KINDS)
def test_a_service_walks_every_unit_to_its_goal_or_says_that_there_is_no_path(kind):
    random = Random(f"service {kind}")
    for _ in range(scaled(60)):
        world = AnyGrid(random, kind)
        if not (free := world.free_cells()):
            continue
        service = at.PathService(world.world, quick=3)
        units = [service.request(random.choice(free), random.choice(world.cells)) for _ in range(5)]
        ends = [(unit.position, unit.goal) for unit in units]
        for _ in range(400):
            service.run(expansions=20)
            for unit in units:
                unit.step()
            if all(unit.status in {"arrived", "unreachable"} for unit in units):
                break
        for unit, (start, goal) in zip(units, ends, strict=True):
            want = "arrived" if goal in world.costs_from(start) else "unreachable"
            assert unit.status == want
