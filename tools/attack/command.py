"""The attacks and their duration, from the command line."""

import argparse
import time
from collections.abc import Sequence

from attack.objects import make_and_drop
from attack.refusals import refuse
from attack.threads import Attack


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="attack", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    threads = kinds.add_parser("threads", help="threads that query, edit, view, stop and drop")
    threads.add_argument("--seconds", type=float, default=600)
    threads.add_argument("--seed", type=int, default=0)
    threads.add_argument("--threads", type=int, default=6)
    objects = kinds.add_parser("objects", help="objects of each kind by the million, memory flat")
    objects.add_argument("--count", type=int, default=1_000_000)
    refusals = kinds.add_parser("refusals", help="threads, memory and disks that are refused")
    refusals.add_argument("--seconds", type=float, default=60)
    refusals.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    if given.kind == "objects":
        return make_and_drop(given.count)
    if given.kind == "refusals":
        return refuse(given.seconds, given.seed)
    begin = time.monotonic()
    attack = Attack(given.seed, given.threads)
    attack.run(begin + given.seconds)
    print(attack.told(time.monotonic() - begin))
    return 1 if attack.faults else 0
