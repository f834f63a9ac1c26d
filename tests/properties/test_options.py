"""All algorithms with all options together, drawn from the registry, on random worlds."""

import re
from functools import cache, partial
from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.search.option_table import HEURISTICS, OPTIONS, TIES
from support.effort import SAMPLED, SHARE, scaled
from support.needs import needed
from support.worlds import plain, random_edit, random_world, random_worlds

CHUNKS = 20
WORLDS_A_CHUNK = 500
BUDGET = 3000  # for ida, whose time is exponential


def random_heuristic(random, world, goal):
    """A name, or values of every quality: perfect, admissible, too large, wild."""
    if random.random() < 0.5:
        return random.choice(["auto", *HEURISTICS])
    perfect = at.distances(world.world, goal, direction="to")
    perfect[~np.isfinite(perfect)] = 0
    noise = np.array([random.random() for _ in range(perfect.size)]).reshape(perfect.shape)
    values = random.choice([perfect, perfect * noise, perfect * (1 + noise), 10 * noise])
    return values if random.random() < 0.7 else lambda cell: values[cell]


def random_options(random, info, world, goal):
    """A value for each option that the algorithm takes, the default now and then."""
    values = {
        option.name: partial(random.choice, [*option.choices] or [True, False])
        for option in OPTIONS.values()
        if option.choices or option.type is bool
    }
    values["heuristic"] = lambda: random_heuristic(random, world, goal)
    values["weight"] = lambda: random.choice([0, 0.5, 1, 1.5, 4])
    evaluations = [lambda g, h, _: g + h, lambda _, h, cell: h - cell[0], lambda g, h, _: g * h]
    options = {
        name: make()
        for name, make in values.items()
        if name in info.options and random.random() < 0.6
    }
    if info.needs:
        options["evaluate"] = random.choice(evaluations)
    if options.get("ties") == "random":
        options["seed"] = random.randrange(10)
    if info.name == "ida":
        options["max_expansions"] = BUDGET
        options["components"] = True
    return options


def ask(world, start, goal, info, options):
    """A query; None where an algorithm rightly rejects the heuristic or the world."""
    try:
        return at.find_path(world.world, start, goal, **{"algorithm": info.name, **options})
    except at.InvalidValue:
        uniform = len({cost for row in world.total for cost in row if cost < inf}) == 1
        refuses_world = info.name == "jps" and not uniform
        refuses_heuristic = info.name == "bidirectional" and "heuristic" in options
        if not refuses_world and not refuses_heuristic:
            raise
        return None


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_all_algorithms_with_all_options(chunk):
    """Valid everywhere; a cheapest path exactly where the result says so."""
    random = Random(f"options {chunk}")
    for _ in range(scaled(WORLDS_A_CHUNK)):
        world = random_world(random)
        for _ in range(2):
            free = world.free_cells()
            if not free:
                continue
            start, goal = random.choice(free), world.some_cell(random)
            best = world.costs_from(start).get(goal, inf)
            for info in at.algorithms("search"):
                options = random_options(random, info, world, goal)
                path = ask(world, start, goal, info, options)
                if path is None:
                    continue
                if path.status == "stopped":
                    assert info.name == "ida"
                    assert path.stats.expanded == BUDGET
                    continue
                assert path.found == (best < inf)
                if not path:
                    continue
                assert at.validate(world.world, path) == path.cost
                assert (path[0], path[-1]) == (start, goal)
                assert path.cost >= best * (1 - 1e-9)
                if path.optimal:
                    assert isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-12), (info, options)
            random_edit(random, world)


@pytest.mark.parametrize("chunk", range(4))
def test_a_query_and_a_search_have_the_same_path_and_counts(chunk):
    """With any options and limits, and whether or not the search keeps a trace."""
    random = Random(f"searches {chunk}")
    limits = {
        "max_cost": lambda: random.choice([0, 2.5, 7, 100]),
        "turn_cost": lambda: random.choice([0.5, 3]),
        "max_expansions": lambda: random.choice([0, 1, 5, 20]),
    }
    for world, free in random_worlds(random, 100, largest=10):
        start, goal = random.choice(free), world.some_cell(random)
        for info in at.algorithms("search"):
            options = random_options(random, info, world, goal)
            if "components" in info.options:
                options["components"] = False  # a world may learn them between the two
            for name, make in limits.items():
                if name in info.options and random.random() < 0.2:
                    options[name] = make()
            try:
                path = at.find_path(world.world, start, goal, algorithm=info.name, **options)
            except at.InvalidValue as error:
                with pytest.raises(at.InvalidValue, match=re.escape(str(error))):
                    at.Search(world.world, start, goal, algorithm=info.name, **options)
                continue
            trace = random.random() < 0.5
            search = at.Search(
                world.world, start, goal, algorithm=info.name, trace=trace, **options
            )
            search.run()
            assert [*search.path] == [*path], (info.name, options)
            assert (search.status, search.path.cost) == (path.status, path.cost)
            assert search.path.optimal == path.optimal
            assert plain(search.stats) == plain(path.stats), (info.name, options)


