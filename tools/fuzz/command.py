"""The command: its options, the processes, the sum."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from math import inf

import fuzz
from fuzz.trial import DONE, END, FOUND, REFUSED
from fuzz.worker import Worker


def main() -> int:
    """Print the findings and the sum; return the exit status."""
    options = parsed()
    begin = time.monotonic()
    first, options.stop, options.deadline = 0, options.inputs, begin + options.seconds
    if options.only is not None:
        first, options.stop, options.jobs = options.only, options.only + 1, 1
    with tempfile.TemporaryDirectory() as tempfile.tempdir:  # also for processes that crash
        workers = [Worker(options, first + i) for i in range(options.jobs)]
        while any([worker.watch() for worker in workers]):  # noqa: C419 - all of them, each time
            time.sleep(0.05)
            if not options.keep_going and any(worker.counts[FOUND] for worker in workers):
                for worker in workers:
                    worker.counts[END] = 1
            if sys.stderr.isatty():
                print(f"\r{sum(w.counts[DONE] for w in workers)}", end=" ", file=sys.stderr)
    done, refused, found = (sum(w.counts[i] for w in workers) for i in (DONE, REFUSED, FOUND))
    print(f"{done} inputs, {refused} refused, {found} findings, {time.monotonic() - begin:.0f} s")
    print(f"{done - found} passed, {found} failed")
    return 1 if found else 0


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    about = (fuzz.__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(prog="python tools/fuzz", description=about)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=inf, help="end after so long")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--keep-going", action="store_true", help="list all that is found")
    parser.add_argument("--only", type=int, help="repeat the input of this number")
    return parser.parse_args()
