"""The controller that searches replies: it wins when it can, sees threats, and has levels."""

import pytest

from asterion import _tactics
from asterion.games.tactics import END, Match, controllers, from_text, maps
from asterion.games.tactics.arena import ControllerSetup, Score, play, score, starts
from asterion.games.tactics.controllers.reply import LEVELS
from asterion.world.dice import Dice
from support.effort import SAMPLED, scaled

THINKERS = ("Reply", "Goap", "StateMachine", "BehaviourTree", "AStarMacro", "Coordinator")


def ends(state):
    """All states that the turn can end with, by brute force."""
    known, left = {state}, [state]
    while left:
        here = left.pop()
        if here.result is None:
            for action in here.actions():
                after = here.apply(action)
                if action != END and after not in known:
                    known.add(after)
                    left.append(after)
    return [it if it.result is not None else it.apply(END) for it in known]


def played(state, actions):
    for action in actions:
        state = state.apply(action)
    return state


def skirmish(seed):
    """A few units at random on a board with walls, so small that all turns can be searched."""
    dice, tiles = Dice(seed), [*"MSmb#####..........."]
    shuffled = [tiles.pop(dice.below(len(tiles))) for _ in range(20)]
    rows = ["".join(shuffled[first : first + 5]) for first in range(0, 20, 5)]
    return from_text("\n".join(rows), mp=3, ap=2)


def test_the_boards_of_a_turn_match_its_states():
    for state in (maps.load("C.1"), maps.load("fords"), skirmish(2)):
        reply = _tactics.Reply(
            state.native, 1, 1, 1, 10**6, [800, 1200, 1000, 900], 600, 8, 2**32 - 1, 0
        )
        assert reply.advance(10**9)
        states = state.native.turn_states(10**9)
        boards = {states.state(i).things for i in range(len(states))}
        assert reply.boards == len(boards)


def test_a_decision_without_work_to_spare_has_a_candidate_and_does_no_more():
    reply = _tactics.Reply(
        maps.load("C.1").native, 3, 8, 8, 10**6, [800, 1200, 1000, 900], 600, 8, 2**32 - 1, 0
    )
    assert not reply.advance(0)
    assert reply.candidates
    spent = reply.expanded
    assert not reply.advance(0)
    assert reply.expanded == spent


def test_a_turn_that_wins_is_taken():
    wins = 0
    for seed in range(40):
        state = skirmish(seed)
        can_win = any(end.result == 0 for end in ends(state))
        wins += can_win
        player = controllers.make("Reply")
        after = played(state, player.decide(state))
        assert (after.result == 0) == can_win
        # A point less for each turn that it takes: no win is worth more than one now.
        assert (player.thoughts.cost == -10_000_000) == can_win
    assert 3 <= wins <= 37


def test_a_certain_loss_is_avoided_where_that_is_possible():
    avoided = 0
    for seed in range(scaled(12)):
        state = skirmish(100 + seed)
        choices = ends(state)
        if any(end.result == 0 for end in choices):
            continue
        after = played(state, controllers.make("Reply", candidates=1000).decide(state))
        assert after.result is None
        if any(end.result == 1 for end in ends(after)):
            safe = [
                end
                for end in choices
                if end.result is None and not any(it.result == 1 for it in ends(end))
            ]
            assert not safe
        else:
            avoided += 1
    assert avoided


@pytest.mark.slow
@pytest.mark.req("S004-100")
def test_a_search_of_replies_beats_a_search_of_its_own_turn_only():
    """On all maps together, and on each where the first turn does not decide the game."""
    one, two = ControllerSetup("Reply", {"plies": 1}), ControllerSetup("Reply", {"plies": 2})
    each = scaled(20, least=2)
    result = Score()
    for name in maps.NAMES:
        scores = {True: Score(), False: Score()}
        for start in starts(each, [name]):
            scores[start.first] = scores[start.first].plus(play(two, one, start))
        assert scores[True].wins == each // 2, name  # it loses no game that it begins
        here = scores[True].plus(scores[False])
        if name not in ("C.1", "C.3"):  # where it loses 40 and 36 of 40 that it does not begin
            assert here.wins > here.losses or SAMPLED, name
        result = result.plus(here)
    assert result.interval[0] > 0.5 or SAMPLED


