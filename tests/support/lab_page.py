"""A page of the lab as a tab builds it, without a browser: its controls, and what they say."""

import asyncio
import json
from contextlib import contextmanager
from functools import partial

from nicegui import Client, background_tasks, core, ui
from nicegui.elements.mixins.value_element import ValueElement
from nicegui.javascript_request import JavaScriptRequest

from asterion.lab.characters.channel import CharactersChannel
from asterion.lab.characters.page import CharactersPage
from asterion.lab.crowds.channel import CrowdsChannel
from asterion.lab.crowds.page import CrowdsPage
from asterion.lab.graphs.channel import GraphsChannel
from asterion.lab.graphs.page import GraphsPage
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.maze.page import MazePage
from asterion.lab.open_ground.channel import OpenGroundChannel
from asterion.lab.open_ground.page import OpenGroundPage
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.playground.page import PlaygroundPage
from asterion.lab.tactics.channel import TacticsChannel
from asterion.lab.tactics.page import TacticsPage
from asterion.lab.terrain.channel import TerrainChannel
from asterion.lab.terrain.page import TerrainPage
from asterion.lab.tictactoe.channel import TicTacToeChannel
from asterion.lab.tictactoe.page import TicTacToePage
from support.watchers import Browser

PAGES = {
    "characters": (CharactersChannel, CharactersPage),
    "crowds": (CrowdsChannel, CrowdsPage),
    "graphs": (GraphsChannel, GraphsPage),
    "maze": (MazeChannel, MazePage),
    "open_ground": (OpenGroundChannel, OpenGroundPage),
    "playground": (PlaygroundChannel, PlaygroundPage),
    "tactics": (lambda: TacticsChannel(0.001), TacticsPage),
    "terrain": (TerrainChannel, TerrainPage),
    "tictactoe": (lambda: TicTacToeChannel(0.001), TicTacToePage),
}
# The arguments of an event; for others NiceGUI makes a change of a value.
ARGUMENTS = {"click": {}, "blur": {}, "keydown.enter": {}, "rejected": {}, "change": "3"}
ANSWER = 0  # of the boards, to every question
TRIED = 3  # choices of a list


class Tab(Browser):
    """Ignores all messages."""

    def forget(self, topic):
        pass

    def send(self, topic, message, **_order):
        pass


class Shown:
    """A page of a tab that is not there."""

    def __init__(self, client, channel):
        self.client, self.channel = client, channel
        self.said = []
        self._always = {*background_tasks.running_tasks}  # of NiceGUI
        client.outbox.enqueue_message = self._hear
        client.connected = self._is_there
        client._exception_handlers.append(lambda error: self.said.append(f"raised {error!r}"))

    async def _is_there(self):
        """As if the browser had connected."""

    def _hear(self, kind, data, _target):
        if "request_id" in data:
            answer = partial(JavaScriptRequest.resolve, data.pop("request_id"), ANSWER)
            asyncio.get_running_loop().call_later(0.005, answer)
        self.said.append(f"{kind} {json.dumps(data, default=str)}")

    async def rest(self):
        """Wait until all begun work has ended."""
        quiet = 0
        for _ in range(5000):
            await asyncio.sleep(0.002)
            begun = self.channel._tasks or background_tasks.running_tasks - self._always
            quiet = 0 if self.channel.is_busy or begun else quiet + 1
            if quiet == 3:
                return
        raise TimeoutError(f"{self.channel} does not come to rest")

    def acts(self):
        """The possible actions, by name, in the order of the page."""
        for number, element in enumerate(self.client.elements.values()):
            name = f"{type(element).__name__} {number} {_name(element)}"
            if isinstance(element, ValueElement):
                for value in _values(element):
                    yield f"{name} = {value!r}", lambda e=element, v=value: e.set_value(v)
            for key, listener in element._event_listeners.items():
                if listener.type in ARGUMENTS:
                    message = {"listener_id": key, "args": ARGUMENTS[listener.type]}
                    yield (
                        f"{name} {listener.type}",
                        lambda e=element, m=message: e._handle_event(m),
                    )


def _name(element):
    props = element._props
    return props.get("aria-label") or props.get("label") or getattr(element, "text", "") or ""


def _values(element):
    """Other values of a control."""
    if isinstance(element, ui.select | ui.toggle | ui.radio):
        yield from [value for value in element.options if value != element.value][:TRIED]
    elif isinstance(element, ui.number):
        yield from (float(element.value or 0) + 1, 10.0**9, None)
    elif isinstance(element.value, bool):
        yield not element.value
    elif isinstance(element, ui.input | ui.textarea):
        yield "other"


@contextmanager
def tab(make, build):
    """A page, and the browser that watches its boards."""
    before, core.loop = core.loop, asyncio.get_running_loop()
    client = Client(ui.page(""), request=None)
    browser = Tab()
    try:
        channel = make()
        shown = Shown(client, channel)
        with client:
            build(channel, "0")
        channel.watchers.add(browser)
        channel.start(channel.on_message(browser, {"type": "hello"}))
        yield shown
        channel.watchers.discard(browser)
        channel.on_unwatched()
    finally:
        client.delete()
        core.loop = before
