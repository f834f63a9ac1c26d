"""What Typer writes into the help of commands, and should not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer import core


@contextmanager
def without_needless_types() -> Iterator[None]:
    """In this block help has no ``<bool>`` beside flags, and no ``<path>`` beside arguments.

    Flags take no value, and the names of arguments say what they are. Versions of Typer that do
    not write them lack the method.
    """
    kept = [
        (each, vars(each).get("display_type_rich"))
        for each in (core.TyperArgument, core.TyperOption)
    ]
    typed = getattr(core.TyperOption, "display_type_rich", None)
    if typed is None:
        yield
        return

    def of_option(self: Any, ctx: Any) -> str | None:
        return None if getattr(self, "is_flag", False) else typed(self, ctx)

    core.TyperOption.display_type_rich = of_option  # type: ignore[method-assign]
    core.TyperArgument.display_type_rich = lambda *_, **__: None  # type: ignore[method-assign]
    try:
        yield
    finally:
        for each, own in kept:
            if own is None:
                del each.display_type_rich
            else:
                each.display_type_rich = own  # type: ignore[method-assign]
