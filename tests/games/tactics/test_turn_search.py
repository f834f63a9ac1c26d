"""The search for a turn, compared with Dijkstra and penalties written plainly."""

from functools import reduce

import pytest

import asterion as at
from asterion.games.tactics import END, State, controllers, from_text, maps
from asterion.games.tactics.macro_actions import hides, strikes
from asterion.games.tactics.turn_problem import TurnProblem, ended
from asterion.games.tactics.turn_search import branching
from support.effort import SHARE, scaled
from support.turn_penalties import CASES, cheapest_turn, is_goal, price, states_to_play


def searched(name, state, **settings):
    player = controllers.make(name, **settings)
    search = player.think(state)
    search.advance()
    return player, search


def check_plan(name, player, search):
    """A plan is legal, ends the turn, and costs what its steps cost by the plain penalties."""
    plan = search.best_so_far
    total = 0
    for before, step, after in zip(
        plan.states, plan.explain().steps, plan.states[1:], strict=False
    ):
        assert before.apply(step.action) == after
        amounts = CASES[name](search.state, before, step.action, after)
        weighed = {key: price(player.settings, {key: n}) for key, n in amounts.items()}
        given = {key: value for key, value in step.components.items() if key != "end_multiplier"}
        assert given == {**dict.fromkeys(given, 0), **weighed}
        total += sum(step.components.values())
    assert ended(search.state, plan.states[-1])
    assert is_goal(name, search.state, plan.states[-1])
    assert total == getattr(plan.cost, "total", plan.cost)
    return total


@pytest.mark.req("S004-70", "S004-71", "S004-73", "S004-78", "S004-96")
@pytest.mark.parametrize("name", CASES)
def test_no_end_of_a_turn_is_cheaper_than_the_plan(name):
    found = 0
    for state in states_to_play(range(scaled(400)), mp=3):
        settings = {"heuristic": "zero"}
        player, search = searched(name, state, **settings)
        best = cheapest_turn(state, name, player.settings)
        assert (best is not None) == (search.status == "found")
        if best is None:
            assert search.turn == [END]
            continue
        found += 1
        assert search.best_so_far.optimal
        assert check_plan(name, player, search) == best
    assert found > 160 * SHARE


@pytest.mark.req("S004-70", "S004-71")
def test_three_teams_and_an_end_that_multiplies_keep_the_optimum():
    for state in states_to_play(range(1000, 1000 + scaled(40)), teams=3, mp=2):
        for at_end in (1.5, 3):
            player, search = searched("AStarTwo", state, end_multiplier=at_end)
            best = cheapest_turn(state, "AStarTwo", player.settings, at_end=at_end)
            assert check_plan("AStarTwo", player, search) == best


@pytest.mark.req("S004-75")
def test_predictions_never_beat_the_optimum_and_always_reach_the_goal():
    costlier = 0
    for state in states_to_play(range(scaled(300)), sides=(4, 5)):
        _, exact = searched("AStarFour", state, heuristic="zero")
        player, led = searched("AStarFour", state)
        assert led.status == exact.status
        if led.status == "found":
            cost = check_plan("AStarFour", player, led)
            assert cost >= exact.best_so_far.cost
            assert not led.best_so_far.optimal
            costlier += cost > exact.best_so_far.cost
    assert costlier  # so the two are not the same search


@pytest.mark.req("S004-92", "S004-93")
@pytest.mark.parametrize("name", CASES)
def test_pruning_keeps_the_smallest_cost(name):
    fewer = 0
    states = [maps.load(each) for each in ("C.1", "C.2", "C.3", "C.4")]
    boards = range(scaled(150))
    states += states_to_play(boards, sides=(4, 7), walls=50, mp=3)
    states += states_to_play(boards, sides=(3, 9), walls=40, mp=0, units=(2, 4))
    states += states_to_play(boards, sides=(3, 6), walls=30, mp=2, units=(1, 2))
    for state in states:
        _, pruned = searched(name, state, heuristic="zero")
        _, whole = searched(name, state, heuristic="zero", prune=False)
        assert pruned.status == whole.status
        assert pruned.best_so_far.cost == whole.best_so_far.cost
        assert pruned.stats.moves <= whole.stats.moves
        fewer += pruned.stats.moves < whole.stats.moves
    assert fewer > len(states) / 3


@pytest.mark.req("S004-92")
@pytest.mark.parametrize("name", CASES)
def test_pruning_keeps_the_plan_of_the_first_turn_on_the_maps(name):
    for place in ("C.1", "C.2", "C.3", "C.4"):
        whole = controllers.make(name, prune=False).decide(maps.load(place))
        assert controllers.make(name).decide(maps.load(place)) == whole


@pytest.mark.slow
@pytest.mark.req("S004-92", "S004-93")
def test_the_branching_of_a_turn_with_and_without_pruning():
    for place, states in {"C.1": 28_058, "C.2": 22_420, "C.3": 15_892, "C.4": 83_563}.items():
        whole = branching(maps.load(place), prune=False)
        pruned = branching(maps.load(place))
        assert whole.states == states
        assert 4 < whole.mean < 5
        assert pruned.states < whole.states
        assert 0.6 < pruned.mean / whole.mean < 0.75


