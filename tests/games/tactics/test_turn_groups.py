"""The search over groups of actions: as cheap as the one over single actions, with fewer states."""

from dataclasses import replace
from functools import reduce

import pytest

import asterion as at
from asterion.games.tactics import END, State, controllers, goals, maps
from asterion.games.tactics.match import Match
from asterion.games.tactics.recipe import WEIGHINGS
from asterion.games.tactics.turn_problem import GroupedTurnProblem, TurnProblem, ended
from asterion.games.tactics.turn_search import TurnSearch
from support.effort import SHARE, scaled
from support.turn_penalties import states_to_play

NAMES = dict(zip(WEIGHINGS, ("AStarOne", "AStarTwo", "AStarThree", "AStarFour"), strict=True))


def searched(name, state, *, actions=None, **settings):
    recipe = controllers.make(name, **settings).recipe
    search = TurnSearch(state, replace(recipe, actions=actions or recipe.actions))
    search.advance()
    return search


def cost(search):
    """The cost of a plan as a number; equal ones may have other components."""
    whole = search.best_so_far.cost
    return float(getattr(whole, "total", whole))


def boards(effort):
    """Small boards with few walls and with many, one to four units a team, also three teams."""
    seeds = range(scaled(effort))
    yield from states_to_play(seeds, mp=4)
    yield from states_to_play(seeds, sides=(3, 6), walls=45, mp=3)
    yield from states_to_play(seeds, sides=(4, 5), walls=10, units=(2, 4), mp=3)
    yield from states_to_play(seeds, teams=3, mp=2)


def check_groups(state, search):
    """The plan is legal, ends the turn, costs what its actions cost, and falls into groups."""
    plan = search.best_so_far
    added, here = 0.0, state
    for step in plan.explain().steps:
        paid = search.recipe.weigh(state, here, step.action)
        added += float(getattr(paid, "total", paid))
        if step.action == END:
            assert step.group is None
        else:
            unit = here.at(step.action.cell if step.action.kind == "select" else here.selected)
            assert step.group.startswith(unit.traits.name)
            if step.action.kind == "attack":  # a group ends with its attack
                assert step.group == f"{unit.traits.name} strikes {step.action.cell}"
        here = here.apply(step.action)
    assert ended(state, here)
    assert added == pytest.approx(cost(search))


@pytest.mark.req("S004-11")
@pytest.mark.parametrize("weighing", WEIGHINGS)
def test_groups_and_the_least_that_is_left_keep_the_smallest_cost(weighing):
    """By the argument in turn_groups.hpp; here on boards of many kinds, for all four weighings."""
    found, processed = 0, {}
    for state in boards(120):
        single = searched(NAMES[weighing], state, heuristic="zero")
        for heuristic, actions in (("zero", "grouped"), ("least", "single"), ("least", "grouped")):
            other = searched(NAMES[weighing], state, heuristic=heuristic, actions=actions)
            assert other.status == single.status
            assert other.stats.reopened == 0  # the heuristic is consistent
            processed.setdefault((heuristic, actions), []).append(other.processed)
            if other.status != "found":
                assert other.turn == [END]
                continue
            found += 1
            assert cost(other) == cost(single)
            assert other.best_so_far.optimal
            if actions == "grouped":
                check_groups(state, other)
        processed.setdefault(("zero", "single"), []).append(single.processed)
    assert found > 600 * SHARE
    if weighing != "one":  # which ends its turns at once
        states = {each: sum(counts) for each, counts in processed.items()}
        assert states["zero", "grouped"] < states["zero", "single"]
        assert states["least", "grouped"] <= states["zero", "grouped"]
        assert states["least", "single"] <= states["zero", "single"]


@pytest.mark.req("S004-11")
def test_on_the_maps_it_plans_as_cheaply_as_case_three_with_fewer_states():
    costs = {}
    for place in maps.NAMES:
        state = maps.load(place)
        single, groups = searched("AStarThree", state), searched("AStarMacro", state)
        check_groups(state, groups)
        assert groups.best_so_far.cost == single.best_so_far.cost
        assert 3 * groups.processed < single.processed
        costs[place] = groups.best_so_far.cost
    assert [costs[place] for place in ("C.1", "C.2", "C.3", "C.4")] == [6, 20, 17, 23]
    first = searched("AStarMacro", maps.load("C.1"))
    # A unit that has just walked is not offered again: it would have walked on.
    assert (first.processed, first.open, first.stats.moves) == (107, 1747, 3276)
    after = reduce(State.apply, first.turn, maps.load("C.1"))
    assert len(after.units(1)) == 1  # three are destroyed, as by case three


def test_with_predictions_a_plan_over_groups_still_reaches_the_goal_and_costs_what_it_says():
    costlier = 0
    for state in boards(40):
        exact = searched("AStarFour", state, heuristic="zero")
        led = searched("AStarFour", state, actions="grouped")
        assert led.status == exact.status
        if led.status == "found":
            check_groups(state, led)
            assert led.best_so_far.cost >= exact.best_so_far.cost
            costlier += led.best_so_far.cost > exact.best_so_far.cost
    assert costlier


