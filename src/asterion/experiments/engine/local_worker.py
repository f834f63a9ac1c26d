"""What Dask calls in each worker process of a local cluster before its first trial."""

from __future__ import annotations

import signal


def dask_setup(_worker: object) -> None:
    """Ctrl-C is for the process that started us, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
