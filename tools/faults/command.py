"""The command: its options, the choice of places, the report."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter, defaultdict

import faults
from faults import record
from faults.fault import Fault
from faults.judges import Judges
from faults.places import faults_of
from faults.server import Server
from faults.tree import TREE, modules, prepare
from faults.trial import caught_by


def main() -> int:
    """Prints every fault with what caught it, those that nothing caught as diffs, and the sums."""
    options = parsed()
    prepare()
    if options.record is not None:
        record.record(options.record)
        return 0
    if not any(record.RECORD.glob("*/tests.json")):
        print("First a run of all tests, to see which run which lines: some twenty minutes.")
        record.record([])
    chosen = choice(options)
    judges, server = Judges(), Server()
    some = random.Random(options.seed).sample(sorted(judges.seconds), 50)  # noqa: S311
    if failed := server.first_failure([test for test in some if judges.seconds[test] < 1], 600):
        print(f"{failed} fails without a fault; --record its tests again", file=sys.stderr)
        return 2
    planted, missed = Counter[str](), Counter[str]()
    begin = time.monotonic()
    for number, fault in enumerate(chosen):
        source = (TREE / fault.path).read_bytes()
        by = caught_by(fault, judges, server, options.budget, types=options.types)
        planted[fault.room] += 1
        print(f"{number}: {fault.name}: {by or 'MISSED'}", flush=True)
        if by is None:
            missed[fault.room] += 1
            print(fault.diff(source), flush=True)
    server.close()
    print(f"\n{'room':20} planted  missed")
    for room in sorted(planted):
        print(f"{room:20} {planted[room]:7} {missed[room]:7}")
    print(f"{'sum':20} {planted.total():7} {missed.total():7}, {time.monotonic() - begin:.0f} s")
    return 1 if missed else 0


def choice(options: argparse.Namespace) -> list[Fault]:
    """Lines by the seed, each as likely as any other; of each line one fault."""
    lines: dict[tuple[str, int], list[Fault]] = defaultdict(list)
    for path in modules():
        if any(path.startswith(f"src/asterion/{under}") for under in options.under):
            for fault in faults_of(path, (TREE / path).read_bytes()):
                if not any(fault.kind.startswith(kind) for kind in options.kind):
                    continue
                lines[fault.path, fault.line].append(fault)
    dice = random.Random(options.seed)  # noqa: S311 - no secret
    places = sorted(lines)
    chosen = dice.sample(places, min(options.number, len(places)))
    found = []
    for place in chosen:
        kind = dice.choice(sorted({fault.kind for fault in lines[place]}))
        found.append(dice.choice([fault for fault in lines[place] if fault.kind == kind]))
    return [found[number] for number in options.only] if options.only else found


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    about = (faults.__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(prog="python tools/faults", description=about)
    parser.add_argument(
        "under", nargs="*", default=[""], help="rooms or modules: world io/tiled.py"
    )
    parser.add_argument(
        "--kind", nargs="+", default=[""], help="only these: 'a condition', 'another comparison'"
    )
    parser.add_argument("--number", type=int, default=30, help="how many faults")
    parser.add_argument("--seed", type=int, default=1, help="of their places")
    parser.add_argument("--only", type=int, nargs="+", help="only these, by their numbers")
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests for each")
    parser.add_argument(
        "--no-types", dest="types", action="store_false", help="without mypy, which is slow"
    )
    parser.add_argument(
        "--record", nargs="*", metavar="TEST", help="run these tests, or all, and note their lines"
    )
    return parser.parse_args()
