"""Objects in a notebook: well-formed, small, said in words, and without side effects."""

import base64
import io
import json
import pickle
import re
import subprocess
import sys
import threading
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import asterion as at
from asterion.pictures import colours, display, page, tiling
from asterion.pictures import raster as rasters
from asterion.pictures.scene import Scene
from asterion.search import registry

SVG = "{http://www.w3.org/2000/svg}"
TILES = ["square", "hex", "hex-columns", "triangle"]
BOUND = 80_000  # characters of any picture, of the worst maps too: noise


def level():
    grid = at.Grid.from_text("""
        ..........
        .######...
        ...99.#.#.
        .5599.#.#.
        .55...#...
    """)
    grid.layers["threat"] = np.linspace(0, 3, 50).reshape(5, 10)
    grid.links.add((0, 0), (4, 9))
    grid.links.add((2, 0), (0, 9), both=False)
    grid.fences.add((0, 3), (0, 4))
    grid.fences.add((0, 5), (0, 6), both=False)
    return grid


def small_graph(**options):
    edges = [("A", "B", 3), ("B", "A", 3), ("B", "C", 1), ("C", "D", float("inf")), ("A", "D", 9)]
    return at.Graph(edges, **options)


def actions():
    axe = at.goap.Action("take axe", cost=2, needs={"axe": False}, gives={"axe": True})
    chop = at.goap.Action("chop", cost=4, needs={"axe": True}, gives={"wood": at.goap.add(1)})
    return [axe, chop]


class Counting:
    start = 0

    def actions(self, _state):
        return ["one", "two"]

    def apply(self, state, action):
        return state + (1 if action == "one" else 2)

    def cost(self, _state, action, _result):
        return 1 if action == "one" else 1.5

    def is_goal(self, state):
        return state == 7


def half_way(world, start, goal, **options):
    search = at.Search(world, start, goal, algorithm="astar", **options)
    search.step(3)
    return search


def walked(agent, moves):
    for _ in range(moves):
        agent.step()
    return agent


GRID, GRAPH, PLACED = level(), small_graph(), small_graph(positions=np.eye(4)[:, :2])
VIEW = GRID.view(size=2, blocked=np.eye(5, 10, dtype=bool), layers={"threat": 2})
TANK = at.Grid(np.ones((4, 9))).view(size=2)
STATE = {"axe": False, "wood": 0}
ISLAND = at.Grid.from_text("..#..")
PATH = at.find_path(GRID, (0, 0), (4, 9))
CUBE = at.Graph([((0, 0, 0), (0, 0, 1), 1)], positions={(0, 0, 0): (0, 0, 0), (0, 0, 1): (0, 0, 1)})
TURNED = at.find_path(ISLAND, (0, 0), (0, 1), turn_cost=1.0)

