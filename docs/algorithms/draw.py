"""Draws what an algorithm does on the map that all pages of this folder share.

python docs/algorithms/draw.py astar
python docs/algorithms/draw.py astar 3      (a weight of 3 on the estimate)

The signs: S start, G goal, ``*`` path, o closed, + open, . floor, # wall. In the picture of
``bidirectional``, x and - are what the half from the goal has closed and opened. ``ida`` keeps
nothing but a path, so its picture shows as closed what any of its rounds has been to.
"""
# ruff: noqa: INP001  (a script, no part of a package)

import sys

import numpy as np

import asterion as at

START, GOAL = (2, 2), (8, 36)


def shared_map() -> at.Grid:
    """The map of ``asterion maps make rooms --size 11x39 --room-size 7 --seed 56 rooms.map``."""
    return at.maps.rooms((11, 39), size=7, seed=56)


def drawing(name: str, weight: float = 1.0) -> str:
    """A line of figures, and the map with all that the search has seen of it."""
    grid = shared_map()
    search = at.Search(grid, START, GOAL, algorithm=name, weight=weight, trace=True)
    search.run()
    title = name if weight == 1 else f"{name}, weight {weight:g}"
    path = search.path
    lines = [f"{title}: cost {path.cost:.2f}, {len(path)} cells, {search.stats.expanded} expanded"]
    if search.thresholds:
        bounds = " ".join(f"{bound:.2f}" for bound in search.thresholds)
        lines.append(f"thresholds: {bounds}")
    lines += ["".join(row) for row in picture(grid, search, rounds=name == "ida").tolist()]
    return "\n".join(lines)


def picture(grid: at.Grid, search: at.Search, *, rounds: bool) -> np.ndarray:
    """A character for each cell."""
    state = search.trace.replay() if rounds else search.state
    signs = np.where(grid.cost > 0, ".", "#")
    signs[state == 1] = "+"
    signs[state == 2] = "o"
    if not rounds:  # g is that of the search from the start; only a second one goes elsewhere
        elsewhere = np.isinf(search.g)
        signs[elsewhere & (state == 1)] = "-"
        signs[elsewhere & (state == 2)] = "x"
    for cell in search.path:
        signs[cell] = "*"
    signs[START], signs[GOAL] = "S", "G"
    return signs


def main() -> None:
    """Prints the drawing that the arguments ask for."""
    if len(sys.argv) not in {2, 3}:
        sys.exit(__doc__)
    name, weight = [*sys.argv[1:], "1"][:2]
    try:
        sys.stdout.write(drawing(name, float(weight)) + "\n")
    except ValueError as error:
        sys.exit(f"draw.py: {error}")


if __name__ == "__main__":
    main()
