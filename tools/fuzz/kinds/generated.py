"""Maps made from a seed."""

from __future__ import annotations

from math import nan
from typing import Any

import asterion as at
from fuzz.input import Fuzz
from fuzz.values import THINGS
from fuzz.worlds import DIAGONALS

# Small, or rejected beside any other side: a map between the two is good, but slow.
SMALL = [*range(1, 12), 5, True]
REFUSED = [0, -1, -(2**63), 2.5, nan, 2**31, 2**60, 2**64, 10**400]


def generated(f: Fuzz) -> None:
    """Maps from odd sizes, seeds and shares."""
    sides: list[Any] = [*SMALL, *SMALL, *REFUSED, f.choice(THINGS)]
    shape = f.choice([f.choice(sides), (f.choice(sides), f.choice(sides)), (3, 4, 5)])
    shares = [0, 0.3, 0.5, 1, 1.5, -0.1, nan, f.value()]
    seeds = [0, 7, 2**200, f.value()]
    named: dict[str, dict[str, list[Any]]] = {
        "maze": {"opened": [0, 1, 3, 10**6, -1, 2.5, f.value()], "seed": seeds},
        "scattered": {"density": shares, "seed": seeds},
        "rooms": {"size": [1, 2, 3, 0, 2**70, f.value()], "extra": shares, "seed": seeds},
        "caves": {"density": shares, "rounds": [0, 1, 5, -1, 2.5, f.choice(THINGS)]},
        "field": {"diagonal": [*DIAGONALS, f.value()]},
    }
    name = f.choice([*named])
    options = {word: f.choice(values) for word, values in named[name].items() if f.often(0.5)}
    f.call(getattr(at.maps, name), shape, **options)
