"""Tiles in texts. Python has (row, column); the log and the lab have (x, y), column first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Self

from asterion.world.grid import Cell

Order = Literal["row, column", "x, y"]


def shown_tile(tile: Cell, order: Order) -> str:
    """A tile in parentheses, with its coordinates in this order.

    >>> from asterion.games.tactics.coordinates import shown_tile
    >>> shown_tile((2, 0), "row, column"), shown_tile((2, 0), "x, y")
    ('(2, 0)', '(0, 2)')
    """
    row, column = tile
    return f"({row}, {column})" if order == "row, column" else f"({column}, {row})"


class TileText(str):
    """A text with tiles in it, which can be shown in either order. As a string: (row, column).

    >>> from asterion.games.tactics.coordinates import TileText
    >>> text = TileText("aims at ", (2, 0))
    >>> str(text), text.shown("x, y")
    ('aims at (2, 0)', 'aims at (0, 2)')
    """

    __slots__ = ("parts",)
    parts: tuple[str | Cell, ...]

    def __new__(cls, *parts: str | Cell) -> Self:  # noqa: D102
        flat = [each for part in parts for each in getattr(part, "parts", (part,))]
        text = super().__new__(cls, _joined(flat, "row, column"))
        text.parts = tuple(flat)
        return text

    def shown(self, order: Order) -> str:
        """The text with its tiles in this order."""
        return _joined(self.parts, order)

    def __reduce__(self) -> tuple[Any, ...]:
        return TileText, self.parts


def shown_text(text: str, order: Order) -> str:
    """A text with its tiles in this order. One that does not know its tiles stays as it is."""
    return text.shown(order) if isinstance(text, TileText) else text


def joined(separator: str, texts: Iterable[str]) -> TileText:
    """``separator.join(texts)``, of which the tiles are known."""
    parts = [part for text in texts for part in (separator, text)]
    return TileText(*parts[1:])


def _joined(parts: Iterable[str | Cell], order: Order) -> str:
    return "".join(part if isinstance(part, str) else shown_tile(part, order) for part in parts)
