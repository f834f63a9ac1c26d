"""Calls and values as readable text, close to Python."""

from __future__ import annotations

from typing import Any

import asterion as at
from fuzz.values import Planted


def call_text(function: Any, args: tuple[Any, ...], options: dict[str, Any]) -> str:
    """A call, close to how it would be typed."""
    words = [text_of(value) for value in args]
    words += [f"{name}={text_of(value)}" for name, value in options.items()]
    return f"{getattr(function, '__qualname__', function)}({', '.join(words)})"


def text_of(value: Any) -> str:
    """A value as text, even if its repr raises."""
    try:
        if isinstance(value, at.View):
            return f"{value!r} with {text_of(value.grid)}, total {value.total.tolist()}"
        text = repr(value)
        if isinstance(value, at.Grid):
            text = f"Grid({value.cost.tolist()}, {value.diagonal!r}, {value.diagonal_cost})"
            text += "".join(f" + {k!r}: {v.tolist()}" for k, v in value.layers.items())
    except (Exception, Planted):  # noqa: BLE001 - any error counts here
        text = object.__repr__(value)
    return text if len(text) < 900 else f"{text[:400]}... ({len(text)} characters)"
