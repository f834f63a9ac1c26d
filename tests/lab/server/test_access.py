"""Access to the lab: by the host name of a request, and by the origin of a page."""

import pytest

from asterion.lab import limits
from asterion.lab.server.access import UPLOADS, Guard, Names, is_loopback
from support.asgi import asked, connected

HERE = "127.0.0.1:8642"


async def echo(scope, receive, send):
    """Answer with the number of bytes it could read, or accept a socket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": 1000})
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


GUARDED = Guard(echo, Names("127.0.0.1"))


def ask(path="/", parts=(b"",), **headers):
    return asked(GUARDED, path, {"host": HERE, **headers}, parts)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_a_lab_of_this_machine_is_known_by_its_own_names_only(host):
    names = Names(host)
    own = f"[{host}]:8642" if ":" in host else f"{host}:8642"
    for name in (own, "localhost:8642", "127.0.0.1:9", "[::1]:8642", "LOCALHOST.", "localhost"):
        assert names.matches(name), name
    for name in ("evil.example", "127.0.0.1.evil.example", "192.168.0.9:8642", "", "[::1", "[x]"):
        assert not names.matches(name), name


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.9"])  # noqa: S104 - it is tested
def test_a_lab_for_others_has_addresses_but_no_foreign_name(host):
    names = Names(host)
    for name in ("192.168.0.9:8642", "127.0.0.1", "[fe80::1]:8642", "localhost"):
        assert names.matches(name), name
    assert not names.matches("evil.example:8642")


def test_loopback_addresses_are_told_from_others():
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.0.9", "my-machine")))  # noqa: S104


def test_requests_for_another_name_are_refused():
    assert ask().status == 200
    answer = ask(host="evil.example")
    assert (answer.status, answer.text) == (400, "the lab is not known as 'evil.example'")


@pytest.mark.parametrize("path", ["/", "/_nicegui_ws/socket.io/?EIO=4&transport=polling"])
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_requests_of_other_origins_are_refused(path, origin):
    answer = ask(path, origin=origin)
    assert answer.status == 403
    assert "access-control-allow-origin" not in answer.headers
    assert ask(path, origin=f"http://{HERE}").status == 200


@pytest.mark.parametrize("path", ["/lab/ws/playground/abc", "/_nicegui_ws/socket.io/"])
def test_sockets_of_other_origins_are_refused(path):
    for headers in ({}, {"origin": "http://evil.example"}, {"origin": "null"}):
        assert connected(GUARDED, path, {"host": HERE, **headers}) == (False, 1008)
    own = {"host": HERE, "origin": f"http://{HERE}"}
    assert connected(GUARDED, path, own) == (True, 1000)


def test_answers_may_not_be_framed_nor_load_from_elsewhere():
    for answer in (ask(), ask(host="evil.example")):
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
    policy = ask().headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'self'" in policy
    assert f"ws://{HERE}" in policy


def test_a_request_that_says_it_is_too_large_is_refused_unread():
    size = limits.REQUEST_BYTES + 1
    told = {"content-length": str(size)}
    answer = ask(**told)
    assert answer.status == 413
    assert answer.text == f"a request of {size} bytes; {limits.REQUEST_BYTES} are taken here"
    assert answer.headers["Connection"] == "close"  # the server reads no more of it
    assert "Connection" not in ask().headers
    assert ask(f"{UPLOADS}key", [b"x" * size], **told).text == str(size)
    told = {"content-length": str(size - 1)}
    assert ask("/", [b"x" * (size - 1)], **told).text == str(size - 1)


@pytest.mark.parametrize("length", ["-1", "x", "9" * 40])
def test_a_length_that_is_no_number_is_refused(length):
    assert ask(**{"content-length": length}).status == 413


def test_a_request_that_does_not_say_its_size_is_read_up_to_the_limit():
    part = b"x" * 2**16
    whole = [part] * (limits.REQUEST_BYTES // len(part))
    assert ask("/", whole).text == str(limits.REQUEST_BYTES)
    assert ask("/", [*whole, b"x"]) is None  # as if its sender had gone
