"""Ends of commands: an exit status, and one line about what is wrong with the input.

A fault of the program itself shows its traceback, and does not blame the input.
"""

import os
import sys
from contextlib import suppress
from traceback import format_exception, format_exception_only
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from asterion.errors import AsterionError
from asterion.io.used_files import place_of

NO_RESULT, BAD_INPUT, FAULT, INTERRUPTED, CLOSED_PIPE = 1, 2, 70, 130, 141  # 70 as in sysexits.h
# Errors of the input, or of the system: no such file, a full disk, a map that is too large for the
# memory, a character that the encoding of the terminal lacks.
_NOT_OURS = (AsterionError, OSError, MemoryError, UnicodeEncodeError)


class Commands(TyperGroup):
    """The commands, with these exit statuses and errors."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run one command, and exit."""
        if os.environ.get("COLUMNS") == "0":  # Rich would print nothing at all
            del os.environ["COLUMNS"]
        try:
            status = super().main(*args, **{**extra, "standalone_mode": False})
            typer.echo(nl=False)  # flushes: a closed pipe or a full disk shows here, not at exit
        except KeyboardInterrupt:
            status = INTERRUPTED
        except (BrokenPipeError, SystemExit) as end:
            # The reader has closed the pipe. Rich and Typer exit with 1, which means no path here.
            if isinstance(end, SystemExit) and not isinstance(end.__context__, BrokenPipeError):
                raise
            _drop_output()
            status = CLOSED_PIPE
        except Exception as error:  # noqa: BLE001 - what is not the input's fault is reported
            # Typer's usage errors have changed their module and bases, but never this method.
            usage = getattr(error, "format_message", None)
            fault = fault_of_a_used_file(error)
            status = BAD_INPUT
            if usage is None and not fault and not isinstance(error, _NOT_OURS):
                status = FAULT
                fault = _report(error)
            message = usage() if usage else fault or _message(error)
            if "No such option: --use" in message:
                message += " It stands before the command: asterion --use FILE COMMAND."
            with suppress(OSError):  # if stderr is closed, the exit status is still right
                typer.echo(f"asterion: {' '.join(message.split())}", err=True)
        sys.exit(status)


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__


def _report(error: Exception) -> str:
    """Print the traceback; return the line that follows it."""
    with suppress(OSError):
        typer.echo("".join(format_exception(error)), err=True, nl=False)
    return "this is a fault of asterion, not of your input: please report it with the lines above"


def fault_of_a_used_file(error: Exception) -> str:
    """The error and its line in a file given with --use; empty if it was not raised there."""
    if isinstance(error, AsterionError):  # its message is enough
        return ""
    place = place_of(error)
    return f"{place}: {format_exception_only(error)[-1]}" if place else ""


def _drop_output() -> None:
    """Discard the output, because Python flushes once more at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
