"""Files from the browser: one address for all pages, which reads no more than the limit.

NiceGUI's own upload is not used: it adds an address for each page, which keeps the page in memory
for ever, and reads files of any size.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import PurePosixPath
from secrets import token_urlsafe
from weakref import WeakValueDictionary

from fastapi import Request
from nicegui.element import Element
from starlette.responses import PlainTextResponse, Response

from asterion.lab.server.access import UPLOADS

Load = Callable[[str, bytes], Awaitable[None]]
_LONGEST_NAME = 200
_OPEN: WeakValueDictionary[str, Upload] = WeakValueDictionary()


class Upload(Element, component="upload.js"):
    """A hidden choice of a file of at most ``most`` bytes; ``load(name, data)`` gets it."""

    def __init__(self, *, endings: str, most: int, load: Load) -> None:
        super().__init__()
        self.most = most
        self.load = load
        self.key = token_urlsafe(16)
        self._props.update(address=f"{UPLOADS}{self.key}", endings=endings, most=most)
        _OPEN[self.key] = self

    def pick(self) -> None:
        """Ask the person for a file."""
        self.run_method("pick")


async def receive(request: Request, key: str) -> Response:
    """Handle a file for the upload with this key."""
    upload = _OPEN.get(key)
    if upload is None:
        return PlainTextResponse("there is no such page any more", 404)
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > upload.most:
            return PlainTextResponse(f"more than {upload.most} bytes", 413)
    name = PurePosixPath(request.query_params.get("name", "").replace("\\", "/")).name
    with upload:
        await upload.load(name[-_LONGEST_NAME:] or "file", bytes(data))
    return PlainTextResponse("taken")
