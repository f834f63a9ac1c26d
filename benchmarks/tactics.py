"""The core of the tactics game: actions per second, every count checked.

    python benchmarks/tactics.py
    python benchmarks/tactics.py --repeats 1

"states" finds all states of a first turn, and stores each once. Their counts are known from an
enumeration that shares no code with ours. Times are CPU time, best of several.
"""

import argparse
import sys
import time

import common
from asterion.games.tactics import maps

KNOWN = {"C.1": 28_058, "C.2": 22_420, "C.3": 15_892, "C.4": 83_563}  # states of the first turn
BAR = 3e6  # actions per second that the core must reach while it stores states


def timed(call, repeats):
    best = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        answer = call()
        best = min(best, time.process_time() - begin)
    return answer, best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5, help="of each, the best counts")
    repeats = parser.parse_args().repeats
    rows = [("map", "states", "actions", "time", "actions/s")]
    slow = False
    for name, states in KNOWN.items():
        native = maps.load(name).native
        turn, stored = timed(lambda: native.turn_states(2**63), repeats)  # noqa: B023
        if len(turn) != states:
            sys.exit(f"{name}: {len(turn)} states; wrong")
        slow |= turn.applied / stored < BAR
        rows.append(
            (
                name,
                f"{len(turn):,}",
                f"{turn.applied:,}",
                common.duration(stored),
                f"{turn.applied / stored / 1e6:.1f} M",
            )
        )
    common.table(rows)
    if slow:
        sys.exit(f"slower than {BAR / 1e6:.0f} million actions a second")


if __name__ == "__main__":
    main()