# An object, and the words of its alternative text.
THINGS = {
    "grid": (
        GRID,
        "Grid: 5 x 10 cells, 22% walls, costs 1 to 11.0816, 2 links, 3 fenced moves, layer threat",
    ),
    "view": (VIEW, "a unit of 2 x 2 cells, layers: threat x 2, 5 cells blocked"),
    "crowd": (
        at.Crowd(VIEW.grid, [(0, 0), (0, 1)], [(0, 0), (1, 1)]),
        "Crowd of 2 units at tick 0, 1 at their goals",
    ),
    "path": (PATH, "Path of 1 move, cost 1, a cheapest one, from (0, 0) to (4, 9)"),
    "path of turn costs": (TURNED, "Path of 1 move, cost 1"),
    "path of a unit": (at.find_path(TANK, (0, 6), (0, 7)), "Path of 1 move"),
    "no path": (at.find_path(ISLAND, (0, 0), (0, 4)), "No path (unreachable), from (0, 0)"),
    "partial": (at.find_path(ISLAND, (0, 0), (0, 4), partial=True), "Partial path of 1 move"),
    "nearest": (at.find_path(ISLAND, (0, 0), [(0, 1), (0, 4)]), "the nearest of 2"),
    "search": (half_way(GRID, (0, 2), (4, 0)), "Search (astar), running: 3 expanded"),
    "search of a graph": (half_way(GRAPH, "A", "D"), "Search (astar)"),
    "graph": (GRAPH, "Graph: 4 nodes, 5 connections, costs 1 to 9, 1 closed"),
    "graph with places": (PLACED, "Graph: 4 nodes"),
    "graph in space": (CUBE, "Graph: 2 nodes, 1 connection"),
    "graph without nodes": (at.Graph([], nodes=0), "Graph: 0 nodes"),
    "view of a graph": (GRAPH.view([1, 1, 2, 1, 1]), "View of a graph: 4 nodes"),
    "path on a graph": (at.find_path(GRAPH, "A", "C"), "Path of 2 moves, cost 4"),
    "no path on a graph": (at.find_path(GRAPH, "C", "A"), "No path (unreachable), from C"),
    "navigator": (at.Navigator(GRID, (0, 1), (4, 0)), "Navigator (auto) at (0, 1), goal (4, 0)"),
    "navigator on a graph": (at.Navigator(GRAPH, "A", "C"), "Navigator (auto) at 'A', goal 'C'"),
    "explorer": (walked(at.Explorer(GRID, (0, 1), (4, 0)), 2), "2 moves,"),
    "explorer that is there": (
        walked(at.Explorer(GRID, (0, 1), (0, 0)), 1),
        "at (0, 0), goal (0, 0): 1 move, 1 search, 14% of the cells seen. I reached the target.",
    ),
    "journey": (at.explore(GRID, (0, 1), (4, 0)), "I reached the target."),
    "plan": (at.solve(Counting()), "Plan (found): 4 actions, cost 5.5"),
    "no plan": (at.goap.plan(actions()[1:], STATE, {"wood": 1}), "No plan: unreachable"),
    "goap": (at.goap.plan(actions(), STATE, {"wood": 1}), "Plan (found): 2 actions, cost 6"),
    "plan costs": (at.solve(Counting()).explain(), "Costs of a plan of 4 actions"),
    "costs": (at.explain(PATH), "Costs of a path: 1 for 1 move"),
    "graph costs": (at.explain(at.find_path(GRAPH, "A", "C")), "4 over 2 connections"),
    "barrier": (at.explain(at.find_path(ISLAND, (0, 0), (0, 4))), "There is no path from (0, 0)"),
    "graph barrier": (at.explain(at.find_path(GRAPH, "C", "A")), "There is no path from 'C'"),
    "heuristic": (at.check_heuristic(at.maps.field(5), "manhattan", (0, 0)), "neither admissible"),
    "good heuristic": (at.check_heuristic(ISLAND, "auto", (0, 0)), "admissible and consistent"),
    "statistics": (PATH.stats, "What a search has cost"),
    "navigator's": (at.Navigator(GRID, (0, 1), (4, 0)).stats, "the planning of an agent"),
}


def parsed(thing):
    html = thing._repr_html_()
    assert html is not None
    assert len(html) < BOUND
    return ET.fromstring(html)  # noqa: S314 - it is ours


def words_of(tree):
    """The alternative text of a picture, or the caption of a table."""
    svg = tree.find(f"{SVG}svg")
    if svg is None:
        return tree.findtext("table/caption")
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == svg.findtext(f"{SVG}title")
    return svg.get("aria-label")


@pytest.mark.parametrize("name", THINGS)
def test_it_shows_itself_and_says_what_it_shows(name):
    thing, words = THINGS[name]
    assert words in words_of(parsed(thing))


@pytest.mark.parametrize("name", THINGS)
def test_the_page_has_a_theme_for_light_and_for_dark(name):
    style = parsed(THINGS[name][0]).findtext("style")
    assert "prefers-color-scheme:dark" in style
    for theme in (colours.LIGHT, colours.DARK):
        assert f"--ink:{theme['ink']};" in style


@pytest.mark.parametrize("name", THINGS)
def test_the_page_draws_each_part_of_the_scene_once(name):
    thing, _ = THINGS[name]
    scene, tree = display.drawn(thing), parsed(thing)
    if not isinstance(scene, Scene):
        words = [[cell.text or "" for cell in row] for row in tree.iterfind("table/tbody/tr")]
        assert [row[: len(scene.rows[0])] for row in words] == scene.rows
        assert len(tree.findall(".//span[@class='bar']")) == len(scene.shares or [])
        return
    svg = tree.find(f"{SVG}svg")
    assert (svg.find(f"{SVG}image") is not None) == (scene.raster is not None)
    assert len(svg.findall(f"{SVG}polyline")) == sum(1 + line.cased for line in scene.lines)
    shapes = [mark.shape for mark in scene.marks]
    assert len(svg.findall(f"{SVG}rect")) == shapes.count("box") + shapes.count("circle")
    assert len(svg.findall(f"{SVG}path[@transform]")) == shapes.count("arrow")
    discs = [shape for shape in shapes if shape in {"dot", "disc", "ring", "node", "unit"}]
    assert len(svg.findall(f"{SVG}circle")) == len(discs)
    names = [mark.label for mark in scene.marks if mark.shape == "node" and mark.label]
    assert [text.text for text in svg.iterfind(f"{SVG}text")] == names
    assert len(tree.findall("p/i")) == len(scene.key)


