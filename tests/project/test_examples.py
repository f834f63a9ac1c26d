"""Every example runs, and says what its README shows."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/main.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.parent.name)
def test_an_example_prints_what_its_readme_shows(example):
    run = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True)
    readme = (example.parent / "README.md").read_text()
    without_times = lambda text: re.sub(r"\d+ microseconds", "", text)  # noqa: E731
    for shown in re.findall(r"```\n(.*?)```", readme, re.DOTALL):
        assert without_times(shown).strip() in without_times(run.stdout)


def test_there_are_examples():
    assert EXAMPLES
