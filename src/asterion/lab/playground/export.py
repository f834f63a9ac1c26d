"""Results as files: all searches of a playground as one animated GIF."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.lab.shared.ground import HIGHEST_COST
from asterion.search.trace import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from asterion.lab.playground.session import Found
    from asterion.lab.playground.setup import Setup
    from asterion.lab.shared.turns import Work

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


def scale_of(costs: npt.NDArray[np.uint8]) -> int:
    """Pixels a cell."""
    return max(1, SIDE // int(max(costs.shape)))


def ground_of(
    costs: npt.NDArray[np.uint8], scale: int, state: npt.NDArray[np.uint8] | None = None
) -> Indices:
    """The map in large, tinted where a search has been, with strokes on dear ground."""
    reached = 0 if state is None else np.minimum(state, 2)
    ground = _GROUND + 3 * (costs.astype(int) - 1) + reached
    cells = np.where(costs == 0, INDEX["wall"], ground).astype(np.uint8)
    large: Indices = cells.repeat(scale, axis=0).repeat(scale, axis=1)
    large[_strokes(costs, scale)] = INDEX["stroke"]
    return large


def greys(words: Any) -> Indices:
    """What was written on a picture of greys, 0 for paper and 255 for ink, in the palette."""
    return (np.asarray(words) // (256 // _GREYS)).astype(np.uint8)


class _Drawing:
    """Boards beside each other, each with its title above and its cost below."""

    def __init__(self, setup: Setup, shown: list[Found]) -> None:
        self.setup = setup
        self.shown = shown
        rows, cols = setup.cells.shape
        self.scale = scale_of(setup.cells)
        self.height, self.width = rows * self.scale, cols * self.scale
        self.across = len(shown) if rows >= cols or len(shown) < 3 else 2
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
        large = ground_of(self.setup.cells, self.scale, state)
        squares = [(self.setup.start, "start"), (self.setup.goal, "goal")]
        if moment is None and found.path is not None and found.path.found:
            squares = [*((cell, "path") for cell in found.path), *squares]
        edge, last = self.scale // 5, self.scale - self.scale // 5
        for (row, col), role in squares:
            top, left = row * self.scale, col * self.scale
            large[top + edge : top + last, left + edge : left + last] = INDEX[role]
        return large


def _strokes(costs: npt.NDArray[np.uint8], scale: int) -> npt.NDArray[np.bool_]:
    """Where dear ground has strokes: the dearer, the more, as on the boards."""
    drawn = np.zeros((costs.shape[0] * scale, costs.shape[1] * scale), np.bool_)
    if scale < _TEXTURE:
        return drawn
    for row, col in np.argwhere(costs > 1).tolist():
        count = min(3, -(-(int(costs[row, col]) - 1) // 3))
        for i in range(1, count + 1):
            at = row * scale + scale * i // (count + 1)
            drawn[at, col * scale + scale // 5 : (col + 1) * scale - scale // 5] = True
    return drawn
