"""Clusters and landmarks: their estimates, their benefit, and their errors."""

import pickle
from pathlib import Path
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.heuristics.check import estimates
from heuristics import queries  # of benchmarks/heuristics.py, which prints the table

HOUSE = at.maps.rooms(64, size=7, extra=0.1, seed=1)
MEADOW = at.maps.scattered(64, density=0.1, seed=1)


def expanded(world, *heuristics, pairs=20):
    """Expansions of A* with each heuristic, summed up over the same random queries."""
    random = Random(5)
    free = [tuple(cell) for cell in np.argwhere(world.cost > 0).tolist()]
    sums = [0] * len(heuristics)
    for _ in range(pairs):
        start, goal = random.choice(free), random.choice(free)
        paths = [
            at.find_path(world, start, goal, heuristic=heuristic, algorithm="astar")
            for heuristic in heuristics
        ]
        assert len({round(path.cost, 6) for path in paths if path}) <= 1
        sums = [total + path.stats.expanded for total, path in zip(sums, paths, strict=True)]
    return sums


@pytest.mark.req("S002-30")
def test_the_straight_line_is_good_outdoors_and_poor_indoors():
    zero, line = expanded(MEADOW, "zero", "euclidean")
    assert line * 5 < zero
    zero, line = expanded(HOUSE, "zero", "euclidean")
    assert zero < line * 2


@pytest.mark.req("S002-31")
def test_indoors_clusters_need_less_than_the_straight_line_and_landmarks_still_less():
    clusters, small = at.ClusterHeuristic(HOUSE, "rooms"), at.ClusterHeuristic(HOUSE, 4)
    line, rooms, blocks, landmarks = expanded(
        HOUSE, "euclidean", clusters, small, at.Landmarks(HOUSE)
    )
    assert landmarks < blocks < rooms < line
    assert rooms * 1.5 < line


@pytest.mark.slow
@pytest.mark.req("S002-32")
def test_small_clusters_know_more_and_large_ones_cost_less():
    sizes = [2, 4, 8, 16, 32]
    known = [at.ClusterHeuristic(HOUSE, size) for size in sizes]
    work = expanded(HOUSE, *known)
    assert work == sorted(work)
    memory = [heuristic.table.nbytes for heuristic in known]
    assert memory == sorted(memory, reverse=True)
    assert work[0] * 2 < work[-1]
    assert memory[0] > 1000 * memory[-1]
    (line,) = expanded(HOUSE, "euclidean")
    assert work[-1] > 0.7 * line  # too large: little is gained


def test_within_a_region_the_straight_line_is_the_estimate_and_between_them_the_table():
    grid = at.Grid.from_text("""
        ...#...
        ...#...
        .......
        ...#...
        ...#...
    """)
    grid[2, 3] = 3
    labels = at.regions.rooms(grid)
    goal = (0, 6)
    clusters = at.ClusterHeuristic(grid, labels)
    values = estimates(grid, clusters, goal)
    line = estimates(grid, "euclidean", goal)
    room = labels == labels[goal]
    assert (values[room] == line[room]).all()
    other = clusters.table[labels[0, 0], labels[goal]]
    assert other == 1
    assert (values[~room & (labels >= 0)] == np.maximum(line, other)[~room & (labels >= 0)]).all()
    lecture = at.ClusterHeuristic(grid, labels, "lecture")
    values = estimates(grid, lecture, goal)
    apart = lecture.table[labels[0, 0], labels[goal]]
    assert (values[room] == line[room]).all()
    assert (values[~room & (labels >= 0)] == apart).all()
    assert apart == pytest.approx(at.find_path(grid, (2, 1), (2, 5)).cost)
    assert at.check_heuristic(grid, lecture, goal).admissible is False


def test_a_perfect_heuristic_is_an_array_of_distances():
    perfect = at.distances(HOUSE, (60, 60), direction="to")
    path = at.find_path(HOUSE, (0, 0), (60, 60), heuristic=perfect)
    known = at.find_path(HOUSE, (0, 0), (60, 60), heuristic=at.Landmarks(HOUSE))
    assert path.stats.expanded <= known.stats.expanded
    assert path.cost == known.cost


def test_landmarks_lie_far_apart_and_come_from_the_seed():
    field = at.maps.field(20)
    corners = at.Landmarks(field, count=4)
    assert {*map(tuple, corners.nodes.tolist())} == {(0, 0), (0, 19), (19, 0), (19, 19)}
    again = at.Landmarks(HOUSE, count=5, seed=3)
    assert (again.nodes == at.Landmarks(HOUSE, count=5, seed=3).nodes).all()
    seen = {at.Landmarks(HOUSE, count=2, seed=seed).nodes.tobytes() for seed in range(5)}
    assert len(seen) > 1
    few = at.Landmarks(at.Grid([[1, 1, 0, 0]]), count=9)
    assert len(few.nodes) == 2  # no more than there are cells to reach
    # A pocket that is cut off is no place for landmarks.
    pockets = at.maps.field(20)
    pockets[:, 1] = pockets[1, :] = 0
    assert (at.Landmarks(pockets, count=6).nodes[:, 0] > 1).all()


