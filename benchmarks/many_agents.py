"""Hundreds of agents in one world with pits: CPU time per frame in which each makes a move.

    python benchmarks/many_agents.py
    python benchmarks/many_agents.py --worlds world2 --agents 1000 --algorithms jps dstar-lite
    python benchmarks/many_agents.py --worlds world3 --agents 1000 --budget 50000

Agents walk from random starts to random goals, and then get another goal. In each frame pits open
and close, and every agent makes a move. Frames are timed after the first, in which all make their
first plans. Some paths of each frame are compared with Dijkstra's; that is not timed.

With a budget, all agents share a number of expansions per frame. They plan one after the other,
in the next frame from where this one ended, and those whose plans are ready make a move. Then all
frames are timed, the first included, and `most` is the longest; `all` is the frame in which the
last agent had a plan for the first time.
"""

import argparse
import math
import time

import numpy as np

import asterion as at
from asterion.games.maze.traps import TrapRules, Traps
from asterion.games.maze.worlds import load_world
from asterion.world.dice import Dice
from common import table

# LPA* is left out: its ends are fixed, and these agents move.
NAMES = ["jps", "repeated-forward", "dstar-lite", "mpaa", "focused-dstar", "dstar", "astar"]
CHECKED = 5  # of each frame
PITS = {"world2": 12, "world3": 300}  # at a time


class Crowd:
    """Agents in a world with pits."""

    def __init__(self, name: str, agents: int, algorithm: str, budget: int | None = None) -> None:
        self.budget, self.next = budget, 0  # which plans first in a frame with a budget
        self.planned: set[int] = set()  # agents that have had a plan
        self.grid, self.dice = load_world(name).grid(), Dice(1)
        self.free = [(r, c) for r, c in np.argwhere(self.grid.cost > 0).tolist()]
        rules = TrapRules(most=PITS[name], shortest=20, longest=60)
        self.traps = Traps(self.grid, rules, seed=2)
        for _ in range(2 * rules.longest):  # until pits close and open at their usual rate
            self.traps.tick()
        self.agents = [
            at.Navigator(self.grid, self.somewhere(), self.somewhere(), algorithm=algorithm)
            for _ in range(agents)
        ]

    def somewhere(self) -> tuple[int, int]:
        while self.grid[cell := self.free[self.dice.below(len(self.free))]] == 0:
            pass
        return cell

    def frame(self) -> float:
        """Change pits, then move every agent; return the seconds of the moves."""
        self.traps.tick([agent.position for agent in self.agents])
        begin = time.process_time()
        if self.budget is None:
            for agent in self.agents:
                agent.step()
        else:
            self.share(self.budget)
        spent = time.process_time() - begin
        for agent in self.agents:
            while agent.arrived:
                agent.goal = self.somewhere()
        return spent

    def share(self, left: int) -> None:
        """Agents plan in turn within a shared budget of expansions; agents that are ready move."""
        count, is_over = len(self.agents), False
        for number in range(self.next, self.next + count):
            agent = self.agents[number % count]
            before = 0 if is_over else agent.stats.expanded
            if agent.plan(expansions=left) == "ready":
                agent.step()
                self.planned.add(number % count)
                left -= 0 if is_over else min(left, agent.stats.expanded - before)
            elif not is_over:
                is_over, left, self.next = True, 0, number % count  # it continues first

    def wrong(self) -> int:
        """The number of suboptimal paths among a few of the paths that are ready."""
        some = [self.agents[self.dice.below(len(self.agents))] for _ in range(CHECKED)]
        some = [agent for agent in some if self.budget is None or agent.ready]
        return sum(not math.isclose(agent.path.cost, self.right(agent)) for agent in some)

    def right(self, agent: at.Navigator) -> float:
        if self.grid[agent.goal] == 0:
            return math.inf
        return at.find_path(self.grid, agent.position, agent.goal, algorithm="dijkstra").cost


def measure(
    world: str, agents: int, algorithm: str, frames: int, budget: int | None
) -> tuple[str, ...]:
    crowd = Crowd(world, agents, algorithm, budget)
    first, wrong, all_planned = crowd.frame(), 0, "-"
    times = [] if budget is None else [first]
    for frame in range(2, frames + 2):
        times.append(crowd.frame())
        wrong += crowd.wrong()
        if all_planned == "-" and len(crowd.planned) == agents:
            all_planned = str(frame)
    memory = sum(agent.stats.memory for agent in crowd.agents)
    return (
        world,
        str(agents),
        algorithm,
        f"{1e3 * np.mean(times):.2f}",
        f"{1e3 * np.percentile(times, 95):.2f}",
        f"{1e3 * first:.1f}",
        *(() if budget is None else (f"{1e3 * max(times):.1f}", all_planned)),
        f"{memory / 2**20:.0f}",
        str(wrong),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--worlds", nargs="*", default=[*PITS])
    parser.add_argument("--agents", nargs="*", type=int, default=[100, 300, 1000])
    parser.add_argument("--algorithms", nargs="*", default=NAMES)
    parser.add_argument("--frames", type=int, default=120)
    parser.add_argument("--budget", type=int, help="expansions of all agents a frame")
    options = parser.parse_args()
    more = () if options.budget is None else ("most", "all")
    head = ("world", "agents", "algorithm", "ms", "95 %", "first", *more, "MiB", "wrong")
    rows = [
        measure(world, agents, algorithm, options.frames, options.budget)
        for world in options.worlds
        for agents in options.agents
        for algorithm in options.algorithms
    ]
    table([head, *rows])


if __name__ == "__main__":
    main()
