"""Every message that a page may send is answered; its errors go to its sender."""

import asyncio
import json

import pytest

from support import loops
from support.lab_page import PAGES

# An example of each type, in an order in which none is refused. All its fields are needed.
STROKE = [
    {"type": "begin"},
    {"type": "paint", "cells": [5, 6, 7], "cost": 0},
    {"type": "move", "end": "start", "cell": 40},
    {"type": "end"},
    {"type": "undo"},
    {"type": "redo"},
    {"type": "again"},
    {"type": "clear"},
]
GAME = [
    {"type": "toggle"},
    {"type": "toggle"},
    {"type": "on", "at": 0},
    {"type": "step"},
    {"type": "speed", "value": 2},
    {"type": "new", "swapped": False},
    {"type": "undo"},
    {"type": "redo"},
    {"type": "again"},
]
SENT = {
    "playground": [
        *STROKE,
        {"type": "link", "a": 45, "b": 90, "cost": 2.5, "both": False},
        {"type": "fence", "sides": [[45, 46]], "on": True, "both": True},
        {"type": "fence", "sides": [[46, 45]], "on": False, "both": True},
        {"type": "unlink", "cell": 90},
        {"type": "leave", "link": None},
        {"type": "layers", "structure": "rooms", "field": "flow", "straight": True},
    ],
    "terrain": [
        *STROKE,
        {"type": "step"},
        {"type": "skip", "steps": 2},
        {"type": "search", "agent": 0, "plan": 1},
        {"type": "speed", "value": 2},
        {"type": "walk", "on": False},
        {"type": "scene", "name": "orders-and-memory"},
        {"type": "order", "agent": 0, "cell": 30},
        {"type": "post", "agent": 0, "cell": 31},
        {"type": "restart"},
        {"type": "leave", "link": None},
    ],
    "crowds": [
        {"type": "begin"},
        {"type": "paint", "layer": "costs", "cells": [5, 6], "cost": 0, "ids": []},
        {"type": "paint", "layer": "targets", "cells": [7], "cost": 1, "ids": []},
        {"type": "paint", "layer": "units", "cells": [8], "cost": 2, "ids": []},
        {"type": "paint", "layer": "units", "cells": [8], "cost": 0, "ids": [0]},
        {"type": "end"},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "order", "ids": [1, 2], "cell": 30},
        {"type": "walk", "on": False},
        {"type": "step"},
        {"type": "skip", "steps": 2},
        {"type": "replay"},
        {"type": "restart"},
        {"type": "speed", "value": 2},
        {"type": "again"},
        {"type": "clear"},
    ],
    "graphs": [
        {"type": "begin"},
        {"type": "add", "x": 0.5, "y": 0.25},
        {"type": "place", "node": "A", "x": 0.1, "y": 0.9},
        {"type": "rename", "node": "A", "name": "Aa"},
        {"type": "estimate", "node": "B", "value": 3},
        {"type": "end"},
        {"type": "connect", "source": "B", "target": "Aa", "both": True},
        {"type": "cost", "connection": 0, "cost": 7},
        {"type": "turn", "connection": 0},
        {"type": "start", "node": "B"},
        {"type": "goal", "node": "Aa"},
        {"type": "cut", "connection": 1},
        {"type": "remove", "node": "C"},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "again"},
        {"type": "clear"},
    ],
    "characters": [
        {"type": "act"},
        {"type": "estimate", "name": "exact"},
        {"type": "replan"},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "again"},
    ],
    "open_ground": [
        {"type": "begin"},
        {"type": "add", "points": [[1, 1], [3, 1], [2, 3]]},
        {"type": "shape", "at": 0, "points": [[1, 1], [3, 1], [2, 3]]},
        {"type": "place", "end": "goal", "x": 3, "y": 4},
        {"type": "end"},
        {"type": "radius", "value": 0.5},
        {"type": "erase", "at": 0},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "again"},
        {"type": "clear"},
    ],
    "tictactoe": [{"type": "mark", "at": 0, "cell": 4}, *GAME],
    "tactics": [
        {"type": "edit", "at": 0, "cells": [10], "kind": 1, "team": 0},
        {"type": "options", "at": 0},
        {"type": "think"},
        {"type": "stop"},
        *GAME,
        {"type": "act", "at": 0, "kind": "end"},
    ],
    "maze": [
        {"type": "switch", "name": "paused", "on": True},
        {"type": "press", "key": "g"},
        {"type": "walk", "move": [0, 1]},
        {"type": "speed", "value": 2},
        {"type": "start"},
        {"type": "reset"},
        {"type": "skip", "steps": 2},
        {"type": "finish"},
        {"type": "reseed"},
        {"type": "rerun"},
        {"type": "reset"},
        {"type": "dig", "cell": 46},
        {"type": "draw", "on": True},
        {"type": "begin"},
        {"type": "paint", "cells": [44, 45], "letter": "B"},
        {"type": "end"},
        {"type": "clear"},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "undo"},
        {"type": "draw", "on": False},
        {"type": "next"},
        {"type": "again"},
    ],
}
EVERYWHERE = [{"type": "part", "text": ""}]
UNREADABLE = {"no": ["value"]}


