"""Maps of the editor Tiled, ``.tmx`` (XML) and ``.tmj`` (JSON).

Costs come from the custom properties ``cost`` (a number) and ``walkable`` (a bool) of tiles and
layers, and links from objects (tiled_links.py). Format: T. Lindeijer, TMX Map Format and JSON Map
Format, doc.mapeditor.org.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import floor
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, BinaryIO
from warnings import warn

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.io import checks
from asterion.io.checks import first
from asterion.io.documents import objects_of, whole
from asterion.io.tile_data import tiles_of
from asterion.io.tiled_document import Document, LayerData, properties_of, vetted
from asterion.io.tiled_links import Point, add_links
from asterion.world.frame import Frame
from asterion.world.grid import Cell, Diagonal, Grid, TileKind

if TYPE_CHECKING:
    import numpy.typing as npt

    Table = npt.NDArray[np.float64]
    Tiles = npt.NDArray[np.uint32]

_TILE = 0x0FFFFFFF  # of a number; the bits above say how the tile is flipped
_NO_TILE = -1.0  # the cost of a number that no tile has
_CELLS_AT_ONCE = 1 << 20  # so that tables of a large layer are not all in memory at a time
_SQUARE = ("orthogonal", "isometric")  # an isometric map is a square one that is drawn slanted
_HEXES: dict[str, TileKind] = {
    "y": "hex",
    "x": "hex-columns",
}  # by the axis along which every other line is shifted


def read_map(
    path: FilePath,
    file: BinaryIO,
    diagonal: Diagonal,
    *,
    walls: Iterable[str] | None = None,
    folder: FilePath | None = None,
) -> Grid:
    """Return the grid; ``frame`` is in pixels, ``folder`` is where its tilesets may be.

    The uppermost tile of a cell that has a property, or is in one of the layers ``walls``, decides;
    a tile without one has its layer's. A cell whose tiles have none costs 1; a cell without tiles
    is a wall.
    """
    document = vetted(path, file, folder)
    tiles = _tiles(path, document)
    if tiles != "square" and diagonal != "clear":  # the default
        raise InvalidValue(
            f"diagonal is {short_repr(diagonal)}, but {path.name} is hexagonal: only squares have "
            "diagonals"
        )
    table = _costs_by_tile(path, document.tilesets)
    closed = _wall_layers(path, document, walls)
    says_costs = walls is not None or bool((table >= 0).any())
    layered = _LayeredCosts(path, document)
    for layer in document.layers:
        default = np.nan  # the layer's cost for tiles without properties
        for name, properties in layer.properties:
            default = _cost(path, f"layer {short_repr(name)}", properties, default)
        says_costs |= not np.isnan(default)
        costs = np.where(np.isnan(table), default, table)
        if closed.intersection(name for name, _ in layer.properties):
            costs[costs != _NO_TILE] = 0.0
        layered.lay(layer, costs)
    if not says_costs:
        warn(
            f"{path.name}: every tile costs 1, because nothing in the map says which are walls. "
            "Give tiles or layers the property walkable or cost in Tiled, or name layers of walls: "
            "load_map(..., walls=(...)), with () if only cells without tiles are walls",
            stacklevel=3,
        )
    costs = layered.finished()
    grid = Grid(costs, diagonal=diagonal) if tiles == "square" else Grid(costs, tiles=tiles)
    grid.frame = _frame(path, document)
    add_links(path, grid, document.things, _cell_of(path, document))
    return grid


def _wall_layers(path: FilePath, document: Document, walls: Any) -> set[str]:
    """The names of layers and groups whose tiles are walls."""
    if walls is None:
        return set()
    known = list(dict.fromkeys(name for each in document.layers for name, _ in each.properties))
    if isinstance(walls, str) or not isinstance(walls, Iterable):
        raise InvalidType(f"walls is {short_repr(walls)}; it must be a tuple of names of layers")
    names = [*walls]
    for name in names:
        if name not in known:
            raise InvalidValue(
                f"{path.name}: walls has {short_repr(name)}; its layers are {short_repr(known)}"
            )
    return set(names)


def _tiles(path: FilePath, document: Document) -> TileKind:
    """The tiles of a grid for the orientation of a map."""
    named = document.attributes
    orientation, axis = named.get("orientation"), named.get("staggeraxis")
    if orientation in _SQUARE:
        return "square"
    if orientation != "hexagonal" or axis not in ("x", "y"):
        raise InvalidValue(
            f"{path.name}: orientation is {short_repr(str(orientation))}; "
            "maps are read that are orthogonal, isometric or hexagonal"
        )
    first_line = document.y if axis == "y" else document.x
    if (named.get("staggerindex") == "odd") != (first_line % 2 == 0):
        raise InvalidValue(
            f"{path.name}: its {'rows' if axis == 'y' else 'columns'} 0, 2, 4, ... "
            "are shifted; hexagonal maps are read whose odd ones are (stagger index: odd)"
        )
    return _HEXES[axis]


def _tile_size(path: FilePath, document: Document) -> tuple[int, int]:
    width, height = (
        whole(path, side, document.attributes.get(side), 1, 2**31)
        for side in ("tilewidth", "tileheight")
    )
    return width, height


def _cell_of(path: FilePath, document: Document) -> Callable[[Point], Cell]:
    """Convert objects' pixels to cells, for each of Tiled's orientations."""
    width, height = _tile_size(path, document)
    orientation = document.attributes["orientation"]
    if orientation != "hexagonal":
        side = height if orientation == "isometric" else width

        def square(point: Point) -> Cell:
            return floor(point[1] / height) - document.y, floor(point[0] / side) - document.x

        return square
    edge = whole(path, "hexsidelength", document.attributes.get("hexsidelength", 0), 0, 2**31)
    by_rows = document.attributes["staggeraxis"] == "y"
    down, right = (
        (height + edge) / 2 if by_rows else height,
        width if by_rows else (width + edge) / 2,
    )

    def nearest(point: Point) -> Cell:
        def away(cell: Cell) -> float:
            row, col = cell
            x = col * right + width / 2 + (right / 2 if by_rows and row % 2 else 0)
            y = row * down + height / 2 + (down / 2 if not by_rows and col % 2 else 0)
            return (x - point[0]) ** 2 + (y - point[1]) ** 2

        row, col = floor(point[1] / down), floor(point[0] / right)
        beside = [(row + r, col + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
        row, col = min(beside, key=away)
        return row - document.y, col - document.x

    return nearest


def _costs_by_tile(path: FilePath, tilesets: list[dict[str, Any]]) -> Table:
    """Costs by number: NaN for a tile without properties, -1 for a number that no tile has."""
    said: dict[int, float] = {}
    ranges = []
    for tileset in tilesets:
        begin = whole(path, "firstgid", tileset.get("firstgid"), 1, _TILE)
        count = whole(path, "tilecount", tileset.get("tilecount"), 0, _TILE)
        # In a collection of images numbers may be missing, and the last may exceed the count.
        for tile in objects_of(path, "tiles of a tileset", tileset.get("tiles", [])):
            number = whole(path, "the id of a tile", tile.get("id"), 0, _TILE)
            what = f"tile {number} of tileset {short_repr(str(tileset.get('name')))}"
            said[begin + number] = _cost(path, what, properties_of(path, tile), np.nan)
            count = max(count, number + 1)
        ranges.append((begin, begin + count))
    end = max((end for _, end in ranges), default=1)
    if end - 1 > checks.TILE_LIMIT:
        raise InvalidValue(
            f"{path.name}: the tilesets have tiles up to {end - 1}; "
            f"they may have up to {checks.TILE_LIMIT}"
        )
    table = np.full(end, _NO_TILE)
    table[0] = np.nan  # no tile
    for begin, stop in ranges:
        table[begin:stop] = np.nan
    table[[*said]] = [*said.values()]
    return table


def _cost(path: FilePath, what: str, found: dict[str, Any], default: float) -> float:
    """The cost that properties give, 0 for a wall."""
    walkable, cost = found.get("walkable"), found.get("cost")
    if walkable is not None and not isinstance(walkable, bool):
        raise InvalidValue(
            f"{path.name}: walkable of {what} is {short_repr(walkable)}; it must be a bool"
        )
    if cost is not None:
        is_number = isinstance(cost, (int, float)) and not isinstance(cost, bool)
        if not is_number or not 0 <= cost <= np.inf:
            raise InvalidValue(
                f"{path.name}: cost of {what} is {short_repr(cost)}; a cost must be a number > 0, "
                "or 0 / inf for a wall"
            )
        try:
            default = float(cost)
        except OverflowError:
            raise InvalidValue(f"{path.name}: cost of {what} is too large") from None
        default = 0.0 if default == np.inf else default
    elif walkable:
        default = 1.0
    return 0.0 if walkable is False else default


class _LayeredCosts:
    """The costs of the cells, built up layer by layer."""

    def __init__(self, path: FilePath, document: Document) -> None:
        self.path = path
        self.document = document
        self.costs = np.full((document.height, document.width), np.nan)
        self.has_tile = np.zeros(self.costs.shape, np.bool_)

    def lay(self, layer: LayerData, table: Table) -> None:
        """Add the tiles of a layer, whose costs the table gives by their numbers."""
        where = f"layer {short_repr(layer.name)}"
        for block in layer.blocks:
            tiles = tiles_of(self.path, where, block)
            at_once = max(1, _CELLS_AT_ONCE // block.width)
            for row in range(0, block.height, at_once):
                stretch = tiles[row : row + at_once] & np.uint32(_TILE)
                self._lay_tiles(where, stretch, (block.y + row, block.x), table)

    def _lay_tiles(self, where: str, tiles: Tiles, corner: tuple[int, int], table: Table) -> None:
        known = np.minimum(tiles, len(table) - 1)
        found = table[known]
        unfit = (tiles != known) | (found == _NO_TILE)
        if unfit.any():
            row, col = first(unfit)
            raise InvalidValue(
                f"{self.path.name}: {where} has tile {tiles[row, col]} at row {corner[0] + row}, "
                f"column {corner[1] + col}; no tileset has it"
            )
        row, col = corner[0] - self.document.y, corner[1] - self.document.x
        place = (slice(row, row + tiles.shape[0]), slice(col, col + tiles.shape[1]))
        is_tile = tiles != 0
        np.copyto(self.costs[place], found, where=is_tile & ~np.isnan(found))
        self.has_tile[place] |= is_tile

    def finished(self) -> Table:
        """Return the costs: 1 where tiles have no properties, a wall where there are none."""
        self.costs[np.isnan(self.costs)] = 1
        self.costs[~self.has_tile] = 0
        return self.costs


def _frame(path: FilePath, document: Document) -> Frame | None:
    """The pixels of an orthogonal map, as Tiled's objects have them."""
    if document.attributes["orientation"] != "orthogonal":
        return None
    width, height = _tile_size(path, document)
    origin = ((document.x + 0.5) * width, (document.y + 0.5) * height)
    return Frame(origin, row=(0.0, float(height)), column=(float(width), 0.0))
