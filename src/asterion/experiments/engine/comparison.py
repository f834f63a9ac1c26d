"""Paired comparisons on the same problems: means, ratios, and the p-values of paired tests.

The tests take the differences, one per pair; the null hypothesis is that both signs are equally
likely. Pairs without a difference are left out. p is two-sided and exact; only the signed-rank test
of more than 100 pairs uses the normal approximation, which makes a very small p somewhat too large.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import comb, erfc, sqrt
from statistics import fmean, median
from typing import NamedTuple

from asterion.experiments.engine.experiment import Row

EXACT = 100  # most pairs for which the distribution is computed exactly


class Comparison(NamedTuple):
    """A comparison of two methods."""

    name: str
    a: str
    b: str


def compared(
    rows: list[Row], comparisons: Iterable[Comparison], measures: Sequence[str], *, of: str, on: str
) -> list[Row]:
    """A line for each comparison and measure; less is better.

    ``of`` is the column with the names of the methods, ``on`` the one with the problems.
    """
    return [
        {
            "comparison": comparison.name,
            "measure": measure,
            "a": comparison.a,
            "b": comparison.b,
            **line(*pairs(rows, comparison, measure, of=of, on=on)),
        }
        for comparison in comparisons
        for measure in measures
    ]


def pairs(
    rows: list[Row], comparison: Comparison, measure: str, *, of: str, on: str
) -> tuple[list[float], list[float]]:
    """The values of a and b, in the same order of problems."""
    of_a = {row[on]: row[measure] for row in rows if row[of] == comparison.a}
    of_b = {row[on]: row[measure] for row in rows if row[of] == comparison.b}
    return [*of_a.values()], [of_b[problem] for problem in of_a]


def line(a: list[float], b: list[float]) -> Row:
    """The statistics of two paired columns."""
    differences = [y - x for x, y in zip(a, b, strict=True)]
    signs, ranks = sign_test(differences), signed_rank_test(differences)
    ratios = [y / x for x, y in zip(a, b, strict=True) if x]
    return {
        "pairs": len(a),
        "mean_a": fmean(a),
        "mean_b": fmean(b),
        "median_a": float(median(a)),
        "median_b": float(median(b)),
        "ratio": fmean(b) / fmean(a) if any(a) else None,  # of the means
        "median_ratio": median(ratios) if ratios else None,
        "less_a": signs.above,
        "equal": len(a) - signs.above - signs.below,
        "less_b": signs.below,
        "p_signs": signs.p,
        "p_ranks": ranks.p,
    }


# --- Tests


class Signs(NamedTuple):
    """Result of the sign test: how many differences are below 0 and above, and p."""

    below: int
    above: int
    p: float


class Ranks(NamedTuple):
    """Result of the signed-rank test: the rank sums of differences below 0 and above, and p."""

    below: float
    above: float
    p: float


def sign_test(differences: Iterable[float]) -> Signs:
    """Test which sign is more common. It assumes nothing but pairs. O(pairs).

    >>> from asterion.experiments.engine.comparison import sign_test
    >>> sign_test([3, 1, 4, 1, 5, -9, 2, 6, 0])
    Signs(below=1, above=7, p=0.0703125)

    J. Arbuthnott, An argument for divine providence, 1710; W. J. Dixon and A. M. Mood, 1946
    """
    signs = [difference > 0 for difference in differences if difference]
    above = sum(signs)
    below = len(signs) - above
    tail = sum(comb(len(signs), k) for k in range(min(below, above) + 1))
    return Signs(below, above, min(1.0, 2 * tail / 2 ** len(signs)))


def signed_rank_test(differences: Iterable[float]) -> Ranks:
    """Test the rank sums of both signs (Wilcoxon); equal differences have their mean rank.

    More powerful than the sign test, under the assumption that the differences are symmetric around
    0 under the null hypothesis. O(pairs^3) for up to 100 of them, then O(pairs log pairs).

    >>> from asterion.experiments.engine.comparison import signed_rank_test
    >>> signed_rank_test([3, 1, 4, 1, 5, -9, 2, 6, 0])
    Ranks(below=8.0, above=28.0, p=0.1796875)

    F. Wilcoxon, Individual comparisons by ranking methods, 1945
    """
    ordered = sorted((d for d in differences if d), key=abs)
    twice: list[int] = []  # ranks; a mean rank may end in .5
    for _, group in groupby(ordered, key=abs):
        equals = len(list(group))
        twice += [2 * len(twice) + equals + 1] * equals
    above = sum(rank for rank, difference in zip(twice, ordered, strict=True) if difference > 0)
    below = sum(twice) - above
    tail = _exact_tail if len(twice) <= EXACT else _normal_tail
    return Ranks(below / 2, above / 2, min(1.0, 2 * tail(twice, min(below, above))))


def _exact_tail(ranks: Sequence[int], most: int) -> float:
    """The probability that a random subset of the ranks sums up to ``most`` or less."""
    counts = [1] + [0] * most  # number of subsets with each sum
    for rank in ranks:
        for total in range(most, rank - 1, -1):
            counts[total] += counts[total - rank]
    return sum(counts) / (1 << len(ranks))


def _normal_tail(ranks: Sequence[int], most: int) -> float:
    """The same by the normal approximation; the variance takes equal ranks into account."""
    half_a_step = 1  # continuity correction: sums of doubled ranks are 2 apart without equal ranks
    away = sum(ranks) / 2 - most - half_a_step
    return erfc(away / sqrt(sum(rank * rank for rank in ranks) / 2)) / 2
