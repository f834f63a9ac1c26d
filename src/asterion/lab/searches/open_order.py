"""The order of a search's open list, for boards that explain a step from its trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterion.lab.searches.search_run import INDEX, board_info
from asterion.search.registry import TEXTBOOK

if TYPE_CHECKING:
    from collections.abc import Mapping

# The search takes the node with the smallest of this; step_account.js explains the names.
_BY = {
    "bfs": "queue",
    "dfs": "stack",
    "dijkstra": "g",
    "greedy": "h",
    "astar": "f",
    "jps": "f",
    "ida": "bound",
    "bidirectional": "fronts",
    "textbook/bfs": "queue",
}
_HEADINGS = (
    "With a cost of turning, a cell is open once for each heading: the trace does not tell them "
    "apart, so the order is not in it."
)
_TEXTBOOK = (
    "The trace of a textbook search has the cells that it has seen and expanded; the order of its "
    "open list is not in it."
)
_INDEX = (
    "The trace of an index has the corners of both climbs, with costs from the end where each "
    "began; the order of their queues is not in it."
)
_OWN = "The order of this search's open list is not in its trace."


def open_order(
    algorithm: str, options: Mapping[str, Any], moves: str | None = None
) -> dict[str, Any]:
    """Return what orders the open list, and which of equals comes first.

    ``moves`` is the rule for moves of a grid, of ``TITLES`` in ``moves.py``; None for a graph.
    Where the order is not in a trace, ``why`` says so; ``seen`` is whether nodes that were opened
    were only seen.
    """
    info = board_info(algorithm)
    by = "" if info.factory and not algorithm.startswith(TEXTBOOK) else _BY.get(algorithm, "")
    if not by:
        read = algorithm.startswith(TEXTBOOK)
        why = _TEXTBOOK if read else _INDEX if info is INDEX else _OWN
        return {"by": "", "why": why, "seen": read}
    if options.get("turn_cost"):
        return {"by": "", "why": _HEADINGS}
    order: dict[str, Any] = {"by": by}
    if "weight" in info.options:
        order["weight"] = float(options.get("weight") or 1.0)
    if by in {"f", "g", "h", "fronts"}:
        order["ties"] = _ties(algorithm, options, moves)
    return order


def _ties(algorithm: str, options: Mapping[str, Any], moves: str | None) -> str:
    """The tie rule; where the search chooses one, as ``open_lists/ties.hpp`` has it."""
    asked = options.get("ties") or "auto"
    if asked != "auto":
        return str(asked)
    if algorithm == "jps":
        return "lifo"
    heuristic = options.get("heuristic") or "auto"
    if algorithm == "dijkstra":
        keeps_f = True
    elif callable(heuristic) or moves is None:
        return "auto"  # it depends on the estimates
    else:
        keeps_f = algorithm != "greedy" and (options.get("weight") or 1.0) <= 1
        keeps_f = keeps_f and (heuristic != "manhattan" or moves == "never")
    fast = (options.get("stop") or "fast") == "fast"
    return "lifo" if keeps_f and fast else "high-g, lifo"  # buckets, or a heap
