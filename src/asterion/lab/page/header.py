"""The header of every page: the name of the lab, a tab for each page, the theme and the keys.

It is plain HTML that is there before any script: header.js brings its buttons to life.
"""

from __future__ import annotations

from html import escape

from asterion.lab.server.web_files import WEB

PAGES = {
    "/playground": "Playground",
    "/terrain": "Terrain",
    "/crowds": "Crowds",
    "/open-ground": "Open ground",
    "/graphs": "Graphs",
    "/characters": "Characters",
    "/maze": "Maze arena",
    "/tactics": "Tactics",
    "/tictactoe": "Tic-tac-toe",
}
ALGORITHMS = "/algorithms"  # the list of all; it is no page with boards
TITLES = {**PAGES, "/terrain": "Unknown and changing terrain"}
THEME_COOKIE = "asterion-theme"
THEMES = {"dark": True, "light": False}  # by the cookie; without it, the system's theme
# A star of five paths, one of which is found.
LOGO = (
    '<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">'
    '<path d="M16 16 4 12M16 16 9 28M16 16l7 12M16 16l12-4" fill="none" stroke="currentColor" '
    'stroke-width="2.4" stroke-linecap="round" opacity=".55"/>'
    '<path d="M16 16V4" stroke="var(--gold)" stroke-width="3.4" stroke-linecap="round"/>'
    '<g fill="currentColor"><circle cx="4" cy="12" r="2.6"/><circle cx="9" cy="28" r="2.6"/>'
    '<circle cx="23" cy="28" r="2.6"/><circle cx="28" cy="12" r="2.6"/></g>'
    '<circle cx="16" cy="16" r="4" fill="var(--accent)"/>'
    '<circle cx="16" cy="4" r="3.4" fill="var(--gold)"/></svg>'
)


# A tab in lecture mode begins in it, before anything is drawn; board/lecture.js has the rest.
_BOARDS_ONLY = (
    '<script>sessionStorage.getItem("asterion-lecture") && '
    'document.documentElement.classList.add("lecture")</script>'
    '<button type="button" data-do="lecture" aria-label="Lecture mode">'
    '<i class="material-icons" aria-hidden="true">slideshow</i></button>'
    '<button type="button" data-do="keys" title="Keyboard (?)" aria-label="Keyboard">'
    '<i class="material-icons" aria-hidden="true">keyboard</i></button>'
)


def address_of(page: str) -> str:
    """Return the address of a page by the name of its package."""
    return f"/{page.replace('_', '-')}"


def package_of(address: str) -> str:
    """Return the name of the package of the page at an address."""
    return address.strip("/").replace("-", "_")


def header_html(here: str, *, contents: str = "boards") -> str:
    """Return the header of the page at an address; ``contents`` is the target of the skip link.

    Where there are no boards there are no keys for them, and no lecture mode.
    """
    tabs = "".join(
        f'<a href="{address}"{" aria-current=page" if address == here else ""}>{escape(name)}</a>'
        for address, name in PAGES.items()
    )
    return (
        f'<a class="skip-link" href="#{contents}">Skip to the {contents}</a>'
        '<header class="lab-header">'
        f'<a class="lab-name" href="/" title="Start">{LOGO}Asterion</a>'
        f'<nav class="lab-nav" aria-label="Pages">{tabs}</nav>'
        f'<details class="lab-menu"><summary>{escape(PAGES.get(here, "Pages"))}</summary>'
        f'<nav aria-label="Pages">{tabs}</nav></details>'
        '<span class="lab-space"></span>'
        f'<a class="lab-icon" href="{ALGORITHMS}" title="Algorithms" aria-label="Algorithms"'
        f"{' aria-current=page' if here == ALGORITHMS else ''}>"
        '<i class="material-icons" aria-hidden="true">menu_book</i></a>'
        '<button type="button" data-do="theme" title="Light or dark" aria-label="Light or dark">'
        '<i class="material-icons" aria-hidden="true">contrast</i></button>'
        f"{_BOARDS_ONLY if contents == 'boards' else ''}</header>"
        f'<script type="module" src="{WEB}/page/header.js"></script>'
    )
