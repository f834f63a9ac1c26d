"""AStarOne to AStarFour: the observations of Smith's thesis, on its maps."""

import json
import pickle
import tomllib
from functools import reduce
from itertools import product

import pytest

from asterion.errors import InvalidType, InvalidValue
from asterion.games.tactics import (
    END,
    State,
    attack,
    controllers,
    from_text,
    goals,
    maps,
    move,
    select,
)
from asterion.games.tactics.controllers.astar import NAMES
from asterion.games.tactics.controllers.registry import settings_text
from asterion.games.tactics.match import Match
from support.effort import SHARE
from support.printed_games import SECOND
from support.turn_penalties import at_risk

MAPS = ("C.1", "C.2", "C.3", "C.4")


def player(name, **settings):
    return controllers.make(name, **settings)


def won(name, place, against, seed=0, **settings):
    """Whether a controller wins, as the first and as the second team."""
    results = []
    for team in (0, 1):
        sides = [player(name, **settings), controllers.make(against, seed=seed + team)]
        results.append(Match(maps.load(place), sides if team == 0 else sides[::-1]).run() == team)
    return results


@pytest.mark.req("S004-70")
def test_case_one_ends_its_turn_at_once_and_wins_when_chance_kills_itself():
    for place in (*MAPS, "fords", "keep"):
        assert player("AStarOne").decide(maps.load(place)) == [END]
    match = Match(maps.load("C.1"), ["AStarOne", "Random"])
    assert match.run() == 0
    assert len(match.state.units(0)) == 4
    assert not any("AStarOne" in line and "End of turn" not in line for line in match.log)


@pytest.mark.req("S004-71")
def test_case_two_beats_idle_and_random_on_the_first_map():
    settings = player("AStarTwo").settings
    assert settings["multipliers"]["wasted_mp"] == settings["multipliers"]["wasted_ap"] == 5
    assert settings["end_multiplier"] == 1
    assert all(won("AStarTwo", "C.1", "Idle"))
    for seed in range(4):
        assert all(won("AStarTwo", "C.1", "Random", seed))


@pytest.mark.req("S004-72")
def test_case_two_does_nothing_until_points_left_over_count_for_more():
    one = dict.fromkeys(("wasted_mp", "wasted_ap"), 1)
    assert player("AStarTwo", multipliers=one).decide(maps.load("C.1")) == [END]
    assert len(player("AStarTwo").decide(maps.load("C.1"))) > 1


@pytest.mark.req("S004-72")
def test_case_two_against_itself_is_the_printed_game_up_to_one_tie_with_its_self_kill():
    # The constants were chosen for this game: this shows that they can be changed, and pins them.
    match = Match(maps.load("C.1"), ["AStarTwo", "AStarTwo"])
    match.run()
    pairs = zip(match.log, SECOND.splitlines(), strict=True)
    differ = [(ours, theirs) for ours, theirs in pairs if ours != theirs]
    assert [theirs[-7:] for _, theirs in differ] == ["(1, 1)."]
    # That step costs the same either way.
    recipe = player("AStarTwo").recipe
    turn = [step for step in match.states if step.turn == 1 and step.team == 0]
    before = turn[-2]
    steps = [recipe.weigh(turn[0], before, move(cell)).total for cell in ((1, 1), (0, 0))]
    assert before.selected == (1, 0)
    assert steps[0] == steps[1]


@pytest.mark.req("S004-72")
def test_an_end_that_multiplies_puts_off_all_ends_until_the_rest_is_looked_at():
    state = maps.load("C.1")
    looked_at = []
    for factor in (1, 2, 3, 4):
        two = player("AStarTwo", end_multiplier=factor)
        two.decide(state)
        looked_at.append(two.thoughts.processed)
    assert looked_at == sorted(looked_at)
    assert looked_at[0] < 500
    assert looked_at[-1] > 20_000


@pytest.mark.req("S004-73")
def test_case_three_wins_on_the_small_maps_and_kills_three_in_its_first_turn():
    for place in ("C.1", "C.2"):
        assert all(won("AStarThree", place, "Idle"))
        for seed in range(4):
            assert all(won("AStarThree", place, "Random", seed))
    state = maps.load("C.1")
    after = reduce(State.apply, player("AStarThree").decide(state), state)
    assert (len(after.units(0)), len(after.units(1))) == (4, 1)


@pytest.mark.req("S004-74")
def test_case_three_expands_as_many_states_as_smith_reports_or_more():
    three = player("AStarThree")
    three.decide(maps.load("C.3"))
    assert three.thoughts.processed > 1500
    assert three.thoughts.open > 2000
    match = Match(maps.load("C.4"), [three, "Idle"])
    match.play_turn()
    match.play_turn()
    match.play_turn()
    assert three.thoughts.open > 5000


