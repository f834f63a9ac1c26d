"""Every example runs, and prints what its README shows."""

import re
import runpy
from pathlib import Path

import pytest

from asterion.search import registry

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/main.py"))
WINDOWS = ("crowd", "pygame")  # examples that open one, but for these arguments


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.parent.name)
def test_an_example_prints_what_its_readme_shows(example, capsys, monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))  # some register theirs
    arguments = ["--frames", "600"] if example.parent.name in WINDOWS else []
    monkeypatch.setattr("sys.argv", [str(example), *arguments])
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    runpy.run_path(str(example), run_name="__main__")
    printed = capsys.readouterr().out
    readme = (example.parent / "README.md").read_text()
    without_times = lambda text: re.sub(r"\d+ microseconds", "", text)  # noqa: E731
    for shown in re.findall(r"```\n(.*?)```", readme, re.DOTALL):
        assert without_times(shown).strip() in without_times(printed)


def test_there_are_examples():
    assert EXAMPLES
