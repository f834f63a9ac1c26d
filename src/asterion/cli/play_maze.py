"""``asterion play maze``: the maze game in the terminal."""

import json
import sys
from pathlib import Path as FilePath
from typing import Annotated, Any

import typer

from asterion.cli import console
from asterion.cli.exits import NO_RESULT
from asterion.cli.rule_options import flag_of, with_rules
from asterion.cli.values import given, saved_values
from asterion.errors import AsterionError, InvalidValue, short_repr
from asterion.games.maze.drawing import LEGEND, board
from asterion.games.maze.images import DIRECTIONS
from asterion.games.maze.monster_types import MonsterTypes, add_type
from asterion.games.maze.rules import WHILE_RUNNING, PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.statistics import COLUMNS, write_logs
from asterion.games.maze.world_file import WorldMap
from asterion.games.maze.worlds import TRAP_AMOUNTS, WORLDS, world_of
from asterion.io.writing import write_text
from asterion.world.arguments import choice, number

EXAMPLE = "Example: asterion play maze --world world2 --player dstar-lite --player astar"
_MOST_TICKS = 100_000  # by default, because some worlds can never be finished
_STEPS = {name: step for step, name in DIRECTIONS.items()} | {"wait": (0, 0)}
_KEYS = {"w": "up", "a": "left", "s": "down", "d": "right", ".": "wait"}
_HELD = 8  # ticks that a key is held down by default: about a tile of plain floor


@with_rules(after="human")
def maze(
    *,
    world: Annotated[
        str | None,
        typer.Option(
            metavar="WORLD", help=f"{', '.join(WORLDS)}, or a text file; default: tutorial."
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "--navigator",
            metavar="ALGORITHM",
            help="A navigator for each player, as in 'dstar' or 'astar, fifo, hide'; "
            "default: focused-dstar, dstar, astar.",
        ),
    ] = None,
    human: Annotated[bool, typer.Option("--human", help="Play yourself, from o.")] = False,
    ticks: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Stop after N ticks; default: the end.")
    ] = None,
    every: Annotated[
        int, typer.Option(metavar="N", min=0, help="Draw the board every N ticks.")
    ] = 0,
    seed: Annotated[
        int | None, typer.Option(metavar="S", min=0, help="For all random numbers.")
    ] = None,
    log: Annotated[
        FilePath | None, typer.Option(metavar="DIR", help="Write a file of statistics per player.")
    ] = None,
    save: Annotated[
        FilePath | None, typer.Option(metavar="FILE", help="Save the game where it stops.")
    ] = None,
    load: Annotated[
        FilePath | None, typer.Option(metavar="FILE", help="Continue a saved game.")
    ] = None,
    replay: Annotated[
        FilePath | None, typer.Option(metavar="FILE", help="Show a saved game from its beginning.")
    ] = None,
    **rules: Any,
) -> None:
    """Fetch keys and leave by their doors, or watch computer players, while pits open and close.

    A human player types a direction and a number of ticks, as in: right 20.
    Directions are up, upright, right and so on, or w, a, s, d; wait stays.
    A rule and its value change the rule, as in: speed 200.
    Commands may come from a pipe.

    Exit status: 0 played to the end or for --ticks, 1 given up, 2 bad input.
    """
    if load is not None or replay is not None:
        others: dict[str, Any] = {"--world": world, "--player": player, "--seed": seed}
        others |= {flag_of(name): value for name, value in rules.items()}
        extra = [name for name, value in others.items() if value is not None]
        if extra or (load is not None and replay is not None):
            extra = extra or ["--load with --replay"]
            raise InvalidValue(f"{extra[0]} cannot be given: a saved game has its own")
    if replay is not None:
        game = Simulation.load(saved_values(replay, "a saved game"), watch=_Painter(every))
    elif load is not None:
        game = Simulation.load(saved_values(load, "a saved game"))
    else:
        game = _new(world or "tutorial", player, seed or 0, given(**rules))
    last = game.now + (_MOST_TICKS if ticks is None else ticks)
    fault = ""
    if replay is None:
        typer.echo(f"{LEGEND}\n\n{board(game)}\n")
        if human:
            fault = "" if _play(game, last) else "given up: the input ended before the game"
        else:
            _watch(game, last, _Painter(every))
            fault = "" if game.over or ticks is not None else f"not over after {game.now} ticks"
    if save is not None:  # before the logs: if one cannot be written, the game is not lost
        write_text(save, json.dumps(game.save()) + "\n")
    _report(game, log)
    if save is not None:
        typer.echo(f"saved in {save}")
    if fault:
        typer.echo(fault, err=True)
        raise typer.Exit(NO_RESULT)


