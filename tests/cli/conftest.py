"""Runs a command: in this process, in a separate one, and in a terminal."""

import os
import pty
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import asterion as at
from asterion.io import save_map
from asterion.search import registry
from support import commands
from support.commands import PLAIN

ASTERION = [sys.executable, "-m", "asterion"]
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    """A process takes half a second to start."""
    for item in items:
        if item.path.is_relative_to(HERE) and {"process", "terminal"} & {*item.fixturenames}:
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def run():
    """The result of a command: ``exit_code``, ``stdout`` and ``stderr``."""
    return commands.run


@pytest.fixture
def own_registry(monkeypatch):
    """Forget the registrations of a file given with ``--use`` after the test."""
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))


@pytest.fixture
def refused(run):
    """The message of a command that is refused: one line, exit status 2, nothing printed."""

    def refused(*args):
        result = run(*args)
        assert (result.exit_code, result.stdout) == (2, "")
        name, message = result.stderr.split(": ", 1)
        assert name == "asterion"
        assert message.index("\n") == len(message) - 1
        return message[:-1]

    return refused


@pytest.fixture
def process():
    """Run it in a separate process."""

    def process(*args, env=None, **options):
        words = [str(arg) for arg in args]
        plain = {"capture_output": True, "text": True, "env": {**PLAIN, **(env or {})}}
        return subprocess.run([*ASTERION, *words], check=False, **{**plain, **options})

    return process


@pytest.fixture
def terminal():
    """The output of a command in a terminal of this size; ``typed`` is all that is typed."""
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")

    def terminal(*args, rows=24, cols=80, typed=b"", **environment):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        child = subprocess.Popen(
            [*ASTERION, *map(str, args)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**PLAIN, "TERM": "xterm-256color", **environment},
        )
        os.close(theirs)
        os.write(ours, typed)
        pieces = []
        try:
            while piece := os.read(ours, 65536):
                pieces.append(piece)
        except OSError:  # how Linux says that the other end is closed
            pass
        os.close(ours)
        child.wait()
        return b"".join(pieces).decode().replace("\r\n", "\n")

    return terminal


@pytest.fixture
def room(tmp_path) -> Path:
    """A file with a map of 3 rows and 5 columns, and a wall with a gap below it."""
    path = tmp_path / "room.map"
    save_map(at.Grid.from_text("..#..\n..#..\n....."), path)
    return path


@pytest.fixture
def split(tmp_path) -> Path:
    """A file with a map of two halves that nothing joins."""
    path = tmp_path / "split.map"
    save_map(at.Grid.from_text("..#..\n..#.."), path)
    return path
