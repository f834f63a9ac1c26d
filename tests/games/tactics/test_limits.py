"""Limits of expansions: turns that end on any board, and what the best turn so far is worth."""

import os
import subprocess
import sys
from functools import reduce

import pytest

from asterion.games.tactics import END, State, controllers, from_text, maps
from asterion.games.tactics.turn_problem import ended
from asterion.world.dice import Dice
from support.effort import SHARE, scaled
from support.turn_penalties import states_to_play

COMPUTERS = [name for name in controllers.NAMES if name not in ("Human", "Idle", "Random")]
LIMITED = [name for name in COMPUTERS if "max_expansions" in controllers.settings(name)]


def battle(width=12, height=12, mp=8, ap=5, units=8):
    """Two squads on opposite sides of a large board with some walls."""
    state, dice = maps.blank(width, height, mp, ap), Dice(1)
    cells = [(row, col) for row in range(height) for col in range(width)]
    for number in range(width * height // 10 + 2 * units):
        unit, team = divmod(number, 2)
        there = [
            cell
            for cell in cells
            if unit >= units or (cell[1] < width / 3 if team == 0 else cell[1] >= width * 2 / 3)
        ]
        cell = there[dice.below(len(there))]
        cells.remove(cell)
        what = "wall" if unit >= units else ("melee", "blaster", "sniper", "laser")[unit % 4]
        state = state.edited(cell, what, team)
    return state


def turns(limit):
    """Return the turns of every player on that board within a limit."""
    state, found = battle(), {}
    for name in LIMITED:
        player = controllers.make(name, max_expansions=limit)
        found[name] = [str(action) for action in player.decide(state)]
        assert 0 < player.thoughts.processed <= limit, name
    return found


@pytest.mark.req("S004-108")
@pytest.mark.slow
@pytest.mark.parametrize("name", COMPUTERS)
def test_every_player_ends_its_turn_on_a_large_board_by_itself(name):
    """Without a limit some of them would look at hundreds of millions of states."""
    state = battle()
    assert [len(state.units(team)) for team in (0, 1)] == [8, 8]
    player = controllers.make(name)
    after = reduce(State.apply, player.decide(state), state)
    assert ended(state, after)
    if name in LIMITED:
        assert player.thoughts.processed < 200_000
    if name not in ("AStarOne", "AStarTwo"):  # for whom it costs least to do nothing
        assert len(after.units(1)) < 8


@pytest.mark.req("S004-108")
@pytest.mark.slow
def test_the_same_limit_gives_the_same_turn_in_every_process():
    assert {"AStarThree", "AStarMacro", "Reply", "Coordinator", "Goap"} <= {*LIMITED}
    code = "import games.tactics.test_limits as it; print(it.turns(300))"
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "17"}
    other = subprocess.run([sys.executable, "-c", code], env=paths, capture_output=True, check=True)
    assert other.stdout.decode().strip() == str(turns(300))


@pytest.mark.req("S004-108")
@pytest.mark.parametrize("limit", [1, 2, 10, 100])
def test_no_player_looks_at_more_than_its_limit(limit):
    assert {*turns(limit)} == {*LIMITED}


@pytest.mark.req("S004-108")
@pytest.mark.parametrize("name", [name for name in LIMITED if name != "Reply"])
def test_on_smiths_maps_the_limit_changes_nothing(name):
    for place in ("C.1", "C.2", "C.3", "C.4"):
        state = maps.load(place)
        turn = controllers.make(name).decide(state)
        assert turn == controllers.make(name, max_expansions=0).decide(state)


def greedy_cost(recipe, start):
    """The cost of a turn in which each group of actions is the best one if the turn ended then.

    Of equal ones the one that leaves the least to pay, then the first.
    """

    def price(before, action):
        paid = recipe.weigh(start, before, action)
        return float(getattr(paid, "total", paid))

    state, paid, best = start, 0.0, price(start, END)
    while True:
        options = []
        for group in recipe.groups(start, state):
            here, cost = state, paid
            for action in group:
                cost += price(here, action)
                here = here.apply(action)
            whole = cost if ended(start, here) else cost + price(here, END)
            options.append((whole, whole - cost, len(options), here))
        whole, left, _, here = min(options, default=(best, 0, 0, None))
        if whole >= best:
            return best
        state, paid, best = here, whole - left, whole
        if ended(start, here):
            return best


@pytest.mark.req("S004-108")
@pytest.mark.parametrize("name", ["AStarTwo", "AStarThree", "AStarMacro"])
def test_the_best_turn_within_a_limit_is_at_least_as_good_as_a_greedy_one(name):
    stopped = 0
    places = [maps.randomised(maps.load(place), 3) for place in ("C.1", "C.3", "fords")]
    for state in [*places, *states_to_play(range(scaled(12)), sides=(5, 7), units=(3, 4), mp=5)]:
        costs = []
        for limit in (40, 400, 0):
            player = controllers.make(name, max_expansions=limit)
            turn = player.decide(state)
            assert ended(state, reduce(State.apply, turn, state))
            stopped += player.thoughts.details["status"] == "stopped"
            costs.append(player.thoughts.cost)
        assert costs == sorted(costs, reverse=True)  # a larger limit never gives a worse turn
        assert costs[0] <= greedy_cost(player.recipe, state)
    assert stopped > 5 * SHARE


LAST_ENEMY = """
. . . . . . . . . # . .
. . . . . . . . . # . l
. . . . . . . . . # . .
. . . . . . . . . . # #
M B S M . . . . . . . .
. . . . . . . . . M . .
M B S M . . . . . . . .
"""


@pytest.mark.req("S004-108")
def test_with_too_many_ends_of_a_turn_the_promising_ones_are_looked_at():
    """One unit can win by walking up to the last enemy; eight others could do anything else."""
    state = from_text(LAST_ENEMY, mp=8, ap=5)
    player = controllers.make("Reply", max_expansions=4000)
    assert reduce(State.apply, player.decide(state), state).result == 0
