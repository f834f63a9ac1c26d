"""Checks of options that searches and navigators share, so that both refuse in the same words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from asterion import _core
from asterion.errors import InvalidValue, shown
from asterion.search.registry import AlgorithmInfo
from asterion.world.arguments import choice, count

TIES = {
    "auto": _core.Ties.auto,
    "high-g": _core.Ties.high_g,
    "low-g": _core.Ties.low_g,
    "fifo": _core.Ties.fifo,
    "lifo": _core.Ties.lifo,
    "random": _core.Ties.random,
    "straight": _core.Ties.straight,
}


def given_options(values: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not at their defaults."""
    return {name: value for name, value in values.items() if _differs(value, defaults[name])}


def check_options(algorithm: str, taken: Sequence[str], given: Mapping[str, Any]) -> None:
    """An error that names the first given option that the algorithm does not take."""
    for name, value in given.items():
        if name not in taken:
            known = ", ".join(taken) or "no options"
            raise InvalidValue(
                f"{algorithm!r} does not take {name}={shown(value)}; it takes {known}"
            )


def check_world_kind(info: AlgorithmInfo, kind: str) -> None:
    """An error, unless the algorithm takes worlds of this kind, ``"grid"`` or ``"graph"``."""
    if not any(world.endswith(kind) for world in info.worlds):
        raise InvalidValue(
            f"{info.name!r} is for a {' or a '.join(info.worlds)}; this world is a {kind}"
        )


def ties_and_seed(ties: Any, seed: Any) -> tuple[_core.Ties, int]:
    """The core's tie rule and its seed, 0 by default; only random ties take a seed."""
    rule = choice("ties", ties, TIES)
    if seed is None:
        return rule, 0
    if rule is not _core.Ties.random:
        raise InvalidValue(f"seed={shown(seed)} is for ties='random'; ties is {ties!r}")
    return rule, count("seed", seed)


def _differs(value: Any, default: Any) -> bool:
    try:
        return bool(value != default)
    except Exception:  # noqa: BLE001 - an array, or a user's object that cannot be compared
        return True
