"""Plans over any states: optimal, executable, paused, deterministic."""

import os
import subprocess
import sys
from math import inf
from random import Random

import pytest

import asterion as at
from support.effort import SHARE, scaled
from support.state_problems import Arcs, Puzzle, check, dijkstra, random_arcs, shuffled

ALGORITHMS = ["astar", "dijkstra", "greedy", "ida", "beam"]


@pytest.mark.req("S004-01")
@pytest.mark.req("S004-05")
def test_a_plan_costs_what_dijkstra_says_on_random_graphs_with_inconsistent_estimates():
    found = reopened = 0
    for seed in range(scaled(5000)):
        problem = random_arcs(seed, whole=seed % 2 == 0)
        plan = at.solve(problem)
        assert plan.cost == pytest.approx(dijkstra(problem)), seed
        assert plan.status == ("found" if plan else "unreachable")
        assert plan.optimal == plan.found
        check(problem, plan)
        found += plan.found
        reopened += plan.stats.reopened
    assert found > 1000 * SHARE
    assert reopened > 10 * SHARE


@pytest.mark.parametrize(
    "options", [{"algorithm": "dijkstra"}, {"algorithm": "ida"}, {"stop": "guaranteed"}]
)
def test_other_optimal_searches_find_the_same_cost(options):
    led = "inadmissible" if "stop" in options else "inconsistent"
    for seed in range(scaled(500)):
        problem = random_arcs(seed, led=led, most=8)
        plan = at.solve(problem, **options)
        assert plan.cost == pytest.approx(dijkstra(problem)), seed
        check(problem, plan)


def test_the_guarantee_expands_nothing_that_costs_as_much_as_the_goal():
    """Nodes on open when the goal was seen are not expanded, nor are later ones."""
    arcs = {
        0: [("equal", 1, 3), ("goal", 2, 3), ("cheaper", 3, 2), ("costlier", 4, 4)],
        3: [("equal too", 5, 1), ("cheap", 6, 0)],
        1: [("on", 7, 0)],
        5: [("on", 7, 0)],
    }
    problem = Arcs(arcs, {2})
    plan = at.solve(problem, stop="guaranteed")
    assert (plan.actions, plan.cost, plan.optimal) == (["goal"], 3, True)
    assert problem.asked == [0, 3, 6]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_plan_executed_step_by_step_reaches_its_goal(algorithm):
    for seed in range(scaled(300)):
        problem = random_arcs(seed, led="inadmissible", most=8)
        plan = at.solve(problem, algorithm=algorithm)
        check(problem, plan)
        assert plan.found == (dijkstra(problem) < inf)


@pytest.mark.req("S004-05")
def test_a_cheaper_parent_that_arrives_later_is_the_one_in_the_plan():
    arcs = {0: [("costly", 2, 9), ("round", 1, 1)], 1: [("cheap", 2, 1)], 2: [("on", 3, 1)]}
    plan = at.solve(Arcs(arcs, {3}))
    assert (plan.actions, plan.cost) == (["round", "cheap", "on"], 3)


@pytest.mark.req("S004-05")
@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "greedy"])
def test_states_are_found_by_their_hash_and_no_list_is_scanned(algorithm):
    """Counted: a list of open or closed states would compare each state with thousands."""
    compared = 0

    class Spot(tuple):
        __slots__ = ()
        __hash__ = tuple.__hash__

        def __eq__(self, other):
            nonlocal compared
            compared += 1
            return tuple.__eq__(self, other)

    class Field:
        start = Spot((0, 0))

        def actions(self, _spot):
            return [(0, 1), (1, 0), (0, -1), (-1, 0)]

        def apply(self, spot, action):
            row, col = spot[0] + action[0], spot[1] + action[1]
            return Spot((row, col)) if 0 <= row < 50 and 0 <= col < 50 else None

        def cost(self, *_):
            return 1

        def is_goal(self, _spot):
            return False

        def heuristic(self, _spot):
            return 0

    plan = at.solve(Field(), algorithm=algorithm)
    assert (plan.status, plan.stats.expanded) == ("unreachable", 2500)
    assert compared <= 4 * plan.stats.generated


@pytest.mark.req("S004-05")
def test_a_closed_state_is_opened_again_when_the_estimate_has_misled():
    arcs = {0: [("a", 1, 1), ("b", 2, 3)], 1: [("c", 2, 1)], 2: [("d", 3, 9)]}
    problem = Arcs(arcs, {3}, {0: 0, 1: 9, 2: 0, 3: 0})
    plan = at.solve(problem)
    assert (plan.actions, plan.cost, plan.stats.reopened) == (["a", "c", "d"], 11, 1)


