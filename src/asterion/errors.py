"""What asterion raises, each also the Python error it stands for: a bad value is a ValueError."""

from asterion._core import (
    AsterionError,
    BusyWorld,
    InvalidPath,
    InvalidType,
    InvalidValue,
    OutsideWorld,
    WorldChanged,
)

LONGEST = 80  # of a value in a message; longer ones are cut


def shown(value: object) -> str:
    """A value as a message shows it: as Python writes it, cut where it is long."""
    try:
        words = repr(value)
    except Exception as error:  # noqa: BLE001 - the value is a user's, and so may be its repr
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
