"""``asterion play tactics``: the tactics game in the terminal, and series between computers."""

import json
import re
import sys
import tomllib
from collections import Counter
from hashlib import sha256
from pathlib import Path as FilePath
from typing import Annotated, Any

import typer

from asterion.cli.exits import NO_RESULT
from asterion.cli.values import cell, saved_values
from asterion.errors import InvalidValue, short_repr
from asterion.games.tactics import (
    CANCEL,
    END,
    Match,
    State,
    attack,
    controllers,
    map_file,
    maps,
    select,
    walks,
)
from asterion.games.tactics.arena import ControllerSetup
from asterion.games.tactics.match import seed_of
from asterion.io.writing import write_text

EXAMPLE = "Example: asterion play tactics --map C.1 --team0 human --team1 random"
HELP = """\
select R,C   select the unit at row R, column C, counted from 0; the log writes (C, R)
move R,C     walk there by the cheapest path
attack R,C   destroy the unit or block there
cancel       deselect the unit
end          end the turn
undo         undo your last action, and all that came after it
units        list the units, with their costs and ranges
help         print this
quit         give up"""
_PERSON = "human"
Players = dict[int, ControllerSetup]
Team = Annotated[str | None, typer.Option(metavar="NAME", hidden=True)]


def tactics(
    *,
    board: Annotated[
        str, typer.Option("--map", metavar="MAP", help=f"{', '.join(maps.NAMES)}, or a file.")
    ] = "C.1",
    team0: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help=f"Begins; default: human. One of {', '.join(controllers.NAMES)}."
        ),
    ] = None,
    team1: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Plays second; default: random. Up to --team7."),
    ] = None,
    team2: Team = None,
    team3: Team = None,
    team4: Team = None,
    team5: Team = None,
    team6: Team = None,
    team7: Team = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="teamN.SETTING=VALUE",
            help="Change a setting of a player, as in --set team1.level=3; may be repeated.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="For random players.")] = 0,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Play a series; print its scores.")
    ] = None,
    turns: Annotated[
        int | None,
        typer.Option(metavar="T", min=0, help="The limit; default: 2 x width x height."),
    ] = None,
    log: Annotated[
        FilePath | None, typer.Option(metavar="FILE", help="Write the log to this file.")
    ] = None,
    save: Annotated[
        FilePath | None, typer.Option(metavar="FILE", help="Save the match at its end.")
    ] = None,
    load: Annotated[
        FilePath | None, typer.Option(metavar="FILE", help="Continue a saved match.")
    ] = None,
) -> None:
    """Play the tactics game: two to eight teams of four units, which share points.

    A human types select, move, attack, end, undo or help, as in: select 3,1.
    Commands may come from a pipe.

    --set changes a setting of a named player: Reply has a level from 1 to 5.
    A wrong name is answered by the settings that there are.

    Exit status: 0 played to the end, 1 given up, 2 bad input.
    """
    named = (team0, team1, team2, team3, team4, team5, team6, team7)
    names = {team: name for team, name in enumerate(named) if name is not None}
    given = _players(names, changes or [])
    if games is not None:
        if load is not None or save is not None or log is not None:
            raise InvalidValue("--games prints scores; --log, --save and --load are for one match")
        _series(_state(board), given, seed, games, turns)
        return
    match = _loaded(load, given, seed) if load else _new(_state(board), given, seed, turns)
    try:
        _play(match)
    finally:
        try:  # a log that cannot be written does not lose the match
            if save is not None:
                write_text(save, json.dumps(match.save()))
        finally:
            if log is not None:
                write_text(log, "\n".join(match.log) + "\n")
    typer.echo(f"{match.log[-1]}\nhash {match.hash}")


def _state(board: str) -> State:
    if board in maps.NAMES or not FilePath(board).exists():
        return maps.load(board)
    return map_file.read(board)


def _players(names: dict[int, str], changes: list[str]) -> Players:
    """The players by team, with their settings."""
    settings: dict[int, dict[str, Any]] = {team: {} for team in names}
    for change in changes:
        found = re.fullmatch(r"team(\d+)\.(\w+)(?:\.(\w+))?=(.*)", change, re.DOTALL)
        if found is None:
            example = "teamN.SETTING=VALUE, as in --set team1.level=3"
            raise InvalidValue(f"--set {short_repr(change)}: write {example}")
        team, name, inner, value = int(found[1]), found[2], found[3], _value(found[4])
        if team not in names:
            raise InvalidValue(f"--set {change}: --team{team} does not say who plays")
        own = settings[team]
        if inner is None:
            own[name] = value
        elif isinstance(own.setdefault(name, {}), dict):
            own[name][inner] = value
    return {
        team: ControllerSetup(controllers.known_name(name), settings[team])
        for team, name in names.items()
    }


