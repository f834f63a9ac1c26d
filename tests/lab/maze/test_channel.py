"""The maze arena's channel: what a watcher is sent while the game runs."""

import asyncio

from asterion.lab.maze.channel import MazeChannel
from asterion.lab.shared.watching import Watcher
from support import loops
from support.watchers import Socket


def test_a_watcher_hears_what_was_refused_and_sees_the_game():
    async def main():
        channel, socket = MazeChannel(), Socket()
        watcher = Watcher(socket)
        channel.watchers.add(watcher)
        sender = asyncio.create_task(watcher.send_all())
        number = 0

        async def say(**message):
            nonlocal number
            number += 1
            channel.on_message(watcher, {"n": number, **message})
            while not any(each == {"type": "done", "n": number} for each in socket.texts):
                await asyncio.sleep(0.01)
                channel.on_message(watcher, {"type": "ack"})

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
        channel.on_unwatched()
        assert channel.session.phase == "paused"  # no watcher is left
        sender.cancel()

    loops.run(main())
