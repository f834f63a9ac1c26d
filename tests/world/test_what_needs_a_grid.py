"""Functions for grids, given something else."""

import numpy as np
import pytest

import asterion as at

NONE = np.zeros((3, 3))
ENDS = ((0, 0), (2, 2))

NEEDS_A_GRID = {
    "cheapest_paths": lambda world: at.cheapest_paths(world, *ENDS, 1),
    "clearance": at.clearance,
    "explore": lambda world: at.explore(world, *ENDS),
    "line_of_sight": lambda world: at.line_of_sight(world, *ENDS),
    "survey": lambda world: at.survey(world, ENDS[0]),
    "visible": lambda world: at.visible(world, ENDS[0]),
    "IslandMap": at.IslandMap,
    "PortalMap": at.PortalMap,
    "RoomMap": at.RoomMap,
    "VisibilityMap": at.VisibilityMap,
    "room_graph": at.room_graph,
    "visibility_graph": at.visibility_graph,
    "analysis.choke_points": at.analysis.choke_points,
    "analysis.heat_map": lambda world: at.analysis.heat_map(world, NONE, "never.png"),
    "analysis.outlook": at.analysis.outlook,
    "analysis.passages": at.analysis.passages,
    "analysis.safe_points": lambda world: at.analysis.safe_points(world, ENDS[0]),
    "analysis.usage": at.analysis.usage,
    "analysis.vantage_points": at.analysis.vantage_points,
    "regions.automatic": at.regions.automatic,
    "regions.blocks": lambda world: at.regions.blocks(world, 2),
    "regions.cut": lambda world: at.regions.cut(world, "rooms"),
    "regions.labelled": lambda world: at.regions.labelled(world, NONE),
    "regions.rooms": at.regions.rooms,
    "regions.terrains": at.regions.terrains,
    "sketch.table": lambda world: at.sketch.table(world, g=NONE, h=NONE, state=NONE, parent=NONE),
}


@pytest.mark.parametrize("ask", NEEDS_A_GRID.values(), ids=NEEDS_A_GRID)
def test_costs_without_a_grid_and_graphs_are_refused_by_name(ask):
    costs, graph = np.ones((3, 3)), at.Graph([("A", "B", 1)])
    for world, shown in ((costs, "array("), ([[1]], "[[1]]"), (graph, "<Graph of 2 nodes")):
        with pytest.raises(at.InvalidType, match="must be a Grid or a view of one") as refusal:
            ask(world)
        assert str(refusal.value).startswith(f"world is {shown}")
