"""
The C++ core of asterion. Private: its names may change from one version to the next.
"""

from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence
)
import enum
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray

class AsterionError(Exception): ...
class BusyWorld(AsterionError, RuntimeError): ...
class InvalidPath(AsterionError, ValueError): ...
class InvalidType(AsterionError, TypeError): ...
class InvalidValue(AsterionError, ValueError): ...
class OutsideWorld(AsterionError, IndexError): ...
class WorldChanged(AsterionError, RuntimeError): ...


@overload
def cell_numbers(cells: NDArray[numpy.int64], rows: int, cols: int) -> NDArray[numpy.int64] | None: ...

@overload
def cell_numbers(cells: list[Any], rows: int, cols: int) -> NDArray[numpy.int64] | None: ...

class Diagonal(enum.Enum):
    never = 0

    clear = 1

    one_clear = 2

    always = 3

class Tiles(enum.Enum):
    square = 0

    hex = 1

    hex_columns = 2

    triangle = 3

class Grid:
    def __init__(self, rows: int, cols: int, diagonal: Diagonal, diagonal_cost: float, tiles: Tiles = Tiles.square) -> None: ...

    def add_link(self, a: int, b: int, cost: float, both: bool) -> int: ...

    def remove_link(self, id: int) -> bool: ...

    def links(self) -> list[tuple[int, int, int, float, bool]]: ...

    def link_count(self) -> int: ...

    def next_link(self) -> int: ...

    def set_fence(self, a: int, b: int, both: bool, closed: bool) -> bool: ...

    def fences(self) -> list[tuple[int, int]]: ...

    def fence_count(self) -> int: ...

    def restore_ways(self, links: Sequence[tuple[int, int, int, float, bool]], next_link: int, fences: Sequence[tuple[int, int]]) -> None: ...

    def tiles_apart(self, a: int, b: int) -> int: ...

    def fill_bytes(self, first: int, costs: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def fill_doubles(self, first: int, costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def set_block(self, layer: str | None, row: int, row_step: int, col: int, col_step: int, values: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)]) -> None: ...

    def set_cell(self, layer: str | None, cell: int, value: float) -> None: ...

    def set_cells(self, layer: str | None, cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), device='cpu', writable=False)]) -> None: ...

    def restore_layers(self, layers: Sequence[tuple[str, NDArray[numpy.float64]]]) -> None: ...

    def remove_layer(self, name: str) -> None: ...

    def cost(self) -> NDArray[numpy.uint8] | NDArray[numpy.float64]: ...

    def layer(self, name: str) -> NDArray[numpy.float64]: ...

    def layer_names(self) -> list[str]: ...

    def changes(self, since: int) -> NDArray[numpy.int64] | None: ...

    def block(self, key: object) -> tuple[list[int], tuple[int, int, int], tuple[int, int, int]] | None: ...

    def set_patch(self, key: object, value: object) -> bool: ...

    def fell_since(self, version: int) -> bool | None: ...

    def restore_version(self, version: int) -> None: ...

    def clone(self) -> Grid: ...

    @property
    def version(self) -> int: ...

class Terrain:
    def __init__(self, grid: Grid, weights: Mapping[str, float] | None = None, blocked: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, size: tuple[int, int] = (1, 1)) -> None: ...

    @property
    def is_plain(self) -> bool: ...

    def prepare(self) -> None: ...

    @property
    def upkeep(self) -> int: ...

    def give_ways(self, grid: Grid) -> None: ...

    def totals(self) -> NDArray[numpy.uint8] | NDArray[numpy.float64]: ...

    def neighbours(self, cell: int) -> list[tuple[tuple[int, int], float]]: ...

    def estimates(self, kind: Heuristic, goal: int) -> NDArray[numpy.float64]: ...

    def all_moves(self) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64]]: ...

    def clearance(self) -> NDArray[numpy.int64]: ...

    def corners(self) -> NDArray[numpy.bool_]: ...

    def line_of_sight(self, a: int, b: int) -> bool: ...

    def visible(self, cell: int, radius: int) -> NDArray[numpy.bool_]: ...

