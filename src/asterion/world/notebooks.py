"""How things show themselves in a notebook: ``asterion.pictures`` draws them when it has to."""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


def pictured(kind: type[T]) -> type[T]:
    """The same class, whose objects notebooks show as a picture or a table."""
    kind._repr_html_ = _picture  # type: ignore[attr-defined]
    return kind


def _picture(thing: Any) -> str | None:
    """HTML for a notebook; None if only the text can be shown.

    The module with the pictures is above all that can be drawn, and few programs need it: it is
    named, and imported with the first picture.
    """
    page: str | None = import_module("asterion.pictures.display").html(thing)
    return page
