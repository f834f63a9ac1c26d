"""A process that runs tests in children of its own, which need not import other packages again.

It reads a line of JSON for each run, the tests in their order and a limit in seconds, and answers
with one: the first test that failed, or null.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from faults.record import QUICK
from faults.tree import PYTHON, TREE

# Nothing that imports asterion, and no plugin of pytest.
HEAVY = ["numpy", "PIL.Image", "networkx", "typer", "rich.table", "nicegui", "matplotlib.figure"]
MEMORY = 8 << 30  # bytes that a child may use: a fault may ask for all there are
HUNG = "the time limit"


class Server:
    """The other end of it."""

    def __init__(self) -> None:
        environment = {
            **os.environ,
            **QUICK,
            "PYTHONPATH": str(Path(__file__).parents[1]),
            "PYTHONDONTWRITEBYTECODE": "1",  # a compiled fault must not outlive it
        }
        self.process = subprocess.Popen(
            [PYTHON, "-m", "faults.server"],
            cwd=TREE,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def first_failure(self, tests: list[str], limit: float) -> str | None:
        """The test that failed, or ``HUNG``, or None if all passed."""
        assert self.process.stdin is not None  # noqa: S101 - as asked for above
        assert self.process.stdout is not None  # noqa: S101
        print(json.dumps([tests, limit]), file=self.process.stdin, flush=True)
        answer: str | None = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        """The process ends when it reads no more."""
        assert self.process.stdin is not None  # noqa: S101
        self.process.stdin.close()
        self.process.wait()


def serve() -> None:
    """Until there is no line more."""
    for name in HEAVY:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    answers = os.fdopen(os.dup(1), "w")
    silence = os.open(os.devnull, os.O_RDWR)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    for line in sys.stdin:
        tests, limit = json.loads(line)
        print(json.dumps(_judged(tests, limit)), file=answers, flush=True)


def _judged(tests: list[str], limit: float) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "failed"
        child = os.fork()
        if child == 0:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            os.environ["TMPDIR"] = tempfile.tempdir = folder
            status = 99
            with contextlib.suppress(BaseException):
                status = _run(tests, note)
            os._exit(status)
        ended = _waited(child, time.monotonic() + limit)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what the tests have left behind
        if ended is None:
            os.waitpid(child, 0)
            return HUNG
        if ended == 0:
            return None
        return note.read_text() if note.exists() else f"the end of the process, with {ended}"


def _waited(child: int, deadline: float) -> int | None:
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    return None


def _run(tests: list[str], note: Path) -> int:
    files = list(dict.fromkeys(test.split("::")[0] for test in tests))
    quiet = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist"]
    # What is imported before pytest begins cannot be rewritten, and need not be.
    quiet += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    return int(pytest.main([*quiet, *files], plugins=[_Chosen(tests, note)]))


class _Chosen:
    """Runs the chosen tests in their order, and notes the first that fails."""

    def __init__(self, tests: list[str], note: Path) -> None:
        self.places = {test: place for place, test in enumerate(tests)}
        self.note = note

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Files are collected whole."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self.places),
            key=lambda item: self.places[item.nodeid],
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Not of one that is run again."""
        if report.outcome == "failed" and not self.note.exists():
            self.note.write_text(report.nodeid)

    def pytest_collectreport(self, report: Any) -> None:
        """A module that cannot be imported any more."""
        if report.outcome == "failed":
            self.note.write_text(f"{report.nodeid} (collection)")


if __name__ == "__main__":
    serve()
