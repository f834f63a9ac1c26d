"""Layers about the map itself: what is drawn is what the library says of the map that is shown."""

import asyncio
from dataclasses import replace

import numpy as np
import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.maps.moves import Fence, Link
from asterion.lab.maps.scenes import scene_of
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.playground.map_fields import FIELDS
from asterion.lab.playground.map_layers import MapLayers
from asterion.lab.playground.scenes import SCENES
from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.playground.structures import STRUCTURES, chunk_side, tints_of
from asterion.lab.searches.search_run import Run
from asterion.lab.wire.packing import pack
from asterion.lab.work import drained
from support import loops
from support.packed import unpack

RULES = ("never", "clear", "one-clear", "always")


def drawn(dice, *, costs=False):
    """A random map with walls, and two free ends."""
    rows, cols = (int(side) for side in dice.integers(3, 24, 2))
    cells = (dice.random((rows, cols)) < dice.uniform(0.55, 1)).astype(np.uint8)
    if costs:
        cells *= dice.choice([1, 1, 4], cells.shape).astype(np.uint8)
    ends = [divmod(int(node), cols) for node in dice.choice(rows * cols, 2, replace=False)]
    for end in ends:
        cells[end] = 1
    return Setup(cells, *ends, str(dice.choice(RULES)), (Run("astar"), Run("greedy")))


def layers_of(playground, *layers):
    playground.solve()
    playground.layers = MapLayers(*layers)
    message = drained(playground.layering())
    assert message["version"] == playground.version
    return unpack(pack(message))


def edited(playground, dice):
    """A stroke over the map, and perhaps another place of an end."""
    size = playground.setup.cells.size
    nodes = dice.choice(size, min(size, int(dice.integers(1, 12))), replace=False)
    playground.paint(nodes.tolist(), int(dice.choice([0, 0, 1])))
    if dice.random() < 0.5:
        playground.move(str(dice.choice(["start", "goal"])), int(dice.integers(size)))


def cells_of(setup, flat):
    return [divmod(int(node), setup.cells.shape[1]) for node in flat]


def pairs_of(setup, flat):
    cells = cells_of(setup, flat)
    return {frozenset(pair) for pair in zip(cells[::2], cells[1::2], strict=True)}


def connections(graph):
    return {frozenset((graph.nodes[a], graph.nodes[b])) for a, b in graph.ends.tolist()}


# --- Structures


def check_chunks(part, setup, known):
    assert part["rects"].reshape(-1, 4).tolist() == [list(each) for each in known.chunks]
    plan = known.plan(setup.start, setup.goal)
    expected = [setup.start, *plan.portals, setup.goal] if plan.path else []
    assert cells_of(setup, part["route"]) == expected


def check_quadtree(part, setup, grid):
    check_chunks(part, setup, at.PortalMap(grid, "quadtree"))


def check_portals(part, setup, grid):
    known = at.PortalMap(grid, chunk_side(grid.shape))
    check_chunks(part, setup, known)
    assert set(cells_of(setup, part["nodes"])) == set(known.graph.nodes)
    assert pairs_of(setup, part["edges"]) == connections(known.graph)


def check_rooms(part, setup, grid):
    known = at.RoomMap(grid, "rooms")
    assert (part["labels"].reshape(grid.shape) == known.labels).all()
    assert cells_of(setup, part["nodes"]) == list(known.graph.nodes)
    assert pairs_of(setup, part["edges"]) == connections(known.graph)
    plan = known.plan(setup.start, setup.goal)
    rooms = plan.rooms.nodes[1:-1] if plan.rooms else []
    assert cells_of(setup, part["stops"]) == (rooms if plan.path else [])


def check_islands(part, setup, grid):
    known = at.IslandMap(grid)
    assert cells_of(setup, part["nodes"]) == known.islands
    plan = known.plan(setup.start, setup.goal)
    assert cells_of(setup, part["stops"]) == plan.islands


