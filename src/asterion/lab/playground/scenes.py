"""Scenes of the playground: searches side by side, on maps where they differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from asterion import maps
from asterion.lab.maps.made import Made
from asterion.lab.maps.moves import Fence, Link
from asterion.lab.maps.scenes import Scene, drawn, walled
from asterion.lab.playground.frame_budget import Edit, FrameBudget
from asterion.lab.playground.setup import Setup
from asterion.lab.playground.structures import CLUSTERS
from asterion.lab.searches.search_run import Run

if TYPE_CHECKING:
    from asterion.lab.maps.map_setup import Cells
    from asterion.world.grid import Cell

_TRAP = walled(
    (23, 25), [((4, 6), (4, 17)), ((5, 17), (17, 17)), ((18, 6), (18, 17))], (11, 2), (11, 22)
)
_SWAMP = drawn("""
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
""")
_TWO_DOORS = walled(
    (21, 41), [((0, 20), (4, 20)), ((6, 20), (16, 20)), ((18, 20), (20, 20))], (3, 1), (8, 37)
)
_HOUSES = walled(
    (32, 48),
    [
        *(((4, 5), (4, 16)), ((14, 5), (14, 16)), ((4, 5), (14, 5)), ((4, 16), (8, 16))),
        *(((11, 16), (14, 16)), ((4, 11), (6, 11)), ((9, 11), (14, 11))),
        *(((20, 28), (20, 42)), ((28, 28), (28, 42)), ((20, 28), (23, 28)), ((26, 28), (28, 28))),
        *(((20, 42), (28, 42)), ((20, 35), (25, 35)), ((6, 30), (9, 33)), ((22, 8), (24, 9))),
    ],
    (7, 7),
    (26, 40),
)
_BLOCKS = walled(
    (25, 41),
    [
        *(((4, 6), (9, 9)), ((14, 5), (19, 11)), ((7, 14), (16, 16)), ((2, 20), (6, 26))),
        *(((11, 21), (13, 28)), ((18, 19), (22, 21)), ((16, 31), (20, 34)), ((5, 31), (12, 33))),
    ],
    (21, 2),
    (3, 38),
)
_TWO_SIDES = walled(
    (25, 41),
    [
        *(((1, 7), (4, 9)), ((5, 16), (7, 21)), ((3, 20), (7, 24)), ((1, 19), (3, 25))),
        *(((4, 22), (10, 29)), ((11, 16), (17, 20)), ((18, 29), (21, 35))),
    ],
    (4, 2),
    (21, 38),
)
_WOLF = walled(
    (23, 55),
    [
        ((8, 3), (8, 7)),
        ((14, 3), (14, 7)),
        ((8, 3), (14, 3)),
        ((0, 26), (9, 26)),
        ((13, 26), (22, 26)),
    ],
    (11, 5),
    (11, 8),
)
_ROOM = [((6, 14), (6, 22)), ((14, 14), (14, 22)), ((6, 14), (14, 14)), ((6, 22), (14, 22))]
_SEALED = walled((21, 25), _ROOM, (10, 2), (10, 18))


def _on(setup: tuple[Cells, Cell, Cell], *runs: Run, diagonal: str = "clear") -> Setup:
    return Setup(*setup, diagonal, runs)


def _made(made: Made, *runs: Run, diagonal: str = "clear") -> Setup:
    """A map from a generator, from its left to its right."""
    field = np.ones((25, 41), np.uint8)  # start and goal stay about where they are
    setup = Setup(field, (1, 1), (23, 39), diagonal, runs)
    return setup.on_made(made)


def _open_field(rows: int, cols: int, *runs: Run, diagonal: str = "clear") -> Setup:
    ends = (rows // 2, 3), (rows // 2 - 3, cols - 4)
    return Setup(np.ones((rows, cols), np.uint8), *ends, diagonal, runs)


def _overestimated() -> Setup:
    """Two routes; the one that leads straight to the goal is more expensive."""
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
    return _on(drawn(picture), Run("astar"), Run("astar", {"weight": 5.0}), diagonal="never")


def _many_units() -> Setup:
    """Rooms with muddy floor, where a whole path takes several frames to find."""
    cells = maps.rooms((31, 51), seed=4).cost.astype(np.uint8)
    rows, cols = np.indices(cells.shape)
    cells[(cells == 1) & ((rows // 5 + cols // 7) % 4 == 0)] = 3
    setup = Setup(cells, (1, 1), (29, 49), runs=(Run("astar"),))
    return setup.with_budget(8, expansions=100, seed=3)


def _door_that_shuts() -> Setup:
    """Five units on their way through the upper of two doors, which shuts at frame 12."""
    ends = [((r, 2 + r % 3), (20 - r, 36 + r % 4)) for r in (1, 6, 9, 12)]
    door = Edit(12, 5 * 41 + 20, 0)
    budget = FrameBudget(expansions=80, others=tuple(ends), edits=(door,))
    return replace(_on(_TWO_DOORS, Run("astar")), budget=budget)


def _hexes() -> Setup:
    """A valley of hexagons: hills that cost more and more, and a wall with a pass."""
    rows, cols = np.indices((19, 27))
    hills = np.sin(rows / 2.6) * np.cos(cols / 3.7) + np.sin((rows + cols) / 5.3)
    cells = np.select([hills > 1.3, hills > 0.9, hills > 0.5, hills > 0.2], [9, 6, 4, 2], 1)
    cells[:14, 13] = 0
    cells[[0, 1, 9, 10], 13] = 5
    ends = (9, 1), (9, 25)
    for end in ends:
        cells[end] = 1
    return Setup(cells.astype(np.uint8), *ends, "hex", (Run("dijkstra"), Run("astar")))


def _teleporters() -> Setup:
    """Three halls without doors between them, two pairs of portals, and fences on the way."""
    halls = walled((11, 29), [((0, 9), (10, 9)), ((0, 19), (10, 19))], (4, 2), (6, 26))
    fences = [Fence((row, 5), (row, 6)) for row in range(8)]
    fences += [Fence((row, 22), (row, 23)) for row in range(3, 11)]
    fences += [Fence((9, col), (10, col), both=False) for col in range(13, 16)]
    links = (
        Link((2, 7), (9, 11), 4.0),
        Link((1, 17), (9, 21), 3.0, both=False),
        Link((8, 1), (2, 12), 12.0),
    )
    setup = _on(halls, Run("dijkstra"), Run("astar"), diagonal="never")
    return replace(setup, links=links, fences=tuple(fences))


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
        "that costs at most that many times the cheapest, and in fact 3 to 16 % more.",
        lambda: _made(
            Made.by("rooms", (56, 90), seed=3),
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
        "costs, and takes the expensive path. A star marks the best of each column below.",
        _overestimated,
        {"at": 1.0, "drawers": ["Results and legend"]},
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
        lambda: _made(Made.by("rooms", (60, 97), seed=11), Run("astar"), Run("jps")),
        {"play": True},
    ),
    Scene(
        "A map prepared beforehand",
        "Jump point search scans the map each time. An index has ranked the corners of all walls "
        "before: from both ends it climbs to ever more important ones, until the climbs meet. "
        "The layer _tree_ shows the shortcuts that it takes.",
        lambda: _made(Made.by("rooms", (45, 60), seed=11), Run("jps"), Run("index")),
        {"play": True, "layers": ["open", "closed", "tree", "path"]},
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
            Made.by("maze", (41, 67), seed=5, opened=60), Run("astar"), Run("bidirectional")
        ),
        {"play": True},
    ),
    Scene(
        "Paths within a frame budget",
        "Eight units ask at once, and a frame has 100 expansions for all. Each sets off on a "
        "quick path (dotted), gets its whole one while it walks (dashed), then a shorter one from "
        "where it is (solid). The line of requests is below the board.",
        _many_units,
        {"play": True},
    ),
    Scene(
        "A door shuts between two frames",
        "After frame 12 the upper door is a wall. Units whose paths led through it go back to "
        "waiting, and get others within the next frames. Draw walls yourself, at any frame.",
        _door_that_shuts,
        {"play": True, "tool": "wall"},
    ),
    Scene(
        "Hexes",
        "Hexagons with six moves each, all of the same length. Hills cost up to 9; the estimate "
        "of A* counts tiles. Choose other tiles under _Moves_.",
        _hexes,
        {"play": True},
    ),
    Scene(
        "Teleporters",
        "Three halls without doors. Links (dashed, with an arrow head where they lead to) take you "
        "across for what is written on them; fences (thick, between posts) close single moves, and "
        "a fence with a head only those against it.",
        _teleporters,
        {"play": True},
    ),
    Scene(
        "Quadtree",
        "Each chunk is as large as it can be while all its cells cost the same: few on open "
        "ground, many around walls. Draw a wall, and the chunk that it crosses is cut up.",
        lambda: _on(_HOUSES, Run("astar")),
        {"at": 1.0, "layers": ["path"], "structure": "quadtree", "tool": "wall"},
    ),
    Scene(
        "Portals of HPA*",
        "Squares of cells, portals between them, and the costs from portal to portal, known "
        "beforehand. A query looks at 61 portals where A* looks at 965 cells; its path costs a "
        "little more.",
        lambda: _made(Made.by("rooms", (41, 67), seed=2), Run("astar")),
        {"at": 1.0, "layers": ["closed", "path"], "structure": "portals"},
    ),
    Scene(
        "Rooms, then cells",
        "First a search of 40 rooms, each a node at its middle, then of the cells from room to "
        "room. Draw a wall across a door: the rooms part, and the route changes.",
        lambda: _made(Made.by("rooms", (41, 67), seed=5), Run("astar")),
        {"at": 1.0, "layers": ["path"], "structure": "rooms", "tool": "wall"},
    ),
    Scene(
        "Islands",
        "Doors that most paths pass. A query asks which of them it passes, and searches only the "
        "few legs in between: 98 cells, where A* expands 1,330, for the same cheapest path.",
        lambda: _made(Made.by("rooms", (41, 67), seed=4), Run("astar")),
        {"at": 1.0, "layers": ["closed", "path"], "structure": "islands"},
    ),
    Scene(
        "Points of visibility",
        "A cheapest path leads from corner to corner of walls. The graph has all corners that "
        "see each other, over a walk of one turn at most. Draw a wall, and there are new ones.",
        lambda: _on(_BLOCKS, Run("astar")),
        {"at": 1.0, "layers": ["path"], "structure": "visibility", "tool": "wall"},
    ),
    Scene(
        "Three heuristics and their fill",
        "A* with no estimate, the straight line, and clusters. Indoors the straight line fills "
        "nearly as many cells as none; the table below knows the walls, and half is enough.",
        lambda: _made(
            Made.by("rooms", (25, 41), seed=5, size=9),
            *(Run("astar", {"heuristic": name}) for name in ("zero", "euclidean", CLUSTERS)),
        ),
        {"play": True, "structure": CLUSTERS, "drawers": ["Cluster table"]},
    ),
    Scene(
        "A distance field",
        "What each cell costs from the start: the colour of the whole wave of Dijkstra. Drag the "
        "start, and it follows.",
        lambda: _made(Made.by("caves", (35, 55), seed=2), Run("dijkstra")),
        {"at": 1.0, "layers": ["path"], "field": "distance"},
    ),
    Scene(
        "A flow field",
        "One field leads any number of units to the goal, from everywhere. Draw a wall: only the "
        "cells whose way it closes are computed again, and the line below counts them.",
        lambda: _made(Made.by("caves", (35, 55), seed=5), Run("astar")),
        {"at": 1.0, "layers": ["path"], "field": "flow", "tool": "wall"},
    ),
    Scene(
        "A flee field",
        "The goal is a wolf. Who runs from it to the farthest near place is cornered; the field "
        "counts the way as well, and leads past the wolf into the far hall.",
        lambda: _on(_WOLF, Run("astar")),
        {"at": 1.0, "layers": [], "field": "flee"},
    ),
    Scene(
        "Smoothed, and at any angle",
        "A path of cells turns by 45 degrees. Smoothing (dashed) pulls it straight, but keeps to "
        "its side of the walls; the shortest line at any angle is on the other side.",
        lambda: _on(_TWO_SIDES, Run("astar")),
        {"at": 1.0, "layers": ["path", "straight"], "tool": "wall"},
    ),
    Scene(
        "An empty map of your own",
        "Drag over the board to draw walls: the search runs again with every cell. The other "
        "_Tools_ draw ground that costs more, and put start and goal elsewhere.",
        lambda: _open_field(25, 41, Run("astar")),
        {"at": 1.0, "tool": "wall"},
    ),
)
