"""PHA*: an agent that has to walk to a node to expand it, and weighs the distance to it."""

from heapq import heappop, heappush
from math import inf, isclose, sqrt
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import SAMPLED, scaled
from support.worlds import DIAGONALS, random_worlds

MAPS = {
    "mazes": lambda seed, rule: at.maps.maze(17, seed=seed, opened=8, diagonal=rule),
    "perfect mazes": lambda seed, rule: at.maps.maze(17, seed=seed, diagonal=rule),
    "scattered": lambda seed, rule: at.maps.scattered(17, seed=seed, density=0.3, diagonal=rule),
    "rooms": lambda seed, rule: at.maps.rooms(17, seed=seed, size=5, diagonal=rule),
    "caves": lambda seed, rule: at.maps.caves(21, seed=seed, density=0.42, diagonal=rule),
}


def cells_of(journey):
    return [(row, col) for row, col in journey.trajectory.tolist()]


def ends_of(random, world):
    """Two cells with a corridor between them."""
    free = np.argwhere(world.total > 0).tolist()
    start = tuple(random.choice(free))
    return start, tuple(random.choice(np.argwhere(at.reachable(world, start)).tolist()))


def estimate(world, cell, goal):
    """For a grid on which every cell costs at least 1."""
    near, far = sorted((abs(cell[0] - goal[0]), abs(cell[1] - goal[1])))
    if world.diagonal == "never":
        return far + near
    return far + (world.diagonal_cost - 1) * near


def dijkstra(moves_of, start):
    """Costs and parents of all cells that these moves reach."""
    costs, parents, heap = {start: 0.0}, {}, [(0.0, start)]
    while heap:
        cost, node = heappop(heap)
        if cost > costs[node]:
            continue
        for beside, move in moves_of(node):
            if cost + move < costs.get(beside, inf):
                costs[beside], parents[beside] = cost + move, node
                heappush(heap, (cost + move, beside))
    return costs, parents


def travel_by_f(world, start, goal):
    """The travel of an agent that visits open nodes strictly in the order of A*: the oracle.

    Of nodes with the same f it takes the nearest. What it passes it has visited. Slow and obvious:
    all is worked out again for each node.
    """
    here, travelled, visited = start, 0.0, {start}

    def expanded(node):
        return world.neighbours(node) if node in visited else []

    def walkable(node):
        if node == goal:
            return []
        return [
            (beside, cost)
            for beside, cost in world.neighbours(node)
            if node in visited or beside in visited
        ]

    while here != goal:
        g, _ = dijkstra(expanded, start)
        f = {cell: g[cell] + estimate(world, cell, goal) for cell in g if cell not in visited}
        best = [cell for cell in f if f[cell] <= min(f.values()) + 1e-9]
        away, parents = dijkstra(walkable, here)
        node = goal if goal in best else min(best, key=lambda cell: away[cell])
        travelled += away[node]
        here, route = node, [node]
        while route[-1] in parents:
            route.append(parents[route[-1]])
        visited |= {*route}
    return travelled


@pytest.mark.req("S000-20")
@pytest.mark.parametrize("kind", MAPS)
def test_it_travels_less_than_an_agent_that_goes_strictly_by_f(kind):
    """On every kind of map in total, and on most maps; not on every single one."""
    random = Random(kind)
    travelled, by_f, no_further, count = 0.0, 0.0, 0, 0
    for seed in range(scaled(60)):
        world = MAPS[kind](seed, random.choice(DIAGONALS))
        start, goal = ends_of(random, world)
        journey = at.explore(world, start, goal, algorithm="pha")
        assert journey.reached
        one, other = at.validate(world, cells_of(journey)), travel_by_f(world, start, goal)
        travelled, by_f = travelled + one, by_f + other
        no_further += one <= other + 1e-9
        count += 1
    assert travelled < 0.9 * by_f or SAMPLED
    assert no_further > 0.6 * count or SAMPLED


@pytest.mark.req("S000-20")
def test_with_infinite_fitness_it_goes_strictly_by_f():
    """The agent itself can be the baseline: ties aside it is the oracle."""
    random = Random("strict")
    own = oracle = 0.0
    for kind, make in MAPS.items():
        for seed in range(scaled(6)):
            world = make(seed, random.choice(DIAGONALS))
            start, goal = ends_of(random, world)
            agent = at.Explorer(world, start, goal, algorithm="pha", fitness=inf)
            while not agent.arrived:
                open_f = agent.f[agent.state == 1]
                row, col = agent.path[-1]
                assert agent.f[row, col] <= open_f.min() + 1e-6, kind
                for _ in range(len(agent.path) - 1):
                    agent.step()
            own += at.validate(world, cells_of(agent.journey))
            oracle += travel_by_f(world, start, goal)
    assert isclose(own, oracle, rel_tol=0.1) or SAMPLED


