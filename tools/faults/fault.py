"""A fault: what to write instead of a part of a module."""

from __future__ import annotations

import difflib
from typing import NamedTuple


class Fault(NamedTuple):
    """Bytes ``begin`` to ``end`` of a module become ``new``."""

    path: str  # from the root of the tree
    line: int
    kind: str
    begin: int
    end: int
    new: str

    def planted(self, source: bytes) -> bytes:
        """The module with the fault in it."""
        return source[: self.begin] + self.new.encode() + source[self.end :]

    def diff(self, source: bytes) -> str:
        """What changes, with a line around it."""
        old, new = (text.decode().splitlines() for text in (source, self.planted(source)))
        return "\n".join(list(difflib.unified_diff(old, new, n=1, lineterm=""))[2:])

    @property
    def room(self) -> str:
        """The package or module of ``src/asterion`` that it is in."""
        return self.path.split("/")[2].removesuffix(".py")

    @property
    def name(self) -> str:
        """Where it is, and which of those at this line."""
        return f"{self.path}:{self.line}: {self.kind}"
