"""The D* study, in small worlds."""

import json
import re
from contextlib import closing

import pytest

import asterion as at
from asterion.errors import InvalidValue
from asterion.experiments.dstar_study import study
from asterion.experiments.dstar_study import study as playthroughs
from asterion.experiments.dstar_study.study import (
    EXPERIMENT,
    NAVIGATORS,
    Study,
    Trial,
    is_cheapest,
    is_move,
    playthrough,
    rules_of,
)
from asterion.experiments.dstar_study.summary import NAVIGATOR, ORDERING, Ordering, checked
from asterion.experiments.engine.run import Run
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.statistics import SUM
from asterion.games.maze.world_file import read_world
from asterion.games.maze.worlds import load_world
from support.small_study import in_small_worlds, small_rules, small_world

WORLDS = Study().worlds
COUNTS = ("inserts", "removes", "rekeys", "expanded", "searches", "restarts", "moves", "waits")


def small_playthrough(name, algorithm, seed, ticks=5000):
    return playthrough(
        small_world(name), PlayerSetup(algorithm), rules=small_rules(name), seed=seed, ticks=ticks
    )


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """The table of a small run."""
    folder = tmp_path_factory.mktemp("study")
    with pytest.MonkeyPatch.context() as patch:
        in_small_worlds(patch)
        with closing(Run(EXPERIMENT, Study(runs=3), folder)) as run:
            list(run.trials(1))
            run.write_tables()
    return json.loads((folder / "table.json").read_text())


def of_runs(result):
    return picked(result["table"], section=NAVIGATOR)


def picked(rows, **wanted):
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


@pytest.mark.slow
@pytest.mark.req("S000-110")
def test_rows_count_queue_operations_from_goal_to_goal(result):
    rows = result["rows"]
    assert len(rows) == 2 * 3 * len(NAVIGATORS) * (2 + 1)  # worlds, runs, segments and their sum
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
def test_derived_columns_match_the_study(result):
    for row in [*result["rows"], *of_runs(result), *result["facts"]["segments"]]:
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
    table = of_runs(result)
    assert [(line["world"], line["navigator"]) for line in table] == [
        (world, name) for world in ("world2", "world3") for name in NAVIGATORS
    ]
    assert NAVIGATORS[:3] == ("focused-dstar", "dstar", "astar, fifo")
    for line in table:
        rows = picked(result["rows"], world=line["world"], navigator=line["navigator"], segment=SUM)
        assert line["runs"] == len(rows) == line["arrived"] == 3
        for name in (*COUNTS, "mean_size", "memory", "seconds"):
            assert line[name] == pytest.approx(sum(row[name] for row in rows) / 3)
        depths = sorted(row["depth"] for row in rows)
        assert [line["depth_least"], line["median_depth"], line["depth_most"]] == depths
        squares = sum((depth - sum(depths) / 3) ** 2 for depth in depths)
        assert line["depth_deviation"] == pytest.approx((squares / 2) ** 0.5)
        total = line["total"] + 2 * line["rekeys"]
        assert line["depth_rekeyed"] == pytest.approx(total * line["height"])
        assert line["median_seconds"] == sorted(row["seconds"] for row in rows)[1]


@pytest.mark.slow
@pytest.mark.req("S000-114")
def test_published_orderings_are_reported_as_held_or_not(result):
    orderings = result["facts"]["orderings"]
    ours = [
        ("world2", "dstar", "focused-dstar"),
        ("world2", "focused-dstar", "astar, fifo"),
        ("world2", "focused-dstar", "astar"),
        ("world3", "focused-dstar", "dstar"),
        ("world3", "dstar", "astar, fifo"),
        ("world3", "dstar", "astar"),
    ]
    at_every_change = [
        (world, *(f"{name}, change" if "dstar" in name else name for name in pair))
        for world, *pair in ours
    ]
    assert [(o["world"], o["less"], o["more"]) for o in orderings] == ours + at_every_change
    for ordering in orderings:
        less, more = (
            picked(of_runs(result), world=ordering["world"], navigator=ordering[side])[0]
            for side in ("less", "more")
        )
        assert ordering["held"] is (less["depth"] < more["depth"])
        assert ordering["result"] == ("held" if ordering["held"] else "not held")
        assert ordering["ratio"] == pytest.approx(more["depth"] / less["depth"])
        rekeyed = more["depth_rekeyed"] / less["depth_rekeyed"]
        assert ordering["ratio_rekeyed"] == pytest.approx(rekeyed)
        assert 0 <= ordering["runs_held"] <= ordering["runs"] == 3
        assert ordering["p_signs"] in (0.25, 1.0)  # of three pairs; no two depths are equal
        assert 0 < ordering["p_ranks"] <= 1
    lines = picked(result["table"], section=ORDERING)
    assert [{name: line[name] for name in orderings[0]} for line in lines] == orderings


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
    for line in table:
        line["depth_rekeyed"] = 2 * line["depth"]
    told = checked(Ordering("w", "a", "b"), rows, table)
    assert told["held"] is False
    assert (told["runs_held"], told["runs"]) == (1, 2)
    assert told["result"] == "not held"
    assert checked(Ordering("w", "b", "a"), rows, table)["result"] == "held"


