"""Walks through unknown terrain: CPU time per episode, for every navigator and replan rule.

    python benchmarks/unknown_terrain.py                        all courses, moves, costs
    python benchmarks/unknown_terrain.py arena2 --moves 8 --costs uniform --algorithms jps mpaa
    python benchmarks/unknown_terrain.py arena2 --moves 8 --algorithms jps --sight 4

The agent sees the cells beside it, or as far as `--sight`. Courses: fifty mazes of 101 x 101 with
100 walls opened, ten scattered 30 % of 512 x 512, on maps of the MovingAI benchmark the problems
`int((i + 0.5) * n / 20)`. Weights of 1 to 9 are drawn from a seed; unseen cells are believed to
cost 1. A journey must reach its goal exactly if there is a way, by legal moves. A navigator that
has spent its budget on a course continues with the next; its mean is over the episodes that it has
finished, and compared with what `dstar-lite` took for the same ones. The rules are timed in turns;
the last columns have `next-step` beside `path`: how many times as fast, and how many more steps.
"""

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

import asterion as at
from common import MOVINGAI, problems, table

MAPS = ["arena2", "16room_000", "orz900d", "AcrosstheCape"]
NAMES = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]  # fixed ends
PEER = "dstar-lite"
RULES = ["path", "next-step"]


class Episode(NamedTuple):
    world: at.Grid
    start: tuple[int, int]
    goal: tuple[int, int]


def courses(names: list[str], diagonal: str) -> Iterator[tuple[str, list[Episode]]]:
    """Each course by name; the mazes and scattered walls have ends in opposite corners."""
    for name in names:
        if name == "mazes":
            yield name, [far_apart(at.maps.maze(101, seed=seed, opened=100, diagonal=diagonal))
                         for seed in range(50)]  # fmt: skip
        elif name == "random30":
            yield (
                name,
                [
                    far_apart(at.maps.scattered(512, density=0.3, seed=seed, diagonal=diagonal))
                    for seed in range(10)
                ],
            )
        else:
            world = at.load_map(MOVINGAI / f"{name}.map", diagonal=diagonal)
            yield name, [Episode(world, p.start, p.goal) for p in problems(name, 20)]


def far_apart(world: at.Grid) -> Episode:
    """From the first cell of the largest region, row by row, to its last."""
    floor = np.argwhere(world.cost > 0)
    for cell in map(tuple, floor.tolist()):
        region = np.argwhere(at.reachable(world, cell))
        if len(region) > len(floor) / 2:
            return Episode(world, cell, tuple(region[-1].tolist()))
    raise ValueError("the world has no region of half its free cells")


def weighted(world: at.Grid) -> at.Grid:
    weights = np.random.default_rng(7).integers(1, 10, world.shape)
    return at.Grid(np.where(world.cost > 0, weights, 0), diagonal=world.diagonal)


class How(NamedTuple):
    algorithm: str
    sight: int


def walk(episode: Episode, how: How, rule: str) -> tuple[float, at.Explorer]:
    explorer = at.Explorer(*episode, algorithm=how.algorithm, sight=how.sight, replan=rule)
    begin = time.process_time()
    explorer.run()
    return time.process_time() - begin, explorer


def check(episode: Episode, explorer: at.Explorer) -> None:
    possible = at.find_path(*episode).found
    journey = explorer.journey
    assert journey.reached == possible, (explorer, episode)
    at.validate(episode.world, map(tuple, journey.trajectory.tolist()))


def measured(episodes: list[Episode], how: How, repeats: int, budget: float):
    """By rule, per finished episode: the best time, moves, searches, expansions."""
    rows = {rule: [] for rule in RULES}
    begin = time.process_time()
    for episode in episodes:
        if time.process_time() - begin > budget:
            break
        best = {}
        for rule in RULES:
            best[rule], explorer = walk(episode, how, rule)
            check(episode, explorer)
            stats = explorer.stats
            rows[rule].append([0, explorer.journey.moves, stats.searches, stats.expanded])
        spent = time.process_time() - begin
        for _ in range(repeats - 1 if spent < budget else 0):
            for rule in RULES:
                best[rule] = min(best[rule], walk(episode, how, rule)[0])
        for rule in RULES:
            rows[rule][-1][0] = best[rule]
    return {rule: np.array(each) for rule, each in rows.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("courses", nargs="*", default=["mazes", "random30", *MAPS])
    parser.add_argument("--moves", nargs="+", type=int, default=[4, 8], choices=[4, 8])
    parser.add_argument("--costs", nargs="+", default=["uniform", "weights"])
    parser.add_argument("--algorithms", nargs="+", default=NAMES)
    parser.add_argument("--sight", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--budget", type=float, default=20, help="CPU seconds a navigator a course")
    args = parser.parse_args()
    names = [PEER, *(name for name in args.algorithms if name != PEER)]
    head = ["course", "moves", "costs", "navigator", "replan", "episodes", "ms", "x dstar-lite",
            "steps", "searches", "expanded", "x path", "more steps"]  # fmt: skip
    for moves in args.moves:
        for course, plain in courses(args.courses, "never" if moves == 4 else "clear"):
            for costs in args.costs:
                episodes = plain
                if costs == "weights":
                    made = {id(e.world): weighted(e.world) for e in plain}
                    episodes = [e._replace(world=made[id(e.world)]) for e in plain]
                rows = [head]
                for name in names:
                    found = measured(episodes, How(name, args.sight), args.repeats, args.budget)
                    if name == PEER:
                        peer = found["path"]
                    usual = found["path"].mean(axis=0)
                    for rule in RULES:
                        ms, steps, searches, expanded = found[rule].mean(axis=0)
                        ratio = peer[: len(found[rule]), 0].mean() / ms
                        rows.append([course, str(moves), costs, name, rule, str(len(found[rule])),
                                     f"{ms * 1e3:.2f}", f"{ratio:.2f}", f"{steps:.0f}",
                                     f"{searches:.0f}", f"{expanded:.0f}", f"{usual[0] / ms:.2f}",
                                     f"{steps / usual[1] - 1:+.1%}"])  # fmt: skip
                table(rows)


if __name__ == "__main__":
    main()
