"""More runs of a study that has results of fewer: which trials are done, by their new numbers.

A trial of the earlier runs is found again by its value: it is the one that is pickled to the same
bytes, the config left out. Its rows must not depend on how many runs there are; whether that is so
is tried with one of them.
"""

from __future__ import annotations

import io
import json
import pickle
from collections import defaultdict, deque
from copy import deepcopy
from dataclasses import asdict, replace
from typing import Any

from asterion.errors import InvalidValue
from asterion.experiments.engine.experiment import C, Config, Experiment, Row, T
from asterion.experiments.engine.trial import TrialFailed, rows_of
from asterion.experiments.engine.trial_log import head_of, untimed


def earlier_numbers(
    experiment: Experiment[C, T],
    config: C,
    trials: list[T],
    found: Row,
    finished: dict[int, list[Row]],
) -> list[int] | None:
    """The numbers that the trials of earlier runs have among ``trials``.

    None if the results that were ``found`` are not of the same study with fewer runs.
    """
    fewer = _with_fewer_runs(experiment, config, found)
    if fewer is None:
        return None
    places: dict[bytes, deque[int]] = defaultdict(deque)
    for number, trial in enumerate(trials):
        places[_key(trial, config)].append(number)
    numbers = []
    for number, trial in enumerate(experiment.trials(fewer)):
        same = places[_key(trial, fewer)]
        if not same:
            raise InvalidValue(
                f"{config.runs} runs cannot be added to {fewer.runs}: trial {number} of these is "
                f"not among those of {config.runs} runs; choose another folder"
            )
        numbers.append(same.popleft())
    if finished:
        _try_again(experiment, trials, numbers, finished)
    return numbers


def _with_fewer_runs(experiment: Experiment[C, T], config: C, found: Row) -> C | None:
    """The config of the results that were found, if only its runs differ and are fewer."""
    before = found["config"].get("runs")
    asked = json.loads(json.dumps(asdict(config)))
    if "shard" in found or type(before) is not int or not 0 < before < config.runs:
        return None
    if found["config"] != {**asked, "runs": before}:
        return None
    fewer = replace(config, runs=before)
    head = head_of(experiment.name, fewer, experiment.prepare(fewer).facts)
    return fewer if head["sha256"] == found["sha256"] else None


def _try_again(
    experiment: Experiment[C, T],
    trials: list[T],
    numbers: list[int],
    finished: dict[int, list[Row]],
) -> None:
    """The last of the finished trials must have the same rows again."""
    last = max(finished)
    trial = deepcopy(trials[numbers[last]])
    try:
        rows = rows_of(experiment.run, last, trial)
    except TrialFailed as error:
        raise InvalidValue(
            f"runs cannot be added: a finished trial is run again as a check, and {error}"
        ) from error
    if untimed(json.loads(rows)) != untimed(finished[last]):
        raise InvalidValue(
            f"runs cannot be added: trial {last} has other rows among {len(trials)} trials than "
            f"before; the rows of {experiment.name!r} depend on the number of runs, or its code "
            "has changed"
        )


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, config: Config) -> None:
        super().__init__(file)
        self._config = config

    def persistent_id(self, obj: Any) -> str | None:
        return "config" if type(obj) is type(self._config) and obj == self._config else None


def _key(trial: Any, config: Config) -> bytes:
    file = io.BytesIO()
    try:
        _Pickler(file, config).dump(trial)
    except Exception as error:
        raise InvalidValue(
            f"runs cannot be added: a trial cannot be pickled: {type(error).__name__}: {error}"
        ) from error
    return file.getvalue()
