"""Best-first search over any states: A*, Dijkstra's algorithm, greedy search.

Guarantee   a cheapest plan if the heuristic never overestimates, consistent or not: a cheaper route
            to a closed state reopens it. With stop "guaranteed", for any heuristic.
Complexity  O(n log n) steps for n generated routes, each a call of the problem; all states are kept
Order       smallest f, then smallest h, then first in, first out. States and actions are never
            compared, so no result depends on hashes or memory addresses.
Open        a heap. Expanded nodes are removed lazily, when they reach the top, so a node is on open
            while it is expanded: if the problem raises, nothing is lost.
Source      P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic determination
            of minimum cost paths, 1968
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import count
from math import inf
from time import perf_counter
from typing import Any

from asterion.decide.macro import Macro
from asterion.decide.nodes import (
    DEPTH,
    END,
    GOAL,
    KIND,
    PLACE,
    STATE,
    WAITS,
    G,
    H,
    Node,
    Order,
    Tally,
)
from asterion.decide.problem import Space, check_hashable

Entry = tuple[Any, Any, int, Node]  # f, h, a unique number: nodes are never compared


class BestFirst:
    """One search, a number of expansions at a time."""

    def __init__(
        self,
        space: Space[Any, Any, Any],
        *,
        greedy: bool = False,
        guaranteed: bool = False,
        max_depth: int | None = None,
    ) -> None:
        self.space = space
        self.tally = Tally()
        self.current: Node | None = None
        self.goal: Node | None = None  # the cheapest generated so far, perhaps still on open
        self.cut = False  # whether a limit has cut off a state
        self._greedy = greedy
        self._guaranteed = guaranteed
        self._max_depth = inf if max_depth is None else max_depth
        # Under a depth limit a more expensive route may be the only one that is short enough.
        self._routes: dict[Any, list[Node]] | None = None if max_depth is None else {}
        self._heap: list[Entry] = []
        self._disordered = False
        self._resumed: Entry | None = None  # whose expansion was interrupted
        self._number = count().__next__
        zero, start = space.zero, space.start
        h = zero
        if space.heuristic is not None:
            h = space.checked_estimate(space.heuristic(start), start)
        kind = GOAL if space.is_goal(start) else PLACE
        root: Node = [start, None, None, zero, zero, h, True, 0, kind]
        self.nodes: dict[Any, Node] = {start: root}
        if self._routes is not None:
            self._routes[start] = [root]
        ending = space.cost_of_ending(start) if kind else None
        self._push(root)
        if ending is not None:
            self._note_goal(root, ending)

    def advance(self, most: float, deadline: float) -> str:  # noqa: C901, PLR0912, PLR0915
        """Expand up to ``most`` nodes, at least one, until the deadline; return the status."""
        # All time goes into this one loop. Split into methods it would read better and take half as
        # long again, as a call costs as much as a dict lookup. So everything that it uses is local.
        space, tally, routes = self.space, self.tally, self._routes
        heap, nodes, number = self._heap, self.nodes, self._number
        actions, apply, cost = space.actions, space.apply, space.cost
        estimate, is_goal, zero = space.heuristic, space.is_goal, space.zero
        greedy, guaranteed, max_depth = self._greedy, self._guaranteed, self._max_depth
        plain, simple = space.plain, space.plain and not greedy
        known_as, timed = nodes.get, deadline != inf
        terminal = GOAL if space.end_cost is None else END
        if self._disordered:
            heapify(heap)
            self._disordered = False
        resumed, entry, self._resumed = self._resumed, None, None
        expanded, moves, pops = tally.expanded, tally.moves, tally.pops
        open_sum, peak, last = tally.open_sum, tally.peak_open, tally.expanded + most
        result, h, step = space.start, zero, zero
        state = action = None
        try:
            while heap:
                entry = resumed or heap[0]
                f, _, _, node = entry
                resumed = None
                state, _, _, _, g, _, waits, depth, kind = node
                if not waits:  # expanded, or a cheaper route has come since
                    heappop(heap)
                    continue
                if guaranteed:
                    if self.goal is not None and not g < self.goal[G]:
                        node[WAITS] = False
                        pops += kind != END
                        continue
                elif kind == terminal:
                    node[WAITS] = False
                    pops += kind != END
                    self.goal = node
                    return "found"
                if expanded >= last:
                    return "running"
                if (
                    plain and f == inf
                ):  # no goal can be reached from any open node, by the estimates
                    break
                self.current = node
                if depth >= max_depth:
                    self.cut = self.cut or next(space.successors(state), None) is not None
                    node[WAITS] = False
                    pops += 1
                    continue
                depth += 1
                for action in actions(state):
                    if action.__class__ is Macro:
                        result, step = space.together(state, action)
                        if result is None:
                            continue
                    else:
                        result = apply(state, action)
                        if result is None:
                            continue
                        step = cost(state, action, result)
                        # One comparison is enough for most costs; the others are checked in full.
                        if not ((plain and 0 <= step < inf) or space.allows(step, state, action)):
                            continue
                    moves += 1
                    total = g + step
                    known = known_as(result)
                    if known is None:
                        if estimate is None:
                            h = zero
                        else:
                            h = estimate(result)
                            if not (plain and h >= 0):
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
                        elif greedy:
                            continue
                        else:
                            tally.reopened += 1
                    else:
                        continue
                    ending = space.cost_of_ending(result) if kind else None
                    new: Node = [result, node, action, step, total, h, True, depth, kind]
                    # First open, then the table of nodes: an interrupt in between loses nothing.
                    if simple:
                        heappush(heap, (total + h, h, number(), new))
                    else:
                        self._push(new)
                    if routes is None:
                        nodes[result] = new
                    else:
                        self._add_route(new, known)
                    if ending is not None:
                        self._note_goal(new, ending)
                node[WAITS] = False
                expanded += 1
                pops += 1
                waiting = len(nodes) + tally.reopened - pops
                open_sum += waiting
                if waiting > peak:  # noqa: PLR1730 - a call of max would cost more than the rest
                    peak = waiting
                if timed and perf_counter() >= deadline:
                    return "running"
        except BaseException as error:
            # The interrupted node is still on open. It goes first when the search resumes, even
            # if one of its successors would come before it.
            self._resumed = entry if entry is not None and entry[3][WAITS] else None
            self._disordered = True  # perhaps: a comparison of custom costs may have raised
            if isinstance(error, TypeError | ValueError) and result is not None:
                # Our own error explains one of these causes; any other error is raised as it is.
                check_hashable(result, "a state")
                space.allows(step, state, action)
                space.checked_estimate(h, result)
            raise
        finally:
            tally.expanded, tally.moves, tally.pops = expanded, moves, pops
            tally.open_sum, tally.peak_open = open_sum, peak
        if self.goal is not None and guaranteed:
            return "found"
        return "stopped" if self.cut else "unreachable"

    def _push(self, node: Node) -> None:
        """Put a node on open."""
        g, h = node[G], node[H]
        first, then = (h, g) if self._greedy else (g + h, h)
        if not self.space.plain:
            first, then = Order(first), Order(then)
        heappush(self._heap, (first, then, self._number(), node))

    def _note_goal(self, node: Node, ending: Any) -> None:
        """Record a goal. With an end cost, the end is a separate node."""
        if self.space.end_cost is not None:
            state, depth, total, zero = node[STATE], node[DEPTH], node[G] + ending, self.space.zero
            node = [state, node, None, ending, total, zero, True, depth, END]
            self._push(node)
        if self.goal is None or node[G] < self.goal[G]:
            self.goal = node

    def _is_new_route(self, state: Any, total: Any, depth: int) -> bool:
        """Whether no known route is both as cheap and as short. Dominated routes are removed."""
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
        """The number of states put on open; a state counts again when it is reopened."""
        return len(self.nodes) + self.tally.reopened

    @property
    def best(self) -> Node | None:
        """The cheapest goal so far; else the open node with the smallest h, then g, then oldest."""
        if self.goal is not None:
            return self.goal
        nodes = ((node[H], node[G], n, node) for _, _, n, node in self._heap if node[WAITS])
        if not self.space.plain:
            nodes = ((Order(h), Order(g), n, node) for h, g, n, node in nodes)
        best = min(nodes, default=None)
        return None if best is None else best[3]

    def waiting(self) -> list[Node]:
        """The nodes on open, best first."""
        return [node for _, _, _, node in sorted(self._heap) if node[WAITS] and node[KIND] != END]

    def reached(self) -> dict[Any, Node]:
        """The cheapest route to each state so far."""
        return self.nodes
