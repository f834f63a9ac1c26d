"""What a watcher is sent, and when; and what becomes of what he says."""

import asyncio
import json
import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asterion as at
from asterion.lab.shared.turns import steps_of
from asterion.lab.shared.watching import MOST_UNSEEN, Channel, Watcher
from support import loops
from support.effort import scaled


class FakeSocket:
    """Keeps what it is sent; a stalled one never comes to an end with it."""

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
        """What was sent until nothing more comes."""
        for _ in range(50):
            await asyncio.sleep(0)
        return self.socket.sent


def run(test):
    """Runs a test with a watcher."""

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
        for _ in range(10):  # more than there were, which counts for nothing
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


def test_what_others_are_about_comes_first_and_old_news_can_be_forgotten():
    async def main(watched):
        tell = watched.watcher.send
        tell("map", b"1", first=True)
        tell("result 0", b"2")
        await watched.sent()
        tell("result 0", b"3")
        tell("result 1", b"4")
        tell("done", "5")
        tell("map", b"6", first=True)
        watched.watcher.forget("result")
        tell("result 1", b"7")
        for _ in range(2):
            watched.watcher.acknowledge()
        assert await watched.sent() == [b"1", b"2", b"6", "5", b"7"]

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
    """Whatever happens: each topic in order, its last news at the end, two at most unseen."""

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


# --- What is heard


def refuse(_watcher, _message):
    raise at.InvalidValue("that is not possible")


def fail(_watcher, _message):
    raise OSError("the disk is full")


def hear(message, handlers=None, **options):
    """What a watcher is told in answer to one message."""

    async def main():
        channel = Channel(handlers or {})
        async with Watched(**options) as watched:
            channel.watchers.add(watched.watcher)
            channel.on_message(watched.watcher, message)
            return [json.loads(text) for text in await watched.sent()]

    return loops.run(main())


def test_all_that_is_said_is_done_and_counted():
    heard = []
    told = hear({"type": "x", "n": 4, "a": 1}, {"x": lambda _, message: heard.append(message["a"])})
    assert heard == [1]
    assert told == [{"type": "done", "n": 4}]


def test_an_acknowledgement_is_not_answered():
    assert hear({"type": "ack", "n": 4}) == []


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
        told = hear({**message, "n": 2}, handlers)
    assert [one["type"] for one in told] == ["error", "done"]
    assert text in told[0]["text"]
    assert told[1]["n"] == 2


def test_only_who_erred_is_told_of_it():
    async def main():
        channel = Channel({"refuse": refuse})
        async with Watched() as one, Watched() as other:
            channel.watchers = {one.watcher, other.watcher}
            channel.on_message(one.watcher, {"type": "refuse", "n": 1})
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
            channel.on_message(watched.watcher, {"type": "x", "n": 1})
            channel.on_message(watched.watcher, {"type": "x", "n": 2})
            assert await watched.sent() == []
            channel.send_done()
            assert [json.loads(text) for text in await watched.sent()] == [{"type": "done", "n": 2}]

    loops.run(main())


def test_that_a_link_was_soon_read_does_not_make_the_works_of_its_tab_short():
    """Else a link to searches without end would come before the edits of others for a while."""

    async def main():
        channel = Channel({})
        channel.restore = lambda _setup: None
        channel.restore_from("a link", Watcher(FakeSocket()), len)
        await channel.take_link()
        read = channel._account.used, channel._account.is_prompt
        await channel.run(steps_of(lambda: None))
        return read, channel._account.is_prompt

    (used, is_prompt_then), is_prompt = loops.run(main())
    assert used > 0  # it was done in turns
    assert (is_prompt_then, is_prompt) == (False, True)
