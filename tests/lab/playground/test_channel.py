"""A playground's messages, to simulated browsers: sockets of our own."""

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from random import Random
from threading import Event

import numpy as np
import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from asterion.search import registry
from support import loops
from support.packed import unpack

LONG = 30  # seconds; nothing here takes so long, but machines may be busy


class Browser:
    """Speaks as socket.js does, and reads as playground.js does."""

    def __init__(self, channel, *, acknowledges=True):
        self.channel = channel
        self.acknowledges = acknowledges
        self.coming = asyncio.Queue()
        self.said = self.done = 0
        self.titles, self.results, self.errors, self.links = [], {}, [], []
        self.map = self.frames = None
        self.maps, self.story, self.versions, self.begun = 0, [], set(), {}
        self.shows_frames = False
        self.news = asyncio.Event()

    async def __aenter__(self):
        self.task = asyncio.create_task(self.channel.attend(self, "server"))
        return self

    async def __aexit__(self, *_):
        assert not self.task.done()
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task

    async def receive(self):
        return {"type": "websocket.receive", "text": json.dumps(await self.coming.get())}

    async def send_text(self, data):
        message = json.loads(data)
        match message["type"]:
            case "boards":
                self.titles = message["titles"]
                if self.shows_frames != ("frames" in message):
                    self.shows_frames, self.frames = not self.shows_frames, None
                    self.results.clear()
            case "link":
                self.links.append(message["link"])
            case "error":
                self.errors.append(message["text"])
            case "searching":
                self.begun[message["version"]] = message["n"]
            case "done":
                self.done, self.done_version = message["n"], message["version"]
        self.news.set()

    async def send_bytes(self, data):
        self.news.set()
        message = unpack(data)
        match message["type"]:
            case "map":
                self.map = message
                self.maps += 1
                self.cells = message["costs"].reshape(message["rows"], message["cols"])
            case "result" if not self.shows_frames and message["shape"] == [*self.cells.shape]:
                path = [divmod(node, self.map["cols"]) for node in message["path"].tolist()]
                state = message["state"]
                assert state is None or len(state) == self.cells.size
                self.results[message["board"]] = message["summary"], message["log"], path, state
                self.story.append(self.results[message["board"]])
                self.versions.add(message["version"])
            case "frames" if self.shows_frames and message["shape"] == [*self.cells.shape]:
                self.frames = message
        if self.acknowledges:
            self.coming.put_nowait({"type": "ack"})

    def say(self, kind, **message):
        self.said += 1
        self.coming.put_nowait({"type": kind, **message})

    async def hears(self, is_true):
        async with asyncio.timeout(LONG):
            while not is_true():
                self.news.clear()
                await self.news.wait()

    async def settled(self):
        await self.hears(lambda: self.done == self.said or self.task.done())

    async def asks(self, kind, **message):
        self.say(kind, **message)
        await self.settled()

    async def stroke(self, cells, cost):
        self.say("begin")
        self.say("paint", cells=cells, cost=cost)
        await self.asks("end")

    def shows(self, setup):
        """Map and results match a set-up."""
        assert self.cells.shape == setup.cells.shape
        assert (self.cells == setup.cells).all()
        start, goal = (divmod(self.map[end], self.map["cols"]) for end in ("start", "goal"))
        assert (start, goal) == (setup.start, setup.goal)
        assert self.titles == [run.title for run in setup.runs]
        for board, run in enumerate(setup.runs):
            path = at.find_path(setup.grid(), start, goal, algorithm=run.algorithm, **run.options)
            told, _, cells_of_path, _ = self.results[board]
            assert told["status"] == path.status
            assert cells_of_path == [*path]


def on_the_air(test):
    """Run a test with a live playground and a browser."""

    async def main():
        channel = PlaygroundChannel()
        async with Browser(channel) as browser:
            await test(channel, browser)

    loops.run(main())


def test_hello_shows_the_map_and_the_results():
    async def main(channel, browser):
        await browser.asks("hello")
        browser.shows(Setup())
        assert all(len(log["kind"]) for _, log, _, _ in browser.results.values())
        assert Setup.from_link(browser.links[-1]).to_link() == channel.session.setup.to_link()
        assert browser.errors == []

    on_the_air(main)