def test_goals_are_reached_over_groups_as_over_single_actions():
    reached = 0
    for state in states_to_play(range(scaled(60)), sides=(4, 5), mp=3):
        wanted = [goals.kill(unit.cell) for unit in state.units(1)]
        for goal in [*wanted, goals.occupy((0, 0)), goals.hide("sniper")]:
            found = [
                searched("AStarThree", state, goal=goal, actions=each)
                for each in ("single", "grouped")
            ]
            assert found[0].status == found[1].status
            assert found[0].best_so_far.cost == found[1].best_so_far.cost
            reached += found[0].status == "found"
    assert reached > 30 * SHARE


@pytest.mark.req("S004-11")
def test_the_groups_are_macros_for_solve():
    """The search of the package over the same groups finds the same cost; so do single actions."""
    for state in states_to_play(range(scaled(30)), mp=2, units=(1, 2)):
        recipe = controllers.make("AStarMacro").recipe
        plan = at.solve(GroupedTurnProblem(state, recipe))
        search = searched("AStarMacro", state)
        assert plan.cost == search.best_so_far.cost
        assert {*map(type, recipe.groups(state, state))} <= {at.Macro}
        groups = [step.group for step in plan.explain().steps if step.action != END]
        assert all(groups)
    for state in states_to_play(range(8), mp=2, units=(1, 2)):
        recipe = controllers.make("AStarTwo").recipe
        single = at.solve(
            TurnProblem(
                state,
                zero=recipe.personality.zero,
                cost=lambda start, before, action, _after, it=recipe: it.weigh(
                    start, before, action
                ),
            )
        )
        assert at.solve(GroupedTurnProblem(state, recipe)).cost.total == single.cost.total


def test_of_the_walks_to_a_tile_only_one_of_each_length_is_a_group():
    state = maps.load("C.1")
    groups = controllers.make("AStarMacro").recipe.groups(state, state)
    walks = [group for group in groups if group.actions[-1].kind == "move"]
    ends = [(group.actions[0], group.actions[-1].cell, len(group)) for group in walks]
    assert len(ends) == len({*ends})
    for group in groups:
        reduce(State.apply, group, state)  # all of it is legal
        assert group.name.split()[1] == ("walks" if group in walks else "strikes")
    melee = [each for each in ends if each[0].cell == (3, 1)]
    assert max(length for _, _, length in melee) == 6  # selected, and five steps
    assert ((3, 1), 3) in {(cell, length) for _, cell, length in melee}  # there and back


def test_a_search_over_groups_can_be_paused():
    state = maps.load("C.2")
    whole = searched("AStarMacro", state)
    search = controllers.make("AStarMacro").think(state)
    costs = []
    while search.advance(expansions=50) == "running":
        check_groups(state, search)
        costs.append(search.best_so_far.cost)
    assert costs == sorted(costs, reverse=True)
    assert search.turn == whole.turn
    assert (search.processed, search.open) == (whole.processed, whole.open)
    limited = controllers.make("AStarMacro", max_expansions=30)
    limited.decide(state)
    assert limited.thoughts.details["status"] == "stopped"


def test_a_unit_that_walked_is_not_selected_again_for_more_of_the_same_walk():
    for state in boards(25):
        plan = searched("AStarMacro", state).best_so_far
        for before, action in zip(plan.states, plan.actions, strict=False):
            if action.kind == "select":
                assert before.selected != action.cell


class Some(TurnProblem):
    """A turn in which only some units act; they are known by kind, each of which is there once."""

    kinds: tuple[str, ...] = ()

    def actions(self, state):
        def acts(cell):
            return cell is not None and state.at(cell).kind in self.kinds

        def offered(action):
            cell = action.cell if action.kind == "select" else state.selected
            return action == END or acts(cell)

        return [action for action in super().actions(state) if offered(action)]


@pytest.mark.parametrize("actions", ["single", "grouped"])
def test_units_that_rest_do_nothing(actions):
    recipe = controllers.make("AStarMacro", actions=actions, heuristic="zero").recipe
    tried = 0
    for state in states_to_play(range(scaled(40)), units=(2, 3), mp=2):
        mine = state.units(0)
        if len(mine) < 2 or len({unit.kind for unit in mine}) < len(mine):
            continue
        tried += 1
        search = TurnSearch(state, recipe, units=[mine[0].cell])
        search.advance()
        problem = Some(
            state, cost=lambda start, before, action, _after: recipe.weigh(start, before, action)
        )
        problem.kinds = (mine[0].kind,)
        assert search.best_so_far.cost == at.solve(problem).cost
        # One that is selected already rests as well.
        other = state.apply(next(it for it in state.actions() if it.cell == mine[1].cell))
        again = TurnSearch(other, recipe, units=[mine[0].cell])
        again.advance()
        assert {action.kind for action in again.turn[:1]} <= {"select", "end"}
        assert all(it.kind != "select" or it.cell != mine[1].cell for it in again.turn)
    assert tried > 5 * SHARE


@pytest.mark.slow
def test_games_over_groups_are_legal_and_the_same_each_time():
    matches = [Match(maps.load("C.3"), ["AStarMacro", "AStarThree"]) for _ in range(2)]
    for match in matches:
        match.run()
        assert match.refused == []
    assert matches[0].hash == matches[1].hash
