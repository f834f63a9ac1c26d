"""Pathfinders on grids, rooms and points of visibility, on small maps."""

import numpy as np
import pytest

import asterion as at
from asterion.experiments.architectures.study import (
    EXPERIMENT,
    SEARCHES,
    Architectures,
    Trial,
    navigators,
    run,
    summarise,
)
from asterion.experiments.architectures.worlds import ARCHITECTURES, MAPS, Doors, candidates, made
from support.small_runs import result_of

CONFIG = Architectures(runs=2, side=31, ways=5, changes=60)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return result_of(EXPERIMENT, CONFIG, tmp_path_factory.mktemp("architectures"))


@pytest.fixture(scope="module")
def table(result):
    keys = ("map", "task", "architecture", "pathfinder")
    return {tuple(line[key] for key in keys): line for line in result["table"]}


@pytest.mark.slow
@pytest.mark.req("S000-117")
def test_there_are_rows_for_all_pathfinders_in_all_architectures(table):
    for kind in MAPS:
        for architecture in ARCHITECTURES:
            for search in SEARCHES:
                assert (kind, "known", architecture, search) in table
            for navigator in ("astar", "dstar", "focused-dstar", "dstar-lite", "mpaa"):
                assert (kind, "changing", architecture, navigator) in table
    assert {"lpa", "jps", "index"}.isdisjoint(navigators())
    assert len(table) == len(MAPS) * len(ARCHITECTURES) * (len(SEARCHES) + len(navigators()))


@pytest.mark.slow
@pytest.mark.req("S000-117")
def test_small_graphs_are_searched_with_less(table):
    for (kind, task, architecture, pathfinder), line in table.items():
        on_grid = table[kind, task, "grid", pathfinder]
        assert line["of_grid"] == pytest.approx(line["expanded"] / on_grid["expanded"])
        if architecture != "grid":
            assert line["nodes"] < on_grid["nodes"]
            assert line["expanded"] < on_grid["expanded"]
        if architecture == "rooms":
            assert line["expanded"] < on_grid["expanded"] / 3
            assert line["refined"] > 0


@pytest.mark.slow
@pytest.mark.req("S000-117")
def test_known_maps_are_crossed_at_no_more_cost_but_over_rooms(table):
    for (kind, task, architecture, _), line in table.items():
        if architecture == "grid" or (architecture == "visibility" and task == "known"):
            assert line["cost_ratio"] == pytest.approx(1)
            assert line["longest_ratio"] == pytest.approx(1, rel=1e-6)
        elif architecture == "rooms":
            assert 1 < line["cost_ratio"] < 1.3, kind


@pytest.mark.slow
@pytest.mark.req("S000-117")
def test_time_and_memory_stand_beside_the_counts(table):
    for (_, task, architecture, _), line in table.items():
        assert line["seconds"] > 0
        assert line["bytes"] > 0
        assert (line["memory"] is None) == (task == "known")
        assert (line["build_seconds"] > 0) == (architecture != "grid")
        if task == "changing":
            assert (line["upkeep_seconds"] > 0) == (architecture != "grid")
            assert line["searches"] >= 1
            assert line["moves"] >= 1


def test_a_trial_is_the_same_every_time():
    trial = Trial(Architectures(side=23, ways=3, changes=20), "indoors", 1)
    first, second = (
        [{k: v for k, v in row.items() if not k.endswith("seconds")} for row in run(trial)]
        for _ in range(2)
    )
    assert first == second


def test_a_wrong_answer_is_counted():
    trial = Trial(Architectures(side=23, ways=3, changes=20), "indoors", 1)
    rows = [{**row, "wrong": row["wrong"] + (i == 3)} for i, row in enumerate(run(trial))]
    assert summarise(trial.config, rows).wrong == 1


@pytest.mark.parametrize("kind", MAPS)
def test_doors_close_between_nodes_and_never_under_the_agent(kind):
    grid = made(kind, 0, 0, side=31)
    floor = grid.cost.copy()
    spared = {*candidates(kind, grid)[:5]}
    doors = Doors(kind, grid, 0, 0, spared=spared)
    shut = int((grid.cost != floor).sum())
    assert shut >= 1
    here = next(cell for cell in candidates(kind, at.Grid(floor))[5:] if grid[cell] > 0)
    for _ in range(50):
        doors.change(here)
        closed = {tuple(cell) for cell in np.argwhere(grid.cost != floor).tolist()}
        assert len(closed) in (shut, shut - 1)
        assert closed.isdisjoint({*spared, here})


@pytest.mark.slow
def test_the_picture_shows_a_corner_of_each_map(result):
    for kind in MAPS:
        drawn = result["facts"]["drawn"][kind]
        assert len(drawn["map"]) == 31
        assert len(drawn["rooms"]) > 3
        assert len(drawn["visibility"]) > 3
