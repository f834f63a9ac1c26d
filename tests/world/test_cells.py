"""Every function and class that takes a cell takes each form of one, and rejects the rest."""

import inspect
from types import ModuleType

import numpy as np
import pytest

import asterion as at

ROOMS = """
    .........
    ....#....
    .........
    ....#....
    ....#....
"""
A, B, C = (0, 0), (2, 8), (4, 2)  # three free cells
CELLS = [A, B, C]

# Parameters with these names are cells, or hold cells.
ONE = {"start", "goal", "cell", "node", "a", "b", "here"}
SEVERAL = {"starts", "goals", "sources", "targets", "route", "points", "islands", "threats"}
SEVERAL |= {"fence", "places", "nodes", "path"}
# Parameters with these names, but no cells of a grid: numbers, states, names or results.
OTHERS = {
    "Mesh points": "points in the plane",
    "Mesh.distances points": "points in the plane",
    "Timetable.block start": "a tick",
    "ClusterHeuristic.estimates nodes": "numbers of nodes",
    "Landmarks.estimates nodes": "numbers of nodes",
    "Graph nodes": "names of a graph's nodes",
    "Graph.from_scipy nodes": "names of a graph's nodes",
    "StateSearch goals": "states",
    "solve goals": "states",
    "Trace node": "numbers of nodes",
    "Trace.index start": "a place in a list",
    "baselines.StateMachine start": "a state",
    "baselines.inverted node": "a node of a tree",
    "baselines.selector nodes": "nodes of a tree",
    "baselines.sequence nodes": "nodes of a tree",
    "explain path": "a result",
    "goap.Agent goals": "of GOAP",
    "goap.Domain.missing goal": "a state",
    "goap.Domain.plan goal": "a state",
    "goap.choose goals": "of GOAP",
    "goap.plan goal": "a state",
    "lecture_trace start": "the name of a graph's node",
    "lecture_trace goal": "the name of a graph's node",
    "lecture.lecture_trace start": "the name of a graph's node",
    "lecture.lecture_trace goal": "the name of a graph's node",
    "lecture.LectureTrace.index start": "a place in a list",
    "load_map path": "a file",
    "load_mesh path": "a file",
    "load_scenario path": "a file",
    "hexes.to_axial cell": "a cell of a hexagonal grid of any size",
    "hexes.to_cube cell": "a cell of a hexagonal grid of any size",
    "regions.together a": "numbers of nodes",
    "regions.together b": "numbers of nodes",
    "regions.together nodes": "how many nodes",
    "save_map path": "a file",
    "save_mesh path": "a file",
    "smoothness path": "a result",
}


def grid():
    return at.Grid.from_text(ROOMS)


def reason(**ends):
    """The reason why no path leads to the last of the cells, around which there are walls."""
    walled = grid()
    walled[3, 1] = walled[3, 2] = walled[3, 3] = walled[4, 1] = walled[4, 3] = 0
    path = at.find_path(walled, A, C)
    return str(at.explain(path, walled, **ends))


def moved(agent, node):
    agent.move_to(node)
    return agent.position


def sent(agent, node):
    agent.go_to(node)
    return [agent.step() for _ in range(4)]


def led_to(navigator, goal):
    navigator.goal = goal
    return navigator.goal, navigator.path.nodes


def asked(start=A, goal=B):
    service = at.PathService(grid())
    request = service.request(start, goal)
    service.run()
    return request.path.nodes


def linked(a, b):
    drawn = grid()
    drawn.links.add(a, b)
    return [*drawn.links]


def fenced(a, b):
    """A fence between one of the cells and its neighbour."""
    drawn = grid()
    cell = a if b is None else b
    try:
        beside = {A: (0, 1), B: (2, 7), C: (4, 1)}.get(tuple(map(int, cell)), A)
    except (TypeError, ValueError):
        beside = A
    ends = (cell, beside) if b is None else (beside, cell)
    drawn.fences.add(*ends)
    added = sorted(drawn.fences)
    drawn.fences.remove(*ends)
    assert not len(drawn.fences)
    return added


