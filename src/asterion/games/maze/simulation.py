"""The maze game as a simulation: one seed, one game, tick by tick.

In a tick, in this order:

1. pits, mud and rain change; 2. monsters move; one that reaches a tile looks around and decides
where to go; 3. if the maze has changed, every navigator replans before any player moves; with a
budget each that has to plan does so for as long as it lasts, and its player waits until the plan is
ready; 4. players move; one that reaches a tile asks for the next, and for the next goal if it was
one; 5. the human player moves; 6. players that a monster touches return to their start, unless
players are invulnerable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from asterion.errors import InvalidValue
from asterion.games.maze.human import Human, direction_of
from asterion.games.maze.maze_state import MazeState, start_of
from asterion.games.maze.monsters import Pack
from asterion.games.maze.players import Player
from asterion.games.maze.rules import STUDY, PlayerSetup, Rules, setup_of
from asterion.games.maze.saving import Event, fingerprint, replayed, saved
from asterion.games.maze.traps import Traps
from asterion.games.maze.world_file import WorldMap
from asterion.world.arguments import count, flag
from asterion.world.grid import Cell, Grid

_MOST_TICKS = 1_000_000  # a limit, as some goals cannot be reached: see world.problems()
HUMAN = "human"  # the event: the keys held down, as (rows, columns) of a step
PIT = "pit"  # the event: a pit is opened by hand at a cell, or closed there


class TraceLine(NamedTuple):
    """One event of a tick."""

    tick: int
    what: str
    who: int | None  # the number of the player
    cell: Cell | None  # where the player is


class Simulation:
    r"""A game in a world, with players led by navigators. The same arguments give the same game.

    If there are more ``players`` than starts on the map, they share the starts in turn. By default
    there are as many as the map has starts, with the algorithms of Z. Moori, Testing an Analysis of
    D* Algorithms, 2008. ``threads`` let navigators plan in parallel, which changes only the time it
    takes. ``trace`` keeps a list of the events.

    >>> from asterion.games.maze.rules import Rules
    >>> from asterion.games.maze.simulation import Simulation
    >>> from asterion.games.maze.world_file import read_world
    >>> world = read_world("AAAAAAA\nAp x XA\nAAAAAAA\n")
    >>> game = Simulation(world, players=["dstar-lite"], rules=Rules(trap_amount=0))
    >>> game.run(25)
    >>> game.players[0].place, game.players[0].keys, game.players[0].path
    ((840, 2940), frozenset({'x'}), [(1, 4), (1, 5)])
    >>> game.run()
    >>> game.now, game.over
    (40, True)
    """

    def __init__(
        self,
        world: WorldMap,
        *,
        players: Sequence[PlayerSetup | str] | None = None,
        seed: int = 0,
        rules: Rules | None = None,
        threads: int = 1,
        trace: bool = False,
    ) -> None:
        self.world, self.seed = world, count("seed", seed)
        self.first_rules = self.rules = (Rules() if rules is None else rules).checked()
        self.trace: list[TraceLine] | None = [] if flag("trace", trace) else None
        self.now = 0
        self.events: list[Event] = []
        self._note("world parsed")
        chosen = STUDY[: len(world.starts)] if players is None else players
        self.setups = tuple(map(setup_of, chosen))
        starts = [start_of(world, i, setup) for i, setup in enumerate(self.setups)]
        self.maze = MazeState(world, self.rules, self.seed, starts)
        self.players = [self._player(i, start) for i, start in enumerate(starts)]
        self.pack = Pack(self.maze, self.rules)
        self.monsters = self.pack.monsters
        self.human = None if world.human is None else Human(world.human, self.maze, self.rules)
        self._walking = self.players  # players that have not finished
        parallel = count("threads", threads) > 1 and not trace  # the lines of a trace have an order
        self._pool = ThreadPoolExecutor(threads) if parallel else None
        self._set_strides()
        self._begin()

    def _player(self, number: int, start: Cell) -> Player:
        setup = self.setups[number]
        if setup.mode != "bold" and not self.rules.threat:
            raise InvalidValue(f"players[{number}] is to {setup.mode}; that needs threat=True")
        player = Player(setup, number, start, maze=self.maze, rules=self.rules, note=self._note)
        self._note("goals assigned", player)
        return player

    def _begin(self) -> None:
        """Build the navigators and make their first searches."""
        for player in self.players:
            player.begin()
        for player in self.players:
            self._note("initial search", player)
            player.refresh()
            self._note("path", player)

    # --- What can be read

    @property
    def grid(self) -> Grid:
        """The grid that all agents move on."""
        return self.maze.grid

    @property
    def traps(self) -> Traps:
        """The pits."""
        return self.maze.traps

    @property
    def over(self) -> bool:
        """Whether all players led by navigators have finished; the human if there are none."""
        if self.players:
            return all(player.finished for player in self.players)
        return self.human is None or self.human.finished

    @property
    def hash(self) -> str:
        """A hash of all that moves or changes, after the last tick; the same in every process."""
        return fingerprint(self)

    # --- Commands

    def do(self, what: str, value: Any) -> None:
        """Make an input before the next tick: keys of the human player, a pit, or a changed rule.

        ``what`` is ``"human"`` with a direction such as (0, 1), or (0, 0) for no key; ``"pit"``
        with a cell, which opens a pit that stays, or closes the one there; or the name of a rule
        that may change, with its value. It is recorded, so that a saved game replays it.
        """
        if what == HUMAN:
            if self.human is None:
                raise InvalidValue("the map has no human player; 'o' says where one starts")
            self.human.direction = value = direction_of(value)
        elif what == PIT:
            value = self.grid._name(self.grid._node(value, PIT))
            self.maze.traps.put(value, self._occupied())
        else:
            rules = self.rules.changed(what, value)
            self.maze.obey(rules)
            self.pack.obey(rules)
            self.rules, value = rules, getattr(rules, what)
            self._set_strides()
            for player in self._walking:
                player.budget = rules.budget
                player.reconsider()
        self.events.append(Event(self.now, what, value))

    def _set_strides(self) -> None:
        movers: list[Any] = [*self.players, *self.monsters]
        for mover in movers if self.human is None else [*movers, self.human]:
            mover.stride = mover.speed * self.rules.speed

    def run(self, ticks: int | None = None) -> None:
        """Play ``ticks`` ticks; by default until all players have finished, at most a million."""
        for _ in range(_MOST_TICKS if ticks is None else count("ticks", ticks)):
            if ticks is None and self.over:
                break
            self.tick()

    def tick(self) -> None:
        """Play one tick of the game."""
        self.now += 1
        happened = self.maze.tick(self._occupied())
        watched = False
        if self.monsters and self.rules.monsters_move:
            watched = self.pack.move(self._in_the_open())
        if happened:
            self._note("ground changed")
            self._replan(self._walking)
        elif watched:
            self._replan([player for player in self._walking if player.mode != "bold"])
        self._each(Player.plan, [player for player in self._walking if player.planning])
        for player in self._walking:
            player.advance(self.rules.walk_obstructed)
        self._walking = [player for player in self._walking if not player.finished]
        if self.human is not None:
            self.human.advance()
        self._watch()

    def _occupied(self) -> Iterator[Cell]:
        """The tiles that agents are on."""
        for walker in (*self.players, *self.monsters):
            yield from walker.cells
        if self.human is not None:
            yield from self.human.cells

    def _replan(self, players: Iterable[Player]) -> None:
        """Let these players replan, and wait for all."""
        asked = [*players]
        for player in asked:
            self._note("update pits", player)
        self._each(Player.refresh, asked)
        for player in asked:
            self._note("path", player)

    def _each(self, does: Callable[[Player], None], players: list[Player]) -> None:
        """Do something for each of these players, on threads if there are any."""
        if self._pool is None:
            for player in players:
                does(player)
        else:
            [*self._pool.map(does, players)]

    def _in_the_open(self) -> dict[int, Cell]:
        """The places of unfinished players, by number; the human is the last."""
        people = {player.number: player.cell for player in self._walking}
        if self.human is not None and not self.human.finished:
            people[len(self.players)] = self.human.cell
        return people

    def _watch(self) -> None:
        """Note which players monsters see, and respawn players caught outside safe tiles."""
        if self.maze.threat is not None:
            for player in self._walking:
                player.watched += self.maze.threat.at(player.cell) > 0
        if self.rules.invulnerable:
            return
        hunted: list[Any] = [*self._walking]
        if self.human is not None and not self.human.finished:
            hunted.append(self.human)
        for each in hunted:
            if each.cell not in self.maze.safe and self.pack.catches(each.place):
                self._note("caught", each)
                each.respawn()

    def _note(self, what: str, who: Any = None) -> None:
        if self.trace is not None:
            number = getattr(who, "number", None)
            cell = None if who is None else who.cell
            self.trace.append(TraceLine(self.now, what, number, cell))

    # --- Saving

    def save(self) -> dict[str, Any]:
        """Return the data to replay this game up to this tick, as plain values for JSON."""
        return saved(self)

    @classmethod
    def load(cls, data: Any, *, watch: Callable[[Simulation], object] | None = None) -> Simulation:
        """Return the game as it was when it was saved, replayed event by event.

        ``watch`` is called with the game after each tick of the replay.

        Raises
        ------
        ValueError  ``after 120 ticks the hash is '..', the saved game's is '..'``
        """
        game: Simulation = replayed(cls, data, watch)
        return game
