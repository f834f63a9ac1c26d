"""Best-first search by a custom evaluation, of which the named searches are instances."""

import gc
import weakref
from math import inf, isclose, nan, sqrt
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.search.option_table import TIES
from support.effort import SAMPLED, scaled
from support.graphs import random_cases
from support.interruption import interrupted
from support.worlds import plain, random_edit, random_world, random_worlds

EVALUATIONS = {
    "dijkstra": lambda g, _h, _node: g,
    "greedy": lambda _g, h, _node: h,
    "astar": lambda g, h, _node: g + h,
}


def best_first(world, start, goal, evaluate, **options):
    return at.find_path(world, start, goal, algorithm="best-first", evaluate=evaluate, **options)


def traced(world, start, goal, **options):
    """A finished search and its events, each with its node, parent and g."""
    search = at.Search(world, start, goal, trace=True, components=False, **options)
    search.run()
    return search, [*search.trace]


def assert_same(world, start, goal, name, options):
    """The named search and the evaluation that it is an instance of: event by event the same."""
    own = dict(options)
    if name == "greedy":
        own["reopen"] = "off"  # as it always has it
    if name == "dijkstra":
        own["heuristic"] = "zero"  # it tells its estimates as 0
    named, events = traced(world, start, goal, algorithm=name, **options)
    search, own_events = traced(
        world, start, goal, algorithm="best-first", evaluate=EVALUATIONS[name], **own
    )
    assert events == own_events
    assert search.status == named.status
    assert [*search.path] == [*named.path]
    assert search.path.cost == named.path.cost
    assert plain(search.stats) == plain(named.stats)


@pytest.mark.req("S003-01")
@pytest.mark.parametrize("name", EVALUATIONS)
@pytest.mark.parametrize("chunk", range(2))
def test_dijkstra_greedy_and_a_star_are_instances_of_one_engine(name, chunk):
    """On grids: the same events in the same order, the same path and the same counts."""
    random = Random(f"instances {name} {chunk}")
    for world, free in random_worlds(random, 300, 10):
        start = random.choice(free)
        goals = [world.some_cell(random) for _ in range(random.choice([1, 1, 3]))]
        for ties in random.sample([ties for ties in TIES if ties != "auto"], 2):
            options = {"ties": ties, "direction": random.choice(["forward", "backward"])}
            if ties == "random":
                options["seed"] = random.randrange(100)
            if random.random() < 0.2:
                options["max_expansions"] = random.randrange(30)
            if name == "astar":
                options |= heuristic_and_reopening(random, world, goals)
            assert_same(world.world, start, goals, name, options)
            random_edit(random, world)
            if not np.array(world.total)[start] < inf:
                break


def heuristic_and_reopening(random, world, goals):
    """Where the estimate is consistent, A* never opens a node again, except by rounding."""
    if random.random() < 0.5:
        return {"reopen": "off", "heuristic": random.choice(["auto", "zero"])}
    true = at.distances(world.world, [goal for goal in goals if goal in world.free_cells()])
    noise = np.array([random.choice([0, 0.5, 1, 3]) for _ in range(true.size)])
    values = np.where(np.isfinite(true), true, 2.0) * noise.reshape(true.shape)
    return {"heuristic": values, "reopen": random.choice(["passive", "active", "off"])}


@pytest.mark.req("S003-01")
@pytest.mark.parametrize("name", EVALUATIONS)
def test_on_graphs_they_are_too(name):
    random = Random(f"instances on graphs {name}")
    for case in random_cases(random, 600):
        nodes = range(len(case.graph))
        start = random.choice(nodes)
        goals = [random.choice(nodes) for _ in range(random.choice([1, 1, 3]))]
        options = {
            "ties": random.choice([ties for ties in TIES if ties not in ("auto", "straight")]),
            "direction": random.choice(["forward", "backward"]),
        }
        if name == "astar":
            options["reopen"] = "off"
        assert_same(case.world, start, goals, name, options)