def test_all_that_is_drawn_has_a_colour_in_both_themes():
    for thing, _ in THINGS.values():
        html = thing._repr_html_()
        roles = set(re.findall(r"var\(--(\w+)\)", html)) - {"raster"}
        assert roles <= set(colours.LIGHT)
        assert roles <= set(colours.DARK)


def test_colours_match_the_lab():
    script = (Path(at.__file__).parent / "lab" / "board" / "palette.js").read_text()
    for name, ours in (("LIGHT", colours.LIGHT), ("DARK", colours.DARK)):
        block = re.search(rf"{name} = {{(.*?)\n}};", script, re.DOTALL)[1]
        theirs = dict(re.findall(r'(\w+): "(#\w+)"', block))
        assert {role: theirs[role] for role in ours} == ours


def raster_in(thing):
    image = parsed(thing).find(f".//{SVG}image")
    data = base64.b64decode(image.get("href").partition(",")[2])
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()
        return np.array(picture), np.array(picture.convert("RGB"))


def test_a_pixel_is_a_cell_in_its_colour():
    _, pixels = raster_in(at.Grid([[1, 0], [9, 1]]))
    wall, free = colours.rgb(colours.LIGHT["wall"]), colours.rgb(colours.LIGHT["free"])
    assert (pixels[0, 1] == wall).all()
    assert (pixels[0, 0] == free).all()
    assert (pixels[1, 1] == free).all()
    assert not (pixels[1, 0] == free).all()


@pytest.mark.parametrize("tiles", TILES[1:])
def test_tiles_are_where_their_centres_are(tiles):
    shape = (7, 9)
    scale = 40
    wide, high = tiling.extent(tiles, shape)
    cells = tiling.cells_at(tiles, shape, round(wide * scale), round(high * scale))
    places = tiling.centres(tiles, np.argwhere(np.ones(shape))) * scale
    found = cells[places[:, 1].astype(int), places[:, 0].astype(int)]
    assert found.tolist() == [*range(63)]
    sizes = np.bincount(cells[cells >= 0])
    assert sizes.min() > 0.9 * sizes.max()  # all tiles are equally large


@pytest.mark.parametrize("tiles", TILES[1:])
def test_tiles_touch_their_neighbours_and_no_others(tiles):
    shape = (6, 8)
    cells = tiling.cells_at(tiles, shape, 800, 600)
    touching = set()
    for a, b in ((cells[:, 1:], cells[:, :-1]), (cells[1:], cells[:-1])):
        differ = (a != b) & (a >= 0) & (b >= 0)
        touching |= {frozenset(pair) for pair in zip(a[differ], b[differ], strict=True)}
    grid = at.Grid(np.ones(shape), tiles=tiles)
    moves = {
        frozenset((row * 8 + col, to[0] * 8 + to[1]))
        for row in range(6)
        for col in range(8)
        for to, _ in grid.neighbours((row, col))
    }
    assert moves <= touching
    # Pixels are squares: where three tiles meet at a point two that only share it may touch.
    assert len(touching - moves) <= (0 if tiles != "triangle" else 200)


@pytest.mark.parametrize("tiles", TILES)
@pytest.mark.parametrize("side", [100, 140, 399, 401, 2500])
def test_a_map_of_any_size_is_a_small_picture(tiles, side):
    costs = np.random.default_rng(1).integers(0, 10, (side, side))
    grid = at.Grid(costs, tiles=tiles)
    raster, _ = raster_in(grid)
    assert max(raster.shape) <= 2 * rasters.MOST_PIXELS