def _value(text: str) -> Any:
    """A value as in a settings file; a word needs no quotes."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _new(state: State, given: Players, seed: int, turns: int | None) -> Match:
    """A new match. By default team 0 is human and the others play at random."""
    for team in given:
        if team not in state.teams:
            raise InvalidValue(f"--team{team}: the map has no team {team}")
    default = {team: ControllerSetup(_PERSON if team == 0 else "random") for team in state.teams}
    made = {
        team: controllers.make(it.name, seed_of(seed, team), **(it.settings or {}))
        for team, it in {**default, **given}.items()
    }
    return Match(state, made, turn_limit=turns)


def _loaded(path: FilePath, given: Players, seed: int) -> Match:
    match = Match.load(saved_values(path, "a match"))
    for team, each in _new(match.state, given, seed, None).controllers.items():
        if team in given:
            match.controllers[team] = each
    return match


def _series(state: State, given: Players, seed: int, games: int, turns: int | None) -> None:
    results: Counter[int | str | None] = Counter()
    record = sha256()
    for i in range(games):
        match = _new(state, given, seed * games + i, turns)
        if any(isinstance(each, controllers.Human) for each in match.controllers.values()):
            raise InvalidValue("--games is for computers; a human plays one game at a time")
        results[match.run()] += 1
        record.update(match.hash.encode())
    won = [
        f"team {team} ({match.controllers[team].name}) won {results[team]}" for team in state.teams
    ]
    typer.echo(f"{', '.join(won)}, {results['tie']} tied")
    typer.echo(f"hash {record.hexdigest()[:16]}")


def _play(match: Match) -> None:
    """Play to the end, or until a human gives up."""
    printed = 0  # lines of the log
    shown: State | None = None
    while match.result is None:
        if match.step() is None:
            printed = _print_log(match, printed)
            if shown is not match.state:
                _show(match.state)
                shown = match.state
            _ask(match)
            printed = min(printed, len(match.log))
    _print_log(match, printed)
    typer.echo(f"\n{_numbered(match.state)}\n")


def _print_log(match: Match, printed: int) -> int:
    """Print the new lines of the log, without the last one of a match, which is the result."""
    lines = match.log if match.result is None else match.log[:-1]
    for line in lines[printed:]:
        typer.echo(line)
    return len(lines)


def _numbered(state: State) -> str:
    """The board with the numbers of its rows and columns."""
    rows = [["", *map(str, range(state.width))]]
    rows += [[str(row), *line.split()] for row, line in enumerate(str(state).split("\n"))]
    wide = max(len(cell) for row in rows for cell in row)  # from team 2 on: letter and number
    return "\n".join(" ".join(cell.rjust(wide) for cell in row) for row in rows)


def _show(state: State) -> None:
    chosen = "no unit" if state.selected is None else "{},{}".format(*state.selected)
    left = f"{state.mp} MP, {state.ap} AP, {chosen} selected"
    typer.echo(f"\n{_numbered(state)}\nteam {state.team}, turn {state.turn}: {left}\n")


def _ask(match: Match) -> None:
    """Read and obey one command; an invalid one is reported and changes nothing."""
    if sys.stdin.isatty():
        typer.echo(f"team {match.state.team}: ", nl=False)
    line = sys.stdin.readline()
    if not line or line.strip() == "quit":
        typer.echo("given up: the commands ended before the match", err=True)
        raise typer.Exit(NO_RESULT)
    try:
        _obey(match, line.split())
    except InvalidValue as error:
        typer.echo(str(error), err=True)


def _obey(match: Match, words: list[str]) -> None:
    match words:
        case []:
            return
        case ["help"]:
            typer.echo(HELP)
        case ["units"]:
            for unit in match.state.units():
                kind = unit.traits
                typer.echo(
                    f"team {unit.team} {kind.name:8} at {unit.cell[0]},{unit.cell[1]}: a step "
                    f"{kind.mp} MP, an attack {kind.ap} AP, range {kind.range}"
                )
        case ["undo"]:
            match.undo("Human")
            typer.echo("undone")
        case ["end"]:
            match.act(END)
        case ["cancel"]:
            match.act(CANCEL)
        case ["move", where]:
            _walk(match, where)
        case ["select" | "attack" as name, where]:
            match.act((select if name == "select" else attack)(cell(name, where)))
        case _:
            raise InvalidValue(f"{' '.join(words)!r} is not a command; help lists them")


def _walk(match: Match, where: str) -> None:
    """Walk to a cell, over any distance."""
    goal = cell("move", where)
    why, walk = walks.why_not(match.state, goal), walks.walk_to(match.state, goal)
    if walk is None:
        raise InvalidValue(f"move {goal}: {why}")
    for action in walk.actions:
        match.act(action)
