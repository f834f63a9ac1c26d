"""Memory of the lab: permanent objects are not scanned, and freed memory is returned."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from contextlib import suppress

_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD in the GNU C library
_LARGE = 2**18  # bytes
SOON = 1.0  # seconds


def spare_what_stays() -> None:
    """Make the garbage collector leave out all present objects, which are never freed.

    The modules of the server alone have a hundred thousand objects: a scan takes 0.1 s, in which
    nothing else happens.
    """
    gc.collect()
    gc.freeze()


def keep_large_blocks_apart() -> None:
    """Make the C library return large blocks to the system as soon as they are freed.

    It would do so at first, but keeps ever larger ones once such a block was freed.
    """
    with suppress(OSError, AttributeError):  # there is no such function on other systems
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)


def give_back_soon() -> None:
    """Schedule :func:`give_back` beside the event loop, for when a closed session is released."""
    loop = asyncio.get_running_loop()
    loop.call_later(SOON, loop.run_in_executor, None, give_back)


def give_back() -> None:
    """Free reference cycles, and return free memory where the C library keeps it.

    Otherwise a lab stays as large as it was with its largest number of tabs.
    """
    gc.collect()
    with suppress(OSError, AttributeError):  # there is no such function on other systems
        ctypes.CDLL(None).malloc_trim(0)
