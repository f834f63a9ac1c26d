"""Observations of Smith's thesis of its four controllers, repeated: agreements and differences."""

from functools import cache

import pytest

from asterion.experiments.tactics.games import (
    AS_SAID,
    FOUR,
    THREE,
    Contestant,
    both_orders,
    game_on,
    is_near,
    observed,
    own_fire,
    times_said,
    took,
    turn_of,
    walls_down,
    winner_of,
)
from asterion.experiments.tactics.observations import made
from asterion.games.tactics import END, controllers, maps
from support.sanitized import SANITIZED


@cache
def seen(name):
    lines = made(name, turns=40)
    assert all(line["said"] and line["measured"] for line in lines)
    assert all(
        line["verdict"] == AS_SAID or len(line["verdict"]) > len("differs: ") for line in lines
    )
    return lines


def holds(name):
    return [line["verdict"] == AS_SAID for line in seen(name)]


def test_a_line_has_what_was_said_beside_what_was_measured():
    asked = {"said": "wins both", "measured": "wins 1 of 2", "why": "see game 2"}
    line = observed(Contestant("Two", "AStarTwo"), "C.1", holds=False, **asked)
    told = {"said": "wins both", "measured": "wins 1 of 2", "verdict": "differs: see game 2"}
    assert line == {"a": "Two", "b": None, "map": "C.1", **told}
    assert observed("all", "C.1", holds=True, **asked) == {**line, "a": "all", "verdict": AS_SAID}


def test_a_count_agrees_within_a_quarter_and_a_time_within_a_factor_of_two():
    assert [value for value in (1124, 1125, 1500, 1875, 1876) if is_near(value, 1500)] == [
        1125,
        1500,
        1875,
    ]
    assert times_said(2878, 1500) == "1.9 times as many"
    two = Contestant("Two", "AStarTwo")

    def verdict(seconds):
        return took(two, "C.1", said="two minutes", minutes=2, seconds=seconds)["verdict"]

    assert verdict(61) == verdict(239) == AS_SAID
    assert verdict(59) == verdict(241) == "differs: another time"
    assert verdict(0.119) == "differs: it takes less than a thousandth of that"
    for seconds, words in ((0.9, "less than a second"), (1, "a second or more")):
        assert took(two, "C.1", said="", minutes=1, seconds=seconds)["measured"] == words


@pytest.mark.req("S004-72")
def test_case_two_does_not_move_until_its_multipliers_are_raised():
    assert holds("two_default") == [True]
    assert holds("two_raised") == [True, True]
    for line in seen("two_raised"):
        assert (line["wins"], line["games"]) == (2, 2)
        assert line["won_in_turns"] <= 3


@pytest.mark.req("S004-72")
def test_case_two_kills_itself_in_the_end():
    assert holds("two_mirror") == [True]
    two = Contestant("AStarTwo", "AStarTwo")
    game = game_on("C.1", two, two, turns=40)
    assert own_fire(game) == [1]
    assert game.match.log[-1] == "Game Over, Team 0 Wins!"
    assert "Melee" in game.match.log[-2]


@pytest.mark.req("S004-72")
def test_a_multiplier_at_the_end_of_turns_makes_case_two_look_at_nearly_all():
    states = [line["states"] for line in seen("two_end_multiplier")]
    assert states == sorted(states)
    assert states[1] > 50 * turn_of(Contestant("", "AStarTwo"), maps.load("C.1")).thoughts.processed
    # Above 3 there is little left to get worse: it was impractical only for being slow.
    assert holds("two_end_multiplier") == [True, True, False, False]
    assert states[-1] < 1.1 * states[-2] < 28_058 * 1.1


@pytest.mark.req("S004-72", "S004-90")
def test_case_two_needs_no_ten_minutes_on_the_cross():
    line, time, states = seen("two_cross")
    assert holds("two_cross") == [True, False, False]
    assert line["wins"] == 2
    assert line["most_states"] < 22_420
    assert time["said"] == "almost 10 minutes to win the game"
    assert states["measured"].startswith("708 of 22,420 states in the first turn")


