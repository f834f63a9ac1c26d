"""The one list of algorithms: what each is called, takes and guarantees."""

from typing import NamedTuple

from asterion.errors import InvalidValue


class AlgorithmInfo(NamedTuple):
    """What a user needs to choose an algorithm."""

    name: str
    kind: str  # "search" or "navigator"
    worlds: tuple[str, ...]
    options: tuple[str, ...]
    optimal: bool  # finds a cheapest path, with its default options, on every world it takes
    pausable: bool
    paper: str
    summary: str


_BUILT_IN = [
    AlgorithmInfo(
        name="bfs",
        kind="search",
        worlds=("grid",),
        options=("max_expansions", "components"),
        optimal=False,
        pausable=True,
        paper="E. F. Moore, The shortest path through a maze, 1959",
        summary="Fewest moves, whatever they cost.",
    ),
    AlgorithmInfo(
        name="dijkstra",
        kind="search",
        worlds=("grid",),
        options=("ties", "stop", "max_expansions", "max_cost", "components"),
        optimal=True,
        pausable=True,
        paper="E. W. Dijkstra, A note on two problems in connexion with graphs, 1959",
        summary="Cheapest path, without an estimate: spreads equally in all directions.",
    ),
    AlgorithmInfo(
        name="astar",
        kind="search",
        worlds=("grid",),
        options=("heuristic", "ties", "stop", "max_expansions", "max_cost", "components"),
        optimal=True,
        pausable=True,
        paper=(
            "P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic "
            "determination of minimum cost paths, 1968"
        ),
        summary="Cheapest path, led by an estimate of the cost that remains.",
    ),
]

_REGISTRY = {info.name: info for info in _BUILT_IN}


def algorithms() -> list[AlgorithmInfo]:
    """All algorithms that can be asked for by name.

    >>> import asterion as at
    >>> [info.name for info in at.algorithms() if info.optimal]
    ['dijkstra', 'astar']
    """
    return list(_REGISTRY.values())


def info_of(algorithm: str) -> AlgorithmInfo:
    """The entry of a name, or an error that lists the names there are."""
    try:
        return _REGISTRY[algorithm]
    except (KeyError, TypeError):
        names = ", ".join(repr(name) for name in ("auto", *_REGISTRY))
        raise InvalidValue(f"algorithm is {algorithm!r}; choose one of {names}") from None
