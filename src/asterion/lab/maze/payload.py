"""A maze game for the browser: the styles of its paths, its world, its race and its statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from asterion.games.maze.monster_types import MONSTERS
from asterion.games.maze.statistics import COLUMNS
from asterion.games.maze.world_file import DOORS, HUMAN, KEYS, PLAYERS
from asterion.lab.searches.about import about
from asterion.lab.searches.search_run import name_of

if TYPE_CHECKING:
    from asterion.games.maze.players import Player
    from asterion.games.maze.world_file import WorldMap
    from asterion.lab.maze.session import MazeSession


class Look(NamedTuple):
    """A line: its colour in words, in light and dark, and its dashes by its width."""

    colour: str
    light: str
    dark: str
    dash: tuple[float, ...]


# By the state of a path: it is free, it is walked up to an obstacle, or the player has to wait.
# Solid, dashed and dotted mean the same as green, yellow and red.
LOOKS = {
    "free": Look("green", "#009e73", "#35d48c", ()),
    "obstructed": Look("yellow", "#e0a000", "#ffd23f", (2.2, 1.1)),
    "stopped": Look("red", "#b71c1c", "#ff6b5e", (0.7, 0.7)),
}
TITLES = {
    "inserts": "Inserted into the heap",
    "removes": "Removed from the heap",
    "rekeys": "Changes of keys in the heap",
    "mean_size": "Mean size of the heap",
    "total": "Inserted and removed",
    "height": "Mean height of the heap: log2 of its mean size",
    "depth": "Total times height: the most that the heap may have cost",
    "expansions": "Cells that were expanded",
    "searches": "Plans, and repairs of plans",
    "moves": "Tiles that were entered",
    "waits": "Ticks without a path",
    "ticks": "Ticks on the way to this goal",
    "caught": "How often a monster caught the player",
}


def world_payload(session: MazeSession) -> dict[str, Any]:
    """Return everything that does not change during a game."""
    game, world = session.game, session.game.world
    cols = world.shape[1]
    return {
        "run": session.runs,
        "rows": world.shape[0],
        "cols": cols,
        "tiles": tiles(world),
        "goals": [
            {"letter": letter, "cell": row * cols + col} for letter, (row, col) in world.goals
        ],
        "human": world.human is not None,
        "players": [
            {"name": title(player), "about": about(player.algorithm, "navigator")}
            for player in game.players
        ],
        "looks": {state: look._asdict() for state, look in LOOKS.items()},
    }


def draft_payload(session: MazeSession) -> dict[str, Any]:
    """Return the world in the editor, and what is wrong with it; nothing while that is closed."""
    draft = session.setup.draft
    if draft is None:
        return {"on": False}
    rows, cols = draft.shape
    return {
        "on": True,
        "version": session.version,
        "rows": rows,
        "cols": cols,
        "letters": "".join(draft.rows),
        "problems": [
            {"text": text, "cells": [row * cols + col for row, col in cells], "stops": stops}
            for text, cells, stops in session.problems
        ],
    }


def tiles(world: WorldMap) -> str:
    """Return the characters of walls and floor, without players, monsters, keys and doors."""
    text = "".join(world.to_text().split("\n")[: world.shape[0]])  # lines about monsters follow
    moved = "".join((MONSTERS, HUMAN, *PLAYERS, KEYS, DOORS))
    return text.translate(dict.fromkeys(map(ord, moved), " "))


def title(player: Player) -> str:
    """Return the player's number, its algorithm, and how it reacts to threats."""
    return f"{player.number + 1}. {role(player)}"


def role(player: Player) -> str:
    """Return the player's algorithm, and how it reacts to threats."""
    mode = "" if player.mode == "bold" else f", {player.mode}s"
    return f"{name_of(player.algorithm, 'navigator')}{mode}"


def race_payload(session: MazeSession) -> list[dict[str, Any]]:
    """Return the scoreboard: a line for each player, and for the human."""
    names = [role(player) for player in session.game.players]
    return [
        {
            "name": names[i] if i < len(names) else "You",
            "total": session.total_of(i),
            **standing,
        }
        for i, standing in enumerate(session.race.standings())
    ]


def stats_payload(session: MazeSession) -> dict[str, Any]:
    """Return a table per player: a row per goal, in order, and their sum; and the race."""
    letters = [goal.letter for goal in session.game.world.goals]
    return {
        "columns": [[name.replace("_", " "), TITLES[name]] for name in COLUMNS[1:]],
        "players": [
            {"name": title(player), **_player_payload(player, letters)}
            for player in session.game.players
        ],
        "runners": race_payload(session),
    }


def _player_payload(player: Player, letters: list[str]) -> dict[str, Any]:
    *rows, last = player.table()
    reached = len(letters) - len(player.goals_left)
    states = ["reached" if i < reached else "now" for i in range(len(rows))]
    done = [
        {"goal": row["goal"], "state": state, "figures": _figures(row)}
        for row, state in zip(rows, states, strict=True)
    ]
    later = [
        {"goal": letter, "state": "later", "figures": [""] * (len(COLUMNS) - 1)}
        for letter in letters[len(rows) :]
    ]
    return {"rows": done + later, "sum": _figures(last)}


def _figures(row: dict[str, Any]) -> list[float]:
    return [row[name] for name in COLUMNS[1:]]
