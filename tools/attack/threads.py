"""Threads that query, edit, view, stop and drop, on the same worlds, with signals in between."""

import gc
import signal
import threading
import time
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import numpy as np

import asterion as at
from asterion.search.registry import SearchName
from attack.worlds import DIGITS, STATES, Switching, SwitchingGraph, SwitchingGrid, rounded

# Allowed errors: the world was edited meanwhile, or this thread is asked to stop.
ALLOWED = (at.WorldChanged,)
NESTED = 3  # searches inside a heuristic
NEW_WORLDS = 0.0005  # how often the worlds are exchanged, by act


class Stopped(BaseException):
    """Raised by the signal handler in the main thread, anywhere; like KeyboardInterrupt."""


class Attack:
    """Run some threads for a time; ``faults`` are answers that fit no state, and exceptions."""

    def __init__(self, seed: int, threads: int) -> None:
        self.random = Random(seed)
        self.threads = threads
        self.faults: list[str] = []
        self.done: Counter[str] = Counter()
        self.worlds: list[Switching] = self._new_worlds()

    def _new_worlds(self) -> list[Switching]:
        grids = [SwitchingGrid(self.random, uniform=uniform) for uniform in (True, False, True)]
        return [*grids, SwitchingGraph(self.random)]

    def run(self, until: float) -> None:
        """Run the main thread too, and send it signals."""
        self._import_all()
        workers = [
            threading.Thread(target=self._work, args=(Random(f"{i}"), until))
            for i in range(self.threads - 1)
        ]
        for worker in workers:
            worker.start()
        former = signal.signal(signal.SIGALRM, _stop)
        try:
            self._work_between_signals(Random("main"), until)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, former)
        for worker in workers:
            worker.join(timeout=120)
            if worker.is_alive():
                self.faults.append("a thread hangs")

    def _import_all(self) -> None:
        """Do each act once, on each world.

        A signal that raises while Python imports a module, which some of them do at first, leaves
        the lock of that import taken (CPython 3.11): then all threads wait for ever.
        """
        random = Random("first")
        for act in _ACTS:
            for world in self.worlds:
                with suppress(*ALLOWED):
                    act(random, world)

    def _work_between_signals(self, random: Random, until: float) -> None:
        while time.monotonic() < until and not self.faults:
            try:
                signal.setitimer(signal.ITIMER_REAL, random.uniform(0.001, 0.2))
                self._work(random, until)
            except Stopped:
                self.done["stopped by a signal"] += 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)

    def _work(self, random: Random, until: float) -> None:
        while time.monotonic() < until and not self.faults:
            act = random.choice(_ACTS)
            world = random.choice(self.worlds)
            try:
                fault = act(random, world)
            except ALLOWED:
                fault = None
            except Stopped:
                raise
            except Exception as error:  # noqa: BLE001 - the attack looks for any other
                fault = f"{type(error).__name__}: {error}"
            if fault:
                self.faults.append(f"{act.__name__}: {fault}")
            self.done[act.__name__] += 1
            if random.random() < NEW_WORLDS:
                gc.collect()
                self.worlds = self._new_worlds()  # the others continue in theirs

    def told(self, seconds: float) -> str:
        acts = ", ".join(f"{count:,} {name}" for name, count in sorted(self.done.items()))
        verdict = "no fault" if not self.faults else "; ".join(self.faults[:10])
        return f"{self.threads} threads, {seconds:.0f} s: {acts}: {verdict}"


def _stop(*_: object) -> None:
    raise Stopped


def _question(random: Random, world: Switching) -> tuple[int, Any, Any]:
    at_random = random.randrange(len(world.questions))
    start, goal = world.questions[at_random]
    return at_random, start, goal


def _unfit(world: Switching, question: int, path: at.Path, how: str) -> str | None:
    if world.fits(question, path):
        return None
    return f"{how} costs {rounded(path)}; in no state of the world is that the answer"


def edit(random: Random, world: Switching) -> None:
    world.switch(random.randrange(STATES))


