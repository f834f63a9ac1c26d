"""The four questions of A. Smith, The path to the right decision, 2020, answered by the table.

A line each; docs/tactics-study.md explains the numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from asterion.experiments.engine.experiment import Row
from asterion.experiments.tactics.tables import (
    AGAINST_IDLE,
    APPROACHES,
    COMBINED,
    COMPONENT,
    LEVELS,
    QUESTION,
    STRENGTH,
    line,
)

QUESTIONS = (
    "How plausible is it to use A* in a decision making process for game AI?",
    "How does the inclusion of pathfinding affect the AI's decision making capabilities?",
    "How does changing the components used in A*'s fundamental formula affect the output?",
    "How easy is it to externally influence the AI's decisions, and to inject difficulty?",
)


def answers(table: list[Row]) -> list[Row]:
    """A line for each question that the table has lines about."""
    made: tuple[Callable[[list[Row]], Row | None], ...] = (
        _plausible,
        _pathfinding,
        _components,
        _influence,
    )
    found = []
    for question, answer in zip(QUESTIONS, made, strict=True):
        columns = answer(table)
        if columns is not None:
            found.append(line(QUESTION, said=question, **columns))
    return found


def _lines(table: list[Row], section: str) -> list[Row]:
    return [each for each in table if each["section"] == section]


def _plausible(table: list[Row]) -> Row | None:
    """The rank of Smith's four controllers, and the time that they take."""
    order = _lines(table, STRENGTH)
    four = [each for each in order if each["a"] in COMBINED]
    if not four:
        return None
    best = four[0]
    quick = max(each["longest_seconds"] for each in four) < 1
    idle = [each for each in _lines(table, AGAINST_IDLE) if each["a"] == best["a"]]
    place, middle = order.index(best) + 1, len(order) / 2
    fit = place <= middle
    return {
        "verdict": f"{'Plausible' if fit else 'Hardly plausible'}: the best of the four is among "
        f"the {'stronger' if fit else 'weaker'} half of all players"
        + (", and no turn takes a second" if quick else ", but turns take seconds"),
        "a": best["a"],
        "b": "all",
        "map": "all",
        "share": best["share"],
        "rating": best["rating"],
        "states": best["states"],
        "most_states": max(each["most_states"] for each in four),
        "turn_seconds": best["turn_seconds"],
        "longest_seconds": max(each["longest_seconds"] for each in four),
        "measured": f"{best['a']} is number {place} of {len(order)} and has "
        f"{best['share']:.0%} of the points; beats Idle in {sum(e['wins'] for e in idle)} of "
        f"{sum(e['games'] for e in idle)} games; no turn of the four took more than "
        f"{max(each['most_states'] for each in four):,} states",
    }


def _pathfinding(table: list[Row]) -> Row | None:
    """A* over single steps compared with GOAP, which leaves paths to a pathfinder."""
    lines = {(each["a"], each["b"]): each for each in _lines(table, APPROACHES)}
    pairs = [(a, b) for a, b in lines if a == "Goap"]
    if not pairs:
        return None
    words = [
        f"{lines[pair]['share']:.0%} against {pair[1]} "
        f"({lines[pair]['states']:,.0f} states a turn, {lines[pair[::-1]]['states']:,.0f})"
        for pair in pairs
    ]
    stronger = sum((lines[pair]["share"] or 0) < 1 / 2 for pair in pairs)
    more = sum(lines[pair]["states"] < lines[pair[::-1]]["states"] for pair in pairs)
    return {
        "a": "Goap",
        "b": "all",
        "map": "all",
        "measured": f"Goap has {'; '.join(words)}",
        "verdict": f"{stronger} of {len(pairs)} players that search paths within the decision are "
        f"stronger than Goap, which leaves paths to a pathfinder; {more} look at more states",
    }


def _components(table: list[Row]) -> Row | None:
    """The effect of changing one part."""
    lines = _lines(table, COMPONENT)
    if not lines:
        return None
    ordered = sorted(lines, key=lambda each: -(each["share"] or 0))
    words = [f"{each['a']} {each['share']:.0%}" for each in ordered]
    return {
        "a": "variants",
        "b": "all",
        "map": "all",
        "measured": f"points of variants against what they were made of: {'; '.join(words)}",
        "verdict": f"It decides the games: one part exchanged gives from "
        f"{ordered[-1]['share'] or 0:.0%} to {ordered[0]['share'] or 0:.0%} of the points",
    }


def _influence(table: list[Row]) -> Row | None:
    """The levels, from easy to hard."""
    lines = _lines(table, LEVELS)
    if not lines:
        return None
    words = [f"{each['a']} {each['share']:.0%} ({each['rating']:+.0f})" for each in lines]
    ordered = [each["share"] for each in sorted(lines, key=lambda each: str(each["a"]))]
    rises = all(low < high for low, high in pairwise(ordered))
    return {
        "a": "levels",
        "b": "all",
        "map": "all",
        "measured": f"points of levels against each other: {', '.join(words)}",
        "verdict": f"Easily, by settings; a level of difficulty "
        f"{'always' if rises else 'does not always'} has more points than the one below it",
    }
