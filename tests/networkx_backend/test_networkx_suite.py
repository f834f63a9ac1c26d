"""networkx' own tests of shortest paths pass when every call goes through the backend."""

import os
import re
import subprocess
import sys

TESTS = "networkx.algorithms.shortest_paths"


def run(**environment):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", TESTS],
        capture_output=True,
        check=False,
        text=True,
        env={**os.environ, **environment},
        cwd="/",
    )
    return {word: int(n) for n, word in re.findall(r"(\d+) (\w+)", done.stdout.splitlines()[-1])}


def test_the_tests_of_networkx_pass_on_the_backend():
    plain = run()
    ours = run(NETWORKX_TEST_BACKEND="asterion", NETWORKX_FALLBACK_TO_NX="True")
    assert ours["passed"] == plain["passed"] > 130
    assert "failed" not in ours
    assert "error" not in ours
