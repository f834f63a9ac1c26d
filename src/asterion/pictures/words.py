"""Numbers of things in captions and titles."""

from __future__ import annotations


def counted(number: float, thing: str, things: str = "") -> str:
    """A number and what it counts: ``1 move``, ``2 moves``; ``things`` where no s is added."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"
