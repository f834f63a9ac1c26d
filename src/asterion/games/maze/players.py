"""Players led by navigators: from key to door to key, while the maze changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asterion.games.maze.maze_state import MazeState
from asterion.games.maze.motion import Walker
from asterion.games.maze.quest import OnQuest, Quest
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.statistics import Segment, table
from asterion.games.maze.world_file import Goal
from asterion.navigate.navigator import Navigator
from asterion.navigate.stats import NavigatorStats, together
from asterion.search.path import Path
from asterion.world.grid import Cell, GridWorld

_FIXED_ENDS = "lpa"  # it plans from a fixed start, so it is replaced if the player leaves its path

Note = Callable[..., None]


class Player(OnQuest, Walker):
    """One player. Its navigator plans from the tile that it is moving onto."""

    def __init__(
        self,
        setup: PlayerSetup,
        number: int,
        start: Cell,
        *,
        maze: MazeState,
        rules: Rules,
        note: Note,
    ) -> None:
        speed = rules.player_speed if setup.speed is None else setup.speed
        super().__init__(start, speed, diagonal=rules.diagonal)
        self.number = number
        self.name = f"player {number + 1}" if setup.name is None else setup.name
        self.algorithm, self.ties, self.replan = setup.algorithm, setup.ties, setup.replan
        self.mode, self.start = setup.mode, start
        self.quest = Quest(maze.world.goals)
        self.segments: list[Segment] = []  # one per goal reached
        self.path_state = "free"  # or "obstructed", or "stopped"
        self.caught = 0
        self.watched = 0  # ticks in sight of a monster
        self.budget = rules.budget
        self.planning = False  # whether its path waits for expansions
        self._maze, self._note = maze, note
        self._before = NavigatorStats()  # of the navigators replaced since the last goal
        self._counts = [0, 0, 0, 0]  # moves, waits, ticks, caught: since the last goal
        self._plan: Path | None = None  # the last path that led to the goal
        self._old: list[Cell] = []  # the rest of it while there is no path

    # --- What can be read

    @property
    def goal(self) -> Cell | None:
        """Its present goal; None when it has finished."""
        goal = self.quest.goal
        return None if goal is None else goal.cell

    @property
    def goals_left(self) -> list[Goal]:
        """Keys and doors that it still has to reach, in order."""
        return self.quest.goals_left

    @property
    def path(self) -> list[Cell]:
        """The tiles of its path from the one it is moving onto; obstructed or not."""
        here = self.entering or self.cell
        if self.finished:
            return []
        if self.path_state != "free" or self._plan is None:
            return [here, *self._old]
        cells = [*self._plan]
        if here in cells:
            return cells[cells.index(here) :]
        return [here] if self.planning else cells

    @property
    def stats(self) -> list[Segment]:
        """A segment for each goal reached, and one for the current goal."""
        goal = self.quest.goal
        return self.segments if goal is None else [*self.segments, self._segment(goal.letter)]

    def table(self) -> list[dict[str, Any]]:
        """The same with their sum, in the columns of Moori's study."""
        return table(self.stats)

    # --- Planning

    def begin(self) -> None:
        """Build the navigator for its goal; the path comes from ``refresh``."""
        here = self.entering or self.cell
        goal = self.goal or here
        names = ("algorithm", "ties", "replan")
        asked: dict[str, Any] = {name: getattr(self, name) for name in names}
        self.navigator = Navigator(
            self.world,
            here,
            goal,
            **asked,
        )
        self._note("navigator built", self)

    @property
    def world(self) -> GridWorld:
        """The grid as the player sees it: doors are closed unless it holds their key."""
        return self._maze.for_player(self.quest.keys, careful=self.mode != "bold")

    def refresh(self) -> None:
        """Plan or repair its path after a change; with a budget from the next tick on."""
        self.planning = self.budget > 0
        if not self.planning:
            self._take_path()

    def plan(self) -> None:
        """Plan for as long as the budget of a tick lasts."""
        if not self.budget or self.navigator.plan(expansions=self.budget) == "ready":
            self.planning = False
            self._take_path()

    def _take_path(self) -> None:
        here = self.entering or self.cell
        path = self.navigator.path
        if path and self.algorithm == _FIXED_ENDS and here not in [*path]:
            self._replace_navigator()
            if self.budget:
                self.planning = True
                return
            path = self.navigator.path
        if path:
            self._plan, self.path_state = path, "free"
            self._old.clear()
        elif self.path_state == "free":
            known = [] if self._plan is None else [*self._plan]
            self._old = known[known.index(here) + 1 :] if here in known else []
            self.path_state = "obstructed"
        else:
            self.reconsider()

    def reconsider(self) -> None:
        """Let a player that has stopped get a little further after a change."""
        if self.path_state == "stopped":
            self.path_state = "obstructed"

    def _replace_navigator(self) -> None:
        """Build another navigator from here; the counts of the old one are kept."""
        spent = together(self._before, self.navigator.segments[-1])
        self._before = spent._replace(restarts=spent.restarts + 1)
        self.begin()

    # --- Walking

    def advance(self, walk_obstructed: bool) -> None:
        """Move for one tick: a stride along the path, over as many tiles as it covers."""
        self._counts[2] += 1
        if self.entering is None and not (self._arrived() and self._go_on(walk_obstructed)):
            self._counts[1] += 1
            return
        self.progress += self.stride
        while self.entering is not None and self.progress >= self.needed:
            self.reach()
            self._counts[0] += 1
            self._note("new tile", self)
            if not self._arrived() or not self._go_on(walk_obstructed):
                self.stand()

    def _arrived(self) -> bool:
        """Take the goals on this tile in order; False if the last goal is reached."""
        goal = self.quest.goal
        keys = self.quest.keys
        while goal is not None and self.quest.reached(self.cell):
            self._note("goal reached", self)
            self.segments.append(self._segment(goal.letter))
            self._before, self._counts = NavigatorStats(), [0, 0, 0, 0]
            goal = self.quest.goal
            if goal is not None:
                if self.quest.keys != keys:
                    self.begin()
                else:
                    self.navigator.goal = goal.cell
                keys = self.quest.keys
                self._note("initial search", self)
                self.path_state = "free"
                self.refresh()
        return goal is not None

    def _go_on(self, walk_obstructed: bool) -> bool:
        """Begin the next step; False if there is none."""
        if self.path_state == "stopped":
            return False  # until something changes
        if self.budget:  # its plan may not be ready: it works on it from the next tick on
            self.planning = self.planning or not self.navigator.ready
            if self.planning:
                return False
        if self.path_state == "free":
            refuge = self._refuge() if self.mode == "flee" else None
            tile = refuge or self._next()
            if tile is not None:
                self.enter(tile, self._maze.weight(tile))
                if refuge is not None:
                    self.navigator.move_to(refuge)
                    self.refresh()
                return True
            self.refresh()
            if self.planning:
                return False
        if walk_obstructed and self._old:
            beside = [cell for cell, _ in self.world.neighbours(self.cell)]
            if self._old[0] in beside:
                tile = self._old.pop(0)
                self.navigator.move_to(tile)
                self.enter(tile, self._maze.weight(tile))
                return True
        self.path_state = "stopped"
        return False

    def _next(self) -> Cell | None:
        """The next tile of its path; the navigator moves there at once."""
        self._note("update players", self)
        tile: Cell | None = self.navigator.step()
        self._note("path", self)
        return tile

    def _refuge(self) -> Cell | None:
        """The neighbouring tile that monsters see least, if its path leads further into sight."""
        threat = self._maze.threat
        here = 0 if threat is None else threat.at(self.cell)
        if threat is None or not here or any(threat.at(tile) < here for tile in self.path[1:2]):
            return None
        beside = [cell for cell, _ in self.world.neighbours(self.cell)]
        least = min(beside, key=threat.at, default=self.cell)
        return least if threat.at(least) < here else None

    def respawn(self) -> None:
        """Return to its start after being caught, with a new navigator."""
        self.put(self.start)
        self.caught += 1
        self._counts[3] += 1
        self._replace_navigator()
        self.path_state = "free"
        self.refresh()

    def _segment(self, letter: str) -> Segment:
        plans = together(self._before, self.navigator.segments[-1])
        return Segment(letter, plans, *self._counts)
