"""Costs from a caller for things that a file only names."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from pathlib import Path as FilePath
from typing import Any

from asterion.errors import InvalidType, InvalidValue, short_repr


def checked_costs(path: FilePath, costs: Mapping[Any, float] | None) -> dict[Any, float]:
    """Costs by name, 0 for a wall."""
    if costs is None:
        return {}
    if not isinstance(costs, Mapping):
        raise InvalidType(f"costs is {short_repr(costs)}; it must map names to costs")
    found = {}
    for name, cost in costs.items():
        try:
            number = float(cost)
        except (TypeError, ValueError, OverflowError):
            number = -1.0
        if not 0 <= number <= inf:
            raise InvalidValue(
                f"{path.name}: costs[{short_repr(name)}] is {short_repr(cost)}; a cost must be > "
                "0, or 0 / inf for a wall"
            )
        found[name] = 0.0 if number == inf else number
    return found
