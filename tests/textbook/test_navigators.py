"""The navigators of the textbook in changing worlds, against its Dijkstra from scratch."""

from math import inf, isclose, sqrt
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion import textbook
from support.any_grid import AnyGrid
from support.effort import SAMPLED, scaled
from support.graphs import random_case
from support.worlds import random_world, scattered

NAMES = ["lpa", "dstar", "focused_dstar", "dstar_lite", "repeated", "adaptive"]


def distance(grid, least):
    """The closest distance that never overestimates, where no cell costs less than that."""

    def estimate(a, b):
        far, near = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])), reverse=True)
        if grid.diagonal == "never":
            return least * (far + near)
        return least * (far + (grid.diagonal_cost - 1) * near)

    return estimate


def lives(name, count):
    """Navigators in worlds that change: yield each with the world, a way to edit it, and ends."""
    random = Random(f"textbook {name}")
    for _ in range(scaled(count)):
        world = random_world(random, random.choice([3, 6, 11]))
        free = world.free_cells()
        if len(free) < 2:
            continue
        costs = sorted({*world.base[world.base > 0].tolist()})
        least = min(costs[0], *(cost for row in world.total for cost in row))
        options = {}
        if name != "dstar" and random.random() < 0.6:
            options["heuristic"] = distance(world.grid, least)
        start, goal = random.sample(free, 2)
        agent = getattr(textbook, name)(world.world, start, goal, **options)
        yield random, world, costs, agent


