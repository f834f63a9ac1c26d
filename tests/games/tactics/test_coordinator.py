"""The coordinator: squads by nearness, a goal for each, and turns that the rules allow."""

import pytest

import asterion as at
from asterion.games.tactics import END, controllers, from_text, goals, maps
from asterion.games.tactics.controllers import orders
from asterion.games.tactics.controllers.orders import (
    BY_OTHERS,
    DONE,
    TOO_LATE,
    TurnOfSquads,
    near_each_other,
)
from asterion.games.tactics.turn_problem import ended
from asterion.games.tactics.turn_search import TurnSearch
from asterion.world.dice import Dice
from support.effort import SAMPLED, SHARE, scaled
from support.turn_penalties import states_to_play


def boards():
    """Maps and random boards of two and three teams, some of them halfway through a turn."""
    for place in maps.NAMES:
        yield maps.load(place)
        yield maps.randomised(maps.load(place), 3)
    seeds = range(scaled(80))
    yield from states_to_play(seeds, sides=(4, 7), units=(1, 4), mp=5)
    yield from states_to_play(seeds, sides=(3, 5), units=(2, 4), walls=10, mp=4, teams=3)
    for seed, state in enumerate(states_to_play(seeds, sides=(4, 6), units=(2, 4), mp=5)):
        dice, here = Dice(seed), state
        for _ in range(3):
            offered = [action for action in here.actions() if action.kind in ("select", "move")]
            if offered:
                here = here.apply(offered[dice.below(len(offered))])
        yield here


def test_turns_are_legal_end_the_turn_are_the_same_again_and_spare_its_own_units():
    acted = squads = 0
    for state in boards():
        player = controllers.make("Coordinator")
        actions = player.decide(state)
        here = state
        for action in actions:
            assert not ended(state, here)
            here = here.apply(action)  # rejects illegal actions
        assert ended(state, here)
        assert len(here.units(state.team)) == len(state.units(state.team))
        assert controllers.make("Coordinator").decide(state) == actions
        assert player.decide(state) == actions
        acted += actions != [END]
        squads += len(player.thoughts.details["squads"]) > 1
    assert acted > 150 * SHARE
    assert squads > 30 * SHARE


def followed(state, orders):
    """The boards before and after each order that was carried out."""
    for order in orders:
        before = state
        for words in order["actions"]:
            action = next(it for it in state.actions() if str(it) == words)
            state = state.apply(action)
        yield order, before, state


def test_what_squads_are_told_is_what_they_do():
    """A squad moves only its own units, and reaches its goal; its orders make up the turn."""
    reached = 0
    for state in boards():
        player = controllers.make("Coordinator")
        actions = player.decide(state)
        details = player.thoughts.details
        assert [words for order in details["orders"] for words in order["actions"]] == [
            str(action) for action in actions if action != END
        ]
        units = {}  # the places of each squad's units, as they walk
        for number, cells in enumerate(near_each_other(state, 2), start=1):
            units[number] = {*cells}
        for order, before, after in followed(state, details["orders"]):
            if order["outcome"] != DONE:
                assert order["actions"] == []
                continue
            reached += 1
            goal = goals.parsed(order["goal"])
            if goal.aim == "kill":
                assert before.at(goal.cell).team != state.team
                gone = after.at(goal.cell)
                assert gone is None or gone.team == state.team
            elif goal.aim == "hide":
                exposed = after.exposed(state.team)
                mine = [unit for unit in after.units(state.team) if unit.kind == goal.unit]
                assert all(unit.cell not in exposed for unit in mine)
            elif goal.aim == "occupy":
                assert after.at(goal.cell).team == state.team
            own = units[order["squad"]]
            others = {cell for number, it in units.items() if it is not own for cell in it}
            still = {unit.cell for unit in after.units(state.team)}
            assert others <= still  # the other squads stand where they stood
            own.clear()
            own |= still - others
    assert reached > 200 * SHARE


def test_squads_are_units_near_each_other():
    state = from_text("M . B . . S\n. . . . . .\nL . . . . s")
    assert near_each_other(state, 1) == [[(0, 0)], [(0, 2)], [(0, 5)], [(2, 0)]]
    assert near_each_other(state, 2) == [[(0, 0), (0, 2), (2, 0)], [(0, 5)]]
    assert near_each_other(state, 3) == [[(0, 0), (0, 2), (0, 5), (2, 0)]]
    # A unit in between joins two squads.
    assert near_each_other(from_text("M . B . M s"), 2) == [[(0, 0), (0, 2), (0, 4)]]


TWO_SQUADS = """
. . m . . . . . . . . b
. . . . . . . . . . . .
. . . . . . . . . . . .
M . . . . . . . . B . ."""


def test_no_two_squads_have_the_same_enemy():
    player = controllers.make("Coordinator")
    player.decide(from_text(TWO_SQUADS, mp=9, ap=3))
    orders = player.thoughts.details["orders"][:2]
    assert {order["goal"] for order in orders} == {"kill (0, 2)", "kill (0, 11)"}
    assert [order["squad"] for order in sorted(orders, key=lambda it: it["goal"])] == [2, 1]
    shared = 0
    for state in boards():
        player = controllers.make("Coordinator", near=1)
        player.decide(state)
        handed = [order["goal"] for order in player.thoughts.details["orders"]]
        killed = [goal for goal in handed if goal.startswith("kill")]
        done = [
            order["goal"]
            for order in player.thoughts.details["orders"]
            if order["outcome"] == DONE and order["goal"].startswith("kill")
        ]
        assert len(done) == len({*done})
        at_once = [goal for _, goal, _ in one_round(state, near=1) if goal.aim == "kill"]
        assert len(at_once) == len({*at_once})
        shared += len({*killed}) > 1
    assert shared


