"""The command line, called in this process: a process of its own takes half a second to start."""

import os

from typer.testing import CliRunner

from asterion.cli.app import app

COLOURS = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "TERM")
PLAIN = {name: value for name, value in os.environ.items() if name not in COLOURS}


def run(*args, stdin=None, env=None):
    """The result of a command: ``exit_code``, ``stdout`` and ``stderr``."""
    environment = {**dict.fromkeys(COLOURS), **(env or {})}
    words = [str(arg) for arg in args]
    return CliRunner().invoke(app, words, stdin, environment, catch_exceptions=False)
