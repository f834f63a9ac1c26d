"""Costs of several components, personalities that weight them, and reports of plan costs."""

import pickle
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.state_problems import Arcs, check, dijkstra, random_arcs, walk


class Vector:
    """The least that a cost must have: + and <, by length. It has no equality."""

    __eq__ = __hash__ = None

    def __init__(self, *parts):
        self.parts = parts

    def __add__(self, other):
        return Vector(*(a + b for a, b in zip(self.parts, other.parts, strict=True)))

    def __lt__(self, other):
        return sum(self.parts) < sum(other.parts)


@pytest.mark.req("S004-03")
@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "ida", "greedy", "beam"])
def test_a_cost_needs_only_plus_and_less(algorithm):
    for seed in range(scaled(200)):
        numbers = random_arcs(seed, most=8, led=None)
        dice = Random(seed)
        arcs = {
            state: [
                (a, r, Vector(part := dice.uniform(0, cost), cost - part)) for a, r, cost in out
            ]
            for state, out in numbers.arcs.items()
        }
        problem = Arcs(arcs, numbers.goals)
        problem.zero = Vector(0, 0)
        problem.heuristic = lambda _state: Vector(0, 0)
        plan = at.solve(problem, algorithm=algorithm)
        best = dijkstra(numbers)
        if not plan:
            assert plan.status == "unreachable"
            continue
        assert sum(walk(problem, plan).parts) == pytest.approx(sum(plan.cost.parts))
        if plan.optimal:
            assert sum(plan.cost.parts) == pytest.approx(best)


@pytest.mark.parametrize("algorithm", ["astar", "greedy", "beam", "ida"])
def test_costs_that_are_no_numbers_are_searched_in_the_same_order(algorithm):
    for seed in range(scaled(200)):
        numbers = random_arcs(seed, led="inadmissible")
        arcs = {s: [(a, r, Vector(c, 0)) for a, r, c in out] for s, out in numbers.arcs.items()}
        vectors = Arcs(arcs, numbers.goals)
        vectors.zero = Vector(0, 0)
        vectors.heuristic = lambda state, h=numbers.estimates: Vector(h[state], 0)
        one = at.StateSearch(numbers, algorithm=algorithm)
        other = at.StateSearch(vectors, algorithm=algorithm)
        while one.step() == "running":
            assert other.step() == "running"
            assert (one.processed, one.open) == (other.processed, other.open)
        assert other.step() == one.status
        assert one.plan.actions == other.plan.actions


@pytest.mark.req("S004-03")
def test_fractions_arrays_and_numpy_numbers_are_costs():
    arcs = {0: [("a", 1, Fraction(1, 3)), ("b", 1, Fraction(1, 2))], 1: [("c", 2, Fraction(1, 3))]}
    assert at.solve(Arcs(arcs, {2})).cost == Fraction(2, 3)
    arcs = {0: [("a", 1, np.float64(2)), ("b", 1, np.int64(1))]}
    assert at.solve(Arcs(arcs, {1})).cost == 1

    @dataclass
    class Array:
        values: np.ndarray

        def __add__(self, other):
            return Array(self.values + other.values)

        def __lt__(self, other):
            return self.values.sum() < other.values.sum()

    problem = Arcs({0: [("a", 1, Array(np.array([1, 2])))]}, {1})
    problem.zero = Array(np.zeros(2))
    assert at.solve(problem).cost.values.tolist() == [1, 2]


@pytest.mark.req("S004-05")
def test_the_largest_costs_add_up_without_an_overflow():
    most = 2**64 - 1
    arcs = {0: [("long", 1, most), ("far", 2, 2 * most)], 1: [("long", 3, most)], 2: [("on", 3, 1)]}
    plan = at.solve(Arcs(arcs, {3}))
    assert (plan.actions, plan.cost) == (["long", "long"], 2 * most)


@pytest.mark.req("S004-03")
@pytest.mark.parametrize("bad", [-1, -0.5, float("nan")])
def test_a_cost_is_never_less_than_nothing(bad):
    with pytest.raises(at.InvalidValue, match=r"cost\(0, 'a', ...\) is .*; it must be at least 0"):
        at.solve(Arcs({0: [("a", 1, bad)]}, {1}))
    with pytest.raises(at.InvalidValue, match=r"heuristic\(0\) is .*; it must be at least 0"):
        at.solve(Arcs({0: [("a", 1, 1)]}, {1}, {0: bad, 1: 0}))


def test_a_vector_may_not_be_less_than_zero_either():
    problem = Arcs({0: [("a", 1, Vector(-1, 0))]}, {1})
    problem.zero = Vector(0, 0)
    with pytest.raises(at.InvalidValue, match="it must be at least"):
        at.solve(problem)


@pytest.mark.parametrize("algorithm", ["astar", "ida", "beam"])
@pytest.mark.parametrize("bad", [None, "costly", Vector(1, 2), np.array([1, 2])])
def test_what_is_no_cost_is_refused_by_name(bad, algorithm):
    with pytest.raises(at.InvalidType, match=r"cost\(0, 'a', ...\) is .*; other costs need a"):
        at.solve(Arcs({0: [("a", 1, bad)]}, {1}), algorithm=algorithm)
    with pytest.raises(at.InvalidType, match=r"heuristic\(1\) is .*; it must be a number"):
        at.solve(Arcs({0: [("a", 1, 1)]}, {1}, {0: 0, 1: bad}), algorithm=algorithm)


def test_a_zero_that_joins_instead_of_adding_is_refused():
    problem = Arcs({}, {1})
    problem.zero = (0, 0)
    with pytest.raises(at.InvalidType, match=r"zero is \(0, 0\), whose \+ concatenates"):
        at.solve(problem)


