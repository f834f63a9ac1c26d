"""Code that runs in a process of its own, with limits or with memory that no other has used."""

import subprocess
import sys
import textwrap


def run_alone(code: str) -> None:
    """Run the code, indented or not; it must end well, and print nothing on stderr."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
