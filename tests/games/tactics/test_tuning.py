"""Many games, and the search for penalties that win more of them."""

import pytest

import asterion as at
from asterion.games.tactics import arena, tuning
from asterion.games.tactics.arena import ControllerSetup, Score, Start


@pytest.mark.slow
@pytest.mark.req("S004-99")
def test_tuned_penalties_win_more_games_that_they_were_not_tuned_by():
    """Over several searches, by more than the 95 % intervals of both shares."""
    penalties = ["constants.ap", "constants.end_turn", "predictions.distance"]
    before, after = Score(), Score()
    for seed in (1, 2, 3):
        tuned = tuning.tune(
            "AStarFour",
            "StateMachine",
            names=["C.1", "C.2", "C.3"],  # where a game takes least time
            vary=penalties,
            tries=6,
            games=12,
            tell_by=36,
            seed=seed,
        )
        assert tuned.settings
        assert tuned.before.games == tuned.after.games == 36
        assert tuned.after.wins > tuned.before.wins
        before, after = before.plus(tuned.before), after.plus(tuned.after)
    assert after.interval[0] > before.interval[1]


def test_a_search_that_finds_nothing_better_changes_nothing():
    def all_alike(_one, _other, games):
        return Score(wins=len(games) // 2, losses=len(games) // 2)

    told = []
    tuned = tuning.tune(
        "AStarFour", "Idle", tries=20, games=8, play_all=all_alike, tell=told.append
    )
    assert tuned.settings == {}
    assert tuned.before == tuned.after
    assert [line.split(":")[0] for line in told] == [f"0.{i}" for i in range(20)]  # no restart


def test_the_same_seed_finds_the_same_settings_and_restarts_count():
    def few(one, other, games):
        return arena.score(one, other, games[:2])

    runs = [
        tuning.tune(
            "AStarFour", "Idle", tries=5, restarts=1, games=4, seed=3, play_all=few, names=["C.1"]
        )
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    assert runs[0].tried == 5


def test_games_to_tune_by_are_no_games_to_tell_by():
    seen = []

    def noted(_one, _other, games):
        seen.append({start.seed for start in games})
        return Score(wins=len(games))

    tuning.tune("AStarThree", "Idle", tries=2, games=24, play_all=noted)
    *training, before, after = seen
    assert before == after
    assert all(not seeds & before for seeds in training)


def test_bad_parameters_are_named():
    with pytest.raises(at.InvalidValue, match=r"no parameter 'constants\.fear'; it has"):
        tuning.tune("AStarFour", "Idle", vary=["constants.fear"])
    with pytest.raises(at.InvalidValue, match="Idle has no penalties to tune"):
        tuning.tune("Idle", "Idle")


def test_both_begin_once_from_each_start():
    games = arena.starts(24)
    assert [(it.map, it.seed) for it in games[::2]] == [(it.map, it.seed) for it in games[1::2]]
    assert {it.first for it in games[::2]} == {True}
    assert {it.first for it in games[1::2]} == {False}


def test_a_score_is_the_first_players():
    strong, weak = ControllerSetup("Reply"), ControllerSetup("Idle")
    for first in (True, False):
        start = Start("C.1", 1, first)
        assert arena.play(strong, weak, start) == Score(wins=1)
        assert arena.play(weak, strong, start) == Score(losses=1)
    assert Score(80, 20, 0).rate == 0.8
    low, high = Score(80, 20, 0).interval
    assert (round(low, 3), round(high, 3)) == (0.711, 0.867)
