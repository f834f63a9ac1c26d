"""Navigators against Dijkstra's algorithm for a long time: `make soak`.

    python tools/soak.py --steps 10000000 --jobs 2 --seed 1

A step is one or more changes, moves and new goals, after which every navigator must have a path
that costs what Dijkstra's algorithm says (tests/episodes.py). Ends with status 1 at the first that
has not.
"""

import argparse
import multiprocessing
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


def main() -> int:
    """Lives on two processes, and says how many steps there were; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    begin = time.monotonic()
    done = 0
    seeds = (f"soak {options.seed}/{i}" for i in range(-(-options.steps // SLICE)))
    with multiprocessing.Pool(options.jobs) as pool:
        try:
            for steps in pool.imap_unordered(lived, seeds):
                done += steps
                if sys.stdout.isatty():
                    print(f"\r{done:,} steps", end="", flush=True)
        except AssertionError as error:
            print(f"\nafter {done:,} steps: {error}")
            return 1
    checks = done * len(episodes.NAMES)
    seconds = time.monotonic() - begin
    print(f"\r{done:,} steps, {checks:,} paths checked, none wrong, {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
