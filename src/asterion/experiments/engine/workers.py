"""Run trials in this process or in several; the rows do not depend on that."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from copy import deepcopy
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

import numpy as np

from asterion.experiments.engine.experiment import Row
from asterion.io import used_files

T = TypeVar("T")


class TrialFailed(Exception):  # noqa: N818 - errors of this package are named like this
    """A trial ended with an error. Trials finished before are kept."""


def rows_of(run: Callable[[T], list[Row]], number: int, trial: T) -> str:
    """Run a trial, and return its rows as they are written into the log.

    Any exception becomes one error that can be sent to another process.
    """
    try:
        rows = run(trial)
    except (Exception, SystemExit) as error:  # a user's code may raise anything
        fault = f"{type(error).__name__}: {error}".removesuffix(": ")
        place = used_files.place_of(error)
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
    """Make a number of NumPy one of Python."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def finished_trials(
    run: Callable[[T], list[Row]], trials: dict[int, T], workers: int
) -> Iterator[tuple[int, str]]:
    """Run the trials, and yield number and rows of each as it ends."""
    workers = min(workers, len(trials))
    if workers <= 1:
        for number, trial in trials.items():
            # A copy, as in other processes: no other trial sees a trial's changes to it.
            yield number, rows_of(run, number, deepcopy(trial))
        return
    with process_pool(workers) as pool:
        numbers = {pool.submit(rows_of, run, n, trial): n for n, trial in trials.items()}
        # In the order in which they end, so that an error loses none that ended before it.
        ended: SimpleQueue[Future[str]] = SimpleQueue()
        for future in numbers:
            future.add_done_callback(ended.put)
        for _ in numbers:
            future = ended.get()
            number = numbers[future]
            try:
                rows = future.result()
            except TrialFailed:
                raise
            except BrokenProcessPool as error:
                raise TrialFailed("a worker process was killed; start again to continue") from error
            except Exception as error:
                raise TrialFailed(
                    f"trial {number} cannot be sent to another process: "
                    f"{type(error).__name__}: {error}"
                ) from error
            yield number, rows


@contextmanager
def process_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Start processes that end with the block, or when this process ends."""
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


def _begin(watched: Connection, files: dict[str, used_files.Source]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    Thread(target=_end_with_parent, args=(watched,), daemon=True).start()
    used_files.load_again(files)  # before the first trial, which may be of a class from there


def _end_with_parent(watched: Connection) -> None:
    """End when the pipe does, because the other side was closed or killed; nothing is sent."""
    try:
        watched.recv()
    except (EOFError, OSError):
        os._exit(1)
