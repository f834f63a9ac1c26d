"""A page on each algorithm: what it does, its guarantee, and scenes to watch it in."""

from __future__ import annotations

from html import escape

from asterion.lab.maps.scenes import Scene
from asterion.lab.page.algorithm_controls import option_named
from asterion.lab.playground.scenes import SCENES as PLAYGROUND
from asterion.lab.searches.about import guarantee_of, lines_of
from asterion.lab.start.plain_page import plain_page
from asterion.lab.terrain.scenes import SCENES as TERRAIN
from asterion.search.registry import AlgorithmInfo


def algorithm_html(info: AlgorithmInfo, theme: str) -> str:
    """Return the page of an algorithm."""
    code = "".join(_line(line) for _, line in lines_of(info))
    options = "".join(
        f"<dt>{escape(name.replace('_', ' '))}</dt><dd>{escape(option_named(name).help)}</dd>"
        for name in info.options
    )
    watch = "".join(
        f'<li><a href="{address}">{escape(scene.name)}</a>: {escape(scene.plain_text)}</li>'
        for address, scene in _scenes_with(info)
    )
    contents = (
        '<main class="start algorithm" id="contents" tabindex="-1">'
        f"<h1>{escape(info.title)}</h1><p>{escape(info.summary)}</p>"
        f'<pre tabindex="0" aria-label="Pseudocode">{code}</pre>'
        f"<h2>Guarantee</h2><p>{escape(guarantee_of(info))}</p>"
        + (f"<h2>Options</h2><dl>{options}</dl>" if options else "")
        + f"<h2>Paper</h2><p>{escape(info.paper)}</p>"
        + (f"<h2>Watch it</h2><ul>{watch}</ul>" if watch else "")
        + f"<p>In Python: <code>{escape(_call(info))}</code></p></main>"
    )
    return plain_page(f"{info.title} - Asterion lab", contents, theme)


def _line(text: str) -> str:
    """A line of pseudocode, which is wrapped at its own indentation."""
    plain = text.lstrip()
    return f'<span style="--indent: {len(text) - len(plain)}">{escape(plain)}</span>'


def _call(info: AlgorithmInfo) -> str:
    function = {"search": "find_path", "navigator": "Navigator", "explorer": "Explorer"}[info.kind]
    needed = "".join(f", {option}={option}" for option in info.needs)
    return f'at.{function}(grid, start, goal, algorithm="{info.name}"{needed})'


def _scenes_with(info: AlgorithmInfo) -> list[tuple[str, Scene]]:
    """The scenes in which it can be watched, with their addresses; explorers are in none yet."""
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
