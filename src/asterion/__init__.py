"""Pathfinding and search-based game AI: paths on known, unknown and changing maps.

>>> import asterion as at
>>> grid = at.Grid.from_text('''
...     ....
...     .##.
...     ....
... ''')
>>> path = at.find_path(grid, (0, 0), (2, 3))
>>> [*path]
[(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (2, 3)]
>>> path.cost
5.0
"""

import importlib
import typing

from asterion.errors import (
    AsterionError,
    BusyWorld,
    InvalidPath,
    InvalidType,
    InvalidValue,
    OutsideWorld,
    WorldChanged,
)
from asterion.mesh.mesh import Mesh
from asterion.search.batches import cost_table, find_paths
from asterion.search.find import Search, cheapest_paths, distances, find_path, reachable
from asterion.search.path import Path, Smoothness, Stats, smoothness, validate
from asterion.search.registry import AlgorithmInfo, algorithms, register
from asterion.search.trace import Trace, TraceEvent
from asterion.world.graph import Connection, Graph, GraphView
from asterion.world.grid import Grid, View

if typing.TYPE_CHECKING:
    from asterion import analysis, baselines, goap, lecture, maps, regions, sketch, textbook
    from asterion.abstraction.base import MapStats
    from asterion.abstraction.hierarchy import PortalMap, PortalPlan
    from asterion.abstraction.islands import IslandMap, IslandPlan
    from asterion.abstraction.rooms import RoomMap, RoomPlan, room_graph
    from asterion.abstraction.visibility import VisibilityMap, visibility_graph
    from asterion.crowd.crowd import Crowd
    from asterion.crowd.solve import CrowdPlan, solve_crowd
    from asterion.crowd.timetable import TimedPath, Timetable
    from asterion.crowd.validate import validate_crowd
    from asterion.decide.macro import Macro
    from asterion.decide.personality import Cost, Personality
    from asterion.decide.plan import Plan, PlanReport, PlanStep
    from asterion.decide.search import StateSearch, solve
    from asterion.explanation.barriers import Barrier
    from asterion.explanation.explain import explain
    from asterion.explanation.graph import GraphBarrier, GraphCostReport, GraphLeg
    from asterion.explanation.path_costs import CostReport, Leg
    from asterion.heuristics.check import HeuristicReport, check_heuristic
    from asterion.heuristics.clusters import ClusterHeuristic
    from asterion.heuristics.landmarks import Landmarks
    from asterion.index.index import Index, IndexStats
    from asterion.io import Problem, load_map, load_mesh, load_scenario, save_map, save_mesh
    from asterion.lecture import lecture_trace
    from asterion.navigate.explorer import Explorer, Journey, explore
    from asterion.navigate.movers import Patrol, Wanderer
    from asterion.navigate.navigator import Navigator
    from asterion.navigate.path_service import PathRequest, PathService
    from asterion.navigate.stats import NavigatorStats
    from asterion.navigate.survey import Survey, survey
    from asterion.navigate.wall_follower import WallFollower
    from asterion.notebook.board import Board
    from asterion.pictures.animate import animate
    from asterion.pictures.plot import plot
    from asterion.search.fields import descend
    from asterion.search.flow_field import FlowField
    from asterion.world import hexes
    from asterion.world.clearance import clearance
    from asterion.world.line_of_sight import line_of_sight, visible
    from asterion.world.links_and_fences import Link

__version__ = "0.2.0"

