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
from asterion.graph import Connection, Graph, GraphView
from asterion.grid import Grid, View
from asterion.registry import AlgorithmInfo, algorithms, register
from asterion.results import Path, Smoothness, Stats, smoothness, validate
from asterion.search import Search, cheapest_paths, distances, find_path, find_paths, reachable
from asterion.trace import Trace, TraceEvent

if typing.TYPE_CHECKING:
    from asterion import analysis, baselines, goap, lecture, maps, regions, sketch
    from asterion.barriers import Barrier
    from asterion.cluster_heuristic import ClusterHeuristic
    from asterion.decide.macro import Macro
    from asterion.decide.personality import Cost, Personality
    from asterion.decide.plan import Plan, PlanReport, PlanStep
    from asterion.decide.search import StateSearch, solve
    from asterion.explorer import Explorer, Journey, explore
    from asterion.graph_reasons import GraphBarrier, GraphCostReport, GraphLeg
    from asterion.heuristics import HeuristicReport, check_heuristic
    from asterion.io import Problem, load_map, load_scenario, save_map
    from asterion.landmarks import Landmarks
    from asterion.lecture import lecture_trace
    from asterion.legs import CostReport, Leg
    from asterion.movers import Patrol, Wanderer
    from asterion.navigate import Navigator
    from asterion.navigator_stats import NavigatorStats
    from asterion.portal_map import PortalMap, PortalPlan
    from asterion.reasons import explain
    from asterion.room_map import RoomMap, RoomPlan, room_graph
    from asterion.sight import visible
    from asterion.visibility_map import VisibilityMap, visibility_graph

__version__ = "0.1.0"

__all__ = [
    "AlgorithmInfo",
    "AsterionError",
    "Barrier",
    "BusyWorld",
    "ClusterHeuristic",
    "Connection",
    "Cost",
    "CostReport",
    "Explorer",
    "Graph",
    "GraphBarrier",
    "GraphCostReport",
    "GraphLeg",
    "GraphView",
    "Grid",
    "HeuristicReport",
    "InvalidPath",
    "InvalidType",
    "InvalidValue",
    "Journey",
    "Landmarks",
    "Leg",
    "Macro",
    "Navigator",
    "NavigatorStats",
    "OutsideWorld",
    "Path",
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
    "Trace",
    "TraceEvent",
    "View",
    "VisibilityMap",
    "Wanderer",
    "WorldChanged",
    "algorithms",
    "analysis",
    "baselines",
    "cheapest_paths",
    "check_heuristic",
    "distances",
    "explain",
    "explore",
    "find_path",
    "find_paths",
    "goap",
    "lecture",
    "lecture_trace",
    "load_map",
    "load_scenario",
    "maps",
    "reachable",
    "regions",
    "register",
    "room_graph",
    "save_map",
    "sketch",
    "smoothness",
    "solve",
    "validate",
    "visibility_graph",
    "visible",
]

# What a first query does not need is imported when it is first asked for.
_LATER = {
    "Cost": "asterion.decide.personality",
    "Macro": "asterion.decide.macro",
    "Personality": "asterion.decide.personality",
    "Plan": "asterion.decide.plan",
    "PlanReport": "asterion.decide.plan",
    "PlanStep": "asterion.decide.plan",
    "StateSearch": "asterion.decide.search",
    "solve": "asterion.decide.search",
    "GraphBarrier": "asterion.graph_reasons",
    "GraphCostReport": "asterion.graph_reasons",
    "GraphLeg": "asterion.graph_reasons",
    "Barrier": "asterion.barriers",
    "CostReport": "asterion.legs",
    "Explorer": "asterion.explorer",
    "HeuristicReport": "asterion.heuristics",
    "Journey": "asterion.explorer",
    "Leg": "asterion.legs",
    "ClusterHeuristic": "asterion.cluster_heuristic",
    "Landmarks": "asterion.landmarks",
    "Navigator": "asterion.navigate",
    "NavigatorStats": "asterion.navigator_stats",
    "Patrol": "asterion.movers",
    "PortalMap": "asterion.portal_map",
    "PortalPlan": "asterion.portal_map",
    "Problem": "asterion.io",
    "RoomMap": "asterion.room_map",
    "RoomPlan": "asterion.room_map",
    "VisibilityMap": "asterion.visibility_map",
    "Wanderer": "asterion.movers",
    "analysis": "asterion.analysis",
    "baselines": "asterion.baselines",
    "check_heuristic": "asterion.heuristics",
    "explain": "asterion.reasons",
    "explore": "asterion.explorer",
    "goap": "asterion.goap",
    "lecture": "asterion.lecture",
    "lecture_trace": "asterion.lecture",
    "load_map": "asterion.io",
    "load_scenario": "asterion.io",
    "maps": "asterion.maps",
    "regions": "asterion.regions",
    "room_graph": "asterion.room_map",
    "save_map": "asterion.io",
    "sketch": "asterion.sketch",
    "visibility_graph": "asterion.visibility_map",
    "visible": "asterion.sight",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'asterion' has no attribute {name!r}")
    module = importlib.import_module(_LATER[name])
    value = module if module.__name__ == f"asterion.{name}" else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
