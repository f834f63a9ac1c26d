"""One game of ``tactics``: who plays, from where, and what it took them."""

from __future__ import annotations

from collections.abc import Mapping
from time import process_time
from typing import Any, NamedTuple

from asterion.experiments.engine.experiment import Row
from asterion.games.tactics import Action, Match, State, controllers, maps
from asterion.games.tactics.controllers import Controller, Decision
from asterion.games.tactics.controllers.reply import LEVELS

SIDES = ("first", "second")  # of a game: team 0, which begins, and team 1
TIE = "tie"


class Player(NamedTuple):
    """A controller of the registry, with settings of its own. The label is its name in tables."""

    label: str
    controller: str
    settings: Mapping[str, Any] = {}


def registered() -> list[Player]:
    """All that need no person, as their settings files have them."""
    return [Player(name, name) for name in controllers.NAMES if name != "Human"]


def levels() -> list[Player]:
    """The levels of difficulty of the controller that has them, from easy to hard."""
    return [Player(f"Reply, level {level}", "Reply", {"level": level}) for level in LEVELS]


def all_settings(player: Player) -> dict[str, Any]:
    """Those of the file, and the player's own."""
    return {**controllers.settings(player.controller), **player.settings}


class Watched:
    """A controller with a stop-watch: what its decisions took, and how many states they saw."""

    def __init__(self, controller: Controller) -> None:
        self.controller, self.name = controller, controller.name
        self.decisions: list[Decision] = []
        self.seconds: list[float] = []

    def decide(self, state: State) -> list[Action] | None:
        """What the controller decides."""
        begin = process_time()
        actions = self.controller.decide(state)
        self.seconds.append(process_time() - begin)
        thoughts = getattr(self.controller, "thoughts", None)
        self.decisions.append(thoughts if isinstance(thoughts, Decision) else Decision())
        return actions


class Game(NamedTuple):
    """A game that was played, and its players with what they thought."""

    match: Match
    watched: tuple[Watched, Watched]


def start_of(name: str, start: int, seed: int) -> State:
    """A board: the 0th start is its own, in others the units stand where the seed has put them."""
    board = maps.load(name)
    return maps.randomised(board, seed) if start else board


def seed_of(seed: int, name: str, start: int) -> int:
    """Another one for each start of each map."""
    return (seed * len(maps.NAMES) + maps.NAMES.index(name)) * 1000 + start


def played(state: State, first: Player, second: Player, *, seed: int = 0, turns: int) -> Game:
    """A game to its end; after so many turns whoever has more units has won."""
    watched = [
        Watched(controllers.make(player.controller, seed=2 * seed + team, **player.settings))
        for team, player in enumerate((first, second))
    ]
    match = Match(state, watched, turn_limit=turns)
    match.run()
    return Game(match, (watched[0], watched[1]))


def row_of(game: Game) -> Row:
    """What came out, and what it took each side. To end a turn is an action too."""
    match = game.match
    result = match.result
    row: Row = {
        "winner": TIE if result == TIE else SIDES[int(result or 0)],
        "by_limit": match.state.result is None,
        "turns": match.state.turn + (match.state.result is not None),
        "refused": len(match.refused),
        "hash": match.hash,
    }
    movers = [before.team for before in match.states[:-1]]
    for team, (side, watched) in enumerate(zip(SIDES, game.watched, strict=True)):
        row |= {
            f"{side}_actions": movers.count(team),
            f"{side}_units": len(match.state.units(team)),
            f"{side}_decisions": len(watched.decisions),
            f"{side}_states": sum(each.processed for each in watched.decisions),
            f"{side}_most_states": max((each.processed for each in watched.decisions), default=0),
            f"{side}_seconds": sum(watched.seconds),
            f"{side}_longest_seconds": max(watched.seconds, default=0.0),
        }
    return row


def turned(row: Row) -> list[Row]:
    """A game as each of its players has seen it: ``points`` of the own side, and no ``first_``."""
    seen: list[Row] = []
    for mine, other in (SIDES, SIDES[::-1]):
        prefix = f"{mine}_"
        seen.append(
            {
                "map": row["map"],
                "a": row[mine],
                "b": row[other],
                "first": mine == SIDES[0],
                "points": 0.5 if row["winner"] == TIE else float(row["winner"] == mine),
                "turns": row["turns"],
                "by_limit": row["by_limit"],
                **{k.removeprefix(prefix): v for k, v in row.items() if k.startswith(prefix)},
            }
        )
    return seen
