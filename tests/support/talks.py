"""What a channel of the lab answers to each message, the refused ones too.

A browser says one thing after another, and waits after each until all is done. Written down is the
last message of each topic that has changed. ``python -m support.talks`` in ``tests`` writes the
lines anew after a change; read the difference before it is kept.
"""

import asyncio
import json
import sys
from pathlib import Path

from asterion.lab.shared.links import decoded_link
from support import loops
from support.page_scripts import PAGES, steady
from support.written import checksum, said

HERE = Path(__file__).parents[1] / "lab" / "talks"
LONGEST = 500  # letters of a message
HEAD = 20  # bytes of a message that is none of letters: what follows has times in it
STROKE = [
    {"type": "begin"},
    {"type": "paint", "cells": [5, 6, 7], "cost": 0},
    {"type": "paint", "cells": [8, 30], "cost": 9},
    {"type": "end"},
    {"type": "move", "end": "start", "cell": 40},
    {"type": "begin"},
    {"type": "move", "end": "start", "cell": 41},
    {"type": "end"},
    {"type": "begin"},
    {"type": "move", "end": "goal", "cell": 95},
    {"type": "end"},
    {"type": "undo"},
    {"type": "redo"},
    {"type": "undo"},
    {"type": "undo"},
    {"type": "again"},
    {"type": "clear"},
    {"type": "undo"},
    {"type": "paint", "cells": [10**9], "cost": 1},
    {"type": "paint", "cells": [1], "cost": -1},
    {"type": "paint", "cells": "all", "cost": 1},
    {"type": "paint", "cells": [1]},
    {"type": "move", "end": "middle", "cell": 1},
    {"type": "move", "end": "goal", "cell": -1},
]
TALKS = {
    "playground": STROKE,
    "terrain": [
        *STROKE,
        {"type": "step"},
        {"type": "step"},
        {"type": "search", "agent": 0, "plan": 0},
        {"type": "search", "agent": 0, "plan": 1},
        {"type": "search", "agent": 9, "plan": 0},
        {"type": "search", "agent": 0, "plan": 99},
        {"type": "paint", "cells": [42, 43, 44], "cost": 0},
        {"type": "step"},
        {"type": "speed", "value": 2},
        {"type": "speed", "value": 0},
        {"type": "speed", "value": "fast"},
        {"type": "walk", "on": False},
        {"type": "restart"},
        {"type": "step"},
        {"type": "again"},
    ],
    "graphs": [
        {"type": "add", "x": 0.5, "y": 0.25},
        {"type": "place", "node": "A", "x": 0.1, "y": 0.9},
        {"type": "rename", "node": "A", "name": "Aa"},
        {"type": "rename", "node": "Aa", "name": "B"},
        {"type": "estimate", "node": "B", "value": 3},
        {"type": "connect", "source": "B", "target": "Aa", "both": True},
        {"type": "connect", "source": "B", "target": "nowhere", "both": False},
        {"type": "cost", "connection": 0, "cost": 7},
        {"type": "cost", "connection": 0, "cost": -7},
        {"type": "cost", "connection": "0", "cost": 7},
        {"type": "turn", "connection": 0},
        {"type": "start", "node": "B"},
        {"type": "goal", "node": "Aa"},
        {"type": "goal", "node": "nowhere"},
        {"type": "cut", "connection": 1},
        {"type": "cut", "connection": 99},
        {"type": "remove", "node": "C"},
        {"type": "begin"},
        {"type": "place", "node": "B", "x": 0.2, "y": 0.2},
        {"type": "place", "node": "B", "x": 0.3, "y": 0.2},
        {"type": "end"},
        {"type": "undo"},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "again"},
        {"type": "clear"},
    ],
    "tictactoe": [
        {"type": "mark", "at": 0, "cell": 4},
        {"type": "mark", "at": 0, "cell": 4},
        {"type": "mark", "at": 2, "cell": 4},
        {"type": "mark", "at": 2, "cell": 0},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "on", "at": 2},
        {"type": "on", "at": 99},
        {"type": "toggle"},
        {"type": "step"},
        {"type": "toggle"},
        {"type": "new", "swapped": True},
        {"type": "new", "swapped": False},
        {"type": "new"},
        {"type": "speed", "value": 4},
        {"type": "speed", "value": -1},
        {"type": "again"},
    ],
    "tactics": [
        {"type": "toggle"},
        {"type": "options", "at": 0},
        {"type": "options", "at": 99},
        {"type": "act", "at": 0, "kind": "select", "cell": 3},
        {"type": "act", "at": 1, "kind": "walk", "cell": 8},
        {"type": "act", "at": 1, "kind": "cancel", "cell": 3},
        {"type": "act", "at": 1, "kind": "attack", "cell": 8},
        {"type": "act", "at": 0, "kind": "end"},
        {"type": "act", "at": 0, "kind": "fly", "cell": 0},
        {"type": "think"},
        {"type": "step"},
        {"type": "stop"},
        {"type": "edit", "at": 0, "cells": [10], "kind": 1, "team": 0},
        {"type": "edit", "at": 0, "cells": [11, 12], "kind": 2, "team": 1},
        {"type": "edit", "at": 0, "cells": [11], "kind": 9, "team": 1},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "new", "swapped": False},
        {"type": "speed", "value": 2},
        {"type": "again"},
    ],
    "maze": [
        {"type": "switch", "name": "paused", "on": True},
        {"type": "switch", "name": "nothing", "on": True},
        {"type": "press", "key": "g"},
        {"type": "press", "key": "t"},
        {"type": "press", "key": "i"},
        {"type": "press", "key": "nothing"},
        {"type": "walk", "move": [0, 1]},
        {"type": "walk", "move": [5, 5]},
        {"type": "speed", "value": 2},
        {"type": "speed", "value": 1000},
        {"type": "reseed"},
        {"type": "reset"},
        {"type": "rerun"},
        {"type": "again"},
    ],
}
EVERYWHERE = [{"type": "nothing"}, {}, {"type": ["undo"]}]


