"""The travel of PHA*, beside an agent that visits open nodes strictly in the order of f.

python benchmarks/physical_astar.py [MAPS]        (of each kind and rule; default 40)

Both know a cheapest path when they arrive, which is checked; ties in f go to the nearest. The last
column is an agent that only wants to arrive.
"""

import sys
from math import inf, isclose
from random import Random

import numpy as np

import asterion as at

KINDS = {
    "perfect mazes": lambda seed, rule: at.maps.maze(21, seed=seed, diagonal=rule),
    "mazes, 10 walls opened": lambda seed, rule: at.maps.maze(
        21, seed=seed, opened=10, diagonal=rule
    ),
    "rooms": lambda seed, rule: at.maps.rooms(23, seed=seed, size=5, diagonal=rule),
    "scattered, 30 %": lambda seed, rule: at.maps.scattered(21, seed=seed, diagonal=rule),
    "caves": lambda seed, rule: at.maps.caves(25, seed=seed, density=0.42, diagonal=rule),
}


def main():
    maps = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    print(f"{'':24}{'by f':>9}{'pha':>9}{'ratio':>7}{'farther':>12}{'worst':>7}{'dstar-lite':>12}")
    for name, make in KINDS.items():
        by_f, pha, only = np.array([*travels(name, make, maps)]).T
        farther = f"{np.count_nonzero(pha > by_f + 1e-9)} of {len(pha)}"
        worst = np.max(pha / np.maximum(by_f, 1))
        print(
            f"{name:24}{by_f.sum():9.0f}{pha.sum():9.0f}{pha.sum() / by_f.sum():7.2f}"
            f"{farther:>12}{worst:7.2f}{only.sum():12.0f}"
        )


def travels(name, make, maps):
    """Rows per map: strictly by f, weighed against travel, and an agent that wants to arrive."""
    random = Random(name)  # noqa: S311
    for seed in range(maps):
        for rule in ("never", "clear"):
            world = make(seed, rule)
            start = tuple(random.choice(np.argwhere(world.cost > 0).tolist()))
            goal = tuple(random.choice(np.argwhere(at.reachable(world, start)).tolist()))
            cheapest = at.find_path(world, start, goal).cost
            by_f, pha = (
                travelled_by_pha(world, start, goal, fitness, cheapest) for fitness in (inf, 1)
            )
            only = at.explore(world, start, goal, algorithm="dstar-lite", replan="path")
            yield by_f, pha, travelled(world, only)


def travelled_by_pha(world, start, goal, fitness, cheapest):
    agent = at.Explorer(world, start, goal, algorithm="pha", fitness=fitness)
    journey = agent.run()
    assert isclose(at.find_path(agent.belief, start, goal).cost, cheapest, rel_tol=1e-9)
    return travelled(world, journey)


def travelled(world, journey):
    return at.validate(world, [(row, col) for row, col in journey.trajectory.tolist()])


if __name__ == "__main__":
    main()
