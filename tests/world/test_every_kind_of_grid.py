"""Every public function that takes a grid, on every kind of grid: right, or rejected by name.

A row for each function, with what it must give on any world; and the kinds of worlds that it
refuses, with the words of the refusal. What refuses must be listed here, and what is listed must
refuse.
"""

import copy
import inspect
import operator
import pickle
import re
from contextlib import suppress
from math import inf, isclose
from pathlib import Path
from tempfile import TemporaryDirectory

import networkx as nx
import numpy as np
import pytest

import asterion as at
from asterion.io import save_map

DRAWN = """
    ..........
    ...##..#..
    ...##..#..
    ...#...#..
    .....33...
    .....33...
    ..........
    ..........
"""
START, GOAL = (0, 0), (6, 8)


def worlds():
    """Each kind of world by name, with a path from START to GOAL."""
    square = at.Grid.from_text(DRAWN)
    linked = at.Grid.from_text(DRAWN)
    linked.links.add((0, 1), (6, 6), 0.5)
    linked.links.add((5, 0), (0, 9), 0, both=False)
    fenced = at.Grid.from_text(DRAWN)
    for row in range(8):
        fenced.fences.add((row, 4), (row, 5), both=row != 6)
    return {
        "square": square,
        "hex": at.Grid.from_text(DRAWN, tiles="hex"),
        "hex-columns": at.Grid.from_text(DRAWN, tiles="hex-columns"),
        "triangle": at.Grid.from_text(DRAWN, tiles="triangle"),
        "links": linked,
        "fences": fenced,
        "size": at.Grid.from_text(DRAWN).view(size=2),
        "view": at.Grid.from_text(DRAWN).view(blocked=np.eye(8, 10, 4, dtype=bool) & False),
    }


TILES = {"hex", "hex-columns", "triangle"}
BESIDE_PLAIN = {*TILES, "links", "fences", "size"}
NOT_PLAIN = {*TILES, "links", "fences"}  # no map file holds them


def cheapest(world, start=START, goal=GOAL) -> float:
    """The cost of a path, by the moves that the world lists."""
    best, todo = {start: 0.0}, {start}
    while todo:
        cell = min(todo, key=best.__getitem__)
        todo.remove(cell)
        for other, price in world.neighbours(cell):
            if best[cell] + price < best.get(other, inf):
                best[other] = best[cell] + price
                todo.add(other)
    return best.get(goal, inf)


def same_cost(world, path, start=START, goal=GOAL) -> None:
    assert isclose(path.cost, cheapest(world, start, goal), rel_tol=1e-9)
    assert at.validate(world, path) == path.cost


def searched(world):
    for info in at.algorithms("search"):
        if info.name in {"jps", "best-first"} or info.factory is not None:
            continue
        path = at.find_path(world, START, GOAL, algorithm=info.name)
        assert path.found
        if path.optimal:
            same_cost(world, path)
    same_cost(world, at.find_path(world, START, GOAL))


def jumped(world):
    same_cost(world, at.find_path(uniform(world), START, GOAL, algorithm="jps"))


def evaluated(world):
    path = at.find_path(
        world, START, GOAL, algorithm="best-first", evaluate=lambda g, h, _node: g + h
    )
    same_cost(world, path)


def in_batches(world):
    for path in at.find_paths(world, [START, START], [GOAL, GOAL], threads=2):
        same_cost(world, path)


def paused(world):
    search = at.Search(world, START, GOAL, trace=True)
    while search.step(3) == "running":
        assert search.best_so_far.cells.shape[1] == 2
    same_cost(world, search.path)
    assert isclose(search.g[GOAL], search.path.cost)
    assert len(search.trace) > 0


def turning(world):
    path = at.find_path(world, START, GOAL, turn_cost=0.25)
    assert path.cost >= cheapest(world)
    assert at.validate(world, path) == path.cost


def alternatives(world):
    paths = at.cheapest_paths(world, START, GOAL, 3)
    same_cost(world, paths[0])
    assert [p.cost for p in paths] == sorted(p.cost for p in paths)
    assert len({tuple(p.nodes) for p in paths}) == 3


def field(world):
    from_start = at.distances(world, START)
    assert isclose(from_start[GOAL], cheapest(world))
    to_goal = at.distances(world, GOAL, direction="to")
    assert isclose(to_goal[START], cheapest(world))
    same_cost(world, at.descend(to_goal, START))


def flowing(world):
    flow, walk = at.FlowField(world, GOAL), [START]
    assert np.allclose(flow.cost, at.distances(world, GOAL, direction="to"))
    while (cell := flow.next(walk[-1])) is not None:
        walk.append(cell)
    assert walk[-1] == GOAL
    assert isclose(at.validate(world, walk), cheapest(world))