@pytest.mark.req("S004-100")
def test_a_bait_is_left_alone():
    # The melee could destroy the laser, which one AP is not enough for; then a blaster comes.
    state = from_text("...l#b\n......\nM.....", mp=3, ap=1)
    one = played(state, controllers.make("Reply", plies=1).decide(state))
    two = played(state, controllers.make("Reply", plies=2).decide(state))
    assert len(one.units(1)) == 1
    assert any(end.result == 1 for end in ends(one))
    assert not any(end.result == 1 for end in ends(two))


@pytest.mark.slow
@pytest.mark.req("S004-97")
@pytest.mark.parametrize("stronger", [*LEVELS][1:])
def test_each_level_wins_more_games_than_the_one_below(stronger):
    """Win more of 60 games than chance explains; docs/tactics-reply.md has 120 each."""
    above, below = (ControllerSetup("Reply", {"level": stronger - it}) for it in (0, 1))
    result = score(above, below, starts(scaled(60, least=12)))
    assert result.wins > result.losses
    assert result.interval[0] > 0.5 or SAMPLED  # of games won, ties not among them


@pytest.mark.req("S004-97")
def test_the_highest_level_is_the_player_without_limits():
    state = maps.randomised(maps.load("C.3"), 5)
    plain, level = controllers.make("Reply"), controllers.make("Reply", level=5)
    assert plain.decide(state) == level.decide(state)
    assert controllers.settings("Reply")["level"] == max(LEVELS)
    settings = controllers.settings("Reply")
    for limits in LEVELS.values():
        assert all(limits[name] <= LEVELS[5][name] for name in limits)
    assert settings["plies"] <= LEVELS[5]["plies"]
    assert settings["candidates"] <= LEVELS[5]["candidates"]


@pytest.mark.req("S004-21")
@pytest.mark.parametrize("name", THINKERS)
def test_controllers_with_a_plan_beat_those_without(name):
    games = starts(scaled(6, least=1))
    for other in ("Idle", "Random"):
        assert score(ControllerSetup(name), ControllerSetup(other), games).wins == len(games)


@pytest.mark.slow
@pytest.mark.parametrize("name", THINKERS)
def test_turns_are_legal_and_the_same_each_time(name):
    for seed, map_name in enumerate(maps.NAMES):
        matches = [
            Match(maps.randomised(maps.load(map_name), seed), [name, name], seed=seed)
            for _ in range(2)
        ]
        for match in matches:
            for _ in range(4):
                match.play_turn()
            assert match.refused == []
        assert matches[0].hash == matches[1].hash


def test_three_teams_and_a_large_board_are_played_too():
    state = maps.blank(12, 10)
    for team, cell in enumerate([(0, 0), (9, 11), (5, 6)]):
        state = state.edited(cell, "sniper", team).edited(
            (cell[0], abs(cell[1] - 1)), "melee", team
        )
    match = Match(
        state, {team: controllers.make("Reply", max_expansions=5000) for team in range(3)}
    )
    for _ in range(9):
        match.play_turn()
    assert match.refused == []
    assert len(match.state.units()) < 6


@pytest.mark.req("S004-96")
def test_a_decision_tells_what_it_was_chosen_for():
    state = maps.load("C.1")
    player = controllers.make("Reply")
    actions = player.decide(state)
    thoughts = player.thoughts
    first, second = thoughts.details["candidates"][:2]
    assert first["turn"] == [str(action) for action in actions]
    assert first["value"] >= second["value"] or first["plies"] > second["plies"]
    after = played(state, actions)
    worth = {"melee": 800, "blaster": 1200, "sniper": 1000, "laser": 900}
    lead = sum(worth[it.kind] * (1 if it.team == 0 else -1) for it in after.units())
    assert first["units"] == lead
    assert thoughts.processed > 3000
    assert f"units {lead:+}" in thoughts.explanation
    for expected in thoughts.details["expected"]:  # the reply is legal where it is expected
        action = next(it for it in after.actions() if str(it) == expected)
        after = after.apply(action)
