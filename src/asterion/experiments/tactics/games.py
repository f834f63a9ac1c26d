"""One game of ``tactics``: its contestants, its start, and its counts."""

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


class Contestant(NamedTuple):
    """A controller of the registry with changed settings. The label is its name in tables."""

    label: str
    controller: str
    settings: Mapping[str, Any] = {}


def registered() -> list[Contestant]:
    """All controllers except the human one, with their default settings."""
    return [Contestant(name, name) for name in controllers.NAMES if name != "Human"]


def levels() -> list[Contestant]:
    """The levels of difficulty of ``Reply``, from easy to hard."""
    return [Contestant(f"Reply, level {level}", "Reply", {"level": level}) for level in LEVELS]


def all_settings(player: Contestant) -> dict[str, Any]:
    """The default settings with those of the contestant."""
    return {**controllers.settings(player.controller), **player.settings}


class TimedController:
    """A controller that records its decisions and the CPU time of each."""

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
    """A finished game, and its controllers with their decisions."""

    match: Match
    timed: tuple[TimedController, TimedController]


def start_of(name: str, start: int, seed: int) -> State:
    """A start of a map: start 0 is its own, in others the units are placed at random."""
    board = maps.load(name)
    return maps.randomised(board, seed) if start else board


def seed_of(seed: int, name: str, start: int) -> int:
    """A different seed for each start of each map."""
    return (seed * len(maps.NAMES) + maps.NAMES.index(name)) * 1000 + start


def played(state: State, first: Contestant, second: Contestant, *, seed: int, turns: int) -> Game:
    """A game to its end; after so many turns the side with more units has won."""
    watched = [
        TimedController(
            controllers.make(player.controller, seed=2 * seed + team, **player.settings)
        )
        for team, player in enumerate((first, second))
    ]
    match = Match(state, watched, turn_limit=turns)
    match.run()
    return Game(match, (watched[0], watched[1]))


def row_of(game: Game) -> Row:
    """The result, and the counts of each side. Ending a turn counts as an action."""
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
    for team, (side, timed) in enumerate(zip(SIDES, game.timed, strict=True)):
        row |= {
            f"{side}_actions": movers.count(team),
            f"{side}_units": len(match.state.units(team)),
            f"{side}_decisions": len(timed.decisions),
            f"{side}_states": sum(each.processed for each in timed.decisions),
            f"{side}_most_states": max((each.processed for each in timed.decisions), default=0),
            f"{side}_seconds": sum(timed.seconds),
            f"{side}_longest_seconds": max(timed.seconds, default=0.0),
        }
    return row


def turned(row: Row) -> list[Row]:
    """A game from the view of each side: its ``points``, and its counts without prefix."""
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


Player = Contestant  # its name in pickles of 0.1