@pytest.mark.req("S000-20")
@pytest.mark.parametrize("fitness", [1.0, 0, 5, inf])
def test_it_reaches_the_goal_if_and_only_if_there_is_a_path(fitness):
    random = Random(f"reach {fitness}")
    ends = {True: 0, False: 0}
    for world, free in random_worlds(random, 800, largest=10):
        start, goal = random.choice(free), world.some_cell(random)
        agent = at.Explorer(
            world.world,
            start,
            goal,
            algorithm="pha",
            fitness=fitness,
            sight=random.choice([1, 1, 3]),
            unseen=random.choice([1, 1, 0.1, 4]),
        )
        journey = agent.run()
        found = at.find_path(world.world, start, goal).found if goal != start else True
        assert journey.reached == agent.arrived == found
        assert journey.message == ("I reached" if found else "I cannot reach") + " the target."
        walked = cells_of(journey)
        assert at.validate(world.world, walked) >= 0
        assert goal not in walked[:-1]  # it does not enter the goal before it is sure
        ends[found] += 1
    assert min(ends.values()) > 50 or SAMPLED


@pytest.mark.req("S000-20")
def test_when_it_arrives_it_knows_a_cheapest_path():
    random = Random("cheapest")
    for world, free in random_worlds(random, 1000, largest=10):
        total = np.array(world.total)
        start, goal = random.choice(free), random.choice(free)
        cheapest = at.find_path(world.world, start, goal).cost
        agent = at.Explorer(world.world, start, goal, algorithm="pha", unseen=float(total.min()))
        if not agent.run().reached:
            assert cheapest == inf
            continue
        assert isclose(agent.g[goal], cheapest, rel_tol=1e-9)
        assert isclose(at.find_path(agent.belief, start, goal).cost, cheapest, rel_tol=1e-9)
        cell, back = goal, [goal]  # the parents lead back to the start by a cheapest path
        while cell != start:
            cell = divmod(int(agent.parent[cell]), world.grid.shape[1])
            back.append(cell)
        assert isclose(at.validate(world.world, back[::-1]), cheapest, rel_tol=1e-9)


@pytest.mark.req("S000-20")
def test_a_node_is_expanded_only_where_the_agent_has_been():
    random = Random("visited")
    for seed in range(scaled(40)):
        world = random.choice([*MAPS.values()])(seed, random.choice(DIAGONALS))
        start, goal = ends_of(random, world)
        agent = at.Explorer(world, start, goal, algorithm="pha", sight=random.choice([1, 4]))
        visited = {start}
        while True:
            closed = {(row, col) for row, col in np.argwhere(agent.state == 2).tolist()}
            assert closed == visited - {goal}
            beside = {cell for node in closed for cell, _ in world.neighbours(node)}
            opened = {(row, col) for row, col in np.argwhere(agent.state == 1).tolist()}
            assert opened == (beside | {start}) - closed
            if agent.step() is None:
                break
            visited.add(agent.position)
        assert agent.stats.expanded == len(closed)
        # No agent can be sure of the cheapest path without these.
        best = at.distances(world, start)
        sure = best + [[estimate(world, (r, c), goal) for c in range(best.shape[1])]
                       for r in range(best.shape[0])]  # fmt: skip
        needed = np.argwhere(sure < best[goal] - 1e-6).tolist()
        assert {(row, col) for row, col in needed} <= closed


@pytest.mark.req("S000-20")
def test_it_uses_nothing_that_it_has_not_seen():
    random = Random("unseen")
    differed = 0
    for seed in range(scaled(60)):
        world = MAPS["scattered"](seed, random.choice(DIAGONALS))
        start, goal = ends_of(random, world)
        sight = random.choice([1, 3])
        agent = at.Explorer(world, start, goal, algorithm="pha", sight=sight)
        journey = agent.run()
        other = world.copy()
        unseen = np.argwhere(~agent.known)
        for row, col in unseen.tolist():
            other[row, col] = random.choice([0, 1, 9])
        again = at.explore(other, start, goal, algorithm="pha", sight=sight)
        assert cells_of(again) == cells_of(journey)
        differed += len(unseen) > 0
    assert differed > 10 or SAMPLED


def test_the_path_is_the_way_to_what_it_visits_next():
    world = at.maps.rooms(15, seed=2, size=4)
    agent = at.Explorer(world, (0, 0), (13, 13), algorithm="pha")
    while not agent.arrived:
        path = agent.path
        assert path[0] == agent.position
        at.validate(agent.belief, path)
        assert agent.state[path[-1]] == 1
        assert agent.step() == path[1]
    assert [*agent.path] == [(13, 13)]
    assert agent.step() is None
    assert at.sketch.panes(agent)


