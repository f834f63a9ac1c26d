"""Runs of the maze arena: saved, replayed, rejected."""

import json
from dataclasses import replace

import pytest

import asterion as at
from asterion.games.maze.simulation import Simulation
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.maze.payload import stats_payload
from asterion.lab.maze.session import MazeSession
from asterion.lab.work import drained
from support import loops
from support.maze_sessions import QUIET, TUNNEL, begun, run


def played():
    session = begun(seed=5, ticks=20)
    session.walk((0, 1))
    run(session, 15)
    session.rule("speed", 150)
    session.press("i")
    run(session, 30)
    session.walk((0, 0))  # after the last tick
    return session


def test_a_saved_run_is_replayed_to_the_same_hash():
    session = played()
    saved = json.loads(json.dumps(session.save()))
    other = MazeSession()
    drained(other.replay_checked(saved))
    assert other.replaying
    assert (other.phase, other.game.now) == ("running", 0)
    with pytest.raises(at.InvalidValue, match="a recorded run cannot be changed"):
        other.walk((0, 1))
    assert other.rules.speed == 100
    run(other)
    assert (other.phase, other.replaying) == ("paused", False)
    assert other.game.hash == saved["hash"] == session.game.hash
    assert other.rules.speed == 150
    other.press("space")  # and one may continue from there
    session.press("g")  # changes of the view change nothing
    run(other, 40)
    run(session, 40)
    assert other.game.hash == session.game.hash
    other.reset()
    assert other.setup.seed == 5


def test_a_run_of_no_tick_is_at_its_end_at_once():
    session = MazeSession()
    drained(session.replay_checked(session.save()))
    assert (session.phase, session.replaying, session.game.now) == ("paused", False, 0)


def test_a_run_that_comes_to_another_end_is_refused():
    saved = played().save()
    for change in ({"hash": "0" * 32}, {"seed": 6}, {"tick": 70}, {"format": "?"}):
        other = MazeSession()
        game = other.game
        with pytest.raises(at.AsterionError, match=r"hash|the saved game has the format"):
            drained(other.replay_checked({**saved, **change}))
        assert other.game is game
    with pytest.raises(at.AsterionError):
        drained(MazeSession().replay_checked("nonsense"))
    with pytest.raises(at.InvalidValue, match="2000000 ticks; the lab replays 1000000"):
        drained(MazeSession().replay_checked({**saved, "tick": 2_000_000}))
    crowd = {**saved, "players": saved["players"] * 2}
    with pytest.raises(at.InvalidValue, match="4 players; the lab shows 3"):
        drained(MazeSession().replay_checked(crowd))


def test_a_run_is_saved_between_two_ticks_while_it_runs():
    async def main():
        channel = MazeChannel()
        channel.session.start()
        for _ in range(5):
            saved = await channel.run(channel.session.save)
            assert Simulation.load(saved).now == saved["tick"]
        assert channel.session.phase == "running"
        with pytest.raises(at.InvalidValue, match="no player has finished"):
            await channel.run(channel.session.logs)
        channel.on_unwatched()

    loops.run(main())


def test_looking_on_changes_nothing():
    """States and trees are read from the navigators, which plan on request."""
    hashes = []
    for looked_at in (False, True):
        channel = MazeChannel()
        session = channel.session
        session.change(lambda setup: setup.with_seed(4).with_player(2, mode="hide"))
        if looked_at:
            for key in "stw":
                session.press(key)
        session.start()
        for _ in range(60):
            drained(channel._advance())
        assert bool(channel._picture.fields) == looked_at
        hashes.append((session.game.hash, stats_payload(session)))
    assert hashes[0] == hashes[1]


def test_a_game_can_be_hurried_to_its_end():
    channel = MazeChannel()
    channel.session.change(lambda setup: replace(setup.in_world("t", TUNNEL), rules=QUIET))
    channel.session.finish()
    while drained(channel._advance()):
        pass
    assert channel.session.over
    with pytest.raises(at.InvalidValue, match="the game is over"):
        channel.session.finish()
    with pytest.raises(at.InvalidValue, match="the game is over"):
        channel.session.start()


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        ([[10**12, "speed", 200]], r"events\[0\].tick is 1000000000000; events are in order"),
        ([[5, "speed", 200], [4, "speed", 100]], r"events\[1\].tick is 4; .* from 5 to the end"),
        ([[-1, "speed", 200]], r"events\[0\].tick is -1"),
        ([["x", "speed", 200]], r"events\[0\].tick is 'x'"),
    ],
)
def test_a_run_with_events_that_cannot_be_is_refused_before_it_is_played(events, reason):
    saved = {**MazeSession().save(), "tick": 10, "events": events}
    with pytest.raises(at.AsterionError, match=reason):
        drained(MazeSession().replay_checked(saved))


def test_a_replay_can_be_paused_and_ended_between_two_ticks():
    saved = played().save()
    session = MazeSession()
    game = session.game
    replay = session.replay_checked(saved)
    for _ in range(5):
        next(replay)
    replay.close()
    assert session.game is game
    assert not session.replaying
