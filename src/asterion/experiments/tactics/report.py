"""The report of ``tactics``: answers to Smith's four questions, printed tables, and the picture."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from asterion.experiments.engine.experiment import Row, Screen, Summary
from asterion.experiments.engine.pictures import BLUE, INK, ORANGE, Axes, Figure
from asterion.experiments.engine.tables import grouped
from asterion.experiments.tactics.games import AS_SAID
from asterion.experiments.tactics.tables import (
    AGAINST_IDLE,
    ALL,
    APPROACHES,
    COMBINED,
    COMPONENT,
    LEVELS,
    OBSERVATION,
    ON_MAP,
    PAIR,
    QUESTION,
    STRENGTH,
    line,
)

# --- The four questions of Smith's thesis; docs/tactics-study.md explains the numbers

QUESTIONS = (
    "How plausible is it to use A* in a decision making process for game AI?",
    "How does the inclusion of pathfinding affect the AI's decision making capabilities?",
    "How does changing the components used in A*'s fundamental formula affect the output?",
    "How easy is it to externally influence the AI's decisions, and to inject difficulty?",
)


def answers(table: list[Row]) -> list[Row]:
    """Return a line for each question that the table has lines about."""
    sections = {section: each for (section,), each in grouped(table, "section").items()}
    return [
        line(QUESTION, a=ALL, b=ALL, map=ALL, said=question, measured=measured, verdict=verdict)
        for question, answer in zip(QUESTIONS, _ANSWERS, strict=True)
        for measured, verdict in answer(sections)
    ]


Answer = list[tuple[str, str]]  # numbers and words; empty if the table has no lines about it


def _plausible(sections: dict[str, list[Row]]) -> Answer:
    """The rank of Smith's four controllers, and the time that they take."""
    order = sections.get(STRENGTH, [])
    four = [each for each in order if each["a"] in COMBINED]
    if not four:
        return []
    best = four[0]
    quick = max(each["longest_seconds"] for each in four) < 1
    idle = [each for each in sections.get(AGAINST_IDLE, []) if each["a"] == best["a"]]
    place = order.index(best) + 1
    fit = place <= len(order) / 2
    measured = (
        f"{best['a']} is number {place} of {len(order)} and has {best['share']:.0%} of the points; "
        f"beats Idle in {sum(e['wins'] for e in idle)} of {sum(e['games'] for e in idle)} games; "
        f"no turn of the four took more than {max(e['most_states'] for e in four):,} states"
    )
    verdict = (
        f"{'Plausible' if fit else 'Hardly plausible'}: the best of the four is among the "
        f"{'stronger' if fit else 'weaker'} half of all players"
        f"{', and no turn takes a second' if quick else ', but turns take seconds'}"
    )
    return [(measured, verdict)]


def _pathfinding(sections: dict[str, list[Row]]) -> Answer:
    """A* over single steps compared with GOAP, which leaves paths to a pathfinder."""
    lines = {(each["a"], each["b"]): each for each in sections.get(APPROACHES, [])}
    pairs = [(lines[a, b], lines[b, a]) for a, b in lines if a == "Goap"]
    if not pairs:
        return []
    words = [
        f"{goap['share']:.0%} against {other['a']} "
        f"({goap['states']:,.0f} states per turn, {other['states']:,.0f})"
        for goap, other in pairs
    ]
    stronger = sum((goap["share"] or 0) < 1 / 2 for goap, _ in pairs)
    more = sum(goap["states"] < other["states"] for goap, other in pairs)
    verdict = (
        f"{stronger} of {len(pairs)} players that search paths within the decision are stronger "
        f"than Goap, which leaves paths to a pathfinder; {more} look at more states"
    )
    return [(f"Goap has {'; '.join(words)}", verdict)]


def _components(sections: dict[str, list[Row]]) -> Answer:
    """The effect of changing one part."""
    lines = sorted(sections.get(COMPONENT, []), key=lambda each: -(each["share"] or 0))
    if not lines:
        return []
    words = [f"{each['a']} {each['share']:.0%}" for each in lines]
    verdict = (
        f"It decides the games: one part exchanged gives from {lines[-1]['share'] or 0:.0%} to "
        f"{lines[0]['share'] or 0:.0%} of the points"
    )
    return [(f"points of variants against what they were made of: {'; '.join(words)}", verdict)]


def _influence(sections: dict[str, list[Row]]) -> Answer:
    """The levels, from easy to hard."""
    lines = sections.get(LEVELS, [])
    if not lines:
        return []
    words = [f"{each['a']} {each['share']:.0%} ({each['rating']:+.0f})" for each in lines]
    ordered = [each["share"] for each in sorted(lines, key=lambda each: str(each["a"]))]
    rises = all(low < high for low, high in pairwise(ordered))
    verdict = (
        f"Easily, by settings; a level of difficulty {'always' if rises else 'does not always'} "
        "has more points than the one below it"
    )
    return [(f"points of levels against each other: {', '.join(words)}", verdict)]


