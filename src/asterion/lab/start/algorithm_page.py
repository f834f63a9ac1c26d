"""A page on each algorithm: what it does, its guarantee, its code, and scenes to watch it in."""

from __future__ import annotations

from html import escape
from typing import Literal

from asterion.lab.characters.scenes import SCENES as CHARACTERS
from asterion.lab.maps.scenes import Scene
from asterion.lab.open_ground.scenes import SCENES as OPEN_GROUND
from asterion.lab.page.algorithm_controls import option_named
from asterion.lab.page.header import ALGORITHMS as INDEX_ADDRESS
from asterion.lab.playground.scenes import SCENES as PLAYGROUND
from asterion.lab.searches.about import guarantee_of, has_page, lines_of
from asterion.lab.start.plain_page import plain_page
from asterion.lab.start.textbook_code import ALONE, Module, in_colours, module, module_for
from asterion.lab.terrain.scenes import SCENES as TERRAIN
from asterion.search.registry import STRAIGHT, TEXTBOOK, AlgorithmInfo, Kind, algorithms


def algorithm_html(info: AlgorithmInfo, theme: str) -> str:
    """Return the page of an algorithm."""
    lines = "".join(_line(line) for _, line in lines_of(info))
    options = "".join(
        f"<dt>{escape(name.replace('_', ' '))}</dt><dd>{escape(option_named(name).help)}</dd>"
        for name in info.options
    )
    about = (
        f'<h2>In short</h2><pre tabindex="0" aria-label="Pseudocode">{lines}</pre>'
        f"<h2>Guarantee</h2><p>{escape(guarantee_of(info))}</p>"
        f"<h2>Use it</h2>{_copied(escape(_call(info)), 'The call')}"
        + (f"<h2>Options</h2><dl>{options}</dl>" if options else "")
        + f"<h2>Paper</h2><p>{escape(info.paper)}</p>"
        + _watch(_scenes_with(info))
    )
    return _page(info.title, info.summary, about, module_for(info), theme)


def module_html(module: Module, theme: str) -> str:
    """Return the page of an algorithm that is in the textbook alone."""
    call = f"from asterion.textbook.{module.name} import {module.name}"
    scenes = CHARACTERS if module.name == "goap" else ()
    watch = _watch([(f"/characters#scene={scene.key}", scene) for scene in scenes])
    about = f"<h2>Use it</h2>{_copied(escape(call), 'The import')}{watch}"
    return _page(module.title, module.summary, about, module, theme)


def index_html(theme: str) -> str:
    """Return the list of all algorithms that have a page."""
    parts = [
        (title, text, [_entry(info) for info in algorithms(kind) if has_page(info)])
        for title, text, kind in _PARTS
    ]
    alone: list[Entry] = [
        (f"{INDEX_ADDRESS}/{TEXTBOOK}{each.name}", each.title, each.summary, ("Python",))
        for each in map(module, ALONE)
    ]
    parts.append(("To read", "More in asterion.textbook, in plain Python.", alone))
    lists = "".join(
        f"<h2>{escape(title)}</h2><p>{escape(text)}</p>"
        f'<ul class="algorithm-list">{"".join(map(_item, entries))}</ul>'
        for title, text, entries in parts
    )
    contents = (
        '<main class="start algorithms" id="contents" tabindex="-1"><h1>Algorithms</h1>'
        "<p>Each has a page with pseudocode, its guarantee, its paper and scenes to watch it in. "
        "<b>Python</b>: its code in plain Python is there to read. <b>Optimal</b>: it finds a "
        f"cheapest path with default options.</p>{lists}</main>"
    )
    return plain_page("Algorithms - Asterion lab", contents, theme, here=INDEX_ADDRESS)


Entry = tuple[str, str, str, tuple[str, ...]]  # address, title, summary, remarks
_PARTS: tuple[tuple[str, str, Kind | Literal["any-angle"]], ...] = (
    ("Searches", "From a start to a goal, on a grid or a graph.", "search"),
    ("Straight lines", "Across a grid in any direction, not only from cell to cell.", "any-angle"),
    ("Navigators", "They keep a path while the world changes or becomes known.", "navigator"),
    ("Explorers", "They choose where to look next.", "explorer"),
)


def _entry(info: AlgorithmInfo) -> Entry:
    remarks = (("Optimal", info.optimal), ("Python", module_for(info) is not None))
    address = f"{INDEX_ADDRESS}/{info.kind}/{info.name}"
    return address, info.title, info.summary, tuple(name for name, holds in remarks if holds)


def _item(entry: Entry) -> str:
    address, title, summary, remarks = entry
    notes = "".join(f"<b>{name}</b>" for name in remarks)
    return (
        f'<li><a href="{address}"><strong>{escape(title)}</strong>'
        f"<span>{escape(summary)}</span><span>{notes}</span></a></li>"
    )


def _page(title: str, summary: str, about: str, code: Module | None, theme: str) -> str:
    """A page with what is said about an algorithm, and its code beside it."""
    python = (
        f'<section class="algorithm-code"><h2>In Python</h2>'
        f"{_copied(in_colours(code.code), f'The code of {code.title}')}</section>"
        if code
        else ""
    )
    contents = (
        f'<main class="start algorithm" id="contents" tabindex="-1">'
        f'<p class="algorithm-up"><a href="{INDEX_ADDRESS}">All algorithms</a></p>'
        f"<h1>{escape(title)}</h1><p>{escape(summary)}</p>"
        f'<div class="algorithm-parts"><section>{about}</section>{python}</div></main>'
    )
    return plain_page(f"{title} - Asterion lab", contents, theme, script="copy.js")


def _copied(html: str, name: str) -> str:
    """Code with a button that copies it; ``name`` is for people who cannot see it."""
    return (
        f'<div class="code"><button type="button" data-do="copy">Copy</button>'
        f'<pre tabindex="0" aria-label="{escape(name)}">{html}</pre></div>'
    )


def _line(text: str) -> str:
    """A line of pseudocode, which is wrapped at its own indentation."""
    plain = text.lstrip()
    return f'<span style="--indent: {len(text) - len(plain)}">{escape(plain)}</span>'


def _watch(scenes: list[tuple[str, Scene]]) -> str:
    """Scenes with their addresses, under a heading."""
    items = "".join(
        f'<li><a href="{address}">{escape(scene.name)}</a>: {escape(scene.plain_text)}</li>'
        for address, scene in scenes
    )
    return f"<h2>Watch it</h2><ul>{items}</ul>" if items else ""


def _call(info: AlgorithmInfo) -> str:
    function = {"search": "find_path", "navigator": "Navigator", "explorer": "Explorer"}[info.kind]
    needed = "".join(f", {option}={option}" for option in info.needs)
    return f'at.{function}(grid, start, goal, algorithm="{info.name}"{needed})'


def _scenes_with(info: AlgorithmInfo) -> list[tuple[str, Scene]]:
    """The scenes in which it can be watched, with their addresses; explorers are in none yet."""
    if info.name in STRAIGHT:
        return [(f"/open-ground#scene={scene.key}", scene) for scene in OPEN_GROUND]
    page, scenes, part = (
        ("playground", PLAYGROUND, "runs")
        if info.kind == "search"
        else ("terrain", TERRAIN, "agents")
    )
    return [
        (f"/{page}#scene={scene.key}", scene)
        for scene in scenes
        if info.name in {each.algorithm for each in getattr(scene.make(), part)}
    ]
