"""Results as files: all searches of a playground as one animated GIF."""

from __future__ import annotations

import io
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.lab.maps.ground import HIGHEST_COST
from asterion.lab.maps.tiles import cell_of_pixels, extent, middle
from asterion.search.trace import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from asterion.lab.playground.session import Found
    from asterion.lab.playground.setup import Setup
    from asterion.lab.work import Work
    from asterion.world.grid import Cell

    Indices = npt.NDArray[np.uint8]  # into the palette

FRAMES = 60
SIDE = 520  # pixels of the longer side of a board, about
LINE = 22  # pixels of a line of words
GAP = 12
_TIMES = 60, 2500  # milliseconds of a frame, and of the last
_TEXTURE = 6  # pixels a cell from which dear ground has strokes
_EXPANDED = KINDS.index("closed")

# The palette, with the colours of the boards in light mode: 16 greys for words, then what is drawn
# on the ground, then the ground by cost and state.
_GREYS = 16
_FREE, _HEAVY, _INK = np.array([[255, 255, 255], [138, 109, 59], [28, 36, 48]])
_OPEN, _CLOSED = np.array([[74, 169, 230], [191, 208, 230]])
_ROLES = {
    "stroke": (98, 88, 66),
    "path": (240, 180, 0),
    "start": (11, 79, 158),
    "goal": (0, 122, 90),
    "wall": (43, 48, 59),
    "quick": (220, 38, 38),
    "full": (123, 97, 255),
    "link": (140, 26, 255),
    "fence": (230, 0, 0),
}
INDEX = {role: _GREYS + i for i, role in enumerate(_ROLES)}  # in the palette
PAPER, INK = 0, _GREYS - 1  # the same
_GROUND = _GREYS + len(_ROLES)


def _palette() -> list[int]:
    greys = [_FREE + (_INK - _FREE) * i / (_GREYS - 1) for i in range(_GREYS)]
    grounds = []
    for cost in range(1, HIGHEST_COST + 1):
        share = (cost - 1) / 8
        grounds += [
            _FREE + (_HEAVY - _FREE) * share * 0.85,
            *(reached + (_HEAVY - reached) * share * 0.5 for reached in (_OPEN, _CLOSED)),
        ]
    return np.array([*greys, *_ROLES.values(), *grounds]).astype(np.uint8).ravel().tolist()


def gif_of(setup: Setup, results: Sequence[Found]) -> Work[bytes]:
    """The searches side by side in one time, as an animation of about sixty frames, paths last."""
    shown = [found for found in results if found.trace is not None]
    if not shown:
        raise InvalidValue("no board has a trace: the searches were too long, or record none")
    drawing = _Drawing(setup, shown)
    ends = [np.flatnonzero(found.trace.kind == _EXPANDED) for found in shown]  # type: ignore[union-attr]
    longest = max(map(len, ends))
    frames = []
    for step in np.unique(np.linspace(0, longest, FRAMES + 1).astype(int)).tolist():
        moments = [int(closed[step]) if step < len(closed) else None for closed in ends]
        frames.append(drawing.frame(moments))
        yield
    return as_gif(frames)


def as_gif(frames: Sequence[Indices]) -> bytes:
    """Pictures of the palette as an animation, which stays at the last of them for a while."""
    from PIL import Image  # noqa: PLC0415 - of the lab's extra

    pictures = [Image.fromarray(frame, "P") for frame in frames]
    for picture in pictures:
        picture.putpalette(_palette())
    out = io.BytesIO()
    times = [_TIMES[0]] * (len(pictures) - 1) + [_TIMES[1]]
    pictures[0].save(out, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0)
    return out.getvalue()


def scale_of(setup: Setup) -> int:
    """Pixels a cell."""
    return max(1, int(SIDE / max(extent(setup.cells.shape, setup.tiles))))


def ground_of(
    setup: Setup,
    scale: int,
    state: npt.NDArray[np.uint8] | None = None,
    costs: npt.NDArray[np.uint8] | None = None,
) -> Indices:
    """The map in large, tinted where a search has been, with strokes on dear ground.

    ``costs`` are those of a moment, if they are not those of the set-up.
    """
    costs = setup.cells if costs is None else costs
    reached = 0 if state is None else np.minimum(state, 2)
    ground = _GROUND + 3 * (costs.astype(int) - 1) + reached
    cells = np.where(costs == 0, INDEX["wall"], ground).astype(np.uint8)
    if setup.tiles == "square":
        large: Indices = cells.repeat(scale, axis=0).repeat(scale, axis=1)
    else:
        at = cell_of_pixels(costs.shape, setup.tiles, scale)
        large = np.where(at < 0, PAPER, cells.flat[at]).astype(np.uint8)
    _draw_strokes(large, costs, scale, setup.tiles)
    _draw_ways(large, setup, scale)
    return large


