"""Memory of the lab: what stays is not looked at again, and the rest goes back to the system."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from contextlib import suppress

_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD in the GNU C library
_LARGE = 2**18  # bytes
SOON = 1.0  # seconds


def spare_what_stays() -> None:
    """Has the garbage collector leave out all that is there now, which is never freed.

    The modules of the server alone have a hundred thousand objects: to look at them takes 0.1 s, in
    which nothing else happens.
    """
    gc.collect()
    gc.freeze()


def keep_large_blocks_apart() -> None:
    """Has the C library return large blocks to the system as soon as they are freed.

    It would do so at first, but keeps ever larger ones once such a block was freed.
    """
    with suppress(OSError, AttributeError):  # there is no such function on other systems
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)


def give_back_soon() -> None:
    """Have :func:`give_back` called beside the event loop, once a closed session is let go of."""
    loop = asyncio.get_running_loop()
    loop.call_later(SOON, loop.run_in_executor, None, give_back)


def give_back() -> None:
    """Free what only refers to itself, and return free memory where the C library keeps it.

    Without that, a lab stays as large as it was with the most tabs that it ever had.
    """
    gc.collect()
    with suppress(OSError, AttributeError):  # there is no such function on other systems
        ctypes.CDLL(None).malloc_trim(0)
