"""Random numbers that depend on the seed alone, not on the machine or the NumPy version."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.world.arguments import whole

if TYPE_CHECKING:
    import numpy.typing as npt


class Dice:
    """Random numbers from a seed, from the raw stream of PCG64 alone, which NumPy keeps stable.

    >>> from asterion.world.dice import Dice
    >>> dice = Dice(7)
    >>> [dice.below(6) for _ in range(8)]
    [2, 2, 1, 3, 1, 2, 2, 3]
    """

    _AT_ONCE = 1024  # numbers drawn from the stream at a time

    def __init__(self, seed: int) -> None:
        if whole("seed", seed) < 0:
            raise InvalidValue(f"seed is {short_repr(seed)}; it must be at least 0")
        self._stream = np.random.PCG64(seed)
        self._rolled: list[int] = []

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, all equally likely."""
        if not self._rolled:
            self._rolled = self._stream.random_raw(self._AT_ONCE).tolist()
        return self._rolled.pop() * n >> 64

    def fractions(self, shape: tuple[int, int]) -> npt.NDArray[np.float64]:
        """An array of numbers from 0 up to, but not including, 1."""
        raw: npt.NDArray[np.uint64] = self._stream.random_raw(shape)
        return (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53