@pytest.mark.parametrize("chunk", range(4))
def test_a_path_within_max_cost_is_found_whatever_the_other_options(chunk):
    random = Random(f"limits {chunk}")
    for world, free in random_worlds(random, 150, largest=6):
        start, goal = random.choice(free), random.choice(free)
        best = world.costs_from(start).get(goal, inf)
        for info in at.algorithms("search"):
            if best == inf or "max_cost" not in info.options:
                continue
            options = random_options(random, info, world, goal)
            limit = best * random.choice([0.9, 1, 1, 1.1])
            path = ask(world, start, goal, info, options | {"max_cost": limit})
            if path is None or (info.name == "ida" and path.stats.expanded == BUDGET):
                continue
            assert path.found == (limit >= best), (info.name, options)
            assert path.cost <= limit * (1 + 1e-9) or not path.found


@pytest.mark.parametrize("chunk", range(4))
def test_optimal_is_claimed_by_default_and_only_where_it_is_guaranteed(chunk):
    random = Random(f"claims {chunk}")
    for world, free in random_worlds(random, 150, largest=5):
        start, goal = random.choice(free), random.choice(free)
        for info in at.algorithms("search"):
            path = ask(world, start, goal, info, {"max_expansions": BUDGET} | needed(info))
            if path and info.name != "bfs":
                assert path.optimal == info.optimal
        for options, claimed in [
            ({"weight": 1.5}, False),
            ({"weight": 0.5}, True),
            ({"weight": 1.5, "stop": "guaranteed"}, True),
            ({"weight": 1.5, "stop": "guaranteed", "reopen": "active"}, True),
            ({"weight": 1.5, "stop": "guaranteed", "reopen": "off"}, False),
            ({"reopen": "off"}, True),
            ({"heuristic": np.zeros(world.grid.shape)}, False),
            ({"heuristic": np.zeros(world.grid.shape), "stop": "guaranteed"}, True),
            ({"heuristic": lambda _: 0}, False),
        ]:
            path = at.find_path(world.world, start, goal, **options)
            if path:
                assert path.optimal == claimed, options


@pytest.mark.req("S000-42")
@pytest.mark.parametrize("chunk", range(4))
def test_a_weight_bounds_the_cost(chunk):
    random = Random(f"weight {chunk}")
    longer = 0
    for world, free in random_worlds(random, 300, largest=10):
        start, goal = random.choice(free), random.choice(free)
        best = world.costs_from(start).get(goal, inf)
        weight = random.choice([1, 1.2, 2, 5])
        reopen = random.choice(["passive", "active", "off"])
        path = at.find_path(world.world, start, goal, weight=weight, reopen=reopen)
        assert path.found == (best < inf)
        if path:
            assert path.cost <= weight * best * (1 + 1e-9)
            longer += path.cost > best * (1 + 1e-9)
    assert longer > 0 or SAMPLED


@pytest.mark.req("S000-15")
@pytest.mark.req("S000-16")
@pytest.mark.parametrize("chunk", range(4))
def test_both_kinds_of_reopening_find_the_optimum_with_inconsistent_estimates(chunk):
    """Passive and active give equal costs; active keeps fewer nodes on open."""
    random = Random(f"reopen {chunk}")
    reopened = 0
    for world, free in random_worlds(random, 300, largest=12):
        start, goal = random.choice(free), random.choice(free)
        true = at.distances(world.world, goal, direction="to")
        true[~np.isfinite(true)] = 0
        noise = np.array([random.choice([0, 0.5, 1]) for _ in range(true.size)])
        values = true * noise.reshape(true.shape)
        best = world.costs_from(start).get(goal, inf)
        passive, active = (
            at.find_path(world.world, start, goal, heuristic=values, reopen=reopen)
            for reopen in ("passive", "active")
        )
        assert passive.cost == active.cost
        assert isclose(passive.cost, best, rel_tol=1e-9, abs_tol=1e-12) or best == inf
        assert active.stats.peak_open <= passive.stats.peak_open
        reopened += passive.stats.reopened
    assert reopened > 0 or SAMPLED


