"""Tables of the games of ``tactics``: strength, by map, by pair, and against Idle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log10
from statistics import fmean
from typing import Any

from asterion.experiments.engine.experiment import Row
from asterion.experiments.engine.tables import grouped
from asterion.games.tactics.arena import wilson

SIDES = ("first", "second")  # of a game: team 0, which begins, and team 1
TIE = "tie"
ALL = "all"  # in place of a map or an opponent
STRENGTH, ON_MAP, PAIR, AGAINST_IDLE = "strength", "map", "pair", "against idle"
LEVELS, APPROACHES, COMPONENT = "levels", "goap and a*", "component"
OBSERVATION, QUESTION = "observation", "question"
IDLE = "Idle"
COMBINED = ("AStarOne", "AStarTwo", "AStarThree", "AStarFour")
# Every line of the table has these, in this order; those that a section does not use are empty.
COLUMNS = (
    "section",
    "a",
    "b",
    "map",
    "games",
    "wins",
    "losses",
    "ties",
    "share",
    "low",
    "high",
    "share_first",
    "rating",
    "by_limit",
    "turns",
    "actions",
    "won_in_turns",
    "won_in_actions",
    "states",
    "most_states",
    "turn_seconds",
    "longest_seconds",
    "game_seconds",
    "said",
    "measured",
    "verdict",
)
_SCALE = 400.0  # rating points for odds of 10 to 1
_ROUNDS, _STILL = 10_000, 1e-10


def line(section: str, **values: object) -> Row:
    """A line of the table with all columns; those not given are empty."""
    unknown = values.keys() - {*COLUMNS}
    if unknown:
        raise KeyError(f"the table has no columns {sorted(unknown)}")
    return {column: values.get(column) for column in COLUMNS} | {"section": section}


def counted(seen: list[Row]) -> Row:
    """Results and counts of one contestant, from its view of the games.

    A tie is half a win. The interval of the share is Wilson's, which stays within 0 and 1; with
    ties it is somewhat wider than necessary.
    """
    points = [game["points"] for game in seen]
    first = [game["points"] for game in seen if game["first"]]
    won = [game for game in seen if game["points"] == 1]
    decisions = sum(game["decisions"] for game in seen)
    wins, ties = points.count(1.0), points.count(0.5)
    share = (wins + ties / 2) / len(seen) if seen else None
    low, high = (None, None) if share is None else wilson(share, len(seen))
    return {
        "games": len(seen),
        "wins": wins,
        "losses": points.count(0.0),
        "ties": ties,
        "share": share,
        "low": low,
        "high": high,
        "share_first": mean(first),
        "by_limit": sum(game["by_limit"] for game in seen),
        "turns": mean(game["turns"] for game in seen),
        "actions": mean(game["actions"] for game in seen),
        "won_in_turns": mean(game["turns"] for game in won),
        "won_in_actions": mean(game["actions"] for game in won),
        "states": sum(game["states"] for game in seen) / max(decisions, 1),
        "most_states": max((game["most_states"] for game in seen), default=None),
        "turn_seconds": sum(game["seconds"] for game in seen) / max(decisions, 1),
        "game_seconds": mean(game["seconds"] for game in seen),
        "longest_seconds": max((game["longest_seconds"] for game in seen), default=None),
    }


def mean(values: Iterable[float]) -> float | None:
    """The mean; None for no values."""
    listed = list(values)
    return fmean(listed) if listed else None


def counted_by(seen: list[Row], *columns: str) -> dict[tuple[Any, ...], Row]:
    """Counts of each group, in the order in which groups first occur."""
    return {key: counted(group) for key, group in grouped(seen, *columns).items()}


def seen_by_players(rows: list[Row]) -> list[Row]:
    """Return each game from the view of both sides, without a contestant's games with itself."""
    return [seen for row in rows if row["first"] != row["second"] for seen in turned(row)]


