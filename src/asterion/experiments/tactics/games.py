"""Turns and games of ``tactics``: contestants, starts, counts, and events in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import process_time
from typing import Any, NamedTuple

from asterion.experiments.engine.experiment import Row
from asterion.experiments.tactics.tables import SIDES, TIE, counted, turned
from asterion.games.tactics import END, Action, Match, State, Unit, controllers, goals, maps
from asterion.games.tactics.controllers import Controller, Decision
from asterion.games.tactics.controllers.astar import AStar
from asterion.games.tactics.controllers.reply import LEVELS
from asterion.world.grid import Cell


class Contestant(NamedTuple):
    """A controller of the registry with changed settings. The label is its name in tables."""

    label: str
    controller: str
    settings: Mapping[str, Any] = {}


def registered() -> list[Contestant]:
    """Return all controllers except the human one, with their default settings."""
    return [Contestant(name, name) for name in controllers.NAMES if name != "Human"]


def levels() -> list[Contestant]:
    """Return the levels of difficulty of ``Reply``, from easy to hard."""
    return [Contestant(f"Reply, level {level}", "Reply", {"level": level}) for level in LEVELS]


def all_settings(player: Contestant) -> dict[str, Any]:
    """Return the default settings with the contestant's changes."""
    return {**controllers.settings(player.controller), **player.settings}


class TimedController:
    """A controller that records its decisions and the CPU time of each."""

    def __init__(self, controller: Controller) -> None:
        self.controller, self.name = controller, controller.name
        self.decisions: list[Decision] = []
        self.seconds: list[float] = []

    def decide(self, state: State) -> list[Action] | None:
        """Let the controller decide, and record it."""
        begin = process_time()
        actions = self.controller.decide(state)
        self.seconds.append(process_time() - begin)
        thoughts = getattr(self.controller, "thoughts", None)
        self.decisions.append(thoughts if isinstance(thoughts, Decision) else Decision())
        return actions


class Game(NamedTuple):
    """A finished game, its players, and their controllers with their decisions."""

    match: Match
    players: tuple[Contestant, Contestant]  # the one that began first
    timed: list[TimedController]

    @property
    def turns(self) -> int:
        """The number of turns, with the last one."""
        return int(self.match.state.turn + (self.match.state.result is not None))

    @property
    def winner(self) -> str:
        """The side that has won, or a tie."""
        result = self.match.result
        return TIE if result == TIE else SIDES[int(result or 0)]

    @property
    def winner_label(self) -> str:
        """The player that has won; "nobody" in a tie."""
        return "nobody" if self.winner == TIE else self.players[SIDES.index(self.winner)].label


def start_of(name: str, start: int, seed: int) -> State:
    """Return a start of a map: start 0 is its own, in others the units are placed at random."""
    board = maps.load(name)
    return maps.randomised(board, seed) if start else board


def seed_of(seed: int, name: str, start: int) -> int:
    """Return a different seed for each start of each map."""
    return (seed * len(maps.NAMES) + maps.NAMES.index(name)) * 1000 + start


def played(state: State, first: Contestant, second: Contestant, *, seed: int, turns: int) -> Game:
    """Play a game to its end; after ``turns`` the side with more units has won."""
    watched = [
        TimedController(
            controllers.make(player.controller, seed=2 * seed + team, **player.settings)
        )
        for team, player in enumerate((first, second))
    ]
    match = Match(state, watched, turn_limit=turns)
    match.run()
    return Game(match, (first, second), watched)