def walk(agent):
    return [agent.step() for _ in range(6)]


def added(start, goal):
    crowd = at.Crowd(grid(), [], [])
    crowd.add(start, goal)
    crowd.step(3)
    return crowd.positions.tolist(), [*map(tuple, crowd.goals)]


def ordered(cell):
    crowd = at.Crowd(grid(), [B], [B])
    crowd.order([0], cell)
    return [*map(tuple, crowd.goals)]


# For each parameter that is one cell: a call with a cell, and what it says for each of the three.
def put(end, cell):
    board = at.Board(grid())
    setattr(board, end, cell)
    return board.path.nodes


TAKES_ONE = {
    "Board start": lambda c: at.Board(grid(), c, B).path.nodes,
    "Board goal": lambda c: at.Board(grid(), B, c).path.nodes,
    "Board.start start": lambda c: put("start", c),
    "Board.goal goal": lambda c: put("goal", c),
    "Crowd.add start": lambda c: added(c, B),
    "Crowd.add goal": lambda c: added((4, 8), c),
    "Crowd.order cell": ordered,
    "Explorer start": lambda c: at.Explorer(grid(), c, B).run().trajectory.tolist(),
    "Explorer goal": lambda c: at.Explorer(grid(), B, c).run().trajectory.tolist(),
    "Explorer.goal goal": lambda c: led_to(at.Explorer(grid(), B, B), c),
    "FlowField.next cell": lambda c: at.FlowField(grid(), B).next(c),
    "Index.cost start": lambda c: at.Index(grid()).cost(c, B),
    "Index.cost goal": lambda c: at.Index(grid()).cost(B, c),
    "Index.find_path start": lambda c: at.Index(grid()).find_path(c, B).nodes,
    "Index.find_path goal": lambda c: at.Index(grid()).find_path(B, c).nodes,
    "Index.looked_at start": lambda c: at.Index(grid()).looked_at(c, B),
    "Index.looked_at goal": lambda c: at.Index(grid()).looked_at(B, c),
    "Index.trace start": lambda c: [*at.Index(grid()).trace(c, B)],
    "Index.trace goal": lambda c: [*at.Index(grid()).trace(B, c)],
    "IslandMap.find_path start": lambda c: at.IslandMap(grid()).find_path(c, B).nodes,
    "IslandMap.find_path goal": lambda c: at.IslandMap(grid()).find_path(B, c).nodes,
    "IslandMap.plan start": lambda c: at.IslandMap(grid()).plan(c, B).path.nodes,
    "IslandMap.plan goal": lambda c: at.IslandMap(grid()).plan(B, c).path.nodes,
    "Navigator start": lambda c: at.Navigator(grid(), c, B).path.nodes,
    "Navigator goal": lambda c: at.Navigator(grid(), B, c).path.nodes,
    "Navigator.goal goal": lambda c: led_to(at.Navigator(grid(), B, B), c),
    "Navigator.move_to node": lambda c: moved(at.Navigator(grid(), B, B), c),
    "PathRequest.move_to node": lambda c: moved(at.PathService(grid()).request(B, B), c),
    "PathService.request start": lambda c: asked(start=c),
    "PathService.request goal": lambda c: asked(goal=c),
    "Patrol.go_to node": lambda c: sent(at.Patrol(grid(), [A, B]), c),
    "PortalMap.find_path start": lambda c: at.PortalMap(grid(), 3).find_path(c, B).nodes,
    "PortalMap.find_path goal": lambda c: at.PortalMap(grid(), 3).find_path(B, c).nodes,
    "PortalMap.legs start": lambda c: [p.nodes for p in at.PortalMap(grid(), 3).legs(c, B)],
    "PortalMap.legs goal": lambda c: [p.nodes for p in at.PortalMap(grid(), 3).legs(B, c)],
    "PortalMap.plan start": lambda c: at.PortalMap(grid(), 3).plan(c, B).path.nodes,
    "PortalMap.plan goal": lambda c: at.PortalMap(grid(), 3).plan(B, c).path.nodes,
    "RoomMap.find_path start": lambda c: at.RoomMap(grid(), 3).find_path(c, B).nodes,
    "RoomMap.find_path goal": lambda c: at.RoomMap(grid(), 3).find_path(B, c).nodes,
    "RoomMap.legs start": lambda c: [p.nodes for p in at.RoomMap(grid(), 3).legs(c, B)],
    "RoomMap.legs goal": lambda c: [p.nodes for p in at.RoomMap(grid(), 3).legs(B, c)],
    "RoomMap.plan start": lambda c: at.RoomMap(grid(), 3).plan(c, B).path.nodes,
    "RoomMap.plan goal": lambda c: at.RoomMap(grid(), 3).plan(B, c).path.nodes,
    "RoomMap.room cell": lambda c: at.RoomMap(grid(), 3).room(c),
    "Search start": lambda c: (s := at.Search(grid(), c, B), s.run(), s.path.nodes)[1:],
    "Search goal": lambda c: (s := at.Search(grid(), B, c), s.run(), s.path.nodes)[1:],
    "VisibilityMap.find_path start": lambda c: at.VisibilityMap(grid()).find_path(c, B).nodes,
    "VisibilityMap.find_path goal": lambda c: at.VisibilityMap(grid()).find_path(B, c).nodes,
    "VisibilityMap.route start": lambda c: at.VisibilityMap(grid()).route(c, B).nodes,
    "VisibilityMap.route goal": lambda c: at.VisibilityMap(grid()).route(B, c).nodes,
    "WallFollower start": lambda c: walk(at.WallFollower(grid(), c)),
    "WallFollower goal": lambda c: (w := at.WallFollower(grid(), B, c), walk(w), w.goal)[1:],
    "Wanderer start": lambda c: walk(at.Wanderer(grid(), c)),
    "Wanderer.go_to node": lambda c: sent(at.Wanderer(grid(), A), c),
    "cheapest_paths start": lambda c: [p.nodes for p in at.cheapest_paths(grid(), c, B, 2)],
    "cheapest_paths goal": lambda c: [p.nodes for p in at.cheapest_paths(grid(), B, c, 2)],
    "check_heuristic goal": lambda c: at.check_heuristic(grid(), "manhattan", c),
    "descend cell": lambda c: at.descend(at.distances(grid(), B, direction="to"), c).nodes,
    "explain start": lambda c: reason(start=c),
    "explain goal": lambda c: reason(start=B, goal=c),
    "explore start": lambda c: at.explore(grid(), c, B).trajectory.tolist(),
    "explore goal": lambda c: at.explore(grid(), B, c).trajectory.tolist(),
    "find_path start": lambda c: at.find_path(grid(), c, B).nodes,
    "find_path goal": lambda c: at.find_path(grid(), B, c).nodes,
    "goap.go_actions here": lambda c: at.goap.go_actions(grid(), {"door": (1, 1)}, here=c),
    "Grid.fences.add a": lambda c: fenced(c, None),
    "Grid.fences.add b": lambda c: fenced(None, c),
    "Grid.links.add a": lambda c: linked(c, (2, 4)),
    "Grid.links.add b": lambda c: linked((2, 4), c),
    "line_of_sight a": lambda c: [at.line_of_sight(grid(), c, b) for b in CELLS],
    "line_of_sight b": lambda c: [at.line_of_sight(grid(), a, c) for a in CELLS],
    "neighbours cell": lambda c: grid().neighbours(c),
    "Timetable.find_path start": lambda c: at.Timetable(grid()).find_path(c, B),
    "Timetable.find_path goal": lambda c: at.Timetable(grid()).find_path(B, c),
    "predecessors cell": lambda c: grid().predecessors(c),
    "survey start": lambda c: at.survey(grid(), c).trajectory.tolist(),
    "visible cell": lambda c: at.visible(grid(), c).tolist(),
}
# The same for parameters of several cells.
TAKES_SEVERAL = {
    "Crowd starts": lambda cs: at.Crowd(grid(), cs, CELLS).positions.tolist(),
    "Crowd goals": lambda cs: np.asarray(at.Crowd(grid(), CELLS, cs).goals).tolist(),
    "FlowField goals": lambda cs: at.FlowField(grid(), cs).cost.tolist(),
    "Index.cost_table sources": lambda cs: at.Index(grid()).cost_table(cs, CELLS).tolist(),
    "Index.cost_table targets": lambda cs: at.Index(grid()).cost_table(CELLS, cs).tolist(),
    "Index.costs starts": lambda cs: at.Index(grid()).costs(cs, CELLS).tolist(),
    "Index.costs goals": lambda cs: at.Index(grid()).costs(CELLS, cs).tolist(),
    "Index.find_paths starts": lambda cs: [p.nodes for p in at.Index(grid()).find_paths(cs, CELLS)],
    "Index.find_paths goals": lambda cs: [p.nodes for p in at.Index(grid()).find_paths(CELLS, cs)],
    "IslandMap islands": lambda cs: sorted(at.IslandMap(grid(), cs).islands),
    "Path.from_nodes nodes": lambda cs: at.Path.from_nodes(at.Grid([[1] * 9] * 5), cs).cost,
    "Patrol route": lambda cs: at.Patrol(grid(), cs).route,
    "Timetable.add path": lambda cs: at.Timetable(at.Grid([[1] * 9] * 5)).add(cs),
    "VisibilityMap points": lambda cs: sorted(map(tuple, at.VisibilityMap(grid(), cs).waypoints)),
    "VisibilityMap.joined points": lambda cs: sorted(at.VisibilityMap(grid()).joined(cs).nodes),
    "Wanderer fence": lambda cs: walk(at.Wanderer(grid(), A, fence=cs)),
    "analysis.safe_points threats": lambda cs: at.analysis.safe_points(grid(), 4, threats=cs),
    "cost_table sources": lambda cs: at.cost_table(grid(), cs, CELLS).tolist(),
    "cost_table targets": lambda cs: at.cost_table(grid(), CELLS, cs).tolist(),
    "distances nodes": lambda cs: at.distances(grid(), cs).tolist(),
    "find_path goal": lambda cs: at.find_path(grid(), (4, 8), cs).nodes,
    "find_paths starts": lambda cs: [p.nodes for p in at.find_paths(grid(), cs, CELLS)],
    "find_paths goals": lambda cs: [p.nodes for p in at.find_paths(grid(), CELLS, cs)],
    "goap.Places places": lambda cs: [
        str(action) for action in at.goap.Places(grid(), dict(enumerate(cs))).actions()
    ],
    "goap.go_actions places": lambda cs: [
        str(action) for action in at.goap.go_actions(grid(), dict(enumerate(cs)))
    ],
    "reachable nodes": lambda cs: at.reachable(grid(), cs, 2).tolist(),
    "solve_crowd starts": lambda cs: at.solve_crowd(grid(), cs, CELLS).paths,
    "solve_crowd goals": lambda cs: at.solve_crowd(grid(), CELLS, cs).paths,
    "validate path": lambda cs: at.validate(at.Grid([[1] * 9] * 5), cs),
    "validate_crowd starts": lambda cs: at.validate_crowd(grid(), [CELLS], starts=cs),
    "validate_crowd goals": lambda cs: at.validate_crowd(grid(), [CELLS], goals=cs),
    "visibility_graph points": lambda cs: sorted(at.visibility_graph(grid(), cs).nodes),
}
# A walk, of which each cell is beside the last, for what takes a path.
WALK = [(0, 0), (0, 1), (1, 1)]
WALKED = {"Path.from_nodes nodes", "Timetable.add path", "validate path"}
IN_ORDER = {
    *WALKED,
    *(name for name in TAKES_SEVERAL if name.startswith("Index")),
    "Crowd starts",
    "Crowd goals",
    "Patrol route",
    "solve_crowd starts",
    "solve_crowd goals",
    "validate_crowd starts",
    "validate_crowd goals",
    "cost_table sources",
    "cost_table targets",
    "find_paths starts",
    "find_paths goals",
    "goap.Places places",
    "goap.go_actions places",
}

