"""Memory, threads and disk space that the system refuses, again and again: nothing is lost."""

import resource
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import asterion as at
from attack.worlds import STATES, SwitchingGrid

UNLIMITED = resource.RLIM_INFINITY


def refuse(seconds: float, seed: int) -> int:
    """Return the number of faults."""
    random = Random(seed)
    done: Counter[str] = Counter()
    faults: list[str] = []
    until = time.monotonic() + seconds
    with TemporaryDirectory() as folder:
        while time.monotonic() < until:
            world = SwitchingGrid(random, uniform=random.random() < 0.5)
            for attack in (_memory, _disk):
                attack(random, world, Path(folder), done, faults)
    told = ", ".join(f"{count:,} {name}" for name, count in sorted(done.items()))
    print(f"{seconds:.0f} s: {told}: {'; '.join(faults[:10]) or 'no fault'}")
    return len(faults)


def _memory(
    random: Random, world: SwitchingGrid, _: Path, done: Counter[str], faults: list[str]
) -> None:
    """Little memory for a while: a call succeeds or raises MemoryError, and the world is whole."""
    side = random.choice((300, 700))
    large = at.Grid(np.random.default_rng(side).integers(1, 9, (side, side)).astype(np.uint8))
    ends = (0, 0), (side - 1, side - 1)
    acts: dict[str, Callable[[], Any]] = {
        "queries": lambda: at.find_path(large, *ends, algorithm="dijkstra"),
        "fields": lambda: at.distances(large, ends[0]),
        "batches": lambda: at.find_paths(large, [ends[0]] * 4, [ends[1]] * 4, threads=8),
        "plans": lambda: at.Navigator(large, *ends, algorithm="dstar-lite").path,
        "edits": lambda: large.__setitem__(..., large.cost + 0.5),
        "layers": lambda: large.layers.__setitem__("new", 1.0),
        "copies": large.copy,
        "views": lambda: large.view(blocked=np.zeros((side, side), bool)),
    }
    for name, act in random.sample([*acts.items()], len(acts)):
        before = large.version, large.cost.copy()
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        room = random.randrange(20) << 20
        resource.setrlimit(resource.RLIMIT_AS, (used + room, UNLIMITED))
        try:
            act()
            done[name] += 1
        except MemoryError:
            done[f"{name} refused"] += 1
            resource.setrlimit(resource.RLIMIT_AS, (UNLIMITED, UNLIMITED))
            if before[0] != large.version or (before[1] != large.cost).any():
                faults.append(f"{name}: refused, but something has changed")
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (UNLIMITED, UNLIMITED))
    for question, (start, goal) in enumerate(world.questions):
        world.switch(random.randrange(STATES))
        if not world.fits(question, at.find_path(world.world, start, goal)):
            faults.append("a wrong answer after memory was refused")


def _disk(
    random: Random, world: SwitchingGrid, folder: Path, done: Counter[str], faults: list[str]
) -> None:
    """Files may not grow beyond a number of bytes: their old content is still there."""
    for suffix in (".map", ".npz", ".png", ".txt"):
        file = folder / f"world{suffix}"
        try:
            at.save_map(world.world, file)
        except at.AsterionError:
            continue  # not a format for such costs
        whole = file.read_bytes()
        limit = random.randrange(len(whole))
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, UNLIMITED))
        try:
            at.save_map(world.world, file)
            done["saves"] += 1
        except OSError:
            done["saves refused"] += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))
        if file.read_bytes() != whole:
            faults.append(f"{file.name}: a save that failed has changed the file")
        left = [each.name for each in folder.iterdir() if each != file]
        for name in left:
            (folder / name).unlink()
        if any(not name.startswith("world") for name in left):
            faults.append(f"{file.name}: a save that failed has left {left}")
