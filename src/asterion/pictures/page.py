"""Scenes and tables as HTML for notebooks: SVG over a PNG, in the colours of the page's theme.

The output is well-formed XML too. It follows the themes of Jupyter, VS Code, Colab and Sphinx, else
the browser's preference. The raster is written once: on dark pages it is inverted.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from math import atan2, degrees

import numpy as np

from asterion.pictures.colours import DARK, LIGHT, palette
from asterion.pictures.png_file import png_bytes
from asterion.pictures.scene import Line, Mark, Scene, Table

_WIDEST, _HIGHEST = 480, 360  # pixels on the page
_LARGEST_CELL = 28
_SHAPES = {"dot": 3.0, "disc": 6.0, "ring": 6.0, "diamond": 7.0, "node": 5.0}
_ON_DARK = (
    '[data-jp-theme-light="false"] ',
    'html[theme="dark"] ',
    '[data-theme="dark"] ',
    ".vscode-dark ",
    ".vscode-high-contrast ",
)
_ON_LIGHT = ('[data-jp-theme-light="true"] ', '[data-theme="light"] ', ".vscode-light ")


def html_of(drawn: Scene | Table) -> str:
    """The whole output of a cell."""
    body = _svg(drawn) if isinstance(drawn, Scene) else _table(drawn)
    return f'<div class="asterion">{_STYLE}{body}</div>'


def _css() -> str:
    def colours(theme: dict[str, str], image: str) -> str:
        pairs = "".join(f"--{role}:{colour};" for role, colour in theme.items())
        return f"{pairs}--raster:{image};"

    light = colours(LIGHT, "none")
    dark = colours(DARK, "invert(.93) hue-rotate(180deg) brightness(.9)")
    on_light = ",".join(f"{where}.asterion" for where in _ON_LIGHT)
    on_dark = ",".join(f"{where}.asterion" for where in _ON_DARK)
    return f"""