def crowded(world):
    crowd = at.Crowd(world, [START, GOAL], [GOAL, START])
    for _ in range(60):
        crowd.step()
        if crowd.arrived.all():
            break
    assert crowd.arrived.all()
    ends = {"starts": [START, GOAL], "goals": [GOAL, START]}
    for expansions in (None, 500):
        plan = at.solve_crowd(world, *ends.values(), expansions=expansions)
        assert at.validate_crowd(world, plan.positions, **ends) == plan.sum_of_costs
    table = at.Timetable(world)
    table.add(table.find_path(START, GOAL))
    second = table.find_path(GOAL, START)
    assert second.found
    assert second.cost >= at.Timetable(world).find_path(GOAL, START).cost


def reached(world):
    mask = at.reachable(world, START)
    assert mask[GOAL]
    for cell in np.argwhere(mask).tolist():
        assert cheapest(world, START, tuple(cell)) < inf
    where = np.asarray(world.total) != 3
    assert not (at.reachable(world, START, where=where) & ~where).any()


def partial(world):
    assert at.find_path(world, START, GOAL, partial=True).status == "found"
    cut = at.find_path(world, START, GOAL, algorithm="astar", max_expansions=2, partial=True)
    assert cut.status == "partial"
    assert at.validate(world, cut) == cut.cost


def navigated(world):
    for info in at.algorithms("navigator"):
        if info.name == "jps" or info.factory is not None:
            continue
        agent = at.Navigator(world, START, GOAL, algorithm=info.name)
        assert isclose(agent.path.cost, cheapest(world), rel_tol=1e-6)
    agent = at.Navigator(world, START, GOAL)
    while agent.step():
        pass
    assert agent.arrived


def explored(world):
    for name in ("auto", "dstar-lite", "adaptive"):
        assert at.explore(world, START, GOAL, algorithm=name, sight=2).reached


def explored_by_walking(world):
    assert at.explore(world, START, GOAL, algorithm="pha").reached


def served(world):
    service = at.PathService(world)
    unit = service.request(START, GOAL)
    while unit.status not in {"arrived", "unreachable"}:
        service.run(expansions=50)
        unit.step()
    assert unit.status == "arrived"


def surveyed(world):
    record = at.survey(world, START)
    assert record.complete == (record.shares[-1] == 1)


def walled(world):
    assert at.WallFollower(world, START, (7, 9)).route


def patrolled(world):
    patrol = at.Patrol(world, [START, (5, 0)])
    assert patrol.step() == (1, 0)


def wandered(world):
    mover = at.Wanderer(world, START, seed=1)
    for _ in range(20):
        before = mover.position
        now = mover.step()
        assert now is None or now in [cell for cell, _ in world.neighbours(before)]


def by_map(kind):
    def asked(world):
        path = kind(world).find_path(START, GOAL)
        assert path.found
        assert at.validate(world, path) == path.cost

    return asked


def indexed(world):
    index = at.Index(world)
    cells = [START, (5, 0), GOAL]
    for goal in cells:
        path = index.find_path(START, goal)
        same_cost(world, path, START, goal)
        assert path.how == "index"
    wanted = [[cheapest(world, a, b) for b in cells] for a in cells]
    np.testing.assert_allclose(index.cost_table(cells, cells), wanted, atol=1e-12)
    again = at.Index(uniform(world))
    same_cost(world, again.find_path(START, GOAL))
    assert index.find_paths([GOAL], [START])[0].how != "index"


def uniform(world):
    """The same world with free cells that all cost 1."""
    plain = world.grid if isinstance(world, at.View) else world
    plain[:] = np.asarray(plain.cost) > 0
    return world


def by_corners(world):
    same_cost(world, at.VisibilityMap(uniform(world)).find_path(START, GOAL))
    assert len(at.visibility_graph(world)) > 0


def by_rooms(world):
    assert len(at.room_graph(world)) > 0


def tabled(world):
    cells = [START, (5, 0), GOAL]
    table = at.cost_table(world, cells, cells, threads=2)
    for i, a in enumerate(cells):
        for j, b in enumerate(cells):
            assert isclose(table[i, j], cheapest(world, a, b))


def by_landmarks(world):
    same_cost(world, at.find_path(world, START, GOAL, heuristic=at.Landmarks(world, 3)))


def by_clusters(world):
    same_cost(world, at.find_path(world, START, GOAL, heuristic=at.ClusterHeuristic(world, 3)))


def checked(world):
    report = at.check_heuristic(world, "auto", GOAL)
    assert report.admissible
    assert report.consistent


