"""Searches and navigators on random multigraphs, against a plain oracle, networkx and grids."""

from math import inf, isclose
from random import Random

import networkx as nx
import pytest

import asterion as at
from asterion.search.option_table import OPTIONS
from support.effort import SHARE, scaled
from support.graphs import random_case, random_cases
from support.needs import needed
from support.sanitized import SANITIZED
from support.worlds import random_worlds

SEARCHES = [info for info in at.algorithms("search") if "graph" in info.worlds]
NAVIGATORS = [info.name for info in at.algorithms("navigator") if "graph" in info.worlds]
STEPS = 4_000 if SANITIZED else scaled(200_000)
PARTS = 10


def wishes(info):
    """One value of each kind that an algorithm takes."""
    yield needed(info)
    for option in (OPTIONS[name] for name in info.options):
        values = [*option.choices] or [not option.default] * (option.type is bool)
        if option.name == "heuristic":
            values = ["zero"]  # others need positions
        if option.name == "components" and info.name == "ida":
            continue  # rounds without end if there is no path
        for value in values:
            if value not in (option.default, "straight"):  # which is for grids
                yield needed(info) | {option.name: value}


def test_every_search_equals_the_oracle_with_every_option():
    random = Random("searches on graphs")
    for case in random_cases(random, 2500):
        world = case.world
        start = random.randrange(len(world))
        goals = [random.randrange(len(world)) for _ in range(random.choice([1, 1, 3]))]
        for _ in range(2):  # as it is, and after an edit
            best = min(case.costs_from(start)[goal] for goal in goals)
            for info in SEARCHES:
                for options in wishes(info):
                    path = at.find_path(world, start, goals, **options)
                    told = info.name, options, case.ends, case.costs, start, goals
                    assert path.found == (best < inf), told
                    assert isclose(at.validate(world, path), path.cost, rel_tol=1e-9) or not path
                    if path:
                        assert path[0] == start
                        assert path[-1] in goals
                        assert len(path.connections) == len(path) - 1
                    if path.optimal:
                        assert isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-12), told
            for i in random.sample(range(len(case.costs)), min(3, len(case.costs))):
                case.set_cost(i, case.some_cost())


def test_two_thousand_multigraphs_as_networkx_sees_them():
    random = Random("networkx")
    for case in random_cases(random, 2000, 30):
        start = random.randrange(len(case.graph))
        there = nx.MultiDiGraph()
        there.add_nodes_from(range(len(case.graph)))
        there.add_weighted_edges_from(case.arcs())
        best = nx.single_source_dijkstra_path_length(there, start)
        for node, cost in enumerate(at.distances(case.world, start)):
            assert isclose(cost, best.get(node, inf), rel_tol=1e-9, abs_tol=1e-12)
        goal = random.randrange(len(case.graph))
        path = at.find_path(case.world, start, goal)
        assert isclose(path.cost, best.get(goal, inf), rel_tol=1e-9, abs_tol=1e-12)


def test_a_grid_turned_into_a_graph_has_the_same_paths():
    random = Random("grids as graphs")
    for world, free in random_worlds(random, 800):
        graph = at.Graph.from_grid(world.world)
        assert [*graph.nodes] == free
        start, goal = random.choice(free), random.choice(free)
        for info in SEARCHES:
            if info.name == "ida":
                continue  # open ground has more paths than it can try
            on_graph = at.find_path(graph, start, goal, **needed(info))
            on_grid = at.find_path(world.world, start, goal, **needed(info))
            assert on_graph.found == on_grid.found
            if info.optimal:
                assert isclose(on_graph.cost, on_grid.cost, rel_tol=1e-9)
            if on_graph:
                assert isclose(at.validate(world.world, on_graph.nodes), on_graph.cost)
        back = at.distances(graph, goal, direction="to")
        true = at.distances(world.world, goal, direction="to")
        assert back == pytest.approx([true[cell] for cell in free], rel=1e-9)


@pytest.mark.req("S002-24")
def test_an_estimate_that_is_over_by_x_costs_at_most_x():
    random = Random("overestimates")
    found = 0
    for case in random_cases(random, 1500):
        start, goal = random.randrange(len(case.world)), random.randrange(len(case.world))
        true = at.distances(case.world, goal, direction="to")
        over = random.choice([0.5, 2, 10])
        table = [min(h, 1e6) + random.uniform(0, over) for h in true]
        table[goal] = 0.0
        path = at.find_path(case.world, start, goal, algorithm="astar", heuristic=table)
        if path and true[start] < inf:
            found += 1
            assert path.cost <= true[start] + over + 1e-9
    assert found > 500 * SHARE


@pytest.mark.req("S002-25")
def test_a_perfect_estimate_expands_the_path_alone():
    random = Random("perfect")
    alone = 0
    for case in random_cases(random, 1500):
        start, goal = random.randrange(len(case.world)), random.randrange(len(case.world))
        table = at.distances(case.world, goal, direction="to")
        path = at.find_path(case.world, start, goal, algorithm="astar", heuristic=table)
        if not path or not is_unique(case, path):
            continue
        alone += 1
        assert path.stats.expanded == len(path) - 1
    assert alone > 200 * SHARE


def is_unique(case, path) -> bool:
    """Whether no other path costs the same: each step of it is the only tight one."""
    to_goal = at.distances(case.world, path[-1], direction="to")
    for node in path.nodes[:-1]:
        moves = case.world.neighbours(node)
        tight = {n for n, c in moves if isclose(c + to_goal[n], to_goal[node], abs_tol=1e-9)}
        if len(tight) > 1:
            return False
    return True


