"""How a command ends: an exit status, and an error in one line, never a traceback."""

import os
import sys
from contextlib import suppress
from traceback import format_exception_only, walk_tb
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from asterion.errors import AsterionError

NO_RESULT, BAD_INPUT, INTERRUPTED, CLOSED_PIPE = 1, 2, 130, 141
USED = "asterion_use"  # what a file given with --use is called as a module
_FAULTS_OF_INPUT = (AsterionError, OSError, ImportError, TypeError, ValueError, MemoryError)


class Commands(TyperGroup):
    """The commands, run so that they end like that."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Runs one command, and exits."""
        if os.environ.get("COLUMNS") == "0":  # Rich would print nothing at all
            del os.environ["COLUMNS"]
        try:
            status = super().main(*args, **{**extra, "standalone_mode": False})
            typer.echo(nl=False)  # flushes: a closed pipe or a full disk shows here, not at exit
        except KeyboardInterrupt:
            status = INTERRUPTED
        except (BrokenPipeError, SystemExit) as end:
            # Whoever read the output has seen enough. Rich and Typer make that a 1: no path, here.
            if isinstance(end, SystemExit) and not isinstance(end.__context__, BrokenPipeError):
                raise
            _drop_output()
            status = CLOSED_PIPE
        except Exception as error:
            # Typer's usage errors have changed their home and bases, but never this method.
            usage = getattr(error, "format_message", None)
            fault = _fault_of_a_used_file(error)
            if usage is None and not fault and not isinstance(error, _FAULTS_OF_INPUT):
                raise
            message = usage() if usage else fault or _message(error)
            with suppress(OSError):  # if it cannot be said, the exit status still says it
                typer.echo(f"asterion: {' '.join(message.split())}", err=True)
            status = BAD_INPUT
        sys.exit(status)


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__


def _fault_of_a_used_file(error: Exception) -> str:
    """What went wrong in a file of the user's own, and where; nothing if it was not there."""
    if isinstance(error, AsterionError):  # says all by itself
        return ""
    places = [
        f"{frame.f_code.co_filename}, line {line}: "
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_globals.get("__name__") == USED
    ]
    return places[-1] + format_exception_only(error)[-1] if places else ""


def _drop_output() -> None:
    """Python flushes once more when it exits; let that go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