def ask(random: Random, world: Switching) -> str | None:
    question, start, goal = _question(random, world)
    names: list[SearchName] = ["auto", "auto", "astar", "bidirectional", "dijkstra"]
    algorithm = random.choice(names)
    path = at.find_path(world.world, start, goal, algorithm=algorithm)
    return _unfit(world, question, path, algorithm)


def ask_many(random: Random, world: Switching) -> str | None:
    starts, goals = zip(*world.questions, strict=True)
    paths = at.find_paths(world.world, starts, goals, threads=random.randrange(1, 4))
    for question, path in enumerate(paths):
        if fault := _unfit(world, question, path, "of a batch"):
            return fault
    return None


def ask_with_a_callable(random: Random, world: Switching) -> str | None:
    """An object whose estimate searches the same world."""
    question, start, goal = _question(random, world)
    asked: list[at.Path] = []

    def estimate(_: Any) -> float:
        if len(asked) < NESTED:
            asked.append(at.find_path(world.world, start, goal))
        return 0.0

    path = at.find_path(world.world, start, goal, heuristic=estimate)
    return _unfit(world, question, path, "with a callable")


def search(random: Random, world: Switching) -> str | None:
    """A search in slices, often dropped half way."""
    question, start, goal = _question(random, world)
    running = at.Search(world.world, start, goal, trace=random.random() < 0.3)
    for _ in range(random.randrange(20)):
        if running.step(random.randrange(1, 200)) != "running":
            return _unfit(world, question, running.path, "in slices")
        _ = running.state, running.best_so_far
    return None


def navigate(random: Random, world: Switching) -> str | None:
    question, start, goal = _question(random, world)
    infos = [info for info in at.algorithms("navigator") if _fits(info, world)]
    agent = at.Navigator(world.world, start, goal, algorithm=random.choice(infos))
    if fault := _unfit(world, question, agent.path, agent.algorithm):
        return fault
    for _ in range(random.randrange(10)):
        if random.random() < 0.2:
            edit(random, world)
        agent.step()
    _ = agent.stats, agent.g
    return None


def _fits(info: Any, world: Switching) -> bool:
    if info.name == "index" and world.index is None:
        return False
    kind = "graph" if isinstance(world, SwitchingGraph) else "grid"
    return any(each.endswith(kind) for each in info.worlds)


def view(random: Random, world: Switching) -> str | None:
    if isinstance(world, SwitchingGraph):
        factors = np.ones(len(world.world.costs))
        seen = world.world.view(factors)
    else:
        seen = world.world.view(blocked=np.zeros(world.world.shape, bool))
    question, start, goal = _question(random, world)
    return _unfit(world, question, at.find_path(seen, start, goal), "in a view")


def flood(random: Random, world: Switching) -> str | None:
    question, start, goal = _question(random, world)
    costs = at.distances(world.world, start)
    name = goal if isinstance(world, SwitchingGraph) else tuple(goal)
    cost = round(float(costs[name]), DIGITS)
    return None if cost in world.answers[question] else f"a flood says {cost}"


def ask_an_index(random: Random, world: Switching) -> str | None:
    """One that all threads share, and sometimes rebuild, in slices."""
    if world.index is None:
        return None
    if random.random() < 0.2:
        world.index.refresh(seconds=random.choice((0.0, 0.001, 0.01)))
    question, start, goal = _question(random, world)
    cost = round(world.index.cost(start, goal), DIGITS)
    if cost not in world.answers[question]:
        return f"the cost by an index is {cost}"
    path = world.index.find_path(start, goal)
    return _unfit(world, question, path, f"by an index, {path.how},")


def explore(random: Random, world: Switching) -> None:
    if isinstance(world, SwitchingGrid):
        ends = world.ends[0], world.ends[1]
        explorer = at.Explorer(world.world, *ends, sight=3, belief=world.belief)
        world.belief = explorer.belief
        for _ in range(random.randrange(30)):
            explorer.step()
        explorer.goal = world.ends[2]
        explorer.run(5)


def copy(_: Random, world: Switching) -> None:
    world.world.copy()


_ACTS = [
    edit,
    edit,
    ask,
    ask,
    ask_many,
    ask_with_a_callable,
    search,
    search,
    navigate,
    view,
    flood,
    ask_an_index,
    explore,
    copy,
]
