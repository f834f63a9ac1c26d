"""The log of finished trials on disk: a line for each, so that stopping loses none of them.

The first line identifies the experiment and its parameters, with a hash; each further line is
``{"trial": 3, "rows": [...]}``, in the order in which trials ended.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path as FilePath
from typing import Any

import asterion as at
from asterion.errors import InvalidValue
from asterion.experiments.engine.experiment import Config, Row

FILE = "trials.jsonl"


def head_of(name: str, config: Config, facts: Row) -> Row:
    """Identifies results. Rows with the same hash may be in one table."""
    head = {
        "experiment": name,
        "asterion": at.__version__,
        "config": asdict(config),
        "facts": facts,
    }
    text = json.dumps(head, sort_keys=True)
    return {**head, "sha256": hashlib.sha256(text.encode()).hexdigest()}


class TrialLog:
    """The rows of each finished trial, of earlier runs and of this one."""

    def __init__(self, folder: FilePath, head: Row) -> None:
        self.path = folder / FILE
        self.finished: dict[int, list[Row]] = {}
        whole = self._read(head)
        folder.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("ab")
        self._file.truncate(
            whole
        )  # drops a line that was being written when the process was killed
        if not whole:
            self._write(head)

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def add(self, trial: int, rows: list[Row]) -> None:
        """Adds the rows of a trial; when this returns, they are written."""
        self._keep(self._write({"trial": trial, "rows": rows}))

    def rows(self) -> list[Row]:
        """All rows, in the order of trials."""
        return [row for trial in sorted(self.finished) for row in self.finished[trial]]

    def _write(self, entry: Row) -> bytes:
        line = json.dumps(entry, allow_nan=False).encode() + b"\n"
        self._file.write(line)
        self._file.flush()
        return line

    def _keep(self, line: bytes) -> None:
        """Parses a line, also one just written, so that rows are the same after a resume."""
        entry = json.loads(line)
        self.finished.setdefault(int(entry["trial"]), list(entry["rows"]))

    def _read(self, head: Row) -> int:
        """Reads the file if it belongs to ``head``; returns the size of its complete lines."""
        try:
            lines = self.path.read_bytes().splitlines(keepends=True)
        except FileNotFoundError:
            return 0
        if lines and not lines[-1].endswith(b"\n"):
            lines.pop()
        for number, line in enumerate(lines, 1):
            try:
                if number > 1:
                    self._keep(line)
                    continue
                found = json.loads(line)
                found_text, other = described(found), found["sha256"] != head["sha256"]
            except (ValueError, LookupError, TypeError, AttributeError):
                raise InvalidValue(
                    f"{self.path}, line {number} is not a result of an experiment; "
                    "move the file away, or choose another folder"
                ) from None
            if other:
                raise InvalidValue(
                    f"{self.path.parent} holds results of {found_text}; asked for are those of "
                    f"{described(head)}; choose another folder"
                )
        return sum(map(len, lines))


def described(head: dict[str, Any]) -> str:
    """The identification of results, for a message."""
    config = ", ".join(f"{name}={value!r}" for name, value in head["config"].items())
    return f"{head['experiment']!r} ({config}; asterion {head['asterion']}, {head['sha256'][:12]})"
