"""The terrain page's channel: jobs that pile up, and a tab that leaves while they do."""

import asyncio

import numpy as np
import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.server.channel import Watcher
from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.channel import TerrainChannel
from asterion.lab.terrain.scenes import SCENES
from asterion.lab.terrain.setup import TerrainSetup
from support import loops
from support.watchers import Socket


async def watched(channel):
    """A watcher that acknowledges all it is sent, and has said hello."""
    watcher = Watcher(Socket())
    channel.watchers.add(watcher)
    await channel.on_message(watcher, {"type": "hello"})
    await channel._work
    return watcher


def counted(monkeypatch):
    """The number of sessions begun."""
    begun = []
    make = TerrainSetup.session

    def session(setup):
        begun.append(setup)
        return make(setup)

    monkeypatch.setattr(TerrainSetup, "session", session)
    return begun


def test_restarts_that_pile_up_are_done_once(monkeypatch):
    begun = counted(monkeypatch)

    async def main():
        channel = TerrainChannel()
        watcher = await watched(channel)
        begun.clear()
        for _ in range(100):
            await channel.on_message(watcher, {"type": "restart"})
        await channel._work
        assert len(begun) <= 2
        assert not channel.is_busy

    loops.run(main())


def test_what_waits_is_forgotten_with_the_last_watcher_and_made_up_for_once(monkeypatch):
    begun = counted(monkeypatch)

    async def main():
        channel = TerrainChannel()
        watcher = await watched(channel)
        for n in range(2, 40):
            await channel.on_message(watcher, {"type": "step"})
            paint = {"type": "paint", "cells": [n], "cost": 7}
            await channel.on_message(watcher, paint)
        tasks = [*channel._tasks]
        channel.watchers.discard(watcher)
        channel.on_unwatched()
        assert not channel.is_busy
        _, going_on = await asyncio.wait(tasks, timeout=20)
        assert not going_on
        await channel.run(iter_nothing())  # the last slice has ended
        assert channel.session.time < 5
        begun.clear()
        await watched(channel)
        assert len(begun) == 1  # in the world as it was drawn last
        assert np.array_equal(channel.session.world.cost, channel.setup.cells)
        assert channel.setup.cells.flat[39] == 7
        await watched(channel)
        assert len(begun) == 1  # who comes next finds the agents where they are

    loops.run(main())


def iter_nothing():
    return
    yield


def test_a_walk_waits_until_its_next_move_is_due_or_something_is_asked():
    async def main():
        channel = TerrainChannel()
        await watched(channel)
        await asyncio.wait_for(channel._work, 20)
        pause = asyncio.create_task(channel.wait(1000))
        await asyncio.sleep(0.1)
        assert not pause.done()
        channel.step()
        await asyncio.wait_for(pause, 20)
        await asyncio.wait_for(channel.wait(0), 20)

    loops.run(main())


def test_the_moment_of_a_link_is_reached_at_once():
    async def main():
        channel = TerrainChannel()
        watcher = await watched(channel)
        await channel.on_message(watcher, {"type": "skip", "steps": 12})
        await asyncio.wait_for(channel._work, 20)
        assert channel.session.time == 12
        assert not channel.walking

    loops.run(main())


def test_a_recording_has_a_limit_and_open_and_closed_cells_less(monkeypatch):
    cells = np.ones((40, 40), np.uint8)
    agents = (Choice("astar"),)
    session = TerrainSetup(cells, (0, 0), (39, 39), agents=agents, mode="changing").session()
    monkeypatch.setattr(limits, "RECORDING_BYTES", 2 * session._bytes + 20_000)
    error = ""
    for col in range(1, 40):
        try:
            session.edit([(row, col) for row in range(39)], 9)
            session.edit([(row, col) for row in range(39)], 1)
        except ValueError as refused:
            error = str(refused)
            break
    plans = [plan for _, plan in session.walkers[0].plans]
    shown = [plan.state is not None for plan in plans]
    assert shown[0]
    assert not shown[-1]
    assert session._bytes < limits.RECORDING_BYTES + 20_000
    assert "the recording of this journey has" in error


def test_why_one_walked_farther_is_sent_when_all_have_ended_and_not_before(monkeypatch):
    async def main():
        channel = TerrainChannel()
        await watched(channel)
        told = {}
        monkeypatch.setattr(channel, "send", lambda kind, **more: told.update({kind: more}))
        monkeypatch.setattr(channel, "wait", lambda _: asyncio.sleep(0))
        channel.step()
        await channel._work
        assert told["comparison"] == {"of": None}
        channel.walk(on=True)
        await channel._work
        assert told["comparison"] == {"of": channel.session.comparison()}
        assert told["comparison"]["of"]["head"].startswith("Agent 1 walked 88 moves farther")
        channel._begin()  # again: there is nothing to compare
        await channel._work
        assert told["comparison"] == {"of": None}

    loops.run(main())


