"""The frames of a path service as an animated GIF: units, their goals, and their paths by step."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.lab.maps.tiles import middle
from asterion.lab.playground.export import (
    FRAMES,
    GAP,
    INDEX,
    INK,
    LINE,
    PAPER,
    as_gif,
    greys,
    ground_of,
    scale_of,
    size_of,
)
from asterion.lab.playground.frame_run import STATUSES, STEPS

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.lab.playground.frame_run import FrameRun, Unit
    from asterion.lab.work import Work

_COLOURS = {"quick": "quick", "full": "full", "splice": "path"}  # of a step, as on the boards
_LEAST = 7  # pixels: the radius of a unit, in which its number is read


def gif_of_frames(run: FrameRun) -> Work[bytes]:
    """About sixty of the frames, the first and the last among them."""
    if run.status == "error" or not run.frames:
        raise InvalidValue(f"there are no frames to save: {run.message or 'none were played'}")
    drawing = _FrameDrawing(run)
    pictures = []
    last = len(run.frames) - 1
    for frame in np.unique(np.linspace(0, last, FRAMES + 1).astype(int)).tolist():
        pictures.append(drawing.picture(frame))
        yield
    return as_gif(pictures)


class _FrameDrawing:
    """One board with its title above, and below it what the frame has cost."""

    def __init__(self, run: FrameRun) -> None:
        from PIL import ImageFont  # noqa: PLC0415 - of the lab's extra

        self.run = run
        self.scale = scale_of(run.setup)
        self.height, self.width = size_of(run.setup, self.scale)
        self.radius = max(_LEAST, self.scale * 0.46)
        self.font = ImageFont.load_default(14)
        words = (run.title, *map(self.caption, (0, len(run.frames) - 1)))
        self.across = max(self.width, *(round(self.font.getlength(each)) for each in words))

    def costs(self, frame: int) -> npt.NDArray[np.uint8]:
        """The map at the end of a frame, with what was drawn by then."""
        costs = self.run.setup.cells.copy()
        for edit in self.run.budget.edits:
            if edit.frame <= frame:
                costs.flat[edit.node] = edit.cost
        return costs

    def picture(self, frame: int) -> npt.NDArray[np.uint8]:
        """All of a frame."""
        from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - of the lab's extra

        board = Image.fromarray(ground_of(self.run.setup, self.scale, costs=self.costs(frame)), "P")
        pen, font = ImageDraw.Draw(board), ImageFont.load_default(round(self.radius * 1.3))
        units = self.run.frames[frame]
        for number, unit in enumerate(units):
            self._draw_route(pen, unit, aside=(number % 5 - 2) * min(2.0, self.scale * 0.1))
        for number, (_, goal) in enumerate(self.run.setup.units, 1):
            self._draw_disc(pen, goal, str(number), font, ground=PAPER, ink=INDEX["goal"])
        for number, unit in enumerate(units, 1):
            cell = divmod(self._nodes(unit)[0], self.run.setup.cells.shape[1])
            hollow = len(self._nodes(unit)) < 2 and STATUSES[unit.status] != "arrived"
            colours = (PAPER, INDEX["start"]) if hollow else (INDEX["start"], PAPER)
            self._draw_disc(pen, cell, str(number), font, ground=colours[0], ink=colours[1])
        words = Image.new("L", (self.across + 2 * GAP, self.height + 2 * (LINE + GAP)))
        writer = ImageDraw.Draw(words)
        writer.text((GAP, GAP), self.run.title, 255, self.font)
        writer.text((GAP, GAP + LINE + self.height + 4), self.caption(frame), 170, self.font)
        picture = greys(words)
        picture[GAP + LINE :, GAP:][: self.height, : self.width] = np.asarray(board)
        return picture

    def caption(self, frame: int) -> str:
        """As below the board: the expansions of a frame, and the line; in the end how it ended."""
        run, last = self.run, len(self.run.frames) - 1
        work = f"frame {frame}: {run.expanded[frame]} of {run.budget.expansions} expansions"
        if frame == last and last:
            return f"{work}; {run.caption}"
        waits = sum(unit.needs > 0 for unit in run.frames[frame])
        return f"{work}; {waits or 'none'} in line"

    def _nodes(self, unit: Unit) -> list[int]:
        """Where the unit is, and what is ahead of it."""
        nodes: list[int] = self.run.routes[unit.route].nodes[unit.at :].tolist()
        return nodes

    def _middle(self, cell: tuple[int, int], aside: float = 0.0) -> tuple[float, float]:
        down, right = middle(cell, self.run.setup.tiles)
        return right * self.scale + aside, down * self.scale + aside

    def _draw_route(self, pen: Any, unit: Unit, aside: float) -> None:
        """Quick parts dotted, whole ones dashed, splices solid."""
        route, cols = self.run.routes[unit.route], self.run.setup.cells.shape[1]
        nodes = self._nodes(unit)
        points = [self._middle(divmod(node, cols), aside) for node in nodes]
        quick, width = max(0, route.quick - unit.at), max(2, round(self.scale * 0.2))
        for i, (start, end) in enumerate(pairwise(points)):
            step = "quick" if i < quick else STEPS[route.step]
            if not step:
                continue
            colour = INDEX[_COLOURS[step]]
            if step == "quick":
                x, y, r = *end, width * 0.6
                pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)
            elif step == "full":
                share = 0.6
                dash = (
                    start[0] + share * (end[0] - start[0]),
                    start[1] + share * (end[1] - start[1]),
                )
                pen.line((start, dash), fill=colour, width=width)
            else:
                pen.line((start, end), fill=colour, width=width)

    def _draw_disc(
        self, pen: Any, cell: tuple[int, int], number: str, font: Any, *, ground: int, ink: int
    ) -> None:
        """A disc with a number, as near to its cell as the board allows."""
        r = self.radius
        left, top = self._middle(cell)
        x, y = _within(left, self.width, r + 1), _within(top, self.height, r + 1)
        box = (x - r, y - r, x + r, y + r)
        pen.ellipse(box, fill=ground, outline=ink if ground == PAPER else INK, width=2)
        pen.text((x, y), number, ink, font, anchor="mm")


def _within(at: float, length: int, edge: float) -> float:
    """As far from both ends, or in the middle where there is no such place."""
    return min(max(at, edge), length - edge) if length > 2 * edge else length / 2
