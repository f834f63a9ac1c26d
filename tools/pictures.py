"""Draws the moving picture of the README: Dijkstra and A* on the same map, step by step.

python tools/pictures.py     (or ``make pictures``)
"""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import asterion as at

OUT = Path(__file__).parents[1] / "docs" / "pictures" / "search.gif"
SCALE, FRAMES, HOLD = 4, 60, 14
MARGIN, CAPTION = 10, 18
# Chosen to be told apart in print and by colour-blind readers.
PALETTE = {
    "paper": (250, 250, 247),
    "wall": (52, 58, 64),
    "open": (86, 180, 233),
    "closed": (200, 214, 226),
    "path": (213, 94, 0),
    "ink": (33, 37, 41),
}
COLOURS = list(PALETTE)


def main() -> None:
    """Writes the picture."""
    grid = at.maps.caves((64, 88), seed=41, density=0.44)
    start, goal = (1, 1), (62, 85)
    searches = [
        at.Search(grid, start, goal, algorithm=name, trace=True) for name in ("dijkstra", "astar")
    ]
    for search in searches:
        search.run()
    longest = max(len(search.trace) for search in searches)
    frames = [
        frame(grid, searches, int(longest * ((i + 1) / FRAMES) ** 1.15)) for i in range(FRAMES)
    ]
    OUT.parent.mkdir(exist_ok=True)
    frames[0].save(
        OUT, save_all=True, append_images=frames[1:] + frames[-1:] * HOLD, duration=60, loop=0
    )
    print(f"wrote {OUT.name}: {OUT.stat().st_size // 1024} KB")


def frame(grid: at.Grid, searches: list[at.Search], events: int) -> Image.Image:
    """One picture of all searches after so many events each."""
    rows, cols = (n * SCALE for n in grid.shape)
    width = len(searches) * (cols + MARGIN) + MARGIN
    image = Image.new("P", (width, rows + CAPTION + 2 * MARGIN), COLOURS.index("paper"))
    image.putpalette([channel for colour in PALETTE.values() for channel in colour])
    pen = ImageDraw.Draw(image)
    for i, search in enumerate(searches):
        left = MARGIN + i * (cols + MARGIN)
        done = events >= len(search.trace)
        pixels = Image.fromarray(cells(grid, search, events, done=done))
        image.paste(pixels.resize((cols, rows), Image.Resampling.NEAREST), (left, CAPTION))
        closed = np.count_nonzero(search.trace.kind[:events] == 3)
        name = ("Dijkstra", "A*")[i]
        cost = f", cost {search.path.cost:.1f}" if done else ""
        pen.text((left, 3), f"{name}: {closed} expanded{cost}", fill=COLOURS.index("ink"))
    return image


def cells(
    grid: at.Grid, search: at.Search, events: int, *, done: bool
) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """A colour number for each cell."""
    picture = np.where(grid.cost > 0, COLOURS.index("paper"), COLOURS.index("wall"))
    state = search.trace.replay(events)
    picture[state == 1] = COLOURS.index("open")
    picture[state == 2] = COLOURS.index("closed")
    if done:
        for row, col in search.path:
            picture[row, col] = COLOURS.index("path")
    return picture.astype(np.uint8)


if __name__ == "__main__":
    main()
