"""What comes over a socket: whatever it is, it ends nothing but its own connection."""

import asyncio
import json
from contextlib import suppress
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.lab.shared import limits
from asterion.lab.shared.sockets import Allowance, attend, message_of
from asterion.lab.shared.turns import Account, steps_of, turns
from asterion.lab.shared.watching import Channel
from support import loops


class FakeSocket:
    """A socket that sends what a test puts into it."""

    def __init__(self):
        self.coming = asyncio.Queue()
        self.sent = []
        self.closed = None

    async def receive(self):
        return await self.coming.get()

    async def send_text(self, text):
        self.sent.append(json.loads(text))

    async def close(self, code, reason):
        self.closed = code, reason

    def comes(self, text=None, data=None):
        self.coming.put_nowait({"type": "websocket.receive", "text": text, "bytes": data})

    def ends(self):
        self.coming.put_nowait({"type": "websocket.disconnect", "code": 1000})


class Notes(Channel):
    """Notes what it is told."""

    def __init__(self):
        self.notes = []
        self.unwatched = 0
        super().__init__({"note": lambda _, message: self.notes.append(message["n"])})

    def on_unwatched(self):
        self.unwatched += 1
        super().on_unwatched()


def attended(fill):
    """A channel and a socket after all that a test had sent was handled."""

    async def main():
        socket, channel = FakeSocket(), Notes()
        fill(socket)
        socket.ends()
        await asyncio.wait_for(attend(socket, channel, "server"), 20)
        return socket, channel

    return loops.run(main())


@pytest.mark.parametrize(
    ("text", "data", "reason"),
    [
        (None, b"\0\1", "the message is of bytes; it must be text"),
        ("{", None, "the message is not JSON"),
        ('{"type": "note", "n": ' + "1" * 5000 + "}", None, "the message is not JSON"),
        ("[" * 100_000, None, "the message is not JSON"),
        ("[1]", None, "the message is a list; it must be an object"),
        ('{"type": "note", "n": 1e999}', None, "n is inf; it must be a whole number"),
        ('{"type": "note", "n": "x"}', None, "n is 'x'; it must be a whole number"),
        ('{"type": {}, "n": 1}', None, "unknown message type {}"),
    ],
)
def test_what_is_no_message_is_reported_and_the_socket_goes_on(text, data, reason):
    def fill(socket):
        socket.comes(text, data)
        socket.comes('{"type": "note", "n": 7}')

    socket, channel = attended(fill)
    errors = [message["text"] for message in socket.sent if message["type"] == "error"]
    assert len(errors) == 1
    assert reason in errors[0]
    assert channel.notes == [7]


@given(st.text() | st.recursive(st.none() | st.text() | st.integers(), st.lists).map(json.dumps))
def test_any_text_is_a_message_or_refused(text):
    with suppress(at.InvalidValue):
        assert isinstance(message_of({"text": text}), dict)


def test_a_socket_with_too_much_waiting_is_dropped(monkeypatch):
    """Without a farewell: the server would read on until it is answered."""

    def fill(socket):
        for _ in range(3 * limits.BACKLOG):
            socket.comes("[")

    async def main():
        socket, channel = FakeSocket(), Notes()
        # What is sent before the lab has looked at anything: it reads it in one go.
        fill(socket)
        await asyncio.wait_for(attend(socket, channel, "server"), 20)
        return socket, channel

    monkeypatch.setattr(limits, "SOCKET_BURST", 0.0)
    monkeypatch.setattr(limits, "FLOOD_SECONDS", 0.01)
    socket, channel = loops.run(main())
    assert socket.closed is None
    assert socket.coming.qsize() > limits.BACKLOG  # nothing more was read
    assert channel.unwatched == 1


def test_a_socket_that_left_is_noticed_while_much_of_it_waits(monkeypatch):
    """What it had sent beyond its share of the time is dropped: no tab is left that wants it."""
    monkeypatch.setattr(limits, "SOCKET_BURST", 0.0)
    monkeypatch.setattr(limits, "SOCKET_SHARE", 1e-9)

    def fill(socket):
        for n in range(1, 100):
            socket.comes(json.dumps({"type": "note", "n": n}))

    _, channel = attended(fill)
    assert channel.notes[:1] == [1]
    assert len(channel.notes) < 99
    assert channel.unwatched == 1


def test_what_was_sent_just_before_the_end_is_done():
    def fill(socket):
        for n in range(1, 20):
            socket.comes(json.dumps({"type": "note", "n": n}))

    assert attended(fill)[1].notes == [*range(1, 20)]


def test_a_socket_with_much_waiting_gives_way_to_edits_of_other_tabs(monkeypatch):
    """To read and to handle a flood takes the interpreter, which the thread of an edit needs."""
    monkeypatch.setattr(limits, "GIVE_WAY_SECONDS", 60.0)
    release = Event()

    async def main():
        other = Account()
        other.note(0.0, ended=True)  # it is known for short works
        edit = asyncio.create_task(turns().run(other, steps_of(release.wait)))
        await asyncio.sleep(0.01)
        socket, channel = FakeSocket(), Notes()
        line = asyncio.create_task(attend(socket, channel, "server"))
        counts = []
        for n in range(1, 100):
            socket.comes(json.dumps({"type": "note", "n": n}))
            if n in (3, 99):  # what a page says at once, and a flood
                await asyncio.sleep(0.05)
                counts.append((len(channel.notes), socket.coming.qsize()))
        release.set()
        await edit
        socket.ends()
        await asyncio.wait_for(line, 20)
        return counts, channel.notes

    try:
        (few, many), notes = loops.run(main())
    finally:
        release.set()
    assert few == (3, 0)  # a few are handled at once
    handled, unread = many
    assert handled < 20
    assert unread > 70
    assert notes == [*range(1, 100)]  # and all of them in the end


def test_an_allowance_is_a_share_of_the_time_after_a_burst():
    allowance = Allowance()
    assert allowance.spend(limits.SOCKET_BURST / 2) == 0
    assert allowance.spend(limits.SOCKET_BURST / 3) == 0
    wait = allowance.spend(limits.SOCKET_BURST)
    most = limits.SOCKET_BURST * 5 / 6 / limits.SOCKET_SHARE
    assert 0.5 * most < wait <= most