class Listener:
    """A browser that keeps its messages, without the bytes of boards."""

    tab = None
    received = 0
    parts = ""

    def __init__(self):
        self.told = []

    def send(self, topic, message, **_order):
        if callable(message):
            message()
        elif isinstance(message, str):
            self.told.append((topic, json.loads(message)))

    def forget(self, topic):
        """All its messages have come."""


async def answered(channel, browser, message):
    """The refusals among the answers to a message, of which there is one at least."""
    browser.told.clear()
    await channel.on_message(browser, dict(message))
    quiet = 0
    while quiet < 3:
        await asyncio.sleep(0.001)
        quiet = 0 if channel.is_busy or channel._tasks else quiet + 1
    assert {"done", "error"} & {topic for topic, _ in browser.told}, message
    return [each["text"] for topic, each in browser.told if topic == "error"]


def said_to_all(page, messages):
    """Each message with its error."""

    async def talk():
        channel, browser = PAGES[page][0](), Listener()
        channel.wait = lambda _seconds: asyncio.sleep(0)  # nobody looks
        channel.watchers.add(browser)
        await answered(channel, browser, {"type": "hello"})
        said = [(each, await answered(channel, browser, each)) for each in messages]
        channel.close()
        return said

    return loops.run(talk())


def examples(page):
    show = PAGES[page][0]().scenes[0]
    return [*SENT[page], *EVERYWHERE, {"type": "scene", "name": show.key}]


@pytest.mark.parametrize("page", PAGES)
def test_there_is_an_example_of_each_type_of_message(page):
    types = {*PAGES[page][0]().handlers} - {"hello", "ack"}  # begin, or need no answer
    assert {message["type"] for message in examples(page)} == types


@pytest.mark.parametrize("page", PAGES)
def test_every_message_is_answered(page):
    said = said_to_all(page, examples(page))
    assert [(message, refused) for message, refused in said if refused] == []


@pytest.mark.parametrize("page", PAGES)
def test_a_message_that_lacks_something_is_refused_by_name(page):
    lacking = [
        ({name: value for name, value in message.items() if name != field}, field)
        for message in examples(page)
        for field in message
        if field != "type"
    ]
    said = said_to_all(page, [message for message, _ in lacking])
    expected = [[f"the message {m['type']!r} lacks {field!r}"] for m, field in lacking]
    assert [refused for _, refused in said] == expected


@pytest.mark.parametrize("page", PAGES)
def test_a_message_with_another_kind_of_value_is_no_fault_of_the_lab(page):
    wrong = [message | {field: UNREADABLE} for message in examples(page) for field in message]
    for message, refused in said_to_all(page, wrong):
        if message["type"] == UNREADABLE:
            assert refused == [f"unknown message type {UNREADABLE!r}"]
        for text in refused:
            assert not text.split(" ")[0].endswith("Error:"), (message, text)
