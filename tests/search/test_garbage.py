"""Unreferenced objects are freed, though Python and C++ refer to each other."""

import gc
import sys
import weakref

import numpy as np
import pytest

import asterion as at
from asterion.world.grid import Cell
from support.processes import run_alone
from support.sanitized import SANITIZED


class Agent:
    """Its search, navigator or explorer asks one of its methods: a cycle through the core."""

    def towards(self, _: Cell) -> float:
        return 0.0

    def between(self, _: Cell, __: Cell) -> float:
        return 0.0


def with_search(agent: Agent) -> None:
    agent.search = at.Search(at.Grid([[1, 1, 1]]), (0, 0), (0, 2), heuristic=agent.towards)
    agent.search.step()


def with_graph_search(agent: Agent) -> None:
    graph = at.Graph([("a", "b", 1)])
    agent.search = at.Search(graph, "a", "b", heuristic=agent.towards)
    agent.search.run()


def with_navigator(agent: Agent) -> None:
    grid = at.Grid([[1, 1, 1]])
    agent.navigator = at.Navigator(
        grid, (0, 0), (0, 2), algorithm="dstar-lite", heuristic=agent.between
    )
    assert agent.navigator.path.found


def with_repeated_searches(agent: Agent) -> None:
    grid = at.Grid([[1, 1, 1]])
    agent.navigator = at.Navigator(
        grid, (0, 0), (0, 2), algorithm="repeated-forward", heuristic=agent.between
    )
    assert agent.navigator.path.found


def with_graph_navigator(agent: Agent) -> None:
    graph = at.Graph([("a", "b", 1)])
    agent.navigator = at.Navigator(graph, "a", "b", heuristic=agent.between)
    assert agent.navigator.path.found


def with_explorer(agent: Agent) -> None:
    grid = at.Grid([[1, 1, 1]])
    agent.explorer = at.Explorer(grid, (0, 0), (0, 2), heuristic=agent.between)
    assert agent.explorer.step() == (0, 1)
    _ = agent.explorer.stats, agent.explorer.g


class Place:
    """A node of a graph that remembers a path over itself."""


def with_path(agent: Agent) -> None:
    here, there = Place(), Place()
    path = at.find_path(at.Graph([(here, there, 1)]), here, there)
    assert path.nodes == [here, there]
    here.path, here.agent = path, agent
    agent.place = here


class Remembering(at.Grid):
    """A grid that keeps its last path, which keeps the grid."""


def with_path_on_a_grid(agent: Agent) -> None:
    grid = Remembering([[1, 1, 1]])
    grid.paths = [at.find_path(grid, (0, 0), (0, 2)), at.find_paths(grid, [(0, 0)], [(0, 2)])[0]]
    grid.agent = agent
    agent.grid = grid


@pytest.mark.parametrize(
    "use",
    [
        with_search,
        with_graph_search,
        with_navigator,
        with_repeated_searches,
        with_graph_navigator,
        with_explorer,
        with_path,
        with_path_on_a_grid,
    ],
)
def test_a_cycle_through_the_core_is_freed(use):
    agent = Agent()
    use(agent)
    gone = weakref.ref(agent)
    del agent
    gc.collect()
    assert gone() is None


def test_what_is_in_use_is_not_taken_for_garbage():
    """Objects that share one heuristic refer to it once each."""
    agent = Agent()
    for use in (with_search, with_navigator, with_explorer):
        use(agent)
    grid = at.Grid(np.ones((20, 20)))
    others = [
        at.Navigator(grid, (0, 0), (19, 19), heuristic=agent.between, algorithm="dstar-lite")
        for _ in range(20)
    ]
    for _ in range(5):
        gc.collect()
        assert all(other.path.cost == others[0].path.cost for other in others)
        assert agent.search.run() == "found"
        assert agent.navigator.path.found
        assert agent.explorer.path is not None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory in use from the system")
@pytest.mark.skipif(SANITIZED, reason="a sanitizer keeps what is freed")
def test_searches_that_are_dropped_leave_little_on_their_grid():
    """In a process of its own, where no memory that others have freed can be used again."""
    code = """
        import resource
        import numpy as np
        import asterion as at

        def resident():
            pages = int(open("/proc/self/statm").read().split()[1])
            return pages * resource.getpagesize()

        side = 1500  # a search's memory is then large enough for the system to take it back
        grid = at.Grid(np.random.default_rng(1).integers(1, 9, (side, side)).astype(np.uint8))
        ends = (0, 0), (side - 1, side - 1)
        at.find_path(grid, *ends, algorithm="dijkstra")
        before = resident()
        searches = [at.Search(grid, *ends, algorithm="dijkstra") for _ in range(8)]
        for search in searches:
            search.run()
        bytes_a_search = 16 * side * side
        assert resident() - before > 6 * bytes_a_search
        del search, searches
        assert resident() - before < 2 * bytes_a_search
    """
    run_alone(code)


def only_the_path():
    grid = at.Grid.from_text("......\n..##..\n......")
    return at.find_path(grid.view(blocked=np.zeros(grid.shape, bool)), (0, 0), (2, 5))


def test_a_path_that_a_function_returned_alone_knows_its_world(tmp_path):
    path = only_the_path()
    gc.collect()
    assert path.smoothed().tolist() == [[0, 0], [0, 4], [2, 5]]
    assert at.explain(path).cost == path.cost
    at.animate(path, tmp_path / "path.gif")
    of_a_batch = at.find_paths(at.Grid([[1, 0, 1]]), [(0, 0)], [(0, 2)])[0]
    assert at.explain(of_a_batch).walls == [(0, 1)]
    on_a_graph = at.find_path(at.Graph([("a", "b", 2)]), "a", "b")
    assert at.explain(on_a_graph).cost == 2


def test_statistics_of_a_navigator_do_not_grow_with_its_goals():
    grid = at.Grid(np.ones((3, 8)))
    agent = at.Navigator(grid, (0, 0), (2, 2), algorithm="astar")
    counted = 0
    for i in range(2500):
        agent.goal = (2, i % 7 + 1)  # the farther, the more is counted
        counted += agent.path.found
    segments = agent.segments
    assert len(segments) == 1001
    assert agent.stats.searches == sum(segment.searches for segment in segments) == counted
    assert agent.stats.expanded == sum(segment.expanded for segment in segments)
    assert len({segment.expanded for segment in segments[1:]}) > 1
    assert segments[0].searches > 1000  # the oldest goals, added up
    assert all(segment.searches == 1 for segment in segments[1:])
