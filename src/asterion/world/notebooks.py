"""Display of results: tables of text, and pictures in notebooks by ``asterion.pictures``."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


def pictured(kind: type[T]) -> type[T]:
    """Make notebooks show objects of this class as a picture or a table."""
    kind._repr_html_ = _picture  # type: ignore[attr-defined]
    return kind


def _picture(thing: Any) -> str | None:
    """HTML for a notebook; None if only the text can be shown.

    The drawing module imports every class that it draws, and few programs need it: it is imported
    by name with the first picture.
    """
    page: str | None = import_module("asterion.pictures.display").html(thing)
    return page


def text_table(rows: Sequence[Sequence[str]], *, left: int) -> str:
    """Lines of columns: the first ``left`` aligned to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [*zip(row, widths, strict=True)]
        words = [cell.ljust(width) for cell, width in cells[:left]]
        words += [cell.rjust(width) for cell, width in cells[left:]]
        lines.append("  ".join(words).rstrip())
    return "\n".join(lines)
