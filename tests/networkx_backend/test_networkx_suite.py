"""networkx's own tests of shortest paths pass when every call goes through the backend."""

import os
import re
import subprocess
import sys

import pytest

TESTS = "networkx.algorithms.shortest_paths"


def run(**environment):
    """Return the number of passed tests, and the names of failed ones."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", TESTS],
        capture_output=True,
        check=False,
        text=True,
        env={**os.environ, **environment},
        cwd="/",
    )
    passed = re.search(r"(\d+) passed", done.stdout)
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return int(passed[1]) if passed else 0, {*failed}


@pytest.mark.slow
def test_the_tests_of_networkx_fail_on_the_backend_only_where_they_fail_without():
    passed, failed = run(NETWORKX_TEST_BACKEND="asterion", NETWORKX_FALLBACK_TO_NX="True")
    assert passed > 130
    if failed:
        assert failed <= run()[1]
