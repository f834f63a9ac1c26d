"""Results as files: all searches of a playground as one animated GIF."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asterion.errors import InvalidValue
from asterion.io.png import pillow
from asterion.pictures.animate import gif_bytes, painted, pen_on
from asterion.pictures.colours import LIGHT
from asterion.pictures.grid_scenes import add_mark, add_path, grid_scene

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from asterion.lab.playground.session import Found
    from asterion.lab.playground.setup import Setup
    from asterion.lab.work import Work
    from asterion.world.grid import Grid

    Board = tuple[str, Image.Image, str]  # with its title and a line of words

FRAMES = 60
MILLISECONDS = 60  # per frame
LINE = 22  # pixels per line of words
GAP = 12
_WORDS = 340  # pixels of a line of words at most


def gif_of(setup: Setup, results: Sequence[Found]) -> Work[bytes]:
    """Return the searches side by side as an animation of about sixty frames, paths last."""
    shown = [found for found in results if found.steps is not None]
    if not shown:
        raise InvalidValue("no board can be played: its search is not over, or records no steps")
    grid = setup.grid()

    def boards_at(step: int) -> list[Board]:
        return [
            (found.run.title, _board(setup, grid, found, step), found.caption) for found in shown
        ]

    return animated(max(found.steps or 0 for found in shown), boards_at)


def animated(last: int, boards_at: Callable[[int], Sequence[Board]]) -> Work[bytes]:
    """Return about sixty of the moments from 0 to the last, including both, as an animation."""
    pages = []
    for moment in np.unique(np.linspace(0, last, FRAMES + 1).astype(int)).tolist():
        pages.append(_page(boards_at(moment)))
        yield
    return gif_bytes(pages, MILLISECONDS)


def _page(boards: Sequence[Board]) -> Image.Image:
    """Draw boards beside each other, each with its title above and a line below."""
    width, height = boards[0][1].size
    width = max(width, _WORDS)
    across = len(boards) if height >= width or len(boards) < 3 else 2
    down = -(-len(boards) // across)
    size = across * (width + GAP) + GAP, down * (height + 2 * LINE + GAP) + GAP
    page: Image.Image = pillow("a GIF").new("RGB", size, LIGHT["paper"])
    pen = pen_on(page)
    for i, (title, board, caption) in enumerate(boards):
        left = GAP + i % across * (width + GAP)
        top = GAP + LINE + i // across * (height + 2 * LINE + GAP)
        page.paste(board, (left, top))
        pen.text((left, top - LINE), title, LIGHT["ink"], font_size=14)
        pen.text((left, top + height + 4), caption, LIGHT["wall"], font_size=14)
    return page


def _board(setup: Setup, grid: Grid, found: Found, step: int) -> Image.Image:
    """Draw one board at a step; with the path once there are no more."""
    scene = grid_scene(grid, "", state=found.state_at(step))
    is_over = step >= (found.steps or 0)
    if is_over and found.path is not None and found.path.found:
        add_path(scene, grid, found.path.cells)
    add_mark(scene, grid, setup.goal, "diamond", "goal")
    add_mark(scene, grid, setup.start, "ring", "start")
    return painted(scene)[0]
