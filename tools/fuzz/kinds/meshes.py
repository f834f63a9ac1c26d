"""Meshes: made, edited, searched and saved."""

from __future__ import annotations

import math
import pickle
from contextlib import suppress
from typing import Any

import numpy as np

import asterion as at
from fuzz.forgery import OUTLINES, damaged, renumbered
from fuzz.input import Fuzz
from fuzz.kinds.files import named
from fuzz.values import FLOATS, Planted
from fuzz.verdict import Finding
from fuzz.worlds import some_world

SMALL = [*range(-4, 9), 0.5, 2.5, 1 / 3]
ODD = [*FLOATS, 1 + 2**-52, 1e-300, 1e100, 5e289, 2.0**31, 1e5 + 2**-30, True, None, "1"]


def number(f: Fuzz) -> Any:
    """A coordinate: mostly small, so that rings touch and cross."""
    return f.choice(SMALL) if f.often(0.97) else f.choice(ODD)


def point(f: Fuzz) -> Any:
    """A point, or something else."""
    if f.often(0.97):
        return f.choice([tuple, list, tuple])([number(f), number(f)])
    return f.one_of(f.value, lambda: (number(f),) * 3, lambda: np.array([1, 2], f.choice("bdOU")))


def ring(f: Fuzz) -> Any:
    """A ring: a box, a fan around a place, or any points."""
    if f.often(0.02):
        return f.value()
    x, y = f.choice(SMALL), f.choice(SMALL)
    box = [(x, y), (x + f.choice(SMALL), y), (x + f.choice(SMALL), y + 3), (x, y + f.choice(SMALL))]
    scale, count = f.choice([1, 1, 1, 3, 1e-9, 1e9, 1e280, 1e-200]), f.randint(3, 12)
    angles = sorted(f.random() * math.tau for _ in range(count))
    fan = [(x + f.random() * math.cos(a), y + f.random() * math.sin(a)) for a in angles]
    points = f.choice([box, box, fan, [point(f) for _ in range(f.randrange(9))]])
    with suppress(TypeError, ValueError, Planted):
        with np.errstate(all="ignore"):
            array = np.array(points, float) * scale
            single = array.astype("f4")
        return f.choice([array, array, array[::-1], array.tolist(), single, points])
    return points


def made(f: Fuzz) -> tuple[Any, Any]:
    """A mesh, or None, and the grid that it follows, if any."""
    if f.often(0.3):
        world = some_world(f)
        return f.call(at.Mesh.from_grid, world), getattr(world, "grid", world)
    if f.often(0.2):
        points = [point(f) for _ in range(f.randint(3, 9))]
        polygons = [f.choices(range(9), k=f.randint(2, 5)) for _ in range(f.randint(1, 3))]
        return f.call(at.Mesh, points, f.mostly(polygons, odd=0.05)), None
    square = [(-4, -4), (9, -4), (9, 9), (-4, 9)]
    outline = square if f.often(0.5) else ring(f)
    return f.call(at.Mesh.from_polygons, outline, [ring(f) for _ in range(f.randrange(5))]), None


def meshes(f: Fuzz) -> None:
    """A mesh that is edited, asked and walked."""
    mesh, grid = made(f)
    agent: Any = None
    for _ in range(f.randint(1, 8) if mesh is not None else 0):
        radius = f.choice([0, 0, 0, 0.3, 1, number(f)])
        if f.often(0.25):
            edited(f, mesh)
        elif grid is not None and f.often(0.3):
            cell = f.randrange(grid.shape[0]), f.randrange(grid.shape[1])
            f.call(grid.__setitem__, cell, f.choice([0, 1]))
        elif agent is not None and f.often(0.5):
            walked(f, agent)
        elif f.often(0.3):
            agent = f.call(at.Navigator, mesh, point(f), point(f), radius=radius)
        else:
            asked(f, mesh, radius)


def edited(f: Fuzz, mesh: at.Mesh) -> None:
    """An edit, which is made as a whole or not at all."""
    before = mesh.version, mesh.points.tolist(), mesh.polygons
    refused, f.refused = f.refused, False
    if f.often(0.6):
        id_ = f.call(mesh.cut, ring(f))
        if id_ is not None and f.often(0.3):
            f.call(mesh.fill, id_)
    else:
        f.call(mesh.fill, f.mostly(*range(5)))
    if f.refused and (mesh.version, mesh.points.tolist(), mesh.polygons) != before:
        raise Finding("a refused edit has changed the mesh")
    f.refused |= refused


