"""The race of a maze game: places, figures, and continuing while nobody watches."""

import re
from ast import literal_eval
from dataclasses import replace

import pytest

import asterion as at
from asterion.games.maze.statistics import summed
from asterion.lab import limits
from asterion.lab.maze.payload import race_payload
from asterion.lab.maze.session import MazeSession
from asterion.lab.maze.setup import MazeSetup
from support.maze_sessions import QUIET, begun, run, session_in

# Two players, of whom the second has the shorter path, and a human who stands.
TRACK = "AAAAAAAAAAA\nAop   p  xA\nA         A\nA        XA\nAAAAAAAAAAA\n"


def test_nobody_has_a_place_before_the_first_tick():
    session = session_in(TRACK, rules=QUIET)
    assert session.race.places() == [None, None, None]
    session.start()
    session.tick()
    assert session.race.places() == [2, 1, 3]


def test_more_goals_come_before_fewer_tiles_left():
    far = TRACK.replace("        X", "X        ")
    session = begun(far, rules=QUIET)
    first, second = session.game.players
    while not second.keys:
        session.tick()
    assert not first.keys
    assert len(first.path) < len(second.path)
    assert session.race.places() == [2, 1, 3]


# The human is beside the key, but behind a wall; the player sees it from afar.
BEHIND = "AAAAAAAAAAA\nAo  A     A\nAAA A     A\nAx      p A\nA        XA\nAAAAAAAAAAA\n"


def test_a_human_that_stands_behind_a_wall_is_not_ahead():
    session = begun(BEHIND, rules=QUIET)
    session.tick()
    assert len(session.game.players[0].path) < 9
    assert session.race.places() == [1, 2]
    shut = BEHIND.replace("AAA A", "AAAAA")  # there is no way out
    session = begun(shut, rules=QUIET)
    session.tick()
    assert session.race.places() == [1, 2]


def test_who_finishes_first_wins_and_the_tick_is_kept():
    session = begun(TRACK, rules=QUIET)
    run(session)
    first, second, human = race_payload(session)
    assert (first["place"], second["place"], human["place"]) == (2, 1, 3)
    assert second["ticks"] < first["ticks"] == session.game.now
    assert [each["state"] for each in (first, second, human)] == ["finished", "finished", "free"]
    assert human["name"] == "You"
    assert human["ticks"] is human["moves"] is human["expansions"] is None


def test_of_two_that_are_level_fewer_moves_and_expansions_win():
    session = begun(TRACK, rules=QUIET)
    run(session)
    race = session.race
    race.arrivals.update({0: 10, 1: 10, 2: 10})
    figures = [summed(player.stats) for player in session.game.players]
    assert figures[0].moves > figures[1].moves
    assert race.places()[:2] == [2, 1]
    race.runners[1] = race.runners[0]
    assert race.places()[:2] == [1, 1]  # level in everything


def test_the_line_of_a_runner_says_what_the_game_says():
    session = begun(TRACK, ticks=45, rules=QUIET)
    for line, player in zip(race_payload(session), session.game.players, strict=False):
        total = summed(player.stats)
        assert line["keys"] == sorted(player.keys)
        assert (line["goals"], line["of"]) == (2 - len(player.goals_left), 2)
        assert (line["moves"], line["expansions"]) == (total.moves, total.plans.expanded)
        assert line["state"] == player.path_state


def test_a_player_that_has_no_path_says_so():
    text = "AAAAAAA\nAp xAXA\nAAAAAAA\n"
    session = begun(text, ticks=60, rules=QUIET)
    (line,) = race_payload(session)
    assert line["state"] == "stopped"
    assert line["ticks"] is None


# --- Why a player waits


def test_what_closes_every_path_of_a_player_is_named():
    walled = begun("AAAAAAA\nAp xAXA\nAAAAAAA\n", ticks=60, rules=QUIET)
    assert race_payload(walled)[0]["reason"] == "no path to door X: walls are between"
    locked = begun("AAAAAAAA\nAp X x A\nAAAAAAAA\n", ticks=60, rules=QUIET)
    assert race_payload(locked)[0]["reason"] == "no path to key x: door X is closed"
    free = begun(TRACK, ticks=5, rules=QUIET)
    assert [line["reason"] for line in race_payload(free)] == ["", "", ""]


@pytest.mark.parametrize("seed", range(6))
def test_the_pit_that_is_named_is_open_and_in_the_way(seed):
    rules = replace(QUIET, trap_amount=9, trap_interval=5, trap_shortest=40, trap_longest=90)
    session = MazeSession()
    session.take(replace(MazeSetup("", "").in_shipped("world2"), rules=rules, seed=seed))
    session.start()
    told = 0
    for _ in range(1500):
        session.tick()
        game = session.game
        for line, player in zip(race_payload(session), game.players, strict=True):
            says = re.fullmatch(
                r"(?:pit at|pits close every path, one at) (\(.*\))(.*)", line["reason"]
            )
            if line["state"] in ("stopped", "obstructed"):
                assert says, line["reason"]  # here nothing else can be in the way
            if not says:
                continue
            told += 1
            pit = literal_eval(says[1])
            assert pit in game.traps.open
            view = game.grid.view(blocked=game.world.closed_doors(player.keys))
            assert not at.find_path(view, player.cell, player.goal)
            if says[2]:
                assert pit in player.path
    assert told


# --- Another race


def test_again_is_the_same_race_and_another_seed_another():
    session = begun(rules=replace(QUIET, trap_amount=5))
    run(session)
    end = session.game.hash
    session.again()
    assert (session.phase, session.game.now) == ("running", 0)
    run(session)
    assert session.game.hash == end
    session.reseed()
    assert (session.phase, session.setup.seed) == ("running", 1)
    with pytest.raises(at.InvalidValue, match="locked until all players have finished"):
        session.reseed()
    run(session)
    session.change(lambda setup: setup.with_seed(limits.HIGHEST_SEED))
    session.reseed()
    assert session.setup.seed == 0


# --- Without watchers


def test_a_game_that_nobody_watches_waits_and_continues_as_it_was():
    session = begun(TRACK, ticks=5, rules=QUIET)
    session.walk((0, 1))
    session.is_left = True
    assert (session.phase, session.tick(), session.game.now) == ("paused", False, 5)
    session.come_back()
    assert session.phase == "running"
    assert session.game.human.direction == (0, 0)  # its key is not held any more
    session.press("space")
    session.is_left = True
    session.come_back()
    assert session.phase == "paused"


def test_the_set_up_of_a_link_ends_what_was_under_way():
    session = begun(TRACK, ticks=5, rules=QUIET)
    assert not session.is_fresh
    session.take(session.setup)
    assert (session.phase, session.game.now) == ("ready", 0)
    runs = session.runs
    session.take(session.setup)
    assert session.runs == runs  # nothing to do
