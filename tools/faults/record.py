"""Which tests run which lines: a run of the tests under ``coverage``, with a context for each."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import coverage
import pytest

from faults.tree import PYTHON, TREE, WORK

RECORD = WORK / "record"  # a folder for each run, by its number
SETTINGS = """\
[run]
data_file = {folder}/lines
parallel = true
source = {tree}/src/asterion
context = ${{ASTERION_TEST-}}
concurrency = thread, multiprocessing
disable_warnings = no-data-collected, module-not-measured, module-not-imported
"""
# As `make quick`: a few random worlds show as well which lines a test runs.
QUICK = {"HYPOTHESIS_PROFILE": "quick"}
CHOSEN = ["--ignore=tests/browser", "-m", "not slow and not browser"]


def record(tests: list[str]) -> Path:
    """Runs these tests, or all; the folder of what they ran."""
    folder = RECORD / f"{len(list(RECORD.glob('*'))):04}"
    folder.mkdir(parents=True)
    settings = folder / "settings"
    settings.write_text(SETTINGS.format(folder=folder, tree=TREE))
    environment = {
        **os.environ,
        **QUICK,
        "COVERAGE_PROCESS_START": str(settings),
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "FAULTS_FOLDER": str(folder),
    }
    command = [str(PYTHON), "-m", "pytest", "-p", "faults.record", "-q", "-p", "no:xdist"]
    subprocess.run([*command, *CHOSEN, *tests], cwd=TREE, env=environment, check=False)
    combined = coverage.Coverage(config_file=str(settings), data_file=str(folder / "lines"))
    combined.combine([str(folder)])
    combined.save()
    return folder


class _Recorder:
    """The plugin: tells coverage which test runs, and notes how long it took and its outcome."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.tests: dict[str, tuple[float, str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Names the test, here and for the processes that it starts."""
        os.environ["ASTERION_TEST"] = item.nodeid
        measured = coverage.Coverage.current()
        if measured:
            measured.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails here, without any fault, is no judge."""
        seconds, outcome = self.tests.get(report.nodeid, (0.0, "passed"))
        if report.outcome != "passed":
            outcome = report.outcome
        self.tests[report.nodeid] = (seconds + report.duration, outcome)

    def pytest_sessionfinish(self) -> None:
        """Writes it all."""
        (Path(self.folder) / "tests.json").write_text(json.dumps(self.tests))


def pytest_configure(config: pytest.Config) -> None:
    """As ``-p faults.record``, in the process that ``record`` starts."""
    config.pluginmanager.register(_Recorder(os.environ["FAULTS_FOLDER"]))
