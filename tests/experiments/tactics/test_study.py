"""All pairs of controllers of the tactics game, few games of quick ones."""

import re
from itertools import product
from statistics import fmean

import pytest

from asterion.experiments.tactics import study as variants
from asterion.experiments.tactics.games import Contestant, levels, registered, start_of
from asterion.experiments.tactics.report import QUESTIONS
from asterion.experiments.tactics.study import (
    EXPERIMENT,
    GAMES,
    GameTrial,
    Tactics,
    first_turns,
    replayed,
    run,
    summarise,
    trials,
)
from asterion.experiments.tactics.tables import COLUMNS, LEVELS, counted, ratings
from asterion.games.tactics import controllers, maps
from asterion.games.tactics.arena import wilson
from support.sanitized import SANITIZED
from support.small_runs import result_of

PLAYERS = ("Idle", "Random", "AStarThree", "AStarFour", "Goap")
RUNS = 1 if SANITIZED else 2
CONFIG = Tactics(
    runs=RUNS,
    turns=12,
    maps=("C.1", "C.2"),
    players=PLAYERS,
    observations=("two_default", "three_first_turn"),
    variants=("AStarFour, no goal",),
    levels=False,
)

LEVELS_ONLY = Tactics(runs=1, maps=("C.1",), players=(), observations=(), variants=())


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return result_of(EXPERIMENT, CONFIG, tmp_path_factory.mktemp("tactics"))


@pytest.fixture(scope="module")
def games(result):
    return [row for row in result["rows"] if row["part"] == GAMES]


def lines_of(result, section):
    return [line for line in result["table"] if line["section"] == section]


def without_times(value):
    if isinstance(value, list):
        return [without_times(each) for each in value]
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if not k.endswith("seconds")}
    return value


@pytest.mark.slow
@pytest.mark.req("S004-58")
def test_all_pairs_play_on_all_maps_in_both_orders(games):
    played = [(row["map"], row["start"], row["first"], row["second"]) for row in games]
    assert len(played) == len(set(played))
    assert {*played} == {*product(CONFIG.maps, range(CONFIG.runs), PLAYERS, PLAYERS)}


@pytest.mark.req("S004-58")
def test_without_a_word_all_maps_and_all_controllers_but_people_play():
    everything = trials(Tactics(runs=1))
    pairs = {
        (trial.map, trial.a.label, trial.b.label)
        for trial in everything
        if isinstance(trial, GameTrial) and trial.part == GAMES
    }
    names = [name for name in controllers.NAMES if name != "Human"]
    assert [player.label for player in registered()] == names
    assert {each[0] for each in pairs} == {*maps.NAMES}
    for a, b in product(names, names):
        assert ("C.4", a, b) in pairs or ("C.4", b, a) in pairs


@pytest.mark.slow
@pytest.mark.req("S004-58")
def test_the_table_has_wins_losses_ties_turns_actions_states_and_times(result, games):
    assert all(tuple(line) == COLUMNS for line in result["table"])
    for line in lines_of(result, "pair"):
        ours = [row for row in games if {row["first"], row["second"]} == {line["a"], line["b"]}]
        won = [row for row in ours if row.get(row["winner"]) == line["a"]]
        ties = [row for row in ours if row["winner"] == "tie"]
        assert line["games"] == len(ours) == 2 * len(CONFIG.maps) * CONFIG.runs
        assert (line["wins"], line["ties"]) == (len(won), len(ties))
        assert line["wins"] + line["losses"] + line["ties"] == line["games"]
        assert 0 <= line["low"] <= line["share"] <= line["high"] <= 1
        assert line["turns"] == pytest.approx(fmean(row["turns"] for row in ours))
        if line["a"].startswith("AStar"):
            assert line["turn_seconds"] > 0
            assert line["states"] > 1
            assert line["most_states"] >= line["states"]
    assert len(lines_of(result, "pair")) == len(PLAYERS) * (len(PLAYERS) - 1) // 2
    assert len(lines_of(result, "map")) == len(PLAYERS) * len(CONFIG.maps)
    assert len(result["facts"]["pairs_on_maps"]) >= len(PLAYERS) ** 2 * len(CONFIG.maps)


