"""Query options: from users' values to the `Query` that the core takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from math import isnan
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from asterion import _core
from asterion.errors import AsterionError, InvalidType, InvalidValue, short_repr
from asterion.search.map_heuristic import MapHeuristic
from asterion.search.option_table import (
    HEURISTICS,
    OPTIONS,
    check_names,
    check_options,
    check_seed,
    given_options,
)
from asterion.search.registry import check_world_kind, info_of
from asterion.world.arguments import choice, number
from asterion.world.base import Node, World, WorldKind
from asterion.world.indexing import number_array

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.option_table import Direction, HeuristicName, Reopen, Stop, Ties
    from asterion.search.registry import AlgorithmInfo, SearchName

    Asked = Callable[[Node], float] | Callable[[Node, Node], float]  # (node), or (node, goal)
    Values = npt.NDArray[Any] | list[Any] | tuple[Any, ...] | Mapping[Any, float]
    Heuristic = HeuristicName | Values | Asked | MapHeuristic
    Evaluate = Callable[[float, float, Any], float]  # of g, h and a node
    Options = dict[str, Any]  # the algorithm, and a value for each row of the table, in its order


class SearchOptions(TypedDict, total=False):
    """The options of a search, for type checkers."""

    algorithm: SearchName | AlgorithmInfo
    heuristic: Heuristic
    weight: float
    ties: Ties
    seed: int | None
    stop: Stop
    reopen: Reopen
    direction: Direction
    max_expansions: int | None
    max_cost: float | None
    components: bool
    transpositions: bool
    turn_cost: float
    evaluate: Evaluate | None
    radius: float  # on a mesh


# With more goals than this, the estimate to the nearest takes longer than it saves.
MOST_GOALS_TO_ESTIMATE = 8
_UNINFORMED = ("bfs", "dfs", "dijkstra")
_OPTIONS_OF_JPS = frozenset(info_of("jps").options)

# Queries of earlier calls, by the kind of world and the options. A query holds no user objects, and
# built-in algorithms cannot be replaced, so an entry stays right.
QUERIES: dict[tuple[Any, ...], _core.Query] = {}
_MOST_QUERIES = 256
_CUSTOM = object()  # stands for any user's heuristic or evaluation in a key
_PLAIN = {str, int, float, bool, type(None), type(_CUSTOM)}


_DEFAULTS: Options = {"algorithm": "auto", **{row.name: row.default for row in OPTIONS.values()}}


def options_from(given: Mapping[str, Any]) -> Options:
    """Return the options of a call with defaults for the rest; an error names an unknown one."""
    options = dict(given)
    check_no_radius(options.pop("radius", 0.0))
    check_names(options, "algorithm")
    return {**_DEFAULTS, **options}


def check_no_radius(radius: Any) -> None:
    """Raise an error if a search on a grid or graph has a radius."""
    if radius != 0:
        raise InvalidValue(
            f"radius is {short_repr(radius)}; only a mesh takes it: at.Mesh.from_grid(grid). For "
            "cells, grid.view(radius=...) is the map of a disc"
        )


def named_options(values: tuple[Any, ...]) -> Options:
    """The options with these values, which are in the order of the table."""
    return dict(zip(_DEFAULTS, values, strict=True))


def given_of(options: Options) -> dict[str, Any]:
    """The options that are not at their defaults, without the algorithm."""
    return given_options({name: options[name] for name in OPTIONS})


def check_straight(kind: WorldKind) -> None:
    """Raise an error unless a world of this kind has straight lines."""
    if kind.name == "graph":
        raise InvalidValue("ties='straight' is for a grid: connections have no directions")
    if kind.tiles != "square":
        raise InvalidValue(f"ties='straight' is for square tiles; these are {kind.tiles!r}")


def checked_options(options: Options, algorithm: str, kind: WorldKind) -> dict[str, Any]:
    """Return the given options, or raise an error that names one the algorithm does not take."""
    info = info_of(algorithm)
    check_world_kind(info, kind.name)
    given = given_of(options)
    check_options(algorithm, info.options, given)
    evaluate, ties = options["evaluate"], options["ties"]
    if "evaluate" in info.needs and not callable(evaluate):
        raise (InvalidValue if evaluate is None else InvalidType)(
            f"{algorithm!r} needs evaluate, a callable (g, h, node) -> number; "
            f"it is {short_repr(evaluate)}"
        )
    if isinstance(ties, str) and ties == "straight":
        check_straight(kind)
    return given


def query_for(
    world: World,
    goals: int,
    options: Options,
    *,
    ends: tuple[int, list[int]] = (0, []),
    trace: bool = False,
) -> _core.Query:
    """Return the core's query for these options on this world, or raise an error.

    ``ends`` are the start and the goals, which count for a heuristic (node, goal) alone.
    """
    heuristic, evaluate = options["heuristic"], options["evaluate"]
    custom = not isinstance(heuristic, str)
    values = {
        **options,
        "heuristic": _CUSTOM if custom else heuristic,
        "evaluate": _CUSTOM if callable(evaluate) else evaluate,
    }
    key = (world._kind, *values.values())
    try:
        query = QUERIES.get(key)
    except Exception:  # noqa: BLE001 - a value may not even be hashable; the checks name it
        query = None
    if query is None:
        query = _new_query(options, world._kind)
        if all(type(value) in _PLAIN for value in values.values()):
            if len(QUERIES) >= _MOST_QUERIES:
                QUERIES.clear()
            QUERIES[key] = query
    uninformed = goals > MOST_GOALS_TO_ESTIMATE and not custom and heuristic == "auto"
    if not (custom or uninformed or trace or evaluate is not None):
        return query
    changes: dict[str, Any] = {"trace": trace}
    if custom:
        targets = [ends[0]] if options["direction"] == "backward" else ends[1]
        changes["custom"] = _custom_estimates(world, heuristic, targets)
    elif uninformed:
        changes["heuristic"] = _core.Heuristic.zero
    if evaluate is not None:
        ask = evaluate_by_number(world, evaluate)
        changes["evaluate"] = _core.called_evaluation(world._core_view, ask)
    return query.changed(**changes)


def _new_query(options: Options, kind: WorldKind) -> _core.Query:
    """The query for these options, without a user's estimates or evaluation."""
    algorithm = _algorithm_name(options["algorithm"])
    given = checked_options(options, algorithm, kind)
    values = {
        option.name: option.in_core(options[option.name])
        for option in OPTIONS.values()
        if option.name not in ("heuristic", "evaluate")  # those depend on the world
    }
    values["heuristic"] = _heuristic(options["heuristic"], algorithm, kind)
    check_seed(options["ties"], options["seed"])
    _check_turn_cost(options, kind)
    name = "auto" if _may_choose(options, given) else algorithm
    values["algorithm"] = getattr(_core.Algorithm, name.replace("-", "_"))
    return _core.Query(**{name: value for name, value in values.items() if value is not None})