def test_hello_with_a_link_brings_it_back():
    setup = Setup(np.ones((3, 5), np.uint8), (0, 0), (2, 4), "never", (Run("bfs"), Run("jps")))

    async def main(channel, browser):
        await browser.asks("hello", link=setup.to_link())
        browser.shows(setup)
        assert browser.links[-1] == setup.to_link()
        await browser.asks("undo")
        browser.shows(setup)
        await browser.stroke([7], 0)
        drawn = channel.session.setup
        await browser.asks("hello", link=setup.to_link())  # the line broke, the session is there
        browser.shows(drawn)

    on_the_air(main)


@pytest.mark.parametrize("link", ["nonsense", 5, ["a"], {"a": 1}, "\ud800"])
def test_hello_with_a_bad_link_shows_the_first_map_and_says_so(link):
    async def main(_live, browser):
        await browser.asks("hello", link=link)
        browser.shows(Setup())
        [error] = browser.errors
        assert "link" in error

    on_the_air(main)


def test_edits_are_shown_and_taken_back():
    async def main(channel, browser):
        await browser.asks("hello")
        first = channel.session.setup
        cells = [41 * row + 4 for row in range(5)] + [41 * 4 + col for col in range(5)]
        await browser.stroke(cells, 0)
        walled = channel.session.setup
        browser.shows(walled)
        assert browser.results[0][0]["status"] == "unreachable"
        browser.say("begin")
        browser.say("move", end="goal", cell=41 * 2 + 2)
        await browser.asks("end")
        browser.shows(channel.session.setup)
        assert browser.results[0][0]["status"] == "found"
        await browser.asks("undo")
        browser.shows(walled)
        await browser.asks("undo")
        browser.shows(first)
        await browser.asks("undo")
        browser.shows(first)
        await browser.asks("redo")
        browser.shows(walled)
        await browser.asks("clear")
        assert (browser.cells == 1).all()
        assert browser.errors == []

    on_the_air(main)


@pytest.mark.parametrize("in_stroke", [False, True])
def test_a_brief_result_comes_before_what_is_needed_to_play_it(monkeypatch, in_stroke):
    monkeypatch.setattr(limits, "QUICK_CELLS", 0)

    async def main(_live, browser):
        await browser.asks("hello")
        links, browser.story = len(browser.links), []
        if in_stroke:
            browser.say("begin")
            await browser.asks("paint", cells=[45], cost=7)
        else:
            await browser.asks("clear")
        first, last = (
            sorted(results, key=lambda result: result[0]["name"])  # the quicker search comes first
            for results in (browser.story[:2], browser.story[-2:])
        )
        for told, log, _, state in first:
            assert (told["brief"], told["status"], log) == (True, "found", None)
            assert state.any()
        for (told, log, path, _), (brief, _, path_of_brief, _) in zip(last, first, strict=True):
            assert not told["brief"]
            assert len(log["kind"]) > 0
            assert (told["cost"], path) == (brief["cost"], path_of_brief)
        assert len(browser.links) == links + 1

    on_the_air(main)


@pytest.mark.parametrize("quick_cells", [0, 41 * 41])
def test_who_draws_without_a_pause_sees_results_all_the_while(monkeypatch, quick_cells):
    """Each result is of a version that was drawn, and says which."""
    monkeypatch.setattr(limits, "QUICK_CELLS", quick_cells)

    async def main(channel, browser):
        await browser.asks("hello")
        browser.versions, drawn = set(), {}
        browser.say("begin")
        while len(browser.versions & {*drawn}) < 4:
            browser.say("paint", cells=[random.randrange(41 * 41)], cost=5)
            await asyncio.sleep(0.002)
            drawn[channel.session.version] = browser.said
        await browser.asks("end")
        browser.shows(channel.session.setup)
        del drawn[channel.session.version]  # also said at the end of the stroke
        assert all(browser.begun.get(version, 0) <= said for version, said in drawn.items())
        assert browser.done_version == channel.session.version

    random = Random("drawn")
    on_the_air(main)


def test_while_a_person_draws_the_map_is_not_sent_back():
    async def main(channel, browser):
        await browser.asks("hello")
        maps = browser.maps
        browser.say("begin")
        for cell in (100, 101, 102):
            await browser.asks("paint", cells=[cell], cost=0)
        assert browser.maps == maps
        await browser.asks("end")
        assert browser.maps == maps + 1
        browser.shows(channel.session.setup)

    on_the_air(main)


