"""Runs trials on a cluster of Dask; the rows are those of one process.

Trials go out in chunks that take a tenth of a second or more, two for each worker process. A chunk
whose worker is killed is run again by another, which is Dask's part. If the scheduler goes, or the
line to it, or the only worker that had a map, all chunks that are out are sent again, when there is
a connection: what comes in twice is taken once.
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import count
from math import ceil
from queue import Empty, SimpleQueue
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from asterion.errors import AsterionError
from asterion.experiments.engine.cluster import Cluster, ClusterLost, Tell, check_versions
from asterion.experiments.engine.cluster_worker import Chunk, OtherVersion, Ran, run_chunk
from asterion.experiments.engine.shipment import LARGE, Shipment
from asterion.experiments.engine.trial import TrialFailed

if TYPE_CHECKING:
    from distributed import Client, Future

SECONDS = 0.1  # of a chunk, at least
_OF_A_CLIENT = 0.005  # seconds of a client's time for a chunk: with many workers they are longer
_AHEAD = 2  # chunks for each worker, so that none waits for the client
_LARGEST = 8 * 1024 * 1024  # bytes of a chunk with more than one trial
_LOOK = 1.0  # seconds between looks at which workers there are
_COMMON = -1  # among the numbers of maps: what all trials share
_IN_VAIN = 10  # times that chunks are sent again without a single result
# What is raised if the line is lost, or what was cancelled by that.
_CONNECTION = (OSError, CancelledError)


def trials_on(
    cluster: Cluster, run: Callable[[Any], Any], trials: dict[int, Any], tell: Tell
) -> Iterator[tuple[int, str]]:
    """Runs the trials, and yields number and rows of each as it ends, each once."""
    if trials:
        yield from _Trials(cluster, Shipment(run, trials), tell).finished()


class _Trials:
    def __init__(self, cluster: Cluster, shipment: Shipment, tell: Tell) -> None:
        self._cluster, self._shipment, self._tell = cluster, shipment, tell
        self._waiting = deque(shipment.parcels)
        self._out: dict[Future[Ran], list[int]] = {}  # chunks, and the trials of each
        self._ended: SimpleQueue[Future[Ran]] = SimpleQueue()
        self._scattered: dict[int, Future[bytes]] = {}  # maps, and under _COMMON what all share
        self._alone: set[int] = set()  # trials that go out alone: a worker died with their chunk
        self._processes: set[str] = set()  # the workers whose versions were checked
        self._looked = -_LOOK
        self._told_to_wait = False
        self._names = (f"asterion-{token_hex(8)}-{number}" for number in count())
        self._ran_trials, self._ran_seconds = 0.0, 0.0
        self._in_vain = 0

    @property
    def _client(self) -> Client:
        return self._cluster.client

    def finished(self) -> Iterator[tuple[int, str]]:
        """The results, until there is no trial left."""
        try:
            while self._waiting or self._out:
                lost: Exception | None = None
                ran: list[tuple[Future[Ran], Ran]] = []
                try:
                    self._look_at_workers()
                    self._send()
                    self._wait(ran)
                except (TrialFailed, AsterionError):
                    raise
                except Exception as error:
                    if not isinstance(error, _CONNECTION) and self._client.status == "running":
                        raise
                    lost = error
                for future, result in ran:
                    yield from self._taken(self._out.pop(future), result)
                    if result.failure:
                        raise TrialFailed(result.failure)
                if lost:
                    self._start_over(lost)
        finally:
            self._cancel()

    def _look_at_workers(self) -> None:
        """Which workers there are; those that are new are asked for their version."""
        if self._processes and time.monotonic() - self._looked < _LOOK:
            return
        self._looked = time.monotonic()
        if self._client.status != "running":
            raise ConnectionError("no connection")
        now = set(self._client.nthreads())
        if now - self._processes:
            check_versions(self._cluster, now - self._processes)
        self._processes = now
        if not now and not self._told_to_wait:
            self._tell(f"{self._cluster.name} has no workers yet; waiting for one")
        self._told_to_wait = not now

    def _send(self) -> None:
        seconds = max(SECONDS, _OF_A_CLIENT * len(self._processes))
        while self._waiting and len(self._out) < _AHEAD * len(self._processes):
            if self._must_wait():
                break
            numbers = self._next_chunk(seconds)
            parcels = self._shipment.parcels
            maps = {each for number in numbers for each in parcels[number].taken_out}
            chunk = Chunk([(number, parcels[number].pickled) for number in numbers], seconds)
            try:
                future = self._client.submit(
                    run_chunk,
                    self._held(_COMMON, lambda: self._shipment.common, shared=True),
                    {each: self._map(each) for each in maps},
                    pickle.dumps(chunk),  # in one piece, which Dask does not look into
                    key=next(self._names),
                    pure=False,
                )
            except BaseException:
                self._waiting.extendleft(reversed(numbers))
                raise
            self._out[future] = numbers
            future.add_done_callback(self._ended.put)

    def _must_wait(self) -> bool:
        """Whether a suspect has the cluster for itself, or is to have it.

        Dask blames all that was sent to a worker that died, also what had not begun.
        """
        if not self._out or not self._alone:
            return False
        out = (number for numbers in self._out.values() for number in numbers)
        return self._waiting[0] in self._alone or not self._alone.isdisjoint(out)

    def _next_chunk(self, seconds: float) -> list[int]:
        """So many trials as will probably take so long, but not all that are left for one."""
        most = 1
        if self._ran_trials:
            mean = max(self._ran_seconds / self._ran_trials, 1e-6)
            fair = ceil(len(self._waiting) / max(1, len(self._processes)))
            most = max(1, min(ceil(1.5 * seconds / mean), fair))
        numbers: list[int] = []
        size = 0
        while self._waiting and len(numbers) < most:
            number = self._waiting[0]
            size += len(self._shipment.parcels[number].pickled)
            if numbers and (size > _LARGEST or number in self._alone):
                break
            numbers.append(self._waiting.popleft())
            if number in self._alone:
                break
        return numbers

    def _map(self, number: int) -> Any:
        shared = self._shipment.is_shared(number)
        return self._held(number, lambda: self._shipment.map_bytes(number), shared=shared)

    def _held(self, number: int, made: Callable[[], bytes], *, shared: bool) -> Any:
        """The bytes themselves if they are few, or of one trial; else scattered, once."""
        if number in self._scattered:
            return self._scattered[number]
        content = made()
        if len(content) < LARGE or not shared:
            return content
        self._scattered[number] = self._client.scatter(content, hash=False)
        return self._scattered[number]

    def _wait(self, ran: list[tuple[Future[Ran], Ran]]) -> None:
        """Adds the chunks that have ended; waits for one, but not for long."""
        ended = []
        with suppress(Empty):
            ended.append(self._ended.get(timeout=_LOOK if self._out else 0.1))
            while True:
                ended.append(self._ended.get_nowait())
        ours = [future for future in ended if future in self._out]
        good = [future for future in ours if future.status == "finished"]
        ran += zip(good, self._client.gather(good), strict=True)  # in one go
        ran += [(future, self._judged(future)) for future in ours if future not in good]

    def _judged(self, future: Future[Ran]) -> Ran:
        """What became of a chunk that did not end well."""
        if future.status != "error":
            raise ConnectionError(f"a chunk is {future.status}")
        error = future.exception()
        if type(error).__name__ == "KilledWorker":
            return self._killed(self._out[future])
        if isinstance(error, OtherVersion):
            raise ClusterLost(f"a worker of {self._cluster.name} {error}")
        if isinstance(error, _CONNECTION):
            raise error
        raise ClusterLost(
            f"a worker of {self._cluster.name} cannot run the trials: "
            f"{type(error).__name__}: {error}"
        )

    def _killed(self, numbers: list[int]) -> Ran:
        """Workers died of a chunk, again and again: its trials are tried one by one, and alone."""
        if self._alone.issuperset(numbers):
            raise TrialFailed(f"trial {numbers[0]} failed: each worker that began it died")
        self._alone.update(numbers)
        return Ran([], "", 0.0, 0)

    def _taken(self, numbers: list[int], ran: Ran) -> Iterator[tuple[int, str]]:
        self._in_vain = 0
        # The latest chunks count most: the first ones load modules.
        self._ran_trials = self._ran_trials / 2 + len(ran.rows)
        self._ran_seconds = self._ran_seconds / 2 + ran.seconds
        done = dict(ran.rows)
        self._waiting.extendleft(number for number in reversed(numbers) if number not in done)
        for number, rows in ran.rows:
            for unused in self._shipment.delivered(number):
                self._scattered.pop(unused, None)
            yield number, rows

    def _start_over(self, error: Exception) -> None:
        """Puts back all that is out, and waits for a connection."""
        self._in_vain += 1
        if self._in_vain > _IN_VAIN:
            raise ClusterLost(
                f"{self._cluster.name} has lost its work {_IN_VAIN} times in a row: {error}"
            ) from error
        self._cancel()
        numbers = sorted(number for numbers in self._out.values() for number in numbers)
        self._waiting.extendleft(reversed(numbers))
        self._out.clear()
        self._scattered.clear()
        self._processes.clear()
        self._cluster.again()

    def _cancel(self) -> None:
        """No worker begins what is out; one that is in a trial ends after it."""
        if self._out and self._client.status == "running":
            with suppress(Exception):
                self._client.cancel([*self._out])
