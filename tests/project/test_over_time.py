"""benchmarks/over_time.py: two versions, the same work."""

import json
import os
import subprocess
import sys
from pathlib import Path

import over_time
from over_time_work import FIGURES

TOOL = Path(over_time.__file__)


def figures(**seconds):
    return {name: {"seconds": time, "answer": 1.0} for name, time in seconds.items()}


def test_what_differs_is_marked_and_noise_is_not(capsys):
    a, b = figures(edits=1.0, graph=1.0, fields=1.0), figures(edits=1.04, graph=1.2, fields=0.5)
    assert over_time.compared({"old": a, "new": b}, ["old", "new"]) == 0
    lines = {line.split()[0]: line.split()[-2:] for line in capsys.readouterr().out.splitlines()}
    assert lines["edits"] == ["ms", "1.040"]
    assert lines["graph"] == ["1.200", "SLOWER"]
    assert lines["fields"] == ["0.500", "faster"]


def test_other_answers_are_no_comparison(capsys):
    a, b = figures(edits=1.0, index=1.0), figures(edits=1.0)
    b["edits"]["answer"] = 2.0
    assert over_time.compared({"old": a, "new": b}, ["old", "new"]) == 1
    said = capsys.readouterr().out
    assert "OTHER ANSWERS" in said
    assert "1 figures have other answers" in said
    assert any(line.split()[-1] == "-" for line in said.splitlines() if "index" in line)


def test_the_package_as_it_is_can_be_measured(tmp_path):
    command = [sys.executable, TOOL, ".", ".", "--rounds", "1", "--only", "edits"]
    file = tmp_path / "times.json"
    run = subprocess.run([*command, "--json", file], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert [*json.loads(file.read_text())["."]] == ["edits"]


def test_a_version_is_a_commit():
    run = subprocess.run(
        [sys.executable, TOOL, "no-such-thing", "."], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert "'no-such-thing' is no commit" in run.stderr
    assert len(FIGURES) == len({*FIGURES})


def test_a_commit_is_imported_before_the_package_that_is_installed(tmp_path, monkeypatch):
    commit = "c" * 40
    package = tmp_path / commit[:12] / "package"
    (package / "asterion").mkdir(parents=True)
    (package / "asterion" / "__init__.py").write_text("")
    (package.parent / "complete").touch()
    found = subprocess.CompletedProcess([], 0, stdout=f"{commit}\n")
    monkeypatch.setattr(over_time, "git", lambda *_: found)
    monkeypatch.setattr(over_time, "KEPT", tmp_path)
    assert over_time.package_of("HEAD") == package
    told = subprocess.run(
        [sys.executable, "-c", "import asterion; print(asterion.__file__)"],
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(told.stdout.strip()) == package / "asterion" / "__init__.py"