@pytest.mark.req("S003-01")
def test_where_all_cells_cost_the_same_no_tie_is_lost_to_rounding():
    """Costs such as 0.1, and diagonals: A* and weighted A* again, with nothing switched off."""
    random = Random("ties")
    for _ in range(scaled(150)):
        cost = random.choice([1, 0.1, 0.3, 7, 1e-9, 12345.678])
        walls = np.array([random.random() < 0.2 for _ in range(400)]).reshape(20, 20)
        grid = at.Grid(np.where(walls, 0.0, cost), diagonal=random.choice(["never", "clear"]))
        grid[0, 0] = grid[19, 19] = cost
        weight = random.choice([1, 1.5, 0.75, 3])
        ties = random.choice(["high-g", "low-g", "fifo", "lifo"])
        named, events = traced(
            grid, (0, 0), (19, 19), algorithm="astar", weight=weight, ties=ties, reopen="off"
        )
        own, own_events = traced(
            grid,
            (0, 0),
            (19, 19),
            algorithm="best-first",
            evaluate=lambda g, h, _, w=weight: g + w * h,
            ties=ties,
            reopen="off" if weight > 1 else "passive",
        )
        assert events == own_events
        assert [*own.path] == [*named.path]


def by_xdp(weight):
    """Chen and Sturtevant's evaluation: within the weight, though no node is opened twice."""

    def evaluate(g, h, _node):
        root = sqrt((g - h) ** 2 + 4 * weight * g * h)
        return (g + (2 * weight - 1) * h + root) / (2 * weight)

    return evaluate


def test_an_evaluation_from_the_literature_keeps_its_bound():
    random = Random("xdp")
    longer = 0
    for world, free in random_worlds(random, 400, 12):
        start, goal = random.choice(free), random.choice(free)
        best = world.costs_from(start).get(goal, inf)
        weight = random.choice([1, 1.5, 3])
        path = best_first(world.world, start, goal, by_xdp(weight), reopen="off")
        assert path.found == (best < inf)
        if path:
            assert isclose(at.validate(world.world, path), path.cost, rel_tol=1e-9, abs_tol=1e-12)
            assert path.cost <= weight * best * (1 + 1e-6)
            longer += path.cost > best * (1 + 1e-9)
    assert longer > 0 or SAMPLED


def wild(random):
    """An arbitrary evaluation, the same for the same arguments."""
    salt = random.randrange(10**6)
    kind = random.choice(["hash", "deep", "sign", "inf", "far"])

    def evaluate(g, h, node):
        drawn = Random(f"{salt} {g:.9g} {node}").random()
        return {
            "hash": drawn * 10 - 5,
            "deep": -g,
            "sign": g * (1 if drawn < 0.5 else -1),
            "inf": inf if drawn < 0.3 else -inf if drawn < 0.6 else h,
            "far": -h,
        }[kind]

    return evaluate


@pytest.mark.parametrize("chunk", range(2))
def test_whatever_the_evaluation_it_ends_with_a_path_if_there_is_one(chunk):
    """It says `optimal` only by the guaranteed rule with re-opening, and then it is."""
    random = Random(f"wild {chunk}")
    reopened = 0
    for _ in range(scaled(400)):
        world = random_world(random, 6)
        free = world.free_cells()
        if not free:
            continue
        start, goal = random.choice(free), world.some_cell(random)
        best = world.costs_from(start).get(goal, inf)
        options = {
            "stop": random.choice(["fast", "guaranteed"]),
            "reopen": random.choice(["passive", "active", "off"]),
            "direction": random.choice(["forward", "backward"]),
            "components": random.choice([True, False]),
        }
        path = best_first(world.world, start, goal, wild(random), **options)
        assert path.found == (best < inf)
        reopened += path.stats.reopened
        if not path:
            continue
        assert at.validate(world.world, path) == path.cost
        assert path.cost >= best * (1 - 1e-9)
        sure = options["stop"] == "guaranteed" and options["reopen"] != "off"
        assert path.optimal == sure
        if sure:
            assert isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-12)
    assert reopened > 0 or SAMPLED