def test_memory_is_what_is_said():
    assert at.Landmarks(HOUSE, count=3).nbytes == 3 * 8 * 64 * 64
    rough = HOUSE.copy()
    rough[5, 5] = 7
    assert at.Landmarks(rough, count=3).nbytes == 3 * 16 * 64 * 64
    clusters = at.ClusterHeuristic(HOUSE, "rooms")
    assert clusters.nbytes == 8 * (64**2 + 64 * 64)


@pytest.mark.parametrize("make", [at.ClusterHeuristic, at.Landmarks])
def test_a_world_that_has_changed_is_refused_until_refresh(make):
    grid = HOUSE.copy()
    known = make(grid)
    search = at.Search(grid, (0, 0), (60, 60), heuristic=known)
    search.step()
    grid[0, 1] = 0
    message = "heuristic was made for version 0 of the world, which is at version 1 now; refresh"
    for ask in (
        lambda: at.find_path(grid, (0, 0), (60, 60), heuristic=known),
        lambda: at.find_paths(grid, [(0, 0)], [(60, 60)], heuristic=known),
        lambda: at.Search(grid, (0, 0), (60, 60), heuristic=known),
        lambda: at.check_heuristic(grid, known, (60, 60)),
        search.restart,
    ):
        with pytest.raises(at.WorldChanged, match=message):
            ask()
    with pytest.raises(at.WorldChanged):
        search.step()
    known.refresh()
    search.restart()
    assert search.run() == "found"
    best = at.find_path(grid, (0, 0), (60, 60), algorithm="dijkstra").cost
    assert search.path.cost == pytest.approx(best)
    assert search.path.optimal
    other = grid.copy()
    for world in (other, grid.view()):
        with pytest.raises(ValueError, match="it was made for another world than <"):
            at.find_path(world, (0, 0), (60, 60), heuristic=known)


@pytest.mark.parametrize("make", [at.ClusterHeuristic, at.Landmarks])
def test_many_paths_at_once_are_those_one_by_one(make):
    known = make(HOUSE)
    random = Random(2)
    free = [tuple(cell) for cell in np.argwhere(HOUSE.cost > 0).tolist()]
    some = random.sample(free, 4)
    starts = [random.choice(some) for _ in range(30)]
    goals = [random.choice([*some, some[:2]]) for _ in range(30)]
    for direction in ("forward", "backward"):
        options = {"heuristic": known, "direction": direction}
        paths = at.find_paths(HOUSE, starts, goals, threads=2, **options)
        for path, start, goal in zip(paths, starts, goals, strict=True):
            alone = at.find_path(HOUSE, start, goal, **options)
            assert [*path] == [*alone]
            assert path.stats.expanded == alone.stats.expanded
    assert at.find_paths(HOUSE, [], [], heuristic=known) == []


def test_a_goal_in_a_wall_is_unreachable():
    grid = at.Grid.from_text("...\n.#.\n...")
    for known in (at.ClusterHeuristic(grid, 2), at.Landmarks(grid, count=2)):
        for goal in ((1, 1), [(1, 1)]):
            path = at.find_path(grid, (0, 0), goal, heuristic=known, components=False)
            assert path.status == "unreachable"
        assert at.find_path(grid, (0, 0), [(1, 1), (2, 2)], heuristic=known).cost == 4
    walls = at.Grid([[0, 0]])
    for known in (at.ClusterHeuristic(walls), at.Landmarks(walls)):
        assert known.estimates([1]).shape == (1, 2)


def test_they_work_with_every_search_that_takes_estimates():
    for known in (at.ClusterHeuristic(HOUSE), at.Landmarks(HOUSE)):
        best = at.find_path(HOUSE, (0, 0), (20, 20)).cost
        assert at.find_path(HOUSE, (0, 0), (20, 20), heuristic=known).cost == pytest.approx(best)
        assert at.find_path(HOUSE, (0, 0), (20, 20), heuristic=known, algorithm="greedy").found
        heavy = at.find_path(HOUSE, (0, 0), (20, 20), heuristic=known, weight=3)
        assert heavy.optimal is False
        assert heavy.cost <= 3 * best
        with pytest.raises(ValueError, match="'bidirectional' takes named heuristics only"):
            at.find_path(HOUSE, (0, 0), (9, 9), heuristic=known, algorithm="bidirectional")
        with pytest.raises(ValueError, match="'dijkstra' does not take heuristic=<"):
            at.find_path(HOUSE, (0, 0), (9, 9), heuristic=known, algorithm="dijkstra")
        with pytest.raises(ValueError, match=r"heuristic is <.*; choose one of 'auto'"):
            at.Navigator(HOUSE, (0, 0), (9, 9), heuristic=known).path  # noqa: B018


