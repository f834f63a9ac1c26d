"""Scenes of graphs: at their positions; small ones without are laid out; others become a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import short_repr
from asterion.pictures.colours import HEAT, NOTHING, SHADES
from asterion.pictures.layout import laid_out
from asterion.pictures.scene import Line, Mark, Scene, Table, counted, fewer_points
from asterion.world.graph import GraphWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

MOST_NODES = 400  # that are drawn one by one
MOST_LAID_OUT = 120
_MOST_ARCS = 1200
_MOST_NAMED = 40
_ROWS = 12
_WIDE, _HIGH = 14.0, 9.0
_PIXELS = 400
_MOST_SAMPLES = 1 << 20
End = tuple[int, str, str]  # a node, a shape, and words
_DEPTH = (0.45, 0.3)  # how far the third axis leads to the side and up


def graph_scene(
    world: GraphWorld,
    title: str,
    *,
    state: npt.NDArray[np.uint8] | None = None,
    nodes: list[int] | None = None,
    ends: Sequence[End] = (),
) -> Scene | Table:
    """The graph; ``nodes`` are a path's, ``ends`` are marked, with a shape and words."""
    places = positions(world)
    if places is None:
        return _table(world, title)
    scene = Scene(_WIDE, _HIGH, title)
    few = len(world) <= MOST_NODES and len(world.costs) <= _MOST_ARCS
    if few:
        _draw_arcs(scene, world, places)
    else:
        scene.raster = _density(world, places)
    if nodes:
        line = places[nodes]
        scene.lines.append(Line(fewer_points(line), "path", 3.5, cased=True))
    if few:
        _draw_nodes(scene, world, places, state)
    for node, shape, label in ends:
        x, y = places[node].tolist()
        role = "goal" if shape == "diamond" else "agent"
        scene.marks.append(Mark(x, y, shape, role, label))
    return scene


def graph_in_words(world: GraphWorld) -> str:
    """The size of a graph."""
    costs = world.costs
    parts = [f"{counted(len(world), 'node')}, {counted(len(costs), 'connection')}"]
    known = costs[np.isfinite(costs)]
    if len(known):
        least, most = known.min(), known.max()
        parts.append(f"cost {least:g}" if least == most else f"costs {least:g} to {most:g}")
    if len(known) < len(costs):
        parts.append(f"{len(costs) - len(known)} closed")
    return ", ".join(parts)


def name_of(world: GraphWorld, node: int) -> str:
    """The name of a node, as short as a label has to be."""
    name = world._name(node)
    words = name if isinstance(name, str) and name.isprintable() else short_repr(name)
    return words if len(words) <= 24 else words[:23] + "…"


def positions(world: GraphWorld) -> Numbers | None:
    """The places of the nodes; None if they have none, and are too many to lay out."""
    known = world.positions
    if not len(world):
        return None
    if known is None or known.shape[1] == 0:
        return _fitted(laid_out(len(world), world.ends)) if len(world) <= MOST_LAID_OUT else None
    if known.shape[1] == 1:
        known = np.column_stack([known, np.zeros(len(known))])
    elif _are_cells(world, known):
        known = known[:, ::-1]  # a row is a y
    if known.shape[1] > 2:  # seen from above and the side
        known = known[:, :2] + known[:, 2:3] * _DEPTH * np.array([1, -1])
    return _fitted(known[:, :2])


