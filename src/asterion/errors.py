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

__all__ = [
    "AsterionError",
    "BusyWorld",
    "InvalidPath",
    "InvalidType",
    "InvalidValue",
    "OutsideWorld",
    "WorldChanged",
]
