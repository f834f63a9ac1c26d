"""Files from the browser: one address for all pages, which reads no more than the limit.

NiceGUI's own upload is not used: it adds an address for each page, which keeps the page in memory
for ever, and reads files of any size.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import accumulate, pairwise
from pathlib import PurePosixPath
from secrets import token_urlsafe
from weakref import WeakValueDictionary

from fastapi import Request
from nicegui.element import Element
from starlette.responses import PlainTextResponse, Response

from asterion.lab.server.access import UPLOADS

Files = dict[str, bytes]  # what belongs together, by name
Load = Callable[[Files], Awaitable[None]]
_LONGEST_NAME = 200
_MOST_FILES = 100
_OPEN: WeakValueDictionary[str, Upload] = WeakValueDictionary()


class Upload(Element, component="upload.js"):
    """A hidden choice of files of at most ``most`` bytes together; ``load(files)`` gets them.

    Files with one of these endings that are dropped anywhere on the page come here too. With
    ``others``, the endings of files that those may need, there may be several.
    """

    def __init__(self, *, endings: str, most: int, load: Load, others: str = "") -> None:
        super().__init__()
        self.most = most
        self.load = load
        self.key = token_urlsafe(16)
        self._props.update(
            address=f"{UPLOADS}{self.key}", endings=endings, most=most, others=others
        )
        _OPEN[self.key] = self

    def pick(self) -> None:
        """Ask the person for files."""
        self.run_method("pick")


async def receive(request: Request, key: str) -> Response:
    """Handle files for the upload with this key: one after the other, with names and sizes."""
    upload = _OPEN.get(key)
    if upload is None:
        return PlainTextResponse("there is no such page any more", 404)
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > upload.most:
            return PlainTextResponse(f"more than {upload.most} bytes", 413)
    names, sizes = (request.query_params.getlist(each) for each in ("name", "size"))
    numbers = [int(size) for size in sizes if size.isdecimal() and len(size) < 16]
    fit = len(names) == len(sizes) == len(numbers) and sum(numbers) == len(data)
    if not fit or not 1 <= len(names) <= _MOST_FILES:
        return PlainTextResponse("names and sizes do not fit the files", 400)
    ends = pairwise(accumulate(numbers, initial=0))
    files = {
        _own_name(name): bytes(data[begin:end])
        for name, (begin, end) in zip(names, ends, strict=True)
    }
    with upload:
        await upload.load(files)
    return PlainTextResponse("taken")


def _own_name(name: str) -> str:
    """The name of a file without its folders."""
    return PurePosixPath(name.replace("\\", "/")).name[-_LONGEST_NAME:] or "file"