def test_a_line_of_a_variant_compares_its_first_turns_with_its_base():
    names = ("C.1", "C.2")
    few = first_turns("AStarThree, 30 states", names)
    assert few["states"] <= 30 * len(names) < few["base"]
    (line,) = variants.lines_of([], [few], len(names))
    assert (line["a"], line["b"], line["said"]) == ("AStarThree, 30 states", "AStarThree", "limit")
    assert line["measured"] == (
        f"another first turn on {few['differ']} of 2 maps; "
        f"{few['states']} states in these turns, {few['base']:,} before"
    )


@pytest.mark.slow
@pytest.mark.req("S004-59")
def test_against_idle_actions_and_turns_to_win_are_counted(result, games):
    lines = {(line["a"], line["map"]): line for line in lines_of(result, "against idle")}
    assert {*lines} == {*product(set(PLAYERS) - {"Idle"}, CONFIG.maps)}
    for (name, board), line in lines.items():
        actions, turns = [], []
        for row in games:
            sides = {row["first"]: "first", row["second"]: "second"}
            if row["map"] == board and {*sides} == {name, "Idle"} and row["winner"] == sides[name]:
                actions.append(row[f"{row['winner']}_actions"])
                turns.append(row["turns"])
        assert line["wins"] == len(turns)
        if turns:
            assert line["won_in_actions"] == pytest.approx(fmean(actions))
            assert line["won_in_turns"] == pytest.approx(fmean(turns))
            assert line["won_in_actions"] >= 2
    for board in CONFIG.maps:  # all games are won, and quickly
        line = lines["AStarThree", board]
        assert line["wins"] == line["games"]
        assert line["won_in_turns"] <= 4
        assert line["won_in_actions"] <= 25
    sample = lines["Random", "C.1"]
    assert sample["games"] == 2 * CONFIG.runs


