"""From the options of a query, as a user writes them, to the core's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion import _core
from asterion.errors import AsterionError, InvalidType, InvalidValue, shown
from asterion.search.map_heuristic import MapHeuristic
from asterion.search.registry import AlgorithmInfo, info_of
from asterion.world.arguments import choice, count, flag, number, optional
from asterion.world.base import Node, World
from asterion.world.indexing import number_array

if TYPE_CHECKING:
    import numpy.typing as npt

    Heuristic = str | npt.ArrayLike | Mapping[Node, float] | Callable[[Node], float] | MapHeuristic
    Ends = tuple[int, list[int]]  # numbers of the start and of the goals

HEURISTICS = {
    "zero": _core.Heuristic.zero,
    "manhattan": _core.Heuristic.manhattan,
    "euclidean": _core.Heuristic.euclidean,
    "octile": _core.Heuristic.octile,
    "chebyshev": _core.Heuristic.chebyshev,
}
TIES = {
    "auto": _core.Ties.auto,
    "high-g": _core.Ties.high_g,
    "low-g": _core.Ties.low_g,
    "fifo": _core.Ties.fifo,
    "lifo": _core.Ties.lifo,
    "random": _core.Ties.random,
    "straight": _core.Ties.straight,
}
STOPS = {"fast": _core.Stop.fast, "guaranteed": _core.Stop.guaranteed}
REOPENS = {
    "passive": _core.Reopen.passive,
    "active": _core.Reopen.active,
    "off": _core.Reopen.off,
}
DIRECTIONS = {"forward": False, "backward": True}
TRUSTS = {
    "none": _core.Trust.none,
    "admissible": _core.Trust.admissible,
    "consistent": _core.Trust.consistent,
}

# More goals than this, and estimating the way to the nearest costs more than it saves.
_MOST_GOALS_TO_ESTIMATE = 8
_UNINFORMED = ("bfs", "dfs", "dijkstra")
_JPS_OPTIONS = frozenset(info_of("jps").options)


class Options(NamedTuple):
    """What a query may ask for. An option at its default asks nothing of any algorithm."""

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

    def asked_for(self) -> dict[str, Any]:
        """The options that are not at their defaults, without the algorithm."""
        pairs = zip(self._fields[1:], self[1:], _DEFAULTS[1:], strict=True)
        return {name: value for name, value, default in pairs if differs(value, default)}


_DEFAULTS = Options()


def check_takes(info: AlgorithmInfo, kind: str) -> None:
    """An error, unless the algorithm takes worlds of this kind."""
    if not any(world.endswith(kind) for world in info.worlds):
        raise InvalidValue(
            f"{info.name!r} is for a {' or a '.join(info.worlds)}; this world is a {kind}"
        )


def checked_for(options: Options, algorithm: str, kind: str) -> dict[str, Any]:
    """What was asked for, or an error that names what the algorithm does not take."""
    info = info_of(algorithm)
    check_takes(info, kind)
    asked = options.asked_for()
    for name, value in asked.items():
        if name not in info.options:
            taken = ", ".join(info.options) or "no options"
            raise InvalidValue(
                f"{algorithm!r} does not take {name}={shown(value)}; it takes {taken}"
            )
    if kind == "graph" and isinstance(options.ties, str) and options.ties == "straight":
        raise InvalidValue("ties='straight' is for a grid: connections have no directions")
    return asked


def query_for(
    world: World,
    goals: int,
    options: tuple[Any, ...],
    *,
    trace: bool = False,
    ends: Ends = (0, []),
) -> _core.Query:
    """The core's query for these options on this world, or an error that names the bad one.

    ``options`` are the values of :class:`Options`, as a plain tuple: most queries say the same
    words again and again, and are made out of them once. ``ends`` are for heuristics that know
    the map.
    """
    many = goals > _MOST_GOALS_TO_ESTIMATE
    if isinstance(options[1], str):
        return _words(world, many, options, trace, False)
    own = Options(*options)
    algorithm = _named(own.algorithm)
    checked_for(own, algorithm, world.KIND)
    if algorithm == "bidirectional":
        raise InvalidValue("'bidirectional' takes named heuristics only, which are consistent")
    words = _words(world, many, own._replace(heuristic="auto"), trace, True)
    if isinstance(own.heuristic, MapHeuristic):
        backward = DIRECTIONS[own.direction]
        values = own.heuristic.for_search(world, *ends, backward=backward)
        return words.estimating_by(_core.array_estimates(values, TRUSTS[own.heuristic.trust]))
    return words.estimating_by(_estimates(world, own.heuristic))


def _named(algorithm: Any) -> str:
    """The name of the algorithm whose options count: "auto" takes those of A*."""
    if not isinstance(algorithm, str):
        info_of(algorithm)  # raises
    return "astar" if algorithm == "auto" else str(algorithm)


def _words(
    world: World, many_goals: bool, options: tuple[Any, ...], trace: bool, given: bool
) -> _core.Query:
    rules = (world._rules, many_goals, options, (trace, given))
    try:
        return _query(*rules)
    except AsterionError:
        raise
    except Exception:  # noqa: BLE001
        # Some value cannot even be looked up among the words: let the checks name it.
        return _query.__wrapped__(*rules)


@lru_cache(maxsize=256)
def _query(
    rules: tuple[Any, ...],
    many_goals: bool,
    words: tuple[Any, ...],
    traced_and_given: tuple[bool, bool],
) -> _core.Query:
    options = Options(*words)
    trace, given = traced_and_given
    algorithm = _named(options.algorithm)
    checked_for(options, algorithm, rules[0])
    ties = choice("ties", options.ties, TIES)
    if options.seed is not None and ties is not _core.Ties.random:
        raise InvalidValue(
            f"seed={shown(options.seed)} is for ties='random'; ties is {options.ties!r}"
        )
    return _core.Query(
        algorithm=getattr(_core.Algorithm, "auto" if _may_choose(options, given) else algorithm),
        heuristic=_core.Heuristic.custom
        if given
        else _heuristic(options, algorithm, rules, many_goals),
        weight=number("weight", options.weight, finite=True),
        ties=ties,
        seed=0 if options.seed is None else count("seed", options.seed),
        stop=choice("stop", options.stop, STOPS),
        reopen=choice("reopen", options.reopen, REOPENS),
        backward=choice("direction", options.direction, DIRECTIONS),
        max_expansions=optional(count, "max_expansions", options.max_expansions),
        max_cost=optional(number, "max_cost", options.max_cost),
        components=flag("components", options.components),
        transpositions=flag("transpositions", options.transpositions),
        trace=trace,
    )


def _may_choose(options: Options, given: bool) -> bool:
    """Whether "auto" is left to the core: see cpp/asterion/query/choose_algorithm.hpp.

    Only if nothing is asked for that JPS does not take; everything else is A*, which takes all of
    it. ``given``: the heuristic is the user's.
    """
    return options.algorithm == "auto" and not given and options.asked_for().keys() <= _JPS_OPTIONS


def _heuristic(
    options: Options, algorithm: str, rules: tuple[Any, ...], many_goals: bool
) -> _core.Heuristic:
    if algorithm in _UNINFORMED or (options.heuristic == "auto" and many_goals):
        return _core.Heuristic.zero
    return named_heuristic(options.heuristic, rules)


def named_heuristic(name: Any, rules: tuple[Any, ...]) -> _core.Heuristic:
    """The core's word for a distance on worlds of these rules, or an error that names it."""
    if rules[0] == "grid":
        _, diagonal, diagonal_cost = rules
        if isinstance(name, str) and name == "auto":
            return HEURISTICS[closest_heuristic(diagonal, diagonal_cost)]
        return choice("heuristic", name, HEURISTICS, "auto")
    has_positions = rules[1]
    if isinstance(name, str) and name == "auto":
        return _core.Heuristic.positions if has_positions else _core.Heuristic.zero
    kind = choice("heuristic", name, HEURISTICS, "auto")
    if kind is not _core.Heuristic.zero and not has_positions:
        raise InvalidValue(f"heuristic={name!r} needs positions, which this graph has not")
    return kind


