"""Memory of the lab, each test in a process of its own: what it sets holds for a whole process."""

import ctypes

import pytest

from support.processes import run_alone
from support.sanitized import SANITIZED


def test_what_is_there_at_the_start_is_left_out_of_garbage_collection():
    run_alone(
        """
        import gc
        from asterion.lab.server.memory import spare_what_stays

        spare_what_stays()
        assert gc.get_freeze_count() > 1000
        assert len(gc.get_objects()) < 1000
        """
    )


@pytest.mark.skipif(SANITIZED, reason="a sanitizer build has memory of its own")
@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="needs the GNU C library")
@pytest.mark.parametrize("apart", [True, False])
def test_large_blocks_are_kept_apart_after_one_was_freed(apart):
    """Without that, the C library keeps them once a block of their size was freed."""
    run_alone(
        f"""
        import ctypes
        from asterion.lab.server.memory import keep_large_blocks_apart

        class Info(ctypes.Structure):
            names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
            _fields_ = [(name, ctypes.c_size_t) for name in names.split()]

        library = ctypes.CDLL(None)
        library.mallinfo2.restype = Info
        library.malloc.restype = ctypes.c_void_p
        library.free.argtypes = [ctypes.c_void_p]
        if {apart}:
            keep_large_blocks_apart()
        library.free(library.malloc(16 * 2**20))
        before = library.mallinfo2().hblks
        block = library.malloc(8 * 2**20)
        assert (library.mallinfo2().hblks > before) == {apart}
        """
    )