FORMS = {
    "list": list,
    "array": np.array,
    "small array": lambda cell: np.array(cell, np.uint8),
    "NumPy integers": lambda cell: (np.int16(cell[0]), np.uint64(cell[1])),
    "list of NumPy integers": lambda cell: [np.int64(cell[0]), np.int64(cell[1])],
}
FORMS_OF_SEVERAL = {
    "list of lists": lambda cells: [[*cell] for cell in cells],
    "array": np.array,
    "small array": lambda cells: np.array(cells, np.int8),
    "columns": np.asfortranarray,
    "list of arrays": lambda cells: [np.array(cell) for cell in cells],
    "list of NumPy integers": lambda cells: [tuple(np.array(cell)) for cell in cells],
}


def of_callable(name, thing):
    try:
        names = inspect.signature(thing).parameters
    except (TypeError, ValueError):  # of the core
        return set()
    return {f"{name} {each}" for each in names if each in ONE | SEVERAL}


def of_class(name, kind):
    if issubclass(kind, Exception | tuple) or hasattr(kind, "__dataclass_fields__"):
        return set()  # results, which only the package makes
    found = of_callable(name, kind)
    for each, member in inspect.getmembers(kind):
        if each.startswith("_"):
            continue
        if isinstance(member, property) and member.fset is not None and each in ONE:
            found.add(f"{name}.{each} {each}")
        elif callable(member):
            found |= of_callable(f"{name}.{each}", member)
    return found


