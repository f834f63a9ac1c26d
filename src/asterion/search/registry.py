"""The list of algorithms: the name, options and guarantees of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal, NamedTuple, get_args

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.search.option_table import options_taken_by
from asterion.world.arguments import one_of

Factory = Callable[..., Any]

_RUN_BY = {
    "search": "at.find_path",
    "navigator": "at.Navigator: it keeps a path while the world changes",
    "explorer": "at.Explorer",
}


SearchName = Literal[
    "auto",
    "bfs",
    "dfs",
    "dijkstra",
    "greedy",
    "astar",
    "bidirectional",
    "ida",
    "jps",
    "best-first",
    "any-angle",
    "theta",
    "textbook/bfs",
    "textbook/dfs",
    "textbook/dijkstra",
    "textbook/greedy",
    "textbook/astar",
    "textbook/bidirectional",
    "textbook/ida",
    "textbook/jps",
    "textbook/hierarchical",
]
NavigatorName = Literal[
    "auto",
    "astar",
    "repeated-forward",
    "repeated-backward",
    "adaptive",
    "mpaa",
    "generalised-adaptive",
    "lpa",
    "dstar",
    "focused-dstar",
    "dstar-lite-basic",
    "dstar-lite",
    "jps",
    "index",
    "textbook/lpa",
    "textbook/dstar",
    "textbook/focused-dstar",
    "textbook/dstar-lite",
    "textbook/repeated",
    "textbook/adaptive",
]


class AlgorithmInfo(NamedTuple):
    """An algorithm's properties, for choosing one."""

    name: str
    kind: str  # "search", "navigator" or "explorer"
    # "grid", "graph"; "uniform grid": all free cells must cost the same; "whole-number grid": they
    # must cost whole numbers up to 255.
    worlds: tuple[str, ...]
    options: tuple[str, ...]
    optimal: bool  # finds a cheapest path with default options on every world it takes
    pausable: bool
    paper: str
    summary: str
    factory: Factory | None = None  # of a custom algorithm; None for a built-in one
    title: str = ""  # as people write it: "A*" where the name is "astar"
    needs: tuple[str, ...] = ()  # the options without which it does not run


def _search(
    name: str,
    title: str,
    summary: str,
    paper: str,
    *,
    optimal: bool = False,
    worlds: tuple[str, ...] = ("grid", "graph"),
    needs: tuple[str, ...] = (),
) -> AlgorithmInfo:
    options = options_taken_by(name)
    return AlgorithmInfo(
        name, "search", worlds, options, optimal, True, paper, summary, None, title, needs
    )


_HART = (
    "P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic determination of "
    "minimum cost paths, 1968"
)
_STENTZ = "A. Stentz, Optimal and efficient path planning for partially-known environments, 1994"
_DSTAR_LITE = "S. Koenig and M. Likhachev, D* Lite, 2002"


def _navigator(
    name: str,
    title: str,
    summary: str,
    paper: str,
    *options: str,
    worlds: tuple[str, ...] = ("grid", "graph"),
) -> AlgorithmInfo:
    kind = "navigator"
    return AlgorithmInfo(name, kind, worlds, options, True, False, paper, summary, None, title)


