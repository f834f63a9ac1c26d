"""A tab may send again what it does not know of: it is done once."""

import asyncio
import json

import numpy as np
import pytest

import asterion as at
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.playground.setup import Setup
from asterion.lab.shared import limits
from asterion.lab.shared.tab_numbers import MOST_TABS, TabNumbers
from support import loops


class Page:
    """A browser that keeps what it has sent, as a page does that lost its server."""

    def __init__(self):
        self.tab, self.received, self.parts = None, 0, ""
        self.told = {}

    def send(self, topic, message, **_):
        self.told[topic] = json.loads(message) if isinstance(message, str) else message

    def forget(self, _topics):
        pass


async def say(channel, page, kind, n, **parts):
    channel.on_message(page, {"type": kind, "n": n, **parts})
    await channel.arrived()
    if channel._work is not None:
        await channel._work


STROKE = [("begin", {}), ("paint", {"cells": [50, 51], "cost": 0}), ("end", {})]


async def met(channel, **hello):
    page = Page()
    channel.watchers = {page}
    await say(channel, page, "hello", hello.pop("n", 1), tab="tab 1", **hello)
    return page


def test_what_was_done_before_the_connection_broke_is_not_done_again():
    async def main():
        channel = PlaygroundChannel()
        page = await met(channel)
        assert page.told["heard"]["n"] == 0
        for n, (kind, parts) in enumerate([*STROKE, ("undo", {})], 2):
            await say(channel, page, kind, n, **parts)
        version = channel.playground.version
        page = await met(channel, n=6)
        assert page.told["heard"]["n"] == 5
        for n, (kind, parts) in enumerate([*STROKE, ("undo", {})], 2):
            await say(channel, page, kind, n, **parts)  # all of it again
        assert channel.playground.version == version
        await say(channel, page, "redo", 7)
        assert channel.playground.setup.cells.flat[50] == 0

    loops.run(main())


def test_a_new_server_takes_over_the_link_and_what_was_drawn_after_it():
    async def main():
        old = PlaygroundChannel()
        page = await met(old)
        for n, (kind, parts) in enumerate(STROKE, 2):
            await say(old, page, kind, n, **parts)
        link, done = page.told["link"]["link"], page.told["link"]["n"]
        assert done == 4
        # The server is away: the page keeps messages 5 to 7, and is not sure about 2 to 4.
        new = PlaygroundChannel()
        page = await met(new, n=8, link=link, done=done)
        assert page.told["heard"]["n"] == 4
        kept = [*STROKE, ("begin", {}), ("paint", {"cells": [60], "cost": 5}), ("end", {})]
        for n, (kind, parts) in enumerate(kept, 2):
            await say(new, page, kind, n, **parts)
        cells = old.playground.setup.cells.copy()
        cells.flat[60] = 5
        assert np.array_equal(new.playground.setup.cells, cells)
        assert page.told["done"]["n"] == 8
        assert new.playground.undo()
        assert not new.playground.undo()  # the first stroke came with the link, once

    loops.run(main())


def test_messages_wait_until_the_link_before_them_was_read():
    async def main():
        channel = PlaygroundChannel()
        page = Page()
        channel.watchers = {page}
        link = PlaygroundChannel().playground.setup.painted([50], 7).to_link()
        channel.on_message(page, {"type": "hello", "n": 1, "link": link})
        assert not channel._arrived.is_set()
        await channel.arrived()
        assert channel.playground.setup.cells.flat[50] == 7
        await channel._work

    loops.run(main())


def test_a_page_without_a_tab_is_served_as_ever():
    numbers = TabNumbers()
    assert all(numbers.is_new(None, n) for n in (1, 1, 0))
    assert numbers.is_new("stranger", 1)


def test_only_so_many_tabs_of_a_session_are_remembered():
    numbers = TabNumbers()
    for i in range(MOST_TABS + 1):
        assert numbers.meet(f"tab {i}", i) == i
    assert numbers.meet("tab 1", 99) == 1
    assert numbers.meet("tab 0", 99) == 99  # forgotten


@pytest.mark.parametrize("tab", ["", "x" * 65, 3, ["x"], True])
def test_a_tab_has_a_short_name(tab):
    with pytest.raises(at.InvalidValue, match="tab is"):
        TabNumbers().meet(tab, 0)


def test_the_event_loop_is_free_while_a_link_is_read():
    async def main():
        channel, page = PlaygroundChannel(), Page()
        channel.watchers = {page}
        channel.on_message(page, {"type": "hello", "n": 1, "link": "nonsense"})
        assert "error" not in page.told  # not yet: it is read elsewhere
        await channel._work
        assert "damaged or not of the lab" in page.told["error"]["text"]
        await asyncio.wait_for(channel.arrived(), 20)

    loops.run(main())


def test_a_long_link_comes_in_parts():
    async def main():
        cells = np.random.default_rng(3).integers(1, 10, (700, 900), np.uint8)
        link = Setup(cells, (0, 0), (699, 899)).to_link()
        assert len(link) > limits.MESSAGE_BYTES
        channel, page = PlaygroundChannel(), Page()
        channel.watchers = {page}
        third = len(link) // 3
        for n, at_ in enumerate((0, third), 1):
            await say(channel, page, "part", n, text=link[at_ : at_ + third])
        await say(channel, page, "hello", 3, tab="tab 1", link=link[2 * third :])
        assert (channel.playground.setup.cells == cells).all()
        assert page.parts == ""

    loops.run(main())


@pytest.mark.parametrize("text", [None, 5, ["a"]])
def test_a_part_that_is_no_text_is_refused(text):
    async def main():
        channel, page = PlaygroundChannel(), Page()
        channel.watchers = {page}
        await say(channel, page, "part", 1, text="abc")
        await say(channel, page, "part", 2, text=text)
        assert "a part of a link is" in page.told["error"]["text"]
        assert page.parts == ""

    loops.run(main())


def test_parts_without_end_are_not_kept(monkeypatch):
    monkeypatch.setattr(limits, "LINK_TEXT", 1000)

    async def main():
        channel, page = PlaygroundChannel(), Page()
        channel.watchers = {page}
        for n in range(1, 12):
            await say(channel, page, "part", n, text="a" * 100)
            assert len(page.parts) <= 1000
        assert "the link has more than 1000 characters" in page.told["error"]["text"]

    loops.run(main())
