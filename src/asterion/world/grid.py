"""Maps of cells: ``Grid``, and ``View``, the same grid as one character sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite, sqrt
from operator import index
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, counted, short_repr
from asterion.world.arguments import any_number, choice, number
from asterion.world.base import World, WorldKind, hint_of_wrapping
from asterion.world.cells import any_numbers, number_of, numbers_of
from asterion.world.frame import Frame
from asterion.world.indexing import ReadOnly, cells_of, number_array, numbers, picked, spread
from asterion.world.inflate import inflated
from asterion.world.layers import Layers
from asterion.world.links_and_fences import Fences, Links
from asterion.world.notebooks import pictured

if TYPE_CHECKING:
    import numpy.typing as npt

    Costs = npt.NDArray[np.uint8] | npt.NDArray[np.float64]
    # A cell as calls take it; several are in a list, a set or an array of shape (k, 2).
    CellIn = tuple[SupportsIndex, SupportsIndex] | list[int] | npt.NDArray[np.integer[Any]]


Cell = tuple[int, int]
Diagonal = Literal["never", "clear", "one-clear", "always"]
TileKind = Literal["square", "hex", "hex-columns", "triangle"]

DIAGONALS = {
    "never": _core.Diagonal.never,
    "clear": _core.Diagonal.clear,
    "one-clear": _core.Diagonal.one_clear,
    "always": _core.Diagonal.always,
}
TILES = {
    "square": _core.Tiles.square,
    "hex": _core.Tiles.hex,
    "hex-columns": _core.Tiles.hex_columns,
    "triangle": _core.Tiles.triangle,
}
_SQRT2 = sqrt(2)
# The default rule, told apart by identity from a caller's "clear", which only squares accept.
_DEFAULT_DIAGONAL: Any = str(b"clear", "ascii")
_OFTEN = (int, np.ndarray, bool, float)  # what cells are set to
_CELLS_AT_ONCE = 1 << 20  # how many cells of a large array are converted at a time


class GridWorld(World[Cell, "CellIn"]):
    """A grid as searches take it: a :class:`Grid`, or a :class:`View` of one."""

    __slots__ = {
        "_core_view": None,
        "_kind": None,
        "_store": None,
        "diagonal": "The rule of diagonal moves: ``never``, ``clear``, ``one-clear``, ``always``.",
        "diagonal_cost": "The factor for the cost of a diagonal move: 2**0.5 or 1.",
        "shape": "The numbers of rows and columns.",
        "tiles": "The form of its cells: ``square``, ``hex``, ``hex-columns`` or ``triangle``.",
    }

    _store: _core.Grid
    _core_view: _core.GridView
    shape: tuple[int, int]
    diagonal: Diagonal
    diagonal_cost: float
    tiles: TileKind

    @property
    def total(self) -> Costs:
        """The cost of entering each cell, layers included; 0 for a wall. Read-only.

        For a view with a size, the largest cost among the cells that the unit covers, and 0 where
        it does not fit.
        """
        return self._core_view.totals().view(ReadOnly)

    def neighbours(self, cell: CellIn) -> list[tuple[Cell, float]]:
        r"""Return the cells one move away and each move's cost, in the order E S W N SE SW NW NE.

        Tiles other than squares have some of these, as :class:`Grid` says. Targets of links follow.

        >>> import asterion as at
        >>> at.Grid.from_text("..\n.5").neighbours((0, 0))
        [((0, 1), 1.0), ((1, 0), 1.0), ((1, 1), 7.0710678118654755)]
        """
        return self._core_view.neighbours(self._node(cell, "cell"))

    def predecessors(self, cell: CellIn) -> list[tuple[Cell, float]]:
        r"""Return the cells from which one move leads here, and each move's cost, in that order.

        Sources of links follow. A wall has none, for nothing enters it.

        >>> import asterion as at
        >>> at.Grid.from_text("..\n.5").predecessors((0, 0))
        [((0, 1), 1.0), ((1, 0), 1.0), ((1, 1), 1.4142135623730951)]
        """
        return self._core_view.predecessors(self._node(cell, "cell"))

    def changes(self, since: int) -> npt.NDArray[np.int64] | None:
        """The cells changed since a version, as an (n, 2) array; None if the journal starts later.

        The journal holds the last max(4096, cells / 4) changes; an edit of more cells empties it.

        >>> import asterion as at
        >>> grid = at.Grid([[1, 1, 1]])
        >>> then = grid.version
        >>> grid[0, 1] = 0
        >>> grid.changes(since=then)
        array([[0, 1]])
        """
        cells = self._changed(since)
        return None if cells is None else np.stack(np.divmod(cells, self.shape[1]), axis=1)

    def _node(self, name: Any, what: str) -> int:
        return number_of(name, self.shape, what)

    def _name(self, node: int) -> Cell:
        return divmod(node, self.shape[1])

    def _names_of(self, nodes: list[int | None]) -> list[Any]:
        cols = self.shape[1]
        return [None if node is None else divmod(node, cols) for node in nodes]

    def _path_of(self, nodes: Any, optimal: bool) -> _core.Path:
        return _core.path_over(self, self._core_view, nodes, optimal)

    def _nodes(self, names: Any, what: str = "goal") -> list[int]:
        if isinstance(names, tuple):  # the most frequent
            return [number_of(names, self.shape, what)]
        numbers: list[int] = any_numbers(names, self.shape, what).tolist()
        return numbers

    def _numbers(self, names: Iterable[Any], what: str) -> npt.NDArray[np.int64]:
        return numbers_of(names, self.shape, what)


def check_grid(world: Any) -> None:
    """Raise an error unless this is a grid."""
    if not isinstance(world, GridWorld):
        raise InvalidType(
            f"world is {short_repr(world)}; it must be a Grid or a view of one"
            + hint_of_wrapping(world)
        )


def closed_cell(world: GridWorld, cell: Cell) -> str:
    """Say why a cell cannot be entered: it is a wall, or closed to this view alone."""
    return world._core_view.closed_cell(number_of(cell, world.shape, "cell"))


def check_free(world: GridWorld, cell: Cell, what: str) -> None:
    """Raise an error unless the cell can be entered."""
    if not world.total[cell] > 0:
        raise InvalidValue(f"{what} {cell} is {closed_cell(world, cell)}")


@pictured
class Grid(GridWorld):
    """A map of cells, each with the cost of entering it.

    ``cost`` is any 2-D array-like: a finite value > 0 is the cost of entering the cell (1 = floor),
    0 or ``inf`` is a wall; in an array of bools, True is floor. With ``wall``, cells of that value
    are walls and 0 is floor of cost 1: ``wall=1`` for maps of 0 and 1 in which 1 is occupied.
    ``diagonal`` is one of

    - ``"never"``: no diagonal moves, only the four straight ones;
    - ``"clear"``: a diagonal move needs both cells beside it free, so corners are not cut;
    - ``"one-clear"``: it needs one of the two;
    - ``"always"``: it needs neither.

    A move costs ``total[entered cell]``, times ``diagonal_cost`` (2**0.5 or 1) if it is diagonal.

    ``tiles`` are squares unless it is one of the following, whose moves all have the same length
    (``diagonal`` is not for them, and is ``"always"``):

    - ``"hex"``: hexagons in rows, of which the odd ones stand half a tile to the right. Six moves:
      E S W N and SW NW in even rows, E S W N and SE NE in odd ones;
    - ``"hex-columns"``: hexagons in columns, of which the odd ones stand half a tile lower. E S W N
      and NW NE in even columns, E S W N and SE SW in odd ones;
    - ``"triangle"``: triangles that point up where row + column is even, and have the moves E S W;
      the others point down, and have E W N.

    ``links`` are moves between any two cells, and ``fences`` close moves between neighbours.

    A grid holds no search state: any number of searches and threads may share it. You need not call
    anything after an edit: navigators read from its journal what has changed.

    Memory: 1 byte per cell if all costs are whole numbers up to 255, else 8; 8 more for each layer,
    and 8 for their sum. The first search adds 1 byte per cell for moves, and what its algorithm
    needs for the cells it visits (docs/design.md, "Memory"); both are kept for the next search.

    >>> import asterion as at
    >>> grid = at.Grid([[1, 1, 1],
    ...                 [1, 0, 1],
    ...                 [1, 1, 5]])
    >>> grid[1, 1] = 3
    >>> grid[:, 2] = 0
    >>> grid.cost
    array([[1, 1, 0],
           [1, 3, 0],
           [1, 1, 0]], dtype=uint8)

    Raises
    ------
    ValueError  ``cost[3, 7] is -2.0; a cost must be > 0, or 0 / inf for a wall``
    """

    __slots__ = {
        "_frame": None,
        "characters": "One for each cell, if it was read from a text file.",
    }

    characters: npt.NDArray[np.str_] | None

    def __init__(
        self,
        cost: npt.ArrayLike,
        *,
        wall: float | None = None,
        diagonal: Diagonal = _DEFAULT_DIAGONAL,
        diagonal_cost: float = _SQRT2,
        tiles: TileKind = "square",
    ) -> None:
        if isinstance(cost, str):
            raise InvalidType(
                f"cost is {short_repr(cost)}; a grid is made of numbers. Drawn in characters, it "
                "is read by at.Grid.from_text(text), a file by at.load_map(file)"
            )
        array = number_array(cost, "cost")
        if wall is not None:
            is_wall = array == any_number("wall", wall)
            array = np.where(is_wall, 0, np.where(array == 0, 1, array))
        if array.ndim != 2:
            raise InvalidValue(f"cost has {array.ndim} dimensions; a grid has 2")
        shape_of_tiles = choice("tiles", tiles, TILES)
        diagonal, diagonal_cost = _diagonals(diagonal, diagonal_cost, tiles)
        rule = choice("diagonal", diagonal, DIAGONALS)
        if not isinstance(diagonal_cost, (int, float)) or diagonal_cost not in (_SQRT2, 1):
            raise InvalidValue(
                f"diagonal_cost is {short_repr(diagonal_cost)}; it must be 2**0.5 or 1"
            )
        rows, cols = array.shape
        core = _core.Grid(rows, cols, rule, diagonal_cost, shape_of_tiles)
        _fill(core, array)
        kind = WorldKind("grid", diagonal, float(diagonal_cost), tiles)
        self._adopt(core, kind, (rows, cols))

    def _adopt(self, core: _core.Grid, kind: WorldKind, shape: tuple[int, int]) -> None:
        self._store = core
        self._core_view = _core.GridView(core)
        self.shape = shape
        self.diagonal = kind.diagonal
        self.diagonal_cost = kind.diagonal_cost
        self.tiles = kind.tiles
        self._kind = kind
        self.characters = None
        self._frame: Frame | None = None

    @property
    def frame(self) -> Frame | None:
        """The position of its cells, by the file of an editor or of a robot; else None."""
        return self._frame

    @frame.setter
    def frame(self, frame: Frame | None) -> None:
        self._frame = None if frame is None else frame._replace(shape=self.shape)

    @property
    def layers(self) -> Layers:
        """The layers by name, whose values are added to the costs of free cells."""
        return Layers(self)  # not stored: a reference cycle would keep the grid alive

    @property
    def links(self) -> Links:
        """Moves between any two cells: teleporters, stairs, jumps."""
        return Links(self)

    @property
    def fences(self) -> Fences:
        """Moves between neighbours that are closed, both ways or one."""
        return Fences(self)

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        diagonal: Diagonal = _DEFAULT_DIAGONAL,
        diagonal_cost: float = _SQRT2,
        tiles: TileKind = "square",
    ) -> Grid:
        r"""Read a grid of characters: ``.`` floor, ``#`` or ``@`` wall, ``1`` to ``9`` a cost.

        Blank lines, and blanks around lines, are ignored.

        >>> import asterion as at
        >>> at.Grid.from_text("..#\n.9.").cost
        array([[1, 1, 0],
               [1, 9, 1]], dtype=uint8)
        """
        if not isinstance(text, str):
            raise InvalidType(f"text is {short_repr(text)}; it must be a str")
        lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), start=1)]
        lines = [(n, line) for n, line in lines if line]
        if not lines:
            raise InvalidValue("the text holds no map: it has no line that is not blank")
        width = len(lines[0][1])
        costs = np.empty((len(lines), width), np.uint8)
        for row, (n, line) in enumerate(lines):
            if len(line) != width:
                raise InvalidValue(
                    f"line {n} has {len(line)} characters; the lines above it have {width}"
                )
            for col, character in enumerate(line):
                if character not in _COST_OF:
                    raise InvalidValue(
                        f"line {n} has {character!r} at character {col + 1}; a map is drawn with "
                        ". for floor, # or @ for walls, and 1 to 9 for costs"
                    )
                costs[row, col] = _COST_OF[character]
        return cls(costs, diagonal=diagonal, diagonal_cost=diagonal_cost, tiles=tiles)

    def to_text(self) -> str:
        """Return the map in the characters of :meth:`from_text`; a cost above 9 is written as 9.

        >>> import asterion as at
        >>> print(at.Grid([[0, 1, 7], [1, 1, 12]]).to_text())
        #.7
        ..9
        """
        return "\n".join("".join(row) for row in signs_of(self.cost))

    @property
    def cost(self) -> Costs:
        """The base costs, without layers; 0 for a wall. Read-only, and follows edits."""
        return self._store.cost().view(ReadOnly)

    def __getitem__(self, key: Any) -> Any:
        value = picked(self.cost, key)
        return value.item() if isinstance(value, np.generic) else value

    def __setitem__(self, key: Any, value: Any) -> None:
        # The common numbers and arrays: the core takes them, or says that it does not.
        simple = type(key) is tuple and type(value) in _OFTEN
        if not simple or not self._store.set_patch(key, value):
            self._assign(None, key, value)

    def _assign(self, layer: str | None, key: Any, value: Any) -> None:
        """Make one edit: all values are checked before the first is written."""
        what = "the value" if layer is None else f"the value for layer {short_repr(layer)}"
        block = self._store.block(key)
        if block is None:
            cells = cells_of(key, self.shape)
            values = spread(value, cells.shape, what)
            self._store.set_cells(layer, cells.ravel(), values.ravel())
            return
        shape, (row, down, rows), (col, right, cols) = block
        if not shape and type(value) in (int, float, bool) and -(2**1000) < value < 2**1000:
            self._store.set_cell(layer, row * self.shape[1] + col, value)
            return
        values = spread(value, shape, what).reshape(rows, cols)
        self._store.set_block(layer, row, down, col, right, values)

    def view(
        self,
        *,
        layers: Mapping[str, float] | None = None,
        blocked: npt.ArrayLike | None = None,
        size: int | tuple[int, int] = 1,
        radius: float | None = None,
    ) -> View:
        r"""Return the grid as one character sees it: weights of layers, closed cells, and its size.

        ``layers`` maps the layers that count to their weights; by default all layers count with
        weight 1. ``blocked`` is a mask of cells that are closed to this character. The view follows
        all edits of the grid and is accepted wherever a grid is.

        A unit of ``size`` n, or (rows, columns), covers n cells to the right and n below, its own
        included. It makes a move that each of these cells could make, and pays for the most
        expensive of the cells that it then covers.

        A unit of ``radius`` r, in cells, is a disc around the middle of its cell. It can stand
        where the open disc touches no wall and stays on the map: 0.5 fits anywhere, 1.5 needs a
        corridor of three cells. It makes a move that each cell it touches could make, and pays for
        its own cell.

        >>> import asterion as at
        >>> grid = at.Grid([[1, 1, 1]])
        >>> grid.layers["threat"] = [[0, 5, 0]]
        >>> brave = grid.view(layers={"threat": 0.5})
        >>> at.find_path(grid, (0, 0), (0, 2)).cost, at.find_path(brave, (0, 0), (0, 2)).cost
        (7.0, 4.5)
        >>> at.find_path(at.Grid.from_text("....\n..#.\n....").view(size=2), (0, 0), (0, 2)).found
        False
        >>> (at.Grid.from_text(".....\n.....\n.....\n....#").view(radius=1.2).total > 0).tolist()[1]
        [False, True, True, True, False]
        """
        return View(self, layers, blocked, size, radius)

    def inflate(self, radius: float, *, decay: float | None = None) -> npt.NDArray[np.float64]:
        r"""Return values that fall from 1 at walls to 0 beyond ``radius`` cells from them.

        ``1 - d / radius``, or with ``decay`` ``exp(-decay * d)``, where d is the distance in cells
        from the middle of a cell to that of the nearest wall. As a layer they keep paths away from
        walls without closing narrow passages; ``view(radius=...)`` closes those where a unit does
        not fit. They do not follow edits: set the layer again. O(cells x radius).

        >>> import asterion as at
        >>> grid = at.Grid.from_text("#....")
        >>> grid.inflate(2)
        array([[1. , 0.5, 0. , 0. , 0. ]])
        >>> grid.layers["near walls"] = 10 * grid.inflate(2)
        >>> grid.total
        array([[0., 6., 1., 1., 1.]])
        """
        if self.tiles != "square":
            raise InvalidValue(f"inflate takes square tiles; this grid has tiles={self.tiles!r}")
        reach = number("radius", radius, finite=True)
        fall = None if decay is None else number("decay", decay, finite=True)
        return inflated(np.asarray(self.total) == 0, reach, fall)

    def copy(self) -> Grid:
        """Return an independent grid with the same costs and layers; its version starts at 0."""
        twin = Grid.__new__(Grid)
        twin._adopt(self._store.clone(), self._kind, self.shape)
        twin.characters = None if self.characters is None else self.characters.copy()
        twin.frame = self.frame
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        layers = {name: np.array(layer) for name, layer in self.layers.items()}
        moves: dict[str, Any] = {"tiles": self.tiles}
        if self.tiles == "square":
            moves |= {"diagonal": self.diagonal, "diagonal_cost": self.diagonal_cost}
        kept = (self._store.links(), self._store.next_link(), self._store.fences())
        drawn = (self.characters, self.frame)
        return _restored, (np.array(self.cost), moves, layers, kept, self.version, *drawn)

    def __repr__(self) -> str:
        rows, cols = self.shape
        layers = "".join(f", layer {name!r}" for name in self.layers)
        square = self.tiles == "square"
        moves = f"diagonal={self.diagonal!r}" if square else f"tiles={self.tiles!r}"
        links_and_fences = "".join(
            f", {what}"
            for count, what in (
                (len(self.links), counted(len(self.links), "link")),
                (len(self.fences), f"{counted(len(self.fences), 'move')} fenced"),
            )
            if count
        )
        shape = f"{counted(rows, 'row')} and {counted(cols, 'column')}"
        return f"<Grid of {shape}, {moves}{layers}{links_and_fences}>"


@pictured
class View(GridWorld):
    """A shared grid with one character's weights and closed cells; made by ``grid.view``."""

    __slots__ = {
        "_blocked": None,
        "_weights": None,
        "grid": "The grid that it is a view of.",
        "radius": "The radius of the unit in cells, if it is a disc; else None.",
        "size": "The rows and columns that the unit covers; (1, 1) for a disc.",
    }

    grid: Grid
    radius: float | None
    size: tuple[int, int]

    def __init__(
        self,
        grid: Grid,
        layers: Mapping[str, float] | None = None,
        blocked: npt.ArrayLike | None = None,
        size: int | tuple[int, int] = 1,
        radius: float | None = None,
    ) -> None:
        weights = None if layers is None else _weights(layers)
        for name, weight in (weights or {}).items():
            if name not in grid.layers:
                known = _quoted(grid.layers) or "no layers"
                raise InvalidValue(f"layers has {short_repr(name)}; the grid has {known}")
            if not isfinite(weight):
                raise InvalidValue(f"layers[{name!r}] is {weight!r}; a weight must be finite")
        mask = None
        if blocked is not None:
            mask = number_array(blocked, "blocked")
            if mask.dtype.kind != "b" or mask.shape != grid.shape:
                raise InvalidValue(
                    f"blocked is an array of {mask.dtype} of shape {mask.shape}; "
                    f"it must be a mask of bools of shape {grid.shape}"
                )
            mask = mask.astype(np.uint8).ravel()
        self._store = grid._store
        self.size = _checked_size(size, grid)
        self.radius = None if radius is None else _checked_radius(radius, self.size, grid)
        self._core_view = _core.GridView(grid._store, weights, mask, self.size, self.radius)
        self._weights = weights
        self._blocked = mask
        self.grid = grid
        self.shape = grid.shape
        self.diagonal = grid.diagonal
        self.diagonal_cost = grid.diagonal_cost
        self.tiles = grid.tiles
        self._kind = grid._kind
        self._core_view.prepare()  # raises if a weight makes a total <= 0

    def __reduce__(self) -> tuple[Any, ...]:
        blocked = self._blocked
        mask = None if blocked is None else blocked.reshape(self.shape).astype(np.bool_)
        return View, (self.grid, self._weights, mask, self.size, self.radius)

    @property
    def is_large(self) -> bool:
        """Whether the unit covers more than its own cell."""
        return self.size != (1, 1) or (self.radius or 0) > 0.5

    def unit_in_words(self) -> str:
        """Describe the unit: its radius, or the cells that it covers."""
        if self.radius is not None:
            return f"a unit of radius {self.radius:g}"
        return f"a unit of {self.size[0]} x {self.size[1]} cells"

    def __repr__(self) -> str:
        layers = "every layer" if self._weights is None else f"layers={self._weights}"
        blocked = 0 if self._blocked is None else int(self._blocked.sum())
        size = f", {self.unit_in_words()}" if self.is_large else ""
        return f"<View of {self.grid!r}: {layers}, {counted(blocked, 'cell')} blocked{size}>"


