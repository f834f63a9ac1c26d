"""Plans over Python states, compared with packages from PyPI, every answer checked.

    python benchmarks/puzzles.py
    python benchmarks/puzzles.py --problems 3 --repeats 1

8-puzzles whose shortest solution has 24 moves, by a breadth-first search from the goal. States are
tuples; all packages share the moves and the Manhattan distance, each in the form that it needs.
Times are CPU time per problem, best of several, the packages taking turns. Every solution is played
move by move.
"""

import argparse
import sys
from itertools import pairwise
from operator import itemgetter

import astar
from simpleai.search import SearchProblem
from simpleai.search import astar as simpleai_astar

import asterion as at
import common

LENGTH = 24
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def slid(gap, place):
    """A move: puts the tiles in their new order."""
    order = [*range(9)]
    order[gap], order[place] = place, gap
    return itemgetter(*order)


# For each place of the gap, the moves.
SLIDES = [
    [slid(i, j) for j in (i - 3, i - 1, i + 1, i + 3) if 0 <= j < 9 and abs(i % 3 - j % 3) < 2]
    for i in range(9)
]
# For each place, the distance of every tile there from its goal place; 0 for the gap.
AWAY = [
    [0, *(abs(i // 3 - t // 3) + abs(i % 3 - t % 3) for t in range(8))]
    for i in range(9)
]  # fmt: skip

A, B, C, D, E, F, G, H, I = AWAY  # noqa: E741


def moves(state):
    return SLIDES[state.index(0)]


def moved(state, slide):
    return slide(state)


def manhattan(state):
    a, b, c, d, e, f, g, h, i = state  # tiles by place; written out, as that is faster
    return A[a] + B[b] + C[c] + D[d] + E[e] + F[f] + G[g] + H[h] + I[i]


class Puzzle:
    """For asterion."""

    def __init__(self, start):
        self.start = start

    actions = staticmethod(moves)
    apply = staticmethod(moved)
    heuristic = staticmethod(manhattan)

    def cost(self, _state, _slide, _result):
        return 1

    def is_goal(self, state):
        return state == GOAL


class AstarPuzzle(astar.AStar):
    """For astar."""

    def neighbors(self, state):
        return [slide(state) for slide in SLIDES[state.index(0)]]

    def distance_between(self, _one, _other):
        return 1

    def heuristic_cost_estimate(self, state, _goal):
        return manhattan(state)


class SimpleaiPuzzle(SearchProblem):
    """For simpleai."""

    actions = staticmethod(moves)
    result = staticmethod(moved)
    heuristic = staticmethod(manhattan)

    def cost(self, _state, _slide, _result):
        return 1

    def is_goal(self, state):
        return state == GOAL


CALLS = {
    "asterion": lambda start: at.solve(Puzzle(start)).states,
    "asterion ida": lambda start: at.solve(Puzzle(start), algorithm="ida").states,
    "astar": lambda start: [*AstarPuzzle().astar(start, GOAL)],
    "simpleai": lambda start: [
        state for _, state in simpleai_astar(SimpleaiPuzzle(start), graph_search=True).path()
    ],
}


def puzzles(number):
    """Some of the puzzles that need exactly ``moves`` moves."""
    seen, layer = {GOAL}, [GOAL]
    for _ in range(LENGTH):
        layer = [
            result
            for state in layer
            for slide in moves(state)
            if not ((result := moved(state, slide)) in seen or seen.add(result))
        ]
    step = len(layer) / number
    return [layer[int((i + 0.5) * step)] for i in range(number)]


def is_solution(states, start):
    legal = all(
        after in [moved(before, p) for p in moves(before)] for before, after in pairwise(states)
    )
    return legal and states[0] == start and states[-1] == GOAL and len(states) == LENGTH + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    starts = puzzles(options.problems)
    answers, times = common.best_times(CALLS, starts, options.repeats)
    expanded = sum(at.solve(Puzzle(start)).stats.expanded for start in starts) / len(starts)
    rows = [["8-puzzles of 24 moves", "problems", "ms per problem", "asterion is", "wrong"]]
    failed = False
    for name, seconds in times.items():
        wrong = sum(
            not is_solution(answer, start)
            for answer, start in zip(answers[name], starts, strict=True)
        )
        ratio = f"{seconds / times['asterion']:.1f}x"
        rows.append([name, str(len(starts)), f"{seconds * 1e3:.2f}", ratio, str(wrong)])
        failed = failed or wrong > 0
    common.table(rows)
    print(f"asterion expands {expanded:.0f} states a problem")
    sys.exit(failed)


if __name__ == "__main__":
    main()
