"""The crowds page's channel: what browsers are sent, and drawings as messages."""

import asyncio

import numpy as np

from asterion.lab.crowds.channel import CrowdsChannel
from asterion.lab.crowds.setup import CrowdSetup
from asterion.lab.server.channel import Watcher
from support import loops
from support.packed import unpack
from support.watchers import Socket


class Tab:
    """A tab with a channel of its own, which acknowledges all it is sent."""

    async def open(self, link=None):
        self.channel = CrowdsChannel()
        self.watcher = Watcher(Socket())
        self.channel.watchers.add(self.watcher)
        self.sender = asyncio.create_task(self.watcher.send_all())
        await self.say("hello", link=link)
        return self

    async def say(self, kind, **message):
        await self.channel.on_message(self.watcher, {"type": kind, **message})
        await self.channel._work
        for _ in range(20):
            self.watcher.acknowledge()
            await asyncio.sleep(0)

    async def draw(self, layer, cost, cells, ids=()):
        await self.say("begin")
        await self.say("paint", layer=layer, cost=cost, cells=cells, ids=list(ids))
        await self.say("end")

    @property
    def moments(self):
        frames = [unpack(frame) for frame in self.watcher._socket.frames]
        return [each for frame in frames if frame["type"] == "moments" for each in frame["moments"]]

    @property
    def map(self):
        frames = [unpack(frame) for frame in self.watcher._socket.frames]
        return [frame for frame in frames if frame["type"] == "map"][-1]

    @property
    def link(self):
        return [text["link"] for text in self.watcher._socket.texts if text["type"] == "link"][-1]

    def close(self):
        self.sender.cancel()
        self.channel.close()


def in_a_tab(talk, link=None):
    async def main():
        tab = await Tab().open(link)
        try:
            return await talk(tab)
        finally:
            tab.close()

    return loops.run(main())


FLOOR = CrowdSetup.on(np.ones((6, 9), np.uint8)).drawn("units", [0, 8, 45], 1).to_link()


def test_each_tick_is_sent_once_with_a_row_for_each_unit():
    async def talk(tab):
        for _ in range(5):
            await tab.say("step")
        session = tab.channel.session
        ticks = [moment["tick"] for moment in tab.moments]
        assert sorted({*ticks}) == list(range(6))
        assert ticks == sorted(ticks)
        (board,) = tab.moments[-1]["boards"]
        (walk,) = session.walks
        for name in ("ids", "cells", "goals", "waits"):
            assert np.array_equal(board[name], getattr(walk, name)), name
        assert np.array_equal(board["teams"], session.teams_of(walk.ids))
        assert board["counts"] == walk.counts._asdict()

    in_a_tab(talk)


def test_the_moment_of_a_link_is_reached_at_once():
    async def talk(tab):
        for _ in range(7):
            await tab.say("step")
        return [walk.cells.tolist() for walk in tab.channel.session.walks]

    async def skip(tab):
        await tab.say("skip", steps=7)
        assert tab.moments[-1]["tick"] == 7
        return [walk.cells.tolist() for walk in tab.channel.session.walks]

    assert in_a_tab(skip) == in_a_tab(talk)


def test_what_is_drawn_while_they_walk_is_on_the_map_and_undone():
    async def talk(tab):
        await tab.say("step")
        await tab.draw("costs", 0, [20, 21])
        await tab.draw("targets", 2, [30])
        assert tab.map["costs"][[20, 21]].tolist() == [0, 0]
        assert tab.map["targets"][30] == 2
        assert tab.channel.session.tick == 1  # they walk on
        await tab.say("undo")
        await tab.say("undo")
        assert tab.map["costs"].all()
        assert not tab.map["targets"].any()
        await tab.say("redo")
        assert tab.map["costs"][[20, 21]].tolist() == [0, 0]
        assert tab.channel.session.tick == 1

    in_a_tab(talk, FLOOR)


