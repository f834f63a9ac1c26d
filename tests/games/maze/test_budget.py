"""A budget of expansions per tick: plans take longer, players wait, and no tick has more work."""

import json
from dataclasses import replace
from math import isclose

import pytest

import asterion as at
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.worlds import load_world
from support.maze_games import FULL, game, lively, world

NAMES = [info.name for info in at.algorithms("navigator") if info.factory is None]
RULES = Rules(trap_amount=2, trap_interval=40, trap_shortest=100, trap_longest=400)


def expanded(play):
    """The expansions of each player so far."""
    return [sum(each.plans.expanded for each in player.stats) for player in play.players]


def watched(play, ticks):
    """Play on, and check each plan, counted when it is ready; return the ticks of waiting."""
    budget, waited = play.rules.budget, 0
    took = [0] * len(play.players)  # ticks that the plan of each player has taken so far
    before = expanded(play)
    for _ in range(ticks):
        play.tick()
        now = expanded(play)
        for i, player in enumerate(play.players):
            assert now[i] - before[i] <= budget * (took[i] + 1), (play.now, player.name)
            took[i] = took[i] + 1 if player.planning else 0
            waited += player.planning
        before = now
    return waited


@pytest.mark.parametrize("name", NAMES)
def test_a_plan_has_no_more_expansions_than_the_budgets_of_the_ticks_that_it_took(name):
    rules = replace(RULES, budget=25)
    play = Simulation(load_world("world2"), players=[name, name], rules=rules, seed=3)
    assert expanded(play) == [0, 0]  # not even the first plan is made in one go
    waited = watched(play, 4000 if name == "index" else 400)  # which is made first
    assert waited > 3
    assert min(expanded(play)) > 25


@pytest.mark.parametrize("name", NAMES)
def test_players_finish_and_every_path_they_walk_is_a_cheapest_one_when_it_is_ready(name):
    play = Simulation(world(FULL), players=[name], rules=replace(RULES, budget=20), seed=2)
    checked = 0
    for _ in range(3000):
        play.tick()
        [player] = play.players
        if player.finished:
            break
        if player.path_state == "free" and not player.planning and play.now % 7 == 0:
            here = player.entering or player.cell
            best = at.find_path(player.world, here, player.goal, algorithm="dijkstra").cost
            assert isclose(at.validate(player.world, player.path), best)
            checked += 1
    assert play.over
    assert checked > 20


def test_a_budget_that_is_enough_for_every_plan_costs_a_tick_a_goal_at_most():
    free = game("AAAAAAAAAA\nAp x    XA\nAAAAAAAAAA\n")
    free.run()
    held = game("AAAAAAAAAA\nAp x    XA\nAAAAAAAAAA\n", rules=Rules(
        trap_amount=0, monsters=False, budget=10_000,
    ))  # fmt: skip
    held.run()
    assert free.now <= held.now <= free.now + len(held.world.goals) + 1
    assert expanded(free) == expanded(held)


def test_a_player_whose_plan_is_not_ready_stands_still_and_counts_as_waiting():
    play = Simulation(load_world("world3"), players=["dstar"], rules=replace(RULES, budget=10))
    [player] = play.players
    start = player.place
    for _ in range(20):
        play.tick()
        assert player.planning
        assert player.place == start
        assert player.path == [player.cell]
    assert player.stats[-1].waits == 20
    play.do("budget", 0)  # no limit from now on
    play.tick()
    assert not player.planning
    assert player.place != start


def test_the_same_seed_and_budget_give_the_same_game_and_another_budget_another():
    hashes = {}
    for budget in (0, 15, 60):
        first, again = (_played(budget) for _ in range(2))
        assert first == again
        hashes[budget] = first
    assert len({*hashes.values()}) == 3


def _played(budget):
    play = lively(players=["dstar-lite", "lpa", "mpaa"])
    play.do("budget", budget)
    play.run(300)
    return play.hash


def test_threads_change_nothing():
    rules = replace(RULES, budget=30)
    plays = [
        Simulation(load_world("world2"), rules=rules, seed=4, threads=threads) for threads in (1, 4)
    ]
    for play in plays:
        play.run(250)
    assert plays[0].hash == plays[1].hash


def test_a_game_with_a_budget_is_saved_and_replayed():
    play = Simulation(load_world("world2"), rules=replace(RULES, budget=40), seed=6)
    play.run(100)
    play.do("budget", 7)
    play.run(150)
    again = Simulation.load(json.loads(json.dumps(play.save())))
    assert again.hash == play.hash
    assert (again.first_rules.budget, again.rules.budget) == (40, 7)


@pytest.mark.parametrize(
    ("budget", "said"), [(-1, "budget is -1; it must be at least 0"), (1.5, "budget is 1.5")]
)
def test_a_budget_is_a_whole_number(budget, said):
    with pytest.raises((at.InvalidValue, at.InvalidType), match=said):
        Simulation(load_world("world2"), rules=Rules(budget=budget))


@pytest.mark.parametrize("mode", ["hide", "flee"])
def test_those_who_hide_and_flee_keep_to_it_and_go_on(mode):
    play = Simulation(
        world(FULL), players=[PlayerSetup("dstar-lite", mode=mode)], seed=1,
        rules=replace(RULES, budget=30, invulnerable=False),
    )  # fmt: skip
    watched(play, 600)
    assert sum(segment.moves for segment in play.players[0].stats) > 10