def row_of(game: Game) -> Row:
    """Return the players, the result, and the counts of each side. Ending a turn is an action."""
    match = game.match
    row: Row = {
        "first": game.players[0].label,
        "second": game.players[1].label,
        "winner": game.winner,
        "by_limit": match.state.result is None,
        "turns": game.turns,
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


# --- For the observations of Smith's thesis

CASE_MAPS = ("C.1", "C.2", "C.3", "C.4")  # of Smith's case studies
AS_SAID = "as in the thesis"
# Case two with its first multipliers, before Smith raised them.
TIMID = Contestant(
    "AStarTwo, multipliers 1",
    "AStarTwo",
    {"multipliers": dict.fromkeys(("wasted_mp", "wasted_ap"), 1.0)},
)
ONE, TWO, THREE, FOUR, IDLE, RANDOM = (
    Contestant(name, name)
    for name in ("AStarOne", "AStarTwo", "AStarThree", "AStarFour", "Idle", "Random")
)


class Shot(NamedTuple):
    """An attack and its target."""

    team: int
    by: Cell
    at: Cell
    hit: Unit | str | None


class Turn(NamedTuple):
    """A decision, the state it leads to, and its CPU time."""

    actions: list[Action]
    before: State
    after: State  # before the turn is ended
    thoughts: Decision
    seconds: float

    @property
    def kills(self) -> int:
        """The number of enemies killed."""
        return enemies(self.before, self.before.team) - enemies(self.after, self.before.team)


def enemies(state: State, team: int) -> int:
    """Count the units of other teams."""
    return len(state.units()) - len(state.units(team))


def turn_of(player: Contestant, state: State) -> Turn:
    """The turn of a contestant in a state."""
    controller = TimedController(controllers.make(player.controller, **player.settings))
    actions = controller.decide(state) or []
    after = state
    for action in actions:
        if action != END:
            after = after.apply(action)
    return Turn(actions, state, after, controller.decisions[0], controller.seconds[0])


def cost_of(player: Contestant, name: str, *actions: Action) -> float:
    """The cost of a whole turn from the start of a map for an A* controller."""
    controller = controllers.make(player.controller, **player.settings)
    if not isinstance(controller, AStar):
        raise TypeError(f"{player.label} is not an A* controller; its actions have no cost")
    start = state = maps.load(name)
    total = 0.0
    for action in actions:
        cost = controller.recipe.weigh(start, state, action)
        total += cost if isinstance(cost, float) else cost.total
        state = state.apply(action)
    return total


def game_on(name: str, first: Contestant, second: Contestant, *, turns: int, seed: int = 0) -> Game:
    """A game from a map's own start."""
    return played(maps.load(name), first, second, seed=seed, turns=turns)


def both_orders(
    name: str, a: Contestant, b: Contestant, *, turns: int, seed: int = 0
) -> list[Game]:
    """Two games: a begins, b begins."""
    return [
        game_on(name, a, b, turns=turns, seed=seed),
        game_on(name, b, a, turns=turns, seed=seed),
    ]


def counts_of(player: Contestant, *games: Game) -> Row:
    """Results and counts of a contestant in games; in a mirror, of the side that began."""
    seen = [turned({"map": None, **row_of(game)}) for game in games]
    return counted([next(each for each in views if each["a"] == player.label) for views in seen])


def work_of(turn: Turn) -> Row:
    """The counts of one decision, for a line."""
    processed = turn.thoughts.processed
    return {"states": processed, "most_states": processed, "turn_seconds": turn.seconds}


def shots(game: Game) -> Iterator[Shot]:
    """All attacks of a game, in order."""
    match = game.match
    for before, action in zip(match.states, match.actions[1:], strict=False):
        if action is not None and action.kind == "attack":
            if action.cell is None or before.selected is None:
                raise AssertionError("a unit attacks a cell")
            yield Shot(before.team, before.selected, action.cell, before.at(action.cell))


def own_fire(game: Game) -> list[int]:
    """The teams that shot their own units, one entry per shot."""
    return [s.team for s in shots(game) if isinstance(s.hit, Unit) and s.hit.team == s.team]


def walls_down(game: Game) -> list[Cell]:
    """The walls that were destroyed, in order."""
    return [shot.at for shot in shots(game) if shot.hit == "wall"]


def shots_at_units(game: Game) -> list[Shot]:
    """The attacks that hit an enemy."""
    return [s for s in shots(game) if isinstance(s.hit, Unit) and s.hit.team != s.team]


def ended_early(game: Game) -> int:
    """Count the turns that ended with enough points left for a kill."""
    match = game.match
    steps = zip(match.states, match.actions[1:], strict=False)
    return sum(can_kill(before) for before, action in steps if action == END)


def last_spared(game: Game) -> int:
    """Count the turns that could have won the game by one kill, and did not."""
    begin, spared = game.match.states[0], 0
    for state in game.match.states:
        if (state.team, state.turn) != (begin.team, begin.turn):
            spared += enemies(begin, begin.team) == 1 and can_kill(begin)
            begin = state
    return spared


def can_kill(state: State) -> bool:
    """Whether the team to move can kill an enemy with the points it has."""
    others = [unit.cell for unit in state.units() if unit.team != state.team]
    return any(goals.validate(state, goals.kill(cell)) for cell in others)


def units_used(turn: Turn) -> str:
    """The kinds of units that a turn has selected, in order."""
    names, state = [], turn.before
    for action in turn.actions:
        thing = state.at(action.cell) if action.cell is not None else None
        if action.kind == "select" and isinstance(thing, Unit):
            names.append(thing.traits.name)
        state = state.apply(action)
    return " and ".join(dict.fromkeys(names)) or "nobody"


def observed(
    player: Contestant | str,
    where: str,
    *,
    said: str,
    measured: str,
    holds: bool,
    why: str = "",
    against: Contestant | None = None,
    numbers: Mapping[str, Any] | None = None,
) -> Row:
    """Return a line: Smith's statement, the measurement, and whether they agree."""
    return {
        "a": player.label if isinstance(player, Contestant) else player,
        "b": against and against.label,
        "map": where,
        **(numbers or {}),
        "said": said,
        "measured": measured,
        "verdict": AS_SAID if holds else f"differs: {why}",
    }


def is_near(value: float, said: float) -> bool:
    """Whether a count is Smith's, up to a quarter more or less."""
    return abs(value - said) <= said / 4


def times_said(value: float, said: float) -> str:
    """Say how a count differs."""
    return f"{value / said:.1f} times as many"


def took(
    player: Contestant,
    where: str,
    *,
    said: str,
    minutes: float,
    seconds: float,
    against: Contestant | None = None,
    numbers: Mapping[str, Any] | None = None,
) -> Row:
    """Return a line about a time; it agrees if it is within a factor of two.

    Times differ between runs, so they are in the columns of seconds alone.
    """
    ratio = 60 * minutes / seconds
    return observed(
        player,
        where,
        against=against,
        said=said,
        measured="less than a second" if seconds < 1 else "a second or more",
        holds=1 / 2 < ratio < 2,
        why="it takes less than a thousandth of that" if ratio > 1000 else "another time",
        numbers=numbers,
    )


def wins_all(
    player: Contestant,
    where: str,
    games: list[Game],
    *,
    said: str,
    against: Contestant | None = None,
) -> Row:
    """Return a line about a contestant that should win all of some games."""
    counts = counts_of(player, *games)
    return observed(
        player,
        where,
        against=against,
        said=said,
        measured=f"wins {counts['wins']} of {len(games)} games, "
        f"in {counts['won_in_turns'] or 0:g} turns",
        holds=counts["wins"] == len(games),
        why="see the games",
        numbers=counts,
    )