def test_a_table_whose_results_are_late_is_told(own, monkeypatch):
    monkeypatch.setattr(limits, "LATE_SECONDS", 0.01)
    go_on, calls = Event(), []

    class Slow:
        path = at.Path.not_found("stopped")

        def __init__(self, *_):
            pass

        def step(self):
            assert go_on.wait(LONG)
            return "stopped"

    own(Slow)

    async def main(channel, browser):
        channel.session.adopt(replace(channel.session.setup, runs=(Run("own"),)))
        channel.on_late = lambda: (calls.append("late"), go_on.set())
        channel.on_results = lambda: calls.append("results")
        await browser.asks("hello")
        assert calls[:2] == ["late", "results"]

    on_the_air(main)


BAD = [
    {"type": "paint"},
    {"type": "paint", "cells": [1]},
    {"type": "paint", "cells": 5, "cost": 1},
    {"type": "paint", "cells": ["x"], "cost": 1},
    {"type": "paint", "cells": [-1], "cost": 1},
    {"type": "paint", "cells": [10**30], "cost": 1},
    {"type": "paint", "cells": [float("inf")], "cost": 1},
    {"type": "paint", "cells": [float("nan")], "cost": 1},
    {"type": "paint", "cells": [1], "cost": 10},
    {"type": "paint", "cells": [1], "cost": float("inf")},
    {"type": "move"},
    {"type": "move", "end": "middle", "cell": 5},
    {"type": "move", "end": "start", "cell": 10**30},
    {"type": "move", "end": ["start"], "cell": 1},
    {"type": "dance"},
    {"type": {}},
    {},
]


def test_bad_messages_are_told_and_change_nothing():
    async def main(channel, browser):
        await browser.asks("hello")
        for message in BAD:
            kind = message.get("type")
            await browser.asks(kind, **{k: v for k, v in message.items() if k != "type"})
        assert len(browser.errors) == len(BAD)
        assert channel.session.version == 0
        await browser.asks("again")
        browser.shows(Setup())

    on_the_air(main)


def test_everything_that_is_said_is_done_in_the_end():
    """However fast a person is, the last thing shown is the last thing drawn."""

    async def main(channel, browser):
        random = Random("said")
        await browser.asks("hello")
        for _ in range(30):
            browser.say("begin")
            for _ in range(random.randrange(4)):
                cells = [random.randrange(41 * 41) for _ in range(9)]
                browser.say("paint", cells=cells, cost=random.randrange(10))
                if random.random() < 0.3:
                    await asyncio.sleep(random.random() / 100)
            browser.say("end")
            if random.random() < 0.3:
                browser.say(random.choice(["undo", "redo", "again"]))
            if random.random() < 0.2:
                await browser.settled()
                browser.shows(channel.session.setup)
        await browser.settled()
        browser.shows(channel.session.setup)
        assert browser.errors == []

    on_the_air(main)


@pytest.mark.parametrize("pauses", [False, True])
def test_maps_of_other_sizes_come_with_results_of_theirs(pauses):
    """The reader of this test fails on a result that is of a map of another shape."""

    async def main(channel, browser):
        random = Random("sizes")
        await browser.asks("hello")
        for _ in range(40):
            shape = random.choice([(2, 3), (9, 4), (60, 70)])
            channel.session.adopt(channel.session.setup.with_map(np.ones(shape, np.uint8)))
            channel.changed()
            for _ in range(random.randrange(3)):
                browser.acknowledges = random.random() < 0.5
                cell = random.randrange(shape[0] * shape[1])
                browser.say(*random.choice([["undo"], ["again"], ["hello"]]))
                if channel.session.setup.cells.shape == shape:
                    browser.say("paint", cells=[cell], cost=5)
                await asyncio.sleep(random.random() / 50 if pauses else 0)
            browser.acknowledges = True
            for _ in range(2):
                browser.coming.put_nowait({"type": "ack"})
        await browser.asks("hello")
        browser.shows(channel.session.setup)

    on_the_air(main)


def test_tables_and_controls_of_the_page_are_called():
    async def main(channel, browser):
        calls = []
        channel.on_setup = lambda: calls.append("set-up")
        channel.on_results = lambda: calls.append("results")
        await browser.asks("hello")
        assert calls == ["set-up", "results"]

    on_the_air(main)


# --- Off the event loop


@pytest.fixture
def own():
    """Register a search for the time of a test."""
    yield lambda factory: at.register("own", factory)
    del registry._REGISTRY["search", "own"]


