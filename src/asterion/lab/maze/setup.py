"""A maze game as a person sets it up: the world, the players, the rules and the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from asterion.errors import InvalidValue, short_repr
from asterion.games.maze.rules import STUDY, PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.world_file import MOST_PLAYERS, WorldMap, read_world
from asterion.games.maze.worlds import TRAP_AMOUNTS, load_world
from asterion.io.checks import reading
from asterion.io.mazegame import text_of
from asterion.lab import limits
from asterion.lab.maps.links import decoded_link, link_of
from asterion.lab.maze.draft import Draft, check_size
from asterion.world.arguments import count

# The limits of the controls; the rules themselves allow more.
MOST_PITS = 25  # percent of the free tiles
LONGEST_INTERVAL = 240  # ticks between two changes of the pits
LARGEST_BUDGET = 1000  # expansions per tick
WIDEST_RAIN = limits.MAZE_RULES["rain_radius"]  # tiles
# The race that a page begins with: its winner repairs plans, for which few expansions are enough.
DEFAULT = "arena"
DEFAULT_PLAYERS = tuple(PlayerSetup(name) for name in ("astar", "dstar-lite", "mpaa"))
DEFAULT_SEED = 1
DEFAULT_RULES = Rules(budget=40, trap_interval=60)


def _check_limit(name: str, value: float, most: int) -> None:
    if value > most:
        raise InvalidValue(f"{name} is {short_repr(value)}; the lab takes {most} at most")


class Level(NamedTuple):
    """A world of several that are played one after the other."""

    name: str
    text: str


def _level_of(name: str, data: bytes) -> Level:
    path = FilePath(name)
    text = text_of(path, data)
    check_size(text)
    return Level(name, WorldMap(path, text, {}, "clear").to_text())


@dataclass(frozen=True)
class MazeSetup:
    """A game before its start. It is immutable: each method returns another one."""

    name: str
    text: str  # the world file
    players: tuple[PlayerSetup, ...] = STUDY  # players without a start in the world do not play
    seed: int = 0
    rules: Rules = field(default_factory=Rules)
    before: tuple[Level, ...] = ()  # levels that come before this world
    after: tuple[Level, ...] = ()  # and after it
    draft: Draft | None = None  # the world in the editor, while that is open

    @classmethod
    def default(cls) -> MazeSetup:
        """Return the set-up that a page begins with."""
        return cls("", "", DEFAULT_PLAYERS, DEFAULT_SEED, DEFAULT_RULES).in_shipped(DEFAULT)

    def checked(self) -> MazeSetup:
        """Return itself, or raise an error that names the value and the rule."""
        world = self.world()
        if len(self.players) != MOST_PLAYERS:
            raise InvalidValue(f"{len(self.players)} players; a set-up has {MOST_PLAYERS}")
        for player in self.players:
            player.checked()
        limits.check_seed(self.seed)
        self.rules.checked()
        for name, most in limits.MAZE_RULES.items():
            _check_limit(name, getattr(self.rules, name), most)
        for letter, _ in world.monsters:
            traits = self.rules.of_monster(letter, world.monster_types)
            speed, vision = (limits.MAZE_RULES[name] for name in ("monster_speed", "vision"))
            _check_limit(f"speed of monster {letter}", traits.speed, speed)
            _check_limit(f"vision of monster {letter}", traits.vision, vision)
        return self

    def world(self) -> WorldMap:
        """The world, read from its text."""
        check_size(self.text)
        return read_world(self.text)

    def simulation(self) -> Simulation:
        """The game, before its first tick."""
        world = self.world()
        playing = self.players[: len(world.starts)]
        return Simulation(world, players=playing, seed=self.seed, rules=self.rules)

    # --- Changes by a person

    def in_world(self, name: str, text: str) -> MazeSetup:
        """Return the same game in another world, out of the editor."""
        return replace(self, name=name, text=text, draft=None).checked()

    def in_file(self, name: str, data: bytes) -> MazeSetup:
        """Return the same game in the world of a file; errors name the line."""
        return self.in_world(*_level_of(name, data))

    def in_files(self, files: Mapping[str, bytes]) -> MazeSetup:
        """Return the same game in the worlds of files, as levels in the order of their names."""
        return self.with_levels([_level_of(*each) for each in sorted(files.items())], 0)

    def in_shipped(self, name: str) -> MazeSetup:
        """Return the same game in a world of the package, with as many pits as suit it."""
        setup = self.in_world(name, load_world(name).to_text())
        return setup.with_rule("trap_amount", TRAP_AMOUNTS[name])

    def with_player(self, number: int, **changes: Any) -> MazeSetup:
        """Replace the algorithm or the mode of one player, counted from 0."""
        if not isinstance(number, int) or not 0 <= number < MOST_PLAYERS:
            raise InvalidValue(
                f"player is {short_repr(number)}; it must be 0 to {MOST_PLAYERS - 1}"
            )
        other = replace(self.players[number], **changes)
        players = (*self.players[:number], other, *self.players[number + 1 :])
        return replace(self, players=players).checked()

    def with_seed(self, seed: int) -> MazeSetup:
        """Replace the seed: other pits, other monsters."""
        return replace(self, seed=seed).checked()

    def with_rule(self, name: str, value: Any) -> MazeSetup:
        """Change a rule from the first tick on."""
        if name not in {each.name for each in fields(Rules)}:
            raise InvalidValue(f"no rule is called {short_repr(name)}")
        return replace(self, rules=replace(self.rules, **{name: value})).checked()

    # --- Levels

    @property
    def levels(self) -> tuple[Level, ...]:
        """All worlds, in the order in which they are played; one, unless there are levels."""
        return (*self.before, Level(self.name, self.text), *self.after)

    @property
    def level(self) -> int:
        """The number of the present world among them, from 0."""
        return len(self.before)

    def at_level(self, number: int) -> MazeSetup:
        """Return the game at another level, with the same players, rules and seed."""
        return self.with_levels(self.levels, number)

    def with_levels(self, levels: Sequence[Level], number: int) -> MazeSetup:
        """Return the game with these levels, at one of them."""
        if not 1 <= len(levels) <= limits.WORLD_LEVELS:
            most = limits.WORLD_LEVELS
            raise InvalidValue(f"{len(levels)} levels; the lab takes 1 to {most}")
        here = levels[count("level", number, most=len(levels) - 1)]
        before, after = tuple(levels[:number]), tuple(levels[number + 1 :])
        return replace(self, before=before, after=after).in_world(*here)

    # --- Links

    def to_link(self) -> str:
        """Return a link that holds the set-up and the world."""
        return link_of(asdict(self))

    @classmethod
    def from_link(cls, link: Any) -> MazeSetup:
        """Return the set-up of a link."""
        values = decoded_link(link)
        with reading("the link", "a maze game"):
            players = tuple(PlayerSetup(**player) for player in values["players"])
            rules = Rules(**values["rules"])
            name, text = str(values["name"]), str(values["text"])
            setup = cls(name, text, players, values["seed"], rules).checked()
            before, after = (
                tuple(Level(str(name), str(text)) for name, text in values[part])
                for part in ("before", "after")
            )
            levels = (*before, Level(name, text), *after)
            for level in levels:
                check_size(level.text)
            setup = setup.with_levels(levels, len(before))
            for level in (*before, *after):
                setup.in_world(*level)  # which reads it
            return replace(setup, draft=Draft.from_values(values["draft"]))
