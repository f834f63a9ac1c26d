"""The study of units that meet on a bridge, with few crossings."""

import numpy as np
import pytest

import asterion as at
from asterion.experiments.bridge import (
    EXPERIMENT,
    MEETINGS,
    NEAR,
    RIVER,
    STOPS,
    Bridge,
    land,
    ways,
)
from support.small_runs import result_of

CONFIG = Bridge(runs=4)


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    result = result_of(EXPERIMENT, CONFIG, tmp_path_factory.mktemp("bridge"))
    assert not any(row["lost"] for row in result["rows"])
    return {(line["meeting"], line["stop"]): line for line in result["table"]}


@pytest.mark.req("S003-14")
def test_to_wait_pays_for_short_stops_and_to_walk_round_for_long_ones(lines):
    assert [*lines] == [(meeting, stop) for meeting in MEETINGS for stop in STOPS]
    for stop in (0, 5, 10):
        assert lines["wait", stop]["ticks"] < lines["detour", stop]["ticks"]
        assert lines["both", stop]["ticks"] == lines["wait", stop]["ticks"]
    for stop in (80, 160):
        assert lines["detour", stop]["ticks"] < lines["wait", stop]["ticks"]
    # With both, nobody waits for ever, nor walks around a brief obstacle.
    assert lines["both", 160]["ticks"] < lines["wait", 160]["ticks"]
    assert lines["both", 0]["ticks"] < lines["detour", 0]["ticks"]


@pytest.mark.req("S003-14")
def test_a_crowd_walks_round_what_stands_without_queues_in_the_way(lines):
    for stop in STOPS:
        assert lines["crowd", stop]["ticks"] < lines["detour", stop]["ticks"]
    for stop in (80, 160):
        assert lines["crowd", stop]["ticks"] < lines["both", stop]["ticks"]
        assert lines["crowd", stop]["moves"] > lines["crowd", stop]["best"]
    assert lines["crowd", 0]["moves"] < 1.1 * lines["crowd", 0]["best"]


@pytest.mark.req("S003-14")
def test_who_waits_walks_no_further_than_it_has_to(lines):
    for stop in STOPS:
        assert lines["wait", stop]["moves"] == pytest.approx(lines["wait", stop]["best"])
        assert lines["detour", stop]["moves"] > lines["detour", stop]["best"]


def test_every_cheapest_path_is_over_the_near_bridge():
    grid = land()
    assert np.count_nonzero(grid.cost[:, RIVER]) == 2
    for run in range(20):
        ends = ways(CONFIG, run)
        assert len({cell for each in ends for cell in each}) == 2 * CONFIG.units
        for start, goal in ends:
            assert (NEAR, RIVER) in [*at.find_path(grid, start, goal)]
