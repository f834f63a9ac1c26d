"""Display in notebooks: ``asterion.pictures`` draws an object when it is first shown."""

from __future__ import annotations

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