def test_before_they_walk_a_drawing_is_no_change_of_the_run():
    async def talk(tab):
        await tab.draw("units", 2, [20, 30])
        await tab.draw("costs", 0, [21])
        session = tab.channel.session
        assert (session.events, session.tick) == ([], 0)
        assert session.walks[0].cells.tolist() == [0, 8, 20, 30, 45]
        await tab.draw("units", 0, [20], ids=[2])
        assert tab.channel.session.walks[0].cells.tolist() == [0, 8, 30, 45]
        await tab.say("undo")
        assert tab.channel.session.walks[0].cells.tolist() == [0, 8, 20, 30, 45]

    in_a_tab(talk, FLOOR)


def test_a_unit_is_taken_away_wherever_it_is_by_now():
    async def talk(tab):
        for _ in range(3):
            await tab.say("step")
        (walk,) = tab.channel.session.walks
        await tab.draw("units", 0, [int(walk.cells[1])], ids=[1])
        assert walk.ids.tolist() == [0, 2]
        await tab.say("restart")
        (walk,) = tab.channel.session.walks
        assert walk.cells.tolist() == [0, 45]  # it is gone from the beginning, too
        await tab.say("undo")
        assert tab.channel.setup.number == 3

    in_a_tab(talk, FLOOR)


def positions(tab):
    """Where the units were at each tick, before anything was drawn there."""
    moments = reversed(tab.moments)
    return {each["tick"]: each["boards"][0]["cells"].tolist() for each in moments}


def test_a_link_and_a_replay_repeat_the_run():
    async def walk(tab):
        for tick in range(12):
            if tick == 4:
                await tab.draw("costs", 0, [4, 13, 22, 31])
            if tick == 6:
                await tab.draw("units", 2, [50])
            await tab.say("step")
        first = positions(tab)
        link = tab.link
        tab.watcher._socket.frames.clear()
        await tab.say("replay")
        for _ in range(12):
            await tab.say("step")
        return first, positions(tab), link

    async def follow(tab):
        for _ in range(12):
            await tab.say("step")
        return positions(tab)

    first, again, link = in_a_tab(walk, FLOOR)
    assert again == first
    assert in_a_tab(follow, link) == first


def test_a_restart_begins_on_the_map_as_it_is_now():
    async def talk(tab):
        await tab.say("step")
        await tab.draw("costs", 0, [20])
        await tab.draw("units", 1, [53])
        await tab.say("restart")
        assert (tab.channel.session.tick, tab.map["costs"][20]) == (0, 0)
        assert tab.channel.session.walks[0].cells.tolist() == [0, 8, 45, 53]

    in_a_tab(talk, FLOOR)


def test_a_browser_that_comes_later_is_sent_the_present():
    async def talk(tab):
        for _ in range(100):
            await tab.say("step")
        other = Watcher(Socket())
        tab.channel.watchers.add(other)
        sender = asyncio.create_task(other.send_all())
        await tab.channel.on_message(other, {"type": "hello"})
        await tab.channel._work
        for _ in range(20):
            other.acknowledge()
            await asyncio.sleep(0)
        sender.cancel()
        frames = [unpack(frame) for frame in other._socket.frames]
        moments = [each for frame in frames for each in frame.get("moments", ())]
        assert moments[-1]["tick"] == 100
        assert len(moments) <= 8

    in_a_tab(talk, FLOOR)


def test_they_walk_on_while_a_person_draws():
    async def talk(tab):
        channel, walked = tab.channel, asyncio.Event()
        send_all = channel.send_all

        async def send_and_draw():
            await send_all()
            if channel.session.tick < 3:
                channel.ask(None)  # a drawing that came meanwhile
            else:
                walked.set()

        channel.send_all = send_and_draw
        await channel.on_message(tab.watcher, {"type": "walk", "on": True})
        await walked.wait()
        await tab.say("walk", on=False)

    in_a_tab(lambda tab: asyncio.wait_for(talk(tab), 20), FLOOR)
