"""How a command ends: an exit status, and an error in one line, never a traceback."""

import os
import sys
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from asterion.errors import AsterionError

NO_RESULT, BAD_INPUT, INTERRUPTED = 1, 2, 130
_FAULTS_OF_INPUT = (AsterionError, OSError, ImportError, TypeError, ValueError, MemoryError)


class Commands(TyperGroup):
    """The commands, run so that they end like that."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Runs one command, and exits."""
        try:
            status = super().main(*args, **{**extra, "standalone_mode": False})
            typer.echo(nl=False)  # flushes: a closed pipe or a full disk shows here, not at exit
        except KeyboardInterrupt:
            status = INTERRUPTED
        except BrokenPipeError:  # whoever read the output has seen enough of it
            _drop_output()
            status = NO_RESULT
        except Exception as error:
            # Typer's usage errors have changed their home and bases, but never this method.
            usage = getattr(error, "format_message", None)
            if usage is None and not isinstance(error, _FAULTS_OF_INPUT):
                raise
            message = usage() if usage else _message(error)
            sys.stderr.write(f"asterion: {' '.join(message.split())}\n")
            status = BAD_INPUT
        sys.exit(status)


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__


def _drop_output() -> None:
    """Python flushes once more when it exits; let that go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
