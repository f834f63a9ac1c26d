"""Options of a query: from what a user writes to the `Query` that the core takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion import _core
from asterion.errors import AsterionError, InvalidType, InvalidValue, shown
from asterion.search.map_heuristic import MapHeuristic
from asterion.search.option_checks import (
    check_options,
    check_world_kind,
    given_options,
    ties_and_seed,
)
from asterion.search.registry import info_of
from asterion.world.arguments import choice, count, flag, number, optional
from asterion.world.base import Node, World, WorldKind
from asterion.world.indexing import number_array

if TYPE_CHECKING:
    import numpy.typing as npt

    Heuristic = str | npt.ArrayLike | Mapping[Node, float] | Callable[[Node], float] | MapHeuristic
    Evaluate = Callable[[float, float, Node], float]  # of g, h and a node

HEURISTICS = {
    "zero": _core.Heuristic.zero,
    "manhattan": _core.Heuristic.manhattan,
    "euclidean": _core.Heuristic.euclidean,
    "octile": _core.Heuristic.octile,
    "chebyshev": _core.Heuristic.chebyshev,
}
STOPS = {"fast": _core.Stop.fast, "guaranteed": _core.Stop.guaranteed}
REOPENS = {
    "passive": _core.Reopen.passive,
    "active": _core.Reopen.active,
    "off": _core.Reopen.off,
}
DIRECTIONS = {"forward": False, "backward": True}

# With more goals than this, estimating the cost to the nearest takes longer than it saves.
_MOST_GOALS_TO_ESTIMATE = 8
_UNINFORMED = ("bfs", "dfs", "dijkstra")
_OPTIONS_OF_JPS = frozenset(info_of("jps").options)


class Options(NamedTuple):
    """The options of a query. One at its default is not an option that was given."""

    algorithm: str = "auto"
    heuristic: Heuristic = "auto"
    weight: float = 1.0
    ties: str = "auto"
    seed: int | None = None
    stop: str = "fast"
    reopen: str = "passive"
    direction: str = "forward"
    max_expansions: int | None = None
    max_cost: float | None = None
    components: bool = True
    transpositions: bool = False
    turn_cost: float = 0.0
    evaluate: Evaluate | None = None

    def given(self) -> dict[str, Any]:
        """The options that are not at their defaults, without the algorithm."""
        options = self._asdict()
        del options["algorithm"]
        return given_options(options, self._field_defaults)


def check_straight(kind: WorldKind) -> None:
    """Raise an error unless a world of this kind has straight lines."""
    if kind.name == "graph":
        raise InvalidValue("ties='straight' is for a grid: connections have no directions")
    if kind.tiles != "square":
        raise InvalidValue(f"ties='straight' is for square tiles; these are {kind.tiles!r}")


def checked_options(options: Options, algorithm: str, kind: WorldKind) -> dict[str, Any]:
    """The options that were given, or an error that names one that the algorithm does not take."""
    info = info_of(algorithm)
    check_world_kind(info, kind.name)
    given = options.given()
    check_options(algorithm, info.options, given)
    if "evaluate" in info.needs and not callable(options.evaluate):
        raise (InvalidValue if options.evaluate is None else InvalidType)(
            f"{algorithm!r} needs evaluate, a callable (g, h, node) -> number; "
            f"it is {shown(options.evaluate)}"
        )
    if isinstance(options.ties, str) and options.ties == "straight":
        check_straight(kind)
    return given


def query_for(
    world: World,
    goals: int,
    options: tuple[Any, ...],
    *,
    trace: bool = False,
) -> _core.Query:
    """The core's query for these options on this world, or an error that names the bad one.

    ``options`` are the values of :class:`Options`, as a plain tuple: most calls give the same ones
    again and again, and the query made of them is cached.
    """
    many = goals > _MOST_GOALS_TO_ESTIMATE
    evaluate = options[-1]
    if evaluate is None:
        return _estimating_query(world, many, options, trace)
    given = Options(*options)
    checked_options(given, _algorithm_name(given.algorithm), world._kind)
    # Not with the callable itself: the cache would keep it, and all that it refers to.
    query = _estimating_query(world, many, given._replace(evaluate=_evaluate_later), trace)
    by_number = evaluate_by_number(world, evaluate)
    return query.evaluated_by(_core.called_evaluation(world._ground, by_number))


def _evaluate_later(_g: float, _h: float, _node: Node) -> float:
    """Stands for any evaluation in the key of a cached query."""
    raise NotImplementedError


def _estimating_query(
    world: World, many: bool, options: tuple[Any, ...], trace: bool
) -> _core.Query:
    """The query with its heuristic, but without a custom evaluation."""
    if isinstance(options[1], str):
        return _cached_query(world, many, options, trace, custom_heuristic=False)
    given = Options(*options)
    algorithm = _algorithm_name(given.algorithm)
    checked_options(given, algorithm, world._kind)
    if algorithm == "bidirectional":
        raise InvalidValue("'bidirectional' takes named heuristics only, which are consistent")
    by_name = given._replace(heuristic="auto")
    query = _cached_query(world, many, by_name, trace, custom_heuristic=True)
    if isinstance(given.heuristic, MapHeuristic):
        return query.estimating_by(given.heuristic._known_of(world))
    return query.estimating_by(_estimates(world, given.heuristic))


def _algorithm_name(algorithm: Any) -> str:
    """The name of the algorithm whose options count: "auto" takes those of A*."""
    if not isinstance(algorithm, str):
        info_of(algorithm)  # raises
    return "astar" if algorithm == "auto" else str(algorithm)


def may_choose_algorithm(options: Options, *, custom_heuristic: bool) -> bool:
    """Whether the core may choose the algorithm: A*, or a faster one that suits the world.

    It may with ``algorithm="auto"``, if jump point search takes every option that was given; so
    does bidirectional search then, which the core may choose on graphs. Which of them it chooses
    depends on the world: see cpp/asterion/query/choose_algorithm.hpp.
    """
    if options.algorithm != "auto" or custom_heuristic:
        return False
    return options.given().keys() <= _OPTIONS_OF_JPS


def _cached_query(
    world: World,
    many_goals: bool,
    options: tuple[Any, ...],
    trace: bool,
    *,
    custom_heuristic: bool,
) -> _core.Query:
    key = (world._kind, many_goals, options, trace, custom_heuristic)
    try:
        return _query_of(*key)
    except AsterionError:
        raise
    except Exception:  # noqa: BLE001
        # Some value is not even hashable: without the cache, the checks name it.
        return _query_of.__wrapped__(*key)


@lru_cache(maxsize=256)
def _query_of(
    kind: WorldKind,
    many_goals: bool,
    values: tuple[Any, ...],
    trace: bool,
    custom_heuristic: bool,
) -> _core.Query:
    options = Options(*values)
    name = algorithm = _algorithm_name(options.algorithm)
    checked_options(options, algorithm, kind)
    if may_choose_algorithm(options, custom_heuristic=custom_heuristic):
        name = "auto"
    ties, seed = ties_and_seed(options.ties, options.seed)
    return _core.Query(
        algorithm=getattr(_core.Algorithm, name.replace("-", "_")),
        heuristic=_core.Heuristic.custom
        if custom_heuristic
        else _heuristic(options, algorithm, kind, many_goals),
        weight=number("weight", options.weight, finite=True),
        ties=ties,
        seed=seed,
        stop=choice("stop", options.stop, STOPS),
        reopen=choice("reopen", options.reopen, REOPENS),
        backward=choice("direction", options.direction, DIRECTIONS),
        max_expansions=optional(count, "max_expansions", options.max_expansions),
        max_cost=optional(number, "max_cost", options.max_cost),
        components=flag("components", options.components),
        transpositions=flag("transpositions", options.transpositions),
        trace=trace,
        turn_cost=_turn_cost(options, kind),
    )


def _turn_cost(options: Options, kind: WorldKind) -> float:
    """What a turn costs, where a search can honour it."""
    cost = number("turn_cost", options.turn_cost, finite=True)
    if cost == 0:
        return cost
    if kind.name == "graph":
        raise InvalidValue("turn_cost is for a grid: connections have no directions")
    if kind.tiles == "triangle":
        raise InvalidValue("turn_cost is not for triangles: no two moves lead the same way there")
    if options.direction != "forward":
        raise InvalidValue(
            f"turn_cost is for searches forward, but direction={options.direction!r}"
        )
    if options.ties == "straight":
        raise InvalidValue("ties='straight' is for searches without turn_cost, which knows better")
    return cost


def _heuristic(
    options: Options, algorithm: str, kind: WorldKind, many_goals: bool
) -> _core.Heuristic:
    if algorithm in _UNINFORMED or (options.heuristic == "auto" and many_goals):
        return _core.Heuristic.zero
    return heuristic_kind(options.heuristic, kind)


def heuristic_kind(name: Any, kind: WorldKind) -> _core.Heuristic:
    """The core's value for the name of a heuristic on a world of this kind."""
    if kind.name == "grid":
        if kind.tiles != "square":
            return _heuristic_of_tiles(name, kind.tiles)
        if isinstance(name, str) and name == "auto":
            return HEURISTICS[closest_heuristic(kind.diagonal, kind.diagonal_cost)]
        return choice("heuristic", name, HEURISTICS, "auto")
    if isinstance(name, str) and name == "auto":
        return _core.Heuristic.positions if kind.has_positions else _core.Heuristic.zero
    distance = choice("heuristic", name, HEURISTICS, "auto")
    if distance is not _core.Heuristic.zero and not kind.has_positions:
        raise InvalidValue(f"heuristic={name!r} needs positions, but this graph has none")
    return distance


