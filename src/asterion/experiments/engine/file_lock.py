"""A lock on an open file, which the system releases when the file is closed or the process dies."""

from __future__ import annotations

import errno
import sys
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt

    _BEYOND = 1 << 40  # a byte that no file has: a locked one could not be read

    def lock(file: BinaryIO) -> bool:
        """Locks the file; returns False if another process, or this one, has done so."""
        file.seek(_BEYOND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EDEADLK):
                raise
            return False
        return True

else:
    import fcntl

    # Some network disks know no locks. Whoever has only those can still run an experiment.
    _UNKNOWN = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}

    def lock(file: BinaryIO) -> bool:
        """Locks the file; returns False if another process, or this one, has done so."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in _UNKNOWN:
                raise
        return True
