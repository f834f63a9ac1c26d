"""The memory of a search and its reads of the map, counted."""

import re
import subprocess
import sys
import weakref
from random import Random

import numpy as np
import pytest

import asterion as at
from support.memory_figures import ROOT, UNITS, by_unit, figures, section
from support.sanitized import SANITIZED

WORLD, SEARCH, NAVIGATOR = figures("world"), figures("search"), figures("navigator")

MEASURE = """
import resource, sys
import numpy as np
import asterion as at

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

floor = np.ones(({size}, {size}), bool)
at.find_path(at.Grid(floor[:8, :8]), (0, 0), (7, 7))
before = peak()
grid = at.Grid(floor)
{query}
print(peak() - before)
"""


def bytes_a_cell(size, query):
    """The growth of the process by a grid and a query on it, in a separate process."""
    code = MEASURE.format(size=size, query=query)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(run.stdout) / size**2


@pytest.mark.slow
@pytest.mark.skipif(SANITIZED, reason="a sanitizer build has memory of its own")
@pytest.mark.req("S001-33")
@pytest.mark.parametrize(
    ("query", "row"),
    [
        (
            (
                "grid[-2:, -2] = grid[-2, -1] = 0; "
                "at.find_path(grid, (0, 0), (2047, 2047), components=False)"
            ),
            "astar",
        ),
        ("at.find_path(grid, (0, 0), (2047, 2047), algorithm='dijkstra')", "dijkstra"),
        (
            "at.find_path(grid, (0, 0), (2047, 2047), algorithm='dijkstra', ties='fifo')",
            "the same, costs that differ, or options that need a heap",
        ),
        ("at.find_path(grid, (0, 0), (2047, 2047), algorithm='bfs')", "bfs"),
        ("at.distances(grid, (0, 0))", "distances"),
        ("grid[5:90, 5:90] = 2; at.distances(grid, (0, 0))", "distances"),
        (
            "at.distances(grid, (0, 0), values=1)",
            "distances with `values` or links, or over costs that are thousands of times apart",
        ),
        ("at.FlowField(grid, (0, 0)).next((9, 9))", "FlowField"),
        ("grid[5:8, 5:8] = 0; grid[6, 6] = 1; at.find_path(grid, (0, 0), (6, 6))", "astar"),
    ],
)
def test_bytes_a_cell_are_what_the_docs_say(query, row):
    world = WORLD["grid, whole costs up to 255"][0] + WORLD["grid view, from the first query on"][0]
    for_the_open_list = 2
    assert bytes_a_cell(2048, query) <= world + SEARCH[row][0] + for_the_open_list


@pytest.mark.skipif(SANITIZED, reason="a sanitizer build has memory of its own")
@pytest.mark.req("S001-33")
def test_a_query_across_open_ground_takes_little_beside_the_map():
    assert bytes_a_cell(2048, "at.find_path(grid, (10, 10), (2000, 1900))") <= 120e6 / 4096**2


def test_figures_in_the_code_match_the_docs():
    """Heads of files repeat a figure where a reader needs it; all must agree with the tables."""
    documented = by_unit()
    figure = re.compile(
        rf"(\d+)(?: (?:or|to) (\d+))? bytes? (?:a|per|for each)\s+({'|'.join(UNITS)})\b"
    )
    repeated = 0
    for path in [*ROOT.glob("cpp/**/*.hpp"), *ROOT.glob("src/**/*.py")]:
        text = re.sub(r"\n(//)? +", " ", path.read_text())
        for match in figure.finditer(text):
            repeated += 1
            *numbers, unit = match.groups()
            wrong = {number for number in numbers if number} - documented[unit]
            assert not wrong, f"{path.relative_to(ROOT)}: {match[0]}; see docs/design.md#memory"
    assert repeated > 10


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/**/*.md")), ids=lambda page: page.name)
def test_no_other_page_repeats_a_figure(page):
    text = page.read_text()
    if page.name == "design.md":
        text = text[: text.index("## Memory")] + text[text.index("## Memory") + len(section()) :]
    units = r"cell|node|connection|jump point|pair|tile|region|row|landmark"
    found = re.findall(rf"(?<![\d.])\d+ bytes? (?:a|per|for each) (?:{units})\b", text)
    assert not found, "say it in the tables of docs/design.md#memory, and link to them"