def _are_cells(world: GraphWorld, known: Numbers) -> bool:
    """Whether nodes are cells (row, column) at their own places, as of ``Graph.from_grid``."""
    if known.shape[1] != 2:
        return False
    for node in {0, len(world) // 2, len(world) - 1}:
        name = world._name(node)
        if not isinstance(name, tuple) or [*name] != known[node].tolist():
            return False
    return True


def _fitted(places: Numbers) -> Numbers:
    """The same places within the picture, with a margin."""
    low = np.nanmin(np.where(np.isfinite(places), places, np.nan), axis=0)
    high = np.nanmax(np.where(np.isfinite(places), places, np.nan), axis=0)
    span = np.where(high > low, high - low, 1.0)
    room = np.array([_WIDE, _HIGH]) - [2.6, 1.6]  # names are to the right of nodes
    scale = min(room / span)
    middle = (low + high) / 2
    fitted: Numbers = (np.nan_to_num(places, nan=0.0) - middle) * scale + [_WIDE / 2, _HIGH / 2]
    return fitted


def _draw_arcs(scene: Scene, world: GraphWorld, places: Numbers) -> None:
    """Draw a line for each pair of nodes, with an arrow if there is no connection back."""
    closed = ~np.isfinite(world.costs)
    pairs: dict[tuple[int, int], bool] = {}
    for (a, b), shut in zip(world.ends.tolist(), closed.tolist(), strict=True):
        if a != b:
            pairs[a, b] = pairs.get((a, b), True) and shut
    for (a, b), shut in pairs.items():
        two_way = (b, a) in pairs and pairs[b, a] == shut
        if two_way and b < a:
            continue
        line = places[[a, b]]
        scene.lines.append(Line(line, "fence" if shut else "unknown", 1.2, dashed=shut))
        if not two_way:
            x, y = (line[0] + (line[1] - line[0]) * 0.72).tolist()
            way = (float(line[1, 0] - line[0, 0]), float(line[1, 1] - line[0, 1]))
            scene.marks.append(Mark(x, y, "arrow", "unknown", size=way))


def _draw_nodes(
    scene: Scene, world: GraphWorld, places: Numbers, state: npt.NDArray[np.uint8] | None
) -> None:
    named = len(world) <= _MOST_NAMED
    for node, (x, y) in enumerate(places.tolist()):
        found = 0 if state is None else int(state[node])
        role = "wall" if found == 0 else "closed" if found == 2 else "open"
        scene.marks.append(Mark(x, y, "node", role, name_of(world, node) if named else ""))


def _density(world: GraphWorld, places: Numbers) -> npt.NDArray[np.uint8]:
    """Draw where connections are, the more the darker: for graphs too large for single lines."""
    width, height = _PIXELS, round(_PIXELS * _HIGH / _WIDE)
    ends = world.ends
    step = max(1, len(ends) * 4 // _MOST_SAMPLES)
    ends = ends[::step]
    from_x, from_y = places[ends[:, 0]].T * (width / _WIDE)
    to_x, to_y = places[ends[:, 1]].T * (width / _WIDE)
    longest = np.maximum(np.abs(to_x - from_x), np.abs(to_y - from_y)).max(initial=1.0)
    samples = int(np.clip(_MOST_SAMPLES // max(1, len(ends)), 2, max(2, longest)))
    share = np.linspace(0.0, 1.0, samples)
    x = (from_x[:, None] + (to_x - from_x)[:, None] * share).ravel()
    y = (from_y[:, None] + (to_y - from_y)[:, None] * share).ravel()
    at = np.clip(y, 0, height - 1).astype(np.int64) * width + np.clip(x, 0, width - 1).astype(int)
    counts = np.bincount(at, minlength=width * height).reshape(height, width)
    usual = max(1.0, float(np.quantile(counts[counts > 0], 0.95)))
    shades = np.clip(0.25 + 0.75 * counts / usual, 0, 1) * (SHADES - 1)
    return np.where(counts > 0, HEAT + shades.astype(np.int64), NOTHING).astype(np.uint8)


def _table(world: GraphWorld, title: str) -> Table:
    """The first nodes, and their connections."""
    rows = []
    for node in range(min(len(world), _ROWS)):
        arcs = world._core_view.arcs(node)
        targets = [f"{name_of(world, there)} ({cost:g})" for there, cost, _ in arcs[:6]]
        more = f" and {len(arcs) - 6} more" if len(arcs) > 6 else ""
        rows.append([name_of(world, node), ", ".join(targets) + more or "nowhere"])
    left = len(world) - len(rows)
    note = f"and {left:,} more nodes" if left else ""
    return Table(title, ["node", "leads to (cost)"], rows, note=note)


def numbers_of(world: GraphWorld, names: Any) -> list[int]:
    """The numbers of the nodes of a path; none if it is of another graph."""
    numbers = [world._names.number(name) for name in names]
    return [] if None in numbers else [int(n) for n in numbers if n is not None]