def check(world, agent, path):
    """The path is legal, and costs what Dijkstra finds from where the agent is."""
    _, best = textbook.dijkstra(world, agent.start, agent.goal)
    if best == inf:
        assert path == []
        return
    assert (path[0], path[-1]) == (agent.start, agent.goal)
    assert isclose(at.validate(world, path), best, rel_tol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_after_any_edits_the_path_costs_what_dijkstra_finds(name):
    """Walls come and go, costs rise and fall; agents walk, and are pushed."""
    lost = repaired = 0
    for random, world, costs, agent in lives(name, 60):
        changed = []
        for _ in range(20):
            path = agent.plan(changed)
            check(world.world, agent, path)
            lost += not path
            repaired += len(changed) > 0 and path != []
            if name != "lpa":  # its ends stay
                if len(path) > 1 and random.random() < 0.6:
                    agent.start = path[1]
                elif random.random() < 0.1:
                    agent.start = random.choice(world.free_cells() or [agent.start])
            then = world.grid.version
            for _ in range(random.choice([0, 1, 1, 2, 5])):
                cell = world.some_cell(random)
                closes = world.grid[cell] > 0 and random.random() < 0.6
                value = 0 if closes and cell != agent.start else random.choice(costs)
                world.grid[cell] = world.base[cell] = value
            changed = world.grid.changes(then)
            if not world.world.total[agent.start] > 0:
                break
    assert lost > 20 or SAMPLED
    assert repaired > 100 or SAMPLED


@pytest.mark.parametrize("name", NAMES)
def test_they_run_by_name_in_every_kind_of_grid(name):
    """Links, fences, tiles and units of a size; what the journal says has changed is enough."""
    random = Random(f"kinds {name}")
    algorithm = f"textbook/{name.replace('_', '-')}"
    plans = 0
    for _ in range(scaled(60)):
        case = AnyGrid(random, random.choice(["size", "fences", "hex", "triangle", "links"]))
        free = case.free_cells()
        if len(free) < 2 or any(cost == 0 for *_, cost, _ in case.links.values()):
            continue  # a move that costs nothing is refused
        ends = random.sample(free, 2)
        agent = at.Navigator(case.world, *ends, algorithm=algorithm)
        for _ in range(8):
            if not case.world.total[agent.position] > 0:
                break
            best = at.find_path(case.world, agent.position, agent.goal, algorithm="dijkstra")
            assert isclose(agent.path.cost, best.cost, rel_tol=1e-9) or not best
            assert agent.path.found == best.found
            assert agent.path.optimal == best.found
            plans += 1
            if random.random() < 0.5:
                agent.step()
            for _ in range(random.choice([1, 2])):
                case.grid[random.choice(case.cells)] = random.choice([0, 1, 1, 3])
                if random.random() < 0.2 and case.has_fences:
                    case.toggle_fence()
            if random.random() < 0.1:
                agent.goal = random.choice(case.free_cells() or [agent.goal])
    assert plans > 100 or SAMPLED


@pytest.mark.parametrize("name", NAMES)
def test_they_run_by_name_on_graphs(name):
    random = Random(f"graphs {name}")
    algorithm = f"textbook/{name.replace('_', '-')}"
    repaired = 0
    for _ in range(scaled(60)):
        case = random_case(random)
        if len(case.graph) < 2 or not case.costs or min(case.costs) <= 0:
            continue
        agent = at.Navigator(
            case.world, *random.sample(range(len(case.graph)), 2), algorithm=algorithm
        )
        for _ in range(8):
            best = at.find_path(case.world, agent.position, agent.goal, algorithm="dijkstra")
            assert agent.path.found == best.found
            assert isclose(agent.path.cost, best.cost, rel_tol=1e-9) or not best
            repaired += best.found
            agent.step()
            for _ in range(random.choice([1, 3])):
                cost = random.choice([inf, case.some_cost() or 1, random.choice(case.costs)])
                case.set_cost(random.randrange(len(case.costs)), cost)
    assert repaired > 30 or SAMPLED


@pytest.mark.parametrize("name", ["lpa", "dstar", "dstar_lite", "focused_dstar"])
def test_a_repair_far_from_the_path_expands_less_than_a_search(name):
    grid = at.maps.field((30, 30), diagonal="never")
    agent = getattr(textbook, name)(grid, (15, 0), (15, 29))
    first = len([*agent.steps()])
    grid[14, 15] = 0
    assert len([*agent.steps([(14, 15)])]) < first / 10


def test_adaptive_search_expands_less_the_second_time():
    """Its estimates have learned: of two equal searches the second goes straight."""
    grid = at.maps.rooms(41, size=7, seed=3)
    agent = textbook.adaptive(grid, (1, 1), (39, 39), heuristic=distance(grid, 1))
    first = len([*agent.steps()])
    grid[0, 0] = 1 - grid[0, 0]
    assert len([*agent.steps([(0, 0)])]) < first


@pytest.mark.parametrize("name", ["lpa", "dstar", "dstar_lite", "focused_dstar"])
def test_moves_that_cost_nothing_are_refused(name):
    """Two nodes joined by them would vouch for each other's cost for ever."""
    graph = at.Graph([("A", "B", 1), ("B", "C", 0)])
    with pytest.raises(ValueError, match=r"between . and . costs 0\.0; .* needs costs above 0"):
        getattr(textbook, name)(graph, "A", "C").plan()


@pytest.mark.parametrize("name", NAMES)
def test_a_plan_by_name_can_be_made_in_slices_while_the_world_changes(name):
    random = Random(f"slices {name}")
    algorithm = f"textbook/{name.replace('_', '-')}"
    for seed in range(scaled(12)):
        grid = at.maps.scattered((14, 14), density=0.2, seed=seed, diagonal="clear")
        free = [tuple(cell) for cell in np.argwhere(grid.cost > 0).tolist()]
        start, goal = random.sample(free, 2)
        agent = at.Navigator(grid, start, goal, algorithm=algorithm)
        for _ in range(12):
            agent.plan(expansions=random.choice([0, 1, 5, 20]))
            cell = random.choice(free)
            if cell not in (agent.position, goal):
                grid[cell] = random.choice([0, 1, 4])
            if random.random() < 0.3:
                best = at.find_path(grid, agent.position, goal, algorithm="dijkstra")
                assert agent.path.cost == pytest.approx(best.cost, rel=1e-9)
                agent.step()


def test_costs_that_fall_below_all_others_make_estimates_lower():
    """A distance counts the cheapest cell; a search that is repaired then begins again."""
    grid = at.Grid(np.full((9, 9), 5.0))
    agent = at.Navigator(grid, (4, 0), (4, 8), algorithm="textbook/dstar-lite")
    assert agent.path.cost == 40
    grid[0, :] = 0.5
    grid[:, 0] = grid[:, 8] = 0.5
    best = at.find_path(grid, (4, 0), (4, 8), algorithm="dijkstra").cost
    assert best < 20
    assert agent.path.cost == pytest.approx(best)


def test_explorers_walk_with_them():
    for seed in range(4):
        world = at.maps.scattered((9, 9), density=0.2, seed=seed)
        world[0, 0] = world[8, 8] = 1
        for name in ("dstar", "dstar-lite", "adaptive"):
            journey = at.explore(world, (0, 0), (8, 8), algorithm=f"textbook/{name}")
            assert journey.reached == at.find_path(world, (0, 0), (8, 8)).found


def test_the_square_root_of_two_does_not_mislead_them():
    """Along a straight line all f are equal, but for the last digits of sums with roots."""
    random = Random("roots")
    for _ in range(scaled(6)):
        grid = at.Grid(np.full((9, 9), 0.1), diagonal="always", diagonal_cost=sqrt(2))
        agents = [
            getattr(textbook, name)(grid, (0, 0), (8, 8), heuristic=distance(grid, 0.1))
            for name in ("lpa", "dstar_lite", "focused_dstar", "adaptive")
        ]
        changed = []
        for _ in range(15):
            for agent in agents:
                check(grid, agent, agent.plan(changed))
            cell = random.randint(1, 7), random.randint(0, 8)
            grid[cell] = 0.1 if grid[cell] == 0 else random.choice([0, 0.3])
            changed = [cell]


@pytest.mark.parametrize("name", ["dstar_lite", "focused_dstar"])
def test_keys_from_before_the_agent_walked_are_corrected(name):
    """It walks far before its way is closed: what has waited since the first plan is needed now."""
    random = Random(f"keys of {name}")
    replanned = 0
    for seed in range(scaled(16)):
        grid = scattered(30, seed, 0.3)
        agent = getattr(textbook, name)(grid, (0, 0), (29, 29), heuristic=distance(grid, 1))
        path = agent.plan()
        while len(path) > 12:
            agent.start = path[random.randint(5, 10)]
            ahead = path[path.index(agent.start) + 1]
            grid[ahead] = 40  # a way around is cheaper, as far as there is one
            path = agent.plan([ahead])
            check(grid, agent, path)
            replanned += 1
    assert replanned > 20 or SAMPLED