def strengths(rows: list[Row], section: str) -> list[Row]:
    """Return a line for each contestant against all others, the strongest first."""
    seen = seen_by_players(rows)
    counts = counted_by(seen, "a")
    players = [name for (name,) in counts]
    points: dict[tuple[str, str], float] = {}
    for game in seen:
        pair = game["a"], game["b"]
        points[pair] = points.get(pair, 0.0) + game["points"]
    rated = ratings(players, points)
    ordered = sorted(players, key=lambda name: -rated[name])
    return [
        line(section, a=name, b=ALL, map=ALL, rating=rated[name], **counts[name,])
        for name in ordered
    ]


def tables(rows: list[Row]) -> list[Row]:
    """The sections about games of all pairs of controllers."""
    strongest = strengths(rows, STRENGTH)
    order = [each["a"] for each in strongest]
    seen = seen_by_players(rows)
    on_maps = counted_by(seen, "map", "a")
    pairs = counted_by(seen, "a", "b")
    table = list(strongest)
    for name in dict.fromkeys(game["map"] for game in seen):
        table += [line(ON_MAP, a=a, b=ALL, map=name, **on_maps[name, a]) for a in order]
    for place, a in enumerate(order):
        table += [line(PAIR, a=a, b=b, map=ALL, **pairs[a, b]) for b in order[place + 1 :]]
    idle = [game for game in seen if game["b"] == IDLE]
    for (a, name), counts in counted_by(idle, "a", "map").items():
        table.append(line(AGAINST_IDLE, a=a, b=IDLE, map=name, **counts))
    return table


def approaches(rows: list[Row]) -> list[Row]:
    """GOAP, which plans with macro-actions, against A* over single actions."""
    counts = counted_by(seen_by_players(rows), "a", "b")
    pairs = [("Goap", each) for each in COMBINED] + [(each, "Goap") for each in COMBINED]
    return [
        line(APPROACHES, a=a, b=b, map=ALL, **counts[a, b]) for a, b in pairs if (a, b) in counts
    ]


def pairs_on_maps(rows: list[Row]) -> list[Row]:
    """Return both sides of all pairs on each map, also mirrors; too long for the table."""
    seen = seen_by_players(rows)
    counts = counted_by(seen, "map", "a", "b")
    lines = [{"map": name, "a": a, "b": b, **each} for (name, a, b), each in counts.items()]
    for row in rows:
        if row["first"] == row["second"]:
            first = turned(row)[0]
            lines.append({"map": row["map"], "a": first["a"], "b": first["b"], **counted([first])})
    return lines


def turned(row: Row) -> list[Row]:
    """Return a game from the view of each side: ``points``, and its counts without prefix."""
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


def ratings(players: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, float]:
    """Return ratings on the Elo scale with mean 0, by the model of Bradley and Terry.

    ``points[a, b]`` is what a has won in games with b. Each pair gets one additional tie, so that a
    player that has won all games has a finite rating. O(players^2) per iteration, until none
    changes.

    >>> from asterion.experiments.tactics.tables import ratings
    >>> {name: round(r) for name, r in ratings("ab", {("a", "b"): 9.5, ("b", "a"): 0.5}).items()}
    {'a': 200, 'b': -200}

    R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, 1952;
    D. R. Hunter, MM algorithms for generalized Bradley-Terry models, 2004
    """
    if not players:
        return {}
    pairs = {(a, b): points.get((a, b), 0.0) + 0.5 for a in players for b in players if a != b}
    won = {a: sum(pairs[a, b] for b in players if b != a) for a in players}
    strength = dict.fromkeys(players, 1.0)
    for _ in range(_ROUNDS):
        before = strength
        strength = {
            a: won[a]
            / sum((pairs[a, b] + pairs[b, a]) / (before[a] + before[b]) for b in players if b != a)
            for a in players
        }
        middle = sum(log10(each) for each in strength.values()) / len(strength)
        strength = {a: each / 10**middle for a, each in strength.items()}
        if all(abs(log10(strength[a] / before[a])) < _STILL for a in players):
            break
    return {a: _SCALE * log10(each) for a, each in strength.items()}
