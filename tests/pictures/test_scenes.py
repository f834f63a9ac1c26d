"""The contents of pictures: words, lines, marks and keys."""

import pickle
from itertools import pairwise
from math import inf

import numpy as np
import pytest

import asterion as at
from asterion.pictures.colours import (
    CLOSED,
    GROUND,
    HEAT,
    LEVELS,
    OPEN,
    SHARES,
    THEMES,
    index,
    palette,
    rgb,
)
from asterion.pictures.display import drawn

LEVEL = at.Grid.from_text("....\n.##.\n....", diagonal="never")
CUT = at.Grid.from_text("..#.")
CHAIN = at.Graph([(node, node + 1, 1) for node in range(9)])
ENDS = [("agent", "start"), ("goal", "goal")]
GOAL, FAR_GOAL = ("diamond", "goal", (3.5, 2.5)), ("diamond", "goal", (3.5, 0.5))
START = ("ring", "start", (0.5, 0.5))


def searched(world, start, goal, steps):
    search = at.Search(world, start, goal, algorithm="dijkstra")
    search.step(steps)
    return search


def unpickled(path):
    return pickle.loads(pickle.dumps(path))


def walked(agent, moves):
    for _ in range(moves):
        agent.step()
    return agent


# An object; its words; the corners of its line and its colour; its marks; its key.
SCENES = {
    "path": (
        at.find_path(LEVEL, (0, 0), (2, 3)),
        (
            "Path of 5 moves, cost 5, a cheapest one, from (0, 0) to (2, 3), 1 turn; "
            "3 x 4 cells, 17% walls, cost 1"
        ),
        ("path", [(0.5, 0.5), (0.5, 2.5), (3.5, 2.5)]),
        [GOAL, START],
        ENDS,
    ),
    "path to one of two goals": (
        at.find_path(LEVEL, (2, 2), [(2, 3), (0, 3)]),
        (
            "Path of 1 move, cost 1, a cheapest one, from (2, 2) to the nearest of 2; "
            "3 x 4 cells, 17% walls, cost 1"
        ),
        ("path", [(2.5, 2.5), (3.5, 2.5)]),
        [GOAL, FAR_GOAL, ("ring", "start", (2.5, 2.5))],
        ENDS,
    ),
    "search under way": (
        searched(LEVEL, (0, 0), (2, 3), 3),
        "Search (dijkstra), running: 3 expanded, 2 open",
        None,
        [GOAL, START],
        [*ENDS, ("open", "open"), ("closed", "closed")],
    ),
    "search that has found": (
        searched(LEVEL, (0, 0), (2, 3), 99),
        "Search (dijkstra), found: 9 expanded, 1 open; path of 5 moves, cost 5, a cheapest one",
        ("path", [(0.5, 0.5), (3.5, 0.5), (3.5, 2.5)]),
        [GOAL, START],
        [*ENDS, ("open", "open"), ("closed", "closed")],
    ),
    "search in vain": (
        searched(CUT, (0, 0), (0, 3), 99),
        "Search (dijkstra), unreachable: 2 expanded, 0 open",
        None,
        [FAR_GOAL, START],
        [*ENDS, ("open", "open"), ("closed", "closed")],
    ),
    "navigator": (
        walked(at.Navigator(LEVEL, (0, 0), (2, 3)), 1),
        "Navigator (auto) at (1, 0), goal (2, 3): path of 4 moves, cost 4, a cheapest one",
        ("path", [(0.5, 1.5), (0.5, 2.5), (3.5, 2.5)]),
        [GOAL, ("disc", "agent", (0.5, 1.5))],
        [],
    ),
    "navigator that is there": (
        walked(at.Navigator(LEVEL, (0, 2), (0, 3)), 1),
        "Navigator (auto) at (0, 3), goal (0, 3): arrived",
        None,
        [FAR_GOAL, ("disc", "agent", (3.5, 0.5))],
        [],
    ),
    "explorer": (
        walked(at.Explorer(LEVEL, (0, 0), (2, 3)), 2),
        "Explorer (auto) at (2, 0), goal (2, 3): 2 moves, 1 search, 50% of the cells seen.",
        ("agent", [(0.5, 0.5), (0.5, 2.5)]),
        [GOAL, ("disc", "agent", (0.5, 2.5))],
        [("unknown", "not seen"), ("agent", "walked")],
    ),
    "journey": (
        at.explore(LEVEL, (0, 0), (2, 3)),
        "Journey of 5 moves, 1 search. I reached the target.",
        ("agent", [(0.5, 0.5), (0.5, 2.5), (3.5, 2.5)]),
        [START, ("disc", "end", (3.5, 2.5))],
        [],
    ),
    "journey in vain": (
        at.explore(CUT, (0, 0), (0, 3)),
        "Journey of 1 move, 2 searches. I cannot reach the target.",
        ("agent", [(0.5, 0.5), (1.5, 0.5)]),
        [START, ("disc", "end", (1.5, 0.5))],
        [],
    ),
    "path without a world": (
        unpickled(at.find_path(at.Grid([[1, 1, 1]] * 3, diagonal="never"), (2, 1), (0, 1))),
        "Path of 2 moves, cost 2, a cheapest one; its world is not known",
        ("path", [(0.5, 2.5), (0.5, 0.5)]),
        [("ring", "start", (0.5, 2.5)), ("disc", "end", (0.5, 0.5))],
        [],
    ),
    "no path and no world": (
        unpickled(at.find_path(at.Grid([[1, 0, 1]]), (0, 0), (0, 2))),
        "No path (unreachable); its world is not known",
        None,
        [],
        [],
    ),
}


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_has_the_words_the_line_the_marks_and_the_key_of_its_thing(name):
    thing, words, line, marks, key = SCENES[name]
    scene = drawn(thing)
    assert scene.title == words
    lines = [(each.role, [*map(tuple, each.points.tolist())]) for each in scene.lines]
    assert lines == ([] if line is None else [line])
    assert [(mark.shape, mark.label, (mark.x, mark.y)) for mark in scene.marks] == marks
    assert scene.key == key


