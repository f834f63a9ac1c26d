"""A shard: every n-th trial of a study, for queues of jobs that know nothing of each other."""

from __future__ import annotations

import re
from typing import NamedTuple

from asterion.errors import InvalidValue


class Shard(NamedTuple):
    """The i-th of n; written ``i/n``, from ``1/n`` to ``n/n``.

    >>> [*Shard.parsed("2/3").numbers(8)]
    [1, 4, 7]
    """

    number: int
    of: int

    @classmethod
    def parsed(cls, text: str) -> Shard:
        """From ``2/8``."""
        found = re.fullmatch(r"([1-9][0-9]{0,8})/([1-9][0-9]{0,8})", text)
        if found is None or int(found[1]) > int(found[2]):
            raise InvalidValue(
                f"--shard is {text!r}; it is written i/n with 1 <= i <= n, from 1/8 to 8/8"
            )
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def numbers(self, trials: int) -> range:
        """The numbers of its trials: long and short ones alternate over the shards."""
        return range(self.number - 1, trials, self.of)
