"""A disk that is full after a number of bytes."""

import sys
from contextlib import contextmanager

import pytest


@contextmanager
def full_disk(after):
    """Within the block, no file can grow beyond ``after`` bytes: the write that tries it fails."""
    resource = pytest.importorskip("resource")
    if sys.platform == "darwin":
        pytest.skip("macOS has no such limit")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (after, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