def check_visibility(part, setup, grid):
    known = at.VisibilityMap(grid)
    assert cells_of(setup, part["nodes"]) == list(known.graph.nodes)
    route = known.route(setup.start, setup.goal)
    assert cells_of(setup, part["stops"]) == (route.nodes[1:-1] if route else [])
    # Lines lead over free cells, in one of the eight directions.
    walked = cells_of(setup, part["edges"])
    for (r, c), (row, col) in zip(walked[::2], walked[1::2], strict=True):
        steps = max(abs(row - r), abs(col - c))
        assert {abs(row - r), abs(col - c)} <= {0, steps}
        for i in range(steps + 1):
            cell = r + i * np.sign(row - r), c + i * np.sign(col - c)
            assert grid.total[cell] > 0
    if route:  # and so does the route, which costs what a cheapest path costs
        path = at.Path.from_nodes(grid, cells_of(setup, part["route"]))
        assert path.cost == pytest.approx(at.find_path(grid, setup.start, setup.goal).cost)


def check_clusters(part, setup, grid):
    known = at.ClusterHeuristic(grid, "rooms")
    assert (part["labels"].reshape(grid.shape) == known.labels).all()
    table = part["table"].reshape(known.table.shape)
    assert (np.where(table < 0, np.inf, table) == known.table.astype(np.float32)).all()
    assert part["goal"] == known.labels[setup.goal]
    for i, cell in enumerate(cells_of(setup, part["middles"])):
        assert known.labels[cell] == i


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", STRUCTURES)
def test_a_structure_is_the_library_s_also_after_edits(name, seed):
    dice = np.random.default_rng(seed)
    playground = Playground(drawn(dice, costs=name != "visibility" and seed % 2 == 1))
    for _ in range(4):
        part = layers_of(playground, name)["structure"]
        setup = playground.setup
        assert part["name"] == name
        globals()[f"check_{name}"](part, setup, setup.grid())
        path = at.find_path(setup.grid(), setup.start, setup.goal)
        assert ("there is no path" in part["note"]) == (not path and name != "clusters")
        edited(playground, dice)


def test_close_regions_have_different_tints():
    for seed in range(6):
        labels = at.regions.rooms(at.maps.rooms(40, seed=seed))
        tints = tints_of(labels)
        assert ((tints == 0) == (labels < 0)).all()
        for here, there in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1, :], np.s_[1:, :])):
            apart = (labels[here] != labels[there]) & (labels[here] >= 0) & (labels[there] >= 0)
            assert (tints[here] != tints[there])[apart].all()


# --- Fields and lines


def flee_costs(grid, threat):
    near = at.distances(grid, threat)
    cells = np.argwhere(near < np.inf)
    return at.distances(grid, cells, values=-1.2 * near[near < np.inf], direction="to")


EXPECTED = {
    "distance": lambda grid, setup: at.distances(grid, setup.start),
    "flow": lambda grid, setup: at.distances(grid, setup.goal, direction="to"),
    "flee": lambda grid, setup: flee_costs(grid, setup.goal),
}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", FIELDS)
def test_a_field_is_the_library_s_also_after_edits(name, seed):
    dice = np.random.default_rng(seed)
    tiles = ("hex", "triangle") if seed % 3 == 2 else (None,)
    setup = drawn(dice, costs=seed % 2 == 1)
    setup = replace(setup, diagonal=tiles[seed % len(tiles)] or setup.diagonal)
    playground = Playground(setup)
    for _ in range(4):
        part = layers_of(playground, "", name)["field"]
        setup = playground.setup
        grid = setup.grid()
        costs = np.asarray(EXPECTED[name](grid, setup))
        values = part["values"].reshape(grid.shape)
        assert values == pytest.approx(costs.astype(np.float32))
        known = costs[np.isfinite(costs)]
        least, most = part["range"]
        assert least == pytest.approx(min(0, known.min()))
        assert most == pytest.approx(max(known.max(), least))
        if name == "distance":
            assert part["next"] is None
            continue
        for node in np.flatnonzero(part["next"] >= 0):  # an arrow is a move that does not cost more
            here, there = divmod(int(node), grid.shape[1]), part["next"][node]
            moves = dict(grid.neighbours(here))
            there = divmod(int(there), grid.shape[1])
            assert costs[here] == pytest.approx(moves[there] + costs[there])
        edited(playground, dice)