def of_anything(name, thing):
    if not isinstance(thing, ModuleType):
        return of_class(name, thing) if inspect.isclass(thing) else of_callable(name, thing)
    found = set()
    for each, member in vars(thing).items():
        home = getattr(member, "__module__", None) or ""
        if not each.startswith("_") and home.startswith(thing.__name__):
            found |= of_anything(f"{name}.{each}", member)
    return found


def parameters():
    """The names of all public parameters that are cells, or might be by their names."""
    names = set(at.__all__) - {"textbook"}  # which takes the nodes of any world as they are
    return set().union(*(of_anything(name, getattr(at, name)) for name in names))


def test_the_table_has_all_that_takes_a_cell():
    known = {*TAKES_ONE, *TAKES_SEVERAL, *OTHERS}
    # Inherited methods, and classes that only the core knows.
    inherited = {
        f"{kind} {name}"
        for world, name in (
            ("Grid", "cell"),
            ("View", "cell"),
            ("Graph", "node"),
            ("GraphView", "node"),
        )
        for kind in (f"{world}.neighbours", f"{world}.predecessors")
    }
    of_the_core = {"Path.from_nodes nodes", "neighbours cell", "predecessors cell"}
    parts = {name for name in known if name.startswith(("Grid.links", "Grid.fences"))}
    assert parameters() - inherited == known - of_the_core - parts