@pytest.mark.req("S002-26")
def test_a_zero_estimate_is_dijkstra_event_for_event():
    random = Random("zero")
    for case in random_cases(random, 600):
        start, goal = random.randrange(len(case.world)), random.randrange(len(case.world))
        traces = []
        for options in ({"algorithm": "dijkstra"}, {"algorithm": "astar", "heuristic": "zero"}):
            search = at.Search(case.world, start, goal, trace=True, components=False, **options)
            search.run()
            traces.append([*search.trace])
        assert traces[0] == traces[1]


class GraphLife:
    """A graph that changes, and the navigators in it; all are at the same node."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.case = random_case(self.random, self.random.choice([4, 9, 14, 30]))
        world = self.case.world
        self.start = self.position = self.random.randrange(len(world))
        self.goal = self.random.randrange(len(world))
        ties = self.random.choice(["auto", "auto", "high-g", "low-g", "fifo", "lifo", "random"])
        self.agents = {
            name: at.Navigator(
                world,
                self.start,
                self.goal,
                algorithm=name,
                ties="auto" if name == "index" else ties,
            )
            for name in NAVIGATORS
        }

    def happens(self) -> None:
        """One thing between two looks at the path."""
        random, case = self.random, self.case
        what = random.random()
        if what < 0.6 and case.costs:
            used = random.choice([*self.agents.values()]).path.connections.tolist()
            near = bool(used) and random.random() < 0.5
            i = random.choice(used) if near else random.randrange(len(case.costs))
            case.set_cost(i, case.some_cost())
        elif what < 0.9:
            agent = random.choice([a for n, a in self.agents.items() if n != "lpa"])
            node = agent.step()
            if node is not None:
                self.place(node)
        elif what < 0.95:
            self.place(random.randrange(len(case.world)))
        elif what < 0.9995:
            self.goal = random.randrange(len(case.world))
            for agent in self.agents.values():
                agent.goal = self.goal
        elif case.costs:
            for _ in range(5000):  # more than the journal remembers
                case.set_cost(0, case.some_cost())

    def place(self, node: int) -> None:
        self.position = node
        for agent in self.agents.values():
            agent.move_to(node)

    def check(self) -> None:
        costs = at.distances(self.case.world, self.goal, direction="to")
        if self.random.random() < 0.01:
            best = self.case.costs_from(self.position)[self.goal]
            assert isclose(costs[self.position], best, rel_tol=1e-9, abs_tol=1e-12)
        for name, agent in self.agents.items():
            start = self.start if name == "lpa" else self.position
            path = agent.path
            told = f"{name}: {path} from {start} to {self.goal}, best {costs[start]}"
            # Where costs are far apart the last digits of a sum are another's.
            assert isclose(path.cost, costs[start], rel_tol=1e-6, abs_tol=1e-9), told
            assert path.found == (costs[start] < inf), told
            if path:
                assert (path[0], path[-1]) == (start, self.goal), told
                assert isclose(at.validate(self.case.world, path), path.cost, rel_tol=1e-9), told


@pytest.mark.parametrize("part", range(PARTS))
def test_every_navigator_on_a_changing_graph_costs_what_dijkstra_says(part):
    random = Random(f"graph lives {part}")
    done = 0
    while done < STEPS // PARTS:
        name = f"{part}/{random.random()}"
        life = GraphLife(name)
        try:
            life.check()
            for _ in range(60):
                for _ in range(life.random.choice([1, 1, 1, 2, 5])):
                    life.happens()
                life.check()
                done += 1
        except Exception as error:
            raise AssertionError(f"in the life {name!r}, step {done}: {error}") from error


@pytest.mark.req("S002-31")
@pytest.mark.req("S002-33")
def test_heuristics_that_know_the_graph_never_overestimate():
    random = Random("clusters and landmarks")
    for case in random_cases(random, 800, 20):
        world = case.world
        start, goal = random.randrange(len(world)), random.randrange(len(world))
        for _ in range(2):  # as it is, and after an edit
            labels = [random.randrange(-1, 4) for _ in range(len(world))]
            known = [
                at.ClusterHeuristic(world),
                at.ClusterHeuristic(world, random.randint(1, 5)),
                at.ClusterHeuristic(world, labels),
                at.Landmarks(world, random.randint(1, 4), seed=1),
            ]
            best = case.costs_from(start)[goal]
            for heuristic in known:
                report = at.check_heuristic(world, heuristic, goal)
                assert report.admissible, (heuristic, report)
                for direction in ("forward", "backward"):
                    path = at.find_path(
                        world, start, goal, heuristic=heuristic, direction=direction
                    )
                    assert isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-12), heuristic
                    assert path.optimal or not path
            for i in random.sample(range(len(case.costs)), min(3, len(case.costs))):
                case.set_cost(i, case.some_cost())


@pytest.mark.req("S002-31")
def test_a_table_of_a_graph_is_the_minimum_over_pairs():
    random = Random("tables")
    for case in random_cases(random, 300):
        known = at.ClusterHeuristic(case.world, random.randint(1, 5))
        true = [case.costs_from(node) for node in range(len(case.world))]
        for a, row in enumerate(known.table):
            for b, entry in enumerate(row):
                pairs = [
                    true[i][j]
                    for i in range(len(true))
                    for j in range(len(true))
                    if (known.labels[i], known.labels[j]) == (a, b)
                ]
                assert isclose(entry, min(pairs), rel_tol=1e-9, abs_tol=1e-12)
