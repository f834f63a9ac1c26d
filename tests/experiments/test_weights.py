"""The sweep of weights, on small maps."""

import pytest

import asterion as at
from asterion.experiments.landscapes import KINDS, landscape, queries
from asterion.experiments.weights import EXPERIMENT, WEIGHTS, Weights
from support.small_runs import result_of

CONFIG = Weights(runs=4, side=31, ways=10)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return result_of(EXPERIMENT, CONFIG, tmp_path_factory.mktemp("weights"))


def lines_of(result, kind):
    return {line["weight"]: line for line in result["table"] if line["map"] == kind}


@pytest.mark.req("S002-27")
@pytest.mark.parametrize("kind", KINDS)
def test_overestimates_save_search_and_paths_get_longer(result, kind):
    lines = lines_of(result, kind)
    assert [*lines] == [*WEIGHTS]
    below = [lines[weight]["expanded"] for weight in WEIGHTS if weight <= 1]
    assert below == sorted(below, reverse=True)
    assert lines[1.25]["expanded"] < lines[1]["expanded"]
    assert all(lines[w]["cheapest"] == lines[w]["cost_ratio"] == 1 for w in WEIGHTS if w <= 1)
    assert lines[10]["cost_ratio"] > lines[2]["cost_ratio"] > 1
    assert lines[1.1]["cheapest"] > 0.7  # slightly too large: mostly the best path
    assert lines[10]["cheapest"] < 0.7


@pytest.mark.req("S002-24")
@pytest.mark.req("S002-27")
def test_no_path_exceeds_either_bound(result):
    for row in result["rows"]:
        assert row["ratio"] <= max(row["weight"], 1) * (1 + 1e-9)
        assert row["excess"] <= row["over"] + 1e-9 * row["cost"]
        assert not row["wrong"]
    assert any(row["excess"] > 0 for row in result["rows"])


def test_rows_count_what_the_searches_did(result):
    for row in result["rows"][:: len(WEIGHTS) * 7 + 3]:
        grid = landscape(row["map"], 0, row["run"], side=CONFIG.side)
        query = queries(grid, 0, row["run"], count=CONFIG.ways)[row["way"]]
        options = {"heuristic": "euclidean", "weight": row["weight"], "ties": "high-g"}
        path = at.find_path(grid, *query, algorithm="astar", **options)
        assert (row["expanded"], row["cost"]) == (path.stats.expanded, path.cost)


@pytest.mark.parametrize("kind", KINDS)
def test_queries_are_half_a_map_apart_and_have_a_path(kind):
    grid = landscape(kind, 3, 1, side=31)
    found = queries(grid, 3, 1, count=12)
    assert len(found) == 12
    assert found[:5] == queries(grid, 3, 1, count=5)
    for start, goal in found:
        assert sum((a - b) ** 2 for a, b in zip(start, goal, strict=True)) >= 15.5**2
        assert at.find_path(grid, start, goal).found