def test_a_huge_map_is_read_in_part(monkeypatch):
    monkeypatch.setattr(rasters, "MOST_CELLS", 10_000)
    costs = np.ones((900, 700))
    costs[:, 350:] = 0
    raster, pixels = raster_in(at.Grid(costs))
    assert max(raster.shape) <= rasters.MOST_PIXELS
    middle = len(pixels[0]) // 2
    assert (pixels[:, : middle - 1] == 255).all()
    assert (pixels[:, middle + 1 :] == colours.rgb(colours.LIGHT["wall"])).all()


def test_walls_of_a_large_map_are_not_lost_between_pixels():
    costs = np.ones((2000, 2000), np.uint8)
    costs[1000] = 0  # one row of 2,000
    _, pixels = raster_in(at.Grid(costs))
    assert (pixels[:, 5] != 255).any(axis=1).sum() == 1


def test_a_long_path_is_a_small_picture():
    maze = at.Grid(np.ones((999, 999)))
    maze[1::4, :-1] = 0
    maze[3::4, 1:] = 0
    path = at.find_path(maze, (0, 0), (998, 998))
    assert len(path) > 200_000
    assert f"Path of {len(path) - 1:,} moves" in words_of(parsed(path))


def test_large_graphs_are_a_picture_or_a_table():
    graph = at.Graph.from_grid(at.Grid(np.ones((120, 120))))
    assert parsed(graph).find(f".//{SVG}image") is not None
    rng = np.random.default_rng(1)
    bare = at.Graph((*rng.integers(0, 5000, (2, 9000)), np.ones(9000)), nodes=5000)
    tree = parsed(bare)
    assert len(tree.findall("table/tbody/tr")) == 12
    assert "and 4,988 more nodes" in "".join(tree.itertext())


def test_long_plans_and_reports_are_short_tables():
    class Far(Counting):
        def is_goal(self, state):
            return state == 2000

    plan = at.solve(Far())
    assert len(plan) == 1000
    assert "and 980 more actions" in "".join(parsed(plan).itertext())
    parsed(plan.explain())
    rng = np.random.default_rng(1)
    grid = at.Grid(rng.integers(1, 9, (300, 300)))
    path = at.find_path(grid, (0, 0), (299, 299))
    assert "more legs" in "".join(parsed(at.explain(path)).itertext())


@pytest.mark.parametrize("name", ["<b>&\"'", "\x00\x1b", "\ud800", "x" * 5000, ("a", 3), None])
def test_names_of_any_kind_are_shown_or_left_out(name):
    graph = at.Graph([(name, "B", 1), ("B", "C", 2)])
    for thing in (graph, at.find_path(graph, name, "C"), at.Navigator(graph, name, "C")):
        parsed(thing)
    action = at.goap.Action(str(name), cost=1, needs={}, gives={name: True})
    parsed(at.goap.plan([action], {}, {name: True}))


def test_a_name_that_cannot_be_written_is_no_error():
    class Stubborn:
        def __repr__(self):
            raise RuntimeError("no")

    one = Stubborn()
    graph = at.Graph([(one, "B", 1)])
    assert "<Stubborn whose repr" in "".join(parsed(graph).itertext())


def test_what_cannot_be_drawn_leaves_the_text(monkeypatch):
    def broken(_scene):
        raise MemoryError

    monkeypatch.setattr(display, "html_of", broken)
    assert at.Grid([[1]])._repr_html_() is None


def test_a_path_from_a_pickle_is_drawn_without_its_world():
    for path in (
        at.find_path(at.Grid(np.ones((4, 4))), (0, 0), (3, 3)),
        at.find_path(small_graph(), "A", "C"),
    ):
        assert "its world is not known" not in words_of(parsed(path))
        assert "its world is not known" in words_of(parsed(pickle.loads(pickle.dumps(path))))


def test_a_search_of_a_world_that_was_edited_shows_what_it_has():
    grid = at.Grid(np.ones((9, 9)))
    search = half_way(grid, (0, 0), (8, 8))
    grid[4, 4] = 0
    words = words_of(parsed(search))
    assert "3 expanded" in words
    assert "the world has changed since" in words


