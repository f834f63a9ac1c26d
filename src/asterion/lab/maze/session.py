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
from asterion.games.maze.simulation import HUMAN, Simulation
from asterion.games.maze.statistics import log_texts
from asterion.games.maze.world_file import MOST_PLAYERS
from asterion.lab import limits
from asterion.lab.maze.race import Race
from asterion.lab.maze.setup import MazeSetup, check_size
from asterion.lab.work import Work


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
        self._begin(self.setup)

    def _begin(self, setup: MazeSetup) -> None:
        self._show(setup, setup.simulation())  # an error leaves all as it was

    def _show(self, setup: MazeSetup, game: Simulation) -> None:
        self.setup, self.game, self.race = setup, game, Race(game)
        self.problems = game.world.problems()
        self.started = self.hurried = False
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
        """``"ready"``, ``"running"``, ``"paused"`` or ``"over"``."""
        if self.over:
            return "over"
        if not self.started:
            return "ready"
        return "running" if self.moving else "paused"

    # --- Actions of a person

    def start(self) -> None:
        """Let the game begin, or continue."""
        if self.over:
            raise InvalidValue("the game is over; go back to the start first")
        self.started = True
        self.switches = replace(self.switches, paused=False)

    def reset(self) -> None:
        """End the game, and return to its start, with the present rules."""
        self._begin(self.setup)

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

    def _steer(self, what: str, value: Any) -> None:
        if self.replaying:
            raise InvalidValue("a recorded run cannot be changed; go back to the start to play")
        self.game.do(what, value)

    def change(self, make: Callable[[MazeSetup], MazeSetup]) -> None:
        """Change the world, the players or the seed; an error while a game is in progress."""
        if self.locked:
            raise InvalidValue(
                "algorithms, world and seed are locked until all players have finished; "
                "go back to the start to change them"
            )
        setup = make(self.setup)
        if setup != self.setup:
            self._begin(setup)

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
