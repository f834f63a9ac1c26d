"""One input: its random choices, and the calls that are made with them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import asterion as at
from fuzz.text import call_text
from fuzz.values import NUMBERS, THINGS, Planted
from fuzz.verdict import Finding, check_total, contents, fault_of


class Fuzz(Random):
    """The random choices of one input, and the check of the calls that are made with it."""

    def __init__(self, seed: int, number: int, folder: Path, *, aloud: bool = False) -> None:
        super().__init__(seed << 64 | number)
        self.folder = folder
        self.aloud = aloud
        self.refused = False
        self.raised: BaseException | None = None  # the error that user code raised
        self.calls: list[tuple[Any, ...]] = []
        self.search: Any = None  # for heuristics that look into the search that asks them

    def often(self, share: float) -> bool:
        """True with this probability."""
        return self.random() < share

    def value(self) -> Any:
        """Anything at all."""
        return self.choice(NUMBERS if self.often(0.5) else THINGS)

    def mostly(self, *good: Any, odd: float = 0.16) -> Any:
        """One of these, except once in six or so."""
        return self.value() if self.often(odd) else self.choice(good)

    def one_of(self, *makers: Callable[[], Any]) -> Any:
        """Make one of these."""
        return self.choice(makers)()

    def some(self, shape: Iterable[int], pool: list[Any]) -> Any:
        """An array of this shape with values from the pool."""
        sides = tuple(shape)
        return np.array(self.choices(pool, k=math.prod(sides))).reshape(sides)

    def blame(self) -> Any:
        """Raise one of the errors that a user's code may raise."""
        kinds = [Planted, ValueError, StopIteration, KeyError, MemoryError, SystemExit, TypeError]
        self.raised = self.choice(kinds)()
        raise self.raised

    def call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Return the result of a call, or None if it raised an error with a readable message."""
        self.calls.append((function, args, options))
        if self.aloud:
            print(f"    {call_text(*self.calls[-1])}", flush=True)
        try:
            return function(*args, **options)
        except BaseException as error:
            if error is not self.raised and (reason := fault_of(error)):
                raise Finding(reason) from error
            self.refused = True
            return None

    def edit(self, grid: at.Grid, function: Callable[..., Any], *args: Any) -> None:
        """Make an edit as a whole or not at all."""
        before, refused = contents(grid), self.refused
        self.refused = False
        self.call(function, *args)
        if self.refused and contents(grid) != before:
            raise Finding("a refused edit has changed the world")
        check_total(grid)
        self.refused |= refused
