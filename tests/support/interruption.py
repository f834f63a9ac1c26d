"""Signals that arrive in the middle of a long call, as Ctrl-C does."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

AFTER = 0.3  # seconds into the call
AT_ONCE = 2.0  # seconds: far less than the calls take, far more than a busy machine delays a signal


class Interrupted(Exception):  # noqa: N818 - as KeyboardInterrupt is called
    """Raised by the handler; KeyboardInterrupt would end the tests if it came too late."""


@contextmanager
def interrupted(after: float = AFTER) -> Iterator[None]:
    """The block is ended by a signal, and at once; the block must take several seconds."""

    def interrupt(*_: object) -> None:
        raise Interrupted

    former = signal.signal(signal.SIGALRM, interrupt)
    try:
        begin = time.perf_counter()
        signal.setitimer(signal.ITIMER_REAL, after)
        with pytest.raises(Interrupted):
            yield
        assert time.perf_counter() - begin < after + AT_ONCE
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