@pytest.mark.req("S000-41")
@pytest.mark.parametrize("chunk", range(2))
def test_a_strong_overestimate_searches_like_best_first_and_no_weight_beats_the_optimum(chunk):
    random = Random(f"overestimate {chunk}")
    longer = 0
    for world, free in random_worlds(random, 150, largest=10):
        start, goal = random.choice(free), random.choice(free)
        best = world.costs_from(start).get(goal, inf)
        search = at.Search(world.world, start, goal, weight=1e12, trace=True, components=False)
        search.run()
        h, waiting = search.h, set()
        for event in search.trace:
            if event.kind == "closed":  # of all open ones, the nearest to the goal by estimate
                assert h[event.cell] <= min(h[cell] for cell in waiting) * (1 + 1e-3) + 1e-9
                waiting.discard(event.cell)
            else:
                waiting.add(event.cell)
        costs = [
            at.find_path(world.world, start, goal, algorithm="astar", weight=weight).cost
            for weight in (0, 0.5, 1, 1.5, 3, 20)
        ]
        assert all(cost >= best * (1 - 1e-9) for cost in costs)
        assert all(isclose(cost, best, rel_tol=1e-9) for cost in costs[:3]) or best == inf
        longer += costs[-1] > best * (1 + 1e-9)
    assert longer > 0 or SAMPLED


@pytest.mark.req("S000-19")
@pytest.mark.parametrize("chunk", range(2))
def test_backward_searches_cost_the_same_and_grow_another_tree(chunk):
    random = Random(f"backward {chunk}")
    other_tree = 0
    for world, free in random_worlds(random, 300):
        start, goal = random.choice(free), random.choice(free)
        for algorithm in ("dijkstra", "astar"):
            paths, parents = [], []
            for direction in ("forward", "backward"):
                search = at.Search(
                    world.world, start, goal, algorithm=algorithm, direction=direction
                )
                search.run()
                paths.append(search.path)
                parents.append(search.parent)
            assert isclose(paths[0].cost, paths[1].cost, rel_tol=1e-9) or not paths[0]
            at.validate(world.world, paths[1])
            other_tree += (parents[0] != parents[1]).any()
    assert other_tree > 100 * SHARE


@pytest.mark.req("S000-43")
@pytest.mark.parametrize("chunk", range(2))
def test_every_tie_rule_is_optimal_and_the_random_one_repeats(chunk):
    random = Random(f"ties {chunk}")
    differ = 0
    for world, free in random_worlds(random, 200, largest=12):
        start, goal = random.choice(free), random.choice(free)
        best = world.costs_from(start).get(goal, inf)
        for ties in TIES:
            path = at.find_path(world.world, start, goal, ties=ties)
            assert isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-12) or best == inf
        seeds = [
            at.find_path(world.world, start, goal, ties="random", seed=seed) for seed in (1, 1, 2)
        ]
        assert [*seeds[0]] == [*seeds[1]]
        assert plain(seeds[0].stats) == plain(seeds[1].stats)
        differ += [*seeds[0]] != [*seeds[2]]
        straight = at.find_path(world.world, start, goal, ties="straight")
        if straight:
            turns = at.smoothness(straight).turns
            assert turns <= at.smoothness(at.find_path(world.world, start, goal, ties="fifo")).turns
    assert differ > 0 or SAMPLED


@pytest.mark.req("S002-12")
def test_dijkstra_stops_when_the_goal_is_smallest_on_open_or_when_open_is_empty():
    """All cells nearer than the goal are closed and none farther; without a path, all in reach."""
    random = Random("stop rules")
    early = floods = 0
    for world, free in random_worlds(random, 300, largest=12):
        start, goal = random.choice(free), random.choice(free)
        true = world.costs_from(start)
        best = true.get(goal, inf)
        options = {"algorithm": "dijkstra", "components": False, "trace": True}
        search = at.Search(world.world, start, goal, **options)
        search.run()
        closed = {event.cell for event in search.trace if event.kind == "closed"}
        assert closed >= {cell for cell, cost in true.items() if cost < best * (1 - 1e-6)}
        assert closed <= {cell for cell, cost in true.items() if cost <= best * (1 + 1e-6)}
        early += len(closed) < len(true) // 2
        if best == inf:
            assert search.status == "unreachable"
            floods += 1
        else:
            assert isclose(search.path.cost, best, rel_tol=1e-9, abs_tol=1e-12)
        everything = at.distances(world.world, start)  # open runs empty
        for cell in np.ndindex(world.grid.shape):
            expected = true.get(cell, inf)
            assert isclose(everything[cell], expected, rel_tol=1e-9, abs_tol=1e-12), cell
            if cell in closed:
                assert isclose(search.g[cell], expected, rel_tol=1e-6, abs_tol=1e-12)
    assert (early > 20 and floods > 20) or SAMPLED


