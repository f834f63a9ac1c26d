"""Saved games as plain data: the set-up and the inputs. A replay restores the rest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from asterion.errors import InvalidValue, short_repr
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.world_file import read_world
from asterion.io.checks import reading
from asterion.world.arguments import count

Game = Any  # a Simulation, which is made of this module
FORMAT = "asterion maze game 3"


class Event(NamedTuple):
    """An input from outside, and the tick after which it came."""

    tick: int
    what: str
    value: Any


class Story(NamedTuple):
    """The contents of a saved game."""

    arguments: dict[str, Any]  # of the simulation
    events: list[Event]
    tick: int
    hash: str


def saved(game: Game) -> dict[str, Any]:
    """Return the set-up, the seed, the events, and a hash by which a replay is checked."""
    return {
        "format": FORMAT,
        "world": game.world.to_text(),
        "diagonal": game.grid.diagonal,
        "players": [asdict(setup) for setup in game.setups],
        "seed": game.seed,
        "rules": asdict(game.first_rules),
        "events": [[*event] for event in game.events],
        "tick": game.now,
        "hash": game.hash,
    }


def story_of(data: Any) -> Story:
    """Read a saved game, or raise an error that names what is wrong with it."""
    if not isinstance(data, Mapping):
        raise InvalidValue(f"{short_repr(data)} is not a saved game; it must be a mapping")
    if (written := data.get("format")) != FORMAT:
        raise InvalidValue(
            f"the saved game has the format {short_repr(written)}; this version reads {FORMAT!r}"
        )
    with reading("the saved game", "a maze game"):
        arguments = {
            "world": read_world(data["world"], diagonal=data["diagonal"]),
            "players": [_setup(**each) for each in data["players"]],
            "seed": data["seed"],
            "rules": Rules(**data["rules"]),
        }
        events = [Event(*event) for event in data["events"]]
        tick, result = count("tick", data["tick"]), data["hash"]
    _check_order(events, tick)
    return Story(arguments, events, tick, result)


def _check_order(events: list[Event], end: int) -> None:
    """Reject events out of order or after the end, which would be waited for."""
    before = 0
    for number, event in enumerate(events):
        tick = count(f"events[{number}].tick", event.tick)
        if not before <= tick <= end:
            rule = f"events are in order, from {before} to the end at tick {end}"
            raise InvalidValue(f"events[{number}].tick is {short_repr(tick)}; {rule}")
        before = tick


def replayed(make: Callable[..., Game], data: Any, watch: Callable[[Game], object] | None) -> Game:
    """Replay a saved game from the start, and return it."""
    replay = replaying(make, story_of(data))
    while True:
        try:
            game = next(replay)
        except StopIteration as end:
            return end.value
        if watch is not None:
            watch(game)


def replaying(make: Callable[..., Game], story: Story) -> Generator[Game, None, Game]:
    """Replay tick by tick: yield the game after each tick, and return it at the end."""
    game = make(**story.arguments)
    for event in (*story.events, Event(story.tick, "", None)):
        for _ in range(event.tick - game.now):
            game.tick()
            yield game
        if event.what:
            game.do(event.what, event.value)
    if game.hash != story.hash:
        raise InvalidValue(
            f"after {game.now} ticks the hash is {game.hash!r}, the saved game's is "
            f"{short_repr(story.hash)}: it was saved with other rules or algorithms, or edited "
            "since"
        )
    return game


def _setup(start: Any, **rest: Any) -> PlayerSetup:
    return PlayerSetup(start=None if start is None else tuple(start), **rest)


def fingerprint(game: Game) -> str:
    """A hash of everything that moves or changes."""
    players = [
        (p.cell, p.entering, p.progress, p.facing, p.path_state, len(p.goals_left), p.caught)
        for p in game.players
    ]
    monsters = [
        (m.cell, m.entering, m.progress, m.facing, m.state, m.target, m.sees) for m in game.monsters
    ]
    it = game.human
    human = it and (it.place, it.facing, it.direction, len(it.quest.goals_left), it.caught)
    maze = game.maze
    state = (
        game.now,
        players,
        monsters,
        human,
        sorted(maze.traps.open.items()),
        maze.mud and sorted(maze.mud.open.items()),
        maze.rain and maze.rain.cell,
        [segment.row() for player in game.players for segment in player.segments],
    )
    return hashlib.blake2b(repr(state).encode(), digest_size=16).hexdigest()
