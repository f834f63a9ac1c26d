"""The messages to and from a watcher, and their order."""

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import replace
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asterion as at
from asterion.lab import limits
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from asterion.lab.server.channel import MOST_UNSEEN, Channel, Watcher, message_of
from support import loops
from support.effort import scaled


class FakeSocket:
    """Keeps its messages; a stalled one never finishes one."""

    def __init__(self, *, stalled=False):
        self.sent = []
        self.stalled = stalled

    async def send_text(self, data):
        assert isinstance(data, str)
        await self._send(data)

    async def send_bytes(self, data):
        assert isinstance(data, bytes)
        await self._send(data)

    async def _send(self, data):
        if self.stalled:
            await asyncio.Event().wait()
        await asyncio.sleep(0)
        self.sent.append(data)


class Watched:
    """A watcher with a sender at work."""

    def __init__(self, **options):
        self.socket = FakeSocket(**options)
        self.watcher = Watcher(self.socket)

    async def __aenter__(self):
        self.task = asyncio.create_task(self.watcher.send_all())
        return self

    async def __aexit__(self, *_):
        assert not self.task.done()
        self.task.cancel()

    async def sent(self):
        """All messages sent until no more come."""
        for _ in range(50):
            await asyncio.sleep(0)
        return self.socket.sent


def run(test):
    """Run a test with a watcher."""

    async def main():
        async with Watched() as watched:
            await test(watched)

    loops.run(main())


def test_two_messages_go_unacknowledged_and_no_more():
    async def main(watched):
        for i in range(5):
            watched.watcher.send(f"topic {i}", bytes([i]))
        assert await watched.sent() == [b"\0", b"\1"]
        watched.watcher.acknowledge()
        assert await watched.sent() == [b"\0", b"\1", b"\2"]
        for _ in range(10):  # more than there were, and ignored
            watched.watcher.acknowledge()
        assert len(await watched.sent()) == 3 + MOST_UNSEEN
        for i in range(5):
            watched.watcher.send(f"topic {i}", bytes([i]))
        assert len(await watched.sent()) == 3 + MOST_UNSEEN

    run(main)


def test_news_replaces_what_has_not_been_sent():
    async def main(watched):
        tell = watched.watcher.send
        for topic in "ab":
            tell(topic, b"0")
        await watched.sent()
        for i in range(1, 100):
            tell("a", bytes([i]))
            tell("b", bytes([i]))
        tell("a", b"newest")
        assert len(watched.watcher._waiting) == 2
        watched.watcher.acknowledge()
        watched.watcher.acknowledge()
        assert await watched.sent() == [b"0", b"0", bytes([99]), b"newest"]

    run(main)


def test_texts_are_not_counted():
    async def main(watched):
        texts = [f"text {i}" for i in range(10)]
        for text in texts:
            watched.watcher.send(text, text)
        assert await watched.sent() == texts
        watched.watcher.send("a", b"a")
        watched.watcher.send("b", "b")
        watched.watcher.send("c", b"c")
        assert (await watched.sent())[10:] == [b"a", "b", b"c"]

    run(main)


def test_what_others_are_about_comes_first():
    async def main(watched):
        tell = watched.watcher.send
        tell("map", b"1", first=True)
        tell("result 0", b"2")
        await watched.sent()
        tell("result 0", b"3")
        tell("done", "4")
        tell("map", b"5", first=True)
        for _ in range(2):
            watched.watcher.acknowledge()
        assert await watched.sent() == [b"1", b"2", b"5", b"3"]

    run(main)


def test_news_that_are_made_when_it_is_time_are_made_once_and_late():
    async def main(watched):
        made = []

        def news():
            made.append(len(made))
            return bytes(made)

        tell = watched.watcher.send
        tell("a", b"1")
        tell("b", b"2")
        await watched.sent()
        for _ in range(5):
            tell("late", news)
        assert await watched.sent() == [b"1", b"2"]
        assert made == []
        watched.watcher.acknowledge()
        assert await watched.sent() == [b"1", b"2", b"\0"]
        watched.watcher.acknowledge()
        tell("late", lambda: None)  # nothing after all: it takes no room
        tell("a", b"3")
        assert (await watched.sent())[3:] == [b"3"]

    run(main)


WORDS = st.tuples(st.sampled_from("abcd"), st.booleans())


