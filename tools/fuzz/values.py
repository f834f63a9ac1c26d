"""Hostile values: numbers, other objects, and objects whose methods lie or raise."""

from __future__ import annotations

import sys
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np


class Planted(BaseException):
    """An error that user code raises."""


def _raise(*_: Any, **__: Any) -> Any:
    raise Planted("from user code")


EVIL = "index float len iter repr eq hash array bool getitem getattr call next lt fspath"
FLOATS = [0.0, -0.0, 0.5, 2.5, -1.5, 1e-9, 5e-324, 1e290, 1.1e290, 1.7e308, inf, -inf, nan]
NUMBERS: list[Any] = [
    *(*FLOATS, 1j, Fraction(1, 3), Decimal("NaN"), np.float64(nan), np.longdouble("1e4000")),
    *(0, 1, 2, 3, 7, 255, 256, -1, -2, 2**31, 2**32, 2**63, 2**64, -(2**63) - 1, 10**400),
    *(True, False, np.True_, np.float32(0.1), np.float16(6e4), np.int8(-1), np.uint64(2**64 - 1)),
    type("Liar", (), {"__index__": lambda _: 2**70, "__float__": lambda _: nan})(),
]
THINGS: list[Any] = [
    *(None, "", "1", "x", "inf", "x" * 700, "\ud800", "a\0b", b"1", bytearray(b"ab"), ..., object),
    *([], [1], [[1, 2], [3]], (), (1,), (1, 2, 3), {}, {1: 2}, set(), {(0, 0)}, range(3), slice(2)),
    *(
        len,
        int,
        np.ndarray,
        np.array("x"),
        np.datetime64("NaT", "s"),
        np.zeros(0),
        np.zeros((2, 2)),
    ),
    *(np.array([None, 1]), memoryview(b"ab"), sys, "é\n"),
    *[type("Evil", (), {f"__{name}__": _raise})() for name in EVIL.split()],
    type("Liar", (), {"__len__": lambda _: 3, "__getitem__": lambda _, i: [i, "x", None][i]})(),
    type("Liar", (), {"__array__": lambda *_, **__: np.ones((2, 2))})(),
    type("Liar", (), {"__eq__": lambda *_: np.ones(3), "__hash__": lambda _: 0})(),
    type("Liar", (str,), {"__str__": lambda _: "astar", "__hash__": lambda _: 1})("never"),
]