def _draw_ways(large: Indices, setup: Setup, scale: int) -> None:
    """Links as lines between their ends, fences as strokes across the way between two tiles."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - of the lab's extra

    if not (setup.links or setup.fences):
        return
    picture = Image.fromarray(large, "P")
    pen, width = ImageDraw.Draw(picture), max(2, scale // 8)
    for link in setup.links:
        (y, x), (low, right) = (middle(cell, setup.tiles) for cell in (link.a, link.b))
        pen.line(
            (x * scale, y * scale, right * scale, low * scale), fill=INDEX["link"], width=width
        )
        ends = [(right, low), (x, y)] if link.both else [(right, low)]
        for across, down in ends:  # where it leads to
            box = (across - 0.25, down - 0.25, across + 0.25, down + 0.25)
            pen.ellipse([side * scale for side in box], outline=INDEX["link"], width=width)
    for fence in setup.fences:
        (y, x), (low, right) = (middle(cell, setup.tiles) for cell in (fence.a, fence.b))
        across, down = (x + right) / 2, (y + low) / 2
        aside, below = (low - y) * 0.45, (x - right) * 0.45
        line = (across - aside, down - below, across + aside, down + below)
        pen.line([end * scale for end in line], fill=INDEX["fence"], width=2 * width)
    large[:] = np.asarray(picture)


def greys(words: Any) -> Indices:
    """What was written on a picture of greys, 0 for paper and 255 for ink, in the palette."""
    return (np.asarray(words) // (256 // _GREYS)).astype(np.uint8)


class _Drawing:
    """Boards beside each other, each with its title above and its cost below."""

    def __init__(self, setup: Setup, shown: list[Found]) -> None:
        self.setup = setup
        self.shown = shown
        self.scale = scale_of(setup)
        self.height, self.width = size_of(setup, self.scale)
        self.across = len(shown) if self.height >= self.width or len(shown) < 3 else 2
        self.paper = self._words()

    def _corner(self, board: int) -> tuple[int, int]:
        """Left and top of the map of a board."""
        down, right = divmod(board, self.across)
        left = GAP + right * (self.width + GAP)
        return left, GAP + LINE + down * (self.height + 2 * LINE + GAP)

    def _words(self) -> Indices:
        """What is the same in all frames."""
        from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - of the lab's extra

        down = -(-len(self.shown) // self.across)
        width = self.across * (self.width + GAP) + GAP
        height = down * (self.height + 2 * LINE + GAP) + GAP
        paper = Image.new("L", (width, height), 0)
        pen, font = ImageDraw.Draw(paper), ImageFont.load_default(14)
        for i, found in enumerate(self.shown):
            left, top = self._corner(i)
            pen.text((left, top - LINE), found.run.title, 255, font)
            pen.text((left, top + self.height + 4), found.caption, 170, font)
        return greys(paper)

    def frame(self, moments: list[int | None]) -> Indices:
        """All boards, each after so many events; None is its end, with the path."""
        picture = self.paper.copy()
        for i, (found, moment) in enumerate(zip(self.shown, moments, strict=True)):
            left, top = self._corner(i)
            picture[top : top + self.height, left : left + self.width] = self._board(found, moment)
        return picture

    def _board(self, found: Found, moment: int | None) -> Indices:
        trace: Any = found.trace
        state = trace.replay(len(trace) if moment is None else moment)
        large = ground_of(self.setup, self.scale, state)
        squares = [(self.setup.start, "start"), (self.setup.goal, "goal")]
        if moment is None and found.path is not None and found.path.found:
            squares = [*((cell, "path") for cell in found.path), *squares]
        edge, last = self.scale // 5, self.scale - self.scale // 5
        for cell, role in squares:
            top, left = corner_of(cell, self.setup.tiles, self.scale)
            large[top + edge : top + last, left + edge : left + last] = INDEX[role]
        return large


def size_of(setup: Setup, scale: int) -> tuple[int, int]:
    """How high and how wide the picture of a map is."""
    high, wide = (ceil(length * scale) for length in extent(setup.cells.shape, setup.tiles))
    return high, wide


def corner_of(cell: Cell, tiles: str, scale: int) -> tuple[int, int]:
    """Top and left of the square around the middle of a cell; of squares they are all of it."""
    down, right = middle(cell, tiles)
    return round((down - 0.5) * scale), round((right - 0.5) * scale)


def _draw_strokes(large: Indices, costs: npt.NDArray[np.uint8], scale: int, tiles: str) -> None:
    """Strokes on dear ground: the dearer, the more, as on the boards."""
    if scale < _TEXTURE:
        return
    edge = scale // (5 if tiles == "square" else 4)  # other tiles have less room
    for row, col in np.argwhere(costs > 1).tolist():
        count = min(3, -(-(int(costs[row, col]) - 1) // 3))
        top, left = corner_of((row, col), tiles, scale)
        for i in range(1, count + 1):
            large[top + scale * i // (count + 1), left + edge : left + scale - edge] = INDEX[
                "stroke"
            ]
