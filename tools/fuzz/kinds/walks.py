"""Custom paths and heuristics, and the functions that check them."""

from __future__ import annotations

import asterion as at
from fuzz.input import Fuzz
from fuzz.options import heuristic
from fuzz.worlds import cell, goal, some_world


def walks(f: Fuzz) -> None:
    """Custom paths for ``validate``, and custom heuristics for ``check_heuristic``."""
    world, other = some_world(f), some_world(f)
    row, col = f.randrange(3), f.randrange(3)
    along = [(row, col + i) for i in range(4)]
    walk = f.mostly([cell(f, world) for _ in range(f.randrange(4))], along)
    f.call(at.validate, f.mostly(world, odd=0.01), walk)
    path = f.call(at.Path.from_nodes, f.mostly(world, odd=0.01), walk, optimal=f.mostly(True))
    f.call(at.Path.not_found, f.mostly("stopped", "unreachable", "running", "found"))
    f.call(at.validate, other, f.value() if path is None else path)
    f.call(at.smoothness, f.value() if path is None else path)
    f.call(at.check_heuristic, f.mostly(world, odd=0.01), heuristic(f, world), goal(f, world))