@pytest.mark.parametrize("name", TAKES_ONE)
def test_a_cell_may_be_a_tuple_a_list_or_an_array(name):
    for cell in CELLS:
        wanted = str(TAKES_ONE[name](cell))
        for form, write in FORMS.items():
            assert str(TAKES_ONE[name](write(cell))) == wanted, form


@pytest.mark.parametrize("name", TAKES_SEVERAL)
def test_several_cells_may_be_a_list_or_an_array(name):
    cells = WALK if name in WALKED else CELLS
    wanted = str(TAKES_SEVERAL[name](cells))
    for form, write in FORMS_OF_SEVERAL.items():
        assert str(TAKES_SEVERAL[name](write(cells))) == wanted, form


@pytest.mark.parametrize("name", sorted({*TAKES_SEVERAL} - IN_ORDER))
def test_where_their_order_does_not_count_cells_may_be_a_set(name):
    assert str(TAKES_SEVERAL[name](set(CELLS))) == str(TAKES_SEVERAL[name](CELLS))


WRONG = {
    "floats": (1.0, 2.0),
    "a float": (0, 1.5),
    "an array of floats": np.array([1.0, 2.0]),
    "bools": (True, False),
    "a bool": [0, True],
    "an array of bools": np.array([True, False]),
    "three": (0, 0, 0),
    "one": [0],
    "an array of three": np.array([0, 1, 2]),
    "words": "ab",
    "nothing": None,
    "a number": 3,
}
ALLOWED = {("explain goal", "nothing"), ("explain start", "nothing")}
ALLOWED |= {("WallFollower goal", "nothing"), ("goap.go_actions here", "nothing")}
ALLOWED |= {("Board start", "nothing"), ("Board goal", "nothing")}
# It may be the name of a place.
ALLOWED |= {("goap.go_actions here", "words"), ("goap.go_actions here", "a number")}


