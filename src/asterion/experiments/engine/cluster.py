"""The way to a cluster of Dask: a client, another one when that is lost, and what workers have."""

from __future__ import annotations

import importlib
import json
import pydoc
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from logging import CRITICAL
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import asterion as at
from asterion.errors import AsterionError, InvalidType, InvalidValue, missing, shown
from asterion.experiments.engine import local_worker

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 600.0  # seconds for which a scheduler that has gone is waited for
_ONE_ATTEMPT = 10.0  # seconds to connect

Tell = Callable[[str], None]  # what a user should know meanwhile


class ClusterLost(AsterionError, RuntimeError):  # noqa: N818 - errors of this package are named so
    """The cluster cannot be used, or is gone. Trials that were finished before are kept."""


class Cluster:
    """A client, and its name in messages. This one is the user's, who closes it."""

    def __init__(self, client: Client, name: str) -> None:
        self.client, self.name = client, name

    def again(self) -> None:
        """Waits until there is a connection, or raises ClusterLost."""
        while self.client.status == "connecting":  # Dask tries for as long as the user has set
            time.sleep(0.05)
        if self.client.status != "running":
            raise ClusterLost(f"the client of {self.name} is {self.client.status}")


class _OwnCluster(Cluster):
    """A client that we have made, and can make again."""

    def __init__(self, connect: Callable[[], Client], name: str, tell: Tell) -> None:
        super().__init__(_attempt(connect, name), name)
        self._connect, self._tell = connect, tell

    def again(self) -> None:
        if self.client.status == "running":
            return
        self._tell(f"the line to {self.name} is lost; waiting for up to {PATIENCE:g} s")
        end = time.monotonic() + PATIENCE
        while True:
            self.close()
            try:
                self.client = self._connect()
            except (OSError, ValueError) as error:
                if time.monotonic() > end:
                    raise ClusterLost(f"{self.name} did not come back: {error}") from error
                time.sleep(0.5)
            else:
                self._tell(f"connected to {self.name} again")
                return

    def close(self) -> None:
        """Closes the client, whatever has become of the scheduler."""
        with suppress(Exception):
            self.client.close(timeout=2)


def distributed() -> Any:
    """The package, or an error that says what to install."""
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise missing("a cluster", "distributed") from error


def cluster_of(client: Client) -> Cluster:
    """The cluster of a user's client."""
    if not isinstance(client, distributed().Client):
        raise InvalidType(f"client is {shown(client)}; it must be a distributed.Client")
    if client.asynchronous:
        raise InvalidValue(
            "client is asynchronous; an experiment needs one made without asynchronous=True"
        )
    if client.status != "running":
        raise InvalidValue(f"client is {client.status}; it must be connected")
    return Cluster(client, client.scheduler.address)


@contextmanager
def opened_cluster(word: str, *, workers: int, tell: Tell) -> Iterator[Cluster]:
    """The cluster that ``word`` names: ``local``, an address, or a scheduler file.

    A local one has so many workers, and ends with the block; another one stays as it is.
    """
    dask = distributed()
    if word == "local":
        with _local(dask, workers) as client:
            yield Cluster(client, "the local cluster")
        return
    if "://" in word:
        own = _OwnCluster(lambda: dask.Client(word, timeout=_ONE_ATTEMPT), word, tell)
    else:
        own = _OwnCluster(lambda: _from_file(dask, word), word, tell)
    try:
        yield own
    finally:
        own.close()


@contextmanager
def _local(dask: Any, workers: int) -> Iterator[Client]:
    options = {
        "n_workers": workers,
        "threads_per_worker": 1,
        "host": "127.0.0.1",
        "dashboard_address": "127.0.0.1:0",  # any free port, for this machine alone
        "memory_limit": 0,  # a pool of processes has none either
        "silence_logs": CRITICAL,
        "preload": [local_worker.__name__],
    }
    # Trials may start processes of their own, which daemons must not.
    setting = importlib.import_module("dask").config.set({"distributed.worker.daemon": False})
    with setting, dask.LocalCluster(**options) as cluster, dask.Client(cluster) as client:
        yield client


def _from_file(dask: Any, word: str) -> Client:
    """The file is read each time: a scheduler that is started again may have another address."""
    try:
        address = json.loads(FilePath(word).read_bytes())["address"]
    except (ValueError, LookupError, TypeError) as error:
        raise InvalidValue(f"{word} is no scheduler file: {_fault(error)}") from error
    client: Client = dask.Client(address, timeout=_ONE_ATTEMPT)
    return client


def _attempt(connect: Callable[[], Client], name: str) -> Client:
    try:
        return connect()
    except FileNotFoundError as error:
        raise InvalidValue(
            f"--cluster is {name!r}; it must be local, an address such as tcp://host:8786, "
            "or the scheduler file of a cluster, and there is no such file"
        ) from error
    except InvalidValue:
        raise
    except (OSError, ValueError) as error:
        raise ClusterLost(f"no scheduler answers at {name}: {_fault(error)}") from error


def _fault(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def check_versions(cluster: Cluster, workers: Iterable[str]) -> None:
    """Raises ClusterLost if one of the workers has another asterion, or none."""
    # A function of the standard library: a worker without asterion knows no other of ours.
    found = cluster.client.run(
        pydoc.locate, "asterion.__version__", workers=[*workers], on_error="return"
    )
    others = {
        worker: "none" if version is None else shown(version).strip("'")
        for worker, version in found.items()
        # One that has gone meanwhile has no version.
        if version != at.__version__ and not isinstance(version, OSError)
    }
    if others:
        told = ", ".join(f"{worker} has {version}" for worker, version in sorted(others.items()))
        raise ClusterLost(
            f"asterion is {at.__version__} here, but on workers of {cluster.name}: {told}; "
            "install the same version on all of them"
        )
