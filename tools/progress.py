"""Run a command quietly: one line shows its state, and the progress of a compilation.

python tools/progress.py "Compiling" COMMAND ARGUMENTS...

In a terminal the line is kept up to date; elsewhere another line follows every few seconds. What
the command writes is shown, whole, only if it fails. ``[3/17]`` at the start of one of its lines,
as ninja writes it, is understood as step 3 of 17.
"""

import os
import re
import subprocess
import sys
import time
from threading import Event, Thread
from typing import TextIO

STEP = re.compile(r"\s*\[(\d+)/(\d+)\]")
INTERRUPTED = 130  # what shells return for a command that Ctrl-C has ended
SECONDS_BETWEEN_LINES = 8
SECONDS_BETWEEN_UPDATES = 1  # of the line in a terminal


class Progress:
    """The screen's line about one command."""

    def __init__(self, what: str, out: TextIO) -> None:
        self.step = ""
        self._what = what
        self._out = out
        self._live = out.isatty()
        self._began = time.monotonic()
        self._ended = Event()
        self._write(f"{what} ...")
        self._ticker = Thread(target=self._tick)
        self._ticker.start()

    def end(self, how: str) -> None:
        """Report that the command has ended."""
        self._ended.set()
        self._ticker.join()
        self._write(f"{self._what}: {how} after {self._seconds()} s")
        if self._live:
            self._out.write("\n")

    def _tick(self) -> None:
        wait = SECONDS_BETWEEN_UPDATES if self._live else SECONDS_BETWEEN_LINES
        while not self._ended.wait(wait):
            self._write(f"{self._what}: {self.step}{self._seconds()} s ...")

    def _seconds(self) -> int:
        return round(time.monotonic() - self._began)

    def _write(self, text: str) -> None:
        self._out.write(f"\r\033[K{text}" if self._live else f"{text}\n")
        self._out.flush()


def _without_jobserver() -> dict[str, str]:
    """Drop MAKEFLAGS: ninja would take make's number of jobs, and then find it out of reach."""
    return {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}


def main(what: str, *command: str) -> int:
    """Run the command; return its exit status."""
    progress = Progress(what, sys.stdout)
    written: list[str] = []
    how = "failed"
    try:
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=_without_jobserver(),
        ) as process:
            try:
                for each in process.stdout or ():
                    written.append(each)
                    if step := STEP.match(each):
                        progress.step = f"{step[1]} of {step[2]}, "
            except KeyboardInterrupt:
                process.wait()  # Ctrl-C has reached it too
                how = "interrupted"
                return INTERRUPTED
        if process.returncode == 0:
            how = "done"
    finally:
        progress.end(how)
    if process.returncode:
        sys.stdout.write("".join(written))
    return process.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
