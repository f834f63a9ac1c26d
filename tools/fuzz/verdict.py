"""The definition of a finding: errors that are not for users, and wrong answers."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from math import inf
from typing import Any

import numpy as np

import asterion as at
from fuzz.values import Planted

READABLE = (TypeError, ValueError, IndexError, KeyError, OverflowError, OSError, ImportError)
UNCLEAR = re.compile(
    r"incompatible function arguments|std::|bad_alloc|bad[ _]cast|nanobind|__\w+__\(\)|"
    r"attribute '_|NULL|array element with|operands could not|truth value of an|unhashable type"
)


class Finding(Exception):  # noqa: N818 - not an error of this program
    """A fault that was found."""


def fault_of(error: BaseException) -> str | None:
    """Say why an error counts as a finding, if it does."""
    if isinstance(error, Planted):
        return None
    ours = isinstance(error, at.AsterionError)
    if isinstance(error, UnicodeError) or not (ours or isinstance(error, READABLE)):
        return "not an error for users"
    message = "of a user's object"
    with suppress(Planted):  # by a value that the error holds
        message = str(error)
    if not message.strip():
        return "no message"
    if ours and len(message) > 500:
        return "a message of more than 500 characters"
    return "internal words in the message" if UNCLEAR.search(message) else None


def contents(grid: at.Grid) -> tuple[Any, ...]:
    """Everything that an edit can change."""
    layers = {name: layer.tobytes() for name, layer in grid.layers.items()}
    return grid.version, grid.cost.tobytes(), grid.total.tobytes(), layers


def check_total(grid: at.Grid) -> None:
    """The total of a grid is its cost plus its layers, where there is no wall."""
    total = grid.cost.astype(float)
    for layer in grid.layers.values():
        total = total + np.where(total > 0, layer, 0.0)
    total[total == inf] = 0
    if (abs(grid.total - total) > 1e-12 * total).any():
        raise Finding("the total is not the cost plus the layers")


def check_path(
    world: Any, path: at.Path, end: Any, limit: Any = None, turn_cost: float = 0.0
) -> None:
    """A path that was found can be walked, and costs what it promises."""
    if not path:
        return
    if not math.isfinite(at.validate(world, path)):
        raise Finding("a path that costs no finite number")
    if limit is not None and path.cost > float(limit) * (1 + 1e-9):
        raise Finding("a path that costs more than max_cost")
    if path.optimal:
        best = at.find_path(world, path[0], end, algorithm="dijkstra", turn_cost=turn_cost).cost
        if not math.isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-300):
            raise Finding("an optimal path that is not cheapest")
