"""Graceful decay, on small maps."""

import numpy as np
import pytest

from asterion.experiments.decay import EXPERIMENT, MAPS, NOISES, SHARES, Decay, noise
from asterion.world.dice import Dice
from support.small_runs import result_of


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    config = Decay(runs=6, side=31, ways=10)
    return result_of(EXPERIMENT, config, tmp_path_factory.mktemp("decay"))


@pytest.mark.slow
@pytest.mark.req("S003-03")
def test_paths_are_rarely_over_by_delta_where_estimates_rarely_are(result):
    """Never without such a cell; never more often than one lies on the cheapest path."""
    for kind in MAPS:
        for name in NOISES:
            lines = [
                line for line in result["table"] if (line["map"], line["noise"]) == (kind, name)
            ]
            assert len(lines) == len(SHARES)
            assert lines[0]["cells_over"] == lines[0]["paths_over"] == 0
            assert lines[0]["largest_excess"] <= 2
            for line in lines:
                assert line["paths_over"] <= line["paths_met"]
            few, many = lines[1]["paths_over"], max(line["paths_over"] for line in lines)
            assert few < 0.12
            assert few <= many


@pytest.mark.slow
@pytest.mark.req("S003-03")
def test_the_frequency_table_counts_all_paths(result):
    for line, share in zip(result["table"], SHARES * 4, strict=True):
        assert line["paths"] == 60
        assert line["delta"] == 2
        assert line["cells_over"] == pytest.approx(share, abs=0.12)
        over = [
            row["paths_over"]
            for row in result["rows"]
            if (row["map"], row["noise"], row["share"]) == (line["map"], line["noise"], share)
        ]
        assert line["paths_over"] == pytest.approx(sum(over) / 60)


@pytest.mark.slow
@pytest.mark.req("S002-24")
def test_no_excess_is_more_than_the_estimates_on_the_cheapest_path_allow(result):
    assert sum(row["wrong"] for row in result["rows"]) == 0
    assert any(row["largest_excess"] > 2 for row in result["rows"])


def test_the_noise_is_what_is_said():
    for patch in (1, 8):
        values = noise((33, 40), Dice(1), (patch, 0.3, 2.0))
        assert values.shape == (33, 40)
        assert -4 <= values.min() < values.max() <= 10
        assert (values > 2).mean() == pytest.approx(0.3, abs=0.15)
        assert (values[:8, :8] == values[0, 0]).all() == (patch == 8)
    assert (noise((20, 20), Dice(1), (1, 0.0, 2.0)) <= 2).all()
    assert np.all(noise((20, 20), Dice(1), (1, 1.0, 2.0)) >= 2)