def message(error, call, value):
    """The message of the error of this type that a call raises for a value."""
    try:
        return f"accepted, with the result {call(value)}"
    except error as raised:
        return str(raised)


@pytest.mark.parametrize("name", TAKES_ONE)
def test_what_is_no_cell_is_refused_by_its_type(name):
    for wrong, value in WRONG.items():
        if (name, wrong) not in ALLOWED:
            said = message(at.InvalidType, TAKES_ONE[name], value)
            assert " is " in said, f"{wrong}: {said}"
            assert "a cell is" in said or "must be a cell" in said, f"{wrong}: {said}"


@pytest.mark.parametrize("name", TAKES_ONE)
def test_a_cell_outside_is_told_and_so_is_one_with_its_numbers_swapped(name):
    rule = "is outside the grid of 5 rows and 9 columns"
    hint = "; (2, 8) is inside, and a cell is (row, column)"
    for form in (tuple, list, np.array):
        for cell in ((5, 9), (-1, 0), (0, -9), (99, 0)):
            said = message(at.OutsideWorld, TAKES_ONE[name], form(cell))
            assert f"{cell} {rule}" in said, form
            assert "is inside" not in said, form
        said = message(at.OutsideWorld, TAKES_ONE[name], form((8, 2)))
        assert f"(8, 2) {rule}{hint}" in said, form


@pytest.mark.parametrize("name", sorted({*TAKES_SEVERAL} - WALKED))
def test_of_several_cells_the_one_that_is_wrong_is_named(name):
    call, parameter = TAKES_SEVERAL[name], name.split()[-1]
    for form in (list, np.array):
        said = message(at.OutsideWorld, call, form([A, (8, 2), C]))
        assert f"{parameter}[1] (8, 2) is outside" in said, form
        assert "; (2, 8) is inside" in said, form
        said = message(at.InvalidType, call, form([A, (0.5, 2), C]))
        assert "accepted" not in said, form
    assert "accepted" not in message(at.InvalidType, call, [A, (True, False), C])


def test_an_array_of_numbers_too_large_for_a_cell_is_outside():
    for wrong in (2**63 + 1, 2**64 - 1):
        cells = np.array([[0, 0], [wrong, 0]], np.uint64)
        with pytest.raises(at.OutsideWorld, match=rf"starts\[1\] \({wrong}, 0\) is outside"):
            at.find_paths(grid(), cells, [A, B])
    with pytest.raises(at.OutsideWorld, match=r"starts\[1\] \(0, 1000"):
        at.find_paths(grid(), [A, (0, 10**30)], [A, B])