def _algorithm_name(algorithm: Any) -> str:
    """The name of the algorithm whose options count: "auto" takes the options of A*."""
    if not isinstance(algorithm, str):
        return info_of(algorithm).name
    return "astar" if algorithm == "auto" else str(algorithm)


def _may_choose(options: Options, given: dict[str, Any]) -> bool:
    """Whether the core may choose the algorithm: A*, or a faster one that suits the world.

    It may with ``algorithm="auto"``, if jump point search takes every given option; then so does
    bidirectional search, which the core may choose on graphs. The choice depends on the world: see
    cpp/asterion/query/choose_algorithm.hpp.
    """
    return options["algorithm"] == "auto" and given.keys() <= _OPTIONS_OF_JPS


def _check_turn_cost(options: Options, kind: WorldKind) -> None:
    """Raise an error where no search supports a turn cost."""
    cost = float(options["turn_cost"])
    if cost == 0:
        return
    if cost > 1e290:  # as the cost of a cell: the cost of a path must stay finite
        raise InvalidValue(f"turn_cost is {cost!r}; it must be at most 1e290")
    if kind.name == "graph":
        raise InvalidValue("turn_cost is for a grid: connections have no directions")
    if kind.tiles == "triangle":
        raise InvalidValue("turn_cost is not for triangles: no two moves lead the same way there")
    if (direction := options["direction"]) != "forward":
        raise InvalidValue(f"turn_cost is for searches forward, but direction={direction!r}")
    if options["ties"] == "straight":
        raise InvalidValue("ties='straight' is for searches without turn_cost, which knows better")


def _heuristic(heuristic: Any, algorithm: str, kind: WorldKind) -> _core.Heuristic:
    if algorithm in _UNINFORMED:
        return _core.Heuristic.zero
    if isinstance(heuristic, str):
        return heuristic_kind(heuristic, kind)
    if algorithm == "bidirectional":
        raise InvalidValue("'bidirectional' takes named heuristics only, which are consistent")
    return _core.Heuristic.custom


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
    """Tiles other than squares have one distance: the number of moves between two of them."""
    if isinstance(name, str) and name == "auto":
        return _core.Heuristic.tiles
    kind = choice("heuristic", name, HEURISTICS, "auto")
    if kind is not _core.Heuristic.zero:
        raise InvalidValue(
            f"heuristic={name!r} is a distance between squares, but tiles={tiles!r}; choose "
            "'auto', 'zero' or your own"
        )
    return kind


