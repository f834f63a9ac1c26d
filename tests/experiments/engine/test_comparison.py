"""The paired tests, against published values."""

import random
from itertools import product

import pytest

from asterion.experiments.engine import comparison as paired
from asterion.experiments.engine.comparison import sign_test, signed_rank_test

# Heights of crossed minus self-fertilised maize, in eighths of an inch: C. Darwin, The effects of
# cross and self fertilisation, 1876, as R. A. Fisher has them in The design of experiments, 1935.
MAIZE = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

# Depression before and after: M. Hollander and D. A. Wolfe, Nonparametric statistics, 1973.
BEFORE = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
AFTER = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]

# The largest sum of ranks that is significant at 5 %, two-sided: R. L. McCornack, Extended tables
# of the Wilcoxon matched pair signed rank statistic, 1965.
LARGEST_SUM = {6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 12: 13, 15: 25, 20: 52, 25: 89, 30: 137, 50: 434}

# The largest count of the rarer sign, the same way: W. J. Dixon and A. M. Mood, 1946.
LARGEST_COUNT = {6: 0, 9: 1, 10: 1, 12: 2, 15: 3, 20: 5, 25: 7, 30: 9, 40: 13, 50: 17}


def test_darwins_maize():
    assert signed_rank_test(MAIZE) == (24, 96, 0.041259765625)
    assert sign_test(MAIZE) == (2, 13, pytest.approx(0.007385, abs=5e-7))


def test_hollander_and_wolfes_patients():
    differences = [b - a for a, b in zip(AFTER, BEFORE, strict=True)]
    assert signed_rank_test(differences) == (5, 40, 0.0390625)


def ranks_with_sum(pairs, below):
    """Differences 1, 2, ..., some of them negative, so that those sum up to ``below``."""
    signs = []
    for rank in range(pairs, 0, -1):
        signs.append(-rank if rank <= below else rank)
        below -= rank if rank <= below else 0
    return signs


@pytest.mark.parametrize("pairs", LARGEST_SUM)
def test_the_published_bounds_of_the_sum_of_ranks(pairs):
    largest = LARGEST_SUM[pairs]
    just, over = (signed_rank_test(ranks_with_sum(pairs, largest + i)) for i in (0, 1))
    assert (just.below, over.below) == (largest, largest + 1)
    assert just.p <= 0.05 < over.p


@pytest.mark.parametrize("pairs", LARGEST_COUNT)
def test_the_published_bounds_of_the_count_of_signs(pairs):
    rare = LARGEST_COUNT[pairs]
    assert sign_test([-1] * rare + [1] * (pairs - rare)).p <= 0.05
    assert sign_test([-1] * (rare + 1) + [1] * (pairs - rare - 1)).p > 0.05


@pytest.mark.parametrize("sizes", [[1, 2, 2, 3], [1, 1, 1, 1, 2], [5, 5, 7, 7, 7, 9], [4]])
def test_equal_ranks_are_counted_exactly(sizes):
    """By trying all signs."""
    every = [
        signed_rank_test([s * size for s, size in zip(signs, sizes, strict=True)])
        for signs in product((-1, 1), repeat=len(sizes))
    ]
    for one in every:
        rarer = min(one.below, one.above)
        as_lopsided = sum(min(other.below, other.above) <= rarer for other in every)
        assert one.p == as_lopsided / len(every)


def test_the_normal_curve_is_close_to_the_truth(monkeypatch):
    numbers = random.Random(1)
    for shift in (0.0, 0.1, 0.2):
        differences = [numbers.gauss(shift, 1) for _ in range(100)]
        coarse = [round(4 * difference) for difference in differences]  # many ties, and some 0
        for some in (differences, coarse):
            exact = signed_rank_test(some)
            with monkeypatch.context() as patch:
                patch.setattr(paired, "EXACT", 0)
                close = signed_rank_test(some)
            assert close[:2] == exact[:2]
            if exact.p > 0.001:
                assert close.p == pytest.approx(exact.p, rel=0.05)
            else:  # in the tail the approximation is too large: conservative
                assert exact.p < close.p < 2 * exact.p


def test_without_differences_there_is_no_evidence():
    for none in ([], [0, 0.0]):
        assert sign_test(none) == (0, 0, 1)
        assert signed_rank_test(none) == (0, 0, 1)


def test_many_pairs():
    assert sign_test([1] * 3000).p == 0
    assert sign_test([1, -1] * 1500).p == 1
    assert signed_rank_test([*range(1, 2000)]).p < 1e-100