_INFORMED = ("heuristic", "ties", "seed")  # the options of a navigator with a heuristic
# A search and a navigator may have the same name: the navigator runs the search repeatedly.
_REGISTRY = {
    (info.kind, info.name): info
    for info in [
        _search(
            "bfs",
            "Breadth-first",
            "Fewest moves, whatever they cost.",
            "E. F. Moore, The shortest path through a maze, 1959",
        ),
        _search(
            "dfs",
            "Depth-first",
            "Any path: keeps going in one direction, and backtracks at a dead end.",
            "C. P. Tremaux, in E. Lucas, Recreations mathematiques, 1882",
        ),
        _search(
            "dijkstra",
            "Dijkstra",
            "Cheapest path without a heuristic: expands nodes in the order of their cost.",
            "E. W. Dijkstra, A note on two problems in connexion with graphs, 1959",
            optimal=True,
        ),
        _search(
            "greedy",
            "Greedy best-first",
            "Some path, quickly: always expands the node with the smallest estimate.",
            "J. E. Doran and D. Michie, Experiments with the graph traverser program, 1966",
        ),
        _search(
            "astar",
            "A*",
            "Cheapest path, guided by an estimate of the remaining cost.",
            _HART,
            optimal=True,
        ),
        _search(
            "bidirectional",
            "Bidirectional A*",
            "Cheapest path, searched from both ends at once.",
            "I. Pohl, Bi-directional search, 1971",
            optimal=True,
        ),
        _search(
            "ida",
            "IDA*",
            "Cheapest path with memory for one path only, by rounds of depth-first search.",
            "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985",
            optimal=True,
        ),
        _search(
            "jps",
            "Jump point search",
            "Cheapest path where cells cost the same, or differ by area; expands only jump points.",
            "D. Harabor and A. Grastien, Online graph pruning for pathfinding on grid maps, 2011",
            optimal=True,
            worlds=("uniform grid", "whole-number grid"),
        ),
        _search(
            "best-first",
            "Best-first",
            "Some path: expands nodes in the order of a function of your own.",
            "J. Pearl, Heuristics: intelligent search strategies for computer problem solving, "
            "1984",
            needs=("evaluate",),
        ),
        _navigator(
            "astar",
            "A* at every change",
            "A* from the agent to the goal, run again at every change of the world.",
            _HART,
            *_INFORMED,
        ),
        _navigator(
            "repeated-forward",
            "Repeated A*",
            "A* from the agent to the goal, run again when a change touches the path.",
            _HART,
            *_INFORMED,
        ),
        _navigator(
            "repeated-backward",
            "Repeated A* from the goal",
            "A* from the goal to the agent, run again when a change touches the path.",
            _HART,
            *_INFORMED,
        ),
        _navigator(
            "adaptive",
            "Adaptive A*",
            "A* that improves its estimates with every search; falling costs reset them.",
            "S. Koenig and M. Likhachev, Adaptive A*, 2005",
            *_INFORMED,
        ),
        _navigator(
            "mpaa",
            "MPAA*",
            "Adaptive A* that stops where the rest of an earlier path is still cheapest.",
            "C. Hernandez, J. A. Baier and R. Asin, Making A* run faster than D*-Lite for "
            "path-planning in partially known terrain, 2014",
            *_INFORMED,
        ),
        _navigator(
            "generalised-adaptive",
            "Generalised Adaptive A*",
            "MPAA* that takes falling costs and a moving goal without a restart.",
            "X. Sun, S. Koenig and W. Yeoh, Generalized Adaptive A*, 2008",
            *_INFORMED,
        ),
        _navigator(
            "lpa",
            "LPA*",
            "A search between fixed ends, repaired where costs change.",
            "S. Koenig, M. Likhachev and D. Furcy, Lifelong Planning A*, 2004",
            *_INFORMED,
        ),
        _navigator(
            "dstar",
            "D*",
            "A tree of paths to the goal, repaired by waves of raised and lowered costs.",
            _STENTZ,
            "ties",
            "seed",
        ),
        _navigator(
            "focused-dstar",
            "Focussed D*",
            "D* with a heuristic, which repairs first what is near the agent.",
            "A. Stentz, The focussed D* algorithm for real-time replanning, 1995",
            *_INFORMED,
        ),
        _navigator(
            "dstar-lite-basic",
            "D* Lite, first version",
            "LPA* from the goal to a moving agent; computes all keys again at every move.",
            _DSTAR_LITE,
            *_INFORMED,
        ),
        _navigator(
            "dstar-lite",
            "D* Lite",
            "LPA* from the goal to a moving agent; corrects a key only when it is popped.",
            _DSTAR_LITE,
            *_INFORMED,
        ),
        _navigator(
            "jps",
            "Repeated jump point search",
            "Jump point search, run again when a change touches the path; A* if costs differ.",
            "D. Harabor and A. Grastien, Online graph pruning for pathfinding on grid maps, 2011",
            worlds=("grid",),
        ),
        _navigator(
            "index",
            "Index",
            "Asks an index that all navigators of a world share, for maps that seldom change; "
            "searches where that does not know.",
            "R. Geisberger, P. Sanders, D. Schultes and D. Delling, Contraction hierarchies: "
            "faster and simpler hierarchical routing in road networks, 2008",
        ),
        AlgorithmInfo(
            "pha",
            "explorer",
            ("grid",),
            ("fitness",),
            optimal=False,  # only if no cell costs less than unseen ones are presumed to
            pausable=False,
            paper="A. Felner, R. Stern, A. Ben-Yair, S. Kraus and N. Netanyahu, PHA*: Finding the "
            "shortest path with A* in an unknown physical environment, 2004",
            summary="A* that expands a node only where the agent is; it weighs the way to an open "
            "node against its f.",
            title="PHA*",
        ),
    ]
}


def _textbook(
    kind: str,
    name: str,
    *options: str,
    core: str = "",
    worlds: tuple[str, ...] = ("grid", "graph"),
    **facts: Any,
) -> AlgorithmInfo:
    """A version to read, in Python, of the core's algorithm of this name, or of another."""
    like = _REGISTRY[kind, core or name]._replace(**facts)

    def factory(*arguments: Any, **options: Any) -> Any:
        runs = import_module("asterion.search.textbook_runs")  # when it is needed
        run = runs.SearchRun if kind == "search" else runs.NavigatorRun
        return run(info, *arguments, **options)

    info = like._replace(
        name=f"{TEXTBOOK}{name}",
        worlds=worlds,
        options=options,
        pausable=True,
        summary=f"{like.summary} In plain Python, to read.",
        factory=factory,
        title=f"{like.title} (textbook)",
        needs=(),
    )
    return info