def test_a_search_never_asks_for_all_nodes():
    for known in (at.ClusterHeuristic(HOUSE, 8), at.Landmarks(HOUSE)):
        known.estimates = None
        assert at.find_path(HOUSE, (0, 0), (60, 60), heuristic=known)
        assert at.find_paths(HOUSE, [(0, 0)] * 2, [(60, 60), (9, 9)], heuristic=known)[1]


def test_landmarks_count_in_the_whole_numbers_of_a_search():
    """On grids of one cost: no node is opened again, and a search looks at canonical moves only."""
    for cost in (1, 3):
        grid = at.Grid(np.where(HOUSE.cost > 0, cost, 0))
        known = at.Landmarks(grid)
        for start, goal in queries(grid, 10):
            path = at.find_path(grid, start, goal, heuristic=known)
            plain = at.find_path(grid, start, goal, algorithm="astar")
            assert path.cost == plain.cost
            assert path.stats.reopened == 0
            assert path.stats.moves < 4 * path.stats.expanded
            assert path.stats.expanded <= plain.stats.expanded


def test_landmarks_of_a_pickle_know_what_they_knew():
    rough = HOUSE.copy()
    rough[5, 5] = 7
    for grid in (HOUSE, rough):
        known = at.Landmarks(grid, count=3)
        twin = pickle.loads(pickle.dumps(known))
        assert twin.nbytes == known.nbytes
        for direction in ("to", "from"):
            nodes = [5, 70]
            one = known.estimates(nodes, direction=direction)
            assert (one == twin.estimates(nodes, direction=direction)).all()


def test_a_goal_that_no_path_leads_to_is_unreachable_whatever_is_estimated():
    """Estimates of cells without a path to it are infinite, and buckets count in finite numbers."""
    grid = at.Grid([[1, 3, 1, 0, 2, 5]])
    for known in (at.ClusterHeuristic(grid, 2), at.Landmarks(grid, count=2)):
        assert np.isinf(known.estimates([0])).any()
        path = at.find_path(grid, (0, 4), (0, 0), heuristic=known, components=False)
        assert path.status == "unreachable"


def test_they_travel_with_their_world():
    for known in (at.ClusterHeuristic(HOUSE, 8), at.Landmarks(HOUSE, count=2)):
        twin = pickle.loads(pickle.dumps(known))
        path = at.find_path(twin.world, (0, 0), (60, 60), heuristic=twin)
        assert path.stats.expanded == (
            at.find_path(HOUSE, (0, 0), (60, 60), heuristic=known).stats.expanded
        )


@pytest.mark.slow
@pytest.mark.req("S002-35")
@pytest.mark.parametrize("name", ["house of 256 rooms", "caves"])
def test_the_page_weighs_knowledge_against_search_by_counts_that_are_true(name):
    """Count expansions of its table again: the more is known, the less is searched.

    Clusters are left out, as their table takes seconds to build; so are times.
    """
    documented = knowledge_table(name)
    grid = {
        "house of 256 rooms": lambda: at.maps.rooms(511, size=31, extra=0.2, seed=1),
        "caves": lambda: at.maps.caves(511, seed=3),
    }[name]()
    known = {"euclidean": "euclidean", "auto": "auto", "Landmarks": at.Landmarks(grid)}
    assert f"{known['Landmarks'].nbytes / 2**20:.0f} MiB" == documented["Landmarks"][1]
    expanded = dict.fromkeys([*known, "perfect"], 0)
    for start, goal in queries(grid, 30):
        perfect = at.distances(grid, goal, direction="to")
        perfect[np.isinf(perfect)] = 0
        for each, heuristic in (known | {"perfect": perfect}).items():
            path = at.find_path(grid, start, goal, heuristic=heuristic, algorithm="astar")
            expanded[each] += path.stats.expanded
    for each, count in expanded.items():
        assert documented[each][2] == f"{count / 30:,.0f}", each
    assert [*expanded.values()] == sorted(expanded.values(), reverse=True)


def knowledge_table(name):
    """Each heuristic on a map, by the page: preprocessing, memory, expansions and times."""
    page = (Path(__file__).parents[2] / "docs" / "heuristics.md").read_text()
    section = page.split("## Knowledge or search")[1].split("\n## ")[0]
    found, here = {}, None
    for line in section.splitlines():
        if line.startswith("|"):
            where, heuristic, *columns = (cell.strip(" `") for cell in line.strip("|").split("|"))
            here = where or here
            if here == name:
                found[heuristic] = columns
    assert {"euclidean", "auto", "ClusterHeuristic", "Landmarks", "perfect"} <= found.keys()
    for each in ("ClusterHeuristic", "Landmarks"):  # preprocessing
        assert found[each][0].endswith(" s")
    return found
