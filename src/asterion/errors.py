"""What asterion raises, each also the Python error it stands for: a bad value is a ValueError."""

from asterion._core import (
    AsterionError,
    InvalidPath,
    InvalidType,
    InvalidValue,
    OutsideWorld,
    WorldChanged,
)

__all__ = [
    "AsterionError",
    "InvalidPath",
    "InvalidType",
    "InvalidValue",
    "OutsideWorld",
    "WorldChanged",
]
