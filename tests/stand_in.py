"""An agent for the tests of experiments until at.explore is here: plain, slow and right."""

from types import SimpleNamespace

import numpy as np

import asterion as at
from asterion.experiments import replanning


def explore(world, start, goal, *, algorithm="auto", ties="high-g"):
    """Repeated A* on what the agent believes."""
    belief = at.Grid(np.ones(world.shape), diagonal=world.diagonal)
    direction = "backward" if algorithm == "repeated-backward" else "forward"
    trajectory, searches = [start], []
    while True:
        look(world, belief, trajectory[-1])
        if trajectory[-1] == goal:
            break
        path = at.find_path(
            belief, trajectory[-1], goal, algorithm="astar", ties=ties, direction=direction
        )
        searches.append(path.stats)
        if not path:
            break
        for cell in [*path][1:]:
            if belief[cell] == 0:
                break
            trajectory.append(cell)
            look(world, belief, cell)
    return SimpleNamespace(
        reached=trajectory[-1] == goal, trajectory=np.array(trajectory), searches=searches
    )


def look(world, belief, cell):
    for row, col in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
        r, c = cell[0] + row, cell[1] + col
        if 0 <= r < world.shape[0] and 0 <= c < world.shape[1] and world[r, c] == 0:
            belief[r, c] = 0


def install():
    if not hasattr(at, "explore"):
        at.explore = explore


def run(trial):
    """For other processes, which know nothing of what this one has patched."""
    install()
    return replanning.run(trial)