def test_who_flees_ends_where_no_arrow_leads_on():
    setup = scene_of(SCENES, "a-flee-field").make()
    part = layers_of(Playground(setup), "", "flee")["field"]
    trail = part["trail"]
    assert divmod(int(trail[0]), setup.cells.shape[1]) == setup.start
    assert (part["next"][trail[:-1]] >= 0).all()
    assert part["next"][trail[-1]] < 0
    away = at.distances(setup.grid(), setup.goal)
    end = divmod(int(trail[-1]), setup.cells.shape[1])
    assert away[end] > 10 * away[setup.start]  # past the wolf: it is cornered where it stands


@pytest.mark.parametrize("seed", range(8))
def test_straight_lines_are_the_library_s_also_after_edits(seed):
    dice = np.random.default_rng(seed)
    playground = Playground(drawn(dice))
    for _ in range(4):
        part = layers_of(playground, "", "", True)["straight"]
        setup = playground.setup
        grid, ends = setup.grid(), (setup.start, setup.goal)
        for run, line, length in zip(setup.runs, part["smooth"], part["lengths"], strict=True):
            path = at.find_path(grid, *ends, algorithm=run.algorithm)
            assert line.reshape(-1, 2) == pytest.approx(np.asarray(path.smoothed(), float))
            assert length <= path.cost + 1e-9 or not path
        angle = at.find_path(grid, *ends, algorithm="any-angle")
        if angle:
            assert part["length"] == pytest.approx(angle.cost)
            assert part["angle"].reshape(-1, 2) == pytest.approx(angle.points)
            # Under "always" a path may go between two walls that touch at a corner.
            shortest = min(length for length in part["lengths"] if length)
            assert setup.diagonal == "always" or part["length"] <= shortest + 1e-9
        else:
            assert part["angle"] is None
        edited(playground, dice)


# --- What is not shown


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_map_that_is_too_large_is_told_and_other_layers_are_shown(name, monkeypatch):
    monkeypatch.setitem(STRUCTURES, name, STRUCTURES[name]._replace(most_cells=41 * 41 - 1))
    message = layers_of(Playground(), name, "flow")
    assert message["structure"]["problem"] == "the map has 1,681 cells; it takes up to 1,680"
    assert message["field"]["values"].size == 41 * 41


@pytest.mark.parametrize("name", ["rooms", "clusters"])
def test_too_many_rooms_are_told_also_after_an_edit(name, monkeypatch):
    monkeypatch.setattr(limits, "LAYER_REGIONS", 2)
    cells = np.ones((9, 9), np.uint8)
    cells[4] = 0
    playground = Playground(Setup(cells, (0, 0), (3, 8)))
    assert "note" in layers_of(playground, name)["structure"]
    playground.paint(range(2 * 9, 3 * 9), 0)
    assert (
        layers_of(playground, name)["structure"]["problem"]
        == "the map has 3 rooms; it takes up to 2"
    )
    playground.undo()
    check = globals()[f"check_{name}"]
    check(layers_of(playground, name)["structure"], playground.setup, playground.setup.grid())


def test_more_connections_of_portals_than_can_be_seen_are_not_drawn(monkeypatch):
    monkeypatch.setattr(limits, "LAYER_CONNECTIONS", 100)
    part = layers_of(Playground(), "portals")["structure"]
    assert part["note"].endswith("Too many portals to be drawn.")
    assert "nodes" not in part
    check_chunks(part, Setup(), at.PortalMap(Setup().grid(), 8))


@pytest.mark.parametrize(("name", "limit"), [("flow", "FIELD"), ("flee", "FLEE")])
def test_a_map_that_is_too_large_for_a_field_is_told(name, limit, monkeypatch):
    monkeypatch.setattr(limits, f"LAYER_{limit}_CELLS", 1680)
    assert "up to 1,680" in layers_of(Playground(), "", name)["field"]["problem"]


