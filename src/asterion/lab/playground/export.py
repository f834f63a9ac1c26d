"""Results as files: a search as an animated GIF."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np

from asterion.search.trace import KINDS

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.lab.playground.session import Found
    from asterion.lab.playground.setup import Setup

FRAMES = 60
_SIDE = 640  # pixels, about
_CLOSED = KINDS.index("closed")
# As on the boards in light mode.
_COLOURS = {
    "wall": (43, 48, 59),
    "open": (74, 169, 230),
    "closed": (191, 208, 230),
    "path": (240, 180, 0),
    "start": (11, 79, 158),
    "goal": (0, 122, 90),
}
_FREE, _COSTLY = np.array((255, 255, 255)), np.array((156, 131, 88))


def gif_of(setup: Setup, found: Found) -> bytes:
    """The search of a board as an animation of about sixty frames, the path last."""
    from PIL import Image  # noqa: PLC0415 - of the lab's extra

    if found.trace is None:
        raise ValueError("a search without a trace cannot be drawn")
    rows, cols = setup.cells.shape
    scale = max(1, _SIDE // max(rows, cols))
    expansions = np.flatnonzero(found.trace.kind == _CLOSED)
    ends = np.unique(np.linspace(0, len(expansions), FRAMES + 1).astype(int))
    moments = [*(int(expansions[i]) for i in ends if i < len(expansions)), len(found.trace)]
    pictures = []
    for moment in moments:
        picture = _picture(setup, found.trace.replay(moment))
        if moment == len(found.trace) and found.path is not None:
            for row, col in found.path:
                picture[row, col] = _COLOURS["path"]
        picture[setup.start], picture[setup.goal] = _COLOURS["start"], _COLOURS["goal"]
        large = picture.repeat(scale, axis=0).repeat(scale, axis=1)
        pictures.append(Image.fromarray(large).quantize(32))
    out = io.BytesIO()
    times = [60] * (len(pictures) - 1) + [2500]
    pictures[0].save(out, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0)
    return out.getvalue()


def _picture(setup: Setup, state: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    share = (setup.cells.astype(float)[..., None] - 1).clip(0) / 8
    picture: npt.NDArray[np.uint8] = (_FREE + (_COSTLY - _FREE) * share).astype(np.uint8)
    picture[state == 1] = _COLOURS["open"]
    picture[state == 2] = _COLOURS["closed"]
    picture[setup.cells == 0] = _COLOURS["wall"]
    return picture