@pytest.mark.req("S002-26")
def test_a_zero_heuristic_is_dijkstra_expansion_for_expansion():
    random = Random("zero")
    for world, free in random_worlds(random, 200):
        start, goal = random.choice(free), world.some_cell(random)
        ties = random.choice(list(TIES))
        traces = []
        for options in (
            {"algorithm": "dijkstra"},
            {"algorithm": "astar", "heuristic": "zero"},
            {"algorithm": "astar", "weight": 0},
        ):
            options |= {"ties": ties, "components": False}
            search = at.Search(world.world, start, goal, trace=True, **options)
            search.run()
            traces.append([e.cell for e in search.trace if e.kind == "closed"])
        assert traces[0] == traces[1]
        if ties != "auto":  # the automatic order depends on the queue
            assert traces[0] == traces[2]


@pytest.mark.parametrize("chunk", range(4))
def test_the_k_cheapest_paths_match_a_full_enumeration(chunk):
    random = Random(f"yen {chunk}")
    for world, free in random_worlds(random, 40, largest=4):
        if len(free) > 9:
            continue
        start, goal = random.choice(free), random.choice(free)
        want = sorted(cost for cost, _ in all_simple_paths(world.world, start, goal))
        got = at.cheapest_paths(world.world, start, goal, 6)
        assert len(got) == min(6, len(want))
        assert len({tuple(path) for path in got}) == len(got)
        for path, cost in zip(got, want, strict=False):
            assert isclose(path.cost, cost, rel_tol=1e-9, abs_tol=1e-12)
            assert at.validate(world.world, path) == path.cost


@pytest.mark.parametrize("chunk", range(4))
def test_each_different_path_is_a_cheapest_that_shares_few_cells_with_those_before(chunk):
    random = Random(f"different {chunk}")
    for _ in range(scaled(25)):
        shape = random.choice([(3, 8), (3, 3), (4, 5), (1, 2)])
        rows = [random.choices([0, 1, 2, 3.5], (2, 4, 2, 2), k=shape[1]) for _ in range(shape[0])]
        world = at.Grid(rows, diagonal=random.choice(["never", "clear"]))
        free = [(row, col) for row, col in np.ndindex(shape) if rows[row][col]]
        if not free:
            continue
        start, goal = random.choice([(free[0], free[-1]), random.choices(free, k=2)])
        share = random.choice([0.01, 0.2, 1 / 3, 0.5, 0.75, 1])
        if (every := all_simple_paths(world, start, goal)) is None:
            continue
        got = at.cheapest_paths(world, start, goal, 4, min_difference=share)
        for i in range(4):
            before = [path.nodes for path in got[:i]]
            costs = [cost for cost, nodes in every if differs(nodes, before, share)]
            assert (len(got) > i) == bool(costs)
            if not costs:
                break
            assert isclose(got[i].cost, min(costs), rel_tol=1e-9, abs_tol=1e-12)
            assert differs(got[i].nodes, before, share)
            assert at.validate(world, got[i]) == got[i].cost


def differs(nodes, before, share):
    """Whether a path is another one, and shares so few cells with all of these."""
    shared = {cell for path in before for cell in path[1:-1]}.intersection(nodes[1:-1])
    lengths = [len(path) - 2 for path in before if len(path) > 2]
    return nodes not in before and all(
        len(shared) <= (1 - share) * length + 1e-9 for length in lengths
    )


def all_simple_paths(world, start, goal):
    """The cost and the cells of every path that visits no cell twice; None for very many."""
    near = cache(world.neighbours)
    found, todo = [], [((start,), 0.0)]
    for _ in range(100_000):
        if not todo:
            return found
        cells, cost = todo.pop()
        if cells[-1] == goal:
            found.append((cost, [*cells]))
            continue
        todo += [((*cells, to), cost + move) for to, move in near(cells[-1]) if to not in cells]
    return None