.asterion{{{light}color:var(--ink);background:var(--paper);display:inline-block;max-width:100%;
padding:8px;border-radius:6px;font:13px/1.4 system-ui,sans-serif}}
@media (prefers-color-scheme:dark){{.asterion{{{dark}}}}}
{on_light}{{{light}}}
{on_dark}{{{dark}}}
.asterion svg{{display:block;max-width:100%;height:auto;overflow:visible}}
.asterion image{{filter:var(--raster)}}
.asterion p{{margin:6px 0 0;max-width:480px;color:var(--ink)}}
.asterion i{{display:inline-block;width:.8em;height:.8em;margin:0 .3em 0 .8em;
border:1px solid var(--ink);border-radius:2px}}
.asterion table{{border-collapse:collapse;min-width:min(24em,100%);color:var(--ink);
background:none}}
.asterion caption{{text-align:left;padding-bottom:4px;color:var(--ink);caption-side:top}}
.asterion th,.asterion td{{text-align:left!important;padding:2px 10px 2px 0;color:var(--ink);
border-bottom:1px solid var(--line);background:none}}
.asterion .bar{{background:var(--open);height:.7em;min-width:1px;display:block}}
"""


_STYLE = f"<style>{_css()}</style>"


def _text(words: str) -> str:
    """Words made safe for a page, whatever a user has put into a name."""
    return escape("".join(c if c.isprintable() else "�" for c in words))


def _svg(scene: Scene) -> str:
    scale = min(_WIDEST / scene.width, _HIGHEST / scene.height, _LARGEST_CELL)
    width, height = scene.width * scale, scene.height * scale
    title = _text(scene.title)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{title}" '
        f'width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.6g} {height:.6g}"><title>{title}</title>'
    )
    parts = [head]
    if scene.raster is not None:
        parts.append(_image(scene, width, height))
    if scene.cells is not None and scale > 5:
        parts.append(_grid_lines(scene.cells, width, height))
    parts += [_line(line, scale) for line in scene.lines]
    parts += [_mark(mark, scale) for mark in scene.marks]
    parts.append("</svg>")
    key = "".join(f'<i style="background:{_fill(role)}"></i>{_text(what)}'
                  for role, what in scene.key)  # fmt: skip
    return "".join([*parts, f"<p>{title}{'<br/>' + key if key else ''}</p>"])


def _image(scene: Scene, width: float, height: float) -> str:
    data = b64encode(png_bytes(np.asarray(scene.raster), palette("light"))).decode()
    sharp = ' style="image-rendering:pixelated"' if scene.crisp else ""
    return (
        f'<image width="{width:.6g}" height="{height:.6g}" preserveAspectRatio="none"{sharp} '
        f'href="data:image/png;base64,{data}"/>'
    )


def _grid_lines(cells: tuple[int, int], width: float, height: float) -> str:
    rows, cols = cells
    across = "".join(f"M0 {height * row / rows:.4g}H{width:.5g}" for row in range(1, rows))
    down = "".join(f"M{width * col / cols:.4g} 0V{height:.5g}" for col in range(1, cols))
    return f'<path d="{across}{down}" stroke="var(--line)" fill="none"/>'


def _line(line: Line, scale: float) -> str:
    points = " ".join(f"{x:.5g},{y:.5g}" for x, y in (line.points * scale).tolist())
    look = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    dashes = ' stroke-dasharray="5 4"' if line.dashed else ""
    drawn = f'<polyline points="{points}" {look}{dashes} stroke="{_fill(line.role)}" '
    drawn += f'stroke-width="{line.width:g}"/>'
    if not line.cased:
        return drawn
    rim = f'<polyline points="{points}" {look} stroke="var(--casing)" '
    return rim + f'stroke-width="{line.width + 2:g}" opacity=".8"/>' + drawn


def _mark(mark: Mark, scale: float) -> str:
    x, y = mark.x * scale, mark.y * scale
    fill = _fill(mark.role)
    named = f"<title>{_text(mark.label)}</title>" if mark.label else ""
    if mark.shape in ("box", "circle", "unit"):
        wide, high = mark.size[0] * scale, mark.size[1] * scale
        if mark.shape == "unit":
            return f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{wide / 2:.5g}" fill="{fill}"/>'
        return (
            f'<rect x="{x - wide / 2:.5g}" y="{y - high / 2:.5g}" width="{wide:.5g}" '
            f'height="{high:.5g}" rx="{wide / 2 if mark.shape == "circle" else 0:.5g}" '
            f'fill="none" stroke="{fill}" stroke-width="2"/>'
        )
    if mark.shape == "arrow":
        turn = degrees(atan2(mark.size[1], mark.size[0]))
        place = f"translate({x:.5g} {y:.5g}) rotate({turn:.0f})"
        return f'<path d="M4 0L-4 -4L-4 4Z" transform="{place}" fill="{fill}"/>'
    size = min(_SHAPES[mark.shape], max(3.0, 0.4 * scale)) if mark.shape != "node" else 5.0
    if mark.shape == "diamond":
        d = f"M{x:.5g} {y - size:.5g}l{size:g} {size:g}l{-size:g} {size:g}l{-size:g} {-size:g}Z"
        return f'<path d="{d}" fill="{fill}" stroke="var(--paper)">{named}</path>'
    hollow = mark.shape == "ring"
    rim = f'stroke="{fill}" stroke-width="2.5"' if hollow else 'stroke="var(--paper)"'
    inside = "var(--paper)" if hollow else fill
    disc = f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{size:g}" fill="{inside}" {rim}>{named}</circle>'
    if mark.shape == "node" and mark.label:
        disc += (
            f'<text x="{x + 7:.5g}" y="{y - 6:.5g}" fill="var(--ink)" font-size="11" '
            'paint-order="stroke" stroke="var(--paper)" stroke-width="2">'
            f"{_text(mark.label)}</text>"
        )
    return disc


def _fill(role: str) -> str:
    if role == "barred":
        return "color-mix(in srgb,var(--wall) 55%,var(--free))"
    return f"var(--{role})"


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_text(word)}</th>' for word in table.head)
    rows = []
    for number, row in enumerate(table.rows):
        cells = "".join(f"<td>{_text(word)}</td>" for word in row)
        if table.shares is not None:
            share = min(1.0, max(0.0, table.shares[number])) if number < len(table.shares) else 0.0
            cells += f'<td><span class="bar" style="width:{share * 90:.0f}px"></span></td>'
        rows.append(f"<tr>{cells}</tr>")
    if table.shares is not None:
        head += '<th scope="col"></th>'
    note = f"<p>{_text(table.note)}</p>" if table.note else ""
    return (
        f"<table><caption>{_text(table.title)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>{note}"
    )
