"""Best-first search over any states: A*, Dijkstra's algorithm, greedy search.

Guarantee   a cheapest plan if the heuristic never overestimates, consistent or not: a cheaper route
            to a closed state opens it again. With stop "guaranteed", whatever the heuristic.
Complexity  O(n log n) steps for n routes looked at, each a call of the problem; all states are kept
Order       smallest f, then smallest h, then first in, first out. States and actions are never
            compared, so neither hashes nor memory addresses decide anything.
Source      P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic determination
            of minimum cost paths, 1968
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from itertools import count
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from asterion.decide.nodes import END, GOAL, PLACE, Node, Order, Tally

from asterion.decide.nodes import DEPTH, G, H, KIND, STATE, WAITS  # isort: skip - one idea, one line
from asterion.decide.problem import Space, check_hashable

if TYPE_CHECKING:
    from asterion.decide.foresight import Foresight

Entry = tuple[Any, Any, int, Node]  # f, h, a number of its own: no comparison gets to the node


class BestFirst:
    """One search, a number of expansions at a time."""

    def __init__(
        self,
        space: Space[Any, Any, Any],
        *,
        greedy: bool = False,
        guaranteed: bool = False,
        max_depth: int | None = None,
        foresight: Foresight | None = None,
    ) -> None:
        self.space = space
        self.tally = Tally()
        self.current: Node | None = None
        self.goal: Node | None = None  # the cheapest that has been seen, perhaps still on open
        self.cut = False  # whether a limit has hidden anything
        self._greedy = greedy
        self._guaranteed = guaranteed
        self._max_depth = inf if max_depth is None else max_depth
        self._foresight = foresight
        self._disordered = False
        self._number = count(1).__next__
        # Under a depth limit a dearer route may be the only one that is short enough.
        self._routes: dict[Any, list[Node]] | None = None if max_depth is None else {}
        zero, start = space.zero, space.start
        h = zero
        if space.heuristic is not None:
            h = space.checked_estimate(space.heuristic(start), start)
        kind = GOAL if space.is_goal(start) else PLACE
        root: Node = [start, None, None, zero, h, True, 0, kind]
        self.nodes: dict[Any, Node] = {start: root}
        self._heap: list[Entry] = [self._entry(root)]
        if self._routes is not None:
            self._routes[start] = [root]
        if kind:
            self._note_goal(root)

    def advance(self, most: float, deadline: float) -> str:
        """Up to so many expansions, at least one, until a moment; returns the status."""
        # The loop that all time goes into. Everything it needs is a local name, a state is hashed
        # once or twice a route, and what most problems do not have is behind one test.
        space, tally, heap, nodes, routes = (
            self.space, self.tally, self._heap, self.nodes, self._routes
        )  # fmt: skip
        known_as, zero, estimate, is_goal = nodes.get, space.zero, space.heuristic, space.is_goal
        successors: Callable[[Any], Iterator[Any]] = space.successors
        if self._foresight is not None:
            successors = self._foresight.watching(heap)
            estimate, is_goal = self._foresight.heuristic(estimate), self._foresight.is_goal
        simple = space.plain and not self._greedy
        reopens, guaranteed, max_depth = not self._greedy, self._guaranteed, self._max_depth
        terminal = GOAL if space.end_cost is None else END
        if self._disordered:
            heapify(heap)
            self._disordered = False
        left, timed, number = most, deadline != inf, self._number
        entry: Entry | None = None
        result, h = space.start, zero
        try:
            while heap:
                if left <= 0:
                    return "running"
                entry = heap[0]
                heappop(heap)
                node = entry[3]
                state, _, _, g, h, waits, depth, kind = node
                if not waits:  # a cheaper route has come since
                    continue
                if guaranteed:
                    if self.goal is not None and not g < self.goal[G]:
                        node[WAITS] = False
                        tally.pops += kind != END
                        continue
                elif kind == terminal:
                    node[WAITS] = False
                    tally.pops += kind != END
                    self.goal = node
                    return "found"
                if simple and entry[0] == inf:  # the estimate says that no goal is beyond these
                    heappush(heap, entry)
                    break
                self.current = node
                if depth >= max_depth:
                    self.cut = self.cut or next(iter(successors(state)), None) is not None
                    node[WAITS] = False
                    tally.pops += 1
                    continue
                depth += 1
                generated = 0
                for action, result, step in successors(state):
                    generated += 1
                    total = g + step
                    known = known_as(result)
                    if known is None:
                        h = zero if estimate is None else estimate(result)
                        if not (simple and h >= 0):
                            h = space.checked_estimate(h, result)
                        kind = GOAL if is_goal(result) else PLACE
                    elif routes is not None:
                        if not self._is_new_route(result, total, depth):
                            continue
                        h, kind = known[H], known[KIND]
                    elif total < known[G]:
                        h, kind = known[H], known[KIND]
                        if known[WAITS]:
                            known[WAITS] = False
                        elif reopens:
                            tally.reopened += 1
                        else:
                            continue
                    else:
                        continue
                    new: Node = [result, node, action, total, h, True, depth, kind]
                    # First on open, then known: an interrupt in between loses nothing.
                    if simple:
                        heappush(heap, (total + h, h, number(), new))
                    else:
                        heappush(heap, self._entry(new))
                    if routes is None:
                        nodes[result] = new
                    else:
                        self._add_route(new, known)
                    if kind:
                        self._note_goal(new)
                node[WAITS] = False
                tally.generated += generated
                tally.expanded += 1
                tally.pops += 1
                waiting = len(nodes) + tally.reopened - tally.pops
                tally.open_sum += waiting
                tally.peak_open = max(tally.peak_open, waiting)
                left -= 1
                if timed and perf_counter() >= deadline:
                    return "running"
        except BaseException as error:
            # The user's code, or Ctrl-C: the node goes back on open, and the search can go on.
            if entry is not None:
                heap.append(entry)
            self._disordered = True
            if isinstance(error, TypeError):  # ours to explain, if one of these is the reason
                check_hashable(result, "a state")
                space.checked_estimate(h, result)
            raise
        if self.goal is not None and guaranteed:
            return "found"
        return "stopped" if self.cut else "unreachable"

    def _entry(self, node: Node) -> Entry:
        """Where a node stands on open."""
        g, h = node[G], node[H]
        first, then = (h, g) if self._greedy else (g + h, h)
        if not self.space.plain:
            first, then = Order(first), Order(then)
        return first, then, self._number(), node

    def _note_goal(self, node: Node) -> None:
        """A goal has been seen. Where ending costs something, the end is a node of its own."""
        if self.space.end_cost is not None:
            ending = self.space.cost_of_ending(node[STATE])
            if ending is None:
                return
            total = node[G] + ending
            node = [node[STATE], node, None, total, self.space.zero, True, node[DEPTH], END]
            heappush(self._heap, self._entry(node))
        if self.goal is None or node[G] < self.goal[G]:
            self.goal = node

    def _is_new_route(self, state: Any, total: Any, depth: int) -> bool:
        """Whether no known route is both as cheap and as short. Those that now are worse go."""
        every = self._routes or {}
        routes = every[state]
        if any(not total < route[G] and route[DEPTH] <= depth for route in routes):
            return False
        kept, waited = [], False
        for route in routes:
            if not route[G] < total and depth <= route[DEPTH]:
                waited = waited or route[WAITS]
                route[WAITS] = False
            else:
                kept.append(route)
        every[state] = kept
        if not waited:
            self.tally.reopened += 1
        return True

    def _add_route(self, node: Node, known: Node | None) -> None:
        if self._routes is not None:
            self._routes.setdefault(node[STATE], []).append(node)
        if known is None or node[G] < known[G]:
            self.nodes[node[STATE]] = node

    @property
    def pushes(self) -> int:
        """States put on open: each once, and again whenever it was opened again."""
        return len(self.nodes) + self.tally.reopened

    @property
    def best(self) -> Node | None:
        """The cheapest goal seen; else the open node with the smallest h, then g, then first."""
        if self.goal is not None:
            return self.goal
        best: Entry | None = None
        for entry in self._heap:
            node = entry[3]
            if node[WAITS] and (best is None or self._is_nearer(entry, best)):
                best = entry
        return None if best is None else best[3]

    def _is_nearer(self, one: Entry, other: Entry) -> bool:
        (_, _, a_count, a), (_, _, b_count, b) = one, other
        for field in (H, G):
            if a[field] < b[field]:
                return True
            if b[field] < a[field]:
                return False
        return a_count < b_count

    def waiting(self) -> list[Node]:
        """The nodes on open, best first."""
        nodes = [entry[3] for entry in sorted(self._heap)]
        return [node for node in nodes if node[WAITS] and node[KIND] != END]

    def reached(self) -> dict[Any, Node]:
        """The cheapest route to each state so far."""
        return self.nodes
