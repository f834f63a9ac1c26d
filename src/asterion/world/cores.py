"""The number of cores this process may use, which may be fewer than the machine has."""

from __future__ import annotations

import os
from functools import cache
from math import ceil
from pathlib import Path

_QUOTA = Path("/sys/fs/cgroup/cpu.max")  # the share of processor time that a container may use


def usable_cores() -> int:
    """Return how many cores this process may use, by its binding and its share of time."""
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(bound or 1, _share_of_time()))


@cache
def _share_of_time() -> int:
    """Return how many cores' time the system grants this process; a huge number without a limit."""
    try:
        quota, period = map(int, _QUOTA.read_text().split())
    except (OSError, ValueError):  # no such file, or "max" where there is no limit
        return 1 << 20
    return ceil(quota / period) if quota > 0 and period > 0 else 1 << 20