@pytest.mark.slow
def test_a_row_counts_what_the_log_has(games):
    for row in games[:: len(games) // 5]:
        match = replayed(row).match
        assert match.hash == row["hash"]
        lines = [line for line in match.log if line.startswith("Team ")]
        for team, side in enumerate(("first", "second")):
            mine = [line for line in lines if line.startswith(f"Team {team} ")]
            assert len(mine) == row[f"{side}_actions"]
            assert len(match.state.units(team)) == row[f"{side}_units"]
        assert row["by_limit"] == (match.state.result is None)


@pytest.mark.slow
def test_starts_are_the_maps_own_and_others_from_the_seed(games):
    assert start_of("C.1", 0, 7) == maps.load("C.1")
    assert start_of("C.1", 1, 7) == maps.randomised(maps.load("C.1"), 7)
    seeds = {(row["map"], row["start"]): row["seed"] for row in games}
    assert len({*seeds.values()}) == len(seeds)


def test_a_trial_is_the_same_every_time_and_another_seed_gives_others():
    pair = Contestant("Random", "Random"), Contestant("AStarFour", "AStarFour")
    here, again, there = (
        without_times(run(GameTrial(Tactics(seed=seed, turns=12), GAMES, "C.1", 1, *pair)))
        for seed in (5, 5, 6)
    )
    assert here == again
    assert [row["hash"] for row in here] != [row["hash"] for row in there]


@pytest.mark.slow
def test_an_action_that_was_refused_is_a_wrong_answer(games):
    assert all(row["refused"] == 0 for row in games)
    assert summarise(CONFIG, [{**games[0], "refused": 2}, *games[1:]]).wrong == 2


@pytest.mark.slow
@pytest.mark.req("S004-101")
def test_goap_and_the_combined_approach_have_rows(result):
    lines = {(line["a"], line["b"]): line for line in lines_of(result, "goap and a*")}
    for name in ("AStarThree", "AStarFour"):
        goap, combined = lines["Goap", name], lines[name, "Goap"]
        assert goap["games"] == combined["games"] == 2 * len(CONFIG.maps) * CONFIG.runs
        assert (goap["wins"], goap["losses"]) == (combined["losses"], combined["wins"])
        assert goap["share"] + combined["share"] == pytest.approx(1)
        # Few large actions: plans are made of a handful of states.
        assert 0 < goap["states"] < combined["states"]
        assert goap["turn_seconds"] > 0
        assert combined["turn_seconds"] > 0
    assert lines["AStarThree", "Goap"]["states"] > 100 * lines["Goap", "AStarThree"]["states"]


@pytest.mark.slow
@pytest.mark.req("S004-102")
def test_each_question_of_smiths_thesis_is_answered_by_numbers(result):
    rows = [run(trial) for trial in trials(LEVELS_ONLY)]
    levelled = summarise(LEVELS_ONLY, [row for each in rows for row in each]).table
    asked = lines_of(result, "question") + lines_of({"table": levelled}, "question")
    assert [line["said"] for line in asked] == [*QUESTIONS]
    for line in asked:
        assert len(re.findall(r"\d+%", line["measured"])) >= 1


@pytest.mark.slow
@pytest.mark.req("S004-97")
def test_levels_are_ordered_by_the_games_they_win():
    easy, middle, hard = (levels()[place] for place in (0, 2, -1))
    config = Tactics(runs=RUNS)
    rows = [
        row
        for board, start in product(("C.2", "fords"), range(config.runs))
        for a, b in ((easy, middle), (easy, hard), (middle, hard))
        for row in run(GameTrial(config, LEVELS, board, start, a, b))
    ]
    lines = lines_of({"table": summarise(config, rows).table}, "levels")
    order = [line["a"] for line in lines]
    assert order[0] == hard.label
    assert order[-1] == easy.label
    shares = [line["share"] for line in lines]
    assert shares == sorted(shares, reverse=True)
    assert {line["games"] for line in lines} == {8 * config.runs}


# --- Shares and ratings


def test_counts_of_some_games():
    common = {"decisions": 2, "states": 10, "most_states": 7, "by_limit": False, "turns": 3}
    common |= {"actions": 8, "seconds": 0.5, "longest_seconds": 0.4}
    seen = [
        {**common, "points": 1.0, "first": True},
        {**common, "points": 0.0, "first": False, "turns": 9},
        {**common, "points": 0.5, "first": True, "by_limit": True},
    ]
    counts = counted(seen)
    assert [counts[name] for name in ("games", "wins", "losses", "ties")] == [3, 1, 1, 1]
    assert (counts["share"], counts["share_first"], counts["by_limit"]) == (0.5, 0.75, 1)
    assert (counts["turns"], counts["won_in_turns"], counts["states"]) == (5, 3, 5)
    assert (counts["turn_seconds"], counts["game_seconds"]) == (0.25, 0.5)


def test_intervals_match_wilson():
    # From a table of binomial intervals, to four digits.
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=5e-5)
    assert wilson(1, 15) == pytest.approx((0.7961, 1), abs=5e-5)
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=5e-5)
    assert (counted([])["share"], counted([])["low"]) == (None, None)


def test_ratings_give_the_shares_of_wins():
    points = {("a", "b"): 75.0, ("b", "a"): 25.0, ("b", "c"): 75.0, ("c", "b"): 25.0}
    points |= {("a", "c"): 90.0, ("c", "a"): 10.0}  # as for strengths 9, 3 and 1
    rated = ratings("abc", points)
    assert rated["a"] - rated["b"] == pytest.approx(190.8, abs=4)
    assert rated["b"] - rated["c"] == pytest.approx(190.8, abs=4)
    assert sum(rated.values()) == pytest.approx(0, abs=1e-6)
    always = ratings("ab", {("a", "b"): 50.0})
    assert 500 < always["a"] - always["b"] < 1000  # and finite
    assert ratings((), {}) == {}