@pytest.mark.parametrize("name", STRUCTURES)
def test_what_the_library_refuses_is_told(name):
    hexes = Setup(diagonal="hex")
    assert "square" in layers_of(Playground(hexes), name, "", True)["structure"]["problem"]
    ways = replace(Setup(), links=(Link((1, 1), (3, 3), 2.0),), fences=(Fence((1, 1), (1, 2)),))
    part = layers_of(Playground(ways), name)["structure"]
    if "problem" in part:
        assert "link" in part["problem"]


def test_unknown_layers_are_refused():
    for message in (
        {"structure": "castles", "field": "", "straight": False},
        {"structure": "", "field": "structure", "straight": False},
        {"structure": None, "field": "", "straight": 0},
    ):
        with pytest.raises(at.InvalidValue, match="must be '' or one of"):
            MapLayers.of(message)


def test_layers_of_a_set_up_that_has_changed_are_not_made():
    playground = Playground()
    playground.solve()
    playground.layers = MapLayers("rooms", "flow")
    work = playground.layering()
    next(work)
    playground.paint([5, 6, 7], 0)
    assert drained(work) is None
    assert drained(playground.layering()) is None
    playground.solve()
    assert drained(playground.layering())["version"] == playground.version


# --- Messages


class Tab:
    """A browser that asks for layers: the newest message of each kind, and the order of all."""

    def __init__(self):
        self.received, self.parts, self.all = 0, "", []
        self.news = asyncio.Event()

    def send(self, topic, message, **_more):
        self.all.append((topic, unpack(message) if isinstance(message, bytes) else message))
        self.news.set()

    def is_shown(self, channel):
        """Whether it has the layers of the present map."""
        return any(each["version"] == channel.session.version for each in self.layers())

    def layers(self):
        return [message for topic, message in self.all if topic == "layers"]


def tab_of(channel):
    [tab] = channel.watchers
    return tab


def asked(*messages):
    async def talk():
        channel, tab = PlaygroundChannel(), Tab()
        channel.watchers.add(tab)
        for message in ({"type": "hello", "link": None}, *messages):
            if message == "rest":
                await asyncio.wait_for(channel._work, 30)
            else:
                await channel.on_message(tab, message)
        async with asyncio.timeout(30):
            while channel.session.edits.in_stroke and not tab.is_shown(channel):
                tab.news.clear()  # results of a stroke may wait for its end
                await tab.news.wait()
            if not channel.session.edits.in_stroke:
                await channel._work
        channel.close()
        return channel, tab

    return loops.run(talk())


ROOMS = {"type": "layers", "structure": "rooms", "field": "flow", "straight": False}
STROKE = [{"type": "begin"}, {"type": "paint", "cells": [100, 101, 102], "cost": 0}]


def test_layers_come_when_they_are_asked_for_and_with_each_edit():
    channel, tab = asked("rest", ROOMS, "rest", *STROKE, {"type": "end"}, "rest")
    told = tab.layers()
    assert len(told) >= 2
    assert told[0]["wanted"] == ["rooms", "flow", False]
    results = [message for topic, message in tab.all if topic.startswith("result")]
    assert told[-1]["version"] == results[-1]["version"] == channel.session.version
    grid = channel.setup.grid()
    labels = told[-1]["structure"]["labels"].reshape(grid.shape)
    assert (labels == at.RoomMap(grid, "rooms").labels).all()
    assert told[0]["structure"]["labels"].tolist() != told[-1]["structure"]["labels"].tolist()


def test_layers_follow_a_stroke_that_has_not_ended():
    channel, tab = asked("rest", ROOMS, "rest", *STROKE)
    assert channel.session.edits.in_stroke
    assert tab.is_shown(channel)


def test_layers_that_take_long_wait_until_the_drawing_rests(monkeypatch):
    monkeypatch.setattr(limits, "LAYER_SECONDS", 0.0)
    pauses, pause = [], PlaygroundChannel._pause

    async def noted(channel, seconds):
        pauses.append((seconds, tab_of(channel).is_shown(channel)))
        await pause(channel, seconds)

    monkeypatch.setattr(PlaygroundChannel, "_pause", noted)
    channel, tab = asked("rest", ROOMS, "rest", *STROKE)
    assert tab.is_shown(channel)
    assert pauses[0] == (limits.REST_SECONDS, False)


