"""The log of finished trials on disk: a line for each, so that stopping loses none of them.

The first line identifies the experiment and its parameters, with a hash; each further line is
``{"trial": 3, "rows": [...], "crc32": "0a1b2c3d"}``, in the order in which trials ended. The
checksum is that of the hash and of the line before it, so it fits no line that was changed, and
none of another log. Logs of version 0.1 have none; their lines are checked as far as they can be.
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

FILE = "trials.jsonl"
_HASHED = ("experiment", "asterion", "config", "facts")
_CHECKED = re.compile(rb'(\{.*), "crc32": "([0-9a-f]{8})"\}\n')
CHECKSUM = "crc32"  # what the first line says if all others have one

Answer = TypeVar("Answer")


class FolderInUse(AsterionError, RuntimeError):  # noqa: N818 - errors of this package are named so
    """Another process is running an experiment in the same folder."""


def head_of(name: str, config: Config, facts: Row) -> Row:
    """Identifies results. Rows with the same hash may be in one table."""
    head = {
        "experiment": name,
        "asterion": at.__version__,
        "config": asdict(config),
        "facts": facts,
    }
    return {**head, "sha256": _hash(head)}


class TrialLog:
    """The rows of each finished trial, of earlier runs and of this one.

    While it is open, no other process can open it: two would run every trial twice.
    """

    def __init__(self, folder: FilePath, head: Row, trials: int) -> None:
        self.path = folder / FILE
        self.finished: dict[int, list[Row]] = {}
        self._head, self._trials = head, trials
        self._line_of: dict[
            int, int
        ] = {}  # where the log has a trial; those of this run are not in
        self._unchecked: list[int] = []  # lines without a checksum
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

    def add(self, trial: int, rows: list[Row]) -> None:
        """Adds the rows of a trial; when this returns, they are written."""
        entry = {"trial": trial, "rows": rows}
        text = json.dumps(entry, allow_nan=False).encode().removesuffix(b"}")
        self._append(text + f', "crc32": "{self._checksum(text)}"}}\n'.encode())
        # As a later run will read them: rows are the same after a resume.
        self.finished.setdefault(trial, list(json.loads(text + b"}")["rows"]))

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
        whole = self._read()
        self._file.truncate(whole)  # drops a line that was being written when it was killed
        if not whole:
            self._append(json.dumps({**self._head, "checksums": CHECKSUM}).encode() + b"\n")

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

    def _checksum(self, text: bytes) -> str:
        return f"{zlib.crc32(self._head['sha256'].encode() + text):08x}"

    def _read(self) -> int:
        """Reads the file if it belongs to the head; returns the size of its complete lines."""
        self._file.seek(0)
        lines = self._file.readlines()
        if lines and not lines[-1].endswith(b"\n"):
            lines.pop()
        if not lines:
            return 0
        strict = self._read_head(lines[0])
        for number, line in enumerate(lines[1:], 2):
            self._read_trial(number, line, strict=strict)
        return sum(map(len, lines))

    def _read_head(self, line: bytes) -> bool:
        """Whether all other lines must have a checksum."""
        try:
            found = json.loads(line)
            name, own_hash = described(found), _hash(found)
        except _NOT_OURS:
            raise self._fault(1, _NO_RESULT) from None
        if found["sha256"] != own_hash:
            raise self._fault(1, "does not fit its sha256: it was changed")
        if own_hash != self._head["sha256"]:
            raise InvalidValue(
                f"{self.path.parent} holds results of {name}; asked for are those of "
                f"{described(self._head)}; choose another folder"
            )
        kind = found.get("checksums")
        if kind not in (None, CHECKSUM):
            raise self._fault(1, f"has checksums of kind {kind!r:.80}; known is {CHECKSUM!r}")
        return kind is not None

    def _read_trial(self, number: int, line: bytes, *, strict: bool) -> None:
        checked = _CHECKED.fullmatch(line)
        try:
            entry = json.loads(line)
            trial, rows = entry["trial"], entry["rows"]
        except _NOT_OURS:
            raise self._fault(number, _NO_RESULT) from None
        if checked is None:
            if strict or "crc32" in entry:
                raise self._fault(number, "has no checksum: it was changed")
            self._unchecked.append(number)
        elif checked[2].decode() != self._checksum(checked[1]):
            raise self._fault(
                number, "does not fit its checksum: it was changed, or is from another log"
            )
        self._check_entry(number, trial, rows)
        self.finished.setdefault(trial, rows)
        self._line_of.setdefault(trial, number)

    def _check_entry(self, number: int, trial: object, rows: object) -> None:
        if type(trial) is not int or not 0 <= trial < self._trials:
            raise self._fault(
                number, f"is of trial {trial!r:.80}; the trials are 0 to {self._trials - 1}"
            )
        if not isinstance(rows, list) or not rows:
            raise self._fault(number, "has no rows; a trial has at least one")
        if not all(isinstance(row, dict) and row for row in rows):
            raise self._fault(number, "has a row without columns")
        # Version 0.1 let two processes run the same trials at once.
        if trial in self.finished and _untimed(rows) != _untimed(self.finished[trial]):
            raise self._fault(
                number, f"has other rows of trial {trial} than line {self._line_of[trial]}"
            )

    def _fault(self, number: int, fault: str) -> InvalidValue:
        return InvalidValue(f"{self.path}, line {number} {fault}; {_ADVICE}")


# What parsing a line may raise that is none of ours, or taking from it what it lacks.
_NOT_OURS = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
_NO_RESULT = "is not a result of an experiment"
_ADVICE = "move the file away, or choose another folder"


def described(head: dict[str, Any]) -> str:
    """The identification of results, for a message."""
    config = ", ".join(f"{name}={value!r}" for name, value in head["config"].items())
    return f"{head['experiment']!r} ({config}; asterion {head['asterion']}, {head['sha256'][:12]})"


def _hash(head: Row) -> str:
    text = json.dumps({name: head[name] for name in _HASHED}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _untimed(value: Any) -> Any:
    """Without columns of time, in which two runs of a trial differ."""
    if isinstance(value, list):
        return [_untimed(each) for each in value]
    if isinstance(value, dict):
        return {k: _untimed(each) for k, each in value.items() if not k.endswith("seconds")}
    return value
