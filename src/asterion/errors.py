"""Asterion's errors. Each is also a built-in one: InvalidValue is a ValueError."""

from importlib import import_module
from typing import Any

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


def short_repr(value: object) -> str:
    """The repr of a value for a message, cut if it is long."""
    try:
        words = repr(value)
    except Exception as error:  # noqa: BLE001 - the repr of a user's object may raise anything
        return f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return words if len(words) <= LONGEST else words[:LONGEST] + "..."


def counted(number: int, thing: str) -> str:
    """A number and its noun: ``1 row``, ``2 rows``."""
    return f"{number} {thing}" + ("" if number == 1 else "s")


class MissingPackage(AsterionError, ImportError):  # noqa: N818 - like the errors of the core
    """A part of asterion needs a package that is not installed. The message says how to get it."""


# The packages in the extras of pyproject.toml. Messages name the packages, not an extra of
# asterion, which would be wrong unless Asterion was installed from a package index.
OPTIONAL = {
    "anywidget": "anywidget>=0.9.18",
    "distributed": "distributed>=2025.1",
    "matplotlib": "matplotlib>=3.10.8",
    "nicegui": "nicegui>=3.18,<4",
    "pillow": "pillow>=11",
    "pyarrow": "pyarrow>=18",
    "rich": "rich>=13.9",
    "typer": "typer>=0.26",
    "zstandard": "zstandard>=0.23",
}
_NAMES = {
    "anywidget": "anywidget",
    "distributed": "Dask",
    "nicegui": "NiceGUI",
    "pyarrow": "pyarrow",
    "zstandard": "zstandard",
}


def missing(what: str, *packages: str) -> MissingPackage:
    """Return the error of a feature that needs these packages.

    >>> print(missing("a picture", "matplotlib"))
    a picture needs Matplotlib: pip install 'matplotlib>=3.10.8'
    """
    names = " and ".join(_NAMES.get(package, package.title()) for package in packages)
    wanted = " ".join(f"'{OPTIONAL[package]}'" for package in packages)
    return MissingPackage(f"{what} needs {names}: pip install {wanted}")


def imported(module: str, what: str, package: str) -> Any:
    """Import an optional module, or raise the error that names its package."""
    try:
        return import_module(module)
    except ImportError as error:
        raise missing(what, package) from error


__all__ = [
    "AsterionError",
    "BusyWorld",
    "InvalidPath",
    "InvalidType",
    "InvalidValue",
    "MissingPackage",
    "OutsideWorld",
    "WorldChanged",
    "counted",
    "missing",
    "short_repr",
]