def one_round(state, near):
    """The orders of the first round of a turn, with their outcomes."""
    recipe = controllers.make("Coordinator")._recipe
    turn = TurnOfSquads(state, recipe, near=near, bold=False)
    turn.play_round()
    return [(order.squad.number, order.goal, outcome) for order, outcome in turn.orders]


def test_the_states_of_all_searches_of_a_turn_are_counted(monkeypatch):
    searches = []

    class Listed(TurnSearch):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            searches.append(self)

    monkeypatch.setattr(orders, "TurnSearch", Listed)
    player = controllers.make("Coordinator")
    player.decide(from_text(TWO_SQUADS, mp=9, ap=3))
    assert len(searches) > 2
    assert player.thoughts.processed == sum(search.processed for search in searches)


def test_the_most_dangerous_enemy_is_first_and_the_cheapest_weapon_strikes():
    # The blaster can hit the Sniper, and the laser behind the wall none of ours.
    player = controllers.make("Coordinator")
    player.decide(from_text(". . b . #\nB S . . #\n. . . # l", mp=5, ap=3))
    first = player.thoughts.details["orders"][0]
    assert (first["goal"], first["why"]) == ("kill (0, 2)", "it can hit 1 of ours; 1 AP")
    assert first["actions"][0] == "select (1, 0)"  # the Sniper would spend 2 AP


def test_a_squad_whose_goal_has_become_impossible_has_second_thoughts():
    """The first squad spends the points that the second one would have needed."""
    told, helped = [], []
    for state in boards():
        player = controllers.make("Coordinator", near=1)
        player.decide(state)
        orders = player.thoughts.details["orders"]
        late = [place for place, it in enumerate(orders) if it["outcome"] == TOO_LATE]
        for order in orders:
            if order["outcome"] == BY_OTHERS:
                helped.append(order["goal"])
                assert order["goal"] not in [
                    each["goal"] for each in orders if each["outcome"] == DONE
                ]
        for place in late:
            told.append(orders[place]["goal"])
            assert TOO_LATE in player.thoughts.explanation
            squad = orders[place]["squad"]
            same = [it for it in orders[place + 1 : place + 2] if it["squad"] == squad]
            assert all(it["goal"] != orders[place]["goal"] for it in same)
    # Squad 1 has spent the MP, so squad 2 is given another enemy in the same round.
    assert one_round(maps.randomised(maps.load("keep"), 3), near=2) == [
        (1, goals.kill((0, 2)), DONE),
        (2, goals.kill((1, 4)), TOO_LATE),
        (2, goals.kill((4, 6)), DONE),
    ]
    assert told
    assert helped or SAMPLED  # a squad's path to its goal crossed another squad's goal


def test_a_squad_hides_after_a_strike_and_comes_nearer_if_nothing_else_can_be_done():
    player = controllers.make("Coordinator")
    player.decide(maps.load("C.2"))
    goals_of = [order["goal"] for order in player.thoughts.details["orders"]]
    assert goals_of == ["kill (0, 3)", "hide melee"]
    player.decide(maps.load("C.4"))
    (order,) = player.thoughts.details["orders"]
    assert order["goal"].startswith("within-reach")
    # In the open with nothing in reach it walks on, though it is seen then.
    state = from_text("M . . . . . . . s", mp=2, ap=1)
    assert [str(action) for action in player.decide(state)][:2] == ["select (0, 0)", "move (0, 1)"]


def test_thoughts_name_squads_goals_and_reasons():
    player = controllers.make("Coordinator")
    player.decide(from_text(TWO_SQUADS, mp=9, ap=3))
    text = player.thoughts.explanation
    assert text.startswith("squad 1 is Melee at (3, 0); squad 2 is Blaster at (3, 9); ")
    assert "squad 1: kill (0, 2) (1 AP), done" in text
    assert "squad 2: kill (0, 11)" in player.thoughts.explanation
    player.decide(from_text("M # s", mp=0, ap=0))
    assert str(player.thoughts.explanation).endswith("squad 1 stands by")


def test_a_turn_of_squads_follows_its_units():
    state = maps.load("C.1")
    recipe = controllers.make("AStarThree", goal="turn-ended").recipe
    turn = TurnOfSquads(state, recipe, near=2, bold=False)
    while turn.play_round():
        pass
    assert sorted(cell for squad in turn.squads for cell in squad.cells) == [
        unit.cell for unit in turn.state.units(0)
    ]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"near": -1}, "near is -1"),
        ({"max_expansions": 0.5}, "max_expansions is 0.5"),
        ({"fear": 1}, "Coordinator has no setting 'fear'; it has near, bold, max_expansions"),
    ],
)
def test_bad_settings_are_named(settings, message):
    with pytest.raises((at.InvalidValue, at.InvalidType)) as caught:
        controllers.make("Coordinator", **settings)
    assert message in str(caught.value)
