"""The four questions of A. Smith, The path to the right decision, 2020, answered by the table.

A line each; docs/tactics-study.md explains the numbers.
"""

from __future__ import annotations

from collections.abc import Callable

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
    idle = [each for each in _lines(table, AGAINST_IDLE) if each["a"] == best["a"]]
    return {
        "a": best["a"],
        "b": "all",
        "map": "all",
        "share": best["share"],
        "rating": best["rating"],
        "states": best["states"],
        "most_states": max(each["most_states"] for each in four),
        "turn_seconds": best["turn_seconds"],
        "longest_seconds": max(each["longest_seconds"] for each in four),
        "measured": f"{best['a']} is number {order.index(best) + 1} of {len(order)} and has "
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
    return {"a": "Goap", "b": "all", "map": "all", "measured": f"Goap has {'; '.join(words)}"}


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
    }


def _influence(table: list[Row]) -> Row | None:
    """The levels, from easy to hard."""
    lines = _lines(table, LEVELS)
    if not lines:
        return None
    words = [f"{each['a']} {each['share']:.0%} ({each['rating']:+.0f})" for each in lines]
    return {
        "a": "levels",
        "b": "all",
        "map": "all",
        "measured": f"points of levels against each other: {', '.join(words)}",
    }
