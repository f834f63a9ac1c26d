"""The Python of a page: code beside the boards that prints what they show."""

from __future__ import annotations

import asyncio
import io
import keyword
import tokenize
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from asterion.errors import AsterionError
from asterion.lab.maps.script import Script
from asterion.lab.page.buttons import tool, word

_BETWEEN = 0.2  # seconds between two texts, while a person draws
_KEYS = "['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', ' ']"
_SCROLLS = f"(event) => {_KEYS}.includes(event.key) && event.stopPropagation()"


class PythonPanel:
    """A panel that is closed at first; while it is open, it follows the session.

    Made when the page has its handlers, to which it adds its own. ``write`` is called beside the
    event loop.
    """

    def __init__(self, channel: Any, write: Callable[[], Script]) -> None:
        self.channel, self.write = channel, write
        self.script = Script("")
        self._is_stale = self._is_writing = False
        panel = ui.element("aside").classes("lab-python")
        self.panel = panel.props('id=python aria-label="The Python of this page"')
        with self.panel:
            with ui.element("div").classes("lab-python-bar"):
                ui.label("Python").classes("title").props("role=heading aria-level=2")
                self.files = ui.row().classes("gap-1")
                copy = word("Copy", "Copy the code", None)
                copy.on("click", js_handler="() => window.asterionCopy()")
                tool("close", "Close the Python", self.toggle)
            self.code = ui.html("", tag="pre", sanitize=False)
            self.code.props('tabindex=0 role=group aria-label="Code"')
            self.code.on("keydown", js_handler=_SCROLLS)
        self.panel.set_visibility(False)
        self._add_to("on_setup")
        self._add_to("on_results")

    def _add_to(self, name: str) -> None:
        """Follow with a handler of the channel."""
        before = getattr(self.channel, name)

        def handle() -> None:
            before()
            if name == "on_setup" or not getattr(self.channel, "walking", False):
                self.follow()

        setattr(self.channel, name, handle)

    @property
    def is_open(self) -> bool:
        """Whether it is shown."""
        return bool(self.panel.visible)

    def toggle(self) -> None:
        """Open it, or close it."""
        self.panel.set_visibility(not self.is_open)
        self.follow()

    def follow(self) -> None:
        """Write the code again, soon, if it is shown."""
        if not self.is_open:
            return
        self._is_stale = True
        if not self._is_writing:
            self._is_writing = True
            self.channel.start(self._follow())

    async def _follow(self) -> None:
        try:
            while self._is_stale:
                self._is_stale = False
                self._show(await self.channel.run(self._written))
                await asyncio.sleep(_BETWEEN)
        finally:
            self._is_writing = False

    def _written(self) -> Script:
        try:
            return self.write()
        except AsterionError as error:
            return Script(f"# {error}\n")

    def _show(self, script: Script) -> None:
        before, self.script = self.script, script
        if script.text != before.text:
            self.code.set_content(f"<code>{highlighted(script.text)}</code>")
        if [*script.files] != [*before.files]:
            self.files.clear()
            with self.files:
                for name in script.files:
                    label = f"Save {name}, which the code reads"
                    word(f"Save {name}", label, partial(self._save, name))

    async def _save(self, name: str) -> None:
        if (content := self.script.files.get(name)) is not None:
            ui.download.content(await self.channel.run(content), name)


def python_button(panel: Callable[[], PythonPanel]) -> None:
    """A button that opens the panel, which may be made after it."""
    button = word("Python", "Python that prints what is shown (q)", lambda: panel().toggle())
    button.classes("lab-python-button").props("aria-controls=python")


def highlighted(text: str) -> str:
    """Return code as HTML, with its keywords, texts, numbers and comments marked."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    parts, at = [], 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = _kind(token)
        if not kind:
            continue
        (row, col), (last_row, last_col) = token.start, token.end
        begin, end = starts[row - 1] + col, starts[last_row - 1] + last_col
        parts.append(f'{escape(text[at:begin])}<b class="{kind}">{escape(text[begin:end])}</b>')
        at = end
    return "".join([*parts, escape(text[at:])])


def _kind(token: tokenize.TokenInfo) -> str:
    name = tokenize.tok_name[token.type]
    if name.startswith("FSTRING"):
        return "string"
    if name == "NAME":
        return "keyword" if keyword.iskeyword(token.string) else ""
    return name.lower() if name in ("STRING", "NUMBER", "COMMENT") else ""
