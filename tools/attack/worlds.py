"""Worlds that switch between a few known states, and the answers of all queries in each.

An edit brings a world from one state to another in one statement. So an answer that was asked for
while others edit must be that of one of the states, whichever.
"""

from math import inf
from random import Random
from typing import Any, get_args

import numpy as np

import asterion as at
from asterion.world.grid import Diagonal

STATES = 3
QUESTIONS = 12
DIGITS = 6  # of costs that are compared


class Switching:
    """A world, its states, and the answers: costs[state][question]."""

    index: at.Index | None = None  # none where it would take long to make

    def __init__(self, world: Any, states: list[Any], questions: list[tuple[Any, Any]]) -> None:
        self.world = world
        self.states = states
        self.questions = questions
        self.answers: list[set[float]] = [set() for _ in questions]
        for state in range(len(states)):
            self.switch(state)
            for answers, (start, goal) in zip(self.answers, questions, strict=True):
                answers.add(self.cost(start, goal))

    def switch(self, state: int) -> None:
        raise NotImplementedError

    def cost(self, start: Any, goal: Any) -> float:
        """By the plainest search available."""
        return rounded(at.find_path(self.world, start, goal, algorithm="dijkstra"))

    def fits(self, question: int, path: at.Path) -> bool:
        return rounded(path) in self.answers[question]


class SwitchingGrid(Switching):
    def __init__(self, random: Random, *, uniform: bool) -> None:
        side = random.choice((17, 40, 90))
        dice = np.random.default_rng(random.randrange(2**32))
        costs = (
            np.ones((side, side)) if uniform else dice.integers(1, 9, (side, side)).astype(float)
        )
        states = []
        for _ in range(STATES):
            state = costs.copy()
            state[dice.random((side, side)) < random.choice((0.1, 0.3))] = 0
            states.append(state)
        diagonal = random.choice(get_args(Diagonal))
        ends = [(0, 0), (side - 1, side - 1), (0, side - 1), (side // 2, side // 2)]
        for state in states:
            for end in ends:
                state[end] = 1
        pairs = [(random.choice(ends), _cell(random, side)) for _ in range(QUESTIONS)]
        self.ends = ends
        self.belief: at.Grid | None = None  # of the explorers, for the next one to share
        super().__init__(at.Grid(states[0], diagonal=diagonal), states, pairs)
        if uniform:
            self.index = at.Index(self.world)

    def switch(self, state: int) -> None:
        self.world[...] = self.states[state]


class SwitchingGraph(Switching):
    def __init__(self, random: Random) -> None:
        nodes, connections = 120, 500
        edges = [
            (random.randrange(nodes), random.randrange(nodes), 1 + random.randrange(9))
            for _ in range(connections)
        ]
        states = [
            np.array([cost if random.random() > 0.2 else inf for *_, cost in edges])
            for _ in range(STATES)
        ]
        pairs = [(random.randrange(nodes), random.randrange(nodes)) for _ in range(QUESTIONS)]
        super().__init__(at.Graph(edges, nodes=nodes), states, pairs)
        self.index = at.Index(self.world)

    def switch(self, state: int) -> None:
        self.world.set_costs(self.states[state])


def _cell(random: Random, side: int) -> tuple[int, int]:
    return random.randrange(side), random.randrange(side)


def rounded(path: at.Path) -> float:
    return round(path.cost, DIGITS)
