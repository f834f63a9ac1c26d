"""The controllers of the tactics game against each other, and Smith's case studies again.

A. Smith, The path to the right decision, 2020, describes games of its controllers, without counts
of games or times. Here all controllers play each other on all boards, in both orders; Smith's
observations are repeated and compared with our measurements.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from asterion.experiments.engine.experiment import Config, Experiment, Prepared, Row, Summary
from asterion.experiments.tactics import observations
from asterion.experiments.tactics import picture as tactics_picture
from asterion.experiments.tactics.games import (
    Contestant,
    Game,
    all_settings,
    levels,
    played,
    registered,
    row_of,
    seed_of,
    start_of,
)
from asterion.experiments.tactics.questions import answers
from asterion.experiments.tactics.screens import screens
from asterion.experiments.tactics.tables import (
    COMPONENT,
    LEVELS,
    OBSERVATION,
    approaches,
    line,
    pairs_on_maps,
    strengths,
    tables,
)
from asterion.experiments.tactics.variants import VARIANTS, first_turns, lines_of
from asterion.games.tactics import maps

# Parts of the results: games of all pairs, of levels and of variants; first turns of variants;
# observations. Each row belongs to one.
GAMES, TURNS = "games", "turns"


@dataclass(frozen=True)
class Tactics(Config):
    """Starts on each map, the map's own and random ones, and how long a game may be."""

    runs: int = 8
    turns: int = 40  # then the side with more units has won
    maps: tuple[str, ...] = maps.NAMES
    players: tuple[str, ...] = tuple(player.label for player in registered())
    observations: tuple[str, ...] = observations.NAMES
    variants: tuple[str, ...] = tuple(each.player.label for each in VARIANTS)
    levels: bool = True  # of difficulty, against each other


class GameTrial(NamedTuple):
    """Two contestants on one start of a map; they play in both orders."""

    config: Tactics
    part: str
    map: str
    start: int
    a: Contestant
    b: Contestant


class ObservationTrial(NamedTuple):
    """An observation of Smith's to repeat."""

    config: Tactics
    name: str


class FirstTurnTrial(NamedTuple):
    """First turns of a variant and of its base, on all maps."""

    config: Tactics
    variant: str  # its label


def prepare(config: Tactics) -> Prepared:
    """The settings of all contestants: with other settings they play other games."""
    players = {row.label: all_settings(row) for pair in pairings(config) for row in pair[1:]}
    return Prepared({"settings": players}, {})


def pairings(config: Tactics) -> list[tuple[str, Contestant, Contestant]]:
    """The pairs that play, with the part of the results."""
    players = [player for player in registered() if player.label in config.players]
    graded = levels() if config.levels else []
    return [
        *((GAMES, a, b) for a, b in combinations_with_replacement(players, 2)),
        *((LEVELS, a, b) for a, b in combinations(graded, 2)),
        *((COMPONENT, v.player, v.base) for v in VARIANTS if v.player.label in config.variants),
    ]


def trials(config: Tactics) -> list[GameTrial | ObservationTrial | FirstTurnTrial]:
    """Observations first, as some take long; then games, map by map."""
    return [
        *(ObservationTrial(config, name) for name in config.observations),
        *(FirstTurnTrial(config, name) for name in config.variants),
        *(
            GameTrial(config, part, name, start, a, b)
            for name in config.maps
            for start in range(config.runs)
            for part, a, b in pairings(config)
        ),
    ]


def run(trial: GameTrial | ObservationTrial | FirstTurnTrial) -> list[Row]:
    """A row per game, or the lines of an observation."""
    if isinstance(trial, ObservationTrial):
        lines = observations.made(trial.name, turns=trial.config.turns)
        return [{"part": OBSERVATION, **each} for each in lines]
    if isinstance(trial, FirstTurnTrial):
        turns = first_turns(trial.variant, trial.config.maps)
        return [{"part": TURNS, **turns}]
    orders = [(trial.a, trial.b)]
    if trial.a != trial.b:
        orders.append((trial.b, trial.a))
    return [game_row(trial, first, second) for first, second in orders]


def game_row(trial: GameTrial, first: Contestant, second: Contestant) -> Row:
    """What is needed to replay the game, and its result."""
    head = {
        "part": trial.part,
        "map": trial.map,
        "start": trial.start,
        "seed": seed_of(trial.config.seed, trial.map, trial.start),
        "limit": trial.config.turns,
        "first": first.label,
        "second": second.label,
    }
    return {**head, **row_of(replayed(head))}


def replayed(row: Row) -> Game:
    """The game of a row, replayed: it has the same hash."""
    players = [*registered(), *levels(), *(each.player for each in VARIANTS)]
    known = {player.label: player for player in players}
    state = start_of(row["map"], row["start"], row["seed"])
    first, second = known[row["first"]], known[row["second"]]
    return played(state, first, second, seed=row["seed"], turns=row["limit"])


def summarise(config: Tactics, rows: list[Row]) -> Summary:
    """The sections of the table; pairs on each map go to ``table.json`` alone."""
    parts: dict[str, list[Row]] = {}
    for row in rows:
        each = dict(row)
        parts.setdefault(each.pop("part"), []).append(each)
    games = parts.get(GAMES, [])
    table = [
        *tables(games),
        *approaches(games),
        *strengths(parts.get(LEVELS, []), LEVELS),
        *lines_of(parts.get(COMPONENT, []), parts.get(TURNS, []), len(config.maps)),
        *(line(OBSERVATION, **each) for each in parts.get(OBSERVATION, [])),
    ]
    table += answers(table)
    wrong = sum(row.get("refused", 0) for row in rows)
    return Summary(table, {"pairs_on_maps": pairs_on_maps(games)}, wrong)


EXPERIMENT = Experiment(
    name="tactics",
    about="Controllers of the tactics game against each other, and Smith's case studies again.",
    config=Tactics,
    prepare=prepare,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=tactics_picture.draw,
    screens=screens,
)
