"""State problems that several tests share, with slow, obvious solvers."""

from dataclasses import dataclass, field
from math import inf
from random import Random
from types import SimpleNamespace

from asterion import textbook


@dataclass
class Arcs:
    """An implicit graph: for each state, (action, result, cost) in order."""

    arcs: dict
    goals: set
    estimates: dict | None = None
    start: object = 0
    asked: list = field(default_factory=list)

    def __post_init__(self):
        if self.estimates is not None:
            self.heuristic = self.estimates.__getitem__

    def actions(self, state):
        self.asked.append(state)
        return [action for action, _, _ in self.arcs.get(state, [])]

    def _arc(self, state, action):
        return next(arc for arc in self.arcs[state] if arc[0] == action)

    def apply(self, state, action):
        return self._arc(state, action)[1]

    def cost(self, state, action, _result):
        return self._arc(state, action)[2]

    def is_goal(self, state):
        return state in self.goals


def true_costs(arcs, goals):
    """From every state to the nearest goal, by relaxing until nothing changes."""
    best = dict.fromkeys(goals, 0)
    changed = True
    while changed:
        changed = False
        for state, out in arcs.items():
            for _, result, cost in out:
                if best.get(result, inf) + cost < best.get(state, inf):
                    best[state] = best[result] + cost
                    changed = True
    return best


def dijkstra(problem):
    """The cost of a cheapest plan, by the textbook on the same methods; inf if there is none."""
    met = object()  # one move behind all goals

    def neighbours(state):
        if problem.is_goal(state):
            return [(met, 0)]
        results = [(action, problem.apply(state, action)) for action in problem.actions(state)]
        return [(after, problem.cost(state, a, after)) for a, after in results if after is not None]

    return textbook.dijkstra(SimpleNamespace(neighbours=neighbours), problem.start, met)[1]


def random_arcs(seed, *, led="inconsistent", most=12, whole=True):
    """A random graph of a few states, with an admissible estimate, or one that may be too large."""
    dice = Random(seed)
    states = dice.randint(2, most)
    cost = (lambda: dice.randint(0, 9)) if whole else (lambda: dice.random() * 9)
    arcs = {
        state: [(f"a{i}", dice.randrange(states), cost()) for i in range(dice.randint(0, 4))]
        for state in range(states)
    }
    goals = {dice.randrange(states) for _ in range(dice.randint(0, 2))}
    truth = true_costs(arcs, goals)
    estimates = None
    if led == "inconsistent":
        # Anything up to the true cost: admissible, but not consistent.
        estimates = {
            state: truth[state] * dice.choice([0, 0.5, 1])
            if state in truth
            else dice.choice([0, 50, inf])
            for state in range(states)
        }
    elif led == "inadmissible":
        estimates = {state: dice.choice([0, 3, 30]) for state in range(states)}
    return Arcs(arcs, goals, estimates)


def walk(problem, plan):
    """Execute a plan step by step; return its cost."""
    state, total = problem.start, getattr(problem, "zero", 0)
    assert len(plan.states) == len(plan.actions) + 1 == len(plan.costs) + 1
    assert plan.states[0] == state
    for action, result in zip(plan.actions, plan.states[1:], strict=True):
        after = problem.apply(state, action)
        assert after == result
        assert after is not None
        total = total + problem.cost(state, action, after)
        state = after
    return total


def check(problem, plan):
    """Check that a plan, executed, reaches a goal at its stated cost."""
    if not plan.states:
        assert (plan.found, plan.actions, plan.costs, plan.cost) == (False, [], [], inf)
        return
    assert walk(problem, plan) == plan.cost
    assert plan.found == problem.is_goal(plan.states[-1])


GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


class Puzzle:
    """The 8-puzzle: a tile beside the gap moves into it."""

    def __init__(self, start):
        self.start = start

    def actions(self, state):
        gap = state.index(0)
        return [
            place
            for place in (gap - 3, gap - 1, gap + 1, gap + 3)
            if 0 <= place < 9 and (place % 3 == gap % 3 or place // 3 == gap // 3)
        ]

    def apply(self, state, place):
        tiles = [*state]
        tiles[state.index(0)], tiles[place] = tiles[place], 0
        return tuple(tiles)

    def cost(self, _state, _place, _result):
        return 1

    def is_goal(self, state):
        return state == GOAL

    def heuristic(self, state):
        return sum(
            abs(i // 3 - (t - 1) // 3) + abs(i % 3 - (t - 1) % 3) for i, t in enumerate(state) if t
        )


def shuffled(seed, moves):
    """The puzzle after a number of random moves."""
    dice, state = Random(seed), GOAL
    for _ in range(moves):
        puzzle = Puzzle(state)
        state = puzzle.apply(state, dice.choice(puzzle.actions(state)))
    return Puzzle(state)
