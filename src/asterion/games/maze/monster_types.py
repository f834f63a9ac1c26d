"""Types of monsters: the letters a to j, each with its own speed, sight and aggressiveness.

A type is a mapping such as ``{"speed": 50, "vision": 8}``; in a world file and on the command line
it is written ``a: speed 50, vision 8``. Values that it leaves out come from the rules of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.world.arguments import count

MONSTERS = "abcdefghij"
# The values of a type, and their bounds.
BOUNDS: dict[str, tuple[int, int | None]] = {
    "speed": (1, None),
    "vision": (0, None),
    "aggressiveness": (0, 100),
}
EXAMPLE = "a: speed 50, vision 8, aggressiveness 90"

MonsterTypes = dict[str, dict[str, int]]  # by letter


class Traits(NamedTuple):
    """The values that one monster acts by."""

    speed: int
    vision: int
    aggressiveness: int


def types_checked(name: str, types: Any) -> MonsterTypes:
    """Return a copy of types by letter, or raise an error that names the value and the rule."""
    if not isinstance(types, Mapping):
        raise InvalidType(f"{name} is {short_repr(types)}; it must map letters to types")
    return {letter: _checked(letter, values) for letter, values in types.items()}


def add_type(types: MonsterTypes, text: str) -> None:
    """Read a type from a text, and add it to others.

    >>> from asterion.games.maze.monster_types import add_type
    >>> types = {}
    >>> add_type(types, "a: speed 50, vision 8")
    >>> types
    {'a': {'speed': 50, 'vision': 8}}
    """
    letter, values = _type_of(text)
    if letter in types:
        raise InvalidValue(f"{short_repr(text)} is the second type of monster {letter}")
    types[letter] = values


def text_of_type(letter: str, values: Mapping[str, int]) -> str:
    """Return the text that :func:`add_type` reads."""
    return f"{letter}: " + ", ".join(f"{name} {value}" for name, value in values.items())


def _type_of(text: str) -> tuple[str, dict[str, int]]:
    letter, _, rest = text.partition(":")
    values: dict[str, int] = {}
    for part in rest.split(","):
        match part.split():
            case [name, number] if name not in values and number.isdecimal() and len(number) < 10:
                values[name] = int(number)
            case _:
                raise InvalidValue(
                    f"{short_repr(text)} is no type of monsters; write it as {EXAMPLE!r}, "
                    "each value once, a whole number of at most 9 digits"
                )
    return letter.strip(), _checked(letter.strip(), values)


def _checked(letter: Any, values: Any) -> dict[str, int]:
    if not isinstance(letter, str) or len(letter) != 1 or letter not in MONSTERS:
        raise InvalidValue(f"{short_repr(letter)} is no type of monsters; they are a to j")
    if not isinstance(values, Mapping):
        what = ", ".join(BOUNDS)
        raise InvalidType(
            f"monster {letter} is {short_repr(values)}; it must map {what} to numbers"
        )
    return {name: _value(letter, name, value) for name, value in values.items()}


def _value(letter: str, name: Any, value: Any) -> int:
    if name not in BOUNDS:
        raise InvalidValue(
            f"monster {letter} has no {short_repr(name)}; a type has {', '.join(BOUNDS)}"
        )
    least, most = BOUNDS[name]
    return count(f"{name} of monster {letter}", value, least=least, most=most)
