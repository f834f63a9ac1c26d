"""The controllers by name, with their settings."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from importlib import resources
from typing import Any

from asterion.errors import InvalidValue, short_repr
from asterion.games.tactics.controllers.base import Controller

Maker = Callable[[int, dict[str, Any]], Controller]  # from a seed and complete settings
_MAKERS: dict[str, Maker] = {}


def register(name: str, maker: Maker) -> None:
    """Add a controller. Its settings, if it has any, are in ``settings/<name>.toml``."""
    _MAKERS[name] = maker


def names() -> tuple[str, ...]:
    """The names of all controllers."""
    return tuple(_MAKERS)


def known_name(name: Any) -> str:
    """Return a name as the log writes it; upper and lower case do not matter."""
    for known in _MAKERS:
        if isinstance(name, str) and name.lower() == known.lower():
            return known
    raise InvalidValue(f"controller is {short_repr(name)}; choose one of {', '.join(_MAKERS)}")


def settings(name: str) -> dict[str, Any]:
    """Return the default settings of a controller, from its file."""
    return deepcopy(_read(known_name(name)))


@cache
def _read(name: str) -> dict[str, Any]:
    """Read the file, once: a game makes controllers all the time."""
    return tomllib.loads(settings_text(name))


def settings_text(name: str) -> str:
    """Return the text of that file, with its comments; empty if there is none."""
    folder = resources.files("asterion.games.tactics") / "settings"
    file = folder / f"{known_name(name).lower()}.toml"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def make(name: str, seed: int = 0, **changed: Any) -> Controller:
    """Make a controller by name; ``changed`` replaces some of its settings.

    >>> from asterion.games.tactics import controllers
    >>> controllers.make("random", seed=5).name
    'Random'
    >>> controllers.make("Idle", patience=3)
    Traceback (most recent call last):
    asterion.InvalidValue: Idle has no setting 'patience'; it has none
    """
    known = known_name(name)
    values = settings(known)
    for key in changed:
        if key not in values:
            there = ", ".join(values) or "none"
            raise InvalidValue(f"{known} has no setting {short_repr(key)}; it has {there}")
    return _MAKERS[known](seed, {**values, **changed})