_ANSWERS = (_plausible, _pathfinding, _components, _influence)


# --- Printed tables

_SHOWN = ("a", "games", "points", "from_to", "rating", "turns", "states", "ms", "longest_ms")
_OBSERVED = ("player", "map", "said", "measured", "verdict")
_TITLES = {
    STRENGTH: "Strength: all controllers against each other",
    LEVELS: "Levels of difficulty against each other",
    COMPONENT: "One part exchanged: points against the original",
}


def screens(summary: Summary) -> list[Screen]:
    """A table for each kind of games, then one of observations and one of questions."""
    lines = {section: each for (section,), each in grouped(summary.table, "section").items()}
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
    time = f" ({_few_digits(longest * 1000)} ms per turn at most)" if longest is not None else ""
    return {
        "player": f"{line['a']}{against}",
        "map": line["map"],
        "said": line["said"],
        "measured": f"{line['measured']}{time}",
        "verdict": line["verdict"],
    }


def _few_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


# --- Picture

_COLOURS = "RdBu"  # red: loses, blue: wins; colour-blind readers can distinguish them
_LEAST = 1e-6  # seconds; the smallest time shown


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """From left to right: pairs, maps, ratings and times; the strongest is at the top."""
    lines = {
        section: [line for line in summary.table if line["section"] == section]
        for section in (STRENGTH, PAIR, ON_MAP)
    }
    order = [line["a"] for line in lines[STRENGTH]]
    figure.set_size_inches(17, 1.8 + 0.52 * len(order))
    figure.suptitle("Tactics: share of points of the row's player (ties are half a point)")
    maps = list(dict.fromkeys(line["map"] for line in lines[ON_MAP]))
    pairs, places, rating, time = figure.subplots(
        1, 4, width_ratios=(len(order), len(maps), 4.2, 4.2)
    )
    _matrix(pairs, order, order, _of_pairs(lines[PAIR]), "against")
    of_maps = {(line["a"], line["map"]): line["share"] for line in lines[ON_MAP]}
    _matrix(places, order, maps, of_maps, "on map, against all")
    _ratings(rating, lines[STRENGTH])
    _times(time, lines[STRENGTH])
    for axes in (places, rating, time):
        axes.set_yticks(range(len(order)), [""] * len(order))


def _of_pairs(lines: list[Row]) -> dict[tuple[str, str], float]:
    shares = {(line["a"], line["b"]): line["share"] for line in lines}
    return shares | {(b, a): 1 - share for (a, b), share in shares.items()}


def _matrix(
    axes: Axes,
    rows: list[str],
    columns: list[str],
    shares: dict[tuple[str, str], float],
    title: str,
) -> None:
    nothing = float("nan")
    values = [[shares.get((a, b), nothing) for b in columns] for a in rows]
    axes.imshow(values, cmap=_COLOURS, vmin=0, vmax=1, aspect="auto")
    for row, a in enumerate(rows):
        for column, b in enumerate(columns):
            share = shares.get((a, b))
            if share is not None:
                pale = 0.2 < share < 0.8
                words = f"{100 * share:.0f}"
                axes.text(column, row, words, color=INK if pale else "white", **_CENTRED)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xticks(range(len(columns)), columns, rotation=35, ha="right", rotation_mode="anchor")
    axes.set_title(f"{title}, %", loc="left", fontsize=11)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _ratings(axes: Axes, lines: list[Row]) -> None:
    values = [line["rating"] for line in lines]
    bars = axes.barh(range(len(lines)), values, color=ORANGE, height=0.6)
    axes.bar_label(bars, [f"{value:+.0f}" for value in values], padding=3, fontsize=9)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.margins(x=0.28)
    _plain(axes, len(lines), "rating (scale of Elo)")


def _times(axes: Axes, lines: list[Row]) -> None:
    values = [max(line["turn_seconds"], _LEAST) for line in lines]
    bars = axes.barh(range(len(lines)), values, color=BLUE, height=0.6)
    axes.bar_label(bars, [_label(line) for line in lines], padding=3, fontsize=9)
    axes.set_xscale("log")
    axes.set_xlim(_LEAST / 2, max(values) * 100)
    axes.set_xticks([1e-6, 1e-4, 1e-2, 1], ["1 µs", "0.1 ms", "10 ms", "1 s"])
    _plain(axes, len(lines), "CPU time per turn, and states")


def _label(line: Row) -> str:
    milliseconds = 1000 * line["turn_seconds"]
    digits = 2 if milliseconds < 1 else 1 if milliseconds < 10 else 0
    states = f"; {line['states']:,.0f}" if line["states"] else ""
    return f"{milliseconds:.{digits}f} ms{states}"


def _plain(axes: Axes, count: int, title: str) -> None:
    axes.set_ylim(count - 0.5, -0.5)
    axes.set_title(title, loc="left", fontsize=11)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


_CENTRED: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9}
