"""Goals of a turn: generated ones can be reached, rejected ones cannot."""

from functools import reduce

import pytest

from asterion.errors import InvalidValue
from asterion.games.tactics import END, State, Unit, controllers, from_text, goals, maps
from asterion.games.tactics.recipe import PREDICTIONS
from support.effort import SHARE, scaled
from support.turn_penalties import enemies, hit_by, states_to_play


def holds(goal, start, state):
    """Whether a goal is reached, in plain words."""
    me = start.team
    mine = state.units(me)
    if goal.aim == "hide":
        hidden = [unit for unit in mine if unit.kind == goal.unit]
        return bool(hidden) and not any(
            hit_by(state, unit.cell, enemies(state, me)) for unit in hidden
        )
    thing = state.at(goal.cell)
    if goal.aim == "occupy":
        return isinstance(thing, Unit) and thing.team == me
    fallen = not (isinstance(thing, Unit) and thing.team != me)
    return fallen or (goal.aim == "within-reach" and hit_by(state, goal.cell, mine))


def all_of_turn(start):
    """Every state of a turn except its ends."""
    known, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        for action in state.actions():
            after = state.apply(action)
            if action != END and after not in known:
                known.add(after)
                waiting.append(after)
    return known


def thinkable(state):
    rows = [(row, col) for row in range(state.height) for col in range(state.width)]
    foes = [unit.cell for unit in enemies(state, state.team)]
    kinds = sorted({unit.kind for unit in state.units(state.team)})
    return [
        *map(goals.kill, foes),
        *map(goals.within_reach, foes),
        *map(goals.occupy, rows),
        *map(goals.hide, kinds),
    ]


@pytest.mark.req("S004-98")
def test_what_is_generated_can_be_reached_and_nothing_else_can():
    generated = 0
    for state in states_to_play(range(scaled(150)), mp=2, ap=2):
        turn = all_of_turn(state)
        found = goals.generate(state)
        names = [verdict.goal for verdict in found]
        assert len({*names}) == len(names)
        generated += len(names)
        for verdict in found:
            assert holds(verdict.goal, state, reduce(State.apply, verdict.actions, state))
        for goal in thinkable(state):
            can = any(holds(goal, state, each) for each in turn)
            already = goal.aim != "kill" and holds(goal, state, state)
            assert (goal in names) == (can and not already)
            verdict = goals.validate(state, goal)
            assert bool(verdict) == verdict.achievable == can
            if not can:
                assert f"in none of the {len(turn)} states" in verdict.reason
    assert generated > 200 * SHARE


@pytest.mark.req("S004-98", "S004-77")
def test_case_four_reaches_every_goal_that_is_generated():
    for place in ("C.1", "C.3"):
        state = maps.load(place)
        for verdict in goals.generate(state):
            four = controllers.make("AStarFour", goal=str(verdict.goal))
            actions = four.decide(state)
            assert holds(verdict.goal, state, reduce(State.apply, actions, state)), verdict.goal


@pytest.mark.req("S004-92", "S004-98")
def test_pruning_keeps_the_cheapest_plan_for_every_goal():
    boards = range(scaled(60))
    for state in states_to_play(boards, sides=(3, 6), walls=40, mp=3):
        for goal in thinkable(state)[::6]:
            ways = []
            for prune in (True, False):
                aimed = controllers.make("AStarFour", goal=goal, heuristic="zero", prune=prune)
                search = aimed.think(state)
                ways.append((search.advance(), search.best_so_far.cost))
            assert ways[0] == ways[1], goal


@pytest.mark.req("S004-75")
@pytest.mark.parametrize("goal", ["kill (0, 3)", "within-reach (0, 4)", "occupy (1, 3)"])
def test_the_predicted_distance_leads_to_the_tile_of_a_goal(goal):
    expanded = []
    for step in (0, 2):
        led = dict.fromkeys(PREDICTIONS, 0) | {"distance": step}
        search = controllers.make("AStarFour", goal=goal, predictions=led).think(maps.load("C.1"))
        assert search.advance() == "found"
        expanded.append(search.stats.expanded)
    assert expanded[1] < expanded[0] / 2


@pytest.mark.req("S004-98")
def test_case_four_takes_the_most_urgent_goal_each_turn():
    state = maps.load("C.1")
    four = controllers.make("AStarFour", goal="generated")
    after = reduce(State.apply, four.decide(state), state)
    first = goals.generate(state)[0].goal
    assert four.thoughts.details["goal"] == str(first)
    assert holds(first, state, after)
    alone = from_text("M #\n# #\n# s", mp=0, ap=0)
    assert goals.generate(alone) == []
    assert four.decide(alone) == [END]


@pytest.mark.req("S004-98")
def test_a_goal_that_makes_no_sense_is_refused_with_the_reason():
    state = maps.load("C.1")
    for goal, reason in {
        "kill (2, 2)": "there is no enemy of team 0 at (2, 2)",
        "kill (4, 0)": "there is no enemy of team 0 at (4, 0)",
        "within-reach (4, 1)": "there is no enemy of team 0 at (4, 1)",
    }.items():
        assert goals.validate(state, goal).reason == reason
    no_laser = state.edited((4, 0), None)
    assert goals.validate(no_laser, "hide laser").reason == "team 0 has no laser"
    assert goals.validate(from_text("M ."), "occupy (0, 1)").reason == "the game is over"
    assert goals.validate(state, "turn-ended").achievable
    assert goals.validate(state, goals.STRIKE_OR_APPROACH).achievable
    with pytest.raises(InvalidValue, match=r"cell \(9, 9\) is outside the board"):
        goals.validate(state, "occupy (9, 9)")
    with pytest.raises(InvalidValue, match=r"goal is 'never'; choose turn-ended"):
        goals.validate(state, "never")


def test_goals_are_read_from_their_text():
    for goal in thinkable(maps.load("C.1")):
        assert goals.parsed(str(goal)) == goals.parsed(goal) == goal
