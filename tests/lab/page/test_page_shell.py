"""Pages need little memory before a tab connects, and leave nothing behind."""

import asyncio
import gc
import weakref

import pytest
from nicegui import Client, core, ui
from starlette.requests import Request

from asterion.lab.page import page_shell
from asterion.lab.server.session_store import SessionStore
from support import lab_page, loops


@pytest.mark.parametrize("page", lab_page.PAGES)
def test_a_session_is_freed_with_the_page_of_its_tab(page):
    """NiceGUI and FastAPI, which keep what has an address, hold nothing of it."""

    async def main():
        with lab_page.tab(*lab_page.PAGES[page]) as shown:
            await shown.rest()
            session = weakref.ref(shown.channel)
            shown.channel.close()
        del shown
        for _turn in range(50):  # until all begun work has ended
            await asyncio.sleep(0.01)
            gc.collect()
            if session() is None:
                return
        pytest.fail(f"{session()} is held by {gc.get_referrers(session())}")

    loops.run(main())


ASKED = Request({"type": "http", "path": "/playground", "query_string": b"", "headers": []})


class Session:
    def close(self):
        pass


class Visits:
    """Visits of a page, whose tabs connect when they are told to."""

    def __init__(self, monkeypatch):
        shows = []
        self.store = SessionStore(Session)
        with monkeypatch.context() as patch:
            patch.setattr(page_shell.ui, "page", lambda _address: shows.append)
            page_shell.add_page("/playground", self.store, lambda _channel, _session: None)
        (self._show,) = shows

    def begin(self):
        """A client, the event of its connection, and the page that is being built."""
        client, connection = Client(ui.page(""), request=ASKED), asyncio.Event()

        async def connected(_seconds):
            await connection.wait()

        async def show():
            with client:
                await self._show()

        client.connected = connected
        return client, connection, asyncio.create_task(show())


@pytest.fixture
def visits(monkeypatch):
    return Visits(monkeypatch)


def run(monkeypatch, talk):
    async def main():
        monkeypatch.setattr(core, "loop", asyncio.get_running_loop())
        await talk()

    loops.run(main())


def test_a_page_has_a_session_from_when_its_tab_connects_until_it_is_gone(monkeypatch, visits):
    async def talk():
        client, connection, page = visits.begin()
        await asyncio.sleep(0)
        assert len(visits.store) == 0  # it is only asked for
        connection.set()
        await page
        assert len(visits.store) == 1
        client.delete()
        assert len(visits.store) == 0

    run(monkeypatch, talk)