def test_it_copes_with_walls_that_come_and_go():
    """Moves are legal at the time; where walls only come, it arrives if there is still a way."""
    random = Random("changes")
    reached = {True: 0, False: 0}
    for seed in range(scaled(400)):
        only_walls = seed % 2 == 0
        world = at.maps.scattered(9, seed=seed, density=0.2, diagonal=random.choice(DIAGONALS))
        start, goal = ends_of(random, world)
        agent = at.Explorer(world, start, goal, algorithm="pha")
        for _ in range(12):
            before = agent.position
            moved = agent.step()
            assert moved is None or moved in dict(world.neighbours(before))
            cell = random.randrange(9), random.randrange(9)
            if cell not in (agent.position, goal):
                world[cell] = 0 if only_walls else random.choice([0, 1, 1, 3])
        here = agent.position
        journey = agent.run()
        assert journey.reached == (agent.position == goal)
        if only_walls:
            assert journey.reached == (here == goal or at.find_path(world, here, goal).found)
        reached[journey.reached] += 1
    assert min(reached.values()) > 3 or SAMPLED


def test_a_wall_beside_it_that_goes_is_seen_after_it_had_given_up():
    world = at.Grid.from_text("..#.", diagonal="never")
    agent = at.Explorer(world, (0, 0), (0, 3), algorithm="pha")
    assert agent.run().message == "I cannot reach the target."
    world[0, 2] = 1
    agent.look()
    assert agent.run().message == "I reached the target."
    world = at.Grid.from_text("...\n...", diagonal="never")
    enclosed = at.Explorer(world, (0, 0), (0, 2), algorithm="pha")
    world[0, 0] = 0  # a wall comes down on the agent, which can still step out of it
    assert enclosed.run().reached


def test_moves_and_figures_of_each_choice():
    world = at.maps.rooms(15, seed=2, size=4)
    whole = at.explore(world, (0, 0), (13, 13), algorithm="pha")
    agent = at.Explorer(world, (0, 0), (13, 13), algorithm="pha")
    assert agent.run(0).moves == 0
    assert cells_of(agent.run(10)) == cells_of(whole)[:11]
    assert agent.run(0).message == ""
    journey = agent.run()
    assert cells_of(journey) == cells_of(whole)
    assert agent.stats.searches == len(journey.searches) > 10
    assert agent.stats.expanded == sum(search.expanded for search in journey.searches)
    expanded = {*cells_of(journey)} - {(13, 13)}
    beside = [[cell for cell, _ in world.neighbours(node)] for node in expanded]
    assert agent.stats.expanded == len(expanded)
    assert agent.stats.moves >= sum(map(len, beside))  # nodes that get cheaper count too
    assert agent.stats.generated == len({(0, 0)}.union(*beside))
    assert repr(agent) == "<Explorer 'pha' at (13, 13), goal (13, 13)>"


def test_it_is_listed_for_explorers_and_for_nothing_else():
    assert [info.name for info in at.algorithms("explorer")] == ["pha"]
    assert "pha" in [info.name for info in at.algorithms()]
    assert "pha" not in [info.name for info in at.algorithms("navigator")]
    with pytest.raises(ValueError, match=r"algorithm is 'pha', which is run by at\.Explorer"):
        at.Navigator(at.maps.field(3), (0, 0), (2, 2), algorithm="pha")
    with pytest.raises(
        ValueError, match=r"algorithm is 'phi'; choose one of .*'jps', 'index', 'pha'"
    ):
        at.Explorer(at.maps.field(3), (0, 0), (2, 2), algorithm="phi")
    message = "kind is 'explorer'; choose one of 'search', 'navigator'"
    with pytest.raises(ValueError, match=message):
        at.register("mine", object, kind="explorer")
    with pytest.raises(ValueError, match=r"kind is 'game'; choose one of .*'explorer'"):
        at.algorithms("game")
    with pytest.raises(ValueError, match="'pha' does not show rhs"):
        _ = at.Explorer(at.maps.field(3), (0, 0), (2, 2), algorithm="pha").rhs


def test_diagonals_that_cost_1_are_estimated_as_such():
    world = at.Grid(np.ones((6, 6)), diagonal_cost=1)
    agent = at.Explorer(world, (0, 0), (5, 4), algorithm="pha")
    assert agent.h[0, 0] == 5
    assert isclose(at.Explorer(at.maps.field(6), (0, 0), (5, 4)).h[0, 0], 1 + 4 * sqrt(2))
    assert agent.run().moves == 5
