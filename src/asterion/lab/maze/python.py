"""The maze arena in Python: the race from its start to its end."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.worlds import WORLDS, load_world
from asterion.lab.maps.script import Script, arguments, broken, listed, plain, script_of

if TYPE_CHECKING:
    from asterion.lab.maze.session import MazeSession

_WORLD, _RUN = "world.txt", "maze-run.json"
_EVENTS = 8  # inputs that are written out


def python_of(session: MazeSession) -> Script:
    """Return a script that prints the last tick, the hash, and the work of each player.

    What was done during the race is repeated; it goes on from there by itself. Of a world in the
    editor it prints the problems.
    """
    game = session.game
    imports = ["from asterion.games import maze"]
    if session.setup.draft is not None:
        text = session.setup.draft.to_text()
        read = [f'world = maze.read_world(Path("{_WORLD}"))', "print(world.problems())"]
        return script_of(read, {_WORLD: text.encode}, imports=imports)
    if len(game.events) > _EVENTS:
        files = {_RUN: lambda: json.dumps(session.save()).encode()}
        load = f'game = maze.Simulation.load(json.loads(Path("{_RUN}").read_text()))'
        return script_of([load, *_ends()], files, imports=imports)
    lines, files = _world(session)
    changed = _changed(game.first_rules)
    if changed:
        items = [f"{name}={plain(value)}" for name, value in changed.items()]
        lines += broken("rules = maze.Rules(", items, ")")
    lines += broken("players = [", [_player(setup) for setup in game.setups], "]")
    options = {"seed": game.seed} if game.seed else {}
    rules = ", rules=rules" if changed else ""
    lines.append(f"game = maze.Simulation(world, players=players{rules}{arguments(options)})")
    if game.events:
        lines += listed("events = ", [tuple(event) for event in game.events])
        lines += ["for tick, what, value in events:", "    game.run(tick - game.now)"]
        lines += ["    game.do(what, value)"]
    return script_of([*lines, *_ends()], files, imports=imports)


def _world(session: MazeSession) -> tuple[list[str], dict[str, Any]]:
    text = session.game.world.to_text()
    for name in WORLDS:
        if load_world(name).to_text() == text:
            return [f'world = maze.load_world("{name}")'], {}
    return [f'world = maze.read_world(Path("{_WORLD}"))'], {_WORLD: text.encode}


def _changed(rules: Rules) -> dict[str, Any]:
    usual = Rules()
    pairs = {each.name: getattr(rules, each.name) for each in fields(Rules)}
    return {name: value for name, value in pairs.items() if value != getattr(usual, name)}


def _player(setup: PlayerSetup) -> str:
    usual = PlayerSetup()
    options = {
        each.name: getattr(setup, each.name)
        for each in fields(PlayerSetup)
        if each.name != "algorithm" and getattr(setup, each.name) != getattr(usual, each.name)
    }
    if not options:
        return plain(setup.algorithm)
    return f"maze.PlayerSetup({plain(setup.algorithm)}{arguments(options)})"


def _ends() -> list[str]:
    return [
        "game.run()",
        "print(game.now, game.hash)",
        "for player in game.players:",
        "    row = player.table()[-1]",
        '    print(player.algorithm, row["ticks"], row["moves"], row["expansions"])',
    ]
