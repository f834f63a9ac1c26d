"""Maps in characters: one per cell, or per block of cells if the terminal is too small."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rich.console import Console
from rich.segment import Segment, Segments
from rich.style import Style

from asterion.cli.console import is_terminal
from asterion.world.grid import Cell, GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    Picture = npt.NDArray[np.uint8]  # for each cell, the index of its sign in SIGNS


class Sign(NamedTuple):
    """The sign of a kind of cell, and its name in the legend."""

    character: str
    style: Style
    word: str


# In order of importance: a block of cells shows its sign furthest down this list.
SIGNS = [
    Sign("#", Style.parse("bright_black on bright_black"), "wall"),
    Sign(".", Style.parse("bright_black"), "floor"),
    *(Sign(str(cost), Style.parse("magenta"), "cost") for cost in range(2, 10)),
    Sign("o", Style.parse("cyan"), "closed"),
    Sign("+", Style.parse("yellow"), "open"),
    Sign("*", Style.parse("bold bright_green"), "path"),
    Sign("G", Style.parse("bold white on red"), "goal"),
    Sign("S", Style.parse("bold white on blue"), "start"),
]
CLOSED, OPEN, PATH, GOAL, START = range(10, 15)


def picture_of(world: GridWorld) -> Picture:
    """Walls, floor and costs; a cost above 9 is drawn as 9."""
    return np.clip(np.ceil(world.total), 0, 9).astype(np.uint8)


def picture_of_search(
    world: GridWorld,
    state: npt.NDArray[np.uint8],
    path: npt.NDArray[np.int64],
    start: Cell,
    goals: list[Cell],
) -> Picture:
    """A map with the open and closed cells of a search, and the path it found."""
    picture = picture_of(world)
    picture[state == 1] = OPEN
    picture[state == 2] = CLOSED
    picture[path[:, 0], path[:, 1]] = PATH
    for goal in goals:
        picture[goal] = GOAL
    picture[start] = START
    return picture


def draw(console: Console, picture: Picture, *, lines_below: int) -> None:
    """Print a map and its legend: in a pipe all of it, on a terminal as much as fits.

    ``lines_below`` is the number of lines of the terminal to leave for later output.
    """
    note = ""
    if is_terminal(console):
        of_legend_and_note = 3
        rows = console.height - lines_below - of_legend_and_note
        picture, note = fit(picture, max(rows, 1), console.width)
    console.print(Segments([*_cells(picture), *_legend(picture)]), end="", soft_wrap=True)
    if note:
        console.print(note)


def fit(picture: Picture, rows: int, cols: int) -> tuple[Picture, str]:
    """Return the part of a picture that fits into these rows and columns, and a note about it.

    That is the whole map if it fits; else the part with the path and its ends, if that fits; else
    the whole map in blocks.
    """
    height, width = picture.shape
    if height <= rows and width <= cols:
        return picture, ""
    must_show = np.argwhere(picture >= PATH)
    if len(must_show):
        (top, left), (bottom, right) = must_show.min(axis=0), must_show.max(axis=0)
        if bottom - top < rows and right - left < cols:
            down = _window(int(top), int(bottom), rows, height)
            across = _window(int(left), int(right), cols, width)
            return picture[down, across], (
                f"rows {down.start} to {down.stop - 1} of {height}, "
                f"columns {across.start} to {across.stop - 1} of {width}"
            )
    high, wide = -(-height // rows), -(-width // cols)
    blocks = np.maximum.reduceat(picture, range(0, height, high), axis=0)
    blocks = np.maximum.reduceat(blocks, range(0, width, wide), axis=1)
    return blocks, (
        f"{height} x {width} cells, {high} x {wide} a character: "
        "path before open, closed, floor, wall"
    )


def _window(first: int, last: int, size: int, whole: int) -> slice:
    """A slice of this size around the middle of first and last, within the whole."""
    size = min(size, whole)
    begin = min(max((first + last + 1 - size) // 2, 0), whole - size)
    return slice(begin, begin + size)


def _cells(picture: Picture) -> Iterator[Segment]:
    for row in picture.tolist():
        for number, run in groupby(row):
            sign = SIGNS[number]
            yield Segment(sign.character * len(list(run)), sign.style)
        yield Segment.line()


def _legend(picture: Picture) -> Iterator[Segment]:
    """The signs in the picture, the most important first."""
    present = [SIGNS[number] for number in np.unique(picture)[::-1]]
    for word, signs in groupby(present, key=lambda sign: sign.word):
        for sign in signs:
            yield Segment(sign.character, sign.style)
        yield Segment(f" {word}  ")
    yield Segment.line()
