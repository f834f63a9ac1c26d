"""The observations of A. Smith, The path to the right decision, 2020, by name."""

from __future__ import annotations

from collections.abc import Callable

from asterion.experiments.engine.experiment import Row
from asterion.experiments.tactics import case_four as four
from asterion.experiments.tactics import case_three as three
from asterion.experiments.tactics import early_cases as early

_MADE: dict[str, Callable[[int], list[Row]]] = {
    each.__name__: each
    for each in (
        early.one_passes,
        early.one_and_random,
        early.two_default,
        early.two_raised,
        early.two_mirror,
        early.two_end_multiplier,
        early.two_cross,
        three.three_small,
        three.three_first_turn,
        three.three_wide,
        three.three_block,
        four.four_and_three,
        four.four_quick,
        four.four_cross,
        four.four_spares,
        four.four_stronger,
        three.block,
        three.branching,
    )
}
NAMES = tuple(_MADE)


def made(name: str, *, turns: int) -> list[Row]:
    """The lines of an observation; ``turns`` is the limit of its games."""
    return _MADE[name](turns)
