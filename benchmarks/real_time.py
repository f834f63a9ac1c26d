"""A game with 1,000 units and 2 ms per frame for their paths, while doors open and shut.

python benchmarks/real_time.py                       orz900d, 1,000 units, 600 frames
python benchmarks/real_time.py --units 200 --frames 300 --map den520d
python benchmarks/real_time.py --slices              the slices of one first plan, 1023 x 1023

Units ask for paths in the first frame, and for the next one when they arrive. In each frame the
paths have their time, then each unit makes a move if it has one. Every tenth frame a door, one of
the cells that most paths cross, opens or shuts. Measured a frame: the CPU time of all of it. Of
each journey: the frames until its first move, and what was walked against the cheapest path when it
was asked for. Every path is checked by walking it: a move through a shut door ends the run.
"""

import argparse
import gc
import time
from dataclasses import dataclass, field
from random import Random
from statistics import mean, median

import numpy as np

import asterion as at
from common import MOVINGAI, table

BUDGET = 0.002  # seconds per frame
DOORS, DOOR_FRAMES = 20, 10


@dataclass
class Journey:
    """One journey of one unit."""

    asked: int  # the frame
    best: float  # cost of the cheapest path at that time
    first_move: int | None = None
    walked: float = 0.0
    has_arrived: bool = False


@dataclass
class Record:
    """The measurements."""

    frames: list[float] = field(default_factory=list)  # CPU seconds
    journeys: list[Journey] = field(default_factory=list)


class ByService:
    """All paths come from one service."""

    name = "PathService"

    def __init__(self, grid):
        self.service = at.PathService(grid)

    def send(self, start, goal):
        return self.service.request(start, goal)

    def work(self, _units):
        self.service.run(seconds=BUDGET)

    def moves(self, units):
        return self.service.step(units)

    def has_arrived(self, unit):
        return unit.status == "arrived"


class ByNavigators:
    """Each unit plans for itself and moves; they take turns at the time of a frame."""

    name = "Navigator.plan"

    def __init__(self, grid):
        self.grid = grid
        self.turn = 0
        self.moved = []

    def send(self, start, goal):
        return at.Navigator(self.grid, start, goal)

    def work(self, units):
        until = time.perf_counter() + BUDGET
        self.moved = [None] * len(units)
        for _ in units:
            left = until - time.perf_counter()
            if left <= 0:
                return
            at_turn = self.turn % len(units)
            if units[at_turn].plan(seconds=left) == "running":
                return
            self.moved[at_turn] = units[at_turn].step()
            self.turn += 1

    def moves(self, _units):
        return self.moved

    def has_arrived(self, unit):
        return unit.arrived


def played(way, grid, count, frames, seed):
    """Run some frames of a game."""
    random = Random(seed)  # noqa: S311 - no secret
    free = np.argwhere(at.reachable(grid, main_cell(grid))).tolist()
    doors = at.analysis.choke_points(grid, DOORS, paths=300, seed=seed)
    pairs = [[tuple(random.choice(free)) for _ in range(2)] for _ in range(count)]
    units, journeys, record = [], [], Record()
    for start, goal in pairs:
        units.append(way.send(start, goal))
        journeys.append(Journey(0, at.find_path(grid, start, goal).cost))
    record.journeys.extend(journeys)
    costs = {True: 1.0, False: grid.diagonal_cost}
    for frame in range(frames):
        places = [unit.position for unit in units]
        begin = time.process_time()
        if frame % DOOR_FRAMES == DOOR_FRAMES - 1:
            door = random.choice(doors)
            grid[door] = 1 - grid[door]
        way.work(units)
        moves = way.moves(units)
        record.frames.append(time.process_time() - begin)
        for i, (was, cell) in enumerate(zip(places, moves, strict=True)):
            if cell is None:
                continue
            assert grid[cell] > 0, f"unit {i} walks into the door {cell}"
            step = abs(was[0] - cell[0]) + abs(was[1] - cell[1])
            assert step in (1, 2), f"unit {i} jumps from {was} to {cell}"
            journeys[i].walked += costs[step == 1]
            if journeys[i].first_move is None:
                journeys[i].first_move = frame - journeys[i].asked
            if way.has_arrived(units[i]):
                journeys[i].has_arrived = True
                goal = tuple(random.choice(free))
                units[i] = way.send(cell, goal)
                journeys[i] = Journey(frame + 1, at.find_path(grid, cell, goal).cost)
                record.journeys.append(journeys[i])
    return record


def main_cell(grid):
    """A cell of the largest part of the map."""
    labels = at.regions.pieces(np.where(grid.total > 0, 0, -1))
    largest = np.bincount(labels[labels >= 0]).argmax()
    return tuple(np.argwhere(labels == largest)[0].tolist())


def row(name, record):
    first = [each.first_move for each in record.journeys if each.first_move is not None]
    waiting = sum(each.first_move is None for each in record.journeys)
    detours = [
        each.walked / each.best for each in record.journeys if each.has_arrived and each.best > 0
    ]
    slow = sorted(record.frames)
    nearly_all = slow[int(0.99 * len(slow))]
    return (
        name,
        str(len(record.journeys)),
        str(len(detours)),
        f"{median(first)} / {first and max(first)}",
        str(waiting),
        " / ".join(f"{seconds * 1e3:.2f}" for seconds in (median(slow), nearly_all, slow[-1])),
        f"{100 * (mean(detours) - 1):.1f} %" if detours else "none",
    )


def slices(side, repeats=5):
    """The slices of a first plan on costs 1 to 8: their CPU time beyond the limit."""
    costs = np.random.default_rng(1).integers(1, 9, (side, side)).astype(np.uint8)
    ends = (0, 0), (side - 1, side - 1)
    rows = [("dstar-lite, slices of", "slices", "first, over", "longest, over")]
    for budget in (0.0005, 0.001, 0.002, 0.005):
        best = None
        for _ in range(repeats):
            agent = at.Navigator(at.Grid(costs), *ends, algorithm="dstar-lite")
            over, status = [], "running"
            while status == "running":
                begin = time.process_time()
                status = agent.plan(seconds=budget)
                over.append(time.process_time() - begin - budget)
            best = min(best or over, over, key=max)
        rows.append(
            (
                f"{budget * 1e3} ms",
                str(len(best)),
                f"{max(best[0], 0) * 1e3:.2f} ms",
                f"{max(*best, 0) * 1e3:.2f} ms",
            )
        )
    table(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--map", default="orz900d")
    parser.add_argument("--units", type=int, default=1000)
    parser.add_argument("--frames", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slices", action="store_true", help="of one first plan")
    options = parser.parse_args()
    if options.slices:
        slices(1023)
        return
    head = (
        f"{options.map}, {options.units} units",
        "journeys",
        "arrived",
        "frames to 1st move (median/most)",
        "none yet",
        "CPU ms per frame (median/99 %/most)",
        "detour",
    )
    rows = [head]
    for way in (ByService, ByNavigators):
        grid = at.load_map(MOVINGAI / f"{options.map}.map")
        gc.collect()
        gc.disable()  # as games do while a frame is made
        rows.append(
            row(way.name, played(way(grid), grid, options.units, options.frames, options.seed))
        )
        gc.enable()
    table(rows)


if __name__ == "__main__":
    main()
