"""Structures of a map that the boards show: chunks, rooms, islands, corners and clusters.

Each is one of the library's own objects. It is made when it is first shown, kept with its grid, and
repaired or made again after edits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion import regions
from asterion.abstraction.hierarchy import PortalMap
from asterion.abstraction.islands import IslandMap
from asterion.abstraction.rooms import RoomMap
from asterion.abstraction.visibility import VisibilityMap
from asterion.errors import InvalidValue
from asterion.heuristics.clusters import ClusterHeuristic
from asterion.lab import limits
from asterion.lab.playground.map_fields import check_size
from asterion.search.find import find_path

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.path import Path
    from asterion.world.grid import Cell, Grid

    Numbers = npt.NDArray[np.int64]

CLUSTERS = "clusters"  # the name of the structure, and of the heuristic of a search
_SMALL = 64  # cells across: smaller maps have chunks of 8 x 8
_TINTS = 6  # classes of regions; two that are close have different ones
_CLOSE = 2  # cells: regions on two sides of a wall are close


class Structure(NamedTuple):
    """One of the library's structures."""

    make: Callable[[Grid], Any]
    show: Callable[[Any, Cell, Cell], dict[str, Any]]  # of start and goal
    most_cells: int


def chunk_side(shape: tuple[int, ...]) -> int:
    """The side of the chunks of a portal map."""
    return 8 if max(shape) <= _SMALL else 16


class Structures:
    """The structures of a grid that is edited in place."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._made: dict[str, Any] = {}

    def of(self, name: str) -> Any:
        """The library's object for the grid as it is, or an error that says why there is none."""
        grid = self._grid
        if grid.tiles != "square":
            raise InvalidValue("it needs square cells; choose others under Moves")
        check_size(grid, STRUCTURES[name].most_cells)
        if name in ("rooms", CLUSTERS):
            count = int(regions.rooms(grid).max()) + 1
            most = limits.LAYER_REGIONS
            if count > most:
                raise InvalidValue(f"the map has {count:,} rooms; it takes up to {most:,}")
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = STRUCTURES[name].make(grid)
        elif made.version != grid.version:
            try:
                made.refresh()
            except Exception:  # half-built: it is made again when it is possible
                del self._made[name]
                raise
        return made

    def shown(self, name: str, start: Cell, goal: Cell) -> dict[str, Any]:
        """A structure with what it says of start and goal, as boards draw it.

        ``rects`` are chunks (row, column, height, width), ``labels`` the region of each cell and
        ``tints`` its class, 0 for none; ``nodes``, ``edges`` (in pairs), ``route`` and its
        ``stops`` are cells.
        """
        made = self.of(name)
        return {"name": name, **STRUCTURES[name].show(made, start, goal)}


# --- What the boards show of each


def _portals(known: PortalMap, start: Cell, goal: Cell) -> dict[str, Any]:
    shown = _leaves(known, start, goal)
    if known._portals.counts[2] > limits.LAYER_CONNECTIONS:
        return {**shown, "note": f"{shown['note']} Too many portals to be drawn."}
    graph = known.graph
    cells = _flat(known.world, graph.nodes)
    return {**shown, "nodes": cells, "edges": _edges(cells, graph.ends)}


def _leaves(known: PortalMap, start: Cell, goal: Cell) -> dict[str, Any]:
    """The chunks alone: of a quadtree, portals would hide them."""
    plan = known.plan(start, goal)
    names = ("chunk", "portal", "connection")
    parts = [
        _counted(count, name) for count, name in zip(known._portals.counts, names, strict=True)
    ]
    if plan.search is not None:
        parts.append(f"{plan.search.stats.expanded:,} portals expanded")
    return {
        "rects": np.array(known.chunks, np.int32).reshape(-1, 4),
        **_route(known.world, [start, *plan.portals, goal], plan.path),
        "note": _note(parts, known.world, plan.path),
    }


def _rooms(known: RoomMap, start: Cell, goal: Cell) -> dict[str, Any]:
    plan, graph = known.plan(start, goal), known.graph
    cells = _flat(known.world, graph.nodes)
    route = [start, *plan.rooms.nodes[1:-1], goal] if plan.rooms else [start, goal]
    parts = [_counted(len(graph.nodes), "room"), _counted(len(graph.costs), "connection")]
    if plan.rooms:
        parts.append(f"{plan.rooms.stats.expanded:,} rooms expanded")
    return {
        **_regions(known.labels),
        "nodes": cells,
        "edges": _edges(cells, graph.ends),
        **_route(known.world, route, plan.path),
        "note": _note(parts, known.world, plan.path),
    }


def _islands(known: IslandMap, start: Cell, goal: Cell) -> dict[str, Any]:
    plan = known.plan(start, goal)
    parts = [_counted(len(known.islands), "island"), f"{len(plan.islands)} on the path"]
    parts.append(f"{_counted(plan.expanded, 'cell')} expanded")
    return {
        "nodes": _flat(known.world, known.islands),
        **_route(known.world, [start, *plan.islands, goal], plan.path),
        "note": _note(parts, known.world, plan.path),
    }


