"""The profiles of a run, and tests that are run again, each with its reason."""

import gc

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("support")  # so that its assertions show their values

from support import effort  # noqa: E402

settings.register_profile("full", deadline=None, derandomize=True)
settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    max_examples=10,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(effort.PROFILE)

# A user's file, which registers an algorithm of its own: only the command line is to load it.
collect_ignore = ["support/own_experiment.py"]

RERUNS = 2
REASON = "timing"  # in the report of a test, which is all that comes from a worker process


# Thousands of tests and the modules of all are never garbage: not to look at them again saves a
# tenth of the time of a run.
gc.disable()


def pytest_collection_finish():
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config, items):
    """No test is run again without a reason in its ``timing`` marker."""
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    for item in items:
        for marker in item.iter_markers("timing"):
            (reason,) = marker.args
            item.add_marker(pytest.mark.flaky(reruns=RERUNS))
            item.user_properties.append((REASON, reason))


def pytest_terminal_summary(terminalreporter):
    """The tests that needed a second run, even if they passed in the end."""
    again = {
        report.nodeid: dict(report.user_properties).get(REASON, "no reason given")
        for report in terminalreporter.stats.get("rerun", [])
    }
    if again:
        terminalreporter.section(f"{len(again)} tests were run again")
        for test, reason in again.items():
            terminalreporter.line(f"{test}: {reason}")
