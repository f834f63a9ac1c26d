"""Files written whole or not at all: a save that fails leaves the old file."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path as FilePath

Parts = Iterable[bytes | memoryview]  # of a file, one after the other


def write_file(path: FilePath, parts: Parts) -> None:
    """Write a file beside ``path``, then replace the old one by it.

    A full disk, Ctrl-C or a part that cannot be made leaves the old file as it was, and nothing
    beside it. The new file has the permissions of the old one; a symbolic link stays, and its
    target is replaced. The folder must accept a new file.

    Raises
    ------
    OSError  with ``path`` as its file name, whatever file could not be written
    """
    try:
        old = _status(path)
        if old is not None and not stat.S_ISREG(old.st_mode):
            with path.open("wb") as device:  # such as /dev/null, which keeps nothing; or a folder
                device.writelines(parts)
            return
        if old is not None:
            path.open("r+b").close()  # raises for a file that must not be changed
        _replace(FilePath(os.path.realpath(path)), old, parts)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_text(path: FilePath, text: str) -> None:
    """Write a text in the same way, in UTF-8 and with the line ends that it has."""
    write_file(path, [text.encode()])


def _status(path: FilePath) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _replace(path: FilePath, old: os.stat_result | None, parts: Parts) -> None:
    # In the same folder, because a rename works only within one disk. Its name does not contain the
    # other's, which may be as long as names can be.
    beside = path.with_name(f".asterion-{secrets.token_hex(8)}.tmp")
    try:
        with beside.open("xb") as file:
            file.writelines(parts)
        if old is not None:
            _take_over(beside, old)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _take_over(path: FilePath, old: os.stat_result) -> None:
    """Give the new file the owner and permissions of the old one."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):  # only root may give files away
            os.chown(path, old.st_uid, old.st_gid)
    path.chmod(stat.S_IMODE(old.st_mode))
