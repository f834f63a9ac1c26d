"""A custom navigator, registered by name for Navigator and Explorer.

python examples/own_navigator/main.py
"""

import asterion as at


class Flow:
    """Keeps the cost from every cell to the goal, and walks downhill."""

    def __init__(self, world, _start, _goal):
        self.world, self.goal, self.costs = world, None, None

    def plan(self, start, goal, changed):
        if goal != self.goal or changed is None or len(changed):
            self.goal, self.costs = goal, at.distances(self.world, goal, direction="to")
        cells = [start]
        while cells[-1] != goal:
            onward = [(c + self.costs[cell], cell) for cell, c in self.world.neighbours(cells[-1])]
            cost, cell = min(onward, default=(float("inf"), start))
            if cost == float("inf"):
                return at.Path.not_found("unreachable")
            cells.append(cell)
        return at.Path.from_nodes(self.world, cells)


at.register(
    "flow",
    Flow,
    kind="navigator",
    optimal=True,
    pausable=False,
    summary="The cost to the goal from every cell; walks downhill.",
)


def main():
    world = at.maps.rooms((11, 39), size=7, seed=56)
    for name in ("flow", "dstar-lite"):
        grid = world.copy()
        agent = at.Navigator(grid, (2, 2), (8, 36), algorithm=name)
        first = agent.path.cost
        for _ in range(20):
            agent.step()
        grid[5, 31] = 0  # a door closes
        print(f"{name:10} {first:.2f}, then {agent.path.cost:.2f} from {agent.position}")
    journey = at.explore(world, (2, 2), (8, 36), algorithm="flow")
    print(f"explored: {journey.message} {journey.moves} moves, {len(journey.searches)} plans")
    print("known:", ", ".join(info.name for info in at.algorithms("navigator")))


if __name__ == "__main__":
    main()
