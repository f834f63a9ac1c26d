"""Maps, outlines and scenarios in files. Cells are (row, column), whatever comes first there."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath
from typing import Any

from asterion.errors import InvalidType, InvalidValue, counted, short_repr
from asterion.io import formats, mesh_formats, movingai
from asterion.io.movingai import Problem
from asterion.io.writing import write_file
from asterion.mesh.mesh import Mesh
from asterion.world.grid import Diagonal, Grid

__all__ = ["Problem", "load_map", "load_mesh", "load_scenario", "save_map", "save_mesh"]


def load_map(
    path: str | FilePath,
    *,
    diagonal: Diagonal = "clear",
    level: str | None = None,
    layer: str | None = None,
    costs: Mapping[Any, float] | None = None,
    walls: Iterable[str] | None = None,
    folder: str | FilePath | None = None,
) -> Grid:
    """Return the grid in a map file; the suffix of its name decides the format.

    - ``.map``: MovingAI, walls and floor.
    - ``.txt``: the maze game, with walls and costs up to 9; ``grid.characters`` keeps the text.
    - ``.npy``: an array of costs, as NumPy saves it.
    - ``.png``: a picture, black for walls, white for cost 1, a gray of g for cost 256 - g;
      needs Pillow.
    - ``.tmx``, ``.tmj``: Tiled. Tiles and layers have the custom properties ``cost`` (a number) and
      ``walkable`` (a bool); of the tiles of a cell the uppermost one with a property decides. A
      cell of tiles without properties costs 1, a cell without tiles is a wall. All tiles are walls
      of the layers and groups that ``walls=("cliffs", "houses")`` names.
    - ``.ldtk``: an IntGrid layer of LDtk. Value 0 is floor, others are walls, unless their names
      end in ``walkable`` or ``cost_5``. ``level`` and ``layer`` choose by name where there are
      several; ``costs={"water": 4}`` gives costs by the names, or the numbers, of values.
    - ``.yaml``: ROS, with the picture that it names. Free costs 1, occupied is a wall, and so is
      unknown, unless ``costs={"unknown": 3}``. Needs Pillow.

    The files that these four name (tilesets, levels, the picture) must be in ``folder`` or below
    it, by default the folder of the map. ``grid.frame`` has the places of their cells: pixels of
    the editor, metres of the robot. They can only be read; see :func:`save_map`.

    >>> import json, pathlib, tempfile
    >>> import asterion as at
    >>> cave = {
    ...     "defs": {"layers": [{"uid": 1, "intGridValues": [
    ...         {"value": 1, "identifier": "rock"}, {"value": 2, "identifier": "mud_cost_3"}]}]},
    ...     "levels": [{"identifier": "Cave", "worldX": 64, "worldY": 0, "layerInstances": [{
    ...         "__identifier": "Ground", "__type": "IntGrid", "layerDefUid": 1,
    ...         "__cWid": 3, "__cHei": 1, "__gridSize": 16, "intGridCsv": [0, 1, 2]}]}],
    ... }
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "cave.ldtk"
    ...     _ = file.write_text(json.dumps(cave))
    ...     grid = at.load_map(file)
    >>> grid.cost
    array([[1, 0, 3]], dtype=uint8)
    >>> grid.frame.point((0, 2))
    (104.0, 8.0)

    Raises
    ------
    ValueError  ``arena.map, line 7: 11 characters; the width is 12``
    """
    path = checked_file(path)
    around = None if folder is None else checked_file(folder)
    reads = formats.reader(path, level=level, layer=layer, costs=costs, walls=walls, folder=around)
    with path.open("rb") as file:
        return reads(path, file, diagonal)


def save_map(grid: Grid, path: str | FilePath) -> None:
    """Write the costs of a grid to a file, in the format of its suffix; see :func:`load_map`.

    Reading the file gives the same costs: a cost that the format cannot hold is rejected before the
    file is touched, and a save that fails, on a full disk, leaves the old file. No format holds
    layers and the diagonal rule. Nor links, fences and tiles other than squares, without which the
    map would be another one: such grids are rejected, but pickles keep everything.

    >>> import tempfile
    >>> import asterion as at
    >>> from asterion.io import load_map, save_map
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_map(at.Grid([[1, 0, 2.5]]), f"{folder}/level.npy")
    ...     load_map(f"{folder}/level.npy").cost
    array([[1. , 0. , 2.5]])

    Raises
    ------
    ValueError  ``level.map: cost[0, 2] is 2.5; beside walls, .map holds cost 1, .txt whole ...``
    """
    if not isinstance(grid, Grid):
        raise InvalidType(f"grid is {short_repr(grid)}; only a Grid can be saved")
    _refuse_what_no_file_holds(grid)
    path = checked_file(path)
    write_file(path, formats.encoded(grid, path))


def _refuse_what_no_file_holds(grid: Grid) -> None:
    links, fences = len(grid.links), len(grid.fences)
    what = ""
    if grid.tiles != "square":
        what = f"tiles={grid.tiles!r}"
    elif links:
        what = counted(links, "link")
    elif fences:
        what = counted(fences, "fenced move")
    if what:
        raise InvalidValue(f"the grid has {what}, which no map file holds; pickle keeps them")


def load_scenario(path: str | FilePath) -> list[Problem]:
    """Return the problems of a MovingAI scenario file, each with its shortest path's length."""
    return movingai.read_scenario(checked_file(path))


