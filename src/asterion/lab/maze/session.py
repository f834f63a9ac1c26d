"""The maze page's session: a game that is set up, started, paused, steered, recorded and replayed.

The switches are part of it, so that keys and check boxes always agree.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from asterion.errors import InvalidValue, short_repr
from asterion.games.maze.rules import WHILE_RUNNING, Rules
from asterion.games.maze.saving import Event, replaying, story_of
from asterion.games.maze.simulation import HUMAN, PIT, Simulation
from asterion.games.maze.statistics import log_texts
from asterion.games.maze.world_file import MOST_PLAYERS, Problem
from asterion.games.maze.worlds import WORLDS, load_world
from asterion.lab import limits
from asterion.lab.maps.undo_stack import UndoStack
from asterion.lab.maze.draft import Draft, check_size
from asterion.lab.maze.race import Race
from asterion.lab.maze.setup import Level, MazeSetup
from asterion.lab.work import Work
from asterion.world.arguments import count


@dataclass(frozen=True)
class Switches:
    """The things shown, whether the game waits, and whether it is logged."""

    paths: bool = True
    states: bool = False
    trees: bool = False
    threat: bool = False
    grids: bool = False
    background: bool = True
    logging: bool = False
    paused: bool = True


# The sheet of keys: each toggles a switch, or a rule of the game.
KEYS = {
    "g": "paths",
    "s": "states",
    "t": "trees",
    "w": "threat",
    "p": "monsters_move",
    "space": "paused",
    "i": "invulnerable",
}


class MazeSession:
    """A set-up, the game made from it, and its switches."""

    def __init__(self) -> None:
        self.setup = MazeSetup.default()
        self.switches = Switches()
        self.runs = 0  # games so far
        self.version = 0  # rises with every change of the set-up
        self.is_left = False  # no tab watches: time stands still until one comes back
        self.drawn: UndoStack[Draft] | None = None  # edits, also while the editor is closed
        self._drawn_of = ""  # the world that they belong to
        self._begin(self.setup)

    def _begin(self, setup: MazeSetup) -> None:
        self._show(setup, setup.simulation())  # an error leaves all as it was

    def _show(self, setup: MazeSetup, game: Simulation) -> None:
        self.setup, self.game, self.race = setup, game, Race(game)
        self.problems = self._problems_of(setup.draft)
        self.started = self.hurried = False
        self.passed: list[list[int | None]] = []  # by level: the tick at which each runner finished
        self.script: deque[Event] | None = None  # of a recorded run that is replayed
        self.ends = 0  # the tick at which that ends
        self.runs += 1
        self.version += 1
        self.switches = replace(self.switches, paused=True)

    # --- State

    @property
    def is_fresh(self) -> bool:
        """Whether nothing was changed or started yet."""
        return self.version == 1 and not self.started

    @property
    def over(self) -> bool:
        """Whether all players have finished."""
        return self.game.over

    @property
    def locked(self) -> bool:
        """Whether world, players and seed are fixed: from the start until all have finished."""
        return self.started and not self.over

    @property
    def replaying(self) -> bool:
        """Whether a recorded run is being replayed."""
        return self.script is not None

    @property
    def moving(self) -> bool:
        """Whether another tick is to come."""
        return self.locked and not self.switches.paused and not self.is_left

    @property
    def phase(self) -> str:
        """``"drawing"``, ``"ready"``, ``"running"``, ``"paused"`` or ``"over"``."""
        if self.drawing:
            return "drawing"
        if self.over:
            return "over"
        if not self.started:
            return "ready"
        return "running" if self.moving else "paused"

    # --- Actions of a person

    def start(self) -> None:
        """Let the game begin, or continue; out of the editor, in the world that was drawn."""
        self._play_draft()
        if self.over:
            raise InvalidValue("the game is over; go back to the start first")
        self.started = True
        self.switches = replace(self.switches, paused=False)

    def reset(self) -> None:
        """End the game, and return to its start, with the present rules."""
        passed = self.passed
        self._begin(self.setup)
        self.passed = passed

    def again(self) -> None:
        """Play the same game from its start at once."""
        self.reset()
        self.start()

    def reseed(self) -> None:
        """Play the game of the next seed at once."""
        self.change(lambda setup: setup.with_seed((setup.seed + 1) % (limits.HIGHEST_SEED + 1)))
        self.start()

    def take(self, setup: MazeSetup) -> None:
        """Take over the set-up of a link or of a scene, whatever was in progress."""
        if self.started or setup != self.setup:
            self._begin(setup)
            self.drawn = None
            if setup.draft is not None:
                self._edit(setup.draft)

    def come_back(self) -> None:
        """Resume for a returning watcher: a running game continues, without the held keys."""
        self.is_left = False
        human = self.game.human
        if human is not None and human.direction != (0, 0) and not self.replaying:
            self.walk((0, 0))

    def finish(self) -> None:
        """Play as fast as possible, until it is paused."""
        if self.over:
            raise InvalidValue("the game is over; go back to the start first")
        self.start()
        self.hurried = True

    def skip(self, ticks: int) -> Work[None]:
        """Play this many ticks, and pause."""
        self.start()
        for _ in range(ticks):
            if not self.tick():
                break
            yield
        self.switch("paused", on=True)

    def press(self, key: str) -> None:
        """Handle a key of the sheet: toggle what it stands for."""
        if key not in KEYS:
            raise InvalidValue(f"unknown key {short_repr(key)}; choose one of {', '.join(KEYS)}")
        name = KEYS[key]
        if hasattr(self.switches, name):
            self.switch(name, on=not getattr(self.switches, name))
        else:
            self.rule(name, not getattr(self.rules, name))

    def switch(self, name: str, *, on: bool) -> None:
        """Show or hide something, pause or continue, start or stop the log."""
        if name not in {each.name for each in fields(Switches)}:
            raise InvalidValue(f"unknown switch {short_repr(name)}")
        if name == "paused" and not on:
            self._play_draft()
        self.switches = replace(self.switches, **{name: bool(on)})
        if name == "paused":
            self.hurried = False
            self.started = self.started or not on

    @property
    def rules(self) -> Rules:
        """The rules as they are now, or of the recorded run while one is replayed."""
        return self.game.rules if self.locked else self.setup.rules

    def rule(self, name: str, value: Any) -> None:
        """Change a rule: in a game that has begun from now on, else from the first tick."""
        setup = self.setup.with_rule(name, value)
        if not self.started:
            self.change(lambda _: setup)
            return
        if self.locked:
            self._steer(name, value)
        elif name not in WHILE_RUNNING:
            self._begin(setup)
        self.setup = setup
        self.version += 1

    def walk(self, move: tuple[int, int]) -> None:
        """Let the human player walk in this direction: rows and columns of one step."""
        if self.locked:
            self._steer(HUMAN, move)

    def dig(self, cell: int) -> None:
        """Open a pit that stays on the tile of this number, or close the one there."""
        if self.over or self.drawing:
            raise InvalidValue(
                "pits are dug while a game goes on; start one, or go back to its start"
            )
        rows, cols = self.game.world.shape
        self._steer(PIT, divmod(count("cell", cell, most=rows * cols - 1), cols))

    def _steer(self, what: str, value: Any) -> None:
        if self.replaying:
            raise InvalidValue("a recorded run cannot be changed; go back to the start to play")
        self.game.do(what, value)

    def _check_unlocked(self) -> None:
        if self.locked:
            raise InvalidValue(
                "algorithms, world and seed are locked until all players have finished; "
                "go back to the start to change them"
            )

    def change(self, make: Callable[[MazeSetup], MazeSetup]) -> None:
        """Change the world, the players or the seed; an error while a game is in progress."""
        self._check_unlocked()
        setup = make(self.setup)
        if setup != self.setup:
            self._begin(setup)

    # --- Levels

    def next_level(self) -> None:
        """Play the next level, if there is one and all players have finished this one."""
        if not self.over or not self.setup.after:
            return
        passed = [*self.passed, self.race.finishes]
        self._begin(self.setup.at_level(self.setup.level + 1))
        self.passed = passed
        self.start()

    def total_of(self, runner: int) -> int | None:
        """Return the ticks of a runner in all levels, once it has finished each; None without."""
        if not self.passed:
            return None
        levels = [*self.passed, self.race.finishes]
        ticks = [level[runner] if runner < len(level) else None for level in levels]
        return None if None in ticks else sum(filter(None, ticks))

    def go_to_level(self, number: int) -> None:
        """Go to a level, in the editor if that is open."""
        self._arrange(lambda setup: setup.at_level(number))

    def add_level(self) -> None:
        """Add a small world behind this one, and open the editor on it."""
        here = self.setup.level + 1
        world = Draft.first(name=f"level {len(self.setup.levels) + 1}")
        level = Level(world.name, world.to_text())

        def added(setup: MazeSetup) -> MazeSetup:
            levels = setup.levels
            return setup.with_levels([*levels[:here], level, *levels[here:]], here)

        self._arrange(added)
        self.draw(on=True)

    def drop_level(self) -> None:
        """Take this level out of the sequence."""
        if len(self.setup.levels) == 1:
            raise InvalidValue("this is the only world; there is no other level to play instead")
        self._check_unlocked()
        was_drawing, at = self.drawing, self.setup.level
        levels = [*self.setup.before, *self.setup.after]
        self._begin(self.setup.with_levels(levels, min(at, len(levels) - 1)))
        self.draw(on=was_drawing)

    def _arrange(self, change: Callable[[MazeSetup], MazeSetup]) -> None:
        """Change the levels; what is drawn of the present one is taken before, or refused."""
        self._check_unlocked()
        was_drawing = self.drawing
        self._play_draft()
        self.change(change)
        self.draw(on=was_drawing)

    # --- The editor

    @property
    def drawing(self) -> bool:
        """Whether the editor is open: the boards show the world that is drawn."""
        return self.setup.draft is not None

    @property
    def in_stroke(self) -> bool:
        """Whether the pointer draws: the browser has the newest map."""
        return self.drawn is not None and self.drawn.in_stroke

    def _problems_of(self, draft: Draft | None) -> list[Problem]:
        """The problems of the world that is shown."""
        return self.game.world.find_problems() if draft is None else draft.problems()

    def draw(self, *, on: bool) -> None:
        """Open the editor, or close it: then the drawn world is there to be played, if it can be.

        A drawing that cannot be played is kept for the next time, unless another world is chosen.
        """
        if on == self.drawing:
            return
        if on:
            self._check_unlocked()
            if self.drawn is None or self._drawn_of != self.setup.text:
                self._edit(Draft.of(self.setup.name, self.setup.text))
            self._put(None if self.drawn is None else self.drawn.present)
            return
        why = self._what_stops()
        if why:
            self._put(None)
            raise InvalidValue(f"this world cannot be played; the editor keeps it: {why}")
        self._play_draft()

    def _edit(self, draft: Draft) -> None:
        """Begin with a drawing that has nothing to undo."""
        self.drawn, self._drawn_of = UndoStack(draft), self.setup.text

    def redraw(self, change: Callable[[Draft], Draft]) -> None:
        """Change the world in the editor."""
        if self.setup.draft is None or self.drawn is None:
            raise InvalidValue("the editor is closed; open it to draw")
        draft = change(self.setup.draft)
        if draft.name in WORLDS and draft.to_text() != load_world(draft.name).to_text():
            draft = draft.named(f"my {draft.name}")
        if draft != self.setup.draft:
            self.drawn.adopt(draft)
            self._put(draft)

    def stroke(self, *, on: bool) -> None:
        """Begin or end a stroke of the pointer, which is undone at once."""
        if self.drawn is not None and on:
            self.drawn.begin_stroke()
        elif self.drawn is not None:
            self.drawn.end_stroke()
            self._put(self.setup.draft)

    def undo(self) -> None:
        """Undo the last edit of the world, in the editor."""
        self._travel(UndoStack.undo)

    def redo(self) -> None:
        """Redo it."""
        self._travel(UndoStack.redo)

    def _travel(self, go: Callable[[UndoStack[Draft]], bool]) -> None:
        if self.drawing and self.drawn is not None and go(self.drawn):
            self._put(self.drawn.present)

    def _put(self, draft: Draft | None) -> None:
        self.setup = replace(self.setup, draft=draft)
        self.version += 1
        if not self.in_stroke:
            self.problems = self._problems_of(draft)

    def _what_stops(self) -> str:
        return "; ".join(each.text for each in self.problems if each.stops)

    def _play_draft(self) -> None:
        """Take the drawn world to play, if no player is kept from the end."""
        draft = self.setup.draft
        if draft is None:
            return
        if why := self._what_stops():
            raise InvalidValue(f"this world cannot be played yet: {why}")
        self._begin(self.setup.in_world(draft.name, draft.to_text()))
        self._drawn_of = self.setup.text

    # --- Time

    def tick(self) -> bool:
        """Play one tick; return whether another one may follow."""
        if not self.moving:
            return False
        self.game.tick()
        self.race.note()
        self._follow_script()
        return self.moving

    def _follow_script(self) -> None:
        """Repeat the inputs of this tick of the recorded run, if one is replayed, or end it."""
        while self.script and self.script[0].tick == self.game.now:
            self.game.do(*self.script.popleft()[1:])
        if self.replaying and self.game.now >= self.ends:
            self.script = None
            self.setup = replace(self.setup, rules=self.game.rules)
            if not self.over:
                self.switch("paused", on=True)

    # --- Records

    def save(self) -> dict[str, Any]:
        """Return the run so far in a form that can be replayed."""
        return self.game.save()

    def replay_checked(self, saved: dict[str, Any]) -> Work[None]:
        """Play a saved run from its beginning, after checking that it has the same result."""
        if self.locked:
            raise InvalidValue("a game is under way; go back to the start to replay another one")
        if isinstance(saved, Mapping) and isinstance(saved.get("world"), str):
            check_size(saved["world"])
        story = story_of(saved)
        given, players = story.arguments, story.arguments["players"]
        if len(players) > MOST_PLAYERS:
            raise InvalidValue(f"the run has {len(players)} players; the lab shows {MOST_PLAYERS}")
        if story.tick > limits.REPLAY_TICKS:
            most = limits.REPLAY_TICKS
            raise InvalidValue(
                f"the run has {short_repr(story.tick)} ticks; the lab replays {most}"
            )
        setup = MazeSetup(
            "a saved run",
            given["world"].to_text(),
            (*players, *self.setup.players[len(players) :]),
            given["seed"],
            given["rules"],
        ).checked()
        yield from replaying(Simulation, story)
        self._show(setup, Simulation(**given))
        self.script, self.ends = deque(story.events), story.tick
        self.start()
        self._follow_script()

    def logs(self) -> dict[str, str]:
        """Return a log for each player that has finished: name of the file, and its text."""
        if not any(player.finished for player in self.game.players):
            raise InvalidValue("no player has finished, so there is nothing to log yet")
        return log_texts(self.game.players)
