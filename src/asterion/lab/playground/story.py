"""The first half of the story: searches of a map that is known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from asterion.lab.maps.scenes import walled
from asterion.lab.maps.story import StoryScene
from asterion.lab.playground.session import Found, Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from asterion.search.find import Search, distances

if TYPE_CHECKING:
    from collections.abc import Mapping

_OPEN = walled((25, 25), [], (20, 3), (4, 21))
_ESTIMATES = "chebyshev", "euclidean", "octile"


def _dijkstra() -> Setup:
    return replace(both_searches(), runs=(Run("dijkstra"),))


def both_searches(shape: tuple[int, int] = (29, 29)) -> Setup:
    """Dijkstra and A* on a floor of this shape, with a wall in the middle between the ends."""
    row, col = shape[0] // 2, shape[1] // 2
    wall = (row - 6, col + 2), (row + 6, col + 2)
    cells = walled(shape, [wall], (row, col - 3), (row - 1, col + 6))
    return Setup(*cells, "clear", (Run("dijkstra"), Run("astar")))


def _estimates() -> Setup:
    runs = tuple(Run("astar", {"heuristic": name}) for name in _ESTIMATES)
    return replace(both_searches(), runs=runs)


def _ties() -> Setup:
    runs = tuple(Run("astar", {"ties": ties}) for ties in ("low-g", "high-g"))
    return Setup(*_OPEN, "never", runs)


def _results(setup: Setup) -> list[Found]:
    playground = Playground(setup)
    playground.solve()
    return playground.results


def _measured(setup: Setup, *names: str) -> dict[str, float]:
    """The cost of the path, and the expansions of each search by a name for it."""
    results = _results(setup)
    numbers: dict[str, float] = {"cost": float(results[0].path.cost)}  # type: ignore[union-attr]
    for name, found in zip(names, results, strict=True):
        numbers[name] = int(found.stats.expanded)  # type: ignore[union-attr]
    return numbers


def _of_dijkstra() -> Mapping[str, float]:
    setup = _dijkstra()
    free = int(np.count_nonzero(setup.cells))
    return _measured(setup, "expanded") | {"free": free}


def _of_estimates() -> Mapping[str, float]:
    setup = _estimates()
    grid = setup.grid()
    exact = distances(grid, [setup.goal], direction="to")
    search = Search(grid, setup.start, setup.goal, algorithm="astar", heuristic=exact)
    search.run()
    return _measured(setup, *_ESTIMATES) | {"perfect": int(search.stats.expanded)}


STORY_SCENES = (
    StoryScene(
        "Dijkstra: the nearest first",
        "Dijkstra's algorithm expands the open cell that is cheapest to reach, again and again: a "
        "wave around the start. When it comes to expand the goal, no cheaper path is left.",
        _dijkstra,
        {"play": True, "tool": "wall"},
        number=1,
        task="Drag the goal nearer and farther: the wave ends where the goal is.",
        question="The goal is on the right. Why does it search on the left as well?",
        answer="It knows what it has paid, and not where the goal is. It expands every cell that "
        "is cheaper to reach than the goal, which costs {cost}: {expanded} of the {free} free "
        "cells.",
        measured=_of_dijkstra,
    ),
    StoryScene(
        "A*: add what remains",
        "A* adds to the cost so far, g, an estimate h of what remains, and expands the smallest "
        "f = g + h. The path costs {cost} as before, for {astar} expansions instead of {dijkstra}.",
        both_searches,
        {"play": True, "tool": "wall"},
        number=2,
        task="Draw walls in its way. It may expand more, but never more than Dijkstra.",
        question="A* has left out most of the map. How can it know that no cheaper path is there?",
        answer="Its estimate is never more than what remains, so f is never more than the cost of "
        "a path over that cell. Every cell that it left out has an f of {cost} or more: no path "
        "over it can be cheaper.",
        measured=lambda: _measured(both_searches(), "dijkstra", "astar"),
    ),
    StoryScene(
        "A better estimate",
        "None of these estimates is too high. The number of moves (Chebyshev) is at most the "
        "straight line (Euclid), and that at most the way over open floor (octile). The higher one "
        "knows more: {chebyshev}, {euclidean} and {octile} expansions.",
        _estimates,
        {"play": True, "tool": "wall"},
        number=3,
        task="Turn on the layer _heuristic_, then draw a long wall: no estimate knows of it.",
        question="A perfect estimate says exactly what remains. What would A* expand, and why is "
        "it not used?",
        answer="Only cells on a cheapest path: here {perfect}. But to know what remains from each "
        "cell is to have searched the whole map from the goal. It pays if many search for the same "
        "goal.",
        measured=_of_estimates,
    ),
    StoryScene(
        "Ties: the larger g",
        "On open ground with four moves, many cells have the same f. Of these, take the one with "
        "the larger g, which is nearer to the goal: {high} expansions. With the smaller g A* "
        "fills the whole rectangle: {low}.",
        _ties,
        {"play": True, "tool": "wall"},
        number=4,
        task="Draw a wall in the middle of the field: how much is left of the difference?",
        question="Can the larger g cost A* the cheapest path?",
        answer="No. The rule chooses only among cells of the smallest f. All {low} cells on the "
        "first board have an f of {cost}, the cost of the path: to expand any of them is right, "
        "and to expand {high} is enough.",
        measured=lambda: _measured(_ties(), "low", "high"),
    ),
)