def _heuristic_of_tiles(name: Any, tiles: str) -> _core.Heuristic:
    """Tiles other than squares have one distance, the number of moves between two of them."""
    if isinstance(name, str) and name == "auto":
        return _core.Heuristic.tiles
    kind = choice("heuristic", name, HEURISTICS, "auto")
    if kind is not _core.Heuristic.zero:
        raise InvalidValue(
            f"heuristic={name!r} is a distance between squares, but tiles={tiles!r}; choose "
            "'auto', 'zero' or your own"
        )
    return kind


def _estimates(world: World, heuristic: Any) -> _core.Estimates:
    """Custom estimates: an array with a value for each node, or a callable."""
    if callable(heuristic):
        return _core.called_estimates(world._ground, heuristic_by_number(world, heuristic))
    values = estimate_array(world, heuristic)
    return _core.array_estimates(values.ravel())


def heuristic_by_number(world: World, heuristic: Callable[..., float]) -> Callable[..., float]:
    """A callable as the core calls it: on a graph, with the numbers of nodes, not their names."""
    if world._kind.name == "grid":
        return heuristic

    def by_number(*nodes: int) -> float:
        names = [world._name(node) for node in nodes]
        value = heuristic(*names)
        what = f"heuristic({', '.join(map(shown, names))})"
        try:
            return number(what, value)
        except InvalidValue:
            raise InvalidValue(f"{what} is {shown(value)}; an estimate must be >= 0") from None

    return by_number


