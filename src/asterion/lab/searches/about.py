"""A few lines of pseudocode for each algorithm, and its guarantee.

A line has a tag if the boards can tell when it is done: the kinds of events of a search (opened,
improved, reopened, closed), or an agent's activities (look, plan, move).
"""

from __future__ import annotations

from typing import Any

from asterion.errors import InvalidValue
from asterion.lab.searches.search_run import INDEX, board_info
from asterion.search.registry import KINDS, STRAIGHT, TEXTBOOK, AlgorithmInfo, info_of

Lines = tuple[tuple[str, str], ...]


def _best_first(smallest: str) -> Lines:
    return (
        ("", "put the start on the open list"),
        ("", "while the open list is not empty:"),
        ("closed", f"    take the node with the smallest {smallest}, and close it"),
        ("", "    if it is the goal: follow the parents back; done"),
        ("", "    for each of its neighbours:"),
        ("opened", "        if it is new: open it, with this node as its parent"),
        ("improved", "        if it is open and now reached more cheaply: change its parent"),
        ("reopened", "        if it is closed and now reached more cheaply: open it again"),
    )


def _agent(plan: str, *details: str) -> Lines:
    return (
        ("", "until the goal is reached:"),
        ("look", "    look around, or hear what has changed"),
        ("plan", f"    if that touches the plan: {plan}"),
        *(("plan", f"        {detail}") for detail in details),
        ("", "    if there is no path: stop, stuck"),
        ("move", "    take one step along the path"),
    )


_LPA = (
    "give changed nodes new rhs values, and put inconsistent ones on the open list",
    "while the key of the top is below that of {until}, or it is inconsistent:",
    "    take it: if g > rhs, lower g to rhs, else raise g to infinity",
    "    bring the rhs of its neighbours up to date",
)
_SEARCHES: dict[str, Lines] = {
    "bfs": (
        ("", "put the start into a queue"),
        ("", "while the queue is not empty:"),
        ("closed", "    take the node that came first, and close it"),
        ("", "    if it is the goal: follow the parents back; done"),
        ("opened", "    put each new neighbour at the end of the queue"),
    ),
    "dfs": (
        ("", "put the start on a stack"),
        ("", "while the stack is not empty:"),
        ("closed", "    take the node that came last, and close it"),
        ("", "    if it is the goal: follow the parents back; done"),
        ("opened", "    put each new neighbour on top of the stack"),
    ),
    "dijkstra": _best_first("g, the cost so far"),
    "greedy": _best_first("h, the estimate of what remains")[:6],
    "astar": _best_first("f = g + h, cost so far and estimate"),
    "bidirectional": (
        ("", "search from the start, and backwards from the goal, in turns:"),
        ("closed", "    take the node with the smallest f on the side whose turn it is; close it"),
        ("opened", "    open its new neighbours"),
        ("improved", "    change the parents of those now reached more cheaply"),
        ("", "    where both sides have reached a node: note the path through it"),
        ("", "stop when no open node can lead to a cheaper path than the best so far"),
    ),
    "ida": (
        ("", "limit = the estimate at the start"),
        ("", "repeat:"),
        ("closed", "    go down depth first, as long as f = g + h is within the limit"),
        ("opened", "        keep only the nodes of the present branch"),
        ("", "    if the goal was met: done"),
        ("", "    limit = the smallest f that was beyond it"),
    ),
    "jps": (
        ("", "put the start on the open list"),
        ("", "while the open list is not empty:"),
        ("closed", "    take the node with the smallest f = g + h, and close it"),
        ("", "    if it is the goal: follow the jumps back; done"),
        ("", "    jump from it in each direction where a path may continue:"),
        ("opened", "        run straight until a wall forces a turn, and open that cell"),
        ("improved", "        if it is open and now reached more cheaply: change its parent"),
    ),
    "index": (
        ("", "beforehand: contract all corners, the least important first, adding shortcuts"),
        ("", "from the start and from the goal, in turns:"),
        ("closed", "    take the corner with the smallest f = g + h, and close it"),
        ("opened", "    open the more important corners that its ways and shortcuts lead to"),
        ("improved", "    change the parents of those now reached more cheaply"),
        ("", "    where both have reached a corner: note the path through it"),
        ("", "stop when no open corner can lead to a cheaper path; unpack its shortcuts"),
    ),
    "best-first": _best_first("evaluate(g, h, node), a function of your own"),
    "any-angle": (
        ("", "open the edges that the start can see, each an interval with the start as its root"),
        ("", "while there are open intervals:"),
        ("closed", "    take the one with the smallest f: to its root, through it, to the goal"),
        ("", "    if the goal is in the polygon behind it: done"),
        (
            "opened",
            "    push it through that polygon: the parts of edges seen from the root are open",
        ),
        ("", "    where it ends at a corner: the corner is the root of what is seen beyond it"),
    ),
    "theta": (
        ("", "put the start on the open list"),
        ("", "while the open list is not empty:"),
        ("", "    take the cell with the smallest f = g + h, and close it"),
        ("", "    if it does not see its parent: take the best closed cell beside it as parent"),
        ("", "    if it is the goal: follow the parents back; done"),
        ("", "    for each of its neighbours that is now reached more cheaply:"),
        ("", "        open it, with the parent of this cell as its parent"),
    ),
}
_NAVIGATORS: dict[str, Lines] = {
    "astar": _agent("search with A* from here to the goal"),
    "repeated-forward": _agent("search with A* from here to the goal"),
    "repeated-backward": _agent("search with A* from the goal to here"),
    "adaptive": _agent(
        "search with A* from here to the goal",
        "afterwards, for each closed node: h = cost of the path - g",
        "if a cost has fallen: forget these estimates",
    ),
    "mpaa": _agent(
        "search with A*, with estimates learned so far",
        "stop at a node from which the rest of an earlier path is still the cheapest",
        "for each closed node: h = cost of the path - g",
    ),
    "generalised-adaptive": _agent(
        "search with A*, with estimates learned so far",
        "where a cost has fallen: lower the estimates around it until they are consistent",
        "stop at a node from which the rest of an earlier path is still the cheapest",
        "for each closed node: h = cost of the path - g",
    ),
    "lpa": tuple(("plan", line.format(until="the goal")) for line in _LPA),
    "dstar": _agent(
        "put changed nodes on the open list, and take the ones with the smallest key:",
        "raised: find it a cheaper parent, else pass the rise on to its children",
        "lowered: offer the cheaper way to its neighbours",
        "stop when nothing on the open list can change the path from here",
    ),
    "focused-dstar": _agent(
        "put changed nodes on the open list, and take the ones with the smallest key + estimate:",
        "raised: find it a cheaper parent, else pass the rise on to its children",
        "lowered: offer the cheaper way to its neighbours",
        "stop when nothing on the open list can change the path from here",
    ),
    "dstar-lite-basic": _agent(
        "repair the search from the goal to here:",
        "compute all keys on the open list again, since the agent has moved",
        *(line.format(until="the agent") for line in _LPA),
    ),
    "dstar-lite": _agent(
        "repair the search from the goal to here:",
        "let k grow by the estimate of the way since the last repair",
        *(line.format(until="the agent") for line in _LPA),
        "    a key that is out of date is corrected when it is taken",
    ),
    "jps": _agent("run jump point search from here to the goal"),
    "index": _agent(
        "climb the index of the map from here and from the goal; where they meet, unpack the path",
        "if the map was edited since: is it open still, and nothing that opened cheaper?",
        "if not: search from here to the goal, and work on the next index for a while",
    ),
}
_EXPLORERS: dict[str, Lines] = {
    "pha": (
        ("", "until the goal is reached:"),
        ("look", "    look around: the moves from here are known now, and g values may fall"),
        ("plan", "    take the open nodes with an f below the g of the goal"),
        ("plan", "        if there is none: the goal, whose cheapest path is known"),
        ("plan", "    choose the one with the smallest sum of the way there, f and h / 2"),
        ("", "    if there is none to choose: stop, stuck"),
        ("move", "    walk there over known moves, and expand what is passed"),
    )
}
_LINES = {"search": _SEARCHES, "navigator": _NAVIGATORS, "explorer": _EXPLORERS}


