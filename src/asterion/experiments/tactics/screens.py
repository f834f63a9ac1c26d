"""What ``tactics`` prints: strength, what Smith says beside what was measured, and the answers."""

from __future__ import annotations

from asterion.experiments.engine.experiment import Row, Screen, Summary
from asterion.experiments.tactics.tables import (
    COMPONENT,
    LEVELS,
    OBSERVATION,
    QUESTION,
    STRENGTH,
)
from asterion.experiments.tactics.watching import AS_SAID

_SHOWN = ("a", "games", "points", "from_to", "rating", "turns", "states", "ms", "longest_ms")
_OBSERVED = ("player", "map", "said", "measured", "verdict")
_TITLES = {
    STRENGTH: "Strength: all controllers against each other",
    LEVELS: "Levels of difficulty against each other",
    COMPONENT: "One part exchanged: points against the original",
}


def screens(summary: Summary) -> list[Screen]:
    """A table for each kind of games, then one of observations and one of questions."""
    lines: dict[str, list[Row]] = {}
    for line in summary.table:
        lines.setdefault(line["section"], []).append(line)
    made = [
        Screen(
            title,
            tuple(name for name in _SHOWN if name != "rating" or section != COMPONENT),
            [_strength(line) for line in lines[section]],
        )
        for section, title in _TITLES.items()
        if lines.get(section)
    ]
    if seen := lines.get(OBSERVATION):
        agree = sum(line["verdict"] == AS_SAID for line in seen)
        title = f"What Smith's thesis says, and what was measured: {agree} of {len(seen)} agree"
        made.append(Screen(title, _OBSERVED, [_observed(line) for line in seen], wraps=True))
    if asked := lines.get(QUESTION):
        columns = ("question", "answer", "measured")
        answered = [
            {"question": line["said"], "answer": line["verdict"], "measured": line["measured"]}
            for line in asked
        ]
        made.append(Screen("The four questions of the thesis", columns, answered, wraps=True))
    return made


def _strength(line: Row) -> Row:
    known = line["share"] is not None
    return {
        **line,
        "points": f"{line['share']:.0%}" if known else None,
        "from_to": f"{line['low']:.0%} to {line['high']:.0%}" if known else None,
        "rating": None if line["rating"] is None else round(line["rating"]),
        "turns": None if line["turns"] is None else round(line["turns"], 1),
        "states": round(line["states"]),
        "ms": line["turn_seconds"] * 1000,
        "longest_ms": None if line["longest_seconds"] is None else line["longest_seconds"] * 1000,
    }


def _observed(line: Row) -> Row:
    """A line with its time in words, which the table has in columns of seconds."""
    against = f" against {line['b']}" if line["b"] else ""
    longest = line["longest_seconds"] or line["turn_seconds"]
    time = f" ({_few_digits(longest * 1000)} ms a turn at most)" if longest is not None else ""
    return {
        "player": f"{line['a']}{against}",
        "map": line["map"],
        "said": line["said"],
        "measured": f"{line['measured']}{time}",
        "verdict": line["verdict"],
    }


def _few_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"
