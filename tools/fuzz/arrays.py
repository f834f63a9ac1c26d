"""Arrays, indices and values to be set."""

from __future__ import annotations

import math
from contextlib import suppress
from math import inf
from typing import Any

import numpy as np

from fuzz.input import Fuzz
from fuzz.values import FLOATS

DTYPES = [*"?bBhHiIlLqQefdgFDG", "M8[s]", "m8[s]", "S3", "V4", ">f8", ">i4", ">u2", "i4,f8"]
SHAPES: list[tuple[int, ...]] = [(2, 3), (5, 5), (1, 8), (7, 4), (), (4,), (2, 2, 2), (0, 3)]
HUGE = [(2**40, 1), (2**31, 2**31), (1, 2**60), (2**16, 2**40)]
POOLS: list[list[Any]] = [
    *([True, True, True, False], [1, 1, 1, 0, 3, 9], [1], [0.5, 2.5, inf, 7.3, 1e-3]),
    *([1e-300, 1e290, 1.0, 0.0], [5e-324, 1e-310, 2.0**-1022, 0.0], [255, 256, 1, 0]),
]


def array(f: Fuzz) -> Any:
    """Something like an array: any type and shape, random bits or odd numbers, many disguises."""
    shape, dtype = f.choice(SHAPES), np.dtype(f.choice(DTYPES))
    made = f.some(shape, [*f.choice(POOLS), f.choice(FLOATS)])
    if f.often(0.4):
        made = np.frombuffer(f.randbytes(math.prod(shape) * dtype.itemsize), dtype).reshape(shape)
    with suppress(TypeError, ValueError, IndexError):
        return f.one_of(
            *(lambda: made, lambda: made.T, lambda: made[::-1], lambda: made[..., ::2], f.value),
            *(made.tolist, lambda: [made, made], lambda: [*made.tolist(), [1]], lambda: iter(made)),
            *(lambda: made, lambda: made.data, lambda: made.astype(f.choice("OU"))),
            *(lambda: np.broadcast_to(1.0, f.choice(HUGE)), lambda: np.ma.MaskedArray(made)),
            lambda: made.view(type("Mine", (np.ndarray,), {})),
        )
    return made


def key(f: Fuzz, shape: tuple[int, int]) -> Any:
    """An index of any kind."""
    ends = [*range(-9, 10), None, 2**63, -(2**70), 2**70, *([1] * 9)]

    def part() -> Any:
        return f.one_of(
            *(lambda: f.randint(-9, 9), lambda: f.randrange(shape[1]), f.value, lambda: ...),
            *(lambda: slice(*f.choices(ends, k=3)), lambda: slice(f.choice(ends), f.choice(ends))),
            *(lambda: f.choices(range(-3, 4), k=2), lambda: f.choice([None, True, 0.5]), lambda: 0),
            lambda: np.array(f.choices([0, 1, 2, 9], k=3), f.choice("bBiQfO")),
        )

    return f.one_of(
        *(lambda: f.some(shape, [True, False]), lambda: array(f), part),
        *(lambda: tuple(part() for _ in range(f.randrange(4))), *[lambda: (part(), part())] * 3),
    )


def setting(f: Fuzz) -> Any:
    """A value to be set."""
    return f.choice([f.choice(f.choice(POOLS)), f.choice(FLOATS), f.value(), array(f)])
