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
    observed,
    own_fire,
    took,
    turn_of,
    walls_down,
)
from asterion.experiments.tactics.observations import made
from asterion.games.tactics import END, controllers, maps
from support.sanitized import SANITIZED

TWO = Contestant("AStarTwo", "AStarTwo")


@cache
def seen(name):
    lines = made(name, turns=40)
    for line in lines:
        assert line["said"]
        assert line["measured"]
        assert line["verdict"] == AS_SAID or len(line["verdict"]) > len("differs: ")
    return lines


def holds(name):
    return [line["verdict"] == AS_SAID for line in seen(name)]


def test_a_line_has_what_was_said_beside_what_was_measured():
    asked = {"said": "wins both", "measured": "wins 1 of 2", "why": "see game 2"}
    line = observed(TWO, "C.1", holds=False, **asked)
    told = {"said": "wins both", "measured": "wins 1 of 2", "verdict": "differs: see game 2"}
    assert line == {"a": "AStarTwo", "b": None, "map": "C.1", **told}
    assert observed("all", "C.1", holds=True, **asked) == {**line, "a": "all", "verdict": AS_SAID}


def test_a_time_agrees_within_a_factor_of_two():
    def verdict(seconds):
        return took(TWO, "C.1", said="two minutes", minutes=2, seconds=seconds)["verdict"]

    assert verdict(61) == verdict(239) == AS_SAID
    assert verdict(59) == verdict(241) == "differs: another time"
    assert verdict(0.119) == "differs: it takes less than a thousandth of that"


@pytest.mark.req("S004-72")
def test_case_two_does_not_move_until_its_multipliers_are_raised():
    assert holds("two_default") == [True]
    assert holds("two_raised") == [True, True]
    for line in seen("two_raised"):
        assert (line["wins"], line["games"]) == (2, 2)


@pytest.mark.req("S004-72")
def test_case_two_kills_itself_in_the_end():
    assert holds("two_mirror") == [True]
    game = game_on("C.1", TWO, TWO, turns=40)
    assert own_fire(game) == [1]
    assert game.match.log[-1] == "Game Over, Team 0 Wins!"


@pytest.mark.req("S004-72")
def test_a_multiplier_at_the_end_of_turns_makes_case_two_look_at_nearly_all():
    states = [line["states"] for line in seen("two_end_multiplier")]
    assert states == sorted(states)
    assert states[1] > 50 * turn_of(TWO, maps.load("C.1")).thoughts.processed


@pytest.mark.req("S004-72", "S004-90")
def test_case_two_wins_on_the_cross_and_needs_no_ten_minutes():
    line, time, _ = seen("two_cross")
    assert line["wins"] == 2
    assert time["said"] == "almost 10 minutes to win the game"
    assert time["verdict"].startswith("differs: ")


@pytest.mark.req("S004-74")
def test_case_three_looks_at_more_states_than_was_said():
    first, _, time, _, later = seen("three_wide")
    assert first["states"] > 1500
    assert time["said"] == "two minutes for the first turn"
    assert (later["b"], later["verdict"]) == ("Idle", AS_SAID)
    turn = turn_of(THREE, maps.load("C.3"))
    assert turn.thoughts.open > 2000
    assert (turn.kills, turn.after.mp, turn.after.ap) == (1, 0, 0)


@pytest.mark.slow
@pytest.mark.req("S004-74")
def test_case_three_wins_on_small_maps_and_kills_three_in_its_first_turn():
    assert holds("three_first_turn") == [True]
    assert holds("three_small") == [True, True]
    assert seen("three_block")[0]["most_states"] > 5000


@pytest.mark.req("S004-76")
def test_case_four_loses_to_case_three_on_the_small_map():
    assert [line["map"] for line in seen("four_and_three")] == ["C.1", "C.1", "C.3", "C.3"]
    assert holds("four_and_three")[:2] == [True, True]


@pytest.mark.req("S004-76")
def test_on_the_large_map_a_single_number_decides_the_winner():
    predictions = {**controllers.settings("AStarFour")["predictions"], "enemy_hidden": 10}
    bold = Contestant("bold", "AStarFour", {"predictions": predictions})
    games = both_orders("C.3", bold, THREE, turns=40)
    assert [game.winner_label for game in games] == ["bold", "bold"]


@pytest.mark.req("S004-76")
def test_case_four_names_the_walls_that_it_shoots():
    *_, walls = seen("four_cross")
    fallen = walls_down(game_on("C.2", FOUR, FOUR, turns=40))
    assert len(fallen) > 1
    assert all(str(cell) in walls["measured"] for cell in fallen)


@pytest.mark.req("S004-76")
def test_case_four_is_quick_and_spares_the_last_enemy_unless_spending_is_free():
    assert holds("four_quick") == [True]
    spares, kills = (line["measured"] for line in seen("four_spares"))
    assert "last enemy: 0;" not in spares
    assert "last enemy: 0;" in kills


@pytest.mark.slow
@pytest.mark.req("S004-76", "S004-91")
def test_on_the_block_every_case_plays_to_the_end():
    lines = seen("block")
    assert [line["a"] for line in lines] == ["AStarOne", "AStarTwo", "AStarThree", "AStarFour"]
    assert [line["wins"] > 0 for line in lines] == [False, True, True, True]


@pytest.mark.slow
def test_case_one_does_nothing_and_wins_against_random():
    assert holds("one_passes") == [True]
    assert turn_of(Contestant("", "AStarOne"), maps.load("C.4")).actions == [END]
    [line] = seen("one_and_random")
    assert line["wins"] > line["losses"]


@pytest.mark.req("S004-93")
def test_states_have_fewer_actions_than_was_thought():
    [line] = seen("branching")
    assert all(f"C.{number} 4." in line["measured"] for number in (1, 2, 3, 4))


@pytest.mark.slow
@pytest.mark.skipif(SANITIZED, reason="144 games; the others have done all that these do")
def test_numbers_that_make_case_four_stronger_can_be_found():
    assert holds("four_stronger") == [False]
