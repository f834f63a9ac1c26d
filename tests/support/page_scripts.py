"""What the controls of a page of the lab do, one by one, without a browser.

A page is built as for a tab. Then each of its controls is used once, on a page of its own: buttons
are pressed, each choice of a list is taken, numbers are raised and set out of bounds, switches
turned; then the same for controls that only some scene shows. Written down are the page, and for
each act what is said, what the set-up is, what is called in the browser, and what changes on the
page. ``python -m support.page_scripts`` in ``tests`` writes the lines anew after a change; read the
difference before it is kept.
"""

import asyncio
import difflib
import json
import re
import sys
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path

from nicegui import Client, background_tasks, core, ui
from nicegui.elements.mixins.value_element import ValueElement
from nicegui.javascript_request import JavaScriptRequest

from asterion.lab.graphs.channel import GraphsChannel
from asterion.lab.graphs.page import GraphsPage
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.maze.page import MazePage
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.playground.page import PlaygroundPage
from asterion.lab.shared.links import decoded_link
from asterion.lab.tactics.channel import TacticsChannel
from asterion.lab.tactics.page import TacticsPage
from asterion.lab.terrain.channel import TerrainChannel
from asterion.lab.terrain.page import TerrainPage
from asterion.lab.tictactoe.channel import TicTacToeChannel
from asterion.lab.tictactoe.page import TicTacToePage
from support import loops
from support.watchers import Browser
from support.written import first, said

HERE = Path(__file__).parents[1] / "lab" / "pages"
PAGES = {
    "graphs": (GraphsChannel, GraphsPage),
    "maze": (MazeChannel, MazePage),
    "playground": (PlaygroundChannel, PlaygroundPage),
    "tactics": (lambda: TacticsChannel(0.001), TacticsPage),
    "terrain": (TerrainChannel, TerrainPage),
    "tictactoe": (lambda: TicTacToeChannel(0.001), TicTacToePage),
}
# What comes with an event; of others NiceGUI makes a change of a value.
ARGUMENTS = {"click": {}, "blur": {}, "keydown.enter": {}, "rejected": {}, "change": "3"}
ANSWER = 0  # of the boards, whatever they are asked
LONGEST = 300  # letters of what an element has, or says
OPENED = {"Menu", "Expansion"}  # named after what is in them
TRIED = 8  # choices of a list
VARYING = {"id", "ms", "seconds", "url", "address", "session", "web"}  # from run to run


def script(name):
    """The lines of a page."""
    scenes = import_module(f"asterion.lab.{name}.scenes").SCENES
    return loops.run(_script(*PAGES[name], scenes))


async def _script(make, build, scenes):
    lines = ["## the page"]
    with tab(make, build) as (shown, _):
        await shown.rest()
        lines += shown.tree()
        acts = [act for act, _ in shown.acts()]
        known = shown.controls()
    for number, act in enumerate(acts):
        lines += [f"## {number} {act}", *await _done(make, build, act)]
    for scene in scenes:
        begin = partial(_with_scene, make, scene)
        with tab(begin, build) as (shown, _):
            await shown.rest()
            new = {
                act: control
                for act, control in shown.controls().items()
                if control not in known.values()
            }
        known |= new
        for act in new:
            lines += [f"## {scene.key}: {act}", *await _done(begin, build, act)]
    return lines


def _with_scene(make, scene):
    channel = make()
    channel.show_scene(scene)
    return channel


async def _done(make, build, act):
    """What comes of an act on a page of its own."""
    with tab(make, build) as (shown, browser):
        await shown.rest()
        before = shown.tree()
        shown.said.clear()
        links = len(browser.links)
        dict(shown.acts())[act]()
        await shown.rest()
        changes = difflib.unified_diff(before, shown.tree(), lineterm="", n=0)
        return [
            *shown.said,
            *first(f"link {link}" for link in browser.links[links:][-1:]),
            *first(line for line in changes if re.match(r"[+][^+]", line)),
        ]


class Tab(Browser):
    """Keeps the links that it is sent."""

    def forget(self, topic):
        """All that it is sent has come."""

    def __init__(self):
        super().__init__()
        self.links = []

    def send(self, topic, message, **_order):
        if topic == "link":
            link = json.loads(message)["link"]
            self.links.append(said(decoded_link(link), LONGEST) if link else link)


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
        self.said.append(f"{kind} {said(steady(data), LONGEST)}")

    async def rest(self):
        """Waits until all is done that was begun."""
        quiet = 0
        for _ in range(5000):
            await asyncio.sleep(0.002)
            begun = self.channel._tasks or background_tasks.running_tasks - self._always
            quiet = 0 if self.channel.is_busy or begun else quiet + 1
            if quiet == 3:
                return
        raise TimeoutError(f"{self.channel} does not come to rest")

    def tree(self):
        """The elements, a line each; what is in another stands further to the right."""
        return [*_lines_of(self.client.content, "")]

    def acts(self):
        """What can be done, by name, in the order of the page."""
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

    def controls(self):
        """The acts that a person sees how to do, each with the kind and name of its control."""
        elements = [*self.client.elements.values()]
        seen = {}
        for act, _ in self.acts():
            kind, number, *_ = act.split(" ")
            if kind not in OPENED and _is_shown(elements[int(number)]):
                seen[act] = f"{kind} {re.sub('[0-9]', '', _name(elements[int(number)]))}"
        return seen


def _is_shown(element):
    while element.visible and element.parent_slot:
        element = element.parent_slot.parent
    return element.visible


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


def _lines_of(element, indent):
    props = steady(dict(element._props))
    parts = [element.tag, *element._classes, said(dict(element._style)), said(props, LONGEST)]
    if not element.visible:
        parts.append("hidden")
    if element._text is not None:
        parts.append(repr(element._text))
    listened = sorted({listener.type for listener in element._event_listeners.values()})
    yield indent + " ".join([*parts, *listened])
    for slot in element.slots.values():
        for child in slot.children:
            yield from _lines_of(child, indent + "  ")


def steady(value):
    """Without what differs from run to run: names that are drawn, and times with their marks."""
    if isinstance(value, dict):
        return {key: steady(each) for key, each in value.items() if key not in VARYING}
    if isinstance(value, list | tuple):
        return [steady(each) for each in value if each not in ("ms", "seconds")]
    return value


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
        channel.on_message(browser, {"type": "hello", "n": 1})
        yield shown, browser
        channel.watchers.discard(browser)
        channel.on_unwatched()
    finally:
        client.delete()
        core.loop = before


def file_of(name):
    return HERE / f"{name}.txt"


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for each in sys.argv[1:] or PAGES:
        file_of(each).write_text("\n".join(script(each)) + "\n")
