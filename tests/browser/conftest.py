"""A lab and a browser for the tests: one of each per worker.

A tab is emptied after a test and used again: a new one takes three times as long to load a page.
"""

import asyncio
import shutil
from contextlib import suppress
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from support.boards import DRAWN, Boards
from support.browser_lab import Lab

HERE = Path(__file__).parent
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # so that tabs share what was compiled
]
expect.set_options(timeout=20_000)

# The boards show all there is, and stand where they belong among the controls.
READY = "window.asterionBoards?.ready() && !document.querySelector('.early')"


@pytest.fixture(scope="session")
def lab():
    server = Lab()
    yield server
    server.stop()


class HiddenLoop:
    """Hide the event loop that Playwright keeps on this thread from other tests.

    They may run after browser tests in the same process, and examples of the docs call
    asyncio.run, as their readers will. Tests of the lab use ``support.loops`` instead.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        loop = asyncio._get_running_loop()
        if loop is None or item.get_closest_marker("browser"):
            return (yield)
        asyncio._set_running_loop(None)
        try:
            return (yield)
        finally:
            asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def chromium(pytestconfig):
    pytestconfig.pluginmanager.register(HiddenLoop())
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert path, "Chromium is missing: sh tools/browser.sh"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


# Each test that needed it is in the summary, as a fault until its cause is found.
BUSY = "a browser, a lab and other tests share the cores"


@pytest.hookimpl(tryfirst=True)  # before the reasons are read
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)
            if not item.get_closest_marker("timing"):
                item.add_marker(pytest.mark.timing(BUSY))


EMPTY = """() => {
  const forget = () => (localStorage.clear(), sessionStorage.clear());
  forget();
  window.addEventListener("pagehide", forget); // after what the page stores as it goes
}"""
EMPTY_PAGE = "/lab/web/board/kinds.js"  # a short text
VIEWPORT = {"width": 1400, "height": 950}


def show(page, viewport, color_scheme, reduced_motion):
    """Put a page in front of all others, in a window of this size."""
    page.set_viewport_size(viewport)
    page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
    page.bring_to_front()


class Profile:
    """A profile of the browser: tabs that tests share, and a cache of what was loaded and compiled.

    The window and the wishes of a person are set for each tab: another profile has nothing in its
    cache. A tab that is not used shows a file of the lab, because the browser ends the process of
    an address that no tab shows.
    """

    def __init__(self, chromium, options):
        self.context = chromium.new_context(**options)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self._empty = []

    def tab(self, viewport, color_scheme, reduced_motion):
        """An empty tab, in front of all others."""
        page = self._empty.pop() if self._empty else self.context.new_page()
        show(page, viewport, color_scheme, reduced_motion)
        return page

    def give_back(self, page):
        """Empty a tab; forget its pages' storage in the browser, and the objects of a test."""
        if page.is_closed():
            return
        try:
            page.unroute_all(behavior="ignoreErrors")
            page.mouse.move(0, 0)
            with suppress(Error):  # a page that is not the lab's keeps nothing
                page.evaluate(EMPTY)
            self.context.clear_cookies()
            page.goto(urljoin(page.url, EMPTY_PAGE))
        except Error:
            page.close()
        else:
            self._empty.append(page)


class Tab:
    """A tab, and all errors in it."""

    def __init__(self, profile, address, page):
        self.profile = profile
        self.page = page
        self.address = address
        self.faults = []
        self.requests = []
        self._listeners = {
            "console": self._hear,
            "pageerror": lambda error: self.faults.append(str(error)),
            "request": lambda request: self.requests.append(request.url),
            "websocket": lambda line: self.requests.append(line.url),
        }
        for event, listener in self._listeners.items():
            self.page.on(event, listener)

    def _hear(self, message):
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def close(self):
        """Give it back; a test may do so itself, before its end."""
        if not self._listeners:
            return
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)
        self._listeners = {}
        self.profile.give_back(self.page)

    def outside(self):
        """Requests to other machines."""
        return [
            url
            for url in self.requests
            if urlsplit(url).scheme in ("http", "https", "ws", "wss")
            and urlsplit(url).hostname != "127.0.0.1"
        ]


@pytest.fixture(scope="session")
def profiles(chromium):
    """Profiles of the browser by their options, such as a screen to touch."""
    made = {}

    def profile_of(options, *, apart):
        key = apart, repr(sorted(options.items()))
        if key not in made:
            made[key] = Profile(chromium, options)
        return made[key]

    return profile_of


@pytest.fixture
def open_tab(lab, profiles):
    """Open tabs; at the end of the test none of them may have complained or looked outside."""
    tabs = []

    def opened(
        path="/playground",
        *,
        server=lab,
        wait=True,
        viewport=VIEWPORT,
        color_scheme="light",
        reduced_motion="reduce",
        apart=False,  # in a process of the browser that it does not share
        **options,
    ):
        profile = profiles(options, apart=apart)
        page = profile.tab(viewport, color_scheme, reduced_motion)
        tab = Tab(profile, server.address, page)
        tabs.append(tab)
        tab.page.goto(server.address + path)
        if wait:
            tab.page.wait_for_function(READY, timeout=30_000)
        return tab

    yield opened
    wrong = [(tab.outside(), list(tab.faults)) for tab in tabs]  # before servers of tests are gone
    for tab in tabs:
        tab.close()
    assert wrong == [([], [])] * len(tabs)


@pytest.fixture(scope="session")
def kept():
    """The tabs that tests look at, by their addresses."""
    return {}


def forget(kept):
    for tab in kept.values():
        tab.close()
    kept.clear()


@pytest.fixture
def look_at(request, lab, profiles, kept):
    """Show pages that a test only looks at: each is loaded once for all such tests.

    The window and the colours that a person prefers are set for each look. Whatever else is done to
    a page would be seen by the next test: that needs a tab of `open_tab`.
    """
    if getattr(request.node, "execution_count", 1) > 1:  # it failed, and is run again
        forget(kept)
    seen = []

    def look(path="/playground", *, wait=True, viewport=VIEWPORT, color_scheme="light"):
        tab = kept.get(path)
        if tab is None:
            profile = profiles({}, apart=False)
            tab = Tab(profile, lab.address, profile.tab(viewport, color_scheme, "reduce"))
            tab.page.goto(lab.address + path)
            kept[path] = tab
        seen.append(tab)
        show(tab.page, viewport, color_scheme, "reduce")
        if wait:
            tab.page.wait_for_function(READY, timeout=30_000)
        tab.page.evaluate(DRAWN)
        return tab

    yield look
    wrong = [(tab.outside(), list(tab.faults)) for tab in seen]
    if wrong != [([], [])] * len(seen):
        forget(kept)  # so that it is told once
        pytest.fail(str(wrong))


# Test files define their `tab`.


@pytest.fixture
def page(tab):
    return tab.page


@pytest.fixture
def boards(tab):
    return Boards(tab)