@pytest.mark.slow
@given(st.lists(WORDS | st.just("ack") | st.just("pause"), max_size=60))
@settings(max_examples=scaled(60, least=10))
def test_what_is_sent_is_in_order_and_ends_with_the_present(steps):
    """Each topic in order, its last message at the end, and two unacknowledged at most."""

    async def main(watched):
        told, unseen, seen = {}, 0, 0

        def count():
            nonlocal unseen, seen
            fresh = watched.socket.sent[seen:]
            seen += len(fresh)
            unseen += sum(isinstance(message, bytes) for message in fresh)
            assert unseen <= MOST_UNSEEN

        for number, step in enumerate(steps):
            if step == "pause":
                await watched.sent()
                count()
            elif step == "ack":
                count()
                watched.watcher.acknowledge()
                unseen = max(0, unseen - 1)
            else:
                topic, is_text = step
                text = f"{topic} {number}"
                told[topic] = text
                watched.watcher.send(topic, text if is_text else text.encode())
        for _ in range(10):
            await watched.sent()
            count()
            watched.watcher.acknowledge()
            unseen = max(0, unseen - 1)
        sent = [m if isinstance(m, str) else m.decode() for m in await watched.sent()]
        numbers = [int(text.split()[1]) for text in sent]
        assert numbers == sorted(numbers)
        assert {text.split()[0]: text for text in sent} == told

    run(main)


def test_a_stalled_watcher_blocks_nobody():
    async def main():
        channel = Channel({})
        async with Watched(stalled=True) as stalled, Watched() as good:
            channel.watchers = {stalled.watcher, good.watcher}
            for i in range(200):
                channel.send_bytes("picture", bytes([i]))
                channel.send("words", number=i)
                await good.sent()
                good.watcher.acknowledge()
            assert good.socket.sent[-2:] == [bytes([199]), '{"type": "words", "number": 199}']
            assert len(good.socket.sent) == 400
            assert stalled.socket.sent == []
            assert len(stalled.watcher._waiting) <= 2

    loops.run(main())


# --- Messages from watchers


def refuse(_watcher, _message):
    raise at.InvalidValue("that is not possible")


def fail(_watcher, _message):
    raise OSError("the disk is full")


def hear(message, handlers=None, **options):
    """The answers to one message of a watcher."""

    async def main():
        channel = Channel(handlers or {})
        async with Watched(**options) as watched:
            channel.watchers.add(watched.watcher)
            await channel.on_message(watched.watcher, message)
            return [json.loads(text) for text in await watched.sent()]

    return loops.run(main())


def test_all_that_is_said_is_done_and_counted():
    heard = []
    told = hear({"type": "x", "a": 1}, {"x": lambda _, message: heard.append(message["a"])})
    assert heard == [1]
    assert told == [{"type": "done", "n": 1}]


def test_an_acknowledgement_is_not_answered():
    assert hear({"type": "ack"}) == []


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"type": "x"}, "unknown message type 'x'"),
        ({}, "unknown message type None"),
        ({"type": None}, "unknown message type None"),
        ({"type": ["x"]}, "unknown message type ['x']"),
        ({"type": "refuse"}, "that is not possible"),
        ({"type": "lack"}, "the message 'lack' lacks 'cells'"),
        ({"type": "number", "cost": "x"}, "invalid literal for int() with base 10: 'x'"),
        ({"type": "number", "cost": None}, "int() argument must be"),
        ({"type": "number", "cost": float("inf")}, "cannot convert"),
        ({"type": "bug"}, "OSError: the disk is full"),
    ],
)
def test_what_is_wrong_with_a_message_is_told_and_not_raised(message, text, caplog):
    handlers = {
        "refuse": refuse,
        "lack": lambda _, message: message["cells"],
        "number": lambda _, message: int(message["cost"]),
        "bug": fail,
    }
    with caplog.at_level(logging.CRITICAL):
        told = hear(message, handlers)
    assert [one["type"] for one in told] == ["error", "done"]
    assert text in told[0]["text"]
    assert told[1]["n"] == 1


def test_only_who_erred_is_told_of_it():
    async def main():
        channel = Channel({"refuse": refuse})
        async with Watched() as one, Watched() as other:
            channel.watchers = {one.watcher, other.watcher}
            await channel.on_message(one.watcher, {"type": "refuse"})
            assert [json.loads(text)["type"] for text in await one.sent()] == ["error", "done"]
            assert [json.loads(text) for text in await other.sent()] == [{"type": "done", "n": 0}]

    loops.run(main())


def test_done_waits_while_there_is_work():
    class Busy(Channel):
        is_busy = True

    async def main():
        channel = Busy({"x": lambda *_: None})
        async with Watched() as watched:
            channel.watchers.add(watched.watcher)
            await channel.on_message(watched.watcher, {"type": "x"})
            await channel.on_message(watched.watcher, {"type": "x"})
            assert await watched.sent() == []
            channel.send_done()
            assert [json.loads(text) for text in await watched.sent()] == [{"type": "done", "n": 2}]

    loops.run(main())


# --- Messages over a socket