# --- Characters


class Crossing:
    """To the other side: four steps through the open, or seven in cover."""

    start = ("open", 0)

    def __init__(self, character):
        self.character = character
        self.zero = character.zero

    def actions(self, _state):
        return ["open", "cover"]

    def apply(self, state, action):
        way, done = state
        return (action, done + 1) if done == 0 or way == action else None

    def cost(self, _state, action, _result):
        return self.character.cost(move=1, exposure=1 if action == "open" else 0)

    def is_goal(self, state):
        return state in (("open", 4), ("cover", 7))


@pytest.mark.req("S004-79")
def test_two_personalities_act_differently_in_the_same_place():
    plain = at.Personality(move=1, exposure=1)
    quick = plain.but(move=0.5, exposure=2)
    brute = plain.but(exposure=0)
    ways = {who: at.solve(Crossing(who)).actions for who in (plain, quick, brute)}
    assert ways[plain] == ways[quick] == ["cover"] * 7
    assert ways[brute] == ["open"] * 4
    assert at.solve(Crossing(plain.but(move=2))).actions == ["open"] * 4
    assert at.solve(Crossing(brute)).cost.unweighted == {"move": 4, "exposure": 4}
    assert at.solve(Crossing(brute)).cost.total == 4


def test_costs_of_a_personality_add_up_and_compare_by_their_total():
    who = at.Personality(a=2, b=0)
    one, other = who.cost(a=1, b=5), who.cost(b=7)
    assert (one + other).unweighted == {"a": 1, "b": 12}
    assert other < one
    assert not one < other
    assert one == who.cost(b=5, a=1) != other
    assert len({one, who.cost(a=1, b=5)}) == 1
    assert pickle.loads(pickle.dumps(one)) == one
    assert pickle.loads(pickle.dumps(who)) == who
    assert repr(who) == "Personality(a=2, b=0)"
    assert who.zero + one == one


# --- Reasons


@pytest.mark.req("S004-96")
def test_a_plan_says_what_each_step_cost_and_of_what():
    who = at.Personality(move=1, exposure=2)
    plan = at.solve(Crossing(who.but(move=3)))
    report = plan.explain()
    assert [step.action for step in report.steps] == ["open"] * 4
    assert [step.components for step in report.steps] == [{"move": 3, "exposure": 2}] * 4
    assert report.totals == {"move": 12, "exposure": 8}
    assert sum(report.totals.values()) == report.cost.total == plan.cost.total == 20
    assert report.steps[0].state == ("open", 0)
    assert report.steps[-1].result == ("open", 4)
    assert str(report).splitlines()[0].split() == ["action", "cost", "move", "exposure"]
    assert str(report).splitlines()[-1].split() == ["in", "all", "20", "12", "8"]


@pytest.mark.req("S004-96")
def test_named_tuples_dataclasses_and_numbers_are_taken_apart_too():
    @total_ordering
    class Pair(NamedTuple):
        time: int
        noise: int

        def __add__(self, other):
            return Pair(self.time + other.time, self.noise + other.noise)

        def __lt__(self, other):
            return sum(self) < sum(other)

    problem = Arcs({0: [("a", 1, Pair(1, 2))], 1: [("b", 2, Pair(3, 0))]}, {2})
    problem.zero = Pair(0, 0)
    assert at.solve(problem).explain().totals == {"time": 4, "noise": 2}
    plain = at.solve(Arcs({0: [("a", 1, 3)], 1: [((4, 5), 2, 1.5)]}, {2})).explain()
    assert plain.totals == {"cost": 4.5}
    assert str(plain) == "action  cost\na          3\n(4, 5)   1.5\nin all   4.5"
    long = at.solve(Arcs({i: [("on", i + 1, 1)] for i in range(50)}, {50})).explain()
    assert "and 10 more" in str(long)


# --- Idle turns


class Guard:
    """May end its turn at any time; ending it next to an enemy that is awake costs more."""

    start = 0  # distance from its post

    def __init__(self, danger):
        self.end_cost = danger.__getitem__

    def actions(self, place):
        return [place - 1, place + 1]

    def apply(self, _place, action):
        return action if 0 <= action < 4 else None

    def cost(self, _place, _action, _result):
        return 1

    def is_goal(self, _place):
        return True


@pytest.mark.req("S004-95")
@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "ida", "beam"])
def test_where_doing_nothing_is_best_nothing_is_done_and_without_a_penalty(algorithm):
    for danger, actions in (
        ([0, 0, 0, 0], []),
        ([1, 0, 0, 0], []),  # a step costs as much as it gains: it stays
        ([2, 0, 0, 0], [1]),
        ([5, 5, 5, 1], [1, 2, 3]),
        ([5, 5, 5, 3], []),
    ):
        plan = at.solve(Guard(danger), algorithm=algorithm)
        assert plan.actions == actions, danger
        assert plan.cost == len(actions) + danger[len(actions)]
        assert plan.found
        assert plan.end_cost == danger[len(actions)]
        check(Guard(danger), at.solve(Guard([0] * 4)))


def test_the_end_is_a_line_of_the_explanation():
    plan = at.solve(Guard([9, 5, 0, 9]))
    assert plan.explain().totals == {"cost": 2}
    assert "(end)" in str(plan.explain())


def test_an_end_that_costs_inf_is_no_end():
    forbidden = float("inf")
    assert at.solve(Guard([forbidden, forbidden, 7, 0])).cost == 3
    assert at.solve(Guard([forbidden] * 4)).status == "unreachable"
    with pytest.raises(at.InvalidValue, match=r"end_cost\(0\) is -1; it must be at least 0"):
        at.solve(Guard([-1]))