@pytest.mark.slow
@pytest.mark.req("S000-114")
@pytest.mark.parametrize("run", range(2))
def test_on_the_worlds_of_the_study_what_holds_holds_in_single_runs(run):
    """Focussing helps on open ground, and repair helps in tunnels, by large factors."""

    def depth(name, algorithm, ties="auto"):
        player, rules = PlayerSetup(algorithm, ties=ties), rules_of(Study(), name)
        gone = playthrough(load_world(name), player, rules=rules, seed=run, ticks=20_000)
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

    names = ("dstar", "astar, fifo")

    def depths(interval):
        config = Study(worlds=("world3",), navigators=names, interval=interval)
        rows = picked(study.run(Trial(config, "world3", 0)), segment=SUM)
        return [row["depth"] for row in rows]

    assert Study().interval == 10
    dstar, astar = depths(10)
    assert dstar < astar
    dstar, astar = depths(60)
    assert dstar > astar


@pytest.mark.slow
@pytest.mark.req("S000-118")
def test_time_and_memory_stand_beside_the_counts(result):
    for row in [*result["rows"], *of_runs(result)]:
        assert row["seconds"] > 0
        assert row["memory"] > 0


@pytest.mark.slow
@pytest.mark.req("S000-119")
def test_d_star_lite_and_lpa_are_compared_too(result):
    for world in ("world2", "world3"):
        for name in ("dstar-lite", "dstar-lite-basic", "lpa"):
            (line,) = picked(of_runs(result), world=world, navigator=name)
            assert line["depth"] > 0


def test_every_navigator_that_searches_takes_part():
    """The study counts nodes that searches look at; answers from an index have no such counts."""
    assert {PlayerSetup.named(name).algorithm for name in NAVIGATORS} == {
        info.name for info in at.algorithms("navigator")
    } - {"index"}


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


def test_lpa_restarts_when_its_path_has_left_the_player():
    rows = [study.rows_of(small_playthrough("world3", "lpa", seed))[-1] for seed in range(8)]
    assert all(row["arrived"] for row in rows)
    assert sum(row["restarts"] for row in rows) > 0


@pytest.mark.req("S000-88")
@pytest.mark.parametrize("name", WORLDS)
def test_no_monster_takes_part(name):
    assert WORLDS == ("world2", "world3")
    assert load_world(name).monsters == ()
    rules = rules_of(Study(), name)
    assert (rules.monsters, rules.threat) == (False, False)
    crowded = read_world("aaaa\np xX\nbbbb")  # a map with monsters would have none either
    game = Simulation(crowded, players=[PlayerSetup("astar")], rules=rules)
    assert game.monsters == []
    assert not game.grid.layers


@pytest.mark.req("S000-104")
def test_a_star_plans_at_every_change_of_the_world_and_others_do_not():
    for name, at_each in (
        ("astar", True),
        ("dstar-lite", False),
        ("dstar", False),
        ("dstar, change", True),
        ("focused-dstar, change", True),
        ("jps, change", True),
    ):
        world, rules = small_world("world2"), small_rules("world2")
        game = Simulation(world, players=[PlayerSetup.named(name)], rules=rules, seed=2)
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
            game.maze.tick(player.cells)
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


def small_config(tmp_path, **changes):
    file = tmp_path / "small.txt"
    file.write_text(small_world("world2").to_text())
    chosen = {"worlds": (str(file),), "navigators": ("dstar",), "pits": 4.0, "runs": 1, **changes}
    return Study(**chosen)


def test_a_config_says_worlds_navigators_pits_and_speed(tmp_path):
    """And each of them matters; a file may be gone once the trials are made."""

    def summary(**changes):
        config = small_config(tmp_path, **changes)
        rows = [row for trial in study.trials(config) for row in study.run(trial)]
        return [{name: row[name] for name in row if name != "seconds"} for row in rows]

    first = summary()
    assert {row["navigator"] for row in first} == {"dstar"}
    assert {row["world"] for row in first} == {str(tmp_path / "small.txt")}
    assert summary() == first
    assert summary(pits=0.0) != first
    assert summary(interval=40) != first
    assert summary(speed=50)[-1]["ticks"] > first[-1]["ticks"]
    config = small_config(tmp_path)
    (trial,) = study.trials(config)
    (tmp_path / "small.txt").unlink()
    assert study.run(trial)[-1]["moves"] == first[-1]["moves"]


def test_orderings_of_navigators_that_are_not_there_are_left_out(tmp_path):
    config = small_config(tmp_path)
    rows = [row for trial in study.trials(config) for row in study.run(trial)]
    summary = EXPERIMENT.summarise(config, rows)
    assert summary.facts["orderings"] == []
    assert [screen.title for screen in EXPERIMENT.screens(summary)] == [
        f"{config.worlds[0]}, runs: 1, means; ms: median"
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"worlds": ()}, "worlds is (); it must be some, each once"),
        ({"navigators": ("dstar", "dstar")}, "it must be some, each once"),
        ({"navigators": ("astar,fifo", "astar, fifo")}, "two are the same"),
        ({"navigators": ("wings",)}, "wings"),
        ({"navigators": ("dstar, soon",)}, "'soon' is none of ties ('auto', "),
        ({"navigators": ("dstar, fifo, lifo",)}, "has two words for ties"),
        ({"pits": 200.0}, "trap_amount is 200.0; it must be at most 100"),
        ({"interval": 0}, "trap_interval is 0; it must be at least 1"),
    ],
)
def test_a_config_that_cannot_be_played_is_refused(changes, message):
    with pytest.raises(InvalidValue, match=re.escape(message)):
        Study(**changes)


def test_a_path_that_is_not_the_cheapest_is_counted_as_wrong(monkeypatch):
    monkeypatch.setattr(playthroughs, "_CHECKED", 7)
    assert small_playthrough(WORLDS[0], "dstar", 1, ticks=400).wrong == 0
    monkeypatch.setattr(playthroughs, "is_cheapest", lambda *_: False)
    assert small_playthrough(WORLDS[0], "dstar", 1, ticks=400).wrong > 0
