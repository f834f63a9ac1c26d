"""A wall with two doors, of which one is open at any time, while threads query paths."""

from collections.abc import Callable
from random import Random
from threading import Event, Thread

import numpy as np

import asterion as at

START, GOAL = (5, 0), (5, 40)
NEAR, FAR = (5, 20), (35, 20)


class TwoDoors:
    """A path that mixes two versions of the world passes both doors, or none."""

    def __init__(self) -> None:
        self.grid = at.maps.field(41)
        self.grid[:, 20] = 0
        self._doors = np.zeros((41, 41), bool)
        self._doors[NEAR] = self._doors[FAR] = True
        self.open(near=True)

    def open(self, *, near: bool) -> None:
        """One statement: one door opens, the other closes."""
        self.grid[self._doors] = np.array([near, not near], float)

    def faults(self, path: list) -> list:
        """The path, if it is wrong in every state of the doors."""
        passed = [cell for cell in path if cell in (NEAR, FAR)]
        return [] if path and path[-1] == GOAL and len(passed) == 1 else [path]

    def _swap(self, seed: int, stop: Event) -> None:
        random = Random(seed)
        while not stop.is_set():
            self.open(near=random.random() < 0.5)
            self.grid[random.randrange(36, 41), random.randrange(30, 41)] = random.choice([1, 2])

    def faults_while_edited(
        self, ask: Callable[[], list], *, editors: int, askers: int, times: int
    ) -> list:
        """The wrong answers and errors of several threads while others edit."""
        stop, wrong = Event(), []

        def go() -> None:
            try:
                for _ in range(times):
                    wrong.extend(ask())
            except BaseException as error:  # noqa: BLE001 - to be told by the test
                wrong.append(error)

        editing = [Thread(target=self._swap, args=(seed, stop)) for seed in range(editors)]
        asking = [Thread(target=go) for _ in range(askers)]
        for thread in (*editing, *asking):
            thread.start()
        for thread in asking:
            thread.join()
        stop.set()
        for thread in editing:
            thread.join()
        return wrong