def test_the_loop_continues_while_a_search_runs(own):
    """Counted in ticks of the loop while the search was under way, not in seconds."""
    ticks = 0
    during = []

    class Long:
        path = at.Path.not_found("stopped")

        def __init__(self, *_):
            self.first = ticks
            self.steps = 0

        def step(self):
            self.steps += 1
            if ticks - self.first < 20 and self.steps < 10**7:
                return "running"
            during.append(ticks - self.first)
            return "stopped"

    own(Long)

    async def heartbeat():
        nonlocal ticks
        while True:
            await asyncio.sleep(0.001)
            ticks += 1

    async def main(channel, browser):
        heart = asyncio.create_task(heartbeat())
        channel.session.adopt(replace(channel.session.setup, runs=(Run("own"),)))
        await browser.asks("hello")
        heart.cancel()
        (late,) = during
        assert late >= 20
        assert browser.results[0][0]["status"] == "stopped"

    on_the_air(main)


def test_an_edit_ends_a_search_that_runs(own):
    begun, loop, has_begun = [], None, asyncio.Event()

    class Endless:
        path = at.Path.not_found("running")

        def __init__(self, world, *_):
            self.is_free = world.cost[3, 3] == 9
            begun.append(self.is_free)
            loop.call_soon_threadsafe(has_begun.set)

        def step(self):
            return "stopped" if self.is_free else "running"

    own(Endless)

    async def main(channel, browser):
        channel.session.adopt(replace(channel.session.setup, runs=(Run("own"),)))
        nonlocal loop
        loop = asyncio.get_running_loop()
        browser.say("hello")
        await asyncio.wait_for(has_begun.wait(), LONG)
        assert channel.is_busy
        await browser.stroke([3 * 41 + 3], 9)
        assert not channel.is_busy
        assert not begun[0]
        assert begun[-1]
        assert browser.results[0][0]["status"] == "stopped"

    on_the_air(main)


# --- A frame budget


def test_frames_are_sent_and_an_edit_at_a_frame_is_in_the_next():
    setup = Setup().with_budget(3, expansions=50)

    async def main(channel, browser):
        await browser.asks("hello", link=setup.to_link())
        assert browser.titles == ["Frame budget"]
        assert (browser.cells == setup.cells).all()
        assert browser.frames["summary"]["status"] == "done"
        assert len(browser.frames["expanded"]) == len(channel.session.frames.frames)
        assert browser.frames["edits"] == []
        browser.say("begin")
        browser.say("paint", cells=[50, 51], cost=0, frame=4)
        await browser.asks("end")
        assert browser.frames["edits"] == [[4, 50, 0], [4, 51, 0]]
        assert (browser.cells == setup.cells).all()  # the map before the first frame
        assert Setup.from_link(browser.links[-1]).budget.edits == ((4, 50, 0), (4, 51, 0))
        await browser.asks("undo")
        assert browser.frames["edits"] == []
        await browser.asks("move", end="goal", cell=45, unit=1)
        assert browser.frames["summary"]["ends"][1][1] == 45
        await browser.asks("clear")
        assert browser.cells.all()
        assert browser.errors == []

    on_the_air(main)


def test_searches_and_frames_take_turns_and_nothing_stale_is_sent():
    async def main(channel, browser):
        await browser.asks("hello")
        for number in range(6):
            change = Setup.searching if number % 2 else (lambda setup: setup.with_budget(2))
            channel.adopt(change(channel.setup))
            browser.frames = None
            browser.results.clear()
            await browser.asks("again")
            assert bool(browser.results) == (channel.setup.budget is None)
            assert (browser.frames is None) == (channel.setup.budget is None)
        assert browser.errors == []

    on_the_air(main)


def test_what_takes_long_to_record_waits_for_the_end_of_the_stroke(monkeypatch):
    monkeypatch.setattr(limits, "QUICK_CELLS", 0)
    monkeypatch.setattr(limits, "REST_SECONDS", 0)  # anything takes longer

    async def main(_live, browser):
        await browser.asks("hello")
        browser.say("begin")
        browser.story = []
        for cell in (45, 46):
            browser.say("paint", cells=[cell], cost=7)
            await browser.hears(lambda cell=cell: len(browser.story) >= 2 * (cell - 44))
        await asyncio.sleep(0.05)
        assert all(told["brief"] for told, *_ in browser.story)
        await browser.asks("end")
        assert not browser.story[-1][0]["brief"]

    on_the_air(main)
