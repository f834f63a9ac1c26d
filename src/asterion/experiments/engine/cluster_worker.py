"""What a worker of a cluster does: trials of a chunk, one after the other, for a while.

All that comes is bytes, and is unpickled here: first the files of the user, which their classes
are in, then the trials. Each trial gets maps of its own, so that what it edits is seen by no other.
"""

from __future__ import annotations

import io
import os
import pickle
import time
from threading import Lock
from typing import Any, NamedTuple

import asterion as at
from asterion.experiments.engine.trial import TrialFailed, rows_of
from asterion.io import used_files


class Common(NamedTuple):
    """What all trials of a run share."""

    version: str  # of asterion at the client
    files: dict[str, used_files.Source]
    run: bytes  # the pickled function


class Chunk(NamedTuple):
    """Some trials for a worker."""

    trials: list[tuple[int, bytes]]  # number, and the pickled trial
    seconds: float  # after which no further trial is begun


class Ran(NamedTuple):
    """What became of a chunk. Trials that are in neither are still to be done."""

    rows: list[tuple[int, str]]  # of each trial that is finished
    failure: str  # empty if none has failed
    seconds: float
    process: int


class OtherVersion(Exception):  # noqa: N818 - errors of this package are named like this
    """The worker has another asterion than the client."""


# One trial at a time in a process, however many threads Dask has given it: a user's trial may rely
# on that, the files of users have one name in a process, and times would be those of several.
_ONE = Lock()


def run_chunk(common: bytes, maps: dict[int, bytes], chunk: bytes) -> Ran:
    """Runs trials of a chunk until its time is over."""
    shared = Common(*pickle.loads(common))  # noqa: S301 - from the client, who may run anything here
    if shared.version != at.__version__:
        raise OtherVersion(f"has asterion {at.__version__}; the client has {shared.version}")
    with _ONE:
        begin = time.perf_counter()
        used_files.load_again(shared.files)
        run = pickle.loads(shared.run)  # noqa: S301
        rows: list[tuple[int, str]] = []
        failure = ""
        trials, seconds = Chunk(*pickle.loads(chunk))  # noqa: S301
        for number, trial in trials:
            try:
                rows.append((number, rows_of(run, number, _unpickled(trial, maps))))
            except TrialFailed as error:
                failure = str(error)
                break
            if time.perf_counter() - begin >= seconds:
                break
        return Ran(rows, failure, time.perf_counter() - begin, os.getpid())


class _Unpickler(pickle.Unpickler):
    """Puts maps back where the client has taken them out."""

    def __init__(self, pickled: bytes, maps: dict[int, bytes]) -> None:
        super().__init__(io.BytesIO(pickled))
        self._maps = maps
        self._own: dict[int, Any] = {}  # a trial that has a map twice has one

    def persistent_load(self, pid: int) -> Any:
        if pid not in self._own:
            self._own[pid] = pickle.loads(self._maps[pid])  # noqa: S301
        return self._own[pid]


def _unpickled(pickled: bytes, maps: dict[int, bytes]) -> Any:
    return _Unpickler(pickled, maps).load()
