"""How many cores this process may use, which may be fewer than the machine has."""

from __future__ import annotations

import os
from functools import cache
from math import ceil
from pathlib import Path

_QUOTA = Path("/sys/fs/cgroup/cpu.max")  # the share of processor time that a container may use


def usable_cores() -> int:
    """The cores that this process is bound to, or fewer if its share of their time is less."""
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(bound or 1, _share_of_time()))


@cache
def _share_of_time() -> int:
    """How many cores' time the system gives to this process; very many if there is no limit."""
    try:
        quota, period = map(int, _QUOTA.read_text().split())
    except (OSError, ValueError):  # no such file, or "max" where there is no limit
        return 1 << 20
    return ceil(quota / period) if quota > 0 and period > 0 else 1 << 20
