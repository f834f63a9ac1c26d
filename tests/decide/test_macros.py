"""Macros, failures of a problem, and options."""

from itertools import pairwise

import pytest

import asterion as at
from support.effort import scaled
from support.state_problems import Arcs, Puzzle, check, random_arcs, shuffled


class Errand:
    """Fetch everything in a house; a state is a position and the set still to be fetched."""

    def __init__(self, grouped):
        self.grid = at.Grid.from_text(
            "........#.......\n"
            ".######.#.#####.\n"
            ".#....#.#.#...#.\n"
            ".#.##.#...#.#.#.\n"
            ".#..#.#####.#...\n"
            "....#.......####\n",
            diagonal="never",
        )
        self.start = ((0, 0), frozenset([(2, 2), (0, 15), (4, 13), (5, 8)]))
        self.grouped = grouped

    def actions(self, state):
        cell, wanted = state
        if not self.grouped:
            return ["take", *(near for near, _ in self.grid.neighbours(cell))]
        ways = [at.find_path(self.grid, cell, thing) for thing in sorted(wanted)]
        return [at.Macro("fetch", [*[*way][1:], "take"]) for way in ways]

    def apply(self, state, action):
        cell, wanted = state
        if action == "take":
            return (cell, wanted - {cell}) if cell in wanted else None
        return action, wanted

    def cost(self, _state, _action, _result):
        return 1

    def is_goal(self, state):
        return not state[1]


@pytest.mark.req("S004-11")
def test_macros_cut_the_states_processed_by_fifteen_with_an_equal_result():
    plain, grouped = at.solve(Errand(False)), at.solve(Errand(True))
    assert grouped.cost == plain.cost
    assert grouped.optimal
    assert len(grouped) == len(plain) == plain.cost
    assert plain.stats.expanded >= 15 * grouped.stats.expanded
    check(Errand(False), grouped)
    assert set(grouped.groups) == {"fetch"}
    assert grouped.explain().steps[0].group == "fetch"
    assert str(grouped.explain()).splitlines()[1].startswith("fetch: ")
    for before, after in pairwise(grouped.states):
        assert before != after


@pytest.mark.req("S004-11")
@pytest.mark.parametrize("algorithm", ["astar", "ida", "beam", "greedy"])
def test_a_macro_is_taken_whole_or_not_at_all(algorithm):
    class Stairs(Arcs):
        def actions(self, _state):
            return [
                at.Macro("both", ["up", at.Macro("again", ["up"])]),
                "up",
                at.Macro("no", ["shut"]),
            ]

        def apply(self, state, action):
            return None if action == "shut" or state >= 5 else state + 1

        def cost(self, *_):
            return 1

    problem = Stairs({}, {5})
    plan = at.solve(problem, algorithm=algorithm)
    assert (plan.actions, plan.cost, plan.states) == (["up"] * 5, 5, [0, 1, 2, 3, 4, 5])
    check(problem, plan)
    assert at.solve(problem, algorithm=algorithm, max_depth=3).cost == 5
    assert at.solve(problem, algorithm=algorithm, max_depth=2).status == "stopped"


def test_a_macro_has_actions():
    with pytest.raises(at.InvalidValue, match="macro 'empty' has no actions"):
        at.Macro("empty", [])
    with pytest.raises(at.InvalidType, match="actions is 3; it must be a list of actions"):
        at.Macro("wrong", 3)
    macro = at.Macro("two", [1, 2])
    assert (len(macro), repr(macro)) == (2, "Macro('two', [1, 2])")


# --- Failures


@pytest.mark.parametrize("algorithm", ["astar", "greedy", "ida", "beam"])
def test_what_a_problem_raises_comes_through_and_the_search_can_go_on(algorithm):
    class Moody(Puzzle):
        calls = 0

        def moody(self):
            self.calls += 1
            if self.calls % 97 == 0:
                raise RuntimeError("not now")

        def apply(self, state, place):
            self.moody()
            return super().apply(state, place)

        def cost(self, state, place, result):
            self.moody()
            return super().cost(state, place, result)

        def heuristic(self, state):
            self.moody()
            return super().heuristic(state)

    start = shuffled(8, 30).start
    search, raised = at.StateSearch(Moody(start), algorithm=algorithm), 0
    while search.status == "running":
        try:
            search.run(expansions=7)
        except RuntimeError as error:
            assert str(error) == "not now"  # noqa: PT017 - it is raised again and again
            raised += 1
    assert raised
    assert search.plan.cost == at.solve(Puzzle(start), algorithm=algorithm).cost
    check(Puzzle(start), search.plan)


def test_a_comparison_that_raises_loses_nothing():
    class Shy:
        compared = 0

        def __init__(self, value):
            self.value = value

        def __add__(self, other):
            return Shy(self.value + other.value)

        def __lt__(self, other):
            Shy.compared += 1
            if Shy.compared % 211 == 0:
                raise RuntimeError("do not look")
            return self.value < other.value

    for seed in range(scaled(50)):
        numbers = random_arcs(seed, led=None, most=40)
        arcs = {s: [(a, r, Shy(c)) for a, r, c in out] for s, out in numbers.arcs.items()}
        problem = Arcs(arcs, numbers.goals)
        problem.zero = Shy(0)
        search = at.StateSearch(problem)
        while search.status == "running":
            try:
                search.run()
            except RuntimeError:
                pass
            except at.InvalidType as error:  # the check of a cost
                assert isinstance(error.__cause__, RuntimeError)  # noqa: PT017
        plan = at.solve(numbers)
        Shy.compared = 0
        assert search.status == plan.status
        if plan:
            assert search.plan.cost.value == plan.cost


@pytest.mark.parametrize(
    ("algorithm", "takes"),
    [
        ("astar", {"weight", "stop"}),
        ("dijkstra", set()),
        ("greedy", set()),
        ("ida", {"weight"}),
        ("beam", {"width", "weight"}),
    ],
)
def test_an_algorithm_takes_its_options_and_no_other(algorithm, takes):
    problem = Arcs({0: [("a", 1, 1)]}, {1}, {0: 1, 1: 0})
    values = {"weight": 2, "stop": "guaranteed", "width": 3}
    for name, value in values.items():
        if name in takes:
            assert at.solve(problem, algorithm=algorithm, **{name: value}).found
        else:
            with pytest.raises(at.InvalidValue, match=f"'{algorithm}' does not take {name}"):
                at.solve(problem, algorithm=algorithm, **{name: value})
