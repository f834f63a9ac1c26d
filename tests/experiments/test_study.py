"""The D* study, in worlds that are small."""

import json
from contextlib import closing

import pytest

import asterion as at
from asterion.experiments import study
from asterion.experiments.running import Run
from asterion.experiments.study import ALL, EXPERIMENT, WAYS, Ordering, Study, Trial
from asterion.experiments.study_journey import Journey, Way, is_cheapest, is_move
from asterion.games.maze.traps import TrapRules
from asterion.games.maze.worlds import MazeWorld, tunnels

NAMES = [way.name for way in WAYS]
COUNTS = ("inserts", "removes", "rekeys", "expanded", "searches", "restarts", "moves", "waits")


def small_maze():
    rules = TrapRules(most=3, shortest=3, longest=9)
    return MazeWorld("world2", tunnels((11, 15), loops=9, seed=1), (1, 1), ((9, 13), (9, 1)), rules)


def small_field():
    rules = TrapRules(most=25, shortest=3, longest=9)
    return MazeWorld("world3", at.maps.field(17), (0, 0), ((16, 12), (3, 5)), rules)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """The table of a small run."""
    folder = tmp_path_factory.mktemp("study")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "WORLDS", {"world2": small_maze, "world3": small_field})
        with closing(Run(EXPERIMENT, Study(runs=3), folder)) as run:
            list(run.trials(1))
            run.draw(run.write_tables())
    assert (folder / "picture.png").exists()
    return json.loads((folder / "table.json").read_text())


def picked(rows, **wanted):
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


@pytest.mark.req("S000-110")
def test_rows_count_queue_operations_from_goal_to_goal(result):
    rows = result["rows"]
    assert len(rows) == 2 * 3 * len(WAYS) * (2 + 1)  # worlds, runs, segments and their sum
    for whole in picked(rows, segment=ALL):
        parts = [
            *picked(rows, world=whole["world"], run=whole["run"], navigator=whole["navigator"])
        ][:-1]
        assert [part["segment"] for part in parts] == [1, 2]
        for name in COUNTS:
            assert whole[name] == sum(part[name] for part in parts)
        sizes = sum(part["mean_size"] * part["expanded"] for part in parts)
        assert whole["mean_size"] == pytest.approx(sizes / whole["expanded"])
        assert min(part["searches"] for part in parts) >= 1
        assert whole["arrived"]
        assert whole["wrong"] == 0


@pytest.mark.req("S000-111")
def test_derived_columns_are_those_of_the_study(result):
    for row in [*result["rows"], *result["table"], *result["facts"]["segments"]]:
        stats = at.NavigatorStats(
            pushes=row["inserts"], pops=row["removes"], mean_open=row["mean_size"]
        )
        assert row["total"] == pytest.approx(row["inserts"] + row["removes"])
        assert row["height"] == pytest.approx(stats.height)
        assert row["depth"] == pytest.approx(stats.depth)


@pytest.mark.req("S000-113")
def test_the_table_has_means_over_the_runs_of_each_map_and_navigator(result):
    assert Study().runs == 30
    table = result["table"]
    assert [(line["world"], line["navigator"]) for line in table] == [
        (world, name) for world in ("world2", "world3") for name in NAMES
    ]
    assert NAMES[:3] == ["focused-dstar", "dstar", "astar, fifo"]
    for line in table:
        rows = picked(result["rows"], world=line["world"], navigator=line["navigator"], segment=ALL)
        assert line["runs"] == len(rows) == line["arrived"] == 3
        for name in (*COUNTS, "mean_size", "memory", "seconds"):
            assert line[name] == pytest.approx(sum(row[name] for row in rows) / 3)
        assert line["median_depth"] == sorted(row["depth"] for row in rows)[1]


@pytest.mark.req("S000-114")
def test_published_orderings_are_reported_as_held_or_not(result):
    orderings = result["facts"]["orderings"]
    assert [(o["world"], o["less"], o["more"]) for o in orderings] == [
        ("world2", "dstar", "focused-dstar"),
        ("world2", "focused-dstar", "astar, fifo"),
        ("world2", "focused-dstar", "astar"),
        ("world3", "focused-dstar", "dstar"),
        ("world3", "dstar", "astar, fifo"),
        ("world3", "dstar", "astar"),
    ]
    for ordering in orderings:
        less, more = (
            picked(result["table"], world=ordering["world"], navigator=ordering[side])[0]["depth"]
            for side in ("less", "more")
        )
        assert ordering["held"] is (less < more)
        assert 0 <= ordering["runs_held"] <= ordering["runs"] == 3