@pytest.mark.req("S004-75")
def test_case_four_spares_its_last_enemy_only_where_spending_costs():
    spared = {}
    for cost in (1, 0):
        sides = [player("AStarFour", constants={"mp": cost, "ap": 2 * cost}) for _ in range(2)]
        match = Match(maps.load("C.3"), sides)
        spared[cost] = 0
        while match.result is None:
            state = match.state
            match.play_turn()
            last = [unit for unit in state.units() if unit.team != state.team]
            if len(last) == 1 and match.result is None:
                reach = player("AStarFour", goal=f"kill {last[0].cell}").think(state)
                spared[cost] += reach.advance() == "found"
    assert spared == {1: 1, 0: 0}


@pytest.mark.req("S004-75")
def test_the_goal_of_case_four_can_be_turned_off():
    state = maps.load("C.2")
    assert player("AStarFour", goal="turn-ended").decide(state) == [END]
    assert player("AStarFour").decide(state) != [END]


@pytest.mark.req("S004-76")
def test_case_four_loses_to_case_three_on_the_first_map_in_both_orders():
    assert won("AStarThree", "C.1", "AStarFour") == [True, True]
    both = Match(maps.load("C.2"), ["AStarFour", "AStarFour"])
    looked_at = 0
    while both.result is None:
        four = both.controllers[both.state.team]
        both.play_turn()
        looked_at += four.thoughts.processed
    assert 1000 < looked_at < 2000  # in all; Smith counts about 1500


@pytest.mark.req("S004-77")
def test_where_no_end_of_the_turn_is_a_goal_it_just_ends():
    stuck = from_text("M # s\n# # #", mp=5, ap=0)
    four = player("AStarFour")
    assert four.decide(stuck) == [END]
    assert four.thoughts.details["status"] == "unreachable"
    assert "no end of the turn is a goal" in four.thoughts.explanation
    assert four.thoughts.cost is None
    assert Match(stuck, ["AStarFour", "AStarFour"], turn_limit=3).run() == "tie"


@pytest.mark.req("S004-78")
def test_every_component_can_be_exchanged_by_a_setting():
    state = maps.load("C.1")
    three = player("AStarThree")
    same = player("AStarTwo", goal="turn-ended", cost="number", comparison="less", weighing="three")
    assert same.decide(state) == three.decide(state)
    assert same.thoughts.cost == three.thoughts.cost
    led = player("AStarThree", heuristic="predictions")
    assert led.settings["predictions"] == player("AStarFour").settings["predictions"]
    led.decide(state)
    assert led.thoughts.processed < three.thoughts.processed
    peaceful = player(
        "AStarThree",
        cost="components",
        comparison="personality",
        multipliers={"enemy_alive": 0, "unused_ap": 0},
    )
    assert not any(action.kind == "attack" for action in peaceful.decide(state))
    aimed = player("AStarThree", goal="kill (0, 4)")
    after = reduce(State.apply, aimed.decide(state), state)
    assert after.at((0, 4)) is None


@pytest.mark.req("S004-78")
@pytest.mark.parametrize("name", NAMES)
def test_a_controller_is_made_from_a_settings_file(name, tmp_path):
    """As it is, and with another goal written into the file, which it then reaches."""
    file, state = tmp_path / "settings.toml", maps.load("C.1")
    text = settings_text(name)
    file.write_text(text, encoding="utf-8")
    settings = tomllib.loads(file.read_text(encoding="utf-8"))
    assert {"goal", "cost", "comparison", "heuristic", "weighing"} <= settings.keys()
    assert controllers.make(name, **settings).decide(state) == player(name).decide(state)
    file.write_text(text.replace(f'goal = "{settings["goal"]}"', 'goal = "kill (0, 4)"'))
    aimed = controllers.make(name, **tomllib.loads(file.read_text()))
    assert reduce(State.apply, aimed.decide(state), state).at((0, 4)) is None


@pytest.mark.req("S004-78")
@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"fear": 1}, "AStarTwo has no setting 'fear'"),
        ({"goal": "win"}, "goal is 'win'; choose turn-ended, team-changed"),
        ({"goal": "kill"}, "goal is 'kill'; choose"),
        ({"goal": "hide wall"}, "goal is 'hide wall'"),
        ({"weighing": "five"}, "weighing is 'five'; choose one of 'one', 'two'"),
        ({"weighing": 3}, "weighing is 3"),
        ({"cost": "money"}, "cost is 'money'"),
        ({"heuristic": "best"}, "heuristic is 'best'"),
        ({"comparison": "more"}, "comparison is 'more'"),
        ({"cost": "number"}, "'personality' needs cost 'components'; cost is 'number'"),
        ({"comparison": "less", "multipliers": {"enemies": 2}}, "multipliers are for comparison"),
        ({"multipliers": {"fear": 2}}, "there is no multiplier 'fear'; there are enemies"),
        ({"constants": {"select": 2}}, "there is no constant 'select'"),
        ({"constants": {"enemies": -1}}, "constants.enemies is -1.0"),
        (
            {"constants": {"enemies": 0.001}},
            "constants.enemies is 0.001; it must have two decimals",
        ),
        ({"constants": {"enemies": 2000}}, "constants.enemies is 2000; it must be at most 1000"),
        ({"constants": 4}, "constants is 4; it must be a table"),
        ({"predictions": {"rain": 1}}, "there is no prediction 'rain'"),
        ({"end_multiplier": 0.5}, "end_multiplier is 0.5; it must be at least 1"),
    ],
)
def test_a_bad_setting_is_refused_by_its_name(settings, message):
    with pytest.raises(InvalidValue, match=message.replace("(", r"\(")):
        player("AStarTwo", **settings)