def _estimates(world: World, heuristic: Any) -> _core.Estimates:
    """A user's own estimates: an array with a value for each node, or a callable."""
    if callable(heuristic):
        return _core.called_estimates(world._ground, asked_by_number(world, heuristic))
    values = estimate_array(world, heuristic)
    return _core.array_estimates(values.ravel())


def asked_by_number(world: World, heuristic: Callable[..., float]) -> Callable[..., float]:
    """A callable as the core calls it: of a graph it knows nodes by their numbers alone."""
    if world.KIND == "grid":
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


def estimate_array(world: World, heuristic: Any) -> npt.NDArray[np.float64]:
    """The values of a heuristic given as an array, each of them checked."""
    if isinstance(heuristic, Mapping) and world.KIND == "graph":
        heuristic = _looked_up(world, heuristic)
    array = number_array(heuristic, "heuristic")
    if array.shape != world.shape:
        raise InvalidValue(f"heuristic has shape {array.shape}; the world has {world.shape}")
    with np.errstate(all="ignore"):  # what is too large is inf
        values = np.asarray(array, dtype=np.float64, order="C")
    if not values.min(initial=0.0) >= 0:  # also where it is NaN
        at = tuple(int(i) for i in np.argwhere(~(values >= 0))[0])
        where = ", ".join(map(str, at))
        raise InvalidValue(f"heuristic[{where}] is {float(values[at])!r}; an estimate must be >= 0")
    return values


def _looked_up(world: World, table: Mapping[Any, Any]) -> list[Any]:
    """The values of a table by names, in the order of the nodes."""
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


def differs(value: Any, default: Any) -> bool:
    """Whether something is asked for that is not the default."""
    try:
        return bool(value != default)
    except Exception:  # noqa: BLE001 - an array, or an object of a user's that cannot be compared
        return True


def options_from(wishes: dict[str, Any]) -> Options:
    """The options in a call, or an error that names one that there is not."""
    for name in wishes:
        if name not in Options._fields:
            raise InvalidType(
                f"there is no option {name!r}; there are {', '.join(Options._fields)}"
            )
    return Options(**wishes)
