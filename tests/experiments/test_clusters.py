"""The sweep of cluster sizes, in small houses."""

import pytest

from asterion.experiments.clusters import EXPERIMENT, SIZES, Clusters
from support.small_runs import result_of


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    config = Clusters(runs=3, side=31, ways=8)
    result = result_of(EXPERIMENT, config, tmp_path_factory.mktemp("clusters"))
    return {(line["clusters"], line["variant"]): line for line in result["table"]}


@pytest.mark.slow
@pytest.mark.req("S002-32")
def test_small_clusters_save_search_and_cost_memory_and_time(table):
    sizes = [size for size in SIZES if size <= 31]
    lines = [table[size, "admissible"] for size in sizes]
    small, large = lines[0], lines[-1]
    for line in lines:
        assert line["table_bytes"] == pytest.approx(8 * line["regions"] ** 2, rel=0.05)
        assert line["cost_ratio"] == pytest.approx(1)
        assert 0 < line["filled"] <= 1
        assert line["build_seconds"] > 0
    assert small["expanded"] * 1.5 < large["expanded"]
    assert small["table_bytes"] > 100 * large["table_bytes"]
    assert small["regions"] > 10 * large["regions"]  # each is a search when the table is built
    assert small["filled"] > large["filled"]


@pytest.mark.slow
@pytest.mark.req("S002-32")
def test_large_clusters_gain_little(table):
    assert table[24, "admissible"]["of_euclidean"] > 0.8
    assert table["zero", ""]["of_euclidean"] > 1
    assert table["euclidean", ""]["of_euclidean"] == 1
    assert table["euclidean", ""]["table_bytes"] is None


@pytest.mark.slow
@pytest.mark.req("S002-33")
def test_middles_may_mislead_and_nearest_cells_may_not(table):
    ratios = {
        variant: max(line["longest_ratio"] for key, line in table.items() if key[1] == variant)
        for variant in ("admissible", "lecture")
    }
    assert ratios["admissible"] == pytest.approx(1)
    assert ratios["lecture"] > 1.001


@pytest.mark.slow
def test_rooms_are_clusters_too(table):
    assert table["rooms", "admissible"]["regions"] == 16
    assert table["rooms", "admissible"]["of_euclidean"] < 1
