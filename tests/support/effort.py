"""The share of random testing that a run does: all, a sample, or less in a slow build.

The profile is chosen by ``HYPOTHESIS_PROFILE``: ``full`` (the default) or ``quick``, which is that
of ``make quick``. Loops over random worlds take the first of those that the full profile takes.
"""

import os

from support.sanitized import SANITIZED

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "full")
SHARE = 0.1 if SANITIZED else {"full": 1.0, "quick": 0.05}[PROFILE]
SAMPLED = SHARE < 1  # what is rare may not happen in a sample


def scaled(count: int, least: int = 3) -> int:
    """Scale a number of random cases: all of them in the full profile."""
    return min(count, max(least, int(count * SHARE)))
