"""GOAP by regression and alpha-beta: oracles of the planners, and checked by slower ones."""

from math import inf
from random import Random

import pytest

from asterion import goap, textbook
from asterion.games.tictactoe import EMPTY, players
from asterion.textbook.goap import unmet
from support.effort import SAMPLED, scaled

FACTS = [f"fact{i}" for i in range(5)]


def domain(random):
    """Actions, a state and a goal over a few flags."""

    def some(most):
        return {
            fact: random.random() < 0.6 for fact in random.sample(FACTS, random.randint(1, most))
        }

    actions = [
        goap.Action(f"action{i}", cost=random.randint(1, 5), needs=some(2), gives=some(3))
        for i in range(random.randint(1, 8))
    ]
    return actions, some(5), some(3)


def execute(plan, state, goal):
    """The cost of a plan, each action of which must be possible."""
    for action in plan:
        assert action.possible(state)
        state = action.apply(state)
    assert not unmet(frozenset(goal.items()), state)
    return sum(action.cost for action in plan)


def test_a_plan_by_regression_costs_what_the_planner_finds():
    random = Random("regression")
    found = {True: 0, False: 0}
    for _ in range(scaled(300)):
        actions, state, goal = domain(random)
        plan, cost = textbook.goap(actions, state, goal)
        best = goap.plan(actions, state, goal)
        found[best.found] += 1
        assert cost == (best.cost if best.found else inf)
        if best.found:
            assert execute(plan, state, goal) == cost
        else:
            assert plan == []
        hasty, price = textbook.goap(actions, state, goal, heuristic=unmet)
        assert price >= cost
        assert price == (execute(hasty, state, goal) if best.found else inf)
    assert min(found.values()) > 15 or SAMPLED


def test_the_number_of_unmet_conditions_may_cost_more():
    """It takes three conditions that one action brings about for more than one of another."""
    three = {"d": True, "e": True, "f": True}
    goal = {"a": True, "b": True, "c": True}
    actions = [
        goap.Action("prepare all", cost=1, needs={}, gives=three),
        goap.Action("finish", cost=1, needs=three, gives=goal),
        goap.Action("prepare", cost=1.5, needs={}, gives={"g": True}),
        goap.Action("finish slowly", cost=2, needs={"g": True}, gives=goal),
    ]
    assert textbook.goap(actions, {}, goal) == (["prepare all", "finish"], 2)
    assert textbook.goap(actions, {}, goal, heuristic=unmet) == (["prepare", "finish slowly"], 3.5)


class Tree:
    """A game drawn at random: a number at each end, for the side that moves there."""

    def __init__(self, random, depth):
        self.worth = random.randint(-9, 9)
        branches = random.randint(1, 3) if depth else 0
        self.branches = [Tree(random, depth - 1) for _ in range(branches)]

    @property
    def moves(self):
        return range(len(self.branches))

    def play(self, move):
        return self.branches[move]


def minimax(position, value):
    """Every move of every line."""
    moves = [*position.moves]
    if not moves:
        return value(position)
    return max(-minimax(position.play(move), value) for move in moves)


def test_alpha_beta_finds_the_value_of_every_line_without_looking_at_all():
    random = Random("alpha beta")
    seen = {"alpha beta": 0, "minimax": 0}

    def value(position, who):
        seen[who] += 1
        return position.worth

    for _ in range(scaled(200)):
        tree = Tree(random, random.randint(0, 6))
        line, worth = textbook.alpha_beta(tree, lambda p: value(p, "alpha beta"))
        assert worth == minimax(tree, lambda p: value(p, "minimax"))
        end = tree
        for move in line:
            end = end.play(move)
        assert not end.branches
        assert worth == (-1) ** len(line) * end.worth
    assert seen["alpha beta"] < seen["minimax"]


def test_a_limit_of_depth_counts_moves():
    tree = Tree(Random(5), 5)
    assert textbook.alpha_beta(tree, lambda p: p.worth, depth=0) == ([], tree.worth)
    best = max(-branch.worth for branch in tree.branches)
    line, worth = textbook.alpha_beta(tree, lambda p: p.worth, depth=1)
    assert (len(line), worth) == (1, best)


def won(board):
    """For the side to move: a finished game is never won by it."""
    return 0 if board.winner is None else -1


@pytest.mark.parametrize("seed", range(6))
def test_the_perfect_player_keeps_the_value_that_alpha_beta_finds(seed):
    random = Random(f"tic-tac-toe {seed}")
    perfect = players.Perfect()
    board = EMPTY
    for _ in range(random.randint(2, 4)):
        board = board.play(random.choice(board.moves))
    while not board.over:
        _, worth = textbook.alpha_beta(board, won)
        after = board.play(perfect.choose(board))
        assert -textbook.alpha_beta(after, won)[1] == worth
        board = after
