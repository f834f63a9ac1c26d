"""The race of a maze game: each player's place, results so far, and present activity."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from asterion.games.maze.statistics import summed
from asterion.search.find import find_path

if TYPE_CHECKING:
    from asterion.games.maze.human import Human
    from asterion.games.maze.players import Player
    from asterion.games.maze.simulation import Simulation


class Race:
    """A game as a race of its players; the human, if there is one, is the last runner."""

    def __init__(self, game: Simulation) -> None:
        self.game = game
        self._world = game.world.grid()
        self.runners: list[Player | Human] = [*game.players]
        if game.human is not None:
            self.runners.append(game.human)
        self.arrivals: dict[int, int] = {}  # by runner: the tick at which it finished

    def note(self) -> None:
        """Update the race after a tick."""
        for i, runner in enumerate(self.runners):
            if runner.finished:
                self.arrivals.setdefault(i, self.game.now)

    @property
    def finishes(self) -> list[int | None]:
        """The tick at which each runner finished; None if it has not."""
        return [self.arrivals.get(i) for i in range(len(self.runners))]

    def places(self) -> list[int | None]:
        """Return the place of each runner, from 1; ties share one. None at the start.

        More goals reached is ahead; then fewer tiles left to the next one, or an earlier finish;
        then fewer moves and fewer expanded cells.
        """
        if self.game.now == 0:
            return [None] * len(self.runners)
        keys = [self._rank(i) for i in range(len(self.runners))]
        return [1 + sum(other < key for other in keys) for key in keys]

    def _rank(self, number: int) -> tuple[float, ...]:
        runner = self.runners[number]
        left = self.arrivals[number] if number in self.arrivals else self._tiles_left(runner)
        counts = (inf if count is None else count for count in _figures(runner).values())
        return len(runner.quest.goals_left), left, *counts

    def _tiles_left(self, runner: Any) -> float:
        """The tiles of its path; of the shortest one that is open now if it has none, as the human.

        inf if none is open.
        """
        if hasattr(runner, "path") and not _is_planning(runner):
            return len(runner.path)
        blocked = self.game.world.closed_doors(runner.keys)
        for pit in self.game.traps.open:
            blocked[pit] = True
        blocked[runner.cell] = False
        ends = runner.cell, runner.quest.goal.cell
        path = find_path(self._world.view(blocked=blocked), *ends, algorithm="bfs")
        return len(path) if path.found else inf

    def standings(self) -> list[dict[str, Any]]:
        """Return a line per runner for the scoreboard."""
        goals = len(self.game.world.goals)
        return [
            {
                "place": place,
                "keys": sorted(runner.keys),
                "goals": goals - len(runner.quest.goals_left),
                "of": goals,
                "ticks": self.arrivals.get(i),
                "state": _state(runner),
                "reason": why_it_waits(self.game, runner),
                **_figures(runner),
            }
            for i, (runner, place) in enumerate(zip(self.runners, self.places(), strict=True))
        ]


def _state(runner: Any) -> str:
    if runner.finished:
        return "finished"
    return "planning" if _is_planning(runner) else getattr(runner, "path_state", "free")


def _is_planning(runner: Any) -> bool:
    return getattr(runner, "planning", False)


def _figures(runner: Any) -> dict[str, float | None]:
    """The figures that only a player led by a navigator has."""
    if not hasattr(runner, "navigator"):
        return {"moves": None, "expansions": None, "waits": None}
    total = summed(runner.stats)
    return {"moves": total.moves, "expansions": total.plans.expanded, "waits": total.waits}


def why_it_waits(game: Simulation, runner: Any) -> str:
    """Return what is in the way of a player without a path; nothing if it has one."""
    if getattr(runner, "path_state", "free") == "free" or runner.finished or _is_planning(runner):
        return ""
    pits = {*game.traps.open}
    closed = next((cell for cell in runner.path if cell in pits), None)
    if closed is not None:
        return f"pit at {closed} closes its path"
    world, letter = game.world, runner.quest.goal.letter
    goal = f"{'key' if letter.islower() else 'door'} {letter}"
    without_pits = world.grid().view(blocked=world.closed_doors(runner.keys))
    path = find_path(without_pits, runner.cell, runner.goal)
    if path:
        closed = next((cell for cell in path if cell in pits), None)
        return "" if closed is None else f"pits close every path, one at {closed}"
    doors = {cell: name for name, cell in world.doors.items() if name.lower() not in runner.keys}
    for cell in find_path(world.grid(), runner.cell, runner.goal):
        if cell in doors:
            return f"no path to {goal}: door {doors[cell]} is closed"
    return f"no path to {goal}: walls are between"
