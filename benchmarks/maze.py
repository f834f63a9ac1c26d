"""The maze game without pictures: ticks per second, each game played twice and compared.

    python benchmarks/maze.py
    python benchmarks/maze.py --crowd 1000 --algorithm jps

`duel` is world2 with the three players of Z. Moori, Testing an Analysis of D* Algorithms, 2008, and
five monsters, played to its end, with pits and threat. `crowd` is world3 with 500 players at random
starts, pits, and no threat; it has a warm-up, as the first plans are the longest. CPU time, so that
other processes of the machine count little. `wrong` are games whose hash differs the second time.
"""

import argparse
import time

import numpy as np

from asterion.games.maze.rules import STUDY, PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.world_file import WorldMap, read_world
from asterion.games.maze.worlds import TRAP_AMOUNTS, load_world
from asterion.world.dice import Dice
from common import table

FRAME = 1000 / 60  # milliseconds per frame at 60 Hz
WARM_UP = 300


def free_cells(world: WorldMap) -> list[tuple[int, int]]:
    """Empty tiles."""
    floor = world.grid().cost == 1
    used = world.safe | world.closed_doors()
    return [(r, c) for r, c in np.argwhere(floor & ~used).tolist()]


def haunted(name: str, monsters: int) -> WorldMap:
    """A world with monsters at random places."""
    world, dice = load_world(name), Dice(5)
    rows = [[*line] for line in world.to_text().splitlines()]
    free = free_cells(world)
    for i in range(monsters):
        row, col = free.pop(dice.below(len(free)))
        rows[row][col] = "abcdefghij"[i % 10]
    return read_world("\n".join(map("".join, rows)))


def duel(seed: int) -> Simulation:
    rules = Rules(trap_amount=TRAP_AMOUNTS["world2"])
    return Simulation(haunted("world2", 5), players=STUDY, rules=rules, seed=seed)


def crowd(seed: int, players: int, algorithm: str) -> Simulation:
    world, dice = load_world("world3"), Dice(seed)
    free = free_cells(world)
    setups = [PlayerSetup(algorithm, start=free[dice.below(len(free))]) for _ in range(players)]
    rules = Rules(trap_amount=TRAP_AMOUNTS["world3"], threat=False)
    return Simulation(world, players=setups, rules=rules, seed=seed)


def timed(game: Simulation, ticks: int) -> list[float]:
    """Milliseconds of each tick, up to the end of the game."""
    times = []
    while len(times) < ticks and not game.over:
        begin = time.process_time()
        game.tick()
        times.append(1e3 * (time.process_time() - begin))
    return times


def row(name: str, times: list[float], wrong: int, game: Simulation) -> tuple[str, ...]:
    late = sum(each > FRAME for each in times)
    return (
        name,
        str(len(game.players)),
        str(len(game.monsters)),
        str(len(times)),
        f"{1e3 * len(times) / sum(times):.0f}",
        f"{np.mean(times):.3f}",
        f"{np.percentile(times, 99):.3f}",
        f"{100 * late / len(times):.2f} %",
        str(wrong),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--duels", type=int, default=5)
    parser.add_argument("--crowd", type=int, default=500)
    parser.add_argument("--algorithm", default="dstar-lite")
    parser.add_argument("--ticks", type=int, default=1200)
    options = parser.parse_args()
    head = ("game", "players", "monsters", "ticks", "ticks/s", "ms", "99 %", "late", "wrong")
    times: list[float] = []
    wrong = 0
    for seed in range(options.duels):
        game, again = duel(seed), duel(seed)
        times += timed(game, 100_000)
        again.run(game.now)
        wrong += game.hash != again.hash
    rows = [head, row("duel", times, wrong, game)]
    if options.crowd:
        many, again = (crowd(1, options.crowd, options.algorithm) for _ in range(2))
        many.run(WARM_UP)
        times = timed(many, options.ticks)
        again.run(many.now)
        rows.append(row(f"crowd, {options.algorithm}", times, int(many.hash != again.hash), many))
    table(rows)


if __name__ == "__main__":
    main()
