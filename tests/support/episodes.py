"""Random lives of navigators: worlds that change under agents that move, checked at every step.

All navigators live in the same world, at the same place, with the same goal. After each step each
of them must have a path that costs what Dijkstra's algorithm says, worked out from scratch, and
that can be walked. In one step of a hundred Dijkstra's own answer is compared with the plain
oracle.

In some lives plans are made in slices, between which the world changes and the agents move on.
"""

from math import inf, isclose
from random import Random

import asterion as at
from support.worlds import World, random_edit, random_world

NAMES = [info.name for info in at.algorithms("navigator")]
STEPS_A_LIFE = 60
SHARE_OF_ORACLE = 0.01


class Life:
    """A world and the navigators in it."""

    def __init__(
        self, seed: str, names: list[str], largest: int = 9, *, sliced: bool = False
    ) -> None:
        self.random = Random(seed)
        self.sliced = sliced
        self.world = mostly_open_world(self.random, largest)
        # The costs of cells: the one cost there is, so that the world stays uniform, or any.
        found = sorted({*self.world.base[self.world.base > 0].tolist()}) or [1.0]
        self.costs = found if len(found) == 1 else [*found[:3], *found[-3:], 1, 2]
        self.density = self.random.choice([0.2, 0.5, 0.8])
        free = self.world.free_cells() or [(0, 0)]
        self.start = self.position = self.random.choice(free)
        self.goal = self.random.choice(free)
        ties = self.random.choice(["auto", "auto", "high-g", "low-g", "fifo", "lifo", "random"])
        self.agents = {
            name: at.Navigator(
                self.world.world,
                self.start,
                self.goal,
                algorithm=name,
                ties="auto" if name in {"jps", "index"} else ties,
            )
            for name in names
        }

    def happens(self) -> None:
        """One event between two checks of the path."""
        if self.sliced:
            for agent in self.agents.values():
                agent.plan(expansions=self.random.choice([0, 1, 3, 10, 40]))
        what = self.random.random()
        if what < 0.6:
            self.edit_a_cell()
        elif what < 0.64:
            random_edit(self.random, self.world)  # layers, slices, masks
        elif what < 0.9:
            self.walk()
        elif what < 0.94:
            self.place(self.world.some_cell(self.random))  # pushed, perhaps into a wall
        elif what < 0.9995:
            self.aim()
        else:
            flood_journal(self.world)

    def edit_a_cell(self) -> None:
        """Add or remove a wall, or change a cost; about half the time near the path."""
        random, world = self.random, self.world
        cell = world.some_cell(random)
        path = [*self.random.choice([*self.agents.values()]).path]
        if len(path) > 2 and random.random() < 0.5:
            row, col = random.choice(path[1:])
            rows, cols = world.grid.shape
            row, col = row + random.choice([-1, 0, 0, 1]), col + random.choice([-1, 0, 0, 1])
            cell = min(max(row, 0), rows - 1), min(max(col, 0), cols - 1)
        value = random.choice(self.costs)
        if world.base[cell] > 0 and random.random() < self.density:
            value = 0
        world.grid[cell] = value
        world.base[cell] = value

    def aim(self) -> None:
        """Another goal, a free one if there is one."""
        self.goal = self.random.choice(self.world.free_cells() or [self.goal])
        if self.random.random() < 0.1:
            self.goal = self.world.some_cell(self.random)
        for agent in self.agents.values():
            agent.goal = self.goal

    def walk(self) -> None:
        """One navigator makes a move, and the others go where it goes."""
        agent = self.random.choice([*self.agents.values()])
        agent.move_to(self.position)
        before = agent.path
        cell = agent.step()
        if agent.algorithm != "lpa":
            assert cell == (before[1] if len(before) > 1 else None)
        if cell is not None:
            self.place(cell)
        elif agent.arrived:
            self.aim()

    def place(self, cell) -> None:
        self.position = cell
        for agent in self.agents.values():
            agent.move_to(cell)

    def check(self) -> None:
        costs = at.distances(self.world.world, self.goal, direction="to")
        if self.random.random() < SHARE_OF_ORACLE:
            self.check_oracle(costs)
        for name, agent in self.agents.items():
            if self.sliced:
                self.finish(agent)
            start = self.start if name == "lpa" else self.position
            check_path(self.world.world, agent.path, start, self.goal, costs)
            assert agent.position == self.position
            assert agent.arrived == (self.position == self.goal)

    def finish(self, agent) -> None:
        """Plan in slices until the path is ready; to read it then takes no more work."""
        slices = 0
        while agent.plan(expansions=self.random.choice([1, 2, 7])) == "running":
            assert not agent.ready
            slices += 1
            assert slices < 100 * self.world.base.size, agent
        assert agent.ready
        before = agent.stats.expanded, agent.stats.searches
        assert agent.path.stats.expanded <= before[0]
        assert (agent.stats.expanded, agent.stats.searches) == before

    def check_oracle(self, costs) -> None:
        free = self.world.free_cells()
        if free:
            start = self.random.choice(free)
            best = self.world.costs_from(start).get(self.goal, inf)
            assert isclose(costs[start], best, rel_tol=1e-9), (start, costs[start], best)


def mostly_open_world(random: Random, largest: int) -> World:
    """In four of five, more than half of the cells are free: paths can be lost and found."""
    while True:
        world = random_world(random, largest)
        if 2 * len(world.free_cells()) > world.base.size or random.random() < 0.2:
            return world


def flood_journal(world: World) -> None:
    """More changes than the journal holds."""
    cell = (0, 0)
    was = world.grid[cell]
    for i in range(5000):
        world.grid[cell] = i % 2 + 1
    world.grid[cell] = was


def check_path(world, path: at.Path, start, goal, costs) -> None:
    """Check a path from start to goal and its cost; the start may be in a wall."""
    if start == goal:
        assert path.found
        assert path.cost == 0
        assert [*path] == [start]
        return
    moves = dict(world.neighbours(start))
    free = world.total[start] > 0
    best = costs[start] if free else min((c + costs[n] for n, c in moves.items()), default=inf)
    assert isclose(path.cost, best, rel_tol=1e-9), f"{path} costs {path.cost}, not {best}"
    assert path.found == (best < inf)
    if path.found:
        assert path.optimal
        assert path[0] == start
        assert path[-1] == goal
        assert path[1] in moves
        rest = [cell for i, cell in enumerate(path) if i]
        assert isclose(moves[path[1]] + at.validate(world, rest), path.cost, rel_tol=1e-9)


def live(seed: str, steps: int, names: list[str] = NAMES, *, sliced: bool = False) -> int:
    """Take at least this many steps, in as many worlds as needed; return the number."""
    done = 0
    random = Random(seed)
    while done < steps:
        name = f"{seed}/{random.random()}"
        life = Life(name, names, random.choice([5, 9, 14, 25]), sliced=sliced)
        try:
            life.check()
            for _ in range(STEPS_A_LIFE):
                for _ in range(life.random.choice([1, 1, 1, 2, 5])):
                    life.happens()
                life.check()
                done += 1
        except Exception as error:
            raise AssertionError(f"in the life {name!r}, step {done}: {error}") from error
    return done
