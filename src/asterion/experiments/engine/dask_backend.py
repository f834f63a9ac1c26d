"""Run trials on a Dask cluster; the rows are the same as in one process.

Guarantee   whatever is killed, the log gets each trial once, and the same command completes it

A trial depends on nothing but its number, so a lost trial is run again: by Dask, if a worker dies;
by the next run, which skips the trials in the log, if the scheduler or the client dies.
"""

from __future__ import annotations

import importlib
import json
import pickle
import signal
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import lru_cache
from logging import CRITICAL
from math import ceil
from pathlib import Path as FilePath
from threading import Lock
from typing import TYPE_CHECKING, Any

import asterion as at
from asterion.errors import AsterionError, InvalidType, InvalidValue, imported, short_repr
from asterion.experiments.engine.workers import TrialFailed, rows_of
from asterion.io import used_files

if TYPE_CHECKING:
    from distributed import Client

BATCHES = 1000  # at most: each costs scheduler and client about two milliseconds
_ONE_ATTEMPT = 10.0  # seconds to connect

Tell = Callable[[str], None]  # gets messages for the user meanwhile


class ClusterLost(AsterionError, RuntimeError):  # noqa: N818 - errors of this package are named so
    """The cluster cannot be used, or is gone. Trials finished before are kept."""


# --- The client


def trials_on(
    client: Client, run: Callable[[Any], Any], trials: dict[int, Any], tell: Tell
) -> Iterator[tuple[int, str]]:
    """Run the trials, and yield number and rows of each as it ends."""
    if not trials:
        return
    as_completed = distributed().as_completed
    where = str(getattr(client.scheduler, "address", "the cluster"))
    if not client.nthreads():
        tell(f"{where} has no workers yet; waiting for one")
    batches = _batches([*trials])
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Sending large graph")
        # A task, as Dask can run it again; scattered bytes are lost with the last worker that holds
        # them. Maps that trials share are in it once, and go to each worker once.
        study = client.submit(_itself, _pickled(run, trials), pure=False)
        left = {*client.map(run_batch, batches, study=study, version=at.__version__, pure=False)}
    try:
        for future in as_completed(left):
            left.discard(future)  # the cluster forgets its rows
            rows, failure = _result(future, client, where)
            yield from rows
            if failure:
                raise TrialFailed(failure)
    finally:
        if client.status == "running":
            with suppress(Exception):
                client.cancel([*left])


def _batches(numbers: list[int]) -> list[list[int]]:
    size = ceil(len(numbers) / BATCHES)
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]


def _pickled(run: Callable[[Any], Any], trials: dict[int, Any]) -> bytes:
    cloudpickle = importlib.import_module("cloudpickle")  # Dask brings it
    try:
        return pickle.dumps((used_files.used(), cloudpickle.dumps((run, trials))))
    except Exception as error:
        raise InvalidType(f"the trials cannot be sent to a cluster: {_fault(error)}") from error


def _result(future: Any, client: Client, where: str) -> tuple[list[tuple[int, str]], str]:
    try:
        return future.result()  # type: ignore[no-any-return]
    except Exception as error:
        if client.status != "running" or isinstance(error, (CancelledError, OSError)):
            raise ClusterLost(f"lost the connection to {where}") from error
        if type(error).__name__ == "KilledWorker":
            raise TrialFailed(f"a trial kills the workers that run it: {error}") from error
        raise ClusterLost(f"a worker of {where} cannot run the trials: {_fault(error)}") from error


def _fault(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")


# --- The workers

# One trial at a time in a process, however many threads Dask gives it: user files have one name in
# a process, and times would cover several trials.
_ONE = Lock()


def run_batch(
    numbers: list[int], *, study: bytes, version: str
) -> tuple[list[tuple[int, str]], str]:
    """Run some trials in a worker; return their rows, and why the next one failed."""
    if version != at.__version__:
        raise RuntimeError(
            f"it has asterion {at.__version__}, and the client {version}; "
            "install the same version on all of them"
        )
    rows: list[tuple[int, str]] = []
    with _ONE:
        run, trials = _unpickled(study)
        for number in numbers:
            try:
                # A copy: no other trial sees a trial's changes to a map.
                rows.append((number, rows_of(run, number, deepcopy(trials[number]))))
            except TrialFailed as error:
                return rows, str(error)
    return rows, ""


def _itself(content: bytes) -> bytes:
    return content


@lru_cache(maxsize=1)
def _unpickled(study: bytes) -> tuple[Callable[[Any], Any], dict[int, Any]]:
    """Unpickle the trials, once per process, after the files of the user that define them."""
    files, trials = pickle.loads(study)  # noqa: S301 - from the client, who may run anything here
    used_files.load_again(files)
    return pickle.loads(trials)  # type: ignore[no-any-return] # noqa: S301


def dask_setup(_worker: object) -> None:
    """Leave Ctrl-C to the process that started a local cluster; Dask calls this in each worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# --- Clusters


def check_client(client: object) -> None:
    """Raise unless this is a client that can be used."""
    if not isinstance(client, distributed().Client):
        raise InvalidType(f"client is {short_repr(client)}; it must be a distributed.Client")
    if client.asynchronous:
        raise InvalidValue(
            "client is asynchronous; an experiment needs one made without asynchronous=True"
        )
    if client.status != "running":
        raise InvalidValue(f"client is {client.status}; it must be connected")


@contextmanager
def connected(word: str, *, workers: int) -> Iterator[Client]:
    """Connect to the cluster that ``word`` names: ``local``, an address, or a scheduler file.

    A local cluster has ``workers`` processes and ends with the block; any other one stays as it is.
    """
    dask = distributed()
    if word == "local":
        options = {
            "n_workers": workers,
            "threads_per_worker": 1,
            "host": "127.0.0.1",
            "dashboard_address": "127.0.0.1:0",  # any free port, for this machine alone
            "memory_limit": 0,  # none, like a pool of processes
            "silence_logs": CRITICAL,
            "preload": [__name__],
        }
        # Trials may start processes of their own, which daemons must not.
        setting = importlib.import_module("dask").config.set({"distributed.worker.daemon": False})
        with setting, dask.LocalCluster(**options) as cluster, dask.Client(cluster) as client:
            yield client
        return
    address = word if "://" in word else _address_in(word)
    try:
        client = dask.Client(address, timeout=_ONE_ATTEMPT)
    except (OSError, ValueError) as error:
        raise ClusterLost(f"no scheduler answers at {address}: {_fault(error)}") from error
    try:
        yield client
    finally:
        with suppress(Exception):  # whatever has become of the scheduler
            client.close(timeout=2)


def _address_in(file: str) -> str:
    try:
        return str(json.loads(FilePath(file).read_bytes())["address"])
    except FileNotFoundError as error:
        raise InvalidValue(
            f"--cluster is {file!r}; it must be local, an address such as tcp://host:8786, "
            "or the scheduler file of a cluster, and there is no such file"
        ) from error
    except (ValueError, LookupError, TypeError) as error:
        raise InvalidValue(f"{file} is no scheduler file: {_fault(error)}") from error


def distributed() -> Any:
    """Import the package, or say what to install."""
    return imported("distributed", "a cluster", "distributed")
