"""The comparison of methods of replanning, on small worlds."""

import hashlib
import json
from contextlib import closing
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import asterion as at
from asterion.experiments import replanning
from asterion.experiments.engine.run import Run
from asterion.experiments.replanning import (
    ADAPTIVE,
    BACKWARD,
    EXPERIMENT,
    FORWARD,
    LOW_G,
    Exploration,
    Replanning,
    Trial,
    gridworld,
    is_right,
    parting,
)

SMALL = Replanning(runs=4, side=21, opened=10, repeats=1)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The folder of a small run, in this process."""
    return written(tmp_path_factory.mktemp("small"), SMALL)


def written(folder, config):
    with closing(Run(EXPERIMENT, config, folder)) as run:
        list(run.trials(1))
        run.write_tables()
    return folder


def whole(folder):
    return json.loads((folder / "table.json").read_text())


@pytest.mark.slow
@pytest.mark.req("S001-43")
def test_the_set_of_worlds_is_saved_with_its_hash(tmp_path):
    """That of tests/test_maps.py, where mazes and their opened walls are tested."""
    prepared = replanning.prepare(Replanning())
    digest = "2d4b2b65185a99e2563d78448ab85abbdd916acaee12f7cb350d4716cb04e0c0"
    assert prepared.facts["worlds_sha256"] == digest
    (tmp_path / "worlds.npz").write_bytes(prepared.files["worlds.npz"])
    with np.load(tmp_path / "worlds.npz") as saved:
        floor, ends = saved["floor"], np.stack([saved["start"], saved["goal"]], axis=1)
    assert floor.shape == (50, 101, 101)
    content = b"".join(np.packbits(one).tobytes() for one in floor)
    assert hashlib.sha256(content).hexdigest() == digest
    assert hashlib.sha256(ends.tobytes()).hexdigest() == prepared.facts["ends_sha256"]
    for number in range(0, 50, 7):
        start, goal = ends[number].tolist()
        world = replanning.world_of(Trial(Replanning(), number))
        assert ((world.grid.cost > 0) == floor[number]).all()
        assert (world.start, world.goal) == (tuple(start), tuple(goal))
        assert world.grid.diagonal == "never"


def test_ends_are_two_free_cells():
    seen = set()
    for number in range(200):
        world = gridworld(7, number, side=5, opened=2)
        assert world.grid[world.start] == world.grid[world.goal] == 1
        assert world.start != world.goal
        seen.add(world.start)
    assert len(seen) > 15


def test_sets_of_other_seeds_share_no_world_and_longer_sets_begin_alike():
    def mazes(seed, runs):
        config = replace(SMALL, seed=seed, runs=runs)
        worlds = [replanning.world_of(trial) for trial in replanning.trials(config)]
        return [(world.grid.cost > 0).tobytes() for world in worlds]

    assert not {*mazes(0, 8)} & {*mazes(1, 8)}
    assert mazes(1, 8)[:3] == mazes(1, 3)


def p_of(differences, weight):
    """The two-sided p of a paired test: the share of all ways to give the differences signs.

    As extreme are those whose positive weights add up to the smaller of the two sums, or less.
    """
    differences = [d for d in differences if d]
    weights = [weight([abs(other) - abs(d) for other in differences]) for d in differences]
    above = sum(w for w, d in zip(weights, differences, strict=True) if d > 0)
    least = min(above, sum(weights) - above)
    ways = [*product((0, 1), repeat=len(weights))]
    extreme = sum(sum(w for w, s in zip(weights, way, strict=True) if s) <= least for way in ways)
    return min(1.0, 2 * extreme / len(ways))


def rank(larger_by):
    """The rank of a difference among all; equal ones have their mean rank."""
    below, equal = sum(d < 0 for d in larger_by), sum(d == 0 for d in larger_by)
    return below + (equal + 1) / 2


@pytest.mark.req("S001-44")
def test_by_default_it_compares_fifty_worlds_and_the_table_shows_what_is_known(tmp_path):
    """Small g first and no learning expand more; worlds are smaller here, for the time it takes."""
    config = Replanning()
    assert (config.runs, config.side, config.opened) == (50, 101, 100)
    assert len(replanning.trials(config)) == 50
    table = whole(written(tmp_path, replace(config, side=15, opened=7, repeats=1)))["table"]
    lines = {(line["comparison"], line["measure"]): line for line in table}
    assert {line["pairs"] for line in table} == {50}
    ties = lines["large or small g", "expanded"]
    assert ties["ratio"] > 1.5
    assert ties["less_a"] > 25 > ties["less_b"]
    assert max(ties["p_signs"], ties["p_ranks"]) < 1e-6
    learning = lines["forward or adaptive", "expanded"]
    assert learning["ratio"] < 1
    assert learning["p_ranks"] < 0.001
    for comparison in ("forward or backward", "large or small g", "forward or adaptive"):
        times = lines[comparison, "seconds"]
        assert min(times["mean_a"], times["mean_b"]) > 0
        assert times["less_a"] + times["equal"] + times["less_b"] == 50


@pytest.mark.slow
@pytest.mark.req("S001-44")
def test_the_table_compares_three_pairs_with_paired_tests(small):
    result = whole(small)
    rows, table = result["rows"], result["table"]
    ways = [way.name for way in (FORWARD, BACKWARD, LOW_G, ADAPTIVE)]
    assert [(row["world"], row["way"]) for row in rows] == [
        (world, way) for world in range(4) for way in ways
    ]
    assert [(line["comparison"], line["a"], line["b"]) for line in table[::4]] == [
        ("forward or backward", "repeated-forward, high-g", "repeated-backward, high-g"),
        ("large or small g", "repeated-forward, high-g", "repeated-forward, low-g"),
        ("forward or adaptive", "repeated-forward, high-g", "adaptive, high-g"),
    ]
    measures = ["expanded", "searches", "moves", "seconds"]
    assert [line["measure"] for line in table] == measures * 3
    for line in table:
        a, b = (
            np.array([row[line["measure"]] for row in rows if row["way"] == line[side]])
            for side in "ab"
        )
        assert (line["mean_a"], line["mean_b"]) == pytest.approx((a.mean(), b.mean()))
        assert (line["median_a"], line["median_b"]) == pytest.approx((np.median(a), np.median(b)))
        assert line["ratio"] == pytest.approx(b.mean() / a.mean())
        assert line["median_ratio"] == pytest.approx(np.median(b / a))
        counts = [(a < b).sum(), (a == b).sum(), (a > b).sum()]
        assert [line["less_a"], line["equal"], line["less_b"]] == counts
        assert line["pairs"] == 4
        assert line["p_signs"] == p_of((a - b).tolist(), lambda _: 1)
        assert line["p_ranks"] == p_of((a - b).tolist(), rank)
    lines = (small / "table.tsv").read_text().splitlines()
    assert lines[0].split("\t") == [*table[0]]
    assert len(lines) == 1 + len(table)


@pytest.mark.slow
def test_rows_count_what_the_journeys_did(small):
    for row in whole(small)["rows"]:
        algorithm, ties = row["way"].split(", ")
        world = replanning.world_of(Trial(SMALL, row["world"]))
        journey = at.explore(*world, algorithm=algorithm, ties=ties, replan="path")
        assert row["expanded"] == sum(search.expanded for search in journey.searches)
        assert row["searches"] == len(journey.searches)
        assert row["moves"] == len(journey.trajectory) - 1
        assert row["reached"] == journey.reached
        assert row["seconds"] > 0
        assert row["wrong"] is False


@pytest.mark.slow
@pytest.mark.req("S001-45")
def test_worlds_in_which_trajectories_part_are_recorded(small):
    result = whole(small)
    for comparison, parted in result["facts"]["divergences"].items():
        way = next(line["b"] for line in result["table"] if line["comparison"] == comparison)
        expected = []
        for trial in replanning.trials(SMALL):
            world = replanning.world_of(trial)
            usual, other = (
                at.explore(
                    *world, algorithm=algorithm, ties=ties, replan="path"
                ).trajectory.tolist()
                for algorithm, ties in (FORWARD, way.split(", "))
            )
            if usual != other:
                expected.append({"world": trial.world, "move": parting(usual, other)})
        assert parted == expected
        for line in result["table"]:
            if line["comparison"] == comparison:
                assert line["diverging"] == len(parted)
    assert result["facts"]["divergences"]["forward or backward"]  # so there is something to see


@pytest.mark.req("S001-45")
def test_where_trajectories_part():
    usual = [(0, 0), (0, 1), (0, 2)]
    assert parting(usual, usual) is None
    assert parting(usual, [(0, 0), (1, 0), (0, 2)]) == 1
    assert parting(usual, usual[:2]) == 2
    assert parting(usual[:1], usual) == 1


def test_what_is_right():
    world = gridworld(0, 0, side=5, opened=0)
    shortest = at.find_path(*world)
    path = [*shortest]
    none = at.find_path(at.Grid([[1, 0, 1]]), (0, 0), (0, 2))

    def right(trajectory, *, reached, shortest=shortest):
        return is_right(world, Exploration(trajectory, {"reached": reached}, 0), shortest)

    assert right(path, reached=True)
    assert not right(path, reached=False)
    assert not right(path[:-1], reached=True)
    assert not right(path[1:], reached=True)
    assert not right([path[0], path[-1]], reached=True)
    assert not right(path[:1], reached=False)
    assert right(path[:1], reached=False, shortest=none)
    longer = at.find_path(at.Grid([[1] * 99]), (0, 0), (0, 98))  # than the walked path
    assert not right(path, reached=True, shortest=longer)


def test_moves_stand_beside_the_true_shortest_path():
    """Over the worlds in which there is one, however far agents walk in the others."""
    rows = [
        {"world": world, "way": way, "moves": moves, "shortest": shortest}
        for world, shortest in enumerate((10, None, 30))
        for way, moves in (("forward", 40), ("backward", 20 + 1000 * (shortest is None)))
    ]
    line = {"measure": "moves", "a": "forward", "b": "backward"}
    assert replanning.beside_shortest(rows, line) == {
        "shortest": 20,
        "detour_a": 2.0,
        "detour_b": 1.0,
    }
    line["measure"] = "expanded"
    assert {*replanning.beside_shortest(rows, line).values()} == {None}
    row = replanning.run(Trial(replace(SMALL, runs=1), 0))[0]
    world = replanning.world_of(Trial(replace(SMALL, runs=1), 0))
    assert row["shortest"] == at.find_path(*world, algorithm="bfs").cost <= row["moves"]


def test_a_journey_that_differs_from_its_repetition_is_wrong(monkeypatch):
    explore, calls = at.explore, []

    def moody(*args, **options):
        journey = explore(*args, **options)
        calls.append(journey)
        if len(calls) == 5:  # the first method, for the second time
            return journey._replace(searches=journey.searches[1:])
        return journey

    trial = Trial(replace(SMALL, repeats=2), 0)
    assert [row["wrong"] for row in replanning.run(trial)] == [False] * 4
    monkeypatch.setattr(at, "explore", moody)
    rows = replanning.run(trial)
    assert [row["wrong"] for row in rows] == [True, False, False, False]
    assert replanning.summarise(SMALL, rows).wrong == 1
