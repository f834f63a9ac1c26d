"""The graphs page in Python: the graph, the search, and its lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterion.lab.maps.script import Script, arguments, broken, listed, plain, quoted, script_of
from asterion.lab.searches.search_run import is_custom
from asterion.search.registry import info_of

if TYPE_CHECKING:
    from asterion.lab.graphs.setup import GraphSetup

_LECTURED = {"dijkstra": {}, "astar": {"heuristic"}}  # what `lecture_trace` runs
_LECTURE = {"ties": "fifo", "stop": "guaranteed"}  # its defaults
_LETTERS = 1


def python_of(setup: GraphSetup) -> Script:
    """Return a script that prints the lists of the search, and the path."""
    name, options = setup.run.algorithm, dict(setup.run.options)
    estimates = setup.estimates
    lines = [f"# First run the file that registers {quoted(name)}."] if is_custom(name) else []
    lines += listed("graph = at.Graph(", [tuple(arc) for arc in setup.connections], _nodes(setup))
    if estimates is not None:
        lines += listed("estimates = ", estimates)
    given = {**options, **({} if estimates is None else {"heuristic": "estimates"})}
    ends = f"{plain(setup.start)}, {plain(setup.goal)}"
    if name in _LECTURED and set(options) <= set(_LECTURE):
        # The options of a search have other defaults than those of the lecture.
        chosen = {"ties": options.get("ties", "auto"), "stop": options.get("stop", "fast")}
        told = {each: word for each, word in chosen.items() if word != _LECTURE[each]}
        heuristic = "" if estimates is None else ", heuristic=estimates"
        lines.append(f"lists = at.lecture_trace(graph, {ends}{heuristic}{arguments(told)})")
        return script_of([*lines, "print(lists)", "print(*lists.path, lists.path.cost)"])
    return script_of([*lines, *_searched(setup, ends, given)])


def _nodes(setup: GraphSetup) -> str:
    """The option for the nodes, which sets their order."""
    names = setup.names
    if all(len(name) == _LETTERS for name in names):
        return f", nodes={quoted(''.join(names))})"
    return f", nodes={plain(names)})"


def _searched(setup: GraphSetup, ends: str, given: dict[str, Any]) -> list[str]:
    name = setup.run.algorithm
    rules = {"algorithm": name, **{each: given[each] for each in given if each != "heuristic"}}
    items = ["graph", ends, *(f"{each}={plain(value)}" for each, value in rules.items())]
    items += ["heuristic=estimates"] if "heuristic" in given else []
    if "components" in info_of(name).options:
        items.append("components=False")  # the lists are to be shown, not only the answer
    estimated = "" if "heuristic" in given else ", estimated=False"
    return [
        *broken("search = at.Search(", [*items, "trace=True"], ")"),
        "search.run()",
        f"print(at.lecture.LectureTrace(search{estimated}))",
        "print(*search.path, search.path.cost)",
    ]