class Graph:
    def __init__(self, nodes: int, sources: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], positions: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None) -> None: ...

    def restore_version(self, version: int) -> None: ...

    def set_costs(self, connections: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def sources(self) -> NDArray[numpy.int64]: ...

    def targets(self) -> NDArray[numpy.int64]: ...

    def changes(self, since: int) -> NDArray[numpy.int64] | None: ...

    @property
    def version(self) -> int: ...

class Network:
    def __init__(self, graph: Graph, factors: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None: ...

    def prepare(self) -> None: ...

    def costs(self) -> NDArray[numpy.float64]: ...

    def arcs(self, node: int) -> list[tuple[int, float, int]]: ...

    def estimates(self, kind: Heuristic, goal: int) -> NDArray[numpy.float64]: ...

class Stats:
    """
    What a search has cost: counts, which do not depend on the machine, and seconds.
    """

    def __init__(self) -> None: ...

    @property
    def expanded(self) -> int:
        """Nodes whose neighbours were looked at; never the goal."""

    @property
    def generated(self) -> int:
        """Nodes put on open for the first time, the start included."""

    @property
    def moves(self) -> int:
        """Moves looked at."""

    @property
    def reopened(self) -> int:
        """Closed nodes that were put back on open."""

    @property
    def pushes(self) -> int:
        """Nodes put on open, re-opened ones included."""

    @property
    def pops(self) -> int:
        """Nodes taken off open."""

    @property
    def peak_open(self) -> int:
        """The largest size of open after an expansion."""

    @property
    def mean_open(self) -> float:
        """The mean size of open after an expansion."""

    @property
    def flood(self) -> int:
        """Nodes that became open or closed."""

    @property
    def fill(self) -> int:
        """The flood less the nodes of the path."""

    @property
    def seconds(self) -> float:
        """Time spent in the search."""

    def __eq__(self, other: object, /) -> bool: ...

    def __add__(self, arg: Stats, /) -> Stats:
        """Two searches as one: the sums of the counts, and the larger peak."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> tuple[object, ...]: ...

class Path:
    """The answer to a query: a path, or why there is none."""

    @property
    def found(self) -> bool:
        """Whether there is a path; also ``bool(path)``."""

    @property
    def status(self) -> str:
        """``found``, ``unreachable``, ``stopped``, ``running`` or ``partial``."""

    @property
    def cost(self) -> float:
        """The cost of walking the path; inf if there is none."""

    @property
    def optimal(self) -> bool:
        """
        Whether the algorithm and its options guarantee that no path is cheaper.
        """

    @property
    def how(self) -> str:
        """
        ``searched``; of an :class:`Index` also ``index``, or ``certified`` where edits came since
        and the path was shown to be a cheapest one still.
        """

    @property
    def cells(self) -> NDArray[numpy.int64]:
        """The cells from start to goal, an (n, 2) array of row and column."""

    @property
    def nodes(self) -> list[Any]:
        """
        The names of the nodes from start to goal; on a grid the cells, as tuples.
        """

    @property
    def turns(self) -> int:
        """On a grid, how often the path turns; as :func:`smoothness` says."""

    @property
    def connections(self) -> NDArray[numpy.int64]:
        """On a graph, the numbers of the connections from each node to the next."""

    @property
    def waypoints(self) -> NDArray[numpy.int64]:
        """The cells where the path begins, turns and ends, an (n, 2) array."""

    def smoothed(self, world: Any = None) -> NDArray[numpy.int64]:
        """
        The path as straight lines: the cells where they begin and end, an (n, 2) array.

        Each line can be walked by the grid's rule: where it crosses the side of a cell, that is a
        straight move, and where it passes exactly through a corner, a diagonal one. No line is longer, or
        costs more, than the part of the path that it stands for. A line costs its length times the
        totals of the cells it enters, of those side by side the larger; so a line of one move costs what
        the move costs. ``world`` need only be given if that of the query is gone, such as a view that
        nobody keeps. Empty if there is no path.

        >>> import asterion as at
        >>> grid = at.Grid.from_text('......\\n..##..\\n......')
        >>> at.find_path(grid, (0, 0), (2, 5)).smoothed().tolist()
        [[0, 0], [0, 4], [2, 5]]
        """

    @property
    def stats(self) -> Stats:
        """What the search has cost."""

    @staticmethod
    def from_nodes(world: object, nodes: Iterable[Any], *, optimal: bool = False, stats: Stats | Mapping[str, float] | None = None) -> Path:
        """
        A path over these cells, or nodes of a graph, for custom algorithms; each step is checked.

        ``stats`` is what the search has cost: :class:`Stats`, or counts by their names there. A search
        that gives no ``pushes`` has put each generated and each re-opened node on open once.

        >>> import asterion as at
        >>> counts = {'expanded': 1, 'generated': 2}
        >>> path = at.Path.from_nodes(at.Grid([[1, 1]]), [(0, 0), (0, 1)], stats=counts)
        >>> path.stats, path.stats.pushes
        (<Stats: 1 expanded, 2 generated>, 2)
        """

    @staticmethod
    def not_found(status: str = 'unreachable', *, stats: Stats | Mapping[str, float] | None = None) -> Path:
        """
        The answer of a custom algorithm that found nothing, and what that has cost.
        """

    def __bool__(self) -> bool: ...

    def __len__(self) -> int: ...

    def __getitem__(self, i: int | slice, /) -> Any: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __repr__(self) -> str: ...

    def __reduce__(self) -> tuple[object, ...]: ...

def about(path: Path, world: object, start: int, goals: Sequence[int]) -> Path:
    """The same path, which remembers its query."""

def asked_of(path: Path) -> tuple[Any, int, list[int]] | None: ...

def restored_stats(counts: Sequence[int], seconds: float) -> Stats: ...

def restored_path(status: int, optimal: bool, cost: float, nodes: Sequence[int], stats: Stats, cols: int, turn_cost: float, tiles: int, how: int) -> Path: ...

def restored_walk(status: int, optimal: bool, cost: float, nodes: list[Any], ids: Sequence[int], stats: Stats, how: int) -> Path: ...

def path_over(world: object, terrain: Terrain, cells: Iterable[Any], optimal: bool) -> Path: ...

def set_path_functions(from_nodes: Callable[..., Path], smoothed: Callable[..., NDArray[numpy.int64]], given_stats: Callable[..., Stats], restored_path: Callable[..., Path], restored_walk: Callable[..., Path], restored_stats: Callable[..., Stats]) -> None: ...

def turn_angles(path: Path) -> list[float]: ...

def corners_of(terrain: Terrain, path: Path) -> NDArray[numpy.int64]: ...

def walk_of(world: object, network: Network, start: int, ids: Sequence[int], optimal: bool) -> Path: ...

def checked_path_cost(terrain: Terrain, cells: Iterable[tuple[int, int]]) -> float: ...

class PathBatch:
    def __len__(self) -> int: ...

    def __getitem__(self, i: int, /) -> Path: ...

    def all(self) -> list[Path]: ...

class Algorithm(enum.Enum):
    auto = 0

    bfs = 1

    dfs = 2

    dijkstra = 3

    greedy = 4

    astar = 5

    bidirectional = 6

    ida = 7

    jps = 8

    best_first = 9

class Heuristic(enum.Enum):
    zero = 0

    manhattan = 1

    euclidean = 2

    octile = 3

    chebyshev = 4

    custom = 5

    positions = 6

    tiles = 7

class Ties(enum.Enum):
    auto = 0

    high_g = 1

    low_g = 2

    fifo = 3

    lifo = 4

    random = 5

    straight = 6

class Stop(enum.Enum):
    fast = 0

    guaranteed = 1

class Reopen(enum.Enum):
    passive = 0

    active = 1

    off = 2

class Estimates:
    pass

def array_estimates(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Estimates: ...

class Evaluation:
    pass

class Query:
    def __init__(self, **options: Any) -> None: ...

    def changed(self, **options: Any) -> Query:
        """A copy with these options."""

def find_between_cells(world: object, ground: Terrain, start: object, goal: object, query: Query) -> Path | None: ...

def is_consistent(heuristic: Heuristic, grid: Grid) -> bool: ...

@overload
def chosen_algorithm(ground: Terrain, query: Query) -> Algorithm: ...

@overload
def chosen_algorithm(ground: Network, query: Query) -> Algorithm: ...

@overload
def distances(ground: Terrain, nodes: Sequence[int], to_them: bool, max_cost: float) -> NDArray[numpy.float64]: ...

@overload
def distances(ground: Network, nodes: Sequence[int], to_them: bool, max_cost: float) -> NDArray[numpy.float64]: ...

@overload
def cost_table(ground: Terrain, sources: NDArray[numpy.int64], targets: NDArray[numpy.int64], threads: int) -> NDArray[numpy.float64]: ...

@overload
def cost_table(ground: Network, sources: NDArray[numpy.int64], targets: NDArray[numpy.int64], threads: int) -> NDArray[numpy.float64]: ...

@overload
def field(ground: Terrain, nodes: NDArray[numpy.int64], values: NDArray[numpy.float64], to_them: bool, max_cost: float) -> NDArray[numpy.float64]: ...

@overload
def field(ground: Network, nodes: NDArray[numpy.int64], values: NDArray[numpy.float64], to_them: bool, max_cost: float) -> NDArray[numpy.float64]: ...

@overload
def descend(world: object, ground: Terrain, field: NDArray[numpy.float64], start: int, ends: NDArray[numpy.int64]) -> Path: ...

@overload
def descend(world: object, ground: Network, field: NDArray[numpy.float64], start: int, ends: NDArray[numpy.int64]) -> Path: ...

def k_cheapest_paths(world: object, terrain: Terrain, start: int, goal: int, heuristic: Heuristic, k: int) -> list[Path]: ...

@overload
def called_estimates(ground: Terrain, ask: Callable[[tuple[int, int]], float]) -> Estimates: ...

@overload
def called_estimates(ground: Network, ask: Callable[[int], float]) -> Estimates: ...

@overload
def called_evaluation(ground: Terrain, ask: Callable[[float, float, tuple[int, int]], float]) -> Evaluation: ...

@overload
def called_evaluation(ground: Network, ask: Callable[[float, float, int], float]) -> Evaluation: ...

@overload
def find_path(world: object, ground: Terrain, start: int, goals: Sequence[int], query: Query, partial: bool = False) -> Path: ...

@overload
def find_path(world: object, ground: Network, start: int, goals: Sequence[int], query: Query, partial: bool = False) -> Path: ...

@overload
def find_paths(world: object, ground: Terrain, starts: NDArray[numpy.int64], goals: NDArray[numpy.int64], ends: NDArray[numpy.int64] | None, query: Query, threads: int) -> PathBatch: ...

@overload
def find_paths(world: object, ground: Network, starts: NDArray[numpy.int64], goals: NDArray[numpy.int64], ends: NDArray[numpy.int64] | None, query: Query, threads: int) -> PathBatch: ...

class Session:
    def __init__(self, ground: Terrain, start: int, goals: Sequence[int], query: Query) -> None: ...

    def restart(self) -> None: ...

    def advance(self, expansions: int | None, seconds: float | None) -> str: ...

    @property
    def status(self) -> str: ...

    def path(self) -> Path: ...

    def best_so_far(self) -> Path: ...

    def g(self) -> NDArray[numpy.float64]: ...

    def h(self) -> NDArray[numpy.float64]: ...

    def state(self) -> NDArray[numpy.uint8]: ...

    def parent(self) -> NDArray[numpy.int64]: ...

    def thresholds(self) -> list[float]: ...

    def trace_length(self) -> int: ...

    def trace(self) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.float64]]: ...

class GraphSession:
    def __init__(self, ground: Network, start: int, goals: Sequence[int], query: Query) -> None: ...

    def restart(self) -> None: ...

    def advance(self, expansions: int | None, seconds: float | None) -> str: ...

    @property
    def status(self) -> str: ...

    def path(self) -> Path: ...

    def best_so_far(self) -> Path: ...

    def g(self) -> NDArray[numpy.float64]: ...

    def h(self) -> NDArray[numpy.float64]: ...

    def state(self) -> NDArray[numpy.uint8]: ...

    def parent(self) -> NDArray[numpy.int64]: ...

    def thresholds(self) -> list[float]: ...

    def trace_length(self) -> int: ...

    def trace(self) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.float64]]: ...

class MapEstimates(Estimates):
    @overload
    def estimates(self, ground: Terrain, nodes: Sequence[int], backward: bool) -> NDArray[numpy.float64]: ...

    @overload
    def estimates(self, ground: Network, nodes: Sequence[int], backward: bool) -> NDArray[numpy.float64]: ...

class LandmarkCosts(MapEstimates):
    @property
    def nbytes(self) -> int: ...

    def entries(self) -> NDArray[numpy.float64]: ...

class LandmarkMoves(MapEstimates):
    @property
    def nbytes(self) -> int: ...

    def entries(self) -> NDArray[numpy.uint32]: ...

@overload
def landmarks(ground: Terrain, nodes: Sequence[int], heuristic: Heuristic) -> MapEstimates: ...

@overload
def landmarks(ground: Network, nodes: Sequence[int], heuristic: Heuristic) -> MapEstimates: ...

def landmarks_of_costs(entries: NDArray[numpy.float64], landmarks: int, heuristic: Heuristic) -> LandmarkCosts: ...

def landmarks_of_moves(entries: NDArray[numpy.uint32], landmarks: int, heuristic: Heuristic) -> LandmarkMoves: ...

def clusters(labels: NDArray[numpy.int64], table: NDArray[numpy.float64], lecture: bool, line: Heuristic) -> MapEstimates: ...

def read_adjacency(adjacency: object, places: dict[object, int] | None, weight: object, multigraph: bool, like_int: type, like_float: type) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64], bool | NDArray[numpy.uint8]]: ...

class ShortestTree:
    def lengths(self) -> dict[object, float]: ...

    def paths(self, backward: bool = False) -> dict[object, list[object]]: ...

    def path_to(self, node: int) -> tuple[float, list[object]] | None: ...

def shortest_tree(network: Network, names: list[object], starts: Sequence[int], real: bool | NDArray[numpy.uint8], by_moves: bool, max_cost: float, goal: int | None = None) -> ShortestTree: ...

def two_ended_path(network: Network, back: Network | None, names: list[object], real: bool | NDArray[numpy.uint8], start: int, goal: int, by_moves: bool) -> tuple[float, list[object]] | None: ...

class BinaryHeap:
    def __init__(self, count: int) -> None: ...

    def push(self, node: int, cost: float, tie: float = 0.0, order: int = 0) -> None: ...

    def update(self, node: int, cost: float, tie: float = 0.0, order: int = 0) -> None: ...

    def pop(self) -> int: ...

class OpenList(enum.Enum):
    sorted_list = 0

    binary_heap = 1

    bucket_queue = 2

    bucket_heap = 3

    two_stacks = 4

def find_path_with(world: object, terrain: Terrain, start: int, goal: int, heuristic: Heuristic, open: OpenList, count_rekeys: bool) -> tuple[Path, int]:
    """
    A path found with this open list, and how often the key of an open node fell.
    """

class NavigatorKind(enum.Enum):
    auto = 0

    astar = 1

    repeated_forward = 2

    repeated_backward = 3

    adaptive = 4

    mpaa = 5

    generalised_adaptive = 6

    lpa = 7

    dstar = 8

    focused_dstar = 9

    dstar_lite_basic = 10

    dstar_lite = 11

    jps = 12

    index = 13

class Replan(enum.Enum):
    path = 0

    next_step = 1

    change = 2

class PairEstimates:
    pass

class ReplanStats:
    @property
    def search(self) -> Stats: ...

    @property
    def rekeys(self) -> int: ...

    @property
    def searches(self) -> int: ...

    @property
    def restarts(self) -> int: ...

class NavigatorQuery:
    def __init__(self, *, kind: NavigatorKind, heuristic: Heuristic, custom: PairEstimates | None, ties: Ties, seed: int, replan: Replan = Replan.path) -> None: ...

@overload
def called_pairs(ground: Terrain, ask: Callable[[tuple[int, int], tuple[int, int]], float]) -> PairEstimates: ...

@overload
def called_pairs(ground: Network, ask: Callable[[int, int], float]) -> PairEstimates: ...

class Navigator:
    def __init__(self, ground: Terrain, start: int, goal: int, query: NavigatorQuery) -> None: ...

    def path(self) -> Path: ...

    def plan(self, expansions: int | None, seconds: float | None) -> bool: ...

    def step(self) -> int | None: ...

    def move_to(self, node: int) -> None: ...

    @property
    def position(self) -> int: ...

    @property
    def goal(self) -> int: ...

    @goal.setter
    def goal(self, arg: int, /) -> None: ...

    def segment(self) -> ReplanStats: ...

    def segments(self) -> list[ReplanStats]: ...

    def total(self) -> ReplanStats: ...

    def last_plan(self) -> Stats: ...

    def bytes(self) -> int: ...

    def g(self) -> NDArray[numpy.float64]: ...

    def rhs(self) -> NDArray[numpy.float64]: ...

    def h(self) -> NDArray[numpy.float64]: ...

    def state(self) -> NDArray[numpy.uint8]: ...

    def parent(self) -> NDArray[numpy.int64]: ...

class GraphNavigator:
    def __init__(self, ground: Network, start: int, goal: int, query: NavigatorQuery) -> None: ...

    def path(self) -> Path: ...

    def plan(self, expansions: int | None, seconds: float | None) -> bool: ...

    def step(self) -> int | None: ...

    def move_to(self, node: int) -> None: ...

    @property
    def position(self) -> int: ...

    @property
    def goal(self) -> int: ...

    @goal.setter
    def goal(self, arg: int, /) -> None: ...

    def segment(self) -> ReplanStats: ...

    def segments(self) -> list[ReplanStats]: ...

    def total(self) -> ReplanStats: ...

    def last_plan(self) -> Stats: ...

    def bytes(self) -> int: ...

    def g(self) -> NDArray[numpy.float64]: ...

    def rhs(self) -> NDArray[numpy.float64]: ...

    def h(self) -> NDArray[numpy.float64]: ...

    def state(self) -> NDArray[numpy.uint8]: ...

    def parent(self) -> NDArray[numpy.int64]: ...

class Sensor:
    def __init__(self, truth: Terrain, belief: Grid, sight: int) -> None: ...

    def look(self, here: int) -> None: ...

    def known(self) -> NDArray[numpy.bool_]: ...

def closed_path(terrain: Terrain, nodes: Sequence[int]) -> Path: ...

class Explorer:
    def __init__(self, sensor: Sensor, start: int, goal: int, query: NavigatorQuery) -> None: ...

    def walk(self, most: int | None) -> NDArray[numpy.int64]: ...

    def plan(self, expansions: int | None, seconds: float | None) -> bool: ...

    def path(self) -> Path: ...

    @property
    def navigator(self) -> Navigator: ...

    def searches(self) -> list[Stats]: ...

class Meeting(enum.Enum):
    through = 0

    wait = 1

    detour = 2

    both = 3

class ServiceStats:
    """What a path service has done so far."""

    @property
    def expanded(self) -> int:
        """Nodes expanded by all searches."""

    @property
    def quick(self) -> int:
        """Searches of the first cells of a path."""

    @property
    def full(self) -> int:
        """Searches of whole paths."""

    @property
    def splice(self) -> int:
        """Searches of shorter paths from where a unit was."""

    @property
    def shared(self) -> int:
        """Paths that a search for several requests gave."""

    @property
    def sent_back(self) -> int:
        """Requests whose path an edit has touched."""

class PathRequest:
    @property
    def status(self) -> str: ...

    @property
    def position(self) -> int: ...

    @property
    def goal(self) -> int: ...

    @property
    def priority(self) -> int: ...

    @property
    def parts(self) -> list[tuple[str, int]]: ...

    @property
    def place(self) -> tuple[str, int] | None: ...

    def path(self) -> Path: ...

    def step(self) -> int | None: ...

    def move_to(self, node: int) -> None: ...

    def cancel(self) -> None: ...

class PathService:
    def __init__(self, ground: Terrain, query: Query, quick: int, meeting: Meeting, patience: int) -> None: ...

    def request(self, start: int, goal: int, priority: int) -> PathRequest: ...

    def run(self, expansions: int | None, seconds: float | None) -> int: ...

    def step(self, requests: Sequence[PathRequest]) -> list[int | None]: ...

    def count(self) -> int: ...

    def stats(self) -> ServiceStats: ...

class GraphPathRequest:
    @property
    def status(self) -> str: ...

    @property
    def position(self) -> int: ...

    @property
    def goal(self) -> int: ...

    @property
    def priority(self) -> int: ...

    @property
    def parts(self) -> list[tuple[str, int]]: ...

    @property
    def place(self) -> tuple[str, int] | None: ...

    def path(self) -> Path: ...

    def step(self) -> int | None: ...

    def move_to(self, node: int) -> None: ...

    def cancel(self) -> None: ...

class GraphPathService:
    def __init__(self, ground: Network, query: Query, quick: int, meeting: Meeting, patience: int) -> None: ...

    def request(self, start: int, goal: int, priority: int) -> GraphPathRequest: ...

    def run(self, expansions: int | None, seconds: float | None) -> int: ...

    def step(self, requests: Sequence[GraphPathRequest]) -> list[int | None]: ...

    def count(self) -> int: ...

    def stats(self) -> ServiceStats: ...

class PortalMap:
    def __init__(self, terrain: Terrain, side: int) -> None: ...

    def refresh(self) -> None: ...

    def plan(self, world: object, start: int, goal: int) -> tuple[Path, Path, list[Path]] | None: ...

    def walk(self, world: object, nodes: Sequence[int]) -> tuple[Path, Path, list[Path]] | None: ...

    def route(self, start: int, goal: int) -> tuple[list[int], int] | None: ...

    def leg(self, world: object, nodes: Sequence[int], version: int) -> tuple[Path, int, int] | None: ...

    def connections(self) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64], int, list[tuple[int, int, int, int]], int]: ...

    def chunks(self) -> list[tuple[int, int, int, int]]: ...

    def are_close(self, a: int, b: int) -> bool: ...

    @property
    def counts(self) -> tuple[int, int, int]: ...

    @property
    def version(self) -> int: ...

    @property
    def nbytes(self) -> int: ...

    @property
    def repairs(self) -> tuple[int, int, int, int]: ...

def costs_inside(terrain: Terrain, rectangle: tuple[int, int, int, int], cells: Sequence[int]) -> NDArray[numpy.float64]: ...

class GridIndex:
    def __init__(self, ground: Terrain, query: Query) -> None: ...

    def refresh(self, seconds: float | None) -> bool: ...

    def find_path(self, world: object, start: int, goal: int) -> Path: ...

    def find_paths(self, world: object, starts: NDArray[numpy.int64], goals: NDArray[numpy.int64], threads: int) -> PathBatch: ...

    def cost(self, start: int, goal: int) -> float: ...

    def costs(self, starts: NDArray[numpy.int64], goals: NDArray[numpy.int64], threads: int) -> NDArray[numpy.float64]: ...

    def cost_table(self, sources: NDArray[numpy.int64], targets: NDArray[numpy.int64], threads: int) -> NDArray[numpy.float64]: ...

    def trace(self, start: int, goal: int) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.float64]]: ...

    def summary(self) -> tuple[int, int, int, int, float]: ...

    def written(self) -> tuple[int, NDArray[numpy.uint8]]: ...

    def read(self, kind: int, data: NDArray[numpy.uint8]) -> None: ...

    def between_cells(self, world: object, start: object, goal: object) -> Path | None: ...

class GraphIndex:
    def __init__(self, ground: Network, query: Query) -> None: ...

    def refresh(self, seconds: float | None) -> bool: ...

    def find_path(self, world: object, start: int, goal: int) -> Path: ...

    def find_paths(self, world: object, starts: NDArray[numpy.int64], goals: NDArray[numpy.int64], threads: int) -> PathBatch: ...

    def cost(self, start: int, goal: int) -> float: ...

    def costs(self, starts: NDArray[numpy.int64], goals: NDArray[numpy.int64], threads: int) -> NDArray[numpy.float64]: ...

    def cost_table(self, sources: NDArray[numpy.int64], targets: NDArray[numpy.int64], threads: int) -> NDArray[numpy.float64]: ...

    def trace(self, start: int, goal: int) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.float64]]: ...

    def summary(self) -> tuple[int, int, int, int, float]: ...

    def written(self) -> tuple[int, NDArray[numpy.uint8]]: ...

    def read(self, kind: int, data: NDArray[numpy.uint8]) -> None: ...

class ActionSet:
    """Actions as data, by the numbers of facts and values."""

    def __init__(self, sizes: Sequence[int], numbers: int, actions: Sequence[tuple[float, Sequence[tuple[int, int]], Sequence[tuple[int, int, int]], Sequence[tuple[int, int]], Sequence[tuple[int, bool, int, int]], bool]]) -> None: ...

    def plan(self, facts: Sequence[int], numbers: Sequence[int], goal: Sequence[tuple[int, int]], ranges: Sequence[tuple[int, int, int]], backward: bool, max_expansions: int | None, ask: Callable[[int, list[int], list[int]], bool] | None) -> tuple[str, list[int], Stats]: ...

    def reachable_actions(self, facts: Sequence[int], numbers: Sequence[int]) -> list[bool]: ...