def signs_of(costs: npt.NDArray[Any]) -> npt.NDArray[np.str_]:
    """A character for each cost: ``#`` for a wall, ``.`` for 1, a digit up to 9 for more."""
    levels = np.clip(np.ceil(np.where(np.isfinite(costs), costs, 0)), 0, 9).astype(int)
    signs: npt.NDArray[np.str_] = np.array(list("#.23456789"))[levels]
    return signs


_COST_OF = {".": 1, "#": 0, "@": 0, **{str(n): n for n in range(1, 10)}}


def _weights(layers: Any) -> dict[str, float]:
    try:
        return {name: float(weight) for name, weight in layers.items()}
    except Exception as error:  # noqa: BLE001 - the mapping is a user's, and may raise anything
        raise InvalidType(
            f"layers is {short_repr(layers)}; it must map names of layers to numbers "
            f"({str(error)[:80]})"
        ) from None


def _diagonals(diagonal: Diagonal, diagonal_cost: float, tiles: str) -> tuple[Diagonal, float]:
    """The given diagonal rule and cost, or the ones that go with these tiles."""
    if tiles == "square":
        return "clear" if diagonal is _DEFAULT_DIAGONAL else diagonal, diagonal_cost
    defaults = {"diagonal": _DEFAULT_DIAGONAL, "diagonal_cost": _SQRT2}
    for name, value in (("diagonal", diagonal), ("diagonal_cost", diagonal_cost)):
        if value is not defaults[name]:
            raise InvalidValue(
                f"{name} is {short_repr(value)}, but tiles={tiles!r}: only squares have diagonals"
            )
    return "always", 1.0


