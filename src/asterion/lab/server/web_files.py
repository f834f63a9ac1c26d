"""Addresses of scripts and styles, which change with the contents of the files.

So a browser caches them without asking each time whether they have changed, which takes a large
part of a page's load.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles

FILES = Path(__file__).parents[1]
ENDINGS = (".js", ".css")


def _stamp() -> str:
    digest = sha256()
    for file in sorted(file for file in FILES.rglob("*") if file.suffix in ENDINGS):
        digest.update(file.relative_to(FILES).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


ANY = "/lab/web"  # the files as they are now, checked each time
WEB = f"{ANY}/{_stamp()}"  # the files as they were when the lab started, kept


class BrowserFiles(StaticFiles):
    """The scripts and styles beside the pages' Python, and nothing else of the package."""

    def __init__(self, *, kept: bool) -> None:
        super().__init__(directory=FILES)
        self._keeping = "public, max-age=31536000, immutable" if kept else "no-cache"

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the place of a file; none if it is not for browsers."""
        if not path.endswith(ENDINGS):
            return "", None
        return super().lookup_path(path)

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        """Return the file, and how long a browser may keep it."""
        response = super().file_response(*arguments, **options)
        response.headers["Cache-Control"] = self._keeping
        return response