def explained(world):
    report = at.explain(at.find_path(world, START, GOAL))
    assert isclose(sum(leg.cost for leg in report.legs), report.cost)
    assert str(report)


def explained_barrier(world):
    grid = world.grid if isinstance(world, at.View) else world
    grid[:, 2] = 0
    for a, b in [*grid.fences]:
        grid.fences.remove(a, b)
    for link in [*grid.links]:
        grid.links.remove(link.id)
    nowhere = at.find_path(world, START, GOAL)
    assert not nowhere
    report = at.explain(nowhere)
    assert report.path.found
    for cell in report.cells:
        grid[cell] = 1
    assert at.find_path(world, START, GOAL).found


def seen(world):
    assert at.visible(world, START)[5, 0]
    assert at.line_of_sight(world, START, (6, 0))


def pulled(world):
    corners = at.find_path(world, START, GOAL).smoothed(world)
    assert tuple(corners[0]) == START
    assert tuple(corners[-1]) == GOAL


def straight(world):
    path = at.find_path(world, START, GOAL).straightened(world)
    same_cost(world, path)


def counted(world):
    at.analysis.usage(world, paths=5)
    assert at.analysis.choke_points(world, 2, paths=5)


def analysed(world):
    assert at.analysis.passages(world, 2, paths=5) is not None
    assert at.analysis.vantage_points(world, 2)
    assert at.analysis.safe_points(world, 1)


def divided(world):
    cuts = (
        lambda w: at.regions.blocks(w, 4),
        at.regions.rooms,
        at.regions.terrains,
        at.regions.automatic,
        lambda w: at.regions.cut(w, "auto"),
        lambda w: at.regions.labelled(w, np.zeros(w.shape, int)),
    )
    for cut in cuts:
        labels = cut(world)
        assert labels.shape == world.shape
        assert (labels[np.asarray(world.total) == 0] < 0).all()


def pictured(world):
    with TemporaryDirectory() as folder:
        picture = Path(folder) / "traffic.png"
        at.analysis.heat_map(world, at.analysis.usage(world, paths=5), picture)
        assert picture.read_bytes().startswith(b"\x89PNG")


def looked_out(world):
    outlook = at.analysis.outlook(world, radius=2)
    assert outlook.shape == world.shape


def planned(world):
    places = {"there": GOAL}
    for actions in (
        at.goap.Places(world, places).actions({"at": START}),
        at.goap.go_actions(world, places, here=START),
    ):
        (go,) = [action for action in actions if action.needs == {"at": START}]
        assert isclose(go.cost, cheapest(world))


def tabulated(world):
    search = at.Search(world, START, GOAL)
    search.run()
    assert at.sketch.table(world, g=search.g, h=search.h, state=search.state, parent=search.parent)


def as_graph(world):
    graph = at.Graph.from_grid(world)
    assert isclose(at.find_path(graph, START, GOAL).cost, cheapest(world))


def as_networkx(world):
    network = at.Graph.from_grid(world).to_networkx()
    assert nx.has_path(network, START, GOAL)


def copied(world):
    for twin in (pickle.loads(pickle.dumps(world)), copy.deepcopy(world)):
        assert isclose(cheapest(twin), cheapest(world))
        assert repr(twin) == repr(world)
        same_cost(twin, at.find_path(twin, START, GOAL))


def cleared(world):
    side = at.clearance(world)
    assert (side[np.asarray(world.total) == 0] == 0).all()
    assert side.max() >= 2


def sketched(world):
    assert at.sketch.panes(at.Explorer(world, START, GOAL))
    assert at.sketch.values(at.Search(world, START, GOAL))


def on_a_board(world):
    if isinstance(world, at.View):  # a board draws on its grid, of which a view is a part only
        with pytest.raises(TypeError, match=r"a board is made of a Grid$"):
            at.Board(world, START, GOAL)
        return
    for kind in ("search", "navigator"):
        same_cost(world, at.Board(world, START, GOAL, kind=kind).path)


SQUARES = "takes square tiles; this grid has tiles="
PLAIN = r"takes (square tiles|no grid with|no units of a size)"