def _checked_size(size: Any, grid: Grid) -> tuple[int, int]:
    """The size in rows and columns; an error names an invalid one."""
    pair = size if isinstance(size, tuple) else (size, size)
    try:
        rows, cols = map(index, pair)
    except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
        raise InvalidType(
            f"size is {short_repr(size)}; it must be a whole number, or a pair (rows, columns)"
        ) from None
    if min(rows, cols) < 1:
        raise InvalidValue(f"size is {short_repr(size)}; a unit covers at least one cell")
    if (rows, cols) != (1, 1) and grid.tiles != "square":
        raise InvalidValue(f"size is {short_repr(size)}; units of a size are for square tiles")
    # A unit larger than the grid fits nowhere, however large it is.
    return min(rows, grid.shape[0] + 1), min(cols, grid.shape[1] + 1)


def _checked_radius(radius: Any, size: tuple[int, int], grid: Grid) -> float:
    """The radius in cells; an error names an invalid one."""
    real = number("radius", radius)
    if size != (1, 1):
        raise InvalidValue(f"radius is {radius!r} and size {size}; a unit has one or the other")
    if grid.tiles != "square":
        raise InvalidValue(f"radius is {radius!r}; units of a radius are for square tiles")
    return real


def _quoted(names: Any) -> str:
    return ", ".join(repr(name) for name in names)


