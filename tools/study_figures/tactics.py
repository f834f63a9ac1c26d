"""The tables about the tactics game: of docs/tactics-study.md, and one of docs/experiments.md."""

from asterion.experiments.engine.experiment import Row
from asterion.experiments.tactics.tables import (
    AGAINST_IDLE,
    APPROACHES,
    COMPONENT,
    LEVELS,
    OBSERVATION,
    ON_MAP,
    STRENGTH,
)
from study_figures.studies import study
from study_figures.texts import ms, percent, table, whole

MAPS = ("C.1", "C.2", "C.3", "C.4", "fords", "keep")


def summary() -> list[str]:
    """The players, for the page of all experiments."""
    heads = ["", "rating", "share of points", "95 %", "states a turn", "ms a turn"]
    rows = [
        [
            f"`{line['a']}`",
            f"{line['rating']:+.0f}",
            percent(line["share"]),
            _interval(line),
            _states(line["states"]),
            _ms(line["turn_seconds"]),
        ]
        for line in study("tactics").lines(section=STRENGTH)
    ]
    return table(heads, rows)


def strength() -> list[str]:
    """The players."""
    return _strengths(STRENGTH)


def levels() -> list[str]:
    """The levels of Reply."""
    return _strengths(LEVELS)


def _strengths(section: str) -> list[str]:
    heads = [
        *("", "rating", "share", "95 %", "first", "wins", "losses", "ties", "turns a game"),
        *("states a turn", "most", "ms a turn", "longest turn, ms"),
    ]
    rows = [
        [
            f"`{line['a']}`",
            f"{line['rating']:+.0f}",
            percent(line["share"]),
            _interval(line),
            percent(line["share_first"]),
            *(str(line[name]) for name in ("wins", "losses", "ties")),
            f"{line['turns']:.1f}",
            _states(line["states"]),
            _states(line["most_states"]),
            _ms(line["turn_seconds"]),
            _ms(line["longest_seconds"]),
        ]
        for line in study("tactics").lines(section=section)
    ]
    return table(heads, rows)


def _interval(line: Row) -> str:
    return f"{100 * line['low']:.0f} to {100 * line['high']:.0f}"


def _states(count: float) -> str:
    return whole(count) if count else ""


def _ms(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{1000 * seconds:.2f}" if seconds < 0.000995 else ms(seconds)


def on_maps() -> list[str]:
    """Points on each map."""
    of = study("tactics")
    rows = []
    for line in of.lines(section=STRENGTH):
        each = [of.line(section=ON_MAP, map=name, a=line["a"]) for name in MAPS]
        rows.append([f"`{line['a']}`", *(f"{100 * one['share']:.0f}" for one in each)])
    return table(["", *MAPS], rows)


def against_idle() -> list[str]:
    """Games won against a player that does nothing, and how long they took."""
    of = study("tactics")
    rows = []
    for line in of.lines(section=STRENGTH):
        if line["a"] != "Idle":
            each = [of.line(section=AGAINST_IDLE, map=name, a=line["a"]) for name in MAPS]
            rows.append([f"`{line['a']}`", *(_won(one) for one in each)])
    return table(["won of 16: turns, actions", *MAPS], rows)


def _won(line: Row) -> str:
    if not line["wins"]:
        return "0"
    return f"{line['wins']}: {line['won_in_turns']:.1f}, {line['won_in_actions']:.0f}"


def goap() -> list[str]:
    """GOAP against Smith's players."""
    heads = [
        *("", "wins", "losses", "ties", "share of `Goap`", "95 %", "states a turn: `Goap`"),
        *("other", "ms a turn: `Goap`", "other", "games won in, turns: `Goap`", "other"),
    ]
    of = study("tactics")
    rows = []
    for line in of.lines(section=APPROACHES, a="Goap"):
        other = of.line(section=APPROACHES, a=line["b"])
        won = [one["won_in_turns"] for one in (line, other)]
        rows.append(
            [
                f"`Goap` against `{line['b']}`",
                *(str(line[name]) for name in ("wins", "losses", "ties")),
                percent(line["share"]),
                _interval(line),
                *(whole(one["states"]) for one in (line, other)),
                *(_ms(one["turn_seconds"]) for one in (line, other)),
                *("" if turns is None else f"{turns:.1f}" for turns in won),
            ]
        )
    return table(heads, rows)


def parts() -> list[str]:
    """Players with one part exchanged."""
    heads = ["part", "", "share against the original", "95 %", "other first turns"]
    of = study("tactics")
    turns = {row["variant"]: row for row in of.rows if "variant" in row}
    rows = [
        [
            line["said"],
            f"`{line['a']}`",
            percent(line["share"]),
            _interval(line),
            f"{turns[line['a']]['differ']} of {len(MAPS)}",
            whole(turns[line["a"]]["states"]),
            whole(turns[line["a"]]["base"]),
            _ms(line["turn_seconds"]),
        ]
        for line in of.lines(section=COMPONENT)
    ]
    return table([*heads, "states in them", "before", "ms a turn"], rows, left=2)


def observations() -> list[str]:
    """What Smith says, what was measured, and whether they agree."""
    heads = ["", "map", "Smith's thesis says", "measured", "ms: turn", "longest", "game", "verdict"]
    rows = [
        [
            f"`{line['a']}`" + (f" against `{line['b']}`" if line["b"] else ""),
            line["map"],
            line["said"],
            line["measured"],
            *(_ms(line[name]) for name in ("turn_seconds", "longest_seconds", "game_seconds")),
            line["verdict"],
        ]
        for line in study("tactics").lines(section=OBSERVATION)
    ]
    made = table(heads, rows, left=4)
    made[1] = "| --- | --- | --- | --- | ---: | ---: | ---: | --- |"
    return made
