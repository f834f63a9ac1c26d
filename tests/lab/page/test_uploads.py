"""Files from the browser: large ones are rejected, whatever size the browser claims."""

from contextlib import contextmanager

import pytest
from fastapi import FastAPI
from nicegui import Client, ui

from asterion.lab.page.uploads import Upload, receive
from asterion.lab.server.access import UPLOADS
from support.asgi import asked

MOST = 10


@pytest.fixture
def app():
    server = FastAPI()
    server.post(f"{UPLOADS}{{key}}")(receive)
    return server


@contextmanager
def upload_of_a_page():
    """An upload, and its received files."""
    files = []

    async def load(received):
        files.extend(received.items())

    client = Client(ui.page(""), request=None)
    with client:
        upload = Upload(endings=".txt", most=MOST, load=load)
    yield upload, files
    client.delete()


@pytest.mark.parametrize(
    ("asked_name", "name"),
    [
        ("map.txt", "map.txt"),
        ("../../etc/map.txt", "map.txt"),
        ("C:%5Cmaps%5Cmap.txt", "map.txt"),
        ("", "file"),
        ("n" * 300, "n" * 200),
    ],
)
def test_a_file_is_handed_over_by_its_own_name(app, asked_name, name):
    with upload_of_a_page() as (upload, files):
        address = f"{UPLOADS}{upload.key}?name={asked_name}&size=10"
        assert asked(app, address, {}, [b"01234", b"56789"]).status == 200
    assert files == [(name, b"0123456789")]


def test_files_that_belong_together_come_together(app):
    with upload_of_a_page() as (upload, files):
        names = "name=level.tmx&size=4&name=art%2Ftiles.tsx&size=0&name=more.tsx&size=6"
        assert asked(app, f"{UPLOADS}{upload.key}?{names}", {}, [b"01234", b"56789"]).status == 200
    assert files == [("level.tmx", b"0123"), ("tiles.tsx", b""), ("more.tsx", b"456789")]


@pytest.mark.parametrize(
    "about",
    ["", "name=a", "size=10", "name=a&size=9", "name=a&size=-1&name=b&size=11", "name=a&size=x"],
)
def test_files_whose_names_and_sizes_do_not_fit_are_refused(app, about):
    with upload_of_a_page() as (upload, files):
        answer = asked(app, f"{UPLOADS}{upload.key}?{about}", {}, [b"0123456789"])
    assert (answer.status, answer.text) == (400, "names and sizes do not fit the files")
    assert files == []


def test_a_file_is_refused_as_soon_as_it_is_larger_than_the_limit(app):
    with upload_of_a_page() as (upload, files):
        answer = asked(app, f"{UPLOADS}{upload.key}", {}, [b"0" * MOST, b"1", b"2"])
    assert (answer.status, answer.text) == (413, f"more than {MOST} bytes")
    assert files == []


def test_a_page_that_is_gone_takes_no_file(app):
    with upload_of_a_page() as (upload, files):
        key = upload.key
        assert asked(app, f"{UPLOADS}other", {}, [b"0"]).status == 404
    del upload
    assert asked(app, f"{UPLOADS}{key}", {}, [b"0"]).status == 404
    assert files == []
