"""A lab and a browser for the tests: one of each a worker, a fresh tab a test."""

import shutil
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from support.boards import Boards
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
]
expect.set_options(timeout=20_000)

# The boards show all there is, and stand where they belong among the controls.
READY = "window.asterionBoards?.ready() && !document.querySelector('.early')"


@pytest.fixture(scope="session")
def lab():
    server = Lab()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium():
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert path, "Chromium is missing: sh tools/browser.sh"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


class Tab:
    """A tab, and all that goes wrong in it."""

    def __init__(self, context, address):
        self.page = context.new_page()
        self.address = address
        self.faults = []
        self.requests = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda line: self.requests.append(line.url))

    def _hear(self, message):
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def close(self):
        """Closes it, and forgets what its pages kept in the browser."""
        if not self.page.is_closed():
            with suppress(Error):  # a page that is not the lab's keeps nothing
                self.page.evaluate("localStorage.clear()")
            self.page.context.clear_cookies()
            self.page.close()

    def outside(self):
        """Requests that went to another machine."""
        return [
            url
            for url in self.requests
            if urlsplit(url).scheme in ("http", "https", "ws", "wss")
            and urlsplit(url).hostname != "127.0.0.1"
        ]


@pytest.fixture(scope="session")
def contexts(chromium):
    """Profiles of the browser by their options, each with a cache that tests share."""
    made = {}

    def context_of(**options):
        wanted = {"viewport": {"width": 1400, "height": 950}, "reduced_motion": "reduce", **options}
        key = repr(sorted(wanted.items()))
        if key not in made:
            made[key] = chromium.new_context(**wanted)
            made[key].grant_permissions(["clipboard-read", "clipboard-write"])
        return made[key]

    return context_of


@pytest.fixture
def open_tab(lab, contexts):
    """Opens tabs; at the end of the test none of them may have complained or looked outside."""
    tabs = []

    def opened(path="/playground", *, server=lab, wait=True, **options):
        tab = Tab(contexts(**options), server.address)
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


# A file of tests says what its `tab` is.


@pytest.fixture
def page(tab):
    return tab.page


@pytest.fixture
def boards(tab):
    return Boards(tab)