def _corners(known: VisibilityMap, start: Cell, goal: Cell) -> dict[str, Any]:
    route, graph = known.route(start, goal), known.graph
    cells, places, walks = _flat(known.world, graph.nodes), known.waypoints, known._walks
    pairs = _pairs(graph.ends)
    # Two cells see each other over a walk, which may turn once.
    turns = _flat(known.world, walks.turns(places[pairs[:, 0]], places[pairs[:, 1]]))
    halves = [np.stack([cells[side], turns], axis=1) for side in pairs.T]
    stops = np.array(route.nodes if route else [], np.int64).reshape(-1, 2)
    lines = _counted(len(graph.costs) // 2, "line")
    parts = [_counted(len(graph.nodes), "corner"), f"{lines} of sight"]
    if route:
        parts.append(f"{_counted(len(stops) - 2, 'corner')} on the path")
    return {
        "nodes": cells,
        "edges": np.concatenate(halves),
        "route": _flat(known.world, walks.walk(stops) if len(stops) > 1 else stops),
        "stops": _flat(known.world, stops[1:-1]),
        "note": _note(parts, known.world, route),
    }


def _clusters(known: ClusterHeuristic, start: Cell, goal: Cell) -> dict[str, Any]:
    labels, table = known.labels, known.table
    here, there = int(labels[start]), int(labels[goal])
    count = len(table)
    words = f"{_counted(count, 'region')}, a table of {_counted(count * count, 'cost')}"
    if here != there:
        entry = table[here, there]
        cost = f"costs {entry:.1f} at least" if np.isfinite(entry) else "is impossible"
        words += f"; from {here} to {there} {cost}"
    else:
        words += f"; start and goal are in region {here}: the straight line alone"
    middles = regions.middles(labels) if count else np.zeros((0, 2), np.int64)
    return {
        **_regions(labels),
        "middles": _flat(known.world, middles.tolist()),
        "table": np.where(np.isfinite(table), table, -1).astype(np.float32),
        "goal": there,
        "note": f"{words}.",
    }


STRUCTURES = {
    "quadtree": Structure(
        lambda grid: PortalMap(grid, "quadtree"), _leaves, limits.LAYER_CHUNK_CELLS
    ),
    "portals": Structure(
        lambda grid: PortalMap(grid, chunk_side(grid.shape)), _portals, limits.LAYER_CHUNK_CELLS
    ),
    "rooms": Structure(lambda grid: RoomMap(grid, "rooms"), _rooms, limits.LAYER_REGION_CELLS),
    "islands": Structure(IslandMap, _islands, limits.LAYER_ISLAND_CELLS),
    "visibility": Structure(
        lambda grid: VisibilityMap(grid, max_corners=limits.LAYER_CORNERS),
        _corners,
        limits.LAYER_REGION_CELLS,
    ),
    CLUSTERS: Structure(
        lambda grid: ClusterHeuristic(grid, "rooms"), _clusters, limits.LAYER_REGION_CELLS
    ),
}


def _note(parts: list[str], world: Any, path: Path) -> str:
    """The counts, and how far the path is from a cheapest one."""
    told = ", ".join(parts)
    if not path:
        return f"{told}; there is no path."
    best = find_path(world, path.nodes[0], path.nodes[-1]).cost
    over = 100 * (path.cost / best - 1) if best else 0.0
    kind = "a cheapest path" if over < 1e-6 else f"a path {over:.1f} % over the cheapest"
    return f"{told}; {kind}."


def _flat(world: Any, cells: Any) -> npt.NDArray[np.int32]:
    places = np.array([*cells], np.int64).reshape(-1, 2)
    flat: npt.NDArray[np.int32] = (places @ (world.shape[1], 1)).astype(np.int32)
    return flat


def _route(world: Any, cells: list[Cell], path: Path) -> dict[str, Any]:
    """The line from stop to stop, if there is a path."""
    route = _flat(world, cells if path else [])
    return {"route": route, "stops": route[1:-1]}


def _counted(number: int, thing: str) -> str:
    """A number and its noun, with a comma between thousands."""
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def _edges(cells: npt.NDArray[np.int32], ends: Any) -> npt.NDArray[np.int32]:
    """Each connection once, as two cells."""
    return cells[_pairs(ends)]


def _pairs(ends: Any) -> Numbers:
    """The two nodes of each connection, in one of its directions."""
    pairs: Numbers = np.unique(np.sort(np.asarray(ends, np.int64).reshape(-1, 2), axis=1), axis=0)
    return pairs


def _regions(labels: Numbers) -> dict[str, Any]:
    return {"labels": labels.astype(np.int32), "tints": tints_of(labels)}


def tints_of(labels: Numbers) -> npt.NDArray[np.uint8]:
    """A class for each cell, from 1; 0 for none. Regions that are close differ where they can."""
    count = int(labels.max(initial=-1)) + 1
    close: list[set[int]] = [set() for _ in range(count)]
    for away in range(1, _CLOSE + 1):
        for here, there in (
            (labels[:, :-away], labels[:, away:]),
            (labels[:-away, :], labels[away:, :]),
        ):
            pairs = np.stack([here.ravel(), there.ravel()], axis=1)
            pairs = pairs[(pairs >= 0).all(axis=1) & (pairs[:, 0] != pairs[:, 1])]
            for a, b in np.unique(pairs, axis=0).tolist():
                close[a].add(b)
                close[b].add(a)
    classes = np.zeros(count + 1, np.uint8)  # the last is for cells in none
    for region, others in enumerate(close):
        taken = {int(classes[each]) for each in others}
        free = (tint for tint in range(1, _TINTS + 1) if tint not in taken)
        classes[region] = next(free, 1 + region % _TINTS)
    found: npt.NDArray[np.uint8] = classes[labels]
    return found
