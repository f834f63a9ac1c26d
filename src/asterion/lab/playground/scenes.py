"""Scenes of the playground: searches side by side, on maps where they differ."""

from __future__ import annotations

from typing import Any

import numpy as np

from asterion import maps
from asterion.lab.playground.setup import Setup
from asterion.lab.shared.scenes import Scene, drawn
from asterion.lab.shared.search_run import Run

_TRAP = """
    .........................
    .........................
    .........................
    .........................
    ......############.......
    .................#.......
    .................#.......
    .................#.......
    .................#.......
    .................#.......
    .................#.......
    ..S..............#....G..
    .................#.......
    .................#.......
    .................#.......
    .................#.......
    .................#.......
    .................#.......
    ......############.......
    .........................
    .........................
    .........................
    .........................
"""
_SWAMP = """
    .........................
    .........................
    .........................
    ............3............
    .........3555553.........
    ........355999553........
    .......35999999953.......
    ......3599999999953......
    ......3599999999953......
    ......5999999999995......
    ......5999999999995......
    .S...359999999999953...G.
    ......5999999999995......
    ......5999999999995......
    ......3599999999953......
    ......3599999999953......
    .......35999999953.......
    ........355999553........
    .........3555553.........
    ............3............
    .........................
    .........................
    .........................
"""
_SEALED = """
    .........................
    .........................
    .........................
    .........................
    .........................
    .........................
    ..............#########..
    ..............#.......#..
    ..............#.......#..
    ..............#.......#..
    ..S...........#...G...#..
    ..............#.......#..
    ..............#.......#..
    ..............#.......#..
    ..............#########..
    .........................
    .........................
    .........................
    .........................
    .........................
    .........................
"""


def _on(picture: str, *runs: Run, diagonal: str = "clear") -> Setup:
    return Setup(*drawn(picture), diagonal, runs)


def _made(cells: Any, *runs: Run, diagonal: str = "clear") -> Setup:
    """On a map of a generator, from its left to its right."""
    field = np.ones((25, 41), np.uint8)  # start and goal are put about where they are on it
    ground = Setup(field, (1, 1), (23, 39), diagonal, runs)
    return ground.with_map(np.asarray(cells, np.uint8))


def _open_field(rows: int, cols: int, *runs: Run, diagonal: str = "clear") -> Setup:
    ends = (rows // 2, 3), (rows // 2 - 3, cols - 4)
    return Setup(np.ones((rows, cols), np.uint8), *ends, diagonal, runs)


def _overestimated() -> Setup:
    """Two ways, of which the one that leads straight to the goal is the dearer."""
    picture = """
        .........................
        .#######################.
        .#S....................#.
        .#.###################.#.
        .#.#.................#.#.
        .#.#.................#.#.
        .#.#.................#.#.
        .#9999999999999999999#.#.
        ...#.................#.#.
        .#.#.................#.#.
        .#.###################.#.
        .#....................G#.
        .#######################.
        .........................
    """
    return _on(picture, Run("astar"), Run("astar", {"weight": 5.0}), diagonal="never")


SCENES = (
    Scene(
        "Dijkstra and A*",
        "Both find a cheapest path. Dijkstra looks in all directions; A* looks where the goal is, "
        "and expands a fraction of the cells.",
        Setup,
        {"play": True},
    ),
    Scene(
        "Greedy in a trap",
        "Greedy best-first runs straight at the goal, fills the dead end, and leaves it by a "
        "detour. A* fills it too, but its path is the shortest.",
        lambda: _on(_TRAP, Run("greedy"), Run("astar")),
        {"play": True},
    ),
    Scene(
        "Why weights pay",
        "A* with its estimate taken 1, 1.5, 2 and 4 times: fewer and fewer expansions, for a path "
        "that costs at most so many times the cheapest, and in fact 3 to 16 % more.",
        lambda: _made(
            maps.rooms((56, 90), seed=3).cost,
            *(
                Run("astar", {"weight": weight}) if weight > 1 else Run("astar")
                for weight in (1, 1.5, 2.0, 4.0)
            ),
        ),
        {"play": True},
    ),
    Scene(
        "Overestimating loses the optimum",
        "With its estimate taken five times, A* trusts the direction of the goal more than the "
        "costs, and takes the dear way. The best of each column is marked below.",
        _overestimated,
        {"at": 1.0},
    ),
    Scene(
        "Ground that costs",
        "Breadth-first counts moves and wades through the swamp. A* counts costs and walks round "
        "it.",
        lambda: _on(_SWAMP, Run("bfs"), Run("astar")),
        {"play": True},
    ),
    Scene(
        "Jumping over open ground",
        "On open ground many paths are equally short. Jump point search looks along lines and "
        "expands only where a path may have to turn.",
        lambda: _made(maps.rooms((60, 97), seed=11).cost, Run("astar"), Run("jps")),
        {"play": True},
    ),
    Scene(
        "Nowhere to go",
        "The goal is walled in. The first search floods all it can reach. From then on the map "
        "knows its connected regions, and the second search says no without an expansion.",
        lambda: _on(_SEALED, Run("astar"), Run("dijkstra")),
        {"at": 1.0},
    ),
    Scene(
        "From both ends",
        "Two searches that meet in the middle, beside one.",
        lambda: _made(
            maps.maze((41, 67), seed=5, opened=60).cost, Run("astar"), Run("bidirectional")
        ),
        {"play": True},
    ),
    Scene(
        "An empty map of your own",
        "Drag over the board to draw walls: the search runs again with every cell. Choose costs, "
        "start and goal above the board.",
        lambda: _open_field(25, 41, Run("astar")),
        {"at": 1.0},
    ),
)