@pytest.mark.parametrize("algorithm", [info.name for info in at.algorithms("navigator")])
def test_to_look_at_a_navigator_plans_nothing(algorithm):
    runs = []
    for looked_at in (False, True):
        grid = at.maps.rooms(31, seed=5)
        agent = at.Navigator(grid, (1, 1), (29, 29), algorithm=algorithm)
        steps = []
        for at_step in range(12):
            if looked_at:
                before = agent.stats.expanded
                parsed(agent)
                assert agent.stats.expanded == before
            steps.append(agent.step())
            if at_step == 6 and algorithm != "lpa":
                grid[20:24, 20] = 0
            if steps[-1] is None:
                break
        counts = agent.stats
        runs.append((steps, counts.searches, counts.expanded, counts.restarts))
    assert runs[0] == runs[1]


@pytest.mark.parametrize("algorithm", ["auto", "adaptive", "dstar-lite", "pha"])
def test_to_look_at_an_explorer_changes_nothing(algorithm):
    journeys = []
    for looked_at in (False, True):
        agent = at.Explorer(at.maps.maze(21, seed=2), (0, 0), (20, 20), algorithm=algorithm)
        while agent.step() is not None:
            if looked_at:
                parsed(agent)
        journeys.append(agent.journey)
    one, other = journeys
    assert one.trajectory.tolist() == other.trajectory.tolist()
    assert [s.expanded for s in one.searches] == [s.expanded for s in other.searches]


def test_a_navigator_of_ones_own_is_not_asked_to_plan(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    plans = []

    class Mine:
        def __init__(self, world, _start, _goal):
            self.world = world

        def plan(self, position, goal, _changed):
            plans.append(position)
            return at.find_path(self.world, position, goal)

    at.register("mine", Mine, kind="navigator")
    agent = at.Navigator(at.Grid(np.ones((4, 4))), (0, 0), (3, 3), algorithm="mine")
    assert "no plan yet" in words_of(parsed(agent))
    assert plans == []
    _ = agent.path
    assert "path of 3 moves" in words_of(parsed(agent))
    assert len(plans) == 1


def test_a_world_may_be_edited_while_it_is_drawn():
    grid = at.Grid(np.ones((200, 200)))
    view = grid.view(size=2)
    search = half_way(grid, (0, 0), (199, 199))
    stop = threading.Event()

    def edit():
        n = 0
        while not stop.is_set():
            n += 1
            grid[n % 200, (7 * n) % 200] = n % 3
            if n % 50 == 0:
                link = grid.links.add((0, 0), (9, n % 90))
                grid.links.remove(link)

    editor = threading.Thread(target=edit)
    editor.start()
    try:
        for _ in range(15):
            for thing in (grid, view, search):
                parsed(thing)
    finally:
        stop.set()
        editor.join()


def test_the_import_of_asterion_draws_nothing_in():
    code = """
import sys, json
import asterion as at
assert hasattr(at.Path, "_repr_html_")
assert not [name for name in sys.modules if name.startswith("asterion.pictures")]
at.Grid([[1]])._repr_html_()
heavy = {"matplotlib", "PIL", "pandas"} & set(sys.modules)
print(json.dumps(sorted(heavy)))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == []


def test_a_fence_of_one_way_and_a_link_of_one_way_have_arrows():
    grid = at.Grid(np.ones((3, 3)))
    grid.fences.add((0, 0), (0, 1), both=False)
    grid.links.add((2, 0), (2, 2), both=False)
    marks = display.drawn(grid).marks
    arrows = {(mark.role, *mark.size) for mark in marks if mark.shape == "arrow"}
    assert arrows == {("fence", -1.0, 0.0), ("link", 2.0, 0.0)}


def test_a_unit_of_a_size_is_drawn_where_it_stands():
    tank = at.Grid(np.ones((6, 6))).view(size=(2, 3))
    scene = display.drawn(at.find_path(tank, (0, 0), (4, 3)))
    boxes = {(mark.x, mark.y, *mark.size) for mark in scene.marks if mark.shape == "box"}
    assert boxes == {(1.5, 1.0, 3.0, 2.0), (4.5, 5.0, 3.0, 2.0)}


def test_a_link_on_a_path_is_dashed():
    grid = at.Grid.from_text("..#..\n..#..")
    grid.links.add((0, 1), (1, 4), cost=2)
    lines = display.drawn(at.find_path(grid, (0, 0), (0, 4))).lines
    assert [line.dashed for line in lines if line.role == "path"] == [False, False, True]


def test_words_for_a_page_are_escaped():
    assert page._text("<a\x07>") == "&lt;a�&gt;"
