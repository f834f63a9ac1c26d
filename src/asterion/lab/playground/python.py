"""The playground in Python: its searches and layers, or the frames of a path service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterion.lab.maps.map_script import map_lines
from asterion.lab.maps.script import Script, arguments, listed, plain, quoted, script_of
from asterion.lab.playground.map_fields import FLEE
from asterion.lab.playground.structures import CLUSTERS, chunk_side
from asterion.lab.searches.search_run import is_custom, shows_index

if TYPE_CHECKING:
    from asterion.lab.playground.frame_budget import FrameBudget
    from asterion.lab.playground.map_layers import MapLayers
    from asterion.lab.playground.setup import Setup
    from asterion.lab.searches.search_run import Run

_CLUSTERS = 'clusters = at.ClusterHeuristic(grid, "rooms")'
_FACTS = "path.cost, path.stats.expanded"


def python_of(setup: Setup, layers: MapLayers | None = None) -> Script:
    """Return a script that prints the cost and the expansions of each search, or the frames.

    And what the layers of the map show.
    """
    lines, files = map_lines(setup)
    if setup.budget is not None:
        return script_of([*lines, *_frames(setup, setup.budget)], files)
    lines += [*_custom(setup.runs), f"start, goal = {plain(setup.start)}, {plain(setup.goal)}"]
    facts = f"{_FACTS}, path.smoothed().tolist()" if layers and layers.straight else _FACTS
    has_clusters = any(run.options.get("heuristic") == CLUSTERS for run in setup.runs)
    if has_clusters:
        lines.append(_CLUSTERS)
    searches = [
        (run.algorithm, {**run.options, "heuristic": _Name(CLUSTERS)})
        if run.options.get("heuristic") == CLUSTERS
        else (run.algorithm, run.options)
        for run in setup.runs
        if not shows_index(run.algorithm)
    ]
    lines += _searches(searches, facts)
    if len(searches) < len(setup.runs):
        lines += ["index = at.Index(grid)", "path = index.find_path(start, goal)"]
        lines.append(f'print("index", {facts})')
    if layers:
        lines += _layers(setup, layers, has_clusters=has_clusters)
    return script_of(lines, files)


def _layers(setup: Setup, layers: MapLayers, *, has_clusters: bool) -> list[str]:
    """Print what the layers of the map show: a structure, a field, straight lines."""
    side = chunk_side(setup.cells.shape)
    route = ["plan = known.plan(start, goal)", "print(known, plan.path.cost)"]
    structures = {
        "": [],
        "quadtree": ['known = at.PortalMap(grid, "quadtree")', *route],
        "portals": [f"known = at.PortalMap(grid, {side})", *route],
        "rooms": ['known = at.RoomMap(grid, "rooms")', *route],
        "islands": ["known = at.IslandMap(grid)", *route],
        "visibility": [
            "known = at.VisibilityMap(grid)",
            "print(known, known.route(start, goal).nodes)",
        ],
        CLUSTERS: [*([] if has_clusters else [_CLUSTERS]), "print(clusters, clusters.table)"],
    }
    fields = {
        "": [],
        "distance": ["field = at.distances(grid, start)", "print(field[goal])"],
        "flow": [
            "field = at.FlowField(grid, goal)",
            "print(field.cost[start], field.next(start))",
        ],
        "flee": [
            "near = at.distances(grid, goal)",
            "cells = np.argwhere(near < np.inf)",
            f"values = {FLEE} * near[near < np.inf]",
            "field = at.FlowField(grid, cells, values=values)",
            "print(field.cost[start], field.next(start))",
        ],
    }
    straight = [
        'path = at.find_path(grid, start, goal, algorithm="any-angle")',
        "print(path.cost, path.points.tolist())",
    ]
    lines = [*structures[layers.structure], *fields[layers.field]]
    return [*lines, *(straight if layers.straight else [])]


def _custom(runs: tuple[Run, ...]) -> list[str]:
    """Say where searches come from that are not of the library."""
    names = dict.fromkeys(run.algorithm for run in runs if is_custom(run.algorithm))
    return [f"# First run the file that registers {quoted(name)}." for name in names]


class _Name:
    """A value that the script has under a name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


def _searches(runs: list[tuple[str, dict[str, Any]]], facts: str) -> list[str]:
    if len(runs) == 1:
        [(algorithm, given)] = runs
        options = {"algorithm": algorithm, **given}
        return [
            f"path = at.find_path(grid, start, goal{arguments(options)})",
            f"print({quoted(algorithm)}, {facts})",
        ]
    if not any(options for _, options in runs):
        return [
            *listed("for algorithm in ", tuple(algorithm for algorithm, _ in runs), ":"),
            "    path = at.find_path(grid, start, goal, algorithm=algorithm)",
            f"    print(algorithm, {facts})",
        ]
    options_of = [{"algorithm": algorithm, **options} for algorithm, options in runs]
    return [
        *listed("for options in ", options_of, ":"),
        "    path = at.find_path(grid, start, goal, **options)",
        f"    print(*options.values(), {facts})",
    ]


def _frames(setup: Setup, budget: FrameBudget) -> list[str]:
    """Frames until no unit moves any more, and no edit is to come."""
    cols = setup.cells.shape[1]
    edits: dict[int, list[object]] = {}
    for frame, node, cost in budget.edits:
        edits.setdefault(frame, []).append((divmod(node, cols), cost))
    more = " or frame < max(edits)" if edits else ""
    lines = [
        f"service = at.PathService(grid, quick={budget.quick})",
        *listed("ends = ", list(setup.units)),
        "units = [service.request(start, goal) for start, goal in ends]",
        *(listed("edits = ", edits) if edits else []),
        'frame, done = 0, ("arrived", "unreachable")',
        f"while any(unit.status not in done for unit in units){more}:",
        f"    service.run(expansions={budget.expansions})",
        "    service.step(units)",
        "    frame += 1",
    ]
    if edits:
        lines.append("    for cell, cost in edits.get(frame, ()):")
        lines.append("        grid[cell] = cost")
    return [*lines, 'print(frame, "frames:", [unit.status for unit in units])']
