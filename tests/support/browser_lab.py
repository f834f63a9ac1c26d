"""A lab for tests: a separate server on a free port."""

import os
import socket
import subprocess
import sys
import time
from urllib.request import urlopen

START_SECONDS = 90
HIDDEN = ("NICEGUI", "PYTEST")  # NiceGUI would switch to its test mode


class Lab:
    """A server process that can be stopped and started again."""

    def __init__(self, *arguments, options=(), program=(sys.executable, "-m", "asterion")):
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.program = program
        self.arguments = arguments
        self.options = options  # the lab's own
        self.start()

    def start(self):
        command = [*self.program, *self.arguments, "lab", "--no-browser"]
        command += self.options
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            stdout=subprocess.DEVNULL,
            env={k: v for k, v in os.environ.items() if not k.startswith(HIDDEN)},
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                return urlopen(self.address, timeout=5).close()  # noqa: S310 - 127.0.0.1
            except OSError:
                assert self.process.poll() is None, "the lab ended at once"
                time.sleep(0.2)
        raise AssertionError("the lab does not answer")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
