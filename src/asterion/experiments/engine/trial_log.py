"""The log of finished trials on disk: a line for each, so that stopping loses none of them.

The first line identifies the experiment and its parameters, with a hash; each further line is
``{"trial": 3, "rows": [...], "crc32": "0a1b2c3d"}``, in the order in which trials ended. The
checksum is that of the hash and of the line before it, so it fits no line that was changed, and
none of another log. Logs of version 0.1 have none; their lines are checked as far as they can be.

When runs are added, a line like the first follows, with the config of more runs, and with the
numbers that the trials above it have from there on. So the file only ever grows.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from os import SEEK_END
from pathlib import Path as FilePath
from typing import Any, TypeVar

import asterion as at
from asterion.errors import AsterionError, InvalidValue
from asterion.experiments.engine.experiment import Config, Row
from asterion.experiments.engine.file_lock import lock
from asterion.experiments.engine.shard import Shard
from asterion.io import used_files

FILE = "trials.jsonl"
_HASHED = ("experiment", "asterion", "config", "facts")
_CHECKED = re.compile(rb'(\{.*), "crc32": "([0-9a-f]{8})"\}\n')
_HEAD = b'{"experiment": '  # how a line begins that is none of a trial
CHECKSUM = "crc32"  # what the first line says if all others have one

Answer = TypeVar("Answer")


class FolderInUse(AsterionError, RuntimeError):  # noqa: N818 - errors of this package are named so
    """Another process is running an experiment in the same folder."""


def head_of(name: str, config: Config, facts: Row, shard: Shard | None = None) -> Row:
    """Identifies results. Rows with the same hash may be in one table.

    The hash is that of the whole study, so that the shards of a study have the same.
    """
    head = {
        "experiment": name,
        "asterion": at.__version__,
        "config": asdict(config),
        "facts": facts,
    }
    part: Row = {} if shard is None else {"shard": str(shard)}
    if used := used_files.used():
        # Not in the hash: who changes a comment, or the picture, may go on.
        part["files"] = {
            FilePath(each.file).name: hashlib.sha256(each.text).hexdigest()
            for each in used.values()
        }
    return {**head, "sha256": _hash(head), **part}


# The numbers that the trials of an earlier head have now, by their old ones; None if it is no
# earlier head of these trials. It gets that head, and the rows of each finished trial.
Earlier = Callable[[Row, dict[int, list[Row]]], list[int] | None]


def _none_is_earlier(_found: Row, _finished: dict[int, list[Row]]) -> None:
    return None


class TrialLog:
    """The rows of each finished trial, of earlier runs and of this one.

    While it is open, no other process can open it: two would run every trial twice.
    """

    def __init__(
        self,
        folder: FilePath,
        head: Row,
        trials: range,
        earlier: Earlier = _none_is_earlier,
    ) -> None:
        self.path = folder / FILE
        self.finished: dict[int, list[Row]] = {}
        self._head, self._trials, self._earlier = head, trials, earlier
        # Where the log has a trial; those of this run are not in.
        self._line_of: dict[int, int] = {}
        self._unchecked: list[int] = []  # lines without a checksum
        self.changed: list[str] = []  # files of the user that were others when the log was begun
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
        # Without a buffer, which after a failed write would try again when the file is closed.
        self._file = self.path.open("a+b", buffering=0)
        try:
            self._begin()
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Closes the file, and lets others open it."""
        self._file.close()

    def add(self, trial: int, rows: str) -> None:
        """Adds the rows of a trial, as JSON; when this returns, they are written."""
        text = f'{{"trial": {trial}, "rows": {rows}}}'
        self._append(_with_checksum(text.encode(), self._head))
        # As a later run will read them: rows are the same after a resume.
        self.finished.setdefault(trial, json.loads(rows))

    def rows(self) -> list[Row]:
        """All rows, in the order of trials."""
        return [row for trial in sorted(self.finished) for row in self.finished[trial]]

    def summary_of(self, summarise: Callable[[list[Row]], Answer]) -> Answer:
        """What ``summarise`` makes of all rows.

        If it fails, rows without a checksum are to blame, where there are any.
        """
        try:
            return summarise(self.rows())
        except Exception as error:
            if not self._unchecked:
                raise
            first, last = self._unchecked[0], self._unchecked[-1]
            raise InvalidValue(
                f"{self.path}, lines {first} to {last}, which have no checksum, do not fit "
                f"{self._head['experiment']!r} ({type(error).__name__}: {error}); {_ADVICE}"
            ) from error

    def _begin(self) -> None:
        if not lock(self._file):
            raise FolderInUse(
                f"{self.path.parent} is in use: another run writes its results there; "
                "wait until it ends, or choose another folder"
            )
        self._file.seek(0)
        lines = self._file.readlines()
        if lines and not lines[-1].endswith(b"\n"):
            lines.pop()
        new = self._read(lines) if lines else _text({**self._head, "checksums": CHECKSUM}) + b"\n"
        # Drops a line that was being written when it was killed.
        self._file.truncate(sum(map(len, lines)))
        if new:
            self._append(new)

    def _append(self, line: bytes) -> None:
        before = self._file.seek(0, SEEK_END)
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(before)
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def _read(self, lines: list[bytes]) -> bytes:
        """Reads the trials if they belong to the head; returns the line that has to be added."""
        found = self._read_head(1, lines[0])
        before, now = found.get("files", {}), self._head.get("files", {})
        self.changed = [name for name in before if before[name] != now.get(name)]
        for number, line in enumerate(lines[1:], 2):
            if line.startswith(_HEAD):
                self._check_line(number, line, found, strict=True)
                found = self._read_head(number, line)
                self._renumber(found.get("numbers"), number)
            else:
                self._read_trial(number, line, found)
        if found["sha256"] == self._head["sha256"] and found.get("shard") == self._head.get(
            "shard"
        ):
            self._check_numbers(self._trials)
            return b""
        numbers = self._earlier(found, self.finished)
        if numbers is None:
            raise InvalidValue(
                f"{self.path.parent} holds results of {described(found)}; asked for are those of "
                f"{described(self._head)}; choose another folder"
            )
        self._renumber(numbers)
        return _with_checksum(
            _text({**self._head, "checksums": CHECKSUM, "numbers": numbers}), found
        )

    def _read_head(self, number: int, line: bytes) -> Row:
        try:
            found: Row = json.loads(line)
            described(found)
            own_hash = _hash(found)
        except _NOT_OURS:
            raise self._fault(number, _NO_RESULT) from None
        if found["sha256"] != own_hash:
            raise self._fault(number, "does not fit its sha256: it was changed")
        kind = found.get("checksums")
        if kind not in (None, CHECKSUM):
            raise self._fault(number, f"has checksums of kind {kind!r:.80}; known is {CHECKSUM!r}")
        return found

    def _read_trial(self, number: int, line: bytes, head: Row) -> None:
        try:
            entry = json.loads(line)
            trial, rows = entry["trial"], entry["rows"]
        except _NOT_OURS:
            raise self._fault(number, _NO_RESULT) from None
        self._check_line(number, line, head, strict="checksums" in head or "crc32" in entry)
        if type(trial) is not int:
            raise self._fault(number, self._no_trial(trial))
        self._check_rows(number, trial, rows)
        self.finished.setdefault(trial, rows)
        self._line_of.setdefault(trial, number)

    def _check_line(self, number: int, line: bytes, head: Row, *, strict: bool) -> None:
        checked = _CHECKED.fullmatch(line)
        if checked is None:
            if strict:
                raise self._fault(number, "has no checksum: it was changed")
            self._unchecked.append(number)
        elif line != _with_checksum(checked[1] + b"}", head):
            raise self._fault(
                number, "does not fit its checksum: it was changed, or is from another log"
            )

    def _check_rows(self, number: int, trial: int, rows: object) -> None:
        if not isinstance(rows, list) or not rows:
            raise self._fault(number, "has no rows; a trial has at least one")
        if not all(isinstance(row, dict) and row for row in rows):
            raise self._fault(number, "has a row without columns")
        # Version 0.1 let two processes run the same trials at once.
        if trial in self.finished and untimed(rows) != untimed(self.finished[trial]):
            raise self._fault(
                number, f"has other rows of trial {trial} than line {self._line_of[trial]}"
            )

    def _check_numbers(self, numbers: range) -> None:
        for trial, line in self._line_of.items():
            if trial not in numbers:
                raise self._fault(line, self._no_trial(trial))

    def _no_trial(self, trial: object) -> str:
        every = "" if self._trials.step == 1 else f" in steps of {self._trials.step}"
        last = self._trials[-1] if self._trials else "none"
        return f"is of trial {trial!r:.80}; the trials are {self._trials.start} to {last}{every}"

    def _renumber(self, numbers: Any, line: int = 0) -> None:
        """Gives the trials that were read so far the numbers that they have among more runs."""
        if not isinstance(numbers, list):
            raise self._fault(line, "does not say which numbers the trials above it have")
        self._check_numbers(range(len(numbers)))
        self.finished = {numbers[trial]: rows for trial, rows in self.finished.items()}
        self._line_of = {numbers[trial]: line for trial, line in self._line_of.items()}

    def _fault(self, number: int, fault: str) -> InvalidValue:
        return InvalidValue(f"{self.path}, line {number} {fault}; {_ADVICE}")


