"""Processes that try inputs, and may crash or hang at one."""

from __future__ import annotations

import argparse
import faulthandler
import multiprocessing
import os
import resource
import signal
import time

from fuzz.trial import DONE, END, FOUND, NUMBER, again, run

PATIENCE = 20  # seconds that one input may take


class Worker:
    """A process that tries every n-th input, and is watched."""

    def __init__(self, options: argparse.Namespace, first: int) -> None:
        self.options = options
        self.context = multiprocessing.get_context("fork")
        self.counts = self.context.RawArray("q", 5)
        self.begin(first)

    def begin(self, first: int) -> None:
        """Start a process at this input."""
        self.seen, self.since, self.hung = -1, time.monotonic(), False
        self.process = self.context.Process(target=self.work, args=(first,))
        self.process.start()

    def work(self, first: int) -> None:
        """The loop of the process."""
        faulthandler.enable()
        if "ASTERION_SANITIZED" not in os.environ:  # whose shadow memory is larger than any limit
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        it = self.options
        limits = {"keep_going": it.keep_going, "deadline": it.deadline}
        numbers = range(first, it.stop, it.jobs)
        run(it.seed, numbers, self.counts, aloud=it.only is not None, **limits)

    def watch(self) -> bool:
        """Return whether it is still at work. End it if an input takes too long."""
        number, now = self.counts[NUMBER], time.monotonic()
        if number != self.seen:
            self.seen, self.since = number, now
        if self.process.is_alive():
            self.hung = now > self.since + PATIENCE
            if self.hung and self.process.pid:
                os.kill(self.process.pid, signal.SIGABRT)  # faulthandler says where it is
                self.process.join()
            return True
        status = self.process.exitcode
        if status == 0 or self.counts[END]:
            return False
        self.counts[DONE] += 1
        self.counts[FOUND] += 1
        what = f"a hang of {PATIENCE} s" if self.hung else f"a crash, exit status {status}"
        print(f"FINDING {what}\n    again: {again(self.options.seed, number)}\n", flush=True)
        if self.options.keep_going and now < self.options.deadline:
            self.begin(number + self.options.jobs)
            return True
        self.counts[END] = 1
        return False
