"""Python that reproduces what a page shows, and the files that it reads.

``python.py`` of each page writes it, for people who have the library and not the lab.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

WIDTH = 79  # characters of a line
_MODULES = "json", "zlib"
_NO_FILES: Mapping[str, Callable[[], bytes]] = MappingProxyType({})


@dataclass(frozen=True)
class Script:
    """The text, and what the files that it opens contain."""

    text: str
    files: Mapping[str, Callable[[], bytes]] = field(default_factory=lambda: _NO_FILES)


def script_of(
    lines: Iterable[str],
    files: Mapping[str, Callable[[], bytes]] = _NO_FILES,
    *,
    imports: Iterable[str] = (),
) -> Script:
    """Return these lines as a script, with the imports that it needs besides these."""
    body = "\n".join(lines)
    standard = [f"import {name}" for name in _MODULES if f"{name}." in body]
    standard += ["from collections import Counter"] if "Counter(" in body else []
    standard += ["from pathlib import Path"] if "Path(" in body else []
    others = ["import numpy as np"] if "np." in body else []
    own = ["import asterion as at"] if "at." in body else []
    groups = (standard, others, [*own, *imports])
    head = "\n\n".join("\n".join(group) for group in groups if group)
    return Script(f"{head}\n\n{body}\n", files)


def plain(value: Any) -> str:
    """Write a value as people do: 4 for 4.0; tuples, lists and dictionaries of such too."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, tuple):
        inner = ", ".join(map(plain, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, list):
        return f"[{', '.join(map(plain, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(_pairs(value))}}}"
    return quoted(value) if isinstance(value, str) else repr(value)


def quoted(text: str) -> str:
    """Write a text, in double quotes where that needs no more backslashes."""
    written = repr(text)
    return written if '"' in text or "\\" in written else f'"{written[1:-1]}"'


def listed(before: str, values: Any, after: str = "") -> list[str]:
    """Return the lines of a list, tuple or dictionary between two texts, broken where needed."""
    brackets = "{}" if isinstance(values, Mapping) else "()" if isinstance(values, tuple) else "[]"
    left, right = brackets[0], brackets[1]
    items = _pairs(values) if isinstance(values, Mapping) else [plain(each) for each in values]
    if len(before) + len(plain(values)) + len(after) <= WIDTH:
        return [f"{before}{plain(values)}{after}"]
    return broken(f"{before}{left}", items, f"{right}{after}")


def broken(before: str, items: Iterable[str], after: str) -> list[str]:
    """Return items between two texts, in one line if it is not too long."""
    told = [*items]
    line = f"{before}{', '.join(told)}{after}"
    if len(line) <= WIDTH:
        return [line]
    indent = " " * (len(before) - len(before.lstrip()) + 3)
    lines, row = [before], indent
    for each in told:
        if len(row) + len(each) + 2 > WIDTH and row.strip():
            lines.append(row)
            row = indent
        row += f" {each},"
    if len(lines) == 1 and len(told) > 1:
        row = row.removesuffix(",")
    return [*lines, row, f"{indent[3:]}{after}"]


def arguments(options: Mapping[str, Any]) -> str:
    """Write options as the last arguments of a call."""
    return "".join(f", {name}={plain(value)}" for name, value in options.items())


def _pairs(values: Mapping[Any, Any]) -> list[str]:
    return [f"{plain(name)}: {plain(value)}" for name, value in values.items()]
