"""A custom search with a heap: greedy best-first, which counts what it does.

asterion --use examples/own_search/greedy.py bench arena.map --all --algorithm my-greedy --csv
"""

import heapq

import asterion as at


class Greedy:
    """Expand the cell that is nearest to the goal, whatever its cost so far."""

    def __init__(self, world, start, goals):
        self.world, self.goal, self.path = world, goals[0], None
        self.open, self.parent, self.expanded = [(0, start)], {start: None}, 0

    def step(self):
        counts = {"expanded": self.expanded, "generated": len(self.parent)}
        if not self.open:
            self.path = at.Path.not_found(stats=counts)
            return "unreachable"
        _, cell = heapq.heappop(self.open)
        if cell == self.goal:
            cells = [*self.back_from(cell)][::-1]
            self.path = at.Path.from_nodes(self.world, cells, stats=counts)
            return "found"
        self.expanded += 1
        for beside, _cost in self.world.neighbours(cell):
            if beside not in self.parent:
                self.parent[beside] = cell
                far = max(abs(beside[0] - self.goal[0]), abs(beside[1] - self.goal[1]))
                heapq.heappush(self.open, (far, beside))
        return "running"

    def back_from(self, cell):
        while cell is not None:
            yield cell
            cell = self.parent[cell]


at.register("my-greedy", Greedy, summary="The nearest to the goal first.")
