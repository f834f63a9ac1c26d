"""The D* study, in small worlds."""

import json
import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import asterion as at
from asterion.experiments.dstar_study import study
from asterion.experiments.dstar_study.run import Method, is_cheapest, is_move, playthrough
from asterion.experiments.dstar_study.study import (
    EXPERIMENT,
    METHODS,
    WORLDS,
    Ordering,
    Study,
    Trial,
    rules_of,
)
from asterion.experiments.engine.run import Run
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.statistics import SUM
from asterion.games.maze.world_file import read_world
from asterion.games.maze.worlds import load_world
from support.small_study import in_small_worlds, small_rules, small_world

NAMES = [method.name for method in METHODS]
COUNTS = ("inserts", "removes", "rekeys", "expanded", "searches", "restarts", "moves", "waits")


def small_playthrough(name, algorithm, seed, ticks=5000):
    return playthrough(
        small_world(name), Method(algorithm), rules=small_rules(name), seed=seed, ticks=ticks
    )


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """The table of a small run."""
    folder = tmp_path_factory.mktemp("study")
    with pytest.MonkeyPatch.context() as patch:
        in_small_worlds(patch)
        with closing(Run(EXPERIMENT, Study(runs=3), folder)) as run:
            list(run.trials(1))
            run.draw(run.write_tables())
    assert (folder / "picture.png").exists()
    return json.loads((folder / "table.json").read_text())


def picked(rows, **wanted):
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


@pytest.mark.slow
@pytest.mark.req("S000-110")
def test_rows_count_queue_operations_from_goal_to_goal(result):
    rows = result["rows"]
    assert len(rows) == 2 * 3 * len(METHODS) * (2 + 1)  # worlds, runs, segments and their sum
    for whole in picked(rows, segment=SUM):
        parts = [
            *picked(rows, world=whole["world"], run=whole["run"], navigator=whole["navigator"])
        ][:-1]
        assert [part["segment"] for part in parts] == ["x", "X"]
        for name in COUNTS:
            assert whole[name] == sum(part[name] for part in parts)
        sizes = sum(part["mean_size"] * part["expanded"] for part in parts)
        assert whole["mean_size"] == pytest.approx(sizes / whole["expanded"])
        assert min(part["searches"] for part in parts) >= 1
        assert whole["arrived"]
        assert whole["wrong"] == 0


@pytest.mark.slow
@pytest.mark.req("S000-111")
def test_derived_columns_are_those_of_the_study(result):
    for row in [*result["rows"], *result["table"], *result["facts"]["segments"]]:
        stats = at.NavigatorStats(
            pushes=row["inserts"], pops=row["removes"], mean_open=row["mean_size"]
        )
        assert row["total"] == pytest.approx(row["inserts"] + row["removes"])
        assert row["height"] == pytest.approx(stats.height)
        assert row["depth"] == pytest.approx(stats.depth)


@pytest.mark.slow
@pytest.mark.req("S000-113")
def test_the_table_has_means_over_the_runs_of_each_map_and_navigator(result):
    assert Study().runs == 30
    table = result["table"]
    assert [(line["world"], line["navigator"]) for line in table] == [
        (world, name) for world in ("world2", "world3") for name in NAMES
    ]
    assert NAMES[:3] == ["focused-dstar", "dstar", "astar, fifo"]
    for line in table:
        rows = picked(result["rows"], world=line["world"], navigator=line["navigator"], segment=SUM)
        assert line["runs"] == len(rows) == line["arrived"] == 3
        for name in (*COUNTS, "mean_size", "memory", "seconds"):
            assert line[name] == pytest.approx(sum(row[name] for row in rows) / 3)
        assert line["median_depth"] == sorted(row["depth"] for row in rows)[1]
        assert line["median_seconds"] == sorted(row["seconds"] for row in rows)[1]


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.req("S000-114")
@pytest.mark.parametrize("run", range(2))
def test_on_the_worlds_of_the_study_what_holds_holds_in_single_runs(run):
    """Focussing helps on open ground, and repair helps in tunnels, by large factors."""

    def depth(name, algorithm, ties="auto"):
        method, rules = Method(algorithm, ties), rules_of(name)
        gone = playthrough(load_world(name), method, rules=rules, seed=run, ticks=20_000)
        assert gone.wrong == 0
        assert gone.finished
        return study.rows_of(gone)[-1]["depth"]

    assert depth("world2", "focused-dstar") * 2 < depth("world2", "astar", "fifo")
    focused, plain = depth("world3", "focused-dstar"), depth("world3", "dstar")
    assert focused * 3 < plain
    assert plain < depth("world3", "astar", "fifo")


@pytest.mark.slow
@pytest.mark.req("S000-114")
def test_how_often_pits_change_decides_between_d_star_and_a_star_on_open_ground():
    """A* replans at each change, D* only at relevant ones: the order holds if there are many."""

    def depth(interval, *method):
        rules = replace(rules_of("world3"), trap_interval=interval)
        gone = playthrough(load_world("world3"), Method(*method), rules=rules, seed=0, ticks=20_000)
        return study.rows_of(gone)[-1]["depth"]

    assert rules_of("world3").trap_interval == 10
    assert depth(10, "dstar") < depth(10, "astar", "fifo")
    assert depth(60, "dstar") > depth(60, "astar", "fifo")


