"""Copies and pickles."""

from __future__ import annotations

import copy
import pickle
from contextlib import suppress
from typing import Any

import asterion as at
from fuzz.input import Fuzz
from fuzz.values import Planted
from fuzz.worlds import some_world


def copies(f: Fuzz) -> None:
    """Copies and pickles; damaged pickles may raise any error, but not crash."""
    path = at.find_path(at.Grid([[1, 1, 1, 1]]), (0, 0), (0, f.randrange(4)))
    ways = [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]  # noqa: S301
    f.call(repr, f.call(f.choice(ways), f.choice([some_world(f), path, path.stats])))
    whole: Any = f.choice([path, path.stats])
    make, parts = whole.__reduce__()
    state = [*parts]
    state[f.randrange(len(state))] = f.choice([f.value(), 0, 3, -1, [1, 2**31], [0] * 9])
    with suppress(Exception, Planted):
        broken = make(*state)
        repr((broken, [*broken], broken.cells, at.smoothness(broken)))