def test_on_graphs_it_ends_too_and_the_guaranteed_rule_is_optimal():
    random = Random("wild graphs")
    for case in random_cases(random, 600, 9):
        start, goal = (random.randrange(len(case.graph)) for _ in range(2))
        best = case.costs_from(start)[goal]
        for stop in ("fast", "guaranteed"):
            path = best_first(case.world, start, goal, wild(random), stop=stop)
            assert path.found == (best < inf)
            assert path.optimal == (path.found and stop == "guaranteed")
            if path.optimal:
                assert isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-12)


def noting(seen):
    """Dijkstra's evaluation, which records its calls."""

    def evaluate(g, h, node):
        seen.append((g, h, node))
        return g

    return evaluate


def test_g_h_and_the_node_match_the_search():
    costs = np.array([[1, 2, 1], [4, 0, 1], [1, 1, 1]])
    for diagonal in ("never", "clear"):
        grid = at.Grid(costs, diagonal=diagonal)
        seen = []
        best_first(grid, (0, 0), (2, 2), noting(seen), reopen="off")
        assert seen[0][0] == 0
        assert seen[0][2] == (0, 0)
        distance = at.distances(grid, (0, 0))
        search = at.Search(grid, (0, 0), (2, 2), algorithm="astar")
        search.run()
        for g, h, cell in seen:
            assert all(type(index) is int for index in cell)
            assert g >= distance[cell] * (1 - 1e-12)
            if search.state[cell]:
                assert isclose(h, search.h[cell], rel_tol=1e-7)
    tenths = at.Grid(np.full((4, 4), 0.1))  # counted in whole numbers, told in costs
    seen = []
    best_first(tenths, (0, 0), (3, 3), noting(seen))
    assert isclose(seen[0][1], 0.3 * sqrt(2), rel_tol=1e-7)
    assert isclose(max(g for g, _, _ in seen), 0.3 * sqrt(2), rel_tol=1e-7)


def test_on_graphs_the_node_has_its_name_and_backward_g_is_from_the_goal():
    graph = at.Graph([("inn", "mill", 3), ("mill", ("gate", 1), 4)])
    seen = []
    best_first(graph, "inn", ("gate", 1), noting(seen))
    assert seen == [(0, 0, "inn"), (3, 0, "mill"), (7, 0, ("gate", 1))]
    seen.clear()
    best_first(graph, "inn", ("gate", 1), noting(seen), direction="backward")
    assert seen == [(0, 0, ("gate", 1)), (4, 0, "mill"), (7, 0, "inn")]


def test_it_is_paused_restarted_and_read_as_any_search():
    grid = at.maps.scattered(20, density=0.2, seed=4)
    grid[0, 0] = grid[19, 19] = 1
    calls = []

    def evaluate(g, h, _cell):
        calls.append(g)
        return g + 2 * h

    whole = best_first(grid, (0, 0), (19, 19), evaluate)
    one_go = len(calls)
    search = at.Search(grid, (0, 0), (19, 19), algorithm="best-first", evaluate=evaluate)
    while search.step(3) == "running":
        at.validate(grid, [*search.best_so_far])
    assert len(calls) == 2 * one_go
    assert [*search.path] == [*whole]
    assert plain(search.stats) == plain(whole.stats)
    grid[10, 10] = 5 - grid[10, 10]
    search.restart()
    assert search.run() == "found"
    at.validate(grid, search.path)


