"""Controllers with one part of their A*, or one number, changed, against the original."""

from __future__ import annotations

from typing import Any, NamedTuple

from asterion.experiments.engine.experiment import Row
from asterion.experiments.tactics.games import Contestant
from asterion.experiments.tactics.tables import COMPONENT, counted, line, seen_by_players
from asterion.experiments.tactics.watching import FOUR, THREE, TWO, turn_of
from asterion.games.tactics import controllers, maps

GOAL, HEURISTIC, WEIGHING, MULTIPLIER, LIMIT = (
    "goal",
    "heuristic",
    "weighing",
    "multiplier",
    "limit",
)


class Variant(NamedTuple):
    """A contestant, its base, and the part that differs."""

    player: Contestant
    base: Contestant
    part: str


def _changed(base: Contestant, words: str, part: str, **settings: Any) -> Variant:
    """Tables of settings keep the values that are not named."""
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
    """On how many maps the first turn differs from that of the base, and the states expanded."""
    variant = variant_of(label)
    differ, states, of_base = 0, 0, 0
    for name in names:
        turn, other = (turn_of(each, maps.load(name)) for each in variant[:2])
        differ += turn.actions != other.actions
        states += turn.thoughts.processed
        of_base += other.thoughts.processed
    return {"variant": label, "differ": differ, "states": states, "base": of_base}


def lines_of(games: list[Row], turns: list[Row], names: int) -> list[Row]:
    """A line for each variant: games against its base, and a comparison of first turns."""
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