TEXTBOOK = "textbook/"  # names of the algorithms of asterion.textbook begin so
_REGISTRY |= {
    (info.kind, info.name): info
    for info in [
        _textbook("search", "bfs", "max_expansions"),
        _textbook("search", "dfs", "max_expansions"),
        _textbook("search", "dijkstra", "max_expansions"),
        _textbook("search", "greedy", "heuristic", "max_expansions"),
        _textbook("search", "astar", "heuristic", "max_expansions"),
        _textbook("search", "bidirectional", "heuristic", "max_expansions"),
        _textbook("search", "ida", "heuristic", "max_expansions"),
        _textbook("search", "jps", "heuristic", "max_expansions", worlds=("uniform grid",)),
        _textbook(
            "search",
            "hierarchical",
            "heuristic",
            "max_expansions",
            core="greedy",
            worlds=("grid",),
            title="Hierarchical search",
            summary="A route over the entrances of squares of the map, then its legs.",
            paper="A. Botea, M. Muller and J. Schaeffer, Near optimal hierarchical path-finding, "
            "2004",
        ),
        _textbook("navigator", "lpa", "heuristic"),
        _textbook("navigator", "dstar"),
        _textbook("navigator", "focused-dstar", "heuristic"),
        _textbook("navigator", "dstar-lite", "heuristic"),
        _textbook("navigator", "repeated", "heuristic", core="repeated-forward"),
        _textbook(
            "navigator",
            "adaptive",
            "heuristic",
            summary="A* that improves its estimates with every search, and lowers them where costs "
            "have fallen.",
        ),
    ]
}


def _straight(
    name: str, title: str, worlds: tuple[str, ...], paper: str, summary: str, *, optimal: bool
) -> AlgorithmInfo:
    """A search whose path consists of straight lines across a grid."""

    def factory(*arguments: Any, **options: Any) -> Any:
        return import_module("asterion.search.on_mesh").StraightRun(name, *arguments, **options)

    return AlgorithmInfo(name, "search", worlds, (), optimal, True, paper, summary, factory, title)


STRAIGHT = ("any-angle", "theta")
_REGISTRY |= {
    (info.kind, info.name): info
    for info in [
        _straight(
            "any-angle",
            "Any-angle paths",
            ("uniform grid",),
            "M. L. Cui, D. D. Harabor and A. Grastien, Compromise-free pathfinding on a navigation "
            "mesh, 2017",
            "Shortest path of a point that goes straight in any direction across free cells.",
            optimal=True,
        ),
        _straight(
            "theta",
            "Lazy Theta*",
            ("grid",),
            "A. Nash, S. Koenig and C. Tovey, Lazy Theta*: any-angle path planning and path length "
            "analysis in 3D, 2010",
            "Short path over straight lines from cell to cell, for any costs.",
            optimal=False,
        ),
    ]
}

