"""How many cores this process may use, which may be fewer than the machine has."""

from __future__ import annotations

import os
from functools import cache
from math import ceil
from pathlib import Path

# The share of processor time that a container may use: in groups of version 2, then version 1.
_QUOTA = Path("/sys/fs/cgroup/cpu.max")
_OLD_QUOTA = Path("/sys/fs/cgroup/cpu/cpu.cfs_quota_us")
_OLD_PERIOD = Path("/sys/fs/cgroup/cpu/cpu.cfs_period_us")


def usable_cores() -> int:
    """The cores that this process is bound to, or fewer if its share of their time is less."""
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(bound or 1, _share_of_time()))


@cache
def _share_of_time() -> int:
    """How many cores' time the system gives to this process; very many if there is no limit."""
    for quota_of in (_quota, _old_quota):
        try:
            quota, period = quota_of()
        except (OSError, ValueError):
            continue  # not here, or no limit
        if quota > 0 and period > 0:
            return ceil(quota / period)
    return 1 << 20


def _quota() -> tuple[int, int]:
    quota, period = _QUOTA.read_text().split()
    return int(quota), int(period)  # "max 100000" is no limit, and no number


def _old_quota() -> tuple[int, int]:
    return int(_OLD_QUOTA.read_text()), int(_OLD_PERIOD.read_text())
