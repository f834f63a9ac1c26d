"""The study of open lists, on small maps."""

from itertools import product

import numpy as np
import pytest

import asterion as at
from asterion.experiments.landscapes import queries
from asterion.experiments.open_lists import (
    EXPERIMENT,
    LISTS,
    MAPS,
    SEARCHES,
    OpenLists,
    map_of,
    searched,
)
from support.small_runs import result_of

CONFIG = OpenLists(runs=2, ways=2, largest=64, repeats=1)
FIGURES = ("expanded", "inserts", "rekeys", "removes", "peak", "size", "seconds")


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return result_of(EXPERIMENT, CONFIG, tmp_path_factory.mktemp("open-lists"))


@pytest.fixture(scope="module")
def lines(result):
    return {(line["map"], line["search"], line["open_list"]): line for line in result["table"]}


@pytest.mark.req("S000-46")
def test_there_is_a_row_for_each_structure_with_operations_and_time_or_a_reason(lines):
    assert {*lines} == {*product(MAPS, SEARCHES, LISTS)}
    served = 0
    for line in lines.values():
        if line["refused"]:
            assert all(line[name] is None for name in FIGURES)
            continue
        served += 1
        assert line["searches"] == CONFIG.runs * CONFIG.ways
        assert line["seconds"] > 0
        assert line["inserts"] >= line["removes"] == line["expanded"] > 0
        assert line["peak"] >= line["size"] > 0
    assert served == 3 * 10 + 8 + 2  # three serve everything, the bucket queue 8, two stacks 2


@pytest.mark.req("S000-46")
def test_who_cannot_serve_a_search_says_why(lines):
    for search in SEARCHES:
        steep = lines["hills with diagonals", search, "bucket queue"]
        assert steep["refused"] == "a bucket queue needs keys in whole numbers"
        assert not lines["hills", search, "bucket queue"]["refused"]
    reason = "two stacks need four directions, equal costs and the Manhattan distance"
    for kind, search in product(MAPS, SEARCHES):
        serves = kind in ("maze", "scattered walls") and search == "astar"
        assert lines[kind, search, "two stacks"]["refused"] == ("" if serves else reason)


@pytest.mark.req("S000-46")
def test_all_of_them_keep_the_same_order(lines):
    """All but the heap take the last in of equal keys first, so they expand the same nodes."""
    for kind, search in product(MAPS, SEARCHES):
        of_kind = {name: lines[kind, search, name] for name in LISTS}
        like = of_kind["sorted list"]
        for name, line in of_kind.items():
            if line["refused"] or name == "binary heap":
                continue
            assert [line[figure] for figure in FIGURES[:-1]] == [
                like[figure] for figure in FIGURES[:-1]
            ], (kind, search, name)


def test_an_answer_that_costs_more_is_told_to_be_wrong(monkeypatch):
    grid = map_of("rooms", 64, 1)
    query = queries(grid, 0, 0, count=1)[0]
    assert not searched(grid, query, "astar", "sorted list", 1)["wrong"]
    detour = at.Path.from_nodes(grid, [*at.find_path(grid, *query)][:-1])
    monkeypatch.setattr(
        "asterion.experiments.open_lists._core.find_path_with",
        lambda *_, **__: (detour, 0),
    )
    assert searched(grid, query, "astar", "sorted list", 1)["wrong"]


def test_all_maps_differ_from_run_to_run():
    for kind in MAPS:
        assert (map_of(kind, 64, 1).cost != map_of(kind, 64, 2).cost).any()
        np.testing.assert_array_equal(map_of(kind, 64, 1).cost, map_of(kind, 64, 1).cost)
