"""Navigators and explorers, in worlds that are edited under them."""

from __future__ import annotations

import math
import operator
from math import nan
from typing import Any

import asterion as at
from fuzz.arrays import key
from fuzz.callbacks import callback
from fuzz.input import Fuzz
from fuzz.verdict import Finding
from fuzz.worlds import cell, some_world

INFOS = at.algorithms("navigator")
LOOKS = [
    "path",
    "ready",
    "position",
    "goal",
    "arrived",
    "stats",
    "segments",
    "g",
    "rhs",
    "h",
    "state",
]
ROUNDING = 2**-25  # whole numbers: see docs/navigators.md


def options(f: Fuzz, world: Any, agents: list[Any]) -> dict[str, Any]:
    """Options of a navigator: mostly ones that it takes, mostly with good values."""
    info = f.choice(INFOS)
    good: dict[str, list[Any]] = {
        "heuristic": ["auto", "zero", "octile", "chebyshev", "manhattan"],
        "ties": ["auto", "high-g", "low-g", "fifo", "lifo", "random", "straight"],
        "seed": [0, 3, 2**64],
    }
    taken = info.options if f.often(0.95) else tuple(good)
    chosen = {name: f.mostly(*good[name], odd=0.06) for name in taken if f.often(0.25)}
    if "heuristic" in taken and f.often(0.25):
        ask = callback(f, world)

        def estimate(a: Any, b: Any) -> Any:
            if agents and f.often(0.02):
                agents[0].move_to(b)
            return ask(f.choice([a, b]))

        chosen["heuristic"] = estimate
    if "seed" in chosen:
        chosen["ties"] = f.mostly("random")
    return {**chosen, "algorithm": f.mostly(info.name, info.name, "auto", odd=0.02)}


def navigators(f: Fuzz) -> None:
    """An agent that is pushed and aimed while its world changes."""
    world = some_world(f)
    grid = getattr(world, "grid", world)
    start, end = cell(f, world), cell(f, world)
    self_asked: list[Any] = []  # the agent, for heuristics that call it
    chosen = options(f, world, self_asked)
    agent = f.call(at.Navigator, f.mostly(world, odd=0.01), start, end, **chosen)
    self_asked.append(agent)
    for _ in range(f.randint(1, 10) if agent is not None else 0):
        f.one_of(
            lambda: f.edit(grid, operator.setitem, grid, key(f, grid.shape), f.mostly(0, 1, 2.5)),
            lambda: f.call(agent.step),
            lambda: f.call(
                agent.plan, expansions=f.mostly(0, 1, 9), seconds=f.mostly(None, 1, nan)
            ),
            lambda: f.call(agent.move_to, cell(f, world)),
            lambda: f.call(setattr, agent, "goal", cell(f, world)),
            lambda: f.call(getattr, agent, f.choice(LOOKS)),
            lambda: walked(f, world, agent),
        )


def walked(f: Fuzz, world: Any, agent: at.Navigator) -> None:
    """The path can be walked, and is as good as it says; the agent may stand in a wall."""
    path = f.call(getattr, agent, "path")
    if not path or not world.total[path[0]] > 0:
        return
    at.validate(world, path)
    best = at.find_path(world, path[0], path[-1], algorithm="dijkstra").cost
    if path.optimal and not math.isclose(path.cost, best, rel_tol=ROUNDING, abs_tol=1e-300):
        raise Finding(f"an optimal path that costs {path.cost} where {best} would do")


def shared(f: Fuzz, world: Any, belief: at.Grid) -> None:
    """Another agent of a belief walks."""
    ends = cell(f, world), cell(f, world)
    belief = f.mostly(belief, world, belief.copy(), 3)
    at.Explorer(world, *ends, belief=belief, **options(f, world, [])).run(9)


def explorers(f: Fuzz) -> None:
    """An agent that does not know the world."""
    world = some_world(f)
    grid = getattr(world, "grid", world)
    agent = f.call(
        at.Explorer,
        f.mostly(world, odd=0.01),
        cell(f, world),
        cell(f, world),
        sight=f.mostly(1, 2, 7, 10**9),
        unseen=f.mostly(None, 1, 4.5, 4.5, 1e300, 0),
        **options(f, world, []),
    )
    for _ in range(f.randint(1, 6) if agent is not None else 0):
        f.one_of(
            lambda: f.edit(grid, operator.setitem, grid, key(f, grid.shape), f.mostly(0, 1, 2.5)),
            lambda: f.call(agent.step),
            lambda: f.call(
                agent.plan, expansions=f.mostly(0, 1, 9), seconds=f.mostly(None, 1, nan)
            ),
            lambda: f.call(agent.run, f.mostly(3, 50, 0)),
            lambda: f.call(setattr, agent, "goal", cell(f, world)),
            lambda: f.call(shared, f, world, agent.belief),
            lambda: f.call(getattr, agent, f.choice(["path", "known", "journey", "stats"])),
        )
