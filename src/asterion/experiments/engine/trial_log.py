"""The log of finished trials on disk: a line for each, so that stopping loses none of them.

The first line identifies the experiment and its parameters, with a hash; each further line is
``{"trial": 3, "rows": [...], "crc32": "0a1b2c3d"}``, in the order in which trials ended. The
checksum covers the hash and the line, so it fits no changed line, and no line of another log.

When runs are added, a line like the first follows, with the config of more runs, and with the new
numbers of the trials above it. So the file only ever grows.
"""

from __future__ import annotations

import errno
import hashlib
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from os import SEEK_END
from pathlib import Path as FilePath
from typing import Any, BinaryIO, NamedTuple

import asterion as at
from asterion.errors import AsterionError, InvalidValue
from asterion.experiments.engine.experiment import Config, Row
from asterion.io import used_files

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

FILE = "trials.jsonl"
FORMAT = 2  # of the log: a release that keeps it can continue older runs
_MARK = b', "crc32": "'
_ADVICE = "move the file away, or choose another folder"
# Some network disks know no locks. Experiments can still run there.
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


class FolderInUse(AsterionError, RuntimeError):  # noqa: N818 - errors of this package are named so
    """Another process is running an experiment in the same folder."""


class Logged(NamedTuple):
    """The content of a log: the head that identifies its study, and the rows of finished trials."""

    head: Row
    finished: dict[int, list[Row]]


def head_of(name: str, config: Config, facts: Row, shard: str | None = None) -> Row:
    """Identify results. Rows with the same hash may be in one table.

    The hash covers the whole study, so that its shards share it. It leaves out versions: after a
    comment in an own file or another release, a run may continue.
    """
    study = {"format": FORMAT, "experiment": name, "config": asdict(config), "facts": facts}
    text = json.dumps(study, sort_keys=True)
    versions = {"asterion": at.__version__}
    for used in used_files.used().values():
        versions[FilePath(used.file).name] = hashlib.sha256(used.text).hexdigest()
    head = {**study, "sha256": hashlib.sha256(text.encode()).hexdigest(), "versions": versions}
    if shard is not None:
        head["shard"] = shard
    return json.loads(json.dumps(head))  # type: ignore[no-any-return] # tuples as they are read


# The present numbers of an earlier head's trials, by their old ones; None if it is no earlier head
# of these trials. It gets that head, and the rows of each finished trial.
Earlier = Callable[[Row, dict[int, list[Row]]], list[int] | None]