GRAPH = """
import resource
import numpy as np
import asterion as at

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

nodes, count = 400_000, 2_000_000
columns = (*np.random.default_rng(1).integers(0, nodes, (2, count)), np.ones(count))
at.find_path(at.Graph([(0, 1, 1)]), 0, 1)
before = peak()
graph = at.Graph(columns, nodes=nodes)
built = peak()
at.find_path(graph, 0, nodes - 1, algorithm="dijkstra")
found = peak()
at.find_path(graph, 0, nodes - 1, algorithm="bidirectional")
print((built - before) / count, (found - built) / nodes, (peak() - found) / count)
"""


@pytest.mark.slow
@pytest.mark.skipif(SANITIZED, reason="a sanitizer build has memory of its own")
def test_bytes_of_a_graph_are_what_the_docs_say():
    run = subprocess.run([sys.executable, "-c", GRAPH], capture_output=True, text=True, check=True)
    connection, node, other_way = map(float, run.stdout.split())
    assert connection <= WORLD["graph and its network"][0] + 12  # 8 for a moment, while it is built
    assert node <= SEARCH["graph, consistent estimate and ties `auto`"][0] + 12  # the queue
    assert other_way <= WORLD["network, backward, once needed"][0] + 6  # nodes of the other half


@pytest.mark.req("S001-32")
def test_no_query_looks_at_all_cells():
    """The instrumented count of cells looked at outside searches: once to build, then per edit."""
    grid = at.maps.field(500)
    assert at.find_path(grid, (0, 0), (0, 3)).stats.moves < 100
    built = grid._core_view.upkeep
    assert built <= 3 * 500 * 500  # moves, costs, jumps
    for i in range(100):
        at.find_path(grid, (i, 0), (i, 3))
        at.Search(grid, (0, 0), (3, 3)).run()
    assert grid._core_view.upkeep == built
    for i in range(100):
        grid[i, i] = 0
        at.find_path(grid, (0, 400), (3, 400))
    assert grid._core_view.upkeep - built <= 100 * (9 + 500)


@pytest.mark.req("S000-18")
@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "bfs"},
        {"algorithm": "dfs"},
        {"algorithm": "greedy"},
        {"algorithm": "dijkstra"},
        {"algorithm": "dijkstra", "ties": "fifo"},
        {"algorithm": "astar"},
        {"algorithm": "astar", "ties": "fifo"},
        {"algorithm": "astar", "heuristic": "manhattan"},
    ],
    ids=lambda options: " ".join(options.values()),
)
def test_no_list_is_scanned(options):
    """A million cells are expanded; a look along open or closed for each would be 10^11 looks.

    The minute is no measurement: it is what a hundred such searches take, and a scan exceeds it.
    """
    grid = at.maps.field(1000)
    grid[998:, 998:] = 0
    grid[999, 999] = 1  # shut in, so that all others are expanded
    search = at.Search(grid, (500, 500), (999, 999), components=False, **options)
    assert search.run(seconds=60) == "unreachable"
    assert np.count_nonzero(search.state == 2) == 1000 * 1000 - 4
    assert search.stats.expanded == 1000 * 1000 - 4 + search.stats.reopened


@pytest.mark.req("S001-10")
@pytest.mark.req("S001-32")
def test_a_short_search_touches_little_of_a_large_table():
    if SANITIZED:
        pytest.skip("a sanitizer build clears memory when it is given out")
    grid = at.Grid(np.ones((2048, 2048), bool))
    at.find_path(grid, (0, 0), (0, 1))
    with open("/proc/self/statm") as statm:  # noqa: PTH123
        before = int(statm.read().split()[1])
    for i in range(200):
        at.find_path(grid, (i, 0), (i, 5))
    with open("/proc/self/statm") as statm:  # noqa: PTH123
        after = int(statm.read().split()[1])
    assert (after - before) * 4096 < 4e6  # of the 33 MB that the table has


