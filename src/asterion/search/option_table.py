"""The table of search options.

An option is declared here and nowhere else. From its row follow the check of a value and its
message, the default, the algorithms that take it, the command line's `--option`, the lab's form and
the lab's pages about algorithms. :func:`find_path` repeats the options in its signature, for
`help()` and type checkers, and the core's `Query` has an attribute of the same name; tests check
that they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.world.arguments import choice, count, flag, number

HeuristicName = Literal["auto", "zero", "manhattan", "euclidean", "octile", "chebyshev"]
Ties = Literal["auto", "high-g", "low-g", "fifo", "lifo", "random", "straight"]
Stop = Literal["fast", "guaranteed"]
Reopen = Literal["passive", "active", "off"]
Direction = Literal["forward", "backward"]

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
DIRECTIONS = {"forward": False, "backward": True}  # whether the core searches backward


def _whole(name: str, value: Any) -> int:
    """A whole number of any type; a query cached for 2 is found by 2.0, so both are valid."""
    try:
        whole = int(value) if int(value) == value else value
    except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
        whole = value
    return count(name, whole)


_CHECKS: dict[type, Callable[[str, Any], Any]] = {int: _whole, float: number, bool: flag}
_finite = partial(number, finite=True)


class Option(NamedTuple):
    """An option of a search."""

    name: str
    type: type  # str, int, float, bool; object for values that only Python can give
    default: Any
    searches: tuple[str, ...]  # the built-in searches that take it; () for all of them
    help: str
    choices: Mapping[str, Any] = {}
    check: Callable[[str, Any], Any] | None = None  # of a value; by default the type's

    def in_core(self, value: Any) -> Any:
        """Return the value as the core takes it, None for the core's default, or raise an error."""
        if self.choices:
            return choice(self.name, value, self.choices)
        if value is None and self.default is None:
            return None
        return (self.check or _CHECKS[self.type])(self.name, value)


OPTIONS = {
    option.name: option
    for option in (
        Option(
            "heuristic",
            str,
            "auto",
            ("greedy", "astar", "bidirectional", "ida", "best-first"),
            "The estimate of the remaining cost.",
            {"auto": None, **HEURISTICS},  # "auto" depends on the world
        ),
        Option(
            "weight",
            float,
            1.0,
            ("astar", "ida"),
            "The weight of the estimate: above 1 is faster, and a path costs up to this many times "
            "the cheapest.",
            check=_finite,
        ),
        Option(
            "ties",
            str,
            "auto",
            ("dijkstra", "greedy", "astar", "bidirectional", "best-first"),
            "Which of several equally good nodes is expanded first.",
            TIES,
        ),
        Option(
            "seed",
            int,
            None,
            ("dijkstra", "greedy", "astar", "bidirectional", "best-first"),
            "The seed of random ties.",
        ),
        Option(
            "stop",
            str,
            "fast",
            ("dijkstra", "astar", "best-first"),
            "When the search may stop.",
            STOPS,
        ),
        Option(
            "reopen",
            str,
            "passive",
            ("astar", "best-first"),
            "What happens to a closed node that is reached more cheaply.",
            REOPENS,
        ),
        Option(
            "direction",
            str,
            "forward",
            ("bfs", "dfs", "dijkstra", "greedy", "astar", "best-first"),
            "Search from the start or from the goal.",
            DIRECTIONS,
        ),
        Option("max_expansions", int, None, (), "Give up after this many expansions."),
        Option(
            "max_cost",
            float,
            None,
            ("dijkstra", "astar", "bidirectional", "ida", "jps", "best-first"),
            "Give up if every path costs more than this.",
        ),
        Option(
            "components",
            bool,
            True,
            (),
            "Answer unreachable goals from component labels instead of a search.",
        ),
        Option(
            "transpositions", bool, False, ("ida",), "Remember the nodes visited in each round."
        ),
        Option(
            "turn_cost",
            float,
            0.0,
            ("dijkstra", "astar"),
            "What a unit pays for a turn by 45 degrees.",
            check=_finite,
        ),
        Option(
            "evaluate",
            object,
            None,
            ("best-first",),
            "A callable (g, h, node) -> number that orders the open nodes.",
        ),
    )
}


def options_taken_by(search: str) -> tuple[str, ...]:
    """The names of the options that a built-in search takes."""
    return tuple(
        option.name
        for option in OPTIONS.values()
        if not option.searches or search in option.searches
    )


def given_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not at their defaults."""
    return {name: value for name, value in values.items() if _differs(value, OPTIONS[name].default)}


def check_options(algorithm: str, taken: Sequence[str], given: Mapping[str, Any]) -> None:
    """Raise an error that names the first given option that the algorithm does not take."""
    for name, value in given.items():
        if name not in taken:
            known = ", ".join(taken) or "no options"
            raise InvalidValue(
                f"{algorithm!r} does not take {name}={short_repr(value)}; it takes {known}"
            )


def ties_and_seed(ties: Any, seed: Any) -> tuple[_core.Ties, int]:
    """The core's tie rule and its seed, 0 by default; only random ties take a seed."""
    rule = OPTIONS["ties"].in_core(ties)
    check_seed(ties, seed)
    return rule, OPTIONS["seed"].in_core(seed) or 0


def check_seed(ties: str, seed: Any) -> None:
    """Raise an error unless there is no seed, or random ties take it."""
    if seed is not None and ties != "random":
        raise InvalidValue(f"seed={short_repr(seed)} is for ties='random'; ties is {ties!r}")


def check_names(given: Mapping[str, Any], *others: str) -> None:
    """Raise an error that names an option that does not exist."""
    for name in given:
        if name not in OPTIONS and name not in others:
            known = ", ".join((*others, *OPTIONS))
            raise InvalidType(f"there is no option {name!r}; there are {known}")


def _differs(value: Any, default: Any) -> bool:
    try:
        return bool(value != default)
    except Exception:  # noqa: BLE001 - an array, or a user's object that cannot be compared
        return True
