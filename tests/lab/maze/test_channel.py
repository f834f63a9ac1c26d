"""The maze arena's channel: the messages to a watcher while the game runs."""

import asyncio

import pytest

from asterion.lab.maze.channel import MazeChannel
from asterion.lab.maze.setup import MazeSetup
from asterion.lab.server.channel import Watcher
from support import loops
from support.watchers import Socket


class Tab:
    """A browser's tab that says one thing at a time, and waits until it is done."""

    def __init__(self, channel):
        self.channel, self.socket = channel, Socket()
        self.watcher, self.number = Watcher(self.socket), 0
        channel.watchers.add(self.watcher)
        self.sender = asyncio.create_task(self.watcher.send_all())

    async def say(self, **message):
        self.number += 1
        await self.channel.on_message(self.watcher, message)
        while {"type": "done", "n": self.number} not in self.socket.texts:
            await asyncio.sleep(0.01)
            await self.channel.on_message(self.watcher, {"type": "ack"})

    def last(self, kind):
        return [text for text in self.socket.texts if text["type"] == kind][-1]

    def leave(self):
        self.channel.watchers.discard(self.watcher)
        self.channel.on_unwatched()
        self.sender.cancel()


async def until(holds):
    for _ in range(3000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came true")


def test_the_moment_of_a_link_is_reached_at_once_and_the_game_waits_there():
    async def main():
        channel = MazeChannel()
        tab = Tab(channel)
        await tab.say(type="hello")
        await tab.say(type="skip", steps=50)
        assert channel.session.game.now == 50
        assert tab.last("state")["phase"] == "paused"
        tab.leave()

    loops.run(main())


def test_a_watcher_hears_what_was_refused_and_sees_the_game():
    async def main():
        channel = MazeChannel()
        tab = Tab(channel)
        say, socket = tab.say, tab.socket
        await say(type="hello")
        kinds = [text["type"] for text in socket.texts]
        assert {"world", "state", "stats", "link"} <= {*kinds}
        assert len(socket.frames) == 1
        await say(type="start")
        await say(type="press", key="s")
        channel.change(lambda setup: setup.with_seed(1))
        await say(type="press", key="space")
        errors = [text["text"] for text in socket.texts if text["type"] == "error"]
        assert len(errors) == 1
        assert "locked" in errors[0]
        states = [text for text in socket.texts if text["type"] == "state"]
        assert states[-1]["phase"] == "paused"
        assert states[-1]["hash"] == channel.session.game.hash
        channel.session.start()
        tab.leave()
        assert channel.session.phase == "paused"  # no watcher is left

    loops.run(main())


def test_a_tab_that_comes_back_finds_its_game_where_it_was():
    async def main():
        channel = MazeChannel()
        tab = Tab(channel)
        await tab.say(type="hello")
        link = tab.last("link")["link"]
        await tab.say(type="start")
        await until(lambda: channel.session.game.now > 4)
        tab.leave()
        await asyncio.sleep(0.1)
        game, tick = channel.session.game, channel.session.game.now
        await asyncio.sleep(0.1)
        assert game.now == tick  # it waits
        tab = Tab(channel)
        await tab.say(type="hello", link=link, new=False)
        assert channel.session.game is game
        assert tab.last("state")["phase"] == "running"
        await until(lambda: game.now > tick + 3)
        await tab.say(type="press", key="space")
        tab.leave()
        tab = Tab(channel)
        await tab.say(type="hello", link=link, new=False)
        assert tab.last("state")["phase"] == "paused"  # as it was left
        assert channel.session.game is game
        tab.leave()

    loops.run(main())


def test_another_link_takes_the_place_of_a_game_and_a_bad_one_does_not():
    async def main():
        channel = MazeChannel()
        tab = Tab(channel)
        await tab.say(type="hello")
        await tab.say(type="start")
        tab.leave()
        tab = Tab(channel)
        await tab.say(type="hello", link="nonsense", new=True)
        assert "damaged" in tab.last("error")["text"]
        assert channel.session.phase == "running"
        tab.leave()
        tab = Tab(channel)
        other = MazeSetup.default().with_seed(7)
        await tab.say(type="hello", link=other.to_link(), new=True)
        assert (channel.session.phase, channel.session.setup) == ("ready", other)
        tab.leave()

    loops.run(main())


def test_layers_and_speed_are_set_by_name_and_checked():
    async def main():
        channel = MazeChannel()
        tab = Tab(channel)
        await tab.say(type="hello")
        await tab.say(type="switch", name="grids", on=True)
        assert tab.last("state")["switches"]["grids"] is True
        await tab.say(type="speed", value=4)
        assert tab.last("state")["speed"] == 4
        assert tab.last("state")["move"] == pytest.approx(10 / 60)  # ten ticks, at speed 1
        await tab.say(type="switch", name="__class__", on=True)
        assert "unknown switch" in tab.last("error")["text"]
        await tab.say(type="speed", value=10**9)
        assert "speed is 1000000000" in tab.last("error")["text"]
        await tab.say(type="speed", value="fast")
        assert "speed is 'fast'; it must be a number" in tab.last("error")["text"]
        assert channel.session.rules.speed == 400
        tab.leave()

    loops.run(main())
