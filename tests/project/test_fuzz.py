"""A few of the hostile inputs of tools/fuzz; `make fuzz` tries a million of them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import asterion as at

ROOT = Path(__file__).parents[2]
TOOLS = str(ROOT / "tools")
sys.path.insert(0, TOOLS)
from fuzz import trial  # noqa: E402
from fuzz.kinds import items, paths  # noqa: E402

sys.path.remove(TOOLS)


def tried(count, seed=7):
    """The counts of inputs tried, refused and found."""
    counts = [0] * 5
    trial.run(seed, range(count), counts)
    return counts[trial.DONE], counts[trial.REFUSED], counts[trial.FOUND]


@pytest.mark.slow
def test_hostile_inputs_are_answered_or_refused_in_clear_words(capsys):
    done, refused, found = tried(3000)
    assert not found, capsys.readouterr().out
    assert done == 3000
    assert 1000 < refused < 2900  # it is hostile, and yet gets somewhere


def raises(error):
    def find_path(*_, **__):
        raise error

    return find_path


def gives(path):
    def find_path(*_, **__):
        return path

    return find_path


@pytest.mark.parametrize(
    ("planted", "words"),
    [
        (raises(SystemError("lost")), "not an error for users; SystemError"),
        (raises(RuntimeWarning("lost")), "not an error for users; RuntimeWarning"),
        (raises(UnicodeError("lost")), "not an error for users; UnicodeError"),
        (raises(ValueError("")), "no message; ValueError"),
        (raises(TypeError("std::bad_cast")), "internal words in the message; TypeError"),
        (raises(at.InvalidValue("x" * 501)), "a message of more than 500 characters"),
        (gives(at.Path.from_nodes(at.Grid([[7, 7]]), [(0, 0), (0, 1)])), "InvalidPath at"),
    ],
)
def test_a_planted_fault_is_found_and_told(monkeypatch, capsys, planted, words):
    monkeypatch.setattr(at, "find_path", planted)
    monkeypatch.setattr(trial, "KINDS", {paths: 1})
    assert tried(50)[2] == 1
    told = capsys.readouterr().out
    assert words in told
    assert "find_path(" in told
    assert "python tools/fuzz --seed 7 --only " in told


def test_an_edit_that_is_refused_and_yet_made_is_found(monkeypatch, capsys):
    def half(grid, key, value):
        grid._assign(None, ..., 7)
        grid._assign(None, key, value)

    monkeypatch.setattr(at.Grid, "__setitem__", half)
    monkeypatch.setattr(trial, "KINDS", {items: 1})
    assert tried(50)[2] == 1
    assert "a refused edit has changed the world" in capsys.readouterr().out


@pytest.mark.slow
def test_the_command_that_is_told_repeats_an_input():
    _, tool, *options = trial.again(1, 367).split()
    command = [sys.executable, tool, *options]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "    Grid('" in run.stdout, run.stderr
    assert run.stdout.endswith("1 passed, 0 failed\n")


CRASH = """
import ctypes, sys, time
sys.path.insert(0, {tools!r})
from fuzz import command, trial, worker
trial.KINDS, worker.PATIENCE = {{lambda f: {deed}: 1}}, {patience}
sys.argv[1:] = {options!r}
sys.exit(command.main())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deed", "patience", "words"),
    [
        ("ctypes.string_at(0)", 20, "a crash, exit status"),
        ("time.sleep(60)", 0.3, "a hang of 0.3 s"),
    ],
)
def test_a_crash_and_a_hang_are_told_with_their_number(deed, patience, words):
    options = ["--inputs", "2", "--jobs", "2", "--seed", "5"]
    code = CRASH.format(tools=TOOLS, deed=deed, patience=patience, options=options)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    assert words in run.stdout
    assert "python tools/fuzz --seed 5 --only " in run.stdout
    assert re.search(r"0 passed, [12] failed\n$", run.stdout)
    assert "most recent call first" in run.stderr
