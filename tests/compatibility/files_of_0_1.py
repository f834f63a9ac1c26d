"""The files that 0.1 wrote, and what reads them, for the tests of this folder."""

import json
from pathlib import Path
from types import SimpleNamespace

DATA = Path(__file__).with_name("data_0_1")


def lab():
    """The set-ups of the pages of the lab, and the sessions that take files."""
    from asterion.lab.graphs.setup import GraphSetup
    from asterion.lab.maze.session import MazeSession
    from asterion.lab.maze.setup import MazeSetup
    from asterion.lab.playground.setup import Setup
    from asterion.lab.tactics.session import TacticsSession
    from asterion.lab.tactics.setup import TacticsSetup
    from asterion.lab.terrain.setup import TerrainSetup
    from asterion.lab.tictactoe.setup import TicTacToeSetup

    setups = {
        "playground": Setup,
        "terrain": TerrainSetup,
        "graphs": GraphSetup,
        "tactics": TacticsSetup,
        "tictactoe": TicTacToeSetup,
        "maze": MazeSetup,
    }
    return SimpleNamespace(setups=setups, tactics=TacticsSession, maze=MazeSession)


def command(*words, typed=None):
    """Runs a command of ``asterion`` in this process; gives its exit code and what it printed."""
    from typer.testing import CliRunner

    from asterion.cli.app import app

    return CliRunner().invoke(app, [str(word) for word in words], input=typed)


def told(path):
    """What a file of JSON holds."""
    return json.loads((DATA / path).read_text(encoding="utf-8"))


def files(pattern):
    """The files of a pattern, by their paths in the folder; there must be some."""
    found = sorted(path.relative_to(DATA).as_posix() for path in DATA.glob(pattern))
    assert found, pattern
    return found
