"""Runs a command quietly: one line says what is done, and how far a compilation is.

python tools/progress.py "Compiling (about 90 s on two cores)" COMMAND ARGUMENTS...

In a terminal the line is kept up to date; elsewhere a few lines are printed. What the command
writes is shown, whole, only if it fails. ``[3/17]`` at the start of one of its lines, as ninja
writes it, is understood as step 3 of 17.
"""

import os
import re
import subprocess
import sys
import time
from typing import TextIO

STEP = re.compile(r"\s*\[(\d+)/(\d+)\]")
INTERRUPTED = 130  # what shells return for a command that Ctrl-C has ended


class Line:
    """What is on the screen about one command."""

    def __init__(self, what: str, out: TextIO) -> None:
        self._what = what
        self._out = out
        self._live = out.isatty()
        self._quarter = 0
        self._began = time.monotonic()
        self._write(f"{what} ...")

    def step(self, done: int, steps: int) -> None:
        """So many steps are done."""
        if self._live:
            self._write(f"{self._what}: {done} of {steps} ...")
        elif (quarter := 4 * done // steps) not in {self._quarter, 4}:
            self._quarter = quarter
            self._write(f"  {done} of {steps}")

    def end(self, how: str) -> None:
        """The command has ended."""
        seconds = time.monotonic() - self._began
        self._write(f"{self._what}: {how} after {seconds:.0f} s")
        if self._live:
            self._out.write("\n")

    def _write(self, text: str) -> None:
        self._out.write(f"\r\033[K{text}" if self._live else f"{text}\n")
        self._out.flush()


def _without_jobserver() -> dict[str, str]:
    """Ninja would take make's word for how many jobs there are, and then find it out of reach."""
    return {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}


def main(what: str, *command: str) -> int:
    """The exit status of the command."""
    line = Line(what, sys.stdout)
    written: list[str] = []
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
                    line.step(int(step[1]), int(step[2]))
        except KeyboardInterrupt:
            process.wait()  # Ctrl-C has reached it too
            line.end("interrupted")
            return INTERRUPTED
    line.end("failed" if process.returncode else "done")
    if process.returncode:
        sys.stdout.write("".join(written))
    return process.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
