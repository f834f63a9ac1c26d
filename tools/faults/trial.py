"""One fault, and what catches it."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

from faults.fault import Fault
from faults.judges import Judges
from faults.server import Server
from faults.tree import TREE, WORK, planted

FIRST = 40  # tests: most faults are caught by one of those nearest to them
SLOWER = 5  # times as slow as without the fault, and then some: it hangs
GRACE = 60.0
BIN = Path(sys.executable).parent


def caught_by(
    fault: Fault, judges: Judges, server: Server, budget: float, *, types: bool
) -> str | None:
    """The test or the tool that sees it, or None."""
    tests = _within(budget, judges.of(fault), judges)
    with planted(fault):
        if _undefined_or_unused(fault):
            return "ruff"
        rest = sorted(tests[FIRST:], key=lambda test: test.split("::")[0])  # files stay together
        for some in (tests[:FIRST], rest):
            limit = GRACE + SLOWER * sum(judges.seconds[test] for test in some)
            failed = server.first_failure(some, limit) if some else None
            if failed:
                return failed
        return "mypy" if types and _wrong_types(fault) else None


def _within(budget: float, tests: list[str], judges: Judges) -> list[str]:
    """As many as fit, one at least."""
    chosen: list[str] = []
    for test in tests:
        if chosen and judges.seconds[test] > budget:
            continue
        budget -= judges.seconds[test]
        chosen.append(test)
    return chosen


def _undefined_or_unused(fault: Fault) -> bool:
    command = [str(BIN / "ruff"), "check", "--quiet", "--no-cache", "--select", "F,ARG", fault.path]
    return subprocess.run(command, cwd=TREE, check=False, capture_output=True).returncode != 0


def _wrong_types(fault: Fault) -> bool:
    """In its module: what a person would see first."""
    command = [str(BIN / "mypy"), "--cache-dir", str(WORK / "mypy"), fault.path]
    run = subprocess.run(command, cwd=TREE, check=False, capture_output=True, text=True)
    return any(line.startswith(fault.path) for line in islice(run.stdout.splitlines(), 20))
