"""Access to the lab: allowed names and origins of requests, and headers of the answers.

The lab has no passwords. Its protection is that browsers say which page a request comes from, and
under which name they looked for this machine. A page elsewhere that gives this machine a name of
its own, or that shows the lab in a frame, is rejected.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

from asterion.lab import limits

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "::1")
UPLOADS = "/lab/upload/"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
# NiceGUI builds its pages from inline scripts and templates that are compiled in the browser.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' ws://{host} wss://{host}; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def is_loopback(host: str) -> bool:
    """Whether only programs on this machine can reach a server that listens there."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Names:
    """The names by which a lab may be requested, for the address that it listens on."""

    def __init__(self, host: str) -> None:
        self._is_local = is_loopback(host)
        self._names = {*LOOPBACK_NAMES, host.lower()}
        if not self._is_local:
            here = socket.gethostname().lower()
            self._names |= {here, f"{here}.local", socket.getfqdn().lower()}

    def matches(self, asked: str) -> bool:
        """Whether this ``Host`` of a request is one of them.

        Where other machines may come, every numeric address is accepted: a page elsewhere can give
        this machine a name, but not an address.
        """
        try:
            name = (urlsplit(f"//{asked}").hostname or "").rstrip(".")
        except ValueError:
            return False
        return name in self._names or (not self._is_local and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Middleware that rejects requests of other names and origins, and oversized ones."""

    def __init__(self, app: Any, names: Names) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or one socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is None and scope["type"] == "websocket":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "not from this lab"})
        else:
            answer = self.app if refusal is None else PlainTextResponse(refusal[1], refusal[0])
            host = headers.get("host", "")
            await answer(scope, _limited(scope, receive), _with_headers(send, host))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self.names.matches(host):
            return 400, f"the lab is not known as {host[:80]!r}"
        if origin is None and scope["type"] == "websocket":
            return 403, "a socket without an origin"  # all browsers name one
        if origin is not None and urlsplit(origin).netloc != host:
            return 403, f"not from this lab, but from {origin[:80]!r}"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 15 or int(length) > _most_bytes(scope):
            return 413, f"a request of {length[:20]} bytes; {_most_bytes(scope)} are taken here"
        return None


def _most_bytes(scope: Scope) -> int:
    return limits.MAP_FILE_BYTES if scope["path"].startswith(UPLOADS) else limits.REQUEST_BYTES


def _limited(scope: Scope, receive: Receive) -> Receive:
    """Pass on a request's data, and report that the sender has gone once it is too much."""
    left = _most_bytes(scope)

    async def limited() -> MutableMapping[str, Any]:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        return message if left >= 0 else {"type": "http.disconnect"}

    return limited


def _with_headers(send: Send, host: str) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers["Content-Security-Policy"] = POLICY.format(host=host)
            if message["status"] >= 400:  # the rest of a rejected request is not read
                headers["Connection"] = "close"
        await send(message)

    return sending