def test_a_setting_of_a_wrong_type_is_refused_by_its_name():
    with pytest.raises(InvalidType, match="max_expansions is 'none'; it must be a whole number"):
        player("AStarTwo", max_expansions="none")
    with pytest.raises(InvalidType, match=r"multipliers\.enemies is 'many'; it must be a number"):
        player("AStarTwo", multipliers={"enemies": "many"})


@pytest.mark.req("S004-79")
def test_personalities_act_differently():
    """A scout doubles exposure and halves the points of steps; a brute ignores exposure."""
    state = maps.load("C.3")
    ends = {}
    for name, multipliers in {
        "brute": {"allies_at_risk": 0},
        "scout": {"allies_at_risk": 2, "wasted_mp": 2.5},
    }.items():
        two = player("AStarTwo", multipliers=multipliers)
        ends[name] = reduce(State.apply, two.decide(state), state)
    assert ends["brute"] != ends["scout"]
    assert at_risk(ends["scout"], 0) < at_risk(ends["brute"], 0)


@pytest.mark.req("S004-90")
def test_a_first_turn_looks_at_no_more_states_than_there_are():
    two = player("AStarTwo")
    two.decide(maps.load("C.2"))
    assert two.thoughts.details["optimal"]
    assert two.thoughts.processed < 22_420
    # Not ten minutes: ten seconds are a hundred times what it takes.
    assert two.think(maps.load("C.2")).advance(seconds=10) == "found"


@pytest.mark.req("S004-91")
def test_every_pair_plays_the_cross_with_a_block_to_the_end():
    pairs = list(product(NAMES, NAMES))
    for pair in pairs[:: round(1 / SHARE)]:
        match = Match(maps.load("C.4"), pair)
        assert match.run() is not None
        assert not match.refused
        assert (match.result == "tie") == (pair == ("AStarOne", "AStarOne"))


@pytest.mark.req("S004-95")
def test_without_a_charge_for_points_left_over_it_acts_where_that_helps_and_else_passes():
    """Living enemies are reason enough to act, so idleness need not cost anything."""
    easy = player("AStarThree", constants={"unused_mp": 0, "unused_ap": 0})
    state = maps.load("C.1")
    after = reduce(State.apply, easy.decide(state), state)
    assert len(after.units(1)) == 1
    hidden = from_text("# # . . l\nM # . . s\n. . . . b", mp=1, ap=2)  # to step out is to be shot
    assert easy.decide(hidden) == [END]
    assert easy.thoughts.cost == 15
    assert at_risk(hidden, 0) == 0
    # If points left over cost much, it would rather be seen.
    driven = player("AStarTwo", multipliers={"wasted_mp": 10, "wasted_ap": 0})
    assert at_risk(reduce(State.apply, driven.decide(hidden), hidden), 0) == 1
    four = player("AStarFour", goal="hide melee")
    assert four.decide(hidden) == [END]


@pytest.mark.req("S004-96")
def test_a_decision_says_what_each_action_pays_for():
    two = player("AStarTwo")
    actions = two.decide(maps.load("C.1"))
    thoughts = two.thoughts
    assert [step.action for step in thoughts.steps] == actions
    assert actions[:2] == [select((4, 1)), attack((1, 4))]
    assert {key: cost for key, cost in thoughts.steps[1].components.items() if cost} == {
        "enemies": 30,
        "allies_at_risk": 20,
    }
    assert thoughts.cost == sum(step.cost for step in thoughts.steps) == 110
    table = thoughts.explanation.split("\n")
    assert table[0].startswith("goal: turn-ended; 159 states expanded")
    assert table[1].split() == ["action", "cost", "enemies", "allies_at_risk"]
    assert table[-1].split() == ["in", "all", "110", "90", "20"]
    doubled = player("AStarTwo", end_multiplier=2)
    doubled.decide(maps.load("C.1"))
    assert doubled.thoughts.steps[-1].components["end_multiplier"] == 110
    assert doubled.thoughts.cost == 220


def test_a_player_can_be_copied_and_saved_with_its_settings():
    aimed = player("AStarFour", goal=goals.kill((0, 3)), constants={"select": 0.25})
    match = Match(maps.load("C.1"), [aimed, "AStarTwo"])
    match.play_turn()
    copied = pickle.loads(pickle.dumps(aimed))
    assert (copied.settings, copied.thoughts) == (aimed.settings, aimed.thoughts)
    loaded = Match.load(json.loads(json.dumps(match.save())))
    assert loaded.controllers[0].settings == aimed.settings
    loaded.run()
    match.run()
    assert loaded.log == match.log