__all__ = [
    "AlgorithmInfo",
    "AsterionError",
    "Barrier",
    "Board",
    "BusyWorld",
    "ClusterHeuristic",
    "Connection",
    "Cost",
    "CostReport",
    "Crowd",
    "CrowdPlan",
    "Explorer",
    "FlowField",
    "Graph",
    "GraphBarrier",
    "GraphCostReport",
    "GraphLeg",
    "GraphView",
    "Grid",
    "HeuristicReport",
    "Index",
    "IndexStats",
    "InvalidPath",
    "InvalidType",
    "InvalidValue",
    "IslandMap",
    "IslandPlan",
    "Journey",
    "Landmarks",
    "Leg",
    "Link",
    "Macro",
    "MapStats",
    "Mesh",
    "Navigator",
    "NavigatorStats",
    "OutsideWorld",
    "Path",
    "PathRequest",
    "PathService",
    "Patrol",
    "Personality",
    "Plan",
    "PlanReport",
    "PlanStep",
    "PortalMap",
    "PortalPlan",
    "Problem",
    "RoomMap",
    "RoomPlan",
    "Search",
    "Smoothness",
    "StateSearch",
    "Stats",
    "Survey",
    "TimedPath",
    "Timetable",
    "Trace",
    "TraceEvent",
    "View",
    "VisibilityMap",
    "WallFollower",
    "Wanderer",
    "WorldChanged",
    "algorithms",
    "analysis",
    "animate",
    "baselines",
    "cheapest_paths",
    "check_heuristic",
    "clearance",
    "cost_table",
    "descend",
    "distances",
    "explain",
    "explore",
    "find_path",
    "find_paths",
    "goap",
    "hexes",
    "lecture",
    "lecture_trace",
    "line_of_sight",
    "load_map",
    "load_mesh",
    "load_scenario",
    "maps",
    "plot",
    "reachable",
    "regions",
    "register",
    "room_graph",
    "save_map",
    "save_mesh",
    "sketch",
    "smoothness",
    "solve",
    "solve_crowd",
    "survey",
    "textbook",
    "validate",
    "validate_crowd",
    "visibility_graph",
    "visible",
]

# Names that a first query does not need are imported on first use.
_LAZY = {
    name: f"asterion.{module}"
    for module, names in {
        "abstraction.base": "MapStats",
        "abstraction.hierarchy": "PortalMap PortalPlan",
        "abstraction.islands": "IslandMap IslandPlan",
        "abstraction.rooms": "RoomMap RoomPlan room_graph",
        "abstraction.visibility": "VisibilityMap visibility_graph",
        "crowd.crowd": "Crowd",
        "crowd.solve": "CrowdPlan solve_crowd",
        "crowd.timetable": "TimedPath Timetable",
        "crowd.validate": "validate_crowd",
        "decide.macro": "Macro",
        "decide.personality": "Cost Personality",
        "decide.plan": "Plan PlanReport PlanStep",
        "decide.search": "StateSearch solve",
        "explanation.barriers": "Barrier",
        "explanation.explain": "explain",
        "explanation.graph": "GraphBarrier GraphCostReport GraphLeg",
        "explanation.path_costs": "CostReport Leg",
        "heuristics.check": "HeuristicReport check_heuristic",
        "heuristics.clusters": "ClusterHeuristic",
        "heuristics.landmarks": "Landmarks",
        "index.index": "Index IndexStats",
        "io": "Problem load_map load_mesh load_scenario save_map save_mesh",
        "lecture": "lecture_trace",
        "navigate.explorer": "Explorer Journey explore",
        "navigate.movers": "Patrol Wanderer",
        "navigate.navigator": "Navigator",
        "navigate.path_service": "PathRequest PathService",
        "navigate.stats": "NavigatorStats",
        "navigate.survey": "Survey survey",
        "navigate.wall_follower": "WallFollower",
        "notebook.board": "Board",
        "pictures.animate": "animate",
        "pictures.plot": "plot",
        "search.fields": "descend",
        "search.flow_field": "FlowField",
        "world.clearance": "clearance",
        "world.line_of_sight": "line_of_sight visible",
        "world.links_and_fences": "Link",
    }.items()
    for name in names.split()
}
_MODULES = {
    module: f"asterion.{module}"
    for module in (
        *("analysis", "baselines", "goap", "lecture", "maps", "regions", "sketch", "textbook"),
    )
}
_MODULES["hexes"] = "asterion.world.hexes"


def __getattr__(name: str) -> object:
    if name not in _LAZY and name not in _MODULES:
        raise AttributeError(f"module 'asterion' has no attribute {name!r}")
    module = importlib.import_module(_LAZY.get(name) or _MODULES[name])
    value = module if name in _MODULES else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