def test_nothing_is_sent_twice_and_nothing_without_layers():
    none = {**ROOMS, "structure": "", "field": ""}
    _, tab = asked("rest", none, "rest", ROOMS, "rest", ROOMS, "rest", none, "rest")
    assert len(tab.layers()) == 1


def test_the_map_is_not_sent_again_with_its_layers():
    """A page that is saved to a file is shown the last message of each kind, in their order."""
    _, tab = asked("rest", ROOMS, "rest")
    topics = [topic for topic, _ in tab.all]
    for before in ("boards", "map", "searching"):
        last = len(topics) - 1 - topics[::-1].index(before)
        assert last < topics.index("result 0"), before


def test_a_tab_that_comes_back_gets_the_layers_again():
    _, tab = asked("rest", ROOMS, "rest", {"type": "again"})
    first, second = tab.layers()
    assert first["version"] == second["version"]


# --- Scenes


@pytest.mark.req("S002-36")
def test_the_fill_of_three_heuristics_is_side_by_side_with_the_cluster_table():
    scene = scene_of(SCENES, "three-heuristics-and-their-fill")
    assert scene.view["structure"] == "clusters"
    assert "Cluster table" in scene.view["drawers"]
    playground = Playground(scene.make())
    null, euclidean, clusters = playground.solve()
    grid, ends = playground.setup.grid(), (playground.setup.start, playground.setup.goal)
    known = at.ClusterHeuristic(grid, "rooms")
    for found, heuristic in ((null, "zero"), (euclidean, "euclidean"), (clusters, known)):
        path = at.find_path(grid, *ends, algorithm="astar", heuristic=heuristic)
        assert found.path.cost == path.cost
        assert found.stats.expanded == path.stats.expanded
        assert found.trace is not None  # it can be watched
    fills = [found.stats.fill for found in (null, euclidean, clusters)]
    assert fills[0] > fills[1] > 1.5 * fills[2]
    part = layers_of(playground, "clusters")["structure"]
    assert part["table"].reshape(known.table.shape) == pytest.approx(known.table)


def test_the_cluster_heuristic_of_a_search_follows_edits():
    playground = Playground(scene_of(SCENES, "three-heuristics-and-their-fill").make())
    playground.solve()
    playground.paint(range(41 * 3, 41 * 3 + 4), 0)
    found = playground.solve()[2]
    grid, setup = playground.setup.grid(), playground.setup
    known = at.ClusterHeuristic(grid, "rooms")
    path = at.find_path(grid, setup.start, setup.goal, algorithm="astar", heuristic=known)
    assert (found.path.cost, found.stats.expanded) == (path.cost, path.stats.expanded)


def counts(key):
    """The notes of a scene's layers, and what its first search expands."""
    scene = scene_of(SCENES, key)
    playground = Playground(scene.make())
    expanded = playground.solve()[0].stats.expanded
    message = layers_of(playground, scene.view.get("structure", ""), scene.view.get("field", ""))
    return (message["structure"] or message["field"])["note"], expanded


@pytest.mark.parametrize(
    ("key", "told", "expanded"),
    [
        ("portals-of-hpa-star", "61 portals expanded", 965),
        ("rooms-then-cells", "40 rooms,", None),
        ("islands", "98 cells expanded; a cheapest path.", 1330),
    ],
)
def test_figures_in_scenes_are_the_library_s(key, told, expanded):
    note, searched = counts(key)
    text = scene_of(SCENES, key).text
    assert told in note
    assert told.split()[0] in text
    assert expanded is None or (searched == expanded and f"{expanded:,}" in text)


def test_the_line_at_any_angle_is_on_the_other_side_of_the_walls():
    setup = scene_of(SCENES, "smoothed-and-at-any-angle").make()
    part = layers_of(Playground(setup), "", "", True)["straight"]
    smooth, angle = part["smooth"][0].reshape(-1, 2), part["angle"].reshape(-1, 2)
    away = np.abs(smooth[:, None] - angle[None]).sum(axis=-1).min(axis=1)
    assert away.max() > 8  # cells
    assert part["length"] < 0.95 * part["lengths"][0]