def _fill(core: _core.Grid, array: npt.NDArray[Any]) -> None:
    """Pass the costs to the core some rows at a time, so that no large copy is made."""
    rows, cols = array.shape
    at_once = max(1, _CELLS_AT_ONCE // cols)
    for row in range(0, rows, at_once):
        stretch = array[row : row + at_once]
        if array.dtype in (np.bool_, np.uint8):
            core.fill_bytes(row * cols, np.ascontiguousarray(stretch).view(np.uint8).ravel())
        else:
            core.fill_doubles(row * cols, numbers(stretch, "cost").ravel())


def _restored(  # noqa: PLR0917 - pickle passes arguments by position
    cost: Costs,
    moves: dict[str, Any],
    layers: dict[str, Any],
    links_and_fences: tuple[Any, ...],
    version: int,
    characters: npt.NDArray[np.str_] | None,
    frame: Frame | None,
) -> Grid:
    """Restore a pickled grid; its layers may be valid only together."""
    grid = Grid(cost, **moves)
    grid._store.restore_links(*links_and_fences)
    grid._store.restore_layers([(name, numbers(values, name)) for name, values in layers.items()])
    grid.characters = characters
    grid.frame = frame
    # Objects pickled with the grid, such as its index, name the version they belong to.
    grid._store.restore_version(version)
    return grid
