"""The legend of a page: the meaning of the signs on its boards, each in its colour."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from nicegui import ui


class Sign(NamedTuple):
    """A sign and its meaning; the colour is a role of palette.js.

    It is listed only while all of ``when`` is on the boards: layers, and what a page's script calls
    ``isShown`` with.
    """

    text: str
    role: str = ""
    shape: str = "square"  # or "round", "ring", "line", "thin", "hatched", "framed", "diamond", ...
    when: str = ""


# On maps that have them.
LINK_SIGNS = (
    Sign("link, its head where it leads to, and what it costs", "link", "linked"),
    Sign("fence: no move across; with a head, none against it", "fence", "fenced"),
)


def legend(signs: Iterable[Sign]) -> ui.html:
    """Put the signs into the page."""
    items = "".join(f"<li{_when(sign)}>{_drawn(sign)}{escape(sign.text)}</li>" for sign in signs)
    return ui.html(f'<ul class="legend">{items}</ul>', sanitize=False)


def _when(sign: Sign) -> str:
    return f' data-when="{sign.when}"' if sign.when else ""


def _drawn(sign: Sign) -> str:
    if not sign.role:
        return ""
    return f'<i class="{sign.shape}" style="--sign: var(--board-{sign.role})"></i>'
