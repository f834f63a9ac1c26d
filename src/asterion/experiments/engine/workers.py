"""Runs trials in this process or in several; the rows do not depend on that."""

from __future__ import annotations

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

from asterion.experiments.engine.experiment import Row
from asterion.experiments.engine.trial import TrialFailed, rows_of
from asterion.io import used_files

T = TypeVar("T")


def finished_trials(
    run: Callable[[T], list[Row]], trials: dict[int, T], workers: int
) -> Iterator[tuple[int, str]]:
    """Runs the trials, and yields number and rows of each as it ends."""
    workers = min(workers, len(trials))
    if workers <= 1:
        for number, trial in trials.items():
            # A copy, as in other processes: what a trial does to it is seen by no other trial.
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
                raise TrialFailed("a worker process was killed; start again to go on") from error
            except Exception as error:
                raise TrialFailed(
                    f"trial {number} cannot be sent to another process: "
                    f"{type(error).__name__}: {error}"
                ) from error
            yield number, rows


@contextmanager
def process_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
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


def _begin(watched: Connection, files: dict[str, used_files.Source]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    Thread(target=_end_with_parent, args=(watched,), daemon=True).start()
    used_files.load_again(files)  # before the first trial, which may be of a class from there


def _end_with_parent(watched: Connection) -> None:
    """Nothing is sent: the pipe ends when the other side is closed, or was killed."""
    try:
        watched.recv()
    except (EOFError, OSError):
        os._exit(1)
