"""Runs trials in this process or in several; the rows do not depend on that."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from asterion.experiments.engine.experiment import Row
from asterion.io import used_files

T = TypeVar("T")


class TrialFailed(Exception):  # noqa: N818 - errors of this package are named like this
    """A trial ended with an error. Those that were finished before are kept."""


def finished_trials(
    run: Callable[[T], list[Row]], trials: dict[int, T], workers: int
) -> Iterator[tuple[int, list[Row]]]:
    """Runs the trials, and yields number and rows of each as it ends."""
    workers = min(workers, len(trials))
    if workers <= 1:
        for number, trial in trials.items():
            try:
                rows = run(trial)
            except Exception as error:
                raise _failed(number, error) from error
            yield number, rows
        return
    with _pool(workers) as pool:
        numbers = {pool.submit(run, trial): number for number, trial in trials.items()}
        # In the order in which they end, so that an error loses none that ended before it.
        ended: SimpleQueue[Future[list[Row]]] = SimpleQueue()
        for future in numbers:
            future.add_done_callback(ended.put)
        for _ in numbers:
            future = ended.get()
            try:
                rows = future.result()
            except BrokenProcessPool as error:
                raise TrialFailed("a worker process was killed; start again to go on") from error
            except Exception as error:
                raise _failed(numbers[future], error) from error
            yield numbers[future], rows


def _failed(number: int, error: Exception) -> TrialFailed:
    return TrialFailed(f"trial {number} failed: {type(error).__name__}: {error}")


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes that end with the block, or when this process ends."""
    context = get_context("spawn")  # a fork of a process with threads may hang
    watched, held = context.Pipe(duplex=False)
    sent = (watched, used_files.used())
    pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=sent)
    try:
        yield pool
    except BaseException:
        held.close()  # Ctrl-C or a failed trial: does not wait for running trials
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        held.close()
        watched.close()


def _begin(watched: Connection, files: dict[str, str]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    Thread(target=_end_with_parent, args=(watched,), daemon=True).start()
    used_files.load_again(files)  # before the first trial, which may be of a class from there


def _end_with_parent(watched: Connection) -> None:
    """Nothing is sent: the pipe ends when the other side is closed, or was killed."""
    try:
        watched.recv()
    except (EOFError, OSError):
        os._exit(1)