def about(algorithm: str, kind: str = "search") -> dict[str, Any]:
    """Return the pseudocode, the guarantee and the paper of an algorithm, for the boards."""
    chosen = "dstar-lite" if algorithm == "auto" else algorithm
    info = board_info(chosen, kind)
    of_kind = "navigator" if info is INDEX else kind  # the kind that has the page
    return {
        "title": info.title,
        "summary": info.summary,
        "lines": lines_of(info),
        "guarantee": guarantee_of(info),
        "paper": info.paper,
        "page": f"/algorithms/{of_kind}/{info.name}" if has_page(info) else "",
    }


def lines_of(info: AlgorithmInfo) -> Lines:
    """The pseudocode; a custom algorithm has none."""
    name = info.name.removeprefix(TEXTBOOK)  # of the textbook it is that of the core
    is_custom = name == info.name and not has_page(info)
    return () if is_custom else _LINES[info.kind].get(name, ())


def has_page(info: AlgorithmInfo) -> bool:
    """Whether an algorithm has a page: built-in ones have."""
    return info.factory is None or info.name in STRAIGHT


def guarantee_of(info: AlgorithmInfo) -> str:
    """The guarantee of an algorithm, in a sentence."""
    if info.kind == "explorer":
        return (
            "Reaches the goal if there is a path, and then knows a cheapest one, if no cell costs "
            "less than unseen ones are presumed to."
        )
    if not info.optimal:
        return "Finds a path if there is one; it may cost more than the cheapest."
    if info is INDEX:
        return "Finds a cheapest path."
    if info.name in STRAIGHT:
        return "Finds a shortest path."
    if info.kind == "search":
        return "Finds a cheapest path, if the estimate never exceeds what remains."
    return "Always follows a cheapest path, as far as the world is known to it."


def built_in(kind: str, name: str) -> AlgorithmInfo:
    """Return an algorithm that has a page, or raise an error."""
    if kind not in KINDS:
        raise InvalidValue(f"there is no kind of algorithm {kind[:40]!r}")
    info = info_of(name, kind)
    if not has_page(info):
        raise InvalidValue(f"{name!r} is a custom algorithm, which has no page")
    return info