@pytest.mark.req("S004-02")
def test_a_plan_says_whether_it_was_found_and_is_empty_if_not():
    plan = at.solve(Arcs({0: [("go", 1, 2)]}, {1}))
    assert (plan.found, plan.actions, plan.states, plan.status) == (True, ["go"], [0, 1], "found")
    assert bool(plan)
    assert [*plan] == ["go"]
    assert len(plan) == 1
    assert repr(plan) == "<Plan: found, 1 action, cost 2>"
    none = at.solve(Arcs({0: [("go", 1, 2)]}, {7}))
    assert (none.found, none.actions, none.states, none.status) == (False, [], [], "unreachable")
    assert none.cost == inf
    assert not none
    assert repr(none) == "<Plan: unreachable>"


def test_a_start_that_is_a_goal_needs_no_action():
    plan = at.solve(Arcs({0: [("go", 1, 2)]}, {0}))
    assert (plan.found, plan.actions, plan.states, plan.cost) == (True, [], [0], 0)


def test_an_action_that_is_refused_is_no_action():
    class Doors(Arcs):
        def apply(self, state, action):
            return None if action == "shut" else super().apply(state, action)

    arcs = {0: [("shut", 3, 1), ("barred", 3, inf), ("open", 1, 5)], 1: [("on", 3, 5)]}
    plan = at.solve(Doors(arcs, {3}))
    assert (plan.actions, plan.cost) == (["open", "on"], 10)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_pausing_in_random_slices_equals_one_go(algorithm):
    for seed in range(scaled(200)):
        dice = Random(seed)
        problem = random_arcs(seed, most=8)
        whole = at.StateSearch(problem, algorithm=algorithm)
        whole.run()
        paused = at.StateSearch(problem, algorithm=algorithm)
        while paused.status == "running":
            if dice.random() < 0.3:
                paused.run(seconds=0)
            else:
                paused.step(dice.randrange(4))
        same(whole, paused)


def same(one, other):
    assert one.status == other.status
    assert (one.plan.actions, one.plan.cost) == (other.plan.actions, other.plan.cost)
    assert (one.g, one.f, one.open, one.processed) == (
        other.g,
        other.f,
        other.open,
        other.processed,
    )
    counts = (
        "expanded",
        "generated",
        "moves",
        "reopened",
        "pushes",
        "pops",
        "peak_open",
        "mean_open",
    )
    for name in counts:
        assert getattr(one.stats, name) == getattr(other.stats, name), name


def test_a_slice_without_expansions_does_nothing_and_one_without_time_does_one():
    search = at.StateSearch(shuffled(1, 30))
    assert (search.step(0), search.stats.expanded) == ("running", 0)
    assert (search.run(seconds=0), search.stats.expanded) == ("running", 1)


@pytest.mark.req("S004-04")
def test_a_search_can_be_looked_into_while_it_runs():
    arcs = {0: [("a", 1, 2), ("b", 2, 5)], 1: [("c", 3, 4)], 2: [("d", 3, 0)]}
    search = at.StateSearch(Arcs(arcs, {3}, {0: 6, 1: 4, 2: 0, 3: 0}))
    assert (search.current, search.open, search.processed) == (None, [0], [])
    assert search.step() == "running"
    assert search.current == (0, None, 0, 0)
    assert (search.processed, search.open) == ([0], [2, 1])
    assert (search.g, search.h) == ({0: 0, 1: 2, 2: 5}, {0: 6, 1: 4, 2: 0})
    assert search.f == {0: 6, 1: 6, 2: 5}
    search.step()
    assert search.current == (2, "b", 5, 5)
    assert search.current.cost == 5
    assert search.run() == "found"
    assert search.plan.actions == ["b", "d"]
    assert search.stats.expanded == 2


@pytest.mark.parametrize("options", [{}, {"max_depth": 3}, {"stop": "guaranteed"}])
def test_what_was_put_on_open_and_not_taken_off_is_on_open(options):
    for seed in range(scaled(200)):
        search = at.StateSearch(random_arcs(seed), **options)
        while search.status == "running":
            stats = search.stats
            assert stats.pushes - stats.pops == len(search.open)
            assert stats.flood == len(search.g) == len(search.f)
            search.step()


def test_of_equal_states_the_best_so_far_is_the_first():
    arcs = {0: [("a", 1, 1), ("b", 2, 1), ("c", 3, 2), ("d", 4, 1)]}
    search = at.StateSearch(Arcs(arcs, {9}, {0: 2, 1: 1, 2: 1, 3: 1, 4: 2}))
    search.step()
    assert search.best_so_far.actions == ["a"]
    assert (search.best_so_far.status, search.plan.found) == ("running", False)


