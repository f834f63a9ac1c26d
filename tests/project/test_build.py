"""Set-up and build: installed packages, progress, and errors without a compiler."""

import os
import shutil
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SYSTEMS = ("Debian, Ubuntu   apt-get install g++", "Fedora", "macOS", "Windows")


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, **options)


def test_the_lab_needs_no_tools_of_developers():
    build, lab, dev = (
        run(sys.executable, "tools/dependencies.py", who).stdout.split()
        for who in ("build", "lab", "dev")
    )
    names = {need.partition(">")[0].partition("=")[0] for need in lab}
    assert {"scikit-build-core", "nanobind", "numpy", "nicegui", "typer"} <= names
    assert not names & {
        "mypy",
        "playwright",
        "scipy",
        "clang-format",
        "matplotlib",
        "pytest",
        "ruff",
    }
    assert any(need.startswith("nanobind") for need in build)
    assert set(build) < set(lab) < set(dev)


def test_a_compiler_that_is_not_there_is_named_for_every_system(tmp_path):
    if shutil.which("cmake") is None:
        pytest.skip("there is no cmake on the PATH")
    build = run("cmake", "-S", ".", "-B", str(tmp_path), env={**os.environ, "CXX": "/nonexistent"})
    assert build.returncode == 1
    assert "found no C++20 compiler" in build.stderr
    for system in SYSTEMS:
        assert system in build.stderr


def test_make_names_it_too(tmp_path):
    bare = tmp_path / "bin"
    bare.mkdir()
    for tool in ("sh", "cat", "id"):
        (bare / tool).symlink_to(shutil.which(tool))
    path = {"PATH": str(bare)}
    setup = run("sh", "tools/setup.sh", sys.executable, str(tmp_path / "venv"), "lab", env=path)
    assert setup.returncode == 1
    for system in SYSTEMS:
        assert system in setup.stderr
    assert not (tmp_path / "venv").exists()


def shown(code):
    return run(sys.executable, "tools/progress.py", "Compiling", sys.executable, "-c", code)


@pytest.mark.slow
def test_a_quiet_command_shows_its_progress_every_ten_seconds_without_a_terminal():
    command = "import time; print('[7/40] Building', flush=True); time.sleep(20)"
    ask = [sys.executable, "tools/progress.py", "Compiling", sys.executable, "-c", command]
    lines, times = [], [time.monotonic()]
    with subprocess.Popen(ask, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        for line in process.stdout:
            lines.append(line)
            times.append(time.monotonic())
    assert process.returncode == 0
    assert lines[0] == "Compiling ...\n"
    assert lines[1].startswith("Compiling: 7 of 40, ")
    assert lines[-1].startswith("Compiling: done after ")
    assert max(b - a for a, b in pairwise(times)) < 10
    assert "\033" not in "".join(lines)


def test_a_command_that_fails_shows_all_it_wrote():
    failed = shown("import sys; print('first'); print('last', file=sys.stderr); sys.exit(3)")
    assert failed.returncode == 3
    assert "Compiling: failed after" in failed.stdout
    assert {"first", "last"} <= set(failed.stdout.split())