# What parsing a line may raise that is none of ours, or taking from it what it lacks.
_NOT_OURS = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
_NO_RESULT = "is not a result of an experiment"
_ADVICE = "move the file away, or choose another folder"


def described(head: dict[str, Any]) -> str:
    """The identification of results, for a message."""
    config = ", ".join(f"{name}={value!r}" for name, value in head["config"].items())
    shard = f", shard {head['shard']}" if "shard" in head else ""
    known = f"asterion {head['asterion']}, {head['sha256'][:12]}{shard}"
    return f"{head['experiment']!r} ({config}; {known})"


def _hash(head: Row) -> str:
    text = json.dumps({name: head[name] for name in _HASHED}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _text(head: Row) -> bytes:
    return json.dumps(head).encode()


def _with_checksum(text: bytes, head: Row) -> bytes:
    """A line: an object of JSON, with the checksum of all before it in the end."""
    begin = text.removesuffix(b"}")
    checksum = zlib.crc32(head["sha256"].encode() + begin)
    return begin + f', "crc32": "{checksum:08x}"}}\n'.encode()


def untimed(value: Any) -> Any:
    """Without columns of time, in which two runs of a trial differ."""
    if isinstance(value, list):
        return [untimed(each) for each in value]
    if isinstance(value, dict):
        return {k: untimed(each) for k, each in value.items() if not k.endswith("seconds")}
    return value
