"""Paired comparisons on the same problems: means, ratios, and the p-values of paired tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean, median
from typing import NamedTuple

from asterion.experiments.engine.experiment import Row
from asterion.experiments.engine.paired_tests import sign_test, signed_rank_test


class Comparison(NamedTuple):
    """A comparison of two methods."""

    name: str
    a: str
    b: str


def compared(
    rows: list[Row],
    comparisons: Iterable[Comparison],
    measures: Sequence[str],
    *,
    of: str,
    on: str,
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
    """The values of a and those of b, in the same order of problems."""
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
