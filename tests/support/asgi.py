"""Requests and sockets for an ASGI application, without a server."""

from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from support import loops


class Answer(NamedTuple):
    status: int
    headers: Headers
    text: str


def _scope(kind, address, headers):
    parts = urlsplit(address)
    return {
        "type": kind,
        "method": "POST",
        "path": parts.path,
        "query_string": parts.query.encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }


def asked(app, address, headers, parts=(b"",)):
    """The answer to a request with a body of these parts; None without one."""
    coming = [
        {"type": "http.request", "body": part, "more_body": i < len(parts)}
        for i, part in enumerate(parts, 1)
    ]
    sent = []

    async def receive():
        return coming.pop(0) if coming else {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    loops.run(app(_scope("http", address, headers), receive, send))
    if not sent:
        return None
    body = b"".join(message.get("body", b"") for message in sent)
    return Answer(sent[0]["status"], Headers(raw=sent[0]["headers"]), body.decode())


def connected(app, address, headers):
    """Whether a socket is accepted, and the code with which it is closed."""
    sent = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    loops.run(app(_scope("websocket", address, headers), receive, send))
    kinds = [message["type"] for message in sent]
    return "websocket.accept" in kinds, sent[-1].get("code")