@pytest.mark.req("S004-74")
def test_case_three_looks_at_thousands_of_states():
    first, left, time, units, later = seen("three_wide")
    # Nearly twice the states. The Laser kills as in the text, but another unit makes way.
    assert holds("three_wide") == [False, False, False, False, True]
    assert first["states"] == 2878
    assert first["verdict"].startswith("differs: 1.9 times as many")
    assert left["measured"] == "3,146 open"
    assert time["said"] == "two minutes for the first turn"
    assert "of Melee and Laser" in units["measured"]
    assert "cost 17, of the turn told there 22" in units["measured"]
    assert later["b"] == "Idle"
    turn = turn_of(THREE, maps.load("C.3"))
    assert turn.thoughts.open > 2000
    assert (turn.kills, turn.after.mp, turn.after.ap) == (1, 0, 0)


@pytest.mark.slow
@pytest.mark.req("S004-74")
def test_case_three_has_more_than_5000_states_open_on_the_block():
    assert holds("three_block") == [False]
    assert "26,868 processed, 20,458 open" in seen("three_block")[0]["measured"]
    assert holds("three_first_turn") == [True]
    assert "cost of 6; the turn of figure 2.10 costs 7" in seen("three_first_turn")[0]["measured"]
    assert holds("three_small") == [True, True]


@pytest.mark.req("S004-76")
def test_case_four_loses_to_case_three_on_the_small_map():
    assert [line["map"] for line in seen("four_and_three")] == ["C.1", "C.1", "C.3", "C.3"]
    assert holds("four_and_three")[:2] == [True, True]


@pytest.mark.req("S004-76")
def test_on_the_large_map_a_single_number_decides_the_winner():
    # In Smith's thesis case four won when it began; with our numbers it does not.
    assert holds("four_and_three")[2:] == [False, True]
    predictions = {**controllers.settings("AStarFour")["predictions"], "enemy_hidden": 10}
    bold = Contestant("bold", "AStarFour", {"predictions": predictions})
    games = both_orders("C.3", bold, THREE, turns=40)
    assert winner_of(games[0], bold, THREE) == winner_of(games[1], THREE, bold) == "bold"


@pytest.mark.req("S004-76")
def test_case_four_processes_fewer_nodes_on_the_cross_and_shoots_other_walls():
    """Nodes of one turn are compared with those of one turn, not with those of a game."""
    assert holds("four_cross") == [False, False, False]
    nodes, _, walls = seen("four_cross")
    assert nodes["measured"] == "268 processed in the first turn, 1,186 left open"
    assert nodes["most_states"] < 1500
    fallen = walls_down(game_on("C.2", FOUR, FOUR, turns=40))
    assert len(fallen) > 1
    assert all(str(cell) in walls["measured"] for cell in fallen)


@pytest.mark.req("S004-76")
def test_case_four_is_quick_and_ends_turns_early():
    assert holds("four_quick") == [True]
    assert holds("four_spares") == [True, False]  # turns still end early
    spares, kills = (line["measured"] for line in seen("four_spares"))
    assert "last enemy: 1;" in spares
    assert "last enemy: 0;" in kills


@pytest.mark.slow
@pytest.mark.req("S004-76", "S004-91")
def test_on_the_block_every_case_plays_to_the_end():
    lines = seen("block")
    assert [line["a"] for line in lines] == ["AStarOne", "AStarTwo", "AStarThree", "AStarFour"]
    for line in lines:
        assert line["games"] == 2
        assert line["most_states"] <= 83_563
    assert [line["wins"] > 0 for line in lines] == [False, True, True, True]


@pytest.mark.slow
def test_case_one_does_nothing_and_wins_against_random():
    assert holds("one_passes") == [True]
    assert turn_of(Contestant("", "AStarOne"), maps.load("C.4")).actions == [END]
    [line] = seen("one_and_random")
    assert line["wins"] > 30


@pytest.mark.req("S004-93")
def test_states_have_fewer_actions_than_was_thought():
    [line] = seen("branching")
    assert holds("branching") == [False]
    for words in ("C.1 4.7", "C.2 4.3", "C.3 4.5", "C.4 4.7"):
        assert words in line["measured"]


@pytest.mark.slow
@pytest.mark.skipif(SANITIZED, reason="144 games; the others have done all that these do")
def test_numbers_that_make_case_four_stronger_can_be_found():
    assert holds("four_stronger") == [False]
    assert "predictions.enemy_hidden = 10 wins 3" in seen("four_stronger")[0]["measured"]
