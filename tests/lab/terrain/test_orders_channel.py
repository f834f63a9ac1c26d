"""Orders from a browser: they are carried out at once, can be undone, and are in links."""

import asyncio

import pytest

from asterion.lab.maps.scenes import scene_of
from asterion.lab.server.channel import Watcher
from asterion.lab.terrain.agent import Order
from asterion.lab.terrain.channel import TerrainChannel
from asterion.lab.terrain.scenes import SCENES
from asterion.lab.terrain.setup import TerrainSetup
from support import loops
from support.watchers import Socket


async def opened(key=None):
    """A channel with a watcher, which shows a scene."""
    channel = TerrainChannel()
    watcher = Watcher(Socket())
    channel.watchers.add(watcher)
    await channel.on_message(watcher, {"type": "hello"})
    if key:
        channel.show_scene(scene_of(SCENES, key))
    await channel._work
    return channel, watcher


async def said(channel, watcher, **message):
    await channel.on_message(watcher, message)
    await channel._work


def places(channel):
    return [walker.agent.position for walker in channel.session.everyone]


def test_an_order_is_undone_and_given_again_at_its_moment():
    async def main():
        channel, watcher = await opened("a-scout-for-all")
        await said(channel, watcher, type="step")
        first = [(0, (31, 23), None), (1, (31, 23), None)]
        assert [*channel.session.given] == first
        await said(channel, watcher, type="skip", steps=2)
        before = places(channel)
        cell = 3 * 25 + 2
        await said(channel, watcher, type="order", agent=0, cell=cell)
        # What was still to come is dropped, in the set-up and so in its link.
        orders = (*map(Order._make, first), Order(0, (3, 2), 2))
        assert channel.setup.orders == channel.session.given == orders
        assert TerrainSetup.from_link(channel.setup.to_link()).orders == orders
        await said(channel, watcher, type="skip", steps=9)
        after = places(channel)
        await said(channel, watcher, type="undo")
        assert channel.setup.orders == scene_of(SCENES, "a-scout-for-all").make().orders
        assert (channel.session.time, places(channel)) == (105, before)
        await said(channel, watcher, type="redo")
        assert channel.session.given == orders
        await said(channel, watcher, type="skip", steps=9)
        assert places(channel) == after
        channel.close()

    loops.run(main())


def test_begun_again_the_agents_wait_for_other_orders_and_undo_brings_the_old_ones_back():
    async def main():
        channel, watcher = await opened("orders-and-memory")
        orders = channel.setup.orders
        await said(channel, watcher, type="restart")
        assert channel.setup.orders == ()
        assert (channel.session.is_over, places(channel)) == (True, [(1, 8)])
        await said(channel, watcher, type="post", agent=0, cell=5 * 17 + 4)
        assert places(channel) == [(5, 4)]
        await said(channel, watcher, type="order", agent=0, cell=6 * 17 + 8)
        await said(channel, watcher, type="paint", cells=[5 * 17 + 7], cost=0)
        await said(channel, watcher, type="skip", steps=30)
        assert places(channel) == [(6, 8)] * 2  # with its twin
        await said(channel, watcher, type="undo")  # the wall
        assert places(channel) == [(6, 8)] * 2
        for _ in range(3):
            await said(channel, watcher, type="undo")
        assert (channel.setup.orders, places(channel)) == (orders, [(1, 8), (1, 8)])
        channel.close()

    loops.run(main())


def test_memory_is_compared_after_each_order_while_they_walk_on(monkeypatch):
    async def main():
        channel, _ = await opened("a-scout-for-all")
        told = []
        send = lambda kind, **more: told.append(more["of"]) if kind == "comparison" else None  # noqa: E731
        monkeypatch.setattr(channel, "send", send)
        monkeypatch.setattr(channel, "wait", lambda _: asyncio.sleep(0))
        channel.walk(on=True)
        await channel._work
        heads = list(dict.fromkeys(each["head"] for each in told if each))
        assert len(heads) == 3  # after each order that is done
        assert heads[-1] == "Memory, and what others saw, saved 120 moves: 187 instead of 307."
        channel.close()

    loops.run(main())


@pytest.mark.parametrize("mode", ["unknown", "changing"])
def test_in_another_world_no_orders_are_given(mode, monkeypatch):
    async def main():
        channel, watcher = await opened()
        channel.adopt(channel.setup.with_mode(mode))
        await channel._work
        told = []
        monkeypatch.setattr(channel, "send", lambda kind, **more: told.append((kind, more)))
        await said(channel, watcher, type="order", agent=0, cell=3)
        text = "no orders are given in this world; choose one with orders"
        assert ("error", {"text": text}) in told
        channel.close()

    loops.run(main())


def test_what_is_asked_while_results_are_sent_is_not_told_as_done_before_it_is(monkeypatch):
    async def main():
        channel, watcher = await opened()
        told = []
        send_done = channel.send_done
        monkeypatch.setattr(
            channel, "send_done", lambda: (told.append(channel.session.time), send_done())
        )
        send_all = channel.send_all

        async def meanwhile():
            await send_all()
            if channel.session.time == 1:
                await channel.on_message(watcher, {"type": "step"})

        monkeypatch.setattr(channel, "send_all", meanwhile)
        await said(channel, watcher, type="step")
        assert told == [2]
        channel.close()

    loops.run(main())