@pytest.mark.slow
@pytest.mark.req("S000-118")
def test_time_and_memory_stand_beside_the_counts(result):
    for row in [*result["rows"], *result["table"]]:
        assert row["seconds"] > 0
        assert row["memory"] > 0


@pytest.mark.slow
@pytest.mark.req("S000-119")
def test_d_star_lite_and_lpa_are_compared_too(result):
    for world in ("world2", "world3"):
        for name in ("dstar-lite", "dstar-lite-basic", "lpa"):
            (line,) = picked(result["table"], world=world, navigator=name)
            assert line["depth"] > 0


def test_every_navigator_that_searches_takes_part():
    """The study counts what searches look at; answers from an index have no such counts."""
    assert {method.algorithm for method in METHODS} == {
        info.name for info in at.algorithms("navigator")
    } - {"index"}


def test_a_run_is_the_same_again():
    def run(seed):
        rows = study.rows_of(small_playthrough("world2", "dstar-lite", seed))
        return [{name: row[name] for name in row if name != "seconds"} for row in rows]

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_a_run_that_does_not_end_says_so():
    rows = study.rows_of(small_playthrough("world2", "lpa", 1, ticks=5))
    assert [(row["segment"], row["arrived"]) for row in rows] == [("x", False), (SUM, False)]
    rows = study.rows_of(small_playthrough("world3", "lpa", 1, ticks=260))
    assert [(row["segment"], row["arrived"]) for row in rows] == [
        ("x", True),
        ("X", False),
        (SUM, False),
    ]
    assert [row["ticks"] for row in rows][-1] == 260


def test_lpa_begins_anew_when_its_path_has_left_the_player():
    rows = [study.rows_of(small_playthrough("world3", "lpa", seed))[-1] for seed in range(8)]
    assert all(row["arrived"] for row in rows)
    assert sum(row["restarts"] for row in rows) > 0


@pytest.mark.req("S000-88")
@pytest.mark.parametrize("name", WORLDS)
def test_no_monster_takes_part(name):
    assert WORLDS == ("world2", "world3")
    assert load_world(name).monsters == ()
    rules = rules_of(name)
    assert (rules.monsters, rules.threat) == (False, False)
    crowded = read_world("aaaa\np xX\nbbbb")  # a map with monsters would have none either
    game = Simulation(crowded, players=[PlayerSetup("astar")], rules=rules)
    assert game.monsters == []
    assert not game.grid.layers


@pytest.mark.req("S000-104")
def test_a_star_plans_at_every_change_of_the_world_and_others_do_not():
    for algorithm, at_each in (("astar", True), ("dstar-lite", False)):
        world, rules = small_world("world2"), small_rules("world2")
        game = Simulation(world, players=[PlayerSetup(algorithm)], rules=rules, seed=2)
        changes, before = 0, game.grid.version
        while not game.over:
            almost = game.players[0].navigator.arrived  # moving onto the goal: no plan needed
            game.tick()
            changes += game.grid.version != before and not almost
            before = game.grid.version
        plans = sum(segment.plans.searches for segment in game.players[0].segments)
        assert changes > 10
        assert (plans == changes + len(world.goals)) is at_each


@pytest.mark.req("S000-115")
def test_a_star_looks_at_all_it_can_reach_while_pits_cut_the_path_off():
    """At each change again, for as long as it lasts: no component labels spare it."""
    times = {"trap_shortest": 1, "trap_longest": 9, "trap_interval": 1}
    rules = Rules(monsters=False, threat=False, trap_amount=12, **times)
    cut, fifo = 0, [PlayerSetup("astar", ties="fifo")]
    for seed in range(4):
        game = Simulation(small_world("world2"), players=fifo, rules=rules, seed=seed)
        player = game.players[0]
        for _ in range(60):
            before, version = player.navigator.stats.expanded, game.grid.version
            game.ground.tick(player.cells)
            if player.navigator.path or game.grid.version == version:
                continue
            cut += 1
            expanded = player.navigator.stats.expanded - before
            assert expanded == at.reachable(player.world, player.cell).sum()
    assert cut > 10


def test_what_is_wrong_is_seen():
    grid = at.Grid.from_text("...\n##.\n...")
    assert is_move(grid, (0, 0), (0, 1))
    assert not is_move(grid, (0, 0), (1, 0))
    assert not is_move(grid, (0, 0), (0, 2))
    agent = at.Navigator(grid, (0, 0), (2, 0))
    assert is_cheapest(grid, agent, (0, 0))
    assert not is_cheapest(grid, agent, (0, 1))
    assert is_cheapest(grid, agent, (1, 0))  # a wall: not checked
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


def test_a_run_shows_the_columns_of_the_docs_in_their_order():
    docs = (Path(__file__).parents[2] / "docs" / "experiments.md").read_text()
    heads = re.findall(r"^\| \| (inserts \|.*) \|$", docs, re.MULTILINE)
    assert len(heads) == 2
    for head in heads:
        *names, milliseconds, kibibytes = [each.strip("* ") for each in head.split("|")]
        assert (milliseconds, kibibytes) == ("ms", "KiB")
        columns = [name.replace(" ", "_") for name in names] + ["median_seconds", "memory"]
        assert columns == [name for name in EXPERIMENT.shown if name in columns]
