"""The display of objects in a notebook: from an object to a scene or a table.

Display changes nothing: no agent plans or looks around for a picture, no search continues, and a
world is read as it is at the time.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion._core import has_straight_lines, mesh_of
from asterion.crowd.crowd import Crowd
from asterion.decide.plan import Plan, PlanReport
from asterion.errors import InvalidType, WorldChanged, short_repr
from asterion.explanation.barriers import Barrier
from asterion.explanation.graph import GraphBarrier, GraphCostReport
from asterion.explanation.path_costs import CostReport
from asterion.heuristics.check import HeuristicReport
from asterion.mesh.mesh import Mesh
from asterion.navigate.explorer import Explorer, Journey
from asterion.navigate.navigator import Navigator
from asterion.navigate.on_mesh import MeshNavigator
from asterion.navigate.stats import NavigatorStats
from asterion.pictures import tables
from asterion.pictures.crowd_scenes import crowd_scene
from asterion.pictures.graph_scenes import End, graph_in_words, graph_scene, name_of, numbers_of
from asterion.pictures.grid_scenes import (
    add_mark,
    add_path,
    grid_in_words,
    grid_scene,
    path_in_words,
    view_in_words,
)
from asterion.pictures.mesh_scenes import mesh_in_words, mesh_scene
from asterion.pictures.page import html_of
from asterion.pictures.scene import Line, Mark, Scene, Table, counted, fewer_points
from asterion.search.custom import CustomNavigator
from asterion.search.find import Search
from asterion.search.path import Path, Stats, query_of
from asterion.world.graph import Graph, GraphView, GraphWorld
from asterion.world.grid import Grid, GridWorld, View

if TYPE_CHECKING:
    import numpy.typing as npt

    States = npt.NDArray[np.uint8] | None

_COUNTS = ("expanded", "generated", "reopened", "peak_open", "flood", "fill", "seconds")
_START, _GOAL, _AGENT = ("ring", "start"), ("diamond", "goal"), ("disc", "agent")


def html(thing: Any) -> str | None:
    """Return the HTML for a notebook; None, so that it shows the text, without a picture."""
    try:
        return html_of(drawn(thing))
    except Exception:  # noqa: BLE001 - a picture is an extra: whatever is wrong, there is the text
        return None


@singledispatch
def drawn(thing: Any) -> Scene | Table:
    """Return the scene or the table of a thing, or an error that says what can be drawn."""
    raise InvalidType(
        f"thing is {short_repr(thing)}; a Grid, a Graph, a view, a Mesh, a Path, a Search, a "
        "Navigator, an Explorer, a Journey, a Crowd, a CrowdPlan, a Plan or a report can be drawn"
    )


@drawn.register
def _(grid: Grid) -> Scene:
    return grid_scene(grid, f"Grid: {grid_in_words(grid)}")


@drawn.register
def _(crowd: Crowd) -> Scene:
    return crowd_scene(crowd)


@drawn.register
def _(view: View) -> Scene:
    own = view_in_words(view)
    words = f"View of a grid: {grid_in_words(view)}{', ' * bool(own)}{own}"
    return grid_scene(view, words)


@drawn.register(Graph)
@drawn.register(GraphView)
def _(graph: GraphWorld) -> Scene | Table:
    what = "View of a graph" if isinstance(graph, GraphView) else "Graph"
    return graph_scene(graph, f"{what}: {graph_in_words(graph)}")


@drawn.register
def _(mesh: Mesh) -> Scene:
    return mesh_scene(mesh, f"Mesh: {mesh_in_words(mesh)}")


@drawn.register
def _(path: Path) -> Scene | Table:
    mesh: Any = mesh_of(path)
    if mesh is not None:
        words = f"Path of length {path.cost:g}" if path else f"Path {path.status}"
        return mesh_scene(mesh, f"{words}; {mesh_in_words(mesh)}", path)
    query = query_of(path)
    if query is None:
        return _path_alone(path)
    world, start, goals = query
    words = path_in_words(path)
    title = words[:1].upper() + words[1:]
    if isinstance(world, GraphWorld):
        route = " → ".join(name_of(world, node) for node in numbers_of(world, path.nodes[:8]))
        route += " → …" if len(path) > 8 else ""
        title += f": {route}" if route else f", from {name_of(world, start)}"
    else:
        title += f", from {world._name(start)} to {_goals_in_words(world, goals)}"
        if path.turns and not has_straight_lines(path):
            title += f", {counted(path.turns, 'turn')}"
        title += f"; {grid_in_words(world)}"
    return _between_ends(world, title, path, start, goals)


@drawn.register
def _(search: Search) -> Scene | Table:
    path: Any = search.path  # a custom search may return anything
    if isinstance(search.world, Mesh):
        words = f"Search on a mesh, {search.status}: {search.stats.expanded:,} expanded"
        return mesh_scene(search.world, words, path)
    algorithm = search._options["algorithm"]
    title = f"Search ({algorithm}), {search.status}: {search.stats.expanded:,} expanded"
    try:
        state = search.state
        title += f", {np.count_nonzero((state != 0) & (state != 2)):,} open"
    except WorldChanged:
        state = None
        title += "; the world has changed since, and restart() starts it again"
    if not isinstance(path, Path):
        path = None
    elif path.found:
        title += f"; {path_in_words(path)}"
    scene = _between_ends(search.world, title, path, *search._ends, state)
    if isinstance(scene, Scene):
        scene.key += [("open", "open"), ("closed", "closed")]
    return scene


@drawn.register
def _(agent: Navigator) -> Scene | Table:
    core = agent._core
    known = core._is_current() if isinstance(core, CustomNavigator) else core.plan(0, None)
    path = agent.path if known else None
    here, goal = short_repr(agent.position), short_repr(agent.goal)
    title = f"Navigator ({agent.algorithm}) at {here}, goal {goal}: "
    if agent.arrived:
        title += "arrived"
    else:
        title += "no plan yet" if path is None else path_in_words(path)
    if isinstance(core, MeshNavigator):
        return mesh_scene(agent.world, title, path)
    ends = [(core.goal, *_GOAL), (core.position, *_AGENT)]
    return _on_world(agent.world, title, path, ends)


@drawn.register
def _(agent: Explorer) -> Scene:
    journey, known, world = agent.journey, agent.known, agent.world
    title = (
        f"Explorer ({agent.algorithm}) at {agent.position}, goal {agent.goal}: "
        f"{_in_words(journey)}, {known.mean():.0%} of the "
        f"cells seen. {journey.message}"
    ).strip()
    scene = grid_scene(world, title, unseen=~known, belief=agent.belief)
    add_path(scene, world, journey.trajectory, "agent")
    add_mark(scene, world, agent.goal, *_GOAL)
    add_mark(scene, world, agent.position, *_AGENT)
    scene.key += [("unknown", "not seen"), ("agent", "walked")]
    return scene


def _between_ends(  # noqa: PLR0917 - a query and its answer
    world: Any, title: str, path: Path | None, start: int, goals: list[int], state: States = None
) -> Scene | Table:
    ends = [*((goal, *_GOAL) for goal in goals[:50]), (start, *_START)]
    scene = _on_world(world, title, path, ends, state)
    if isinstance(scene, Scene) and not isinstance(world, GraphWorld):
        scene.key += [("agent", "start"), ("goal", "goal")]
    return scene


def _on_world(
    world: Any, title: str, path: Path | None, ends: list[End], state: States = None
) -> Scene | Table:
    """A grid or a graph with the path, signs at its ends, and the nodes a search has visited."""
    if isinstance(world, GraphWorld):
        nodes = [] if path is None else numbers_of(world, path.nodes)
        return graph_scene(world, title, state=state, nodes=nodes, ends=ends)
    scene = grid_scene(world, title, state=state)
    if path is not None and has_straight_lines(path):
        scene.lines.append(Line(path.points[:, ::-1] + 0.5, "path", 3.0, cased=True))
    elif path is not None and len(path):
        add_path(scene, world, path.cells)
    for node, shape, label in ends:
        add_mark(scene, world, world._name(node), shape, label)
    return scene


def _in_words(journey: Journey) -> str:
    searches = counted(len(journey.searches), "search", "searches")
    return f"{counted(journey.moves, 'move')}, {searches}"


@drawn.register
def _(journey: Journey) -> Scene:
    words = f"Journey of {_in_words(journey)}. {journey.message}"
    return _on_plain_paper(words.strip(), journey.trajectory, "agent")


for _kind, _table in (
    (Plan, tables.plan_table),
    (PlanReport, tables.plan_report_table),
    (CostReport, tables.cost_table),
    (GraphCostReport, tables.graph_cost_table),
    (Barrier, tables.barrier_table),
    (GraphBarrier, tables.barrier_table),
    (HeuristicReport, tables.heuristic_table),
):
    drawn.register(_kind, _table)


@drawn.register(Stats)
@drawn.register(NavigatorStats)
def _(stats: Stats | NavigatorStats) -> Table:
    if isinstance(stats, Stats):
        pairs = [(name, getattr(stats, name)) for name in _COUNTS]
        return tables.fields_table(f"What a search has cost: {stats.expanded:,} expanded", pairs)
    pairs = [*stats._asdict().items()]
    searches = counted(stats.searches, "search", "searches")
    title = f"What the planning of an agent has cost: {searches}"
    return tables.fields_table(title, pairs)


def _path_alone(path: Path) -> Scene:
    """A path from a pickle, without its world: the line that it makes."""
    words = path_in_words(path)
    title = f"{words[:1].upper()}{words[1:]}; its world is not known"
    try:
        cells = path.cells
    except AttributeError:  # on a graph
        cells = np.column_stack([np.zeros(len(path)), np.arange(len(path))]).astype(np.int64)
    return _on_plain_paper(title, cells, "path")


def _on_plain_paper(title: str, cells: npt.NDArray[np.int64], role: str) -> Scene:
    if not len(cells):
        return Scene(10.0, 1.0, title)
    low = cells.min(axis=0)
    high, wide = (cells.max(axis=0) - low + 1).tolist()
    scene = Scene(float(max(wide, 4)), float(max(high, 1)), title)
    points = (cells - low)[:, ::-1] + 0.5
    scene.lines.append(Line(fewer_points(points), role, 3.0))
    (x, y), (to_x, to_y) = points[0].tolist(), points[-1].tolist()
    scene.marks += [Mark(x, y, "ring", "agent", "start"), Mark(to_x, to_y, "disc", "agent", "end")]
    return scene


def _goals_in_words(world: GridWorld, goals: list[int]) -> str:
    return str(world._name(goals[0])) if len(goals) == 1 else f"the nearest of {len(goals)}"