# Each function by name: its expected result, the kinds it rejects, and the words.
TABLE = {
    "find_path": (searched, (), ""),
    "find_path jps": (
        jumped,
        NOT_PLAIN,
        "'jps' needs a world of square tiles without links and fences",
    ),
    "find_path best-first": (evaluated, (), ""),
    "find_path turn_cost": (turning, {"triangle"}, "turn_cost is not for triangles"),
    "find_path partial": (partial, (), ""),
    "find_paths": (in_batches, (), ""),
    "Search": (paused, (), ""),
    "cheapest_paths": (alternatives, {"links"}, "cheapest_paths takes no grid with links"),
    "distances, descend": (field, (), ""),
    "FlowField": (flowing, (), ""),
    "Crowd, solve_crowd, validate_crowd, Timetable": (
        crowded,
        {"size"},
        "units of a crowd are of one cell",
    ),
    "reachable": (reached, (), ""),
    "Navigator": (navigated, (), ""),
    "Explorer": (explored, (), ""),
    "Explorer pha": (explored_by_walking, {"links", "fences"}, "'pha' takes no grid with"),
    "PathService": (served, (), ""),
    "survey": (surveyed, TILES, SQUARES),
    "WallFollower": (walled, BESIDE_PLAIN, PLAIN),
    "Patrol": (patrolled, TILES, SQUARES),
    "Wanderer": (wandered, (), ""),
    "Index": (indexed, NOT_PLAIN, "an index takes square tiles"),
    "PortalMap": (by_map(at.PortalMap), BESIDE_PLAIN, PLAIN),
    "RoomMap": (by_map(at.RoomMap), BESIDE_PLAIN, PLAIN),
    "IslandMap": (by_map(at.IslandMap), BESIDE_PLAIN, PLAIN),
    "VisibilityMap, visibility_graph": (by_corners, BESIDE_PLAIN, PLAIN),
    "room_graph": (by_rooms, BESIDE_PLAIN, PLAIN),
    "cost_table": (tabled, (), ""),
    "Landmarks": (by_landmarks, (), ""),
    "ClusterHeuristic": (by_clusters, TILES, SQUARES),
    "check_heuristic": (checked, (), ""),
    "explain a path": (explained, (), ""),
    "explain a barrier": (explained_barrier, (), ""),
    "visible, line_of_sight": (seen, TILES, SQUARES),
    "smoothed": (pulled, TILES, SQUARES),
    "straightened": (straight, {"triangle"}, "straightened is not for triangles"),
    "usage, choke_points": (counted, (), ""),
    "passages, vantage_points, safe_points": (analysed, TILES, SQUARES),
    "heat_map": (pictured, (), ""),
    "outlook": (looked_out, TILES, SQUARES),
    "regions": (divided, TILES, SQUARES),
    "goap": (planned, (), ""),
    "Graph.from_grid": (as_graph, (), ""),
    "to_networkx": (as_networkx, (), ""),
    "pickle, deepcopy": (copied, (), ""),
    "clearance": (cleared, TILES, SQUARES),
    "Board": (on_a_board, (), ""),
    "sketch": (sketched, (), ""),
    "sketch.table": (tabulated, (), ""),
}


@pytest.mark.parametrize("kind", [*worlds()])
@pytest.mark.parametrize("name", TABLE)
def test_every_function_is_right_on_every_kind_of_grid_or_refuses_it_by_name(name, kind):
    use, refused, words = TABLE[name]
    world = worlds()[kind]
    if kind in refused:
        with pytest.raises(ValueError, match=words):
            use(world)
    else:
        use(world)


def test_the_table_has_every_public_function_that_takes_a_grid():
    uses = Path(__file__).read_text()
    missing = []
    for room, names in {
        "at": [name for name in at.__all__ if name not in {"Trace", "View"}],  # made by others
        "at.analysis": at.analysis.__all__,
        "at.regions": at.regions.__all__,
        "at.goap": at.goap.__all__,
        "at.sketch": ["panes", "values", "table"],
    }.items():
        module = operator.attrgetter(room[3:])(at) if room != "at" else at
        for name in names:
            public = getattr(module, name)
            if inspect.isroutine(public) or inspect.isclass(public):
                with suppress(ValueError):  # an exception has no signature
                    kinds = {
                        str(each.annotation)
                        for each in inspect.signature(public).parameters.values()
                    }
                    takes = kinds & {"GridWorld", "World", "HasNeighbours", "Grid"}
                    if takes and not re.search(rf"\b{re.escape(room)}\.{name}\b", uses):
                        missing.append(f"{room}.{name}")
    assert missing == []


@pytest.mark.parametrize("kind", sorted(NOT_PLAIN))
def test_no_map_file_holds_what_is_not_square_and_plain(kind, tmp_path):
    file = tmp_path / "level.npy"
    with pytest.raises(ValueError, match="which no map file holds; pickle keeps them"):
        save_map(worlds()[kind], file)
    assert not file.exists()


def test_maps_that_were_made_before_a_link_was_added_refuse_it_then():
    grid = worlds()["square"]
    made = [at.PortalMap(grid), at.RoomMap(grid)]
    for each in made:
        each.find_path(START, GOAL)
    grid.links.add(START, GOAL, 0)
    for each in made:
        with pytest.raises(ValueError, match=r"no (grid with )?links"):
            each.find_path(START, GOAL)
