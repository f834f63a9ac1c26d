"""A few of the hostile inputs of tools/fuzz.py; `make fuzz` tries a million of them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import asterion as at

FUZZ = Path(__file__).parents[1] / "tools" / "fuzz.py"
sys.path.insert(0, str(FUZZ.parent))
import fuzz  # noqa: E402

sys.path.remove(str(FUZZ.parent))


def tried(count, seed=7):
    """The counts of inputs tried, refused and found."""
    counts = [0] * 5
    fuzz.run(seed, range(count), counts)
    return counts[fuzz.DONE], counts[fuzz.REFUSED], counts[fuzz.FOUND]


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
    monkeypatch.setattr(fuzz, "KINDS", [fuzz.paths])
    monkeypatch.setattr(fuzz, "WEIGHTS", [1])
    assert tried(50)[2] == 1
    told = capsys.readouterr().out
    assert words in told
    assert "find_path(" in told
    assert "python tools/fuzz.py --seed 7 --only " in told


def test_an_edit_that_is_refused_and_yet_made_is_found(monkeypatch, capsys):
    def half(grid, key, value):
        grid._assign(None, ..., 7)
        grid._assign(None, key, value)

    monkeypatch.setattr(at.Grid, "__setitem__", half)
    monkeypatch.setattr(fuzz, "KINDS", [fuzz.items])
    monkeypatch.setattr(fuzz, "WEIGHTS", [1])
    assert tried(50)[2] == 1
    assert "a refused edit has changed the world" in capsys.readouterr().out


CRASH = """
import ctypes, sys
sys.path.insert(0, {folder!r})
import fuzz
fuzz.KINDS, fuzz.WEIGHTS, fuzz.PATIENCE = [lambda f: {deed}], [1], 0.3
sys.argv[1:] = {options!r}
sys.exit(fuzz.main())
"""


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("ctypes.string_at(0)", "a crash, exit status"),
        ("fuzz.time.sleep(60)", "a hang of 0.3 s"),
    ],
)
def test_a_crash_and_a_hang_are_told_with_their_number(deed, words):
    options = ["--inputs", "2", "--jobs", "2", "--seed", "5"]
    code = CRASH.format(folder=str(FUZZ.parent), deed=deed, options=options)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    assert words in run.stdout
    assert "python tools/fuzz.py --seed 5 --only " in run.stdout
    assert re.search(r"0 passed, [12] failed\n$", run.stdout)
    assert "most recent call first" in run.stderr
