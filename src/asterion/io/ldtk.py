"""Projects of the editor LDtk, ``.ldtk``: the IntGrid layer of one level.

Format: S. Benard, LDtk JSON, ldtk.io/json.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any, BinaryIO

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.io.checks import DRAWING_LIMIT, first
from asterion.io.documents import beside, json_in, objects_of, text_in, whole
from asterion.io.given_costs import checked_costs
from asterion.world.frame import Frame
from asterion.world.grid import Diagonal, Grid

_FAR = 2**31 - 1
_COST = re.compile(r"(?:.*_)?cost_([0-9]{1,6})", re.ASCII | re.IGNORECASE)
_WALKABLE = re.compile(r"(?:.*_)?walkable", re.ASCII | re.IGNORECASE)
_NAMED = 10  # levels that a message names, and characters of a name
_LONGEST = 200

Thing = dict[str, Any]


def read_map(
    path: FilePath,
    file: BinaryIO,
    diagonal: Diagonal,
    *,
    level: str | None = None,
    layer: str | None = None,
    costs: Mapping[Any, float] | None = None,
    folder: FilePath | None = None,
) -> Grid:
    """The grid of a level; ``frame`` has the pixels of its world.

    Value 0 is floor. Another value is a wall, unless its name in the project is or ends in
    ``walkable`` or ``cost_5``; ``costs`` gives costs by name or by value and has precedence.
    """
    project = json_in(path, text_in(path, file))
    of_level = _level(path, project, level, folder)
    of_layer = _layer(path, of_level, layer)
    cols = whole(path, "__cWid", of_layer.get("__cWid"), 1, _FAR)
    rows = whole(path, "__cHei", of_layer.get("__cHei"), 1, _FAR)
    if rows * cols > DRAWING_LIMIT:
        raise InvalidValue(f"{path.name}: {cols} x {rows} cells; a map has at most {DRAWING_LIMIT}")
    values = _values(path, of_layer.get("intGridCsv"), rows, cols)
    by_value = _costs_by_value(path, project, of_layer, costs)
    kinds, cells = np.unique(values, return_inverse=True)
    table = np.empty(len(kinds))
    for at, kind in enumerate(kinds.tolist()):
        if kind not in by_value:
            row, col = first(values == kind)
            raise InvalidValue(
                f"{path.name}: value {kind} at row {row}, column {col}; the layer defines "
                f"{', '.join(str(known) for known in sorted(by_value)[:_NAMED])}"
            )
        table[at] = by_value[kind]
    grid = Grid(table[cells.reshape(rows, cols)], diagonal=diagonal)
    grid.frame = _frame(path, of_level, of_layer)
    return grid


def _level(path: FilePath, project: Thing, name: str | None, folder: FilePath | None) -> Thing:
    """The requested level, or the only one."""
    levels = objects_of(path, "levels", project.get("levels", []))
    for world in objects_of(path, "worlds", project.get("worlds", [])):
        levels = levels + objects_of(path, "levels", world.get("levels", []))
    found = _one(path, "level", levels, "identifier", name)
    if found.get("externalRelPath") is None or found.get("layerInstances") is not None:
        return found
    file = beside(path, found["externalRelPath"], folder)
    with file.open("rb") as opened:
        return json_in(file, text_in(file, opened))


def _layer(path: FilePath, level: Thing, name: str | None) -> Thing:
    """The requested IntGrid layer, or the only one."""
    layers = objects_of(path, "layerInstances", level.get("layerInstances"))
    grids = [one for one in layers if one.get("__type") == "IntGrid"]
    return _one(path, "layer", grids, "__identifier", name)


def _one(path: FilePath, what: str, things: list[Thing], key: str, name: str | None) -> Thing:
    if name is not None and not isinstance(name, str):
        raise InvalidType(f"{what} is {short_repr(name)}; it must be a name")
    fitting = [one for one in things if name is None or one.get(key) == name]
    if len(fitting) == 1:
        return fitting[0]
    of = "IntGrid layer" if what == "layer" else what
    if not things:
        raise InvalidValue(f"{path.name} has no {of}")
    names = ", ".join(short_repr(str(one.get(key))) for one in things[:_NAMED])
    if len(things) > _NAMED or len(names) > _LONGEST:
        names = f"{names[:_LONGEST]}, ..."
    if name is None:
        raise InvalidValue(f"{path.name} has {len(things)} {of}s; choose one by {what}=: {names}")
    count = "several" if fitting else "none"
    raise InvalidValue(f"{path.name}: {what} is {short_repr(name)}; {count} of {names} is that")


def _values(path: FilePath, listed: object, rows: int, cols: int) -> Any:
    if not isinstance(listed, list):
        raise InvalidValue(
            f"{path.name}: the layer has no intGridCsv, which LDtk 0.8 or later saves"
        )
    if len(listed) != rows * cols:
        raise InvalidValue(
            f"{path.name}: intGridCsv has {len(listed)} values; {cols} x {rows} cells need "
            f"{rows * cols}"
        )
    if not all(type(value) is int and 0 <= value <= _FAR for value in listed):
        bad = next(v for v in listed if type(v) is not int or not 0 <= v <= _FAR)
        raise InvalidValue(
            f"{path.name}: intGridCsv has {short_repr(bad)}; a value is a whole number from 0 to "
            f"{_FAR}"
        )
    return np.array(listed, np.int32).reshape(rows, cols)


def _costs_by_value(
    path: FilePath, project: Thing, layer: Thing, costs: Mapping[Any, float] | None
) -> dict[int, float]:
    names = _names(path, project, layer)
    known: dict[int, float] = {0: 1.0}
    for value, name in names.items():
        cost = _COST.fullmatch(name)
        known[value] = float(cost[1]) if cost else float(bool(_WALKABLE.fullmatch(name)))
    for key, cost_given in checked_costs(path, costs).items():
        values = [value for value in known if key == value or key == names.get(value)]
        if not values:
            listed = ", ".join(f"{one} {names.get(one, '')}".strip() for one in sorted(known))
            raise InvalidValue(
                f"{path.name}: costs has {short_repr(key)}; the values are {short_repr(listed)}"
            )
        for value in values:
            known[value] = cost_given
    return known


def _names(path: FilePath, project: Thing, layer: Thing) -> dict[int, str]:
    """The names of the values of a layer, by value; '' without one."""
    defs = project.get("defs")
    defined = objects_of(path, "layers", defs.get("layers") if isinstance(defs, dict) else None)
    for one in defined:
        if one.get("uid") == layer.get("layerDefUid"):
            values = objects_of(path, "intGridValues", one.get("intGridValues", []))
            return {
                whole(path, "an IntGrid value", each.get("value"), 1, _FAR): str(
                    each.get("identifier") or ""
                )
                for each in values
            }
    raise InvalidValue(
        f"{path.name}: layerDefUid is {short_repr(layer.get('layerDefUid'))}; no layer is "
        "defined with it"
    )


def _frame(path: FilePath, level: Thing, layer: Thing) -> Frame:
    size = float(whole(path, "__gridSize", layer.get("__gridSize"), 1, _FAR))
    corner = [whole(path, key, level.get(key, 0), -_FAR, _FAR) for key in ("worldX", "worldY")]
    if corner == [-1, -1]:  # levels in a line have no place in the world
        corner = [0, 0]
    keys = ("__pxTotalOffsetX", "__pxTotalOffsetY")
    x, y = (
        start + whole(path, key, layer.get(key, 0), -_FAR, _FAR) + size / 2
        for start, key in zip(corner, keys, strict=True)
    )
    return Frame((x, y), row=(0.0, size), column=(size, 0.0))