@pytest.mark.parametrize("world", ["grid", "graph"])
@pytest.mark.parametrize(
    ("answer", "error"), [(nan, at.InvalidValue), ("near", TypeError), (None, TypeError)]
)
def test_what_is_no_number_is_refused_with_its_arguments(world, answer, error):
    line = at.Grid([[1, 1, 1]])
    if world == "graph":
        line = at.Graph([("a", "b", 1), ("b", "c", 1)], positions=[[0], [1], [2]])
    ends = ((0, 0), (0, 2)) if world == "grid" else ("a", "c")
    arguments = r"evaluate\(0(.0)?, (2|2.0|1.9{8}.*), .*\)"
    with pytest.raises(error, match=f"{arguments} is {answer!r}; it must be a number"):
        best_first(line, *ends, lambda *_: answer)
    assert at.find_path(line, *ends).cost == 2


def test_infinite_values_come_last_and_first():
    grid = at.Grid(np.ones((3, 3)), diagonal="never")
    last = (0, 1)
    path = best_first(grid, (0, 0), (0, 2), lambda g, h, cell: inf if cell == last else g + h)
    assert len(path) == 5  # around it, since it is expanded after all others
    path = best_first(grid, (0, 0), (0, 2), lambda g, _, cell: -inf if cell == (0, 2) else g)
    assert path.found
    only = at.Grid([[1, 1, 1]])
    assert best_first(only, (0, 0), (0, 2), lambda *_: inf).cost == 2
    assert best_first(only, (0, 0), (0, 2), lambda g, *_: 1e308 * (g + 1)).cost == 2


def test_an_error_in_the_evaluation_is_the_users_and_the_world_stays_usable():
    grid = at.maps.field(10)

    def evaluate(g, h, _cell):
        if g > 3:
            raise RuntimeError("too far")
        return g + h

    with pytest.raises(RuntimeError, match="too far"):
        best_first(grid, (0, 0), (9, 9), evaluate)
    search = at.Search(grid, (0, 0), (9, 9), algorithm="best-first", evaluate=evaluate)
    with pytest.raises(RuntimeError, match="too far"):
        search.run()
    assert search.status == "stopped"  # in the middle of an expansion: it cannot go on
    assert search.run() == "stopped"
    assert best_first(grid, (0, 0), (9, 9), EVALUATIONS["astar"]).found
    with pytest.raises(TypeError, match="positional argument"):
        best_first(grid, (0, 0), (9, 9), lambda g: g)


def test_an_evaluation_may_look_at_the_world_and_search_it_but_not_edit_it():
    grid = at.maps.field(6)

    def edits(g, h, cell):
        if cell == (2, 2):
            grid[5, 0] = 0
        return g + h

    with pytest.raises(at.AsterionError, match="edit"):
        best_first(grid, (0, 0), (5, 5), edits)
    assert grid[5, 0] == 1

    def nested(g, _h, cell):
        return g + at.find_path(grid, cell, (5, 5)).cost

    assert best_first(grid, (0, 0), (5, 5), nested).stats.expanded == 5
    search = at.Search(
        grid,
        (0, 0),
        (5, 5),
        algorithm="best-first",
        evaluate=lambda g, h, _: g + h + search.step() if g > 1 else g,
    )
    with pytest.raises(at.AsterionError, match="from inside its own heuristic or evaluation"):
        search.run()


def test_ctrl_c_is_heard_while_it_searches():
    grid = at.maps.field(1500)
    ends = (0, 0), (1499, 1499)
    with interrupted():
        best_first(grid, *ends, EVALUATIONS["dijkstra"])
    search = at.Search(grid, *ends, algorithm="best-first", evaluate=EVALUATIONS["dijkstra"])
    with interrupted():
        search.run()
    assert search.stats.expanded < grid.cost.size
    assert at.find_path(grid, *ends).found


