"""The errors of asterion. Each is also a built-in one: InvalidValue is a ValueError."""

from asterion._core import (
    AsterionError,
    BusyWorld,
    InvalidPath,
    InvalidType,
    InvalidValue,
    OutsideWorld,
    WorldChanged,
)

LONGEST = 80  # characters of a value in a message


def shown(value: object) -> str:
    """The repr of a value for a message, cut if it is long."""
    try:
        words = repr(value)
    except Exception as error:  # noqa: BLE001 - the repr of a user's object may raise anything
        return f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return words if len(words) <= LONGEST else words[:LONGEST] + "..."


__all__ = [
    "AsterionError",
    "BusyWorld",
    "InvalidPath",
    "InvalidType",
    "InvalidValue",
    "OutsideWorld",
    "WorldChanged",
    "shown",
]