def _custom_estimates(world: World, heuristic: Any, targets: list[int]) -> _core.Estimates:
    """A user's estimates: a heuristic built from the map, a callable, or an array."""
    if isinstance(heuristic, MapHeuristic):
        return heuristic._known_of(world)
    if callable(heuristic):
        asked = heuristic_to(heuristic, [world._name(node) for node in targets])
        return _core.called_estimates(world._core_view, heuristic_by_number(world, asked))
    return _core.array_estimates(estimate_array(world, heuristic).ravel())


def takes_goal(heuristic: Callable[..., float]) -> bool | None:
    """Whether a callable is (node, goal) -> number, not (node) -> number; None if it may be both.

    The number of values that it needs decides. An error says so if it can be neither.
    """
    try:
        given = signature(heuristic).parameters.values()
    except (TypeError, ValueError):  # of a C function, that cannot be known
        return None
    names = [each for each in given if each.kind <= Parameter.POSITIONAL_OR_KEYWORD]
    needed = sum(each.default is Parameter.empty for each in names)
    most = 2 if any(each.kind is Parameter.VAR_POSITIONAL for each in given) else len(names)
    if not most or needed > 2:
        raise InvalidType(
            f"heuristic is {short_repr(heuristic)}, which takes {needed or 'no'} values; it must "
            "be a callable (node, goal) -> number, or for a search (node) -> number"
        )
    return None if most >= 2 > needed else needed == 2


def heuristic_to(heuristic: Callable[..., float], goals: list[Node]) -> Callable[[Node], float]:
    """The callable for these goals: with several, the smallest estimate."""
    # The first question saves the second, which takes as long as a short search.
    is_plain = type(heuristic) is FunctionType and heuristic.__code__.co_argcount == 1
    if is_plain or not takes_goal(heuristic):
        return heuristic
    if len(goals) == 1:
        goal = goals[0]
        return lambda node: heuristic(node, goal)
    return lambda node: min([heuristic(node, goal) for goal in goals], default=0.0)


def heuristic_by_number(world: World, heuristic: Callable[..., float]) -> Callable[..., float]:
    """The callable as the core calls it: on a graph, with numbers of nodes instead of names."""
    if world._kind.name == "grid":
        return heuristic

    def by_number(*nodes: int) -> float:
        names = [world._name(node) for node in nodes]
        value = heuristic(*names)
        what = f"heuristic({', '.join(map(short_repr, names))})"
        try:
            return number(what, value)
        except InvalidValue:
            raise InvalidValue(f"{what} is {short_repr(value)}; an estimate must be >= 0") from None

    return by_number


def evaluate_by_number(world: World, evaluate: Evaluate) -> Callable[..., float]:
    """The evaluation as the core calls it: on a graph, with numbers of nodes instead of names."""
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
        raise error(
            f"evaluate({g}, {h}, {short_repr(name)}) is {short_repr(value)}; it must be a number"
        )

    return by_number


def estimate_array(world: World, heuristic: Any) -> npt.NDArray[np.float64]:
    """The values of a heuristic given as an array, each checked."""
    if isinstance(heuristic, Mapping) and world._kind.name == "graph":
        heuristic = _values_in_node_order(world, heuristic)
    array = number_array(heuristic, "heuristic")
    if array.shape != world.shape:
        raise InvalidValue(f"heuristic has shape {array.shape}; the world has {world.shape}")
    with np.errstate(all="ignore"):  # too large a value is inf
        values = np.asarray(array, dtype=np.float64, order="C")
    if not values.min(initial=0.0) >= 0:  # NaN is rejected too
        at = tuple(int(i) for i in np.argwhere(~(values >= 0))[0])
        where = ", ".join(map(str, at))
        raise InvalidValue(f"heuristic[{where}] is {float(values[at])!r}; an estimate must be >= 0")
    return values


def _values_in_node_order(world: World, table: Mapping[Any, Any]) -> list[Any]:
    """The values of a mapping from names of nodes, in the order of the nodes."""
    names = [world._name(node) for node in range(world.shape[0])]
    for name in names:
        if name not in table:
            raise InvalidValue(f"heuristic has no value for {short_repr(name)}")
    return [table[name] for name in names]


def closest_heuristic(diagonal: str, diagonal_cost: float) -> str:
    """The name of the largest distance that never exceeds the cost of the moves."""
    if diagonal == "never":
        return "manhattan"
    return "octile" if diagonal_cost > 1 else "chebyshev"