def test_a_long_recording_is_sent_in_parts(monkeypatch):
    monkeypatch.setattr(limits, "RECORDING_MESSAGE_BYTES", 5_000)

    async def main():
        channel = TerrainChannel()
        for _ in range(60):
            channel.session.step()
        watcher = await watched(channel)
        sender = asyncio.create_task(watcher.send_all())
        for _ in range(200):
            watcher.acknowledge()
            await asyncio.sleep(0.001)
        sender.cancel()
        frames = watcher._socket.frames
        assert len(frames) > 3
        assert channel._seen[watcher] == len(channel.session.records_since(0))

    loops.run(main())


def test_a_browser_that_lost_its_recording_is_sent_all_of_it_again():
    async def main():
        channel = TerrainChannel()
        watcher = await watched(channel)
        sender = asyncio.create_task(watcher.send_all())
        frames = watcher._socket.frames

        async def sent():
            """The frames before the last acknowledgement."""
            frames.clear()
            for _ in range(50):
                watcher.acknowledge()
                await asyncio.sleep(0.001)
            return [*frames]

        first = await sent()
        assert first
        assert await sent() == []
        await channel.on_message(watcher, {"type": "again"})
        assert await sent() == first
        sender.cancel()

    loops.run(main())


def test_expansions_a_step_are_in_links():
    setup = TerrainSetup(budget=250)
    assert TerrainSetup.from_link(setup.to_link()).budget == 250
    assert setup.session().walkers[0].budget == 250
    assert not setup.differs_in_map_alone(TerrainSetup())
    for budget in (-1, limits.STEP_EXPANSIONS + 1):
        with pytest.raises(at.InvalidValue, match=f"budget is {budget}; it must be 0 to 100000"):
            TerrainSetup(budget=budget)


def test_a_larger_map_is_crossed_in_the_same_time(monkeypatch):
    async def main():
        channel = TerrainChannel()
        await watched(channel)
        told = []
        monkeypatch.setattr(channel, "send", lambda kind, **more: told.append((kind, more)))
        move, crossing = channel.move, sum(channel.setup.cells.shape)
        channel.adopt(channel.setup.with_map(np.ones((120, 200), np.uint8)))
        await channel._work
        assert 320 * channel.move == pytest.approx(crossing * move)
        state = {"on": False, "over": False, "speed": 1.0, "move": channel.move}
        assert ("walking", state) in told
        channel.undo()
        await channel._work
        assert channel.move == pytest.approx(move)
        channel.adopt(channel.setup.with_map(np.ones((2, 2), np.uint8)))
        await channel._work
        assert channel.move == 1.0  # a second at most

    loops.run(main())


def test_a_speed_stays_for_the_next_map_and_the_end_is_told(monkeypatch):
    async def main():
        channel = TerrainChannel()
        await watched(channel)
        told = {}
        monkeypatch.setattr(channel, "send", lambda kind, **more: told.update({kind: more}))
        channel._take_speed(None, {"value": 8})
        channel.adopt(channel.setup.with_map(np.ones((5, 5), np.uint8)))
        await channel._work
        assert told["walking"] == {"on": False, "over": False, "speed": 8.0, "move": 0.8}
        for _ in range(8):
            channel.step()
            await channel._work
        assert told["walking"] == {"on": False, "over": True, "speed": 8.0, "move": 0.8}
        for value, rule in ((8.1, "0.5 to 8"), (0.4, "0.5 to 8"), ("fast", "a number"), (None, "")):
            with pytest.raises(at.InvalidValue, match=f"speed is .*; it must be {rule}"):
                channel._take_speed(None, {"value": value})
        assert channel.speed == 8.0

    loops.run(main())


def test_a_walk_ends_with_the_error_of_an_agent(monkeypatch):
    async def main():
        channel = TerrainChannel()
        await watched(channel)
        told = []
        monkeypatch.setattr(channel, "send", lambda kind, **more: told.append((kind, more)))
        monkeypatch.setattr(channel, "wait", lambda _: asyncio.sleep(0))

        def broken():
            raise ValueError("no plan")

        monkeypatch.setattr(channel.session, "step", broken)
        channel.walking = True
        await channel.move_on()
        assert ("error", {"text": "no plan"}) in told
        assert not channel.walking

    loops.run(main())


@pytest.mark.parametrize("scene", [each for each in SCENES if each.view.get("edits")])
def test_a_scene_draws_its_edits_when_their_moves_are_made(scene):
    async def main():
        channel = TerrainChannel()
        await watched(channel)
        channel.show_scene(scene)
        await channel._work
        for move, cells, cost in sorted(scene.view["edits"], key=lambda edit: edit[0]):
            while channel.session.time < move and not channel.session.is_over:
                channel.step()
                await channel._work
            if channel.session.time >= move:
                assert {int(channel.setup.cells[cell]) for cell in cells} == {cost}

    loops.run(main())