def load_mesh(path: str | FilePath, *, layer: str | None = None) -> Mesh:
    """Return the ground in a file of outlines; the suffix of its name decides the format.

    - ``.geojson``, ``.json``: GeoJSON. The ground is all polygons, less their holes.
    - ``.svg``: the paths, polygons, rectangles, circles and ellipses of a drawing. The ground is
      all shapes with ``ground`` as their class, id or Inkscape label, or that of a group around
      them; without any it is the page, the ``viewBox``. Other shapes are obstacles. Inside is by
      the even-odd rule.
    - ``.tmx``, ``.tmj``: the objects of an orthogonal map of Tiled. The ground is all polygons,
      rectangles and ellipses with ``ground`` as their class or name, or that of their layer or a
      group around it; without any it is the rectangle of the map. Other objects are obstacles, with
      the ids 0, 1, 2 ... that :meth:`Mesh.fill` takes.

    Coordinates are taken as they are: project degrees to metres first. ``layer`` names the one
    layer or group of a drawing or a map in which shapes are obstacles. Points, lines and texts have
    no area and are ignored. Curves become straight lines, at most 0.1 % of the extent of the curve
    beside it.

    >>> import pathlib, tempfile
    >>> import asterion as at
    >>> drawing = '<svg viewBox="0 0 8 6"><rect x="2" y="1" width="2" height="4"/></svg>'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "room.svg"
    ...     _ = file.write_text(drawing)
    ...     room = at.load_mesh(file)
    >>> at.find_path(room, (1, 2), (5, 2)).points.tolist()
    [[1.0, 2.0], [2.0, 1.0], [4.0, 1.0], [5.0, 2.0]]

    Raises
    ------
    ValueError  ``room.svg: <path> 'door': 'C' takes 6 numbers; it has 5 at character 30, 'Z'``
    """
    path = checked_file(path)
    reads = mesh_formats.reader(path, layer)
    with path.open("rb") as file:
        return reads(path, file)


def save_mesh(mesh: Mesh, path: str | FilePath) -> None:
    """Write the outlines of a mesh to a file, in the format of its suffix; see :func:`load_mesh`.

    Reading the file gives the same ground, exactly, but not the ids of obstacles. A save that
    fails, on a full disk, leaves the old file.

    Raises
    ------
    ValueError  ``a.obj ends in '.obj'; a file of outlines ends in .geojson, .json, .svg, .tmx or
                .tmj``
    """
    if not isinstance(mesh, Mesh):
        raise InvalidType(f"mesh is {short_repr(mesh)}; it must be a Mesh")
    path = checked_file(path)
    write_file(path, mesh_formats.encoded(mesh, path))


def checked_file(path: str | FilePath) -> FilePath:
    """A path that a file can have."""
    file = FilePath(path)
    try:
        os.fsencode(file)
        fits = "\0" not in str(file)
    except UnicodeEncodeError:  # a lone surrogate, from damaged text
        fits = False
    if not fits:
        raise InvalidValue(f"path is {short_repr(str(file))}; no file can have that name")
    return file
