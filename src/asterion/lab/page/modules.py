"""JavaScript modules and what they import."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

IMPORT = re.compile(r'(?<=from |port )"(\.[^"]+)"(?=;$)', re.MULTILINE)  # by a relative path


@cache
def modules_of(entry: Path) -> tuple[Path, ...]:
    """Return a module and all that it imports, each after its own imports."""
    found: dict[Path, None] = {}

    def add(file: Path, above: tuple[Path, ...]) -> None:
        for path in IMPORT.findall(file.read_text(encoding="utf-8")):
            imported = (file.parent / path).resolve()
            if imported not in found and imported not in above:
                add(imported, (*above, imported))
        found[file] = None

    add(entry.resolve(), (entry.resolve(),))
    return tuple(found)