@pytest.mark.req("S001-33")
@pytest.mark.parametrize("name", [info.name for info in at.algorithms("navigator")])
def test_bytes_a_cell_of_navigators_are_what_the_docs_say(name):
    uniform, weighted = NAVIGATOR[name][:2]
    more = WORLD["view with weights or blocked cells"][0]
    grid = at.maps.field(300)
    agent = at.Navigator(grid, (0, 0), (0, 9), algorithm=name)
    assert agent.path.cost == 9
    assert int(agent.stats.memory / 300**2) == uniform
    cells = np.zeros(grid.shape, bool)
    cells[299, 299] = True
    agent = at.Navigator(grid.view(blocked=cells), (0, 0), (0, 9), algorithm=name)
    assert agent.path.cost == 9
    assert int(agent.stats.memory / 300**2) == uniform + more
    grid[200, 200] = 2
    agent = at.Navigator(grid, (0, 0), (0, 9), algorithm=name)
    assert agent.path.cost == 9
    assert int(agent.stats.memory / 300**2) == weighted


@pytest.mark.req("S001-33")
def test_bytes_of_a_watched_path_are_what_the_docs_say():
    most = int(re.search(r"(\d+)\s+bytes for each cell of the longest path", section())[1])
    grid, random = at.maps.maze(101, seed=2, opened=300), Random(1)
    agent = at.Navigator(grid, (0, 0), (100, 100), algorithm="repeated-forward")
    longest = 0
    for _ in range(300):
        path = [*agent.path]
        longest = max(longest, len(path))
        grid[random.choice(path[1:-1])] = 0
        if agent.path:
            agent.step()
        else:
            grid[:] = at.maps.maze(101, seed=2, opened=300).cost
            agent.move_to((0, 0))
        assert agent.path
        assert agent.stats.memory <= most * longest
    assert longest > 150


class Noticed(at.Grid):
    """A grid that can be referred to weakly."""


@pytest.mark.parametrize("trace", [False, True])
def test_a_grid_is_gone_with_its_last_user(trace):
    grid = Noticed(np.ones((9, 9)))
    grid.layers["threat"] = 1
    gone = weakref.ref(grid)
    search = at.Search(grid, (0, 0), (8, 8), trace=trace)
    search.run()
    cells = search.path.cells
    del grid, search
    assert gone() is None  # and not only after a garbage collection
    assert len(cells)


def test_bytes_of_an_index_are_what_the_docs_say():
    def row_of(name):
        row = re.search(rf"^\| {re.escape(name)} \|(.*)\|$", section(), re.MULTILINE)[1]
        return [float(figure) for figure in re.findall(r"\d+(?:\.\d+)?", row)]

    arc, corner, clear, other = row_of("`Index`, uniform costs")
    for rule, cell in (("clear", clear), ("always", other)):
        grid = at.maps.rooms(1023, size=63, seed=1, diagonal=rule)
        stats = at.Index(grid).stats
        rest = stats.bytes - arc * stats.arcs - corner * stats.nodes
        assert 0.8 * cell < rest / grid.cost.size <= cell
    arc, node, directed, landmarks, *_ = row_of("`Index`, other worlds")
    for count, more in ((500, 0), (1500, landmarks)):
        there = [(a, (a * 7 + 3) % count, 1.0 + a % 5) for a in range(count)]
        for edges, wanted in ((there, directed), (there + [(b, a, c) for a, b, c in there], node)):
            stats = at.Index(at.Graph(edges, nodes=count)).stats
            assert abs(stats.bytes - arc * stats.arcs - (wanted + more) * count) <= 8