class Line(FakeSocket):
    """A socket that a test fills; it acknowledges what it is sent, and ends after that."""

    def __init__(self, *texts):
        super().__init__()
        coming = [{"type": "websocket.receive", "text": text} for text in texts]
        self.coming = iter([*coming, {"type": "websocket.disconnect"}])
        self.unseen = 0

    async def send_bytes(self, data):
        await super().send_bytes(data)
        self.unseen += 1

    async def receive(self):
        await asyncio.sleep(0.01)  # what was answered is sent meanwhile
        if not self.unseen:
            return next(self.coming)
        self.unseen -= 1
        return {"type": "websocket.receive", "text": '{"type": "ack"}'}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "the message is of bytes; it must be text"),
        ("{", "the message is not JSON"),
        ('{"n": ' + "1" * 5000 + "}", "the message is not JSON"),
        ("[" * 100_000, "the message is not JSON"),
        ("[1]", "the message is a list; it must be an object"),
        ('{"type": {}}', "unknown message type {}"),
    ],
)
def test_what_is_no_message_is_reported_and_the_socket_continues(text, reason):
    async def main():
        notes = []
        channel = Channel({"note": lambda _, message: notes.append(message["text"])})
        line = Line(text, '{"type": "note", "text": "heard"}')
        await asyncio.wait_for(channel.attend(line, "server"), 20)
        assert notes == ["heard"]
        assert not channel.watchers
        errors = [json.loads(sent)["text"] for sent in line.sent if "error" in sent]
        assert len(errors) == 1
        assert reason in errors[0]

    loops.run(main())


@given(st.text() | st.recursive(st.none() | st.text() | st.integers(), st.lists).map(json.dumps))
def test_any_text_is_a_message_or_refused(text):
    with suppress(at.InvalidValue):
        assert isinstance(message_of({"text": text}), dict)


def test_work_ends_with_the_last_socket():
    async def main():
        begun, ended = asyncio.Event(), asyncio.Event()

        class Endless(Channel):
            async def work_on(self):
                begun.set()
                try:
                    await asyncio.Event().wait()
                finally:
                    ended.set()

        channel = Endless({"hello": lambda *_: channel.changed()})
        await channel.attend(Line('{"type": "hello"}'), "server")
        await asyncio.wait_for(ended.wait() if begun.is_set() else asyncio.sleep(0), 20)
        assert not channel.is_busy

    loops.run(main())


# --- The link of a new browser


def told_by_playground(*messages):
    """The state of a playground after messages, and its last message on each topic."""

    async def main():
        channel = PlaygroundChannel()
        line = Line(*map(json.dumps, messages))
        await asyncio.wait_for(channel.attend(line, "server"), 60)
        texts = [json.loads(sent) for sent in line.sent if isinstance(sent, str)]
        return channel, {message["type"]: message for message in texts}

    return loops.run(main())


def test_messages_wait_until_the_link_before_them_was_read():
    link = Setup(np.full((5, 5), 3, np.uint8), (0, 0), (4, 4)).to_link()
    hello = {"type": "hello", "link": link}
    channel, _ = told_by_playground(hello, {"type": "paint", "cells": [7], "cost": 0})
    expected = np.full((5, 5), 3, np.uint8)
    expected.flat[7] = 0
    assert (channel.setup.cells == expected).all()


def test_a_long_link_comes_in_parts():
    cells = np.random.default_rng(3).integers(1, 10, (700, 900), np.uint8)
    link = Setup(cells, (0, 0), (699, 899)).to_link()
    assert len(link) > limits.MESSAGE_BYTES
    third = len(link) // 3
    parts = [{"type": "part", "text": link[i : i + third]} for i in (0, third)]
    channel, _ = told_by_playground(*parts, {"type": "hello", "link": link[2 * third :]})
    assert (channel.setup.cells == cells).all()


@pytest.mark.parametrize("text", [None, 5, ["a"]])
def test_a_part_that_is_no_text_is_refused(text):
    _, told = told_by_playground({"type": "part", "text": text})
    assert "a part of a link is" in told["error"]["text"]


def test_parts_without_end_are_not_kept(monkeypatch):
    monkeypatch.setattr(limits, "LINK_TEXT", 1000)
    _, told = told_by_playground(*[{"type": "part", "text": "a" * 100}] * 11)
    assert "the link has more than 1000 characters" in told["error"]["text"]


def test_an_edit_is_answered_within_a_second_beside_a_slow_search_in_another_tab():
    async def main():
        slow, quick = PlaygroundChannel(), PlaygroundChannel()
        cells = at.maps.rooms(300, seed=1).cost.astype(np.uint8)
        slow.adopt(replace(Setup().with_map(cells), runs=(Run("ida"),) * 4))  # 4 s each
        await asyncio.sleep(0.2)
        for cell in range(50, 55):
            begin = perf_counter()
            quick.session.paint([cell], 5)
            quick.changed()
            await quick._work
            assert perf_counter() - begin < 1
        assert slow.is_busy
        slow.on_unwatched()
        quick.close()

    loops.run(main())
