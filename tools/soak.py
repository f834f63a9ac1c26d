"""Moving agents in changing worlds, against their oracles for a long time: `make soak`.

    python tools/soak.py navigators --steps 10000000 --jobs 2 --seed 1

- navigators: after every step, which is one or more changes, moves and new goals, each navigator
  has a path that costs what Dijkstra's algorithm says
- crowds: steps of units, none of which breaks a rule
- plans: instances, of which LaCAM solves those that an exhaustive search does, and CBS at its cost
- timetables: paths in time, each as early as a search over all cells and ticks says
- meshes: scenes of polygons, on which every path is as short as in exact arithmetic after each edit
- discs: scenes in which paths with a radius are compared with tangents and arcs in 50 digits
- fields: edits, after which a field is what `distances` says

Ends with status 1 at the first that is wrong; Ctrl-C ends it too, and it says how far it came.
"""

import argparse
import multiprocessing
import signal
import sys
import time
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

# The module with `live(seed, steps)`, the steps by default, and the steps of a slice.
SUBJECTS = {
    "navigators": ("support.episodes", 10_000_000, 2_000),
    "crowds": ("crowd.test_live", 10_000_000, 20_000),
    "plans": ("crowd.test_solve", 10_000, 50),
    "timetables": ("crowd.test_timetable", 20_000, 100),
    "meshes": ("mesh.test_exact", 20_000, 20),
    "discs": ("mesh.test_radius", 5_000, 20),
    "fields": ("search.test_flow_field", 100_000, 500),
}


def lived(task: tuple[str, str]) -> int:
    """Run one slice; return its steps."""
    subject, seed = task
    module, _, steps = SUBJECTS[subject]
    import_module(module).live(seed, steps)
    return steps


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker: the parent ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def main() -> int:
    """Run lives on two processes, and print the number of steps; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("subject", nargs="?", default="navigators", choices=SUBJECTS)
    parser.add_argument("--steps", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    begin = time.monotonic()
    done = 0
    wrong = False
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C
    _, usual, in_slice = SUBJECTS[options.subject]
    slices = -(-(options.steps or usual) // in_slice)
    tasks = ((options.subject, f"soak {options.seed}/{i}") for i in range(slices))
    with multiprocessing.Pool(options.jobs, ignore_interrupts) as pool:
        try:
            for steps in pool.imap_unordered(lived, tasks):
                done += steps
                if sys.stdout.isatty():
                    print(f"\r{done:,} steps", end="", flush=True)
        except AssertionError as error:
            print(f"\n{error}")
            wrong = True
        except KeyboardInterrupt:
            pass
    seconds = time.monotonic() - begin
    found = "one" if wrong else "none"
    print(f"\r{options.subject}: {done:,} steps, {found} wrong, {seconds:.0f} s")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
