"""Navigators against Dijkstra's algorithm for a long time: `make soak`.

    python tools/soak.py --steps 10000000 --jobs 2 --seed 1

A step is one or more changes, moves and new goals, after which every navigator must have a path
that costs what Dijkstra's algorithm says (tests/support/episodes.py). Ends with status 1 at
the first that has not; Ctrl-C ends it too, and it says how far it came.
"""

import argparse
import multiprocessing
import signal
import sys
import time
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
episodes = import_module("episodes")

SLICE = 2_000


def lived(seed: str) -> int:
    """The steps of one slice."""
    return int(episodes.live(seed, SLICE))


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker: the parent ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def main() -> int:
    """Run lives on two processes, and print the number of steps; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    begin = time.monotonic()
    done = 0
    wrong = False
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C
    seeds = (f"soak {options.seed}/{i}" for i in range(-(-options.steps // SLICE)))
    with multiprocessing.Pool(options.jobs, ignore_interrupts) as pool:
        try:
            for steps in pool.imap_unordered(lived, seeds):
                done += steps
                if sys.stdout.isatty():
                    print(f"\r{done:,} steps", end="", flush=True)
        except AssertionError as error:
            print(f"\n{error}")
            wrong = True
        except KeyboardInterrupt:
            pass
    checks = done * len(episodes.NAMES)
    seconds = time.monotonic() - begin
    found = "one" if wrong else "none"
    print(f"\r{done:,} steps, {checks:,} paths checked, {found} wrong, {seconds:.0f} s")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