@pytest.mark.req("S004-04")
def test_also_from_inside_the_problem():
    seen = []

    class Watched(Arcs):
        def cost(self, state, action, result):
            seen.append(search.current.state)
            with pytest.raises(at.BusyWorld, match="its problem cannot run it"):
                search.step()
            return super().cost(state, action, result)

    search = at.StateSearch(Watched({0: [("a", 1, 1)], 1: [("b", 2, 1)]}, {2}))
    assert search.run() == "found"
    assert seen == [0, 1]


@pytest.mark.req("S004-09")
def test_the_bounds_of_deepening_are_the_estimate_then_the_smallest_f_above():
    arcs = {0: [("a", 1, 1), ("b", 2, 4)], 1: [("c", 3, 6)], 2: [("d", 3, 5)]}
    problem = Arcs(arcs, {3}, {0: 2, 1: 3, 2: 2, 3: 0})
    search = at.StateSearch(problem, algorithm="ida")
    assert search.run() == "found"
    # f of 1 is 4 and of 2 is 6; within 4 the goal shows up at 7, within 6 again at 7.
    assert search.thresholds == [2, 4, 6, 7]
    assert search.plan.cost == 7
    assert at.StateSearch(problem).thresholds == []


def test_deepening_keeps_nothing_but_the_plan_it_tries():
    search = at.StateSearch(shuffled(3, 40), algorithm="ida")
    while search.step(50) == "running":
        assert len(search.g) < 4 * 40
    assert search.plan.cost == at.solve(shuffled(3, 40)).cost


@pytest.mark.req("S004-08")
def test_of_several_goals_the_nearest_is_reached_led_by_the_nearest_estimate():
    class Line:
        start = 0

        def actions(self, _state):
            return [-1, 1]

        def apply(self, state, action):
            return state + action

        def cost(self, _state, _action, _result):
            return 1

        def estimate(self, state, goal):
            return abs(state - goal)

    plan = at.solve(Line(), goals=[30, -7, 12])
    assert (plan.states[-1], plan.cost) == (-7, 7)
    assert plan.stats.expanded < 15
    assert at.solve(Line(), goals=[], max_expansions=20).status == "stopped"
    once = at.solve(Line(), goals=iter([30, -7, 12]))  # they can be read only once
    assert once.states == plan.states

    class Even(Line):
        def is_goal(self, state):
            return state and state % 6 == 0

    assert at.solve(Even()).states[-1] in (-6, 6)


@pytest.mark.req("S004-94")
def test_a_search_that_a_limit_stops_has_a_usable_plan():
    puzzle = Puzzle((8, 6, 7, 2, 5, 4, 3, 0, 1))
    best = at.solve(puzzle, max_expansions=10)
    assert (best.status, best.found, best.optimal) == ("stopped", False, False)
    assert best.stats.expanded == 10
    check(puzzle, best)
    assert puzzle.heuristic(best.states[-1]) < puzzle.heuristic(puzzle.start)
    assert at.solve(puzzle, max_expansions=0).actions == []
    assert at.solve(puzzle, seconds=0).stats.expanded == 1
    assert "short of a goal" in repr(best)


@pytest.mark.req("S004-94")
def test_a_goal_that_was_seen_is_the_backup_even_if_a_cheaper_one_was_looked_for():
    arcs = {
        0: [("give up", 9, 100), ("try", 1, 1)],
        **{i: [("try", i + 1, 1)] for i in range(1, 9)},
    }
    problem = Arcs(arcs, {9})
    plan = at.solve(problem, max_expansions=4)
    assert (plan.status, plan.found, plan.optimal) == ("stopped", True, False)
    assert plan.actions == ["give up"]
    assert at.solve(problem).actions == ["try"] * 9


@pytest.mark.req("S004-94")
def test_under_a_depth_limit_the_cheapest_plan_that_is_short_enough_is_found():
    arcs = {0: [("long", 1, 1), ("short", 2, 9)], 1: [("long", 2, 1)], 2: [("on", 3, 1)]}
    problem = Arcs(arcs, {3})
    assert at.solve(problem).actions == ["long", "long", "on"]
    plan = at.solve(problem, max_depth=2)
    assert (plan.actions, plan.cost, plan.status) == (["short", "on"], 10, "found")
    none = at.solve(problem, max_depth=1)
    assert (none.status, none.found) == ("stopped", False)
    assert at.solve(Arcs({0: [("a", 1, 1)]}, {7}), max_depth=5).status == "unreachable"


@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "ida"])
def test_a_depth_limit_is_exact(algorithm):
    for seed in range(scaled(400)):
        problem = random_arcs(seed, most=8)
        depth = seed % 5
        truth = min(
            (cost for cost, state in layers(problem, depth) if problem.is_goal(state)), default=inf
        )
        plan = at.solve(problem, algorithm=algorithm, max_depth=depth)
        assert (plan.cost if plan else inf) == pytest.approx(truth), seed
        assert len(plan) <= depth
        check(problem, plan)