def asked(f: Fuzz, mesh: at.Mesh, radius: Any) -> None:
    """A query of some kind."""
    goals = f.one_of(lambda: point(f), lambda: [point(f) for _ in range(f.randrange(4))])
    f.one_of(
        *[lambda: checked(mesh, f.call(at.find_path, mesh, point(f), goals, radius=radius), radius)]
        * 4,
        lambda: batched(f, mesh, goals, radius),
        lambda: f.call(mesh.distances, point(f), [point(f) for _ in range(4)], radius=radius),
        lambda: stood(f, mesh, f.call(mesh.nearest, point(f), radius=radius), radius),
        lambda: f.call(at.line_of_sight, mesh, point(f), point(f), radius=radius),
        lambda: f.call(mesh.contains, point(f), radius=radius),
        lambda: f.call(at.validate, mesh, [point(f) for _ in range(3)], radius=radius),
        lambda: searched(f, mesh, radius),
        lambda: [f.call(getattr, mesh, each) for each in ("outlines", "points", "polygons")],
        lambda: pickle.loads(pickle.dumps(mesh)),  # noqa: S301
        lambda: saved(f, mesh),
    )


def batched(f: Fuzz, mesh: at.Mesh, goals: Any, radius: Any) -> None:
    """Two queries at once."""
    paths = f.call(at.find_paths, mesh, [point(f)] * 2, [goals] * 2, radius=radius)
    for path in paths or ():
        checked(mesh, path, radius)


def checked(mesh: at.Mesh, path: Any, radius: Any) -> None:
    """A path that was found can be walked."""
    if not path:
        return
    if at.validate(mesh, path, radius=radius) != path.cost:
        raise Finding("a path that is not as long as it says")
    if not mesh.distances(path[0], [path[-1]], radius=radius)[0] < math.inf:
        raise Finding("a path where distances says that there is none")


def scale_of(mesh: at.Mesh) -> float:
    """The largest coordinate."""
    return float(np.abs(mesh.points).max(initial=0))


def stood(f: Fuzz, mesh: at.Mesh, place: Any, radius: Any) -> None:
    """The nearest free point is free."""
    if place is not None and not f.call(mesh.contains, place, radius=radius):
        raise Finding(f"the nearest point {place} is not free")


def searched(f: Fuzz, mesh: at.Mesh, radius: Any) -> None:
    """A search in slices, perhaps edited under way."""
    search = f.call(at.Search, mesh, point(f), point(f), radius=radius, trace=f.often(0.3))
    for _ in range(f.randrange(5) if search is not None else 0):
        f.call(search.run, expansions=f.mostly(1, 3, 1000))
        if f.often(0.1):
            f.call(mesh.cut, ring(f))
        if f.often(0.1):
            f.call(search.restart)


def walked(f: Fuzz, agent: at.Navigator) -> None:
    """An agent is aimed, pushed, or walks."""
    f.one_of(
        lambda: f.call(setattr, agent, "goal", point(f)),
        lambda: f.call(agent.move_to, point(f)),
        lambda: f.call(agent.step, f.mostly(None, 0, 0.3, math.inf)),
        lambda: f.call(getattr, agent, f.choice(["path", "stats", "segments", "ready", "g"])),
        lambda: f.call(agent.plan, expansions=f.mostly(0, None, 3)),
    )
    path = f.call(getattr, agent, "path")
    if path and (path[0], path[-1]) != (agent.position, agent.goal):
        raise Finding("a path that does not lead from the agent to its goal")


# --- Files


def saved(f: Fuzz, mesh: at.Mesh) -> None:
    """A mesh that is read back has the same ground."""
    path = f.folder / f"saved{f.choice([*OUTLINES, '.json', '.png'])}"
    path.unlink(missing_ok=True)
    f.call(at.save_mesh, mesh, named(f, path))
    twin = f.call(at.load_mesh, path) if path.exists() else None
    if twin is None:
        return
    for each in mesh.points[:4].tolist():
        if not twin.contains(each):
            raise Finding(f"a mesh that is read back is not free at {each}")
    if not math.isclose(ground(mesh), ground(twin), rel_tol=1e-9):
        raise Finding("a mesh that is read back has another area")


def ground(mesh: at.Mesh) -> float:
    """The area of the free ground, as a part of the square of the mesh."""
    points, area = mesh.points / scale_of(mesh), 0.0
    for polygon in mesh.polygons:
        x, y = (points[[*polygon]] - points[polygon[0]]).T
        area += float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2
    return area


def outlines(f: Fuzz) -> None:
    """Files of outlines, damaged, or with other numbers."""
    ending = f.choice([*OUTLINES])
    path = f.folder / f"outlines{ending}"
    data = OUTLINES[ending]
    path.write_bytes(f.one_of(lambda: damaged(f, data), *[lambda: renumbered(f, data)] * 3))
    options = {"layer": f.mostly("o", "ground", None)} if f.often(0.2) else {}
    mesh = f.call(at.load_mesh, named(f, path), **options)
    if mesh is not None:
        asked(f, mesh, f.choice([0, 0, 0.5]))