class _Painter:
    """A printer of the board every few ticks."""

    def __init__(self, every: int) -> None:
        self._every = every

    def __call__(self, game: Simulation) -> None:
        if self._every and game.now % self._every == 0:
            typer.echo(f"tick {game.now}\n{board(game)}\n")


def _new(name: str, algorithms: list[str] | None, seed: int, chosen: dict[str, Any]) -> Simulation:
    world = world_of(name)
    for problem in world.problems():
        typer.echo(f"warning: {problem}", err=True)
    types = _types(chosen.pop("monster_types", []), world)
    usual = {"trap_amount": TRAP_AMOUNTS.get(name, 1.0), "monster_types": types}
    rules = Rules(**{**usual, **chosen})
    players = None if algorithms is None else [PlayerSetup.named(each) for each in algorithms]
    return Simulation(world, players=players, seed=seed, rules=rules)


def _types(texts: list[str], world: WorldMap) -> MonsterTypes:
    """The types of monsters that options give; each is of a monster of the world."""
    types: MonsterTypes = {}
    for text in texts:
        add_type(types, text)
    letters = sorted({letter for letter, _ in world.monsters})
    for letter in types:
        if letter not in letters:
            there = ", ".join(letters) or "none"
            raise InvalidValue(f"--monster {letter}: the world has no such monster; it has {there}")
    return types


def _watch(game: Simulation, last: int, paint: _Painter) -> None:
    while not game.over and game.now < last:
        reached = [len(player.segments) for player in game.players]
        game.tick()
        for before, player in zip(reached, game.players, strict=True):
            for segment in player.segments[before:]:
                typer.echo(f"tick {game.now}: {player.name} ({player.algorithm}) at {segment.goal}")
        paint(game)


def _play(game: Simulation, last: int) -> bool:
    """Obey lines until the human player is finished; False if the input ends before that."""
    if game.human is None:
        raise InvalidValue("--human needs a world with an o, where the human starts")
    while not game.human.finished and game.now < last:
        if sys.stdin.isatty():
            typer.echo("direction and ticks (such as: right 20): ", nl=False)
        line = sys.stdin.readline()
        if not line:
            return False
        try:
            _obey(game, line.split(), last)
        except AsterionError as fault:
            typer.echo(str(fault), err=True)
        else:
            typer.echo(f"tick {game.now}\n{board(game)}\n")
    return True


def _obey(game: Simulation, words: list[str], last: int) -> None:
    """Obey a direction to go for some ticks, or a rule to change."""
    match words:
        case [name, value] if name in WHILE_RUNNING:
            game.do(name, _value(name, value))
        case [name, *held] if _KEYS.get(name, name) in _STEPS and len(held) <= 1:
            ticks = _number(held[0]) if held else _HELD
            game.do("human", _STEPS[_KEYS.get(name, name)])
            for _ in range(ticks):
                if game.now < last and game.human is not None and not game.human.finished:
                    game.tick()
        case _:
            raise InvalidValue(
                f"the command is {short_repr(' '.join(words))}; it must be one of "
                f"{', '.join(_STEPS)}, "
                f"with a number of ticks, or one of {', '.join(WHILE_RUNNING)} with a value"
            )


def _value(rule: str, text: str) -> Any:
    """The value of a rule: a number, or on or off."""
    usual = getattr(Rules(), rule)
    if isinstance(usual, bool):
        return choice(rule, text, {"on": True, "off": False})
    return number(rule, text) if isinstance(usual, float) else _number(text)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise InvalidValue(f"{short_repr(text)} is not a whole number of at most 9 digits")
    return int(text)


def _report(game: Simulation, log: FilePath | None) -> None:
    """Print the board, the statistics of the players, and the files that were written."""
    typer.echo(f"tick {game.now}\n{board(game)}\n")
    rows = [
        {"player": player.name, "algorithm": player.algorithm, **row}
        for player in game.players
        for row in player.table()
    ]
    output = console.stdout()
    if rows:
        console.print_whole(output, console.table_of(rows, ("player", "algorithm", *COLUMNS)))
    if log is not None:
        for path in write_logs(game.players, log):
            typer.echo(f"written: {path}")
    typer.echo(f"hash {game.hash}")
