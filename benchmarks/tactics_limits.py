"""Turns of the tactics game on large boards, and what a limit of expansions costs in strength.

    python benchmarks/tactics_limits.py
    python benchmarks/tactics_limits.py --games 0    # times only

The first table has the CPU time of a turn in seconds, the longest of several starts, with eight
units a side. The second has the share of games that a player with a limit wins against the same
player with its whole search, from random starts on the six maps; 50 % is as strong.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import common
from asterion.games.tactics import State, controllers, maps
from asterion.games.tactics.arena import ControllerSetup, Score, play, starts
from asterion.world.dice import Dice

BOARDS = {(8, 8): (5, 3), (10, 10): (6, 4), (12, 12): (8, 5), (14, 14): (8, 5), (16, 16): (8, 5)}
PLAYERS = [name for name in controllers.NAMES if name not in ("Human", "Idle", "Random")]
LIMITS = {
    "AStarThree": (100, 1000, 10_000),
    "AStarMacro": (40, 100, 400),
    "Reply": (1000, 10_000, 100_000),
    "Coordinator": (100, 400, 1600),
}


def battle(shape: tuple[int, int], points: tuple[int, int], seed: int, units: int = 8) -> State:
    """Eight units a side, in the left and in the right third; a tenth of the tiles are walls."""
    state, dice = maps.blank(*shape, *points), Dice(seed)
    free = [(row, col) for row in range(shape[1]) for col in range(shape[0])]
    for _ in range(shape[0] * shape[1] // 10):
        state = state.edited(free.pop(dice.below(len(free))), "wall")
    for team, number in ((team, number) for team in (0, 1) for number in range(units)):
        side = [
            cell for cell in free if (cell[1] < shape[0] / 3, cell[1] >= 2 * shape[0] / 3)[team]
        ]
        cell = side[dice.below(len(side))]
        free.remove(cell)
        state = state.edited(cell, ("melee", "blaster", "sniper", "laser")[number % 4], team)
    return state


def longest(name: str, shape: tuple[int, int], repeats: int) -> float:
    seconds = []
    for seed in range(repeats):
        state, player = battle(shape, BOARDS[shape], seed), controllers.make(name)
        begin = time.process_time()
        player.decide(state)
        seconds.append(time.process_time() - begin)
    return max(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--games", type=int, default=120, help="for each limit")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    heads = [f"{cols} x {rows}, {mp} MP" for (cols, rows), (mp, _) in BOARDS.items()]
    rows = [
        [name, *(f"{longest(name, shape, given.repeats):.2f}" for shape in BOARDS)]
        for name in PLAYERS
    ]
    common.table([["longest turn, s", *heads], *rows])
    if given.games == 0:
        return
    rows = []
    with ProcessPoolExecutor(given.workers) as pool:
        for name, limits in LIMITS.items():
            for limit in limits:
                limited = ControllerSetup(name, {"max_expansions": limit})
                game = partial(play, limited, ControllerSetup(name))
                total = Score()
                for score in pool.map(game, starts(given.games), chunksize=4):
                    total = total.plus(score)
                low, high = total.interval
                rows.append([name, str(limit), f"{total.rate:.0%} ({low:.0%} to {high:.0%})"])
    print()
    common.table([["player", "max_expansions", "won against the whole search"], *rows])


if __name__ == "__main__":
    main()