Kind = Literal["search", "navigator", "explorer"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_LONGEST_NAME = 40  # characters, because names appear in messages


def algorithms(kind: Kind | Literal["textbook", "any-angle"] | None = None) -> list[AlgorithmInfo]:
    """Return all algorithms, registered custom ones included, or only one kind.

    A ``"search"`` is for :func:`find_path`, :func:`find_paths` and :class:`Search`, a
    ``"navigator"`` for :class:`Navigator` and :class:`Explorer`, an ``"explorer"`` for
    :class:`Explorer` alone. ``"textbook"`` are the searches and navigators of
    :mod:`asterion.textbook`, which are to be read and are slow; ``"any-angle"`` are searches on
    grids whose paths are straight lines. Both are listed under no other kind.

    >>> import asterion as at
    >>> [info.name for info in at.algorithms("search") if info.optimal]
    ['dijkstra', 'astar', 'bidirectional', 'ida', 'jps']
    """
    if kind is not None:
        _check_kind(kind, (*KINDS, "textbook", "any-angle"))
    return [info for info in _REGISTRY.values() if kind in (None, _listed_under(info))]


def _listed_under(info: AlgorithmInfo) -> str:
    if info.name in STRAIGHT:
        return "any-angle"
    return "textbook" if info.name.startswith(TEXTBOOK) else info.kind


def register(
    name: str,
    factory: Factory,
    *,
    kind: Literal["search", "navigator"] = "search",
    worlds: tuple[str, ...] = ("grid",),
    options: tuple[str, ...] = (),
    optimal: bool = False,
    pausable: bool = True,
    paper: str = "",
    summary: str = "",
    title: str = "",
) -> AlgorithmInfo:
    """Register a custom algorithm, available by its name wherever built-in ones are.

    ``algorithm=`` also takes the returned entry, whose type checkers know.

    ``factory(world, start, goals, **options)`` gets the goals as a list of nodes, and the values
    that a call gives for the named ``options``. It returns an object with ``step() -> status`` (one
    expansion; ``"running"``, ``"found"``, ``"unreachable"`` or ``"stopped"``) and ``path``, which
    :meth:`Path.from_nodes` or :meth:`Path.not_found` builds. A custom algorithm of the same name is
    replaced; a built-in one cannot be. ``title`` is for people; by default it is the name.

    For ``kind="navigator"`` the factory is called as ``factory(world, start, goal, **options)``,
    with one goal, and its object has ``plan(start, goal, changed) -> Path``: ``changed`` are the
    cells that have changed since the last plan, an (n, 2) array, or None if that is not known. To
    plan in slices, it returns None from ``plan`` and has ``step() -> status`` and ``path``, as a
    search has: ``plan`` begins again whenever something has changed.

    ``examples/own_search`` and ``examples/own_navigator`` are examples of under 30 lines each.
    """
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST_NAME or name == "auto":
        raise InvalidValue(
            f"name is {short_repr(name)}; it must be a word of at most {_LONGEST_NAME} letters, "
            "and not 'auto'"
        )
    if not callable(factory):
        raise InvalidType(f"factory is {short_repr(factory)}; it must be callable")
    _check_kind(kind, ("search", "navigator"))
    for what, value in (("optimal", optimal), ("pausable", pausable)):
        if not isinstance(value, bool):
            raise InvalidType(f"{what} is {short_repr(value)}; it must be True or False")
    texts = (paper, summary, title)
    for what, words in (("worlds", worlds), ("options", options), ("paper, summary, title", texts)):
        if not isinstance(words, (tuple, list)) or not all(isinstance(word, str) for word in words):
            raise InvalidType(f"{what} is {short_repr(words)}; it must be a tuple of words")
    built_in = (kind, name) in _REGISTRY and (
        _REGISTRY[kind, name].factory is None or name in STRAIGHT
    )
    if built_in or name.startswith(TEXTBOOK):
        raise InvalidValue(f"name is {name!r}; a built-in algorithm cannot be replaced")
    info = AlgorithmInfo(
        name,
        kind,
        tuple(worlds),
        tuple(options),
        optimal,
        pausable,
        paper,
        summary,
        factory,
        title or name,
    )
    _REGISTRY[kind, name] = info
    return info


def info_of(algorithm: Any, kind: str = "search", also: str = "") -> AlgorithmInfo:
    """Return the entry of the algorithm with this name, or raise an error that lists the names.

    It is of the given kind, or of the second kind if there is none of the first. An entry of one of
    these kinds stands for itself.
    """
    if isinstance(algorithm, AlgorithmInfo) and algorithm.kind in (kind, also):
        return algorithm
    try:
        return _REGISTRY[kind, algorithm]
    except Exception:  # noqa: BLE001 - the value is a user's object, and may not even be hashable
        if isinstance(algorithm, str) and (also, algorithm) in _REGISTRY:
            return _REGISTRY[also, algorithm]
        read = isinstance(algorithm, str) and algorithm.startswith(TEXTBOOK)
        known = [
            info.name
            for info in _REGISTRY.values()
            if info.kind in (kind, also) and info.name.startswith(TEXTBOOK) == read
        ]
        names = ", ".join(repr(name) for name in ("auto", *known))[:300]
        hint = _hint(algorithm, (kind, also))
        raise InvalidValue(
            f"algorithm is {short_repr(algorithm)}{hint}; choose one of {names}"
        ) from None


def _hint(algorithm: Any, kinds: tuple[str, ...]) -> str:
    """Say which algorithm is meant by a title or another spelling, or where one of the name is."""

    def plain(name: str) -> str:
        return re.sub("[^a-z]", "", name.lower().replace("*", "star"))

    if not isinstance(algorithm, str) or not plain(algorithm):
        return ""
    meant = [
        info
        for info in _REGISTRY.values()
        if plain(algorithm) in (plain(info.name), plain(info.title))
    ]
    for info in meant:
        if info.kind in kinds:
            return f", which is written {info.name!r}"
    if meant:
        return f", which is run by {_RUN_BY[meant[0].kind]}"
    return ""


def check_world_kind(info: AlgorithmInfo, kind: str) -> None:
    """Raise an error unless the algorithm takes worlds of this kind, ``"grid"`` or ``"graph"``."""
    if not any(world.endswith(kind) for world in info.worlds):
        raise InvalidValue(
            f"{info.name!r} is for a {' or a '.join(info.worlds)}; this world is a {kind}"
        )


def _check_kind(kind: object, kinds: tuple[str, ...] = KINDS) -> None:
    one_of("kind", kind, kinds)