def test_an_ordering_that_does_not_hold_says_so():
    rows = [
        {"world": "w", "navigator": name, "run": run, "depth": depth}
        for name, depths in {"a": [5, 9], "b": [6, 2]}.items()
        for run, depth in enumerate(depths)
    ]
    table = [
        {"world": "w", "navigator": "a", "depth": 7},
        {"world": "w", "navigator": "b", "depth": 4},
    ]
    told = study.checked(Ordering("w", "a", "b"), rows, table)
    assert told["held"] is False
    assert (told["runs_held"], told["runs"]) == (1, 2)
    assert study.checked(Ordering("w", "b", "a"), rows, table)["held"] is True


@pytest.mark.req("S000-114")
@pytest.mark.parametrize("run", range(2))
def test_on_the_worlds_of_the_study_what_holds_holds_in_single_runs(run):
    """Focus pays on open ground, and repairing pays in tunnels: by large factors."""

    def depth(world, name, ties="auto"):
        journey = Journey(study.WORLDS[world](), Way(name, ties), seed=run, ticks=20_000)
        assert journey.wrong == 0
        return study.rows_of(journey)[-1]["depth"]

    assert depth("world2", "focused-dstar") * 2 < depth("world2", "astar", "fifo")
    focused, plain = depth("world3", "focused-dstar"), depth("world3", "dstar")
    assert focused * 3 < plain
    assert plain < depth("world3", "astar", "fifo")


@pytest.mark.req("S000-118")
def test_time_and_memory_stand_beside_the_counts(result):
    for row in [*result["rows"], *result["table"]]:
        assert row["seconds"] > 0
        assert row["memory"] > 0


@pytest.mark.req("S000-119")
def test_d_star_lite_and_lpa_are_compared_too(result):
    for world in ("world2", "world3"):
        for name in ("dstar-lite", "dstar-lite-basic", "lpa"):
            (line,) = picked(result["table"], world=world, navigator=name)
            assert line["depth"] > 0


def test_every_navigator_there_is_takes_part():
    assert {way.algorithm for way in WAYS} == {info.name for info in at.algorithms("navigator")}


def test_a_run_is_the_same_again():
    def run(seed):
        journey = Journey(small_maze(), Way("dstar-lite"), seed=seed, ticks=500)
        return [leg._replace(stats=leg.stats._replace(seconds=0)) for leg in journey.legs]

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_a_run_that_does_not_end_says_so():
    journey = Journey(small_maze(), Way("lpa"), seed=1, ticks=5)
    assert [leg.arrived for leg in journey.legs] == [False, False]
    assert sum(leg.moves + leg.waits for leg in journey.legs) == 5


def test_lpa_asks_anew_when_its_path_has_moved_for_good():
    rows = [
        study.rows_of(Journey(small_field(), Way("lpa"), seed=seed, ticks=5000))[-1]
        for seed in range(8)
    ]
    assert all(row["arrived"] for row in rows)
    assert sum(row["restarts"] for row in rows) > 0


def test_what_is_wrong_is_seen():
    grid = at.Grid.from_text("...\n##.\n...")
    assert is_move(grid, (0, 0), (0, 1))
    assert not is_move(grid, (0, 0), (1, 0))
    assert not is_move(grid, (0, 0), (0, 2))
    agent = at.Navigator(grid, (0, 0), (2, 0))
    assert is_cheapest(grid, agent, (0, 0))
    assert not is_cheapest(grid, agent, (0, 1))
    assert is_cheapest(grid, agent, (1, 0))  # a wall: nothing can be said
    grid[2, 0] = 0
    assert is_cheapest(grid, agent, (0, 0))


def test_trials_are_worlds_and_runs():
    assert [trial[1:] for trial in study.trials(Study(runs=2))] == [
        ("world2", 0),
        ("world2", 1),
        ("world3", 0),
        ("world3", 1),
    ]
    assert Trial(Study(), "world2", 3).config.seed == 0