def evaluate_by_number(world: World, evaluate: Evaluate) -> Callable[..., float]:
    """An evaluation as the core calls it: on a graph, with numbers of nodes, not their names."""
    if world._kind.name == "grid":
        return evaluate

    def by_number(g: float, h: float, node: int) -> float:
        name = world._name(node)
        value = evaluate(g, h, name)
        try:
            f = float(value)
        except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
            error: type[AsterionError] = InvalidType
        else:
            if not isnan(f):
                return f
            error = InvalidValue
        raise error(f"evaluate({g}, {h}, {shown(name)}) is {shown(value)}; it must be a number")

    return by_number


def estimate_array(world: World, heuristic: Any) -> npt.NDArray[np.float64]:
    """The values of a heuristic given as an array, each of them checked."""
    if isinstance(heuristic, Mapping) and world._kind.name == "graph":
        heuristic = _values_in_node_order(world, heuristic)
    array = number_array(heuristic, "heuristic")
    if array.shape != world.shape:
        raise InvalidValue(f"heuristic has shape {array.shape}; the world has {world.shape}")
    with np.errstate(all="ignore"):  # too large a value is inf
        values = np.asarray(array, dtype=np.float64, order="C")
    if not values.min(initial=0.0) >= 0:  # NaN is refused too
        at = tuple(int(i) for i in np.argwhere(~(values >= 0))[0])
        where = ", ".join(map(str, at))
        raise InvalidValue(f"heuristic[{where}] is {float(values[at])!r}; an estimate must be >= 0")
    return values


def _values_in_node_order(world: World, table: Mapping[Any, Any]) -> list[Any]:
    """The values of a mapping from the names of nodes, in the order of the nodes."""
    names = [world._name(node) for node in range(world.shape[0])]
    for name in names:
        if name not in table:
            raise InvalidValue(f"heuristic has no value for {shown(name)}")
    return [table[name] for name in names]


def closest_heuristic(diagonal: str, diagonal_cost: float) -> str:
    """The name of the largest distance that never exceeds the cost of the moves."""
    if diagonal == "never":
        return "manhattan"
    return "octile" if diagonal_cost > 1 else "chebyshev"


def options_from(given: dict[str, Any]) -> Options:
    """The options in a call, or an error that names one that does not exist."""
    for name in given:
        if name not in Options._fields:
            raise InvalidType(
                f"there is no option {name!r}; there are {', '.join(Options._fields)}"
            )
    return Options(**given)
