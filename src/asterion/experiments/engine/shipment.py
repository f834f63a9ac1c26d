"""Trials as bytes for a cluster, with the maps that they hold taken out.

A map that many trials hold is sent once to each worker that needs it, and not with each trial. The
same goes for large arrays, and for the config.
"""

from __future__ import annotations

import io
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import cloudpickle
import numpy as np

import asterion as at
from asterion.errors import InvalidType
from asterion.experiments.engine.cluster_worker import Common
from asterion.experiments.engine.experiment import Config
from asterion.io import used_files
from asterion.world.graph import Graph
from asterion.world.grid import Grid

LARGE = 16 * 1024  # bytes from which something is scattered, not sent along


class Parcel(NamedTuple):
    """A pickled trial, and what was taken out of it."""

    pickled: bytes
    taken_out: frozenset[int]  # the numbers of maps


class Shipment:
    """All that workers need: ``common``, and a parcel for each trial by its number."""

    def __init__(self, run: Callable[[Any], Any], trials: dict[int, Any]) -> None:
        held: dict[int, tuple[int, Any]] = {}  # number and object, by identity; kept alive here
        files = used_files.used()
        self.common = pickle.dumps(
            tuple(Common(at.__version__, files, _pickled("the function of the trials", run)))
        )
        self.parcels = {n: _parcel(n, trial, held) for n, trial in trials.items()}
        self._objects = dict(held.values())
        self._uses = Counter(
            number for parcel in self.parcels.values() for number in parcel.taken_out
        )

    def map_bytes(self, number: int) -> bytes:
        """A map as it is sent."""
        return _pickled("a map of the trials", self._objects[number])

    def is_shared(self, number: int) -> bool:
        """Whether trials that are still to be done hold this map, more than one."""
        return self._uses[number] > 1

    def delivered(self, number: int) -> list[int]:
        """Forgets a trial that is finished; returns the maps that no other trial needs."""
        unused = []
        for each in self.parcels.pop(number).taken_out:
            self._uses[each] -= 1
            if not self._uses[each]:
                unused.append(each)
                del self._objects[each]
        return unused


def _parcel(number: int, trial: Any, held: dict[int, tuple[int, Any]]) -> Parcel:
    file = io.BytesIO()
    pickler = _Pickler(file, held)
    try:
        pickler.dump(trial)
    except Exception as error:
        raise _not_sent(f"trial {number}", error) from error
    return Parcel(file.getvalue(), frozenset(pickler.taken))


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    def __init__(self, file: io.BytesIO, held: dict[int, tuple[int, Any]]) -> None:
        super().__init__(file)
        self._held = held
        self.taken: set[int] = set()

    def persistent_id(self, obj: Any) -> int | None:
        # Not views: they are pickled with the map that they share with others of the trial.
        if not isinstance(obj, (Grid, Graph, Config)) and not (
            isinstance(obj, np.ndarray) and obj.nbytes >= LARGE
        ):
            return None
        number, _ = self._held.setdefault(id(obj), (len(self._held), obj))
        self.taken.add(number)
        return number


def _pickled(what: str, thing: Any) -> bytes:
    try:
        return bytes(cloudpickle.dumps(thing))
    except Exception as error:
        raise _not_sent(what, error) from error


def _not_sent(what: str, error: Exception) -> InvalidType:
    return InvalidType(f"{what} cannot be sent to a cluster: {type(error).__name__}: {error}")