def test_a_line_on_plain_paper_is_as_large_as_its_cells():
    scenes = [drawn(SCENES[name][0]) for name in ("journey", "path without a world")]
    assert [(scene.width, scene.height) for scene in scenes] == [(4, 3), (4, 3)]


def test_a_view_tells_of_its_ground_and_of_what_is_its_own():
    grid = at.Grid([[1, 3], [2, 1]])
    ground = "View of a grid: 2 x 2 cells, 0% walls, costs 1 to 3"
    assert drawn(grid.view()).title == ground
    unit = "View of a grid: 2 x 2 cells, 75% walls, cost 3, a unit of 2 x 2 cells"
    assert drawn(grid.view(size=2)).title == unit


@pytest.mark.parametrize(
    ("goal", "route"),
    [(2, "0 → 1 → 2"), (7, "0 → 1 → 2 → 3 → 4 → 5 → 6 → 7"), (8, "… → 7 → …")],
)
def test_a_path_on_a_graph_names_its_first_eight_nodes(goal, route):
    title = drawn(at.find_path(CHAIN, 0, goal)).title
    head = f"Path of {goal} moves, cost {goal}, a cheapest one: "
    assert title.startswith(f"{head}0 → 1 → 2")
    assert title.endswith(route.removeprefix("…"))


def test_a_graph_shows_the_path_and_the_ends_or_the_agent():
    agent = at.Navigator(CHAIN, 0, 2)
    agent.step()
    _ = agent.path
    for thing, nodes, signs in (
        (at.find_path(CHAIN, 0, 2), 3, {("ring", "start", "0"), ("diamond", "goal", "2")}),
        (searched(CHAIN, 0, 2, 99), 3, {("ring", "start", "0"), ("diamond", "goal", "2")}),
        (agent, 2, {("disc", "agent", "1"), ("diamond", "goal", "2")}),
    ):
        scene = drawn(thing)
        names = {(mark.x, mark.y): mark.label for mark in scene.marks if mark.shape == "node"}
        ends = [mark for mark in scene.marks if mark.shape in {"ring", "diamond", "disc"}]
        assert {(mark.shape, mark.label, names[mark.x, mark.y]) for mark in ends} == signs
        assert [len(line.points) for line in scene.lines if line.role == "path"] == [nodes]


def test_a_connection_is_a_line_with_an_arrow_unless_there_is_one_back():
    edges = [("A", "B", 1), ("B", "A", 1), ("B", "C", 1), ("C", "B", inf), ("C", "C", 1)]
    scene = drawn(at.Graph(edges, positions={"A": (0, 0), "B": (10, 0), "C": (10, 5)}))
    places = {mark.label: (mark.x, mark.y) for mark in scene.marks if mark.shape == "node"}
    names = {place: name for name, place in places.items()}
    lines = [
        ("".join(names[tuple(point)] for point in line.points.tolist()), line.role, line.dashed)
        for line in scene.lines
    ]
    assert lines == [("AB", "unknown", False), ("BC", "unknown", False), ("CB", "fence", True)]
    (ax, ay), (bx, by), (cx, cy) = places["A"], places["B"], places["C"]
    assert (ay, cx) == (by, bx)  # by the positions: along, and then up or down
    assert (bx - ax) == pytest.approx(2 * abs(cy - by))
    arrows = [mark for mark in scene.marks if mark.shape == "arrow"]
    assert [arrow.size for arrow in arrows] == [(0, cy - by), (0, by - cy)]
    for arrow, (start, end) in zip(arrows, [(by, cy), (cy, by)], strict=True):
        assert (arrow.x, arrow.y) == pytest.approx((bx, start + 0.72 * (end - start)))


@pytest.mark.parametrize("theme", THEMES)
def test_costs_walls_and_values_go_step_by_step_from_one_colour_to_another(theme):
    table, ends = palette(theme).astype(float), {role: rgb(c) for role, c in THEMES[theme].items()}

    def steps(places, role):
        """The distance of each from a colour."""
        return [np.abs(table[place] - ends[role]).sum() for place in places]

    costly = [index(GROUND, level) for level in range(LEVELS)]
    walls = [index(GROUND, 0, share) for share in range(SHARES)]
    for places, first, last in (
        (costly, "free", "heavy"),
        (walls, "free", "wall"),
        (range(HEAT, 256), "near", "far"),
    ):
        assert steps(places, first)[0] < 2  # rounded
        apart = steps(places, last)
        assert all(a > b for a, b in pairwise(apart))
        assert apart[-1] < apart[0] / 2


@pytest.mark.parametrize("theme", THEMES)
def test_open_closed_and_free_cells_and_walls_differ_in_colour_and_keep_it_where_costs_are_high(
    theme,
):
    kinds = {kind: palette(theme)[index(kind)].tolist() for kind in (GROUND, OPEN, CLOSED)}
    colours = {
        GROUND: THEMES[theme]["free"],
        OPEN: THEMES[theme]["open"],
        CLOSED: THEMES[theme]["closed"],
    }
    assert kinds == {kind: rgb(colour).tolist() for kind, colour in colours.items()}
    costly = [palette(theme)[index(kind, LEVELS - 1)].tolist() for kind in kinds]
    assert len({*map(tuple, costly), *map(tuple, kinds.values())}) == 6
