"""Solves a built-in map three ways and draws what each search looked at.

python examples/demo/main.py
"""

import os
import sys

import numpy as np

import asterion as at

ALGORITHMS = ("bfs", "dijkstra", "astar")
COLOURS = {"#": "90", "o": "36", "+": "33", "*": "92", "S": "1;97", "G": "1;97"}


def main() -> None:
    grid = at.maps.rooms((17, 60), size=7, seed=12)
    start, goal = (2, 2), (14, 57)
    print("The lab in the browser is not here yet. Until then, a search in the terminal:")
    print("a map of rooms, solved three ways.  S start  G goal  * path  o closed  + open\n")
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    for name in ALGORITHMS:
        search = at.Search(grid, start, goal, algorithm=name)
        search.run()
        at.validate(grid, search.path)
        stats = search.stats
        print(
            f"{name}: cost {search.path.cost:.2f}, {len(search.path)} cells, "
            f"{stats.expanded} expanded, {stats.seconds * 1e6:.0f} microseconds"
        )
        print(draw(grid, search, colour=sys.stdout.isatty() and not plain), end="\n\n")


def draw(grid: at.Grid, search: at.Search, *, colour: bool) -> str:
    """The map with what the search has seen of it."""
    picture = np.where(grid.cost > 0, ".", "#")
    picture[search.state == 1] = "+"
    picture[search.state == 2] = "o"
    for row, col in search.path:
        picture[row, col] = "*"
    if search.path:
        picture[search.path[0]] = "S"
        picture[search.path[-1]] = "G"
    return "\n".join("".join(paint(c) if colour else c for c in row) for row in picture)


def paint(character: str) -> str:
    """The character in its colour on a terminal."""
    code = COLOURS.get(character)
    return f"\x1b[{code}m{character}\x1b[0m" if code else character


if __name__ == "__main__":
    main()
