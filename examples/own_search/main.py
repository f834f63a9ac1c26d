"""A custom search, registered by name beside the built-in ones.

python examples/own_search/main.py
"""

import asterion as at


class Plain:
    """Dijkstra's algorithm as in textbooks: expands the open cell with the smallest cost."""

    def __init__(self, world, start, goals):
        self.world, self.goals = world, set(goals)
        self.open, self.closed, self.path = {start: (0.0, None)}, {}, None

    def step(self):
        if not self.open:
            self.path = at.Path.not_found(stats=self.counts())
            return "unreachable"
        cell = min(self.open, key=lambda each: self.open[each][0])
        self.closed[cell] = cost, _ = self.open.pop(cell)
        if cell in self.goals:
            cells = [*self.back_from(cell)][::-1]
            self.path = at.Path.from_nodes(self.world, cells, stats=self.counts(goal=1))
            return "found"
        for beside, move in self.world.neighbours(cell):
            if (
                beside not in self.closed
                and cost + move < self.open.get(beside, (float("inf"),))[0]
            ):
                self.open[beside] = (cost + move, cell)
        return "running"

    def counts(self, goal=0):
        generated = len(self.open) + len(self.closed)
        return {"expanded": len(self.closed) - goal, "generated": generated}

    def back_from(self, cell):
        while cell is not None:
            yield cell
            cell = self.closed[cell][1]


at.register("plain", Plain, optimal=True, summary="Dijkstra, as in the books.")


def main():
    grid = at.maps.rooms((17, 60), size=7, seed=12)
    start, goal = (2, 2), (14, 57)
    for name in ("plain", "astar"):
        path = at.find_path(grid, start, goal, algorithm=name)
        print(f"{name:6} {path.status}, cost {path.cost:.3f}, optimal {path.optimal}")
    print("known:", ", ".join(info.name for info in at.algorithms("search")))


if __name__ == "__main__":
    main()