def test_a_search_that_opens_nodes_again_for_ages_hears_it_too():
    """The deepest first, which re-opens nodes for minutes."""
    grid = at.maps.field(300)
    grid[:, 150] = 0
    with interrupted():
        best_first(grid, (0, 0), (299, 299), lambda g, *_: -g, components=False)
    limited = best_first(
        grid, (0, 0), (299, 299), lambda g, *_: -g, components=False, max_expansions=5000
    )
    assert (limited.status, limited.stats.expanded) == ("stopped", 5000)
    off = best_first(grid, (0, 0), (299, 299), lambda g, *_: -g, components=False, reopen="off")
    assert (off.status, off.stats.expanded) == ("unreachable", 300 * 150)


def test_batches_run_on_one_thread_and_give_what_single_queries_give():
    grid = at.maps.scattered(30, density=0.2, seed=8)
    cells = [tuple(cell) for cell in np.argwhere(grid.cost > 0).tolist()]
    random = Random("batch")
    starts, goals = random.sample(cells, 40), random.sample(cells, 40)
    options = {"algorithm": "best-first", "evaluate": by_xdp(2)}
    batch = at.find_paths(grid, starts, goals, threads=4, **options)
    assert [[*path] for path in batch] == [
        [*at.find_path(grid, *ends, **options)] for ends in zip(starts, goals, strict=True)
    ]


def test_it_needs_an_evaluation_and_no_other_algorithm_takes_one():
    grid = at.maps.field(3)
    ends = (0, 0), (2, 2)
    need = r"'best-first' needs evaluate, a callable \(g, h, node\) -> number; it is "
    for make in (at.find_path, at.Search):
        with pytest.raises(at.InvalidValue, match=need + "None"):
            make(grid, *ends, algorithm="best-first")
        with pytest.raises(at.InvalidType, match=need + "'g'"):
            make(grid, *ends, algorithm="best-first", evaluate="g")
        with pytest.raises(at.InvalidValue, match="'best-first' does not take weight=2"):
            make(grid, *ends, algorithm="best-first", evaluate=max, weight=2)
    for info in at.algorithms("search"):
        if info.name != "best-first":
            with pytest.raises(at.InvalidValue, match=f"'{info.name}' does not take evaluate="):
                at.find_path(grid, *ends, algorithm=info.name, evaluate=max)
    with pytest.raises(at.InvalidValue, match="'astar' does not take evaluate="):
        at.find_path(grid, *ends, evaluate=max)
    with pytest.raises(at.InvalidValue, match=r"'best-first', which is run by at\.find_path"):
        at.Navigator(grid, *ends, algorithm="best-first")
    with pytest.raises(at.InvalidValue, match=need + "None"):
        at.find_paths(grid, [ends[0]], [ends[1]], algorithm="best-first")
    (info,) = (info for info in at.algorithms("search") if info.needs)
    assert (info.name, info.needs, info.optimal) == ("best-first", ("evaluate",), False)


class Judge:
    """Its search asks one of its methods: a cycle through the core."""

    def __init__(self, world, *ends):
        self.search = at.Search(
            world,
            *ends,
            algorithm="best-first",
            evaluate=self.value,
            heuristic=self.estimate,
        )
        self.search.step()

    def value(self, g, h, _node):
        return g + h

    def estimate(self, _node):
        return 0.0


def test_a_cycle_through_the_core_is_freed_and_one_in_use_is_not():
    for world, ends in (
        (at.Grid([[1, 1, 1]]), ((0, 0), (0, 2))),
        (at.Graph([("a", "b", 1), ("b", "c", 1)]), ("a", "c")),
    ):
        judges = [Judge(world, *ends) for _ in range(3)]
        gc.collect()
        gone = weakref.ref(judges.pop())
        gc.collect()
        assert gone() is None
        assert all(judge.search.run() == "found" for judge in judges)
    once = Judge(at.Grid([[1, 1]]), (0, 0), (0, 1))
    alive = weakref.ref(once)
    evaluate = once.value
    at.find_path(at.Grid([[1, 1]]), (0, 0), (0, 1), algorithm="best-first", evaluate=evaluate)
    del once, evaluate
    gc.collect()
    assert alive() is None  # no cache of queries keeps it