def layers(problem, depth):
    """Every state within a number of actions, with the cost of each route there."""
    layer = [(0, problem.start)]
    for _ in range(depth + 1):
        yield from layer
        layer = [
            (g + problem.cost(state, action, None), problem.apply(state, action))
            for g, state in layer
            for action in problem.actions(state)
        ]


def test_a_weight_bounds_how_much_more_a_plan_may_cost():
    for seed in range(scaled(20)):
        puzzle = shuffled(seed, 40)
        best, quick = at.solve(puzzle), at.solve(puzzle, weight=2)
        assert best.cost <= quick.cost <= 2 * best.cost
        assert (best.optimal, quick.optimal) == (True, False)


@pytest.mark.slow
def test_a_wider_beam_drops_less():
    puzzle = shuffled(11, 60)
    best = at.solve(puzzle)
    narrow, wide = (at.solve(puzzle, algorithm="beam", width=width) for width in (1, 5000))
    assert wide.cost == best.cost
    assert narrow.stats.expanded < wide.stats.expanded
    assert narrow.status in ("found", "stopped")
    assert not wide.optimal


def test_states_and_actions_are_never_compared():
    class Thing:
        def __init__(self, name):
            self.name = name

        def __eq__(self, other):
            return self.name == other.name

        def __hash__(self):
            return hash(self.name)

        def __lt__(self, _other):
            raise AssertionError("compared")

    arcs = {Thing(i): [(object(), Thing((3 * i + j) % 40), 1) for j in range(4)] for i in range(40)}
    for algorithm in ALGORITHMS:
        plan = at.solve(Arcs(arcs, {Thing(39)}, start=Thing(0)), algorithm=algorithm)
        assert plan.states[-1] == Thing(39)


@pytest.mark.slow
def test_no_plan_depends_on_the_hashes_of_states():
    code = (
        "import asterion as at\n"
        "class Words:\n"
        "    start = ''\n"
        "    def actions(self, word): return 'abcd'\n"
        "    def apply(self, word, letter): return word + letter if len(word) < 5 else None\n"
        "    def cost(self, word, letter, result): return 1 + (letter in word)\n"
        "    def is_goal(self, word): return len(set(word)) == 4 and len(word) == 5\n"
        "search = at.StateSearch(Words())\n"
        "search.run()\n"
        "print(search.plan.actions, search.processed, search.open)\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    assert len(said) == 1


@pytest.mark.req("S004-01")
@pytest.mark.req("S004-07")
def test_a_unit_is_walked_over_a_grid_as_the_pathfinder_would_walk_it():
    grid = at.maps.caves((12, 12), seed=3)
    cells = [(r, c) for r in range(12) for c in range(12) if grid[r, c]]

    class Walk:
        def __init__(self, start, clicked):
            self.start, self.clicked = start, clicked

        def actions(self, cell):
            return grid.neighbours(cell)

        def apply(self, _cell, move):
            return move[0]

        def cost(self, _cell, move, _result):
            return move[1]

        def is_goal(self, cell):
            return cell == self.clicked

        def heuristic(self, cell):
            return max(abs(cell[0] - self.clicked[0]), abs(cell[1] - self.clicked[1]))

    dice = Random(1)
    for _ in range(50):
        start, clicked = dice.choice(cells), dice.choice(cells)
        plan, path = at.solve(Walk(start, clicked)), at.find_path(grid, start, clicked)
        assert plan.found == path.found
        assert plan.cost == pytest.approx(path.cost)
        if plan:
            assert at.validate(grid, plan.states) == pytest.approx(path.cost)


def test_the_puzzle_of_the_benchmark_is_solved_optimally_by_all_that_promise_it():
    puzzle = Puzzle((8, 6, 7, 2, 5, 4, 3, 0, 1))  # one of the two that need 31 moves
    assert at.solve(puzzle).cost == 31


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_counts_of_a_plan_match_the_calls(algorithm):
    """A state is expanded when its actions are asked for, and a move is an action applied."""
    for seed in range(scaled(100)):
        problem = random_arcs(seed, most=8)
        calls = {"actions": 0, "apply": 0}

        def counted(name, call, calls=calls):
            def counting(*given):
                calls[name] += 1
                return call(*given)

            return counting

        problem.actions = counted("actions", problem.actions)
        problem.apply = counted("apply", problem.apply)
        stats = at.solve(problem, algorithm=algorithm).stats
        assert (stats.expanded, stats.moves) == (calls["actions"], calls["apply"])
        assert stats.pushes >= stats.generated or algorithm == "ida"
