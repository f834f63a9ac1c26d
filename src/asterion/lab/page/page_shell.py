"""The parts of all pages: the header, the stage of the boards, drawers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from secrets import token_hex
from typing import Any

import nicegui
from nicegui import ui
from nicegui.element import Element

from asterion.lab import limits
from asterion.lab.maps.scenes import Scene, scenes_html
from asterion.lab.maps.story import story_html
from asterion.lab.page.header import THEME_COOKIE, THEMES, TITLES, header_html, package_of
from asterion.lab.page.modules import modules_of
from asterion.lab.page.uploads import Upload
from asterion.lab.server.session_store import SessionStore
from asterion.lab.server.web_files import FILES, WEB


class Stage(Element, component=FILES / "stage.js"):
    """The boards of a page: a canvas that the lab's socket feeds."""

    def __init__(self, kind: str, session: str) -> None:
        super().__init__()
        self._props["kind"] = kind
        self._props["session"] = session
        self._props["web"] = WEB

    def call(self, name: str, *values: object) -> None:
        """Call a method of the boards in the browser."""
        self.run_method("call", name, *values)

    async def ask(self, name: str) -> Any:
        """Return the result of a method of the boards in the browser."""
        return await self.run_method("call", name)


@contextmanager
def page_shell(here: str, session: str | None) -> Iterator[Element]:
    """The header and the style of a page; its contents go inside.

    The boards of a known session begin at once, beside NiceGUI.
    """
    ui.colors(primary="#0072B2")
    ui.add_head_html(f'<link rel="stylesheet" href="{WEB}/page/lab.css">')
    for component in filter(None, (Stage.component, Upload.component)):
        # The boards come when the browser has connected; their scripts may be loading by then.
        address = f"/_nicegui/{nicegui.__version__}/components/{component.key}"
        ui.add_head_html(f'<link rel="modulepreload" href="{address}">')
    kind = package_of(here)
    # A browser would find these one after another.
    for script in reversed(modules_of(FILES / kind / f"{kind}.js")):
        name = script.relative_to(FILES.resolve()).as_posix()
        ui.add_head_html(f'<link rel="modulepreload" href="{WEB}/{name}">')
    if (FILES / kind / f"{kind}.css").is_file():
        ui.add_head_html(f'<link rel="stylesheet" href="{WEB}/{kind}/{kind}.css">')
    ui.page_title(f"{TITLES[here]} - Asterion lab")
    request = ui.context.client.request
    ui.dark_mode(THEMES.get(request.cookies.get(THEME_COOKIE, "") if request else ""))
    ui.add_body_html(header_html(here))
    if session is not None:
        ui.add_body_html(
            f'<div id="early-stage" class="early" data-kind="{kind}" '
            f'data-session="{session}"></div>'
            f'<script type="module" async src="{WEB}/board/early_stage.js"></script>'
        )
    with ui.element("div").classes("lab-contents").props('id="boards" tabindex="-1"') as contents:
        ui.html(f"<h1>{TITLES[here]}</h1>", sanitize=False).classes("unseen")
        yield contents


def session_of(tab: object) -> str:
    """The session of a tab by the tab's own name, which NiceGUI keeps in it.

    A tab keeps its name when it loads a page again; a copied tab gets another.
    """
    return sha256(str(tab).encode(errors="backslashreplace")).hexdigest()[:32]


def add_page(
    address: str,
    store: SessionStore,
    build: Callable[[Any, str], object],
    *,
    resumes: bool = False,
) -> None:
    """Put a page at an address: ``build(channel, session)`` puts the controls of a tab into it.

    The session is made when the browser has connected: a page that is only requested costs little,
    and is soon forgotten. If the page ``resumes``, a tab that loads it again keeps its session as
    long as the store does; else each load has a session of its own.
    """

    @ui.page(address)
    async def show() -> None:
        client = ui.context.client
        session = None if resumes else token_hex(8)
        with page_shell(address, session) as contents:
            pass
        await client.connected(limits.PAGE_SECONDS)  # or else NiceGUI deletes it
        if client.is_deleted:
            return
        if session is None:
            session = token_hex(8) if client.tab_id is None else session_of(client.tab_id)
        with contents, ui.element("div").classes("lab-page"):
            channel = store.hold(session)
            client.on_delete(partial(store.release, session))
            build(channel, session)


@contextmanager
def drawer(name: str) -> Iterator[None]:
    """A part of the page below the boards that can be opened: tables, and the legend."""
    with ui.element("details").classes("lab-drawer"):
        with ui.element("summary"):
            ui.label(name)
        contents = ui.element("div").classes("lab-drawer-contents")
        with contents.props(f'tabindex=0 role=group aria-label="{name}"'):  # it scrolls
            yield


@contextmanager
def side(scenes: Iterable[Scene], *, has_story: bool = False) -> Iterator[None]:
    """The cards beside the boards; the first has links to the scenes of the page."""
    with ui.element("div").classes("lab-side"):
        with ui.card().classes("lab-card"):
            ui.html(scenes_html(scenes), sanitize=False)
            if has_story:
                ui.html(story_html(), sanitize=False)
        yield
