"""One trial: its rows as JSON, or an error that names it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from asterion.io.used_files import place_of

T = TypeVar("T")


class TrialFailed(Exception):  # noqa: N818 - errors of this package are named like this
    """A trial ended with an error. Those that were finished before are kept."""


def rows_of(run: Callable[[T], Any], number: int, trial: T) -> str:
    """Runs a trial, and returns its rows as they are written into the log.

    Whatever it raises becomes one error that can be sent to another process.
    """
    try:
        rows = run(trial)
    except (Exception, SystemExit) as error:  # a user's code may raise anything
        fault = f"{type(error).__name__}: {error}".removesuffix(": ")
        place = place_of(error)
        at = f" ({place})" if place else ""
        raise TrialFailed(f"trial {number} failed: {fault}{at}") from error
    if not isinstance(rows, list) or not rows or not all(isinstance(r, dict) and r for r in rows):
        raise TrialFailed(f"trial {number} failed: it has no rows, or one without columns")
    try:
        return json.dumps(rows, allow_nan=False, default=_plain)
    except (ValueError, TypeError, RecursionError) as error:
        raise TrialFailed(
            f"trial {number} failed: its rows are not what JSON can hold: {error}"
        ) from error


def _plain(value: object) -> object:
    """A number of NumPy as one of Python."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
