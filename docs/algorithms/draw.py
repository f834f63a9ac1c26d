"""Draws what an algorithm does on the map that all pages of this folder share.

python docs/algorithms/draw.py astar
python docs/algorithms/draw.py astar 3              (a weight of 3 on the estimate)
python docs/algorithms/draw.py dstar-lite           (a navigator, when a door shuts)
python docs/algorithms/draw.py astar navigator      (the navigator of a name that is a search, too)
python docs/algorithms/draw.py pha                  (an explorer, when it has arrived)
python docs/algorithms/draw.py --write              (all drawings in the pages again)

The signs: S start, G goal, ``*`` path, o closed, + open, . floor, # wall. In the picture of
``bidirectional``, x and - are what the half from the goal has closed and opened. ``ida`` keeps
nothing but a path, so its picture shows as closed what any of its iterations has visited.

In the picture of a navigator A is the agent, which started at S, D the door that has shut in front
of it, and x a closed cell whose cost the second plan has changed, in a tree that was kept.

In the picture of an explorer o is a cell that it has visited, + one that it left open, ? one that
it has not seen, and ``*`` the cheapest path that it then knows.

Searches for straight lines (``any-angle``, ``theta``) keep no states of cells: their pictures show
the cells that the path crosses.
"""
# ruff: noqa: INP001  (a script, no part of a package)

import re
import sys
from pathlib import Path

import numpy as np

import asterion as at

START, GOAL = (2, 2), (8, 36)
DOOR, MOVES_BEFORE = (5, 31), 20
KEEPS_A_TREE = ("dstar-lite", "dstar-lite-basic", "dstar", "focused-dstar", "lpa")


def shared_map() -> at.Grid:
    """The map of ``asterion maps make rooms --size 11x39 --room-size 7 --seed 56 rooms.map``."""
    return at.maps.rooms((11, 39), size=7, seed=56)


def xdp(g: float, h: float, _cell: tuple[int, int]) -> float:
    """The evaluation on the page of ``best-first``: paths cost at most 3 times the cheapest."""
    return (g + 5 * h + ((g - h) ** 2 + 12 * g * h) ** 0.5) / 6


STRAIGHT = [info.name for info in at.algorithms("any-angle")]
NEEDS = {"best-first": {"evaluate": xdp}}


def drawing(name: str, weight: float = 1.0) -> str:
    """A line of figures, and the map with the open and closed cells of the search."""
    grid = shared_map()
    if name in STRAIGHT:
        return drawing_of_lines(grid, name)
    needs = NEEDS.get(name, {})
    search = at.Search(grid, START, GOAL, algorithm=name, weight=weight, trace=True, **needs)
    search.run()
    title = name if weight == 1 else f"{name}, weight {weight:g}"
    path = search.path
    lines = [f"{title}: cost {path.cost:.2f}, {len(path)} cells, {search.stats.expanded} expanded"]
    if search.thresholds:
        bounds = " ".join(f"{bound:.2f}" for bound in search.thresholds)
        lines.append(f"thresholds: {bounds}")
    lines += rows_of(picture(grid, search, rounds=name == "ida"))
    return "\n".join(lines)


def drawing_of_lines(grid: at.Grid, name: str) -> str:
    """A line of figures, and the map with the cells that the path crosses."""
    path = at.find_path(grid, START, GOAL, algorithm=name)
    signs = np.where(grid.cost > 0, ".", "#")
    for cell in path:
        signs[cell] = "*"
    signs[START], signs[GOAL] = "S", "G"
    figures = f"cost {path.cost:.2f}, {len(path)} cells, {path.stats.expanded} expanded"
    return "\n".join([f"{name}: {figures}", *rows_of(signs)])


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


def drawing_of_navigator(name: str) -> str:
    """The map after a door has shut in front of an agent, and what each plan has cost."""
    grid = shared_map()
    agent = at.Navigator(grid, START, GOAL, algorithm=name)
    for _ in range(MOVES_BEFORE):
        agent.step()
    first, before = agent.stats, agent.g
    grid[DOOR] = 0
    path, second = agent.path, agent.stats
    signs = np.where(grid.cost > 0, ".", "#")
    signs[agent.state > 0] = "+"
    signs[agent.state == 2] = "o"
    if name in KEEPS_A_TREE:
        signs[(agent.state == 2) & (agent.g != before)] = "x"
    for cell in path:
        signs[cell] = "*"
    signs[START], signs[GOAL], signs[DOOR], signs[agent.position] = "S", "G", "D", "A"
    counts = f"{first.expanded} expanded, then {second.expanded - first.expanded}"
    return "\n".join([f"{name}: cost {path.cost:.2f}, {counts}", *rows_of(signs)])


def drawing_of_explorer(name: str) -> str:
    """The map as an explorer knows it when it has arrived, and how far it went."""
    grid = shared_map()
    agent = at.Explorer(grid, START, GOAL, algorithm=name)
    journey = agent.run()
    travelled = at.validate(grid, [(row, col) for row, col in journey.trajectory.tolist()])
    signs = np.where(agent.known, np.where(grid.cost > 0, ".", "#"), "?")
    signs[agent.state == 1] = "+"
    signs[agent.state == 2] = "o"
    path = at.find_path(agent.belief, START, GOAL)
    for cell in path:
        signs[cell] = "*"
    signs[START], signs[GOAL] = "S", "G"
    counts = f"{agent.stats.expanded} expanded, {travelled:.2f} travelled"
    return "\n".join([f"{name}: cost {path.cost:.2f}, {counts}", *rows_of(signs)])


DRAWINGS = {
    "search": drawing,
    "navigator": drawing_of_navigator,
    "explorer": drawing_of_explorer,
}

HEADS = {"search": r"cells, \d+ expanded", "navigator": "expanded, then", "explorer": "travelled"}


def page_of(name: str) -> Path:
    """The page of an algorithm: index.md is the one about all of them."""
    return Path(__file__).parent / f"{'indexed' if name == 'index' else name}.md"


def rows_of(signs: np.ndarray) -> list[str]:
    """A line for each row."""
    return ["".join(row) for row in signs.tolist()]


def write_all() -> None:
    """Puts the drawings as they are now into the pages, in place of what is there."""
    for info in at.algorithms():
        if info.name.startswith("textbook/"):  # to read: it has no drawing of its own
            continue
        drawn = DRAWINGS[info.kind](info.name)
        page = page_of(info.name)
        old = page.read_text(encoding="utf-8")
        first = rf"{info.name}: cost \S+, [^\n]*{HEADS[info.kind]}[^\n]*"
        new = re.sub(rf"```\n{first}\n.*?```", f"```\n{drawn}\n```", old, count=1, flags=re.DOTALL)
        page.write_text(new, encoding="utf-8")


def main() -> None:
    """Prints the drawing that the arguments ask for."""
    if sys.argv[1:] == ["--write"]:
        return write_all()
    if len(sys.argv) not in {2, 3}:
        sys.exit(__doc__)
    name, how = [*sys.argv[1:], ""][:2]
    kinds = [info.kind for info in at.algorithms() if info.name == name]
    kind = how if how in DRAWINGS else [*kinds, "search"][0]
    try:
        drawn = drawing(name, float(how or 1)) if kind == "search" else DRAWINGS[kind](name)
        sys.stdout.write(drawn + "\n")
    except ValueError as error:
        sys.exit(f"draw.py: {error}")


if __name__ == "__main__":
    main()
