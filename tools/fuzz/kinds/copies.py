"""Copies and pickles."""

from __future__ import annotations

import copy
import pickle

import asterion as at
from fuzz.input import Fuzz
from fuzz.worlds import some_world


def copies(f: Fuzz) -> None:
    """Copies and pickles. Damaged pickles are not tried: they are to be trusted like code."""
    path = at.find_path(at.Grid([[1, 1, 1, 1]]), (0, 0), (0, f.randrange(4)))
    ways = [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]  # noqa: S301
    f.call(repr, f.call(f.choice(ways), f.choice([some_world(f), path, path.stats])))