class TrialLog:
    """The rows of each finished trial, of earlier runs and of this one.

    While it is open, no other process can open it: two would run every trial twice.
    """

    def __init__(self, folder: FilePath, head: Row, earlier: Earlier) -> None:
        self.path = folder / FILE
        self.finished: dict[int, list[Row]] = {}
        self.changed: list[str] = []  # everything that had another version when the log was begun
        self._head = head
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
        # Without a buffer, which after a failed write would try again when the file is closed.
        self._file = self.path.open("a+b", buffering=0)
        try:
            self._begin(earlier)
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Close the file, and let others open it."""
        self._file.close()

    def add(self, trial: int, rows: str) -> None:
        """Add the rows of a trial, as JSON; when this returns, they are written."""
        self._append(f'{{"trial": {trial}, "rows": {rows}'.encode(), _key(self._head))
        # As a later run will read them: rows are the same after a resume.
        self.finished.setdefault(trial, json.loads(rows))

    def rows(self) -> list[Row]:
        """Return all rows, in the order of trials."""
        return [row for trial in sorted(self.finished) for row in self.finished[trial]]

    def _begin(self, earlier: Earlier) -> None:
        _lock(self._file, self.path)
        lines = _lines(self._file)
        key, addition = "", {}
        if lines:
            found, self.finished = _read(self.path, lines)
            key, numbers = _key(found), None
            self.changed = [
                name
                for name, version in found["versions"].items()
                if version != self._head["versions"].get(name)
            ]
            if key != _key(self._head):
                numbers = earlier(found, self.finished)
                if numbers is None:
                    raise InvalidValue(
                        f"{self.path.parent} holds results of {described(found)}; requested are "
                        f"results of {described(self._head)}; choose another folder"
                    )
                self.finished = {numbers[trial]: rows for trial, rows in self.finished.items()}
                addition = {"numbers": numbers}
        # Drops a line whose writing was interrupted by a kill.
        self._file.truncate(sum(map(len, lines)))
        if addition or not lines:
            self._append(json.dumps({**self._head, **addition}).encode().removesuffix(b"}"), key)

    def _append(self, text: bytes, key: str) -> None:
        before = self._file.seek(0, SEEK_END)
        rest = memoryview(_sealed(text, key))
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(before)
            raise OSError(error.errno, error.strerror, str(self.path)) from error


def read_log(folder: FilePath) -> Logged:
    """Read the log of a folder that no run is using."""
    path = folder / FILE
    with path.open("r+b") as file:
        _lock(file, path)
        return _read(path, _lines(file))


def described(head: Row) -> str:
    """Describe results in a message."""
    config = ", ".join(f"{name}={value!r}" for name, value in head["config"].items())
    shard = f", shard {head['shard']}" if "shard" in head else ""
    return f"{head['experiment']!r} ({config}; {head['sha256'][:12]}{shard})"


def untimed(value: Any) -> Any:
    """Leave out columns of time, in which two runs of a trial differ."""
    if isinstance(value, list):
        return [untimed(each) for each in value]
    if isinstance(value, dict):
        return {k: untimed(each) for k, each in value.items() if not k.endswith("seconds")}
    return value


def _lock(file: BinaryIO, path: FilePath) -> None:
    """Lock the file; the system releases it when the file is closed or the process dies."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise FolderInUse(
            f"{path.parent} is in use: another run writes its results there; "
            "wait until it ends, or choose another folder"
        ) from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise


def _lines(file: BinaryIO) -> list[bytes]:
    """Read the whole lines; an incomplete last line was being written when a process was killed."""
    file.seek(0)
    return [line + b"\n" for line in file.read().split(b"\n")[:-1]]


def _read(path: FilePath, lines: list[bytes]) -> Logged:
    _check_format(path, lines[0] if lines else b"")
    head: Row = {}
    finished: dict[int, list[Row]] = {}
    for number, line in enumerate(lines, 1):
        if line != _sealed(line.rpartition(_MARK)[0], _key(head)):
            raise InvalidValue(
                f"{path}, line {number} does not fit its checksum: it was changed, or is from "
                f"another log; {_ADVICE}"
            )
        entry = json.loads(line)
        if "trial" in entry:
            finished.setdefault(entry["trial"], entry["rows"])
        else:
            finished = {entry["numbers"][trial]: rows for trial, rows in finished.items()}
            head = entry
    return Logged(head, finished)


def _check_format(path: FilePath, line: bytes) -> None:
    try:
        head = json.loads(line)
        found = head.get("format", 1) if "experiment" in head else None
    except (ValueError, TypeError, AttributeError, RecursionError):
        found = None
    if found is None:
        raise InvalidValue(f"{path} is not a log of trials; {_ADVICE}")
    if found != FORMAT:
        raise InvalidValue(
            f"{path} is a log of format {found!r:.80}, and asterion {at.__version__} reads and "
            f"writes format {FORMAT}; {_ADVICE}"
        )


def _key(head: Row) -> str:
    """Return the text that the checksums of a log depend on; it is empty for the first line."""
    return f"{head['sha256']} {head.get('shard', '')}" if head else ""


def _sealed(text: bytes, key: str) -> bytes:
    """A line: a JSON object without its closing brace, and its checksum."""
    return text + _MARK + f'{zlib.crc32(key.encode() + text):08x}"}}\n'.encode()
