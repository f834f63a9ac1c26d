"""The controllers of the tactics game against each other, and Smith's case studies repeated.

A. Smith, The path to the right decision, 2020, describes games of its controllers, without counts
of games or times. Here all controllers play each other on all boards, in both orders; Smith's
observations are repeated and compared with our measurements.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from asterion.experiments.engine.experiment import Config, Experiment, Prepared, Row, Summary
from asterion.experiments.tactics.games import (
    FOUR,
    THREE,
    TWO,
    Contestant,
    Game,
    all_settings,
    levels,
    played,
    registered,
    row_of,
    seed_of,
    start_of,
    turn_of,
)
from asterion.experiments.tactics.observations import NAMES, made
from asterion.experiments.tactics.report import answers, draw, screens
from asterion.experiments.tactics.tables import (
    COMPONENT,
    LEVELS,
    OBSERVATION,
    approaches,
    counted,
    line,
    pairs_on_maps,
    seen_by_players,
    strengths,
    tables,
)
from asterion.games.tactics import controllers, maps

# Parts of the results: games of all pairs, of levels and of variants; first turns of variants;
# observations. Each row belongs to one.
GAMES, TURNS = "games", "turns"


# --- Controllers with one part of their A*, or one number, changed, against the original

GOAL, HEURISTIC, WEIGHING = "goal", "heuristic", "weighing"
MULTIPLIER, LIMIT = "multiplier", "limit"


class Variant(NamedTuple):
    """A contestant, its base, and the part that differs."""

    player: Contestant
    base: Contestant
    part: str


def _changed(base: Contestant, words: str, part: str, **settings: Any) -> Variant:
    """Merge changed settings; tables keep the values that are not named."""
    known = controllers.settings(base.controller) if base.controller in controllers.NAMES else {}
    whole = {
        key: {**known.get(key, {}), **value} if isinstance(value, dict) else value
        for key, value in settings.items()
    }
    return Variant(Contestant(f"{base.label}, {words}", base.controller, whole), base, part)


VARIANTS = (
    _changed(FOUR, "no goal", GOAL, goal="turn-ended"),
    _changed(FOUR, "generated goals", GOAL, goal="generated"),
    _changed(FOUR, "no heuristic", HEURISTIC, heuristic="zero"),
    _changed(FOUR, "spending free", WEIGHING, constants={"mp": 0, "ap": 0}),
    _changed(THREE, "no defence", WEIGHING, defence_below=0.0),
    _changed(THREE, "shoots first", WEIGHING, constants={"enemy_alive": 25}),
    _changed(TWO, "multipliers 1", MULTIPLIER, multipliers={"wasted_mp": 1, "wasted_ap": 1}),
    _changed(TWO, "end x 4", MULTIPLIER, end_multiplier=4.0),
    _changed(TWO, "careless", MULTIPLIER, multipliers={"allies_at_risk": 0}),
    _changed(TWO, "careful", MULTIPLIER, multipliers={"allies_at_risk": 5}),
    _changed(THREE, "300 states", LIMIT, max_expansions=300),
    _changed(THREE, "30 states", LIMIT, max_expansions=30),
)


def variant_of(label: str) -> Variant:
    """The variant with this label."""
    return next(each for each in VARIANTS if each.player.label == label)


def first_turns(label: str, names: tuple[str, ...]) -> Row:
    """Count maps where the first turn differs from the base's, and the states expanded."""
    variant = variant_of(label)
    differ, states, of_base = 0, 0, 0
    for name in names:
        turn, other = (turn_of(each, maps.load(name)) for each in variant[:2])
        differ += turn.actions != other.actions
        states += turn.thoughts.processed
        of_base += other.thoughts.processed
    return {"variant": label, "differ": differ, "states": states, "base": of_base}


def lines_of(games: list[Row], turns: list[Row], names: int) -> list[Row]:
    """Return a line per variant: games against its base, and a comparison of first turns."""
    seen = seen_by_players(games)
    table = []
    for each in turns:
        variant = variant_of(each["variant"])
        mine = [game for game in seen if game["a"] == variant.player.label]
        table.append(
            line(
                COMPONENT,
                a=variant.player.label,
                b=variant.base.label,
                map="all",
                **counted(mine),
                said=variant.part,
                measured=f"another first turn on {each['differ']} of {names} maps; "
                f"{each['states']:,} states in these turns, {each['base']:,} before",
            )
        )
    return table


# --- Trials


@dataclass(frozen=True)
class Tactics(Config):
    """Starts on each map, its own and random ones, and the limit of a game's turns."""

    runs: int = 8
    turns: int = 40  # then the side with more units has won
    maps: tuple[str, ...] = maps.NAMES
    players: tuple[str, ...] = tuple(player.label for player in registered())
    observations: tuple[str, ...] = NAMES
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
    """Return the settings of all contestants: with other settings they play other games."""
    players = {row.label: all_settings(row) for pair in pairings(config) for row in pair[1:]}
    return Prepared({"settings": players}, {})


def pairings(config: Tactics) -> list[tuple[str, Contestant, Contestant]]:
    """Return the pairs that play, with the part of the results."""
    players = [player for player in registered() if player.label in config.players]
    graded = levels() if config.levels else []
    return [
        *((GAMES, a, b) for a, b in combinations_with_replacement(players, 2)),
        *((LEVELS, a, b) for a, b in combinations(graded, 2)),
        *((COMPONENT, v.player, v.base) for v in VARIANTS if v.player.label in config.variants),
    ]


def trials(config: Tactics) -> list[GameTrial | ObservationTrial | FirstTurnTrial]:
    """Return observations first, as some take long; then games, map by map."""
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
    """Return a row per game, or the lines of an observation."""
    if isinstance(trial, ObservationTrial):
        lines = made(trial.name, turns=trial.config.turns)
        return [{"part": OBSERVATION, **each} for each in lines]
    if isinstance(trial, FirstTurnTrial):
        turns = first_turns(trial.variant, trial.config.maps)
        return [{"part": TURNS, **turns}]
    orders = [(trial.a, trial.b)]
    if trial.a != trial.b:
        orders.append((trial.b, trial.a))
    return [game_row(trial, first, second) for first, second in orders]


def game_row(trial: GameTrial, first: Contestant, second: Contestant) -> Row:
    """Play a game; return the data to replay it, and its result."""
    head = {
        "part": trial.part,
        "map": trial.map,
        "start": trial.start,
        "seed": seed_of(trial.config.seed, trial.map, trial.start),
        "limit": trial.config.turns,
        "first": first.label,
        "second": second.label,
    }
    return head | row_of(replayed(head))


def replayed(row: Row) -> Game:
    """Replay the game of a row; it has the same hash."""
    players = [*registered(), *levels(), *(each.player for each in VARIANTS)]
    known = {player.label: player for player in players}
    state = start_of(row["map"], row["start"], row["seed"])
    first, second = known[row["first"]], known[row["second"]]
    return played(state, first, second, seed=row["seed"], turns=row["limit"])


def summarise(config: Tactics, rows: list[Row]) -> Summary:
    """Return the sections of the table; pairs on each map go to ``table.json`` alone."""
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
    draw=draw,
    screens=screens,
)