def lines_of(name):
    """What is said, and what is answered."""
    return loops.run(_talk(PAGES[name][0](), [*TALKS[name], *EVERYWHERE]))


async def _talk(channel, messages):
    browser = Listener()
    channel.watchers.add(browser)
    channel.wait = _at_once
    lines = []
    for number, message in enumerate([{"type": "hello"}, *messages], 1):
        channel.on_message(browser, {**message, "n": number})
        await rest(channel)
        lines += [f"## {json.dumps(message)}", *browser.news()]
    channel.watchers.discard(browser)
    channel.on_unwatched()
    return lines


async def _at_once(_seconds):
    """Games go on without the pauses that let a person see them."""
    await asyncio.sleep(0)


async def rest(channel):
    """Waits until all is done that was begun."""
    quiet = 0
    while quiet < 3:
        await asyncio.sleep(0.002)
        quiet = 0 if channel.is_busy or channel._tasks else quiet + 1


class Listener:
    """Keeps the last message of each topic."""

    tab = None

    def __init__(self):
        self._last, self._told = {}, {}
        self.received = 0
        self.parts = ""

    def send(self, topic, message, **_order):
        if callable(message):
            message = message()
        if isinstance(message, str):
            whole = steady(json.loads(message))
            if topic == "link":
                whole["link"] = decoded_link(whole["link"])
            self._last[topic] = said(whole, LONGEST)
        elif topic == "map" and message is not None:
            self._last[topic] = f"{message[:HEAD].hex()} ... {checksum(message.hex())}"
        elif message is not None:
            self._last[topic] = f"begins {message[:HEAD].hex()}"

    def forget(self, topic):
        """All that it is sent has come."""

    def news(self):
        """What has changed since the last time."""
        changed = {t: m for t, m in self._last.items() if self._told.get(t) != m or t == "error"}
        self._told.update(changed)
        self._last.pop("error", None)
        return [f"{topic} {changed[topic]}" for topic in sorted(changed)]


def file_of(name):
    return HERE / f"{name}.txt"


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for each in sys.argv[1:] or TALKS:
        file_of(each).write_text("\n".join(lines_of(each)) + "\n")