@pytest.mark.req("S004-10", "S004-94")
def test_a_search_in_slices_is_the_search_in_one_go():
    state = maps.load("C.2")
    player, whole = searched("AStarThree", state)
    search = player.think(state)
    seen, costs = 0, []
    while search.advance(expansions=500) == "running":
        assert search.processed == seen + 500
        assert search.current == search.processed_states(seen + 499)[0]
        costs.append(search.best_so_far.cost)
        check_plan("AStarThree", player, search)
        seen = search.processed
    assert costs == sorted(costs, reverse=True)  # a known end is only ever improved
    assert search.best_so_far.actions == whole.best_so_far.actions
    assert (search.processed, search.open) == (whole.processed, whole.open)
    assert len({*search.processed_states()}) == search.processed  # no state is expanded twice
    assert search.advance(expansions=5) == "found"
    in_time = player.think(state)
    while in_time.advance(seconds=0.001) == "running":
        pass
    assert in_time.turn == whole.turn


def test_a_search_continues_however_little_time_it_has():
    search = controllers.make("AStarThree").think(maps.load("C.2"))
    for _ in range(3):
        before = search.processed
        assert search.advance(seconds=0) == "running"
        assert search.processed > before


@pytest.mark.req("S004-94")
def test_a_limit_leaves_the_best_end_of_the_turn_known_so_far():
    state = maps.load("C.2")
    costs = []
    for limit in (1, 100, 1000, 3000, 100_000):
        player = controllers.make("AStarThree", max_expansions=limit)
        assert ended(state, reduce(State.apply, player.decide(state), state))
        assert player.thoughts.details["status"] == ("stopped" if limit < 5000 else "found")
        assert player.thoughts.processed <= limit
        costs.append(player.thoughts.cost)
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[-1]


def test_a_cheaper_route_to_a_closed_state_brings_its_own_parent():
    """Predictions that overestimate make the search close states too early, and reopen them."""
    reopened = 0
    states = [*states_to_play(range(40), sides=(4, 5)), maps.load("C.1"), maps.load("C.2")]
    for state in states:
        player, search = searched(
            "AStarThree",
            state,
            goal="strike-or-approach",
            heuristic="predictions",
            predictions={"ally_exposed": 5},
        )
        if search.status == "found":
            check_plan("AStarThree", player, search)
        reopened += search.stats.reopened
    assert reopened > 100


@pytest.mark.req("S004-01", "S004-78")
def test_a_turn_is_a_problem_for_solve_with_custom_parts():
    state = maps.load("C.1").with_resources(2, 2)
    recipe = controllers.make("AStarThree").recipe
    plan = at.solve(
        TurnProblem(
            state,
            cost=lambda start, before, action, _after: recipe.weigh(start, before, action),
        )
    )
    _, search = searched("AStarThree", state)
    assert plan.cost == search.best_so_far.cost
    assert plan.actions[-1] == END

    def won(start, now):
        return len(now.units(1)) < len(start.units(1))

    def far(_start, now):
        return 0.5 * len(now.units(1))

    plan = at.solve(TurnProblem(state, goal=won, heuristic=far))
    assert [action.kind for action in plan] == ["select", "attack"]
    careful = at.Personality(move=1, shot=2)
    plan = at.solve(
        TurnProblem(
            state,
            zero=careful.zero,
            goal=won,
            cost=lambda _start, _before, action, _after: careful.cost(
                move=action.kind == "move", shot=action.kind == "attack"
            ),
        )
    )
    assert plan.explain().totals == {"move": 0, "shot": 2}


class Grouped(TurnProblem):
    """A turn of two groups of actions, those that attack and those that defend, or its end."""

    def actions(self, state):
        if ended(self.start, state):
            return []
        attack = [at.Macro("attack", strike.actions) for strike in strikes(state)]
        walks = (hides(state, unit.cell) for unit in state.units(state.team))
        defend = [at.Macro("defend", walk.actions) for walk in walks if walk and walk.actions]
        return [END, *attack, *defend]


@pytest.mark.slow
@pytest.mark.req("S004-11")
def test_groups_of_actions_cut_the_states_of_a_turn_to_a_fortieth_with_an_equal_result():
    state = maps.load("C.1")
    recipe = controllers.make("AStarThree").recipe

    def cost(start, before, action, _after):
        return recipe.weigh(start, before, action)

    plain, grouped = (at.solve(kind(state, cost=cost)) for kind in (TurnProblem, Grouped))
    assert plain.stats.expanded >= 40 * grouped.stats.expanded
    assert plain.cost == grouped.cost
    assert {"attack"} <= {group for group in grouped.groups if group} <= {"attack", "defend"}
    for plan in (plain, grouped):
        after = reduce(State.apply, plan.actions, state)
        assert len(after.units(1)) == 1  # three are destroyed
        assert ended(state, after)


def test_a_game_that_is_over_has_no_turn():
    over = from_text("S .")
    for name in CASES:
        assert controllers.make(name).decide(over) == []


def test_before_it_runs_a_search_predicts_nothing_and_would_end_the_turn():
    search = controllers.make("AStarFour").think(maps.load("C.1"))
    assert search.prediction == 0.0
    assert search.turn == [END]
