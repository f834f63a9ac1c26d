"""One run of an experiment in a folder; it continues where the last run was stopped."""

from __future__ import annotations

import io
import json
import pickle
import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from asterion.errors import InvalidValue
from asterion.experiments.engine.dask_backend import Tell, trials_on
from asterion.experiments.engine.experiment import C, Config, Experiment, Row, Summary, T
from asterion.experiments.engine.tables import FORMATS, tsv
from asterion.experiments.engine.trial_log import TrialLog, head_of, untimed
from asterion.experiments.engine.workers import TrialFailed, finished_trials, rows_of
from asterion.io.figures import new_figure, png_of
from asterion.io.writing import write_file, write_text

if TYPE_CHECKING:
    from distributed import Client

TSV, JSON, PICTURE = "table.tsv", "table.json", "picture.png"


class Shard(NamedTuple):
    """The i-th of n; written ``i/n``, from ``1/n`` to ``n/n``.

    >>> [*Shard.parsed("2/3").numbers(8)]
    [1, 4, 7]
    """

    number: int
    of: int

    @classmethod
    def parsed(cls, text: str) -> Shard:
        """Read ``2/8``."""
        found = re.fullmatch(r"([1-9][0-9]{0,8})/([1-9][0-9]{0,8})", text)
        if found is None or int(found[1]) > int(found[2]):
            raise InvalidValue(
                f"--shard is {text!r}; it is written i/n with 1 <= i <= n, from 1/8 to 8/8"
            )
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def numbers(self, trials: int) -> range:
        """Return the numbers of its trials: long and short ones alternate over the shards."""
        return range(self.number - 1, trials, self.of)


class Run(Generic[C, T]):
    """The trials of an experiment, finished or not, and its tables and picture.

    A folder with other results is rejected, and not changed. If it has fewer runs of the same
    study, its finished trials count.
    """

    def __init__(
        self, experiment: Experiment[C, T], config: C, folder: FilePath, shard: Shard | None = None
    ) -> None:
        self.experiment, self.config, self.folder = experiment, config, folder
        self._trials = experiment.trials(config)
        prepared = experiment.prepare(config)
        part = None if shard is None else str(shard)
        self.head = head_of(experiment.name, config, prepared.facts, part)
        self.log = TrialLog(folder, self.head, self._earlier_numbers)
        try:
            for name, content in prepared.files.items():
                write_file(folder / name, [content])
        except BaseException:
            self.close()
            raise
        count = len(self._trials)
        self.numbers = range(count) if shard is None else shard.numbers(count)
        self.left = {n: self._trials[n] for n in self.numbers if n not in self.log.finished}

    def close(self) -> None:
        """Close the log of trials."""
        self.log.close()

    def trials(self, workers: int = 1) -> Iterator[int]:
        """Run the remaining trials, and yield the number of each once its rows are on disk."""
        return self._logged(finished_trials(self.experiment.run, self.left, workers))

    def trials_on(self, client: Client, tell: Tell = lambda _: None) -> Iterator[int]:
        """Run them on a cluster. ``tell`` gets messages for the user meanwhile."""
        return self._logged(trials_on(client, self.experiment.run, self.left, tell))

    def _logged(self, results: Iterator[tuple[int, str]]) -> Iterator[int]:
        for number, rows in results:
            if number not in self.log.finished:  # duplicates are written once
                self.log.add(number, rows)
                yield number

    def write_tables(self, formats: Iterable[str] = ()) -> Summary:
        """Write table.tsv, table.json with all rows, and both tables in other formats."""
        rows = self.log.rows()
        summary = self.experiment.summarise(self.config, rows)
        facts = {**self.head["facts"], **summary.facts}
        whole = {**self.head, "facts": facts, "table": summary.table, "rows": rows}
        write_text(self.folder / TSV, tsv(summary.table))
        write_text(self.folder / JSON, json.dumps(whole, indent=1) + "\n")
        for kind in formats:
            form = FORMATS[kind]
            write_file(self.folder / form.table, [form.written(summary.table)])
            write_file(self.folder / form.rows, [form.written(rows)])
        return summary

    def draw(self, summary: Summary) -> None:
        """Write picture.png. Without Matplotlib, MissingPackage says how to get it."""
        figure = new_figure()
        self.experiment.draw(figure, summary, self.log.rows())
        write_file(self.folder / PICTURE, [png_of(figure)])

    # --- Runs that are added to fewer

    def _earlier_numbers(self, found: Row, finished: dict[int, list[Row]]) -> list[int] | None:
        """Return the present numbers of the trials of fewer runs; None if it is another study.

        A trial is found again by its value: the one that pickles to the same bytes without the
        config. Its rows must not depend on the number of runs; one of them is tried.
        """
        fewer = self._with_fewer_runs(found)
        if fewer is None:
            return None
        places: dict[bytes, deque[int]] = defaultdict(deque)
        for number, trial in enumerate(self._trials):
            places[_value(trial, self.config)].append(number)
        numbers = []
        for number, trial in enumerate(self.experiment.trials(fewer)):
            same = places[_value(trial, fewer)]
            if not same:
                raise InvalidValue(
                    f"{self.config.runs} runs cannot be added to {fewer.runs}: trial {number} of "
                    f"these is not among the {self.config.runs} runs; choose another folder"
                )
            numbers.append(same.popleft())
        if finished:
            last = max(finished)
            self._try_again(last, self._trials[numbers[last]], finished[last])
        return numbers

    def _with_fewer_runs(self, found: Row) -> C | None:
        """Return the config of existing results, if only its runs differ and are fewer."""
        before = found["config"].get("runs")
        if {"shard"} & (found.keys() | self.head.keys()) or type(before) is not int:
            return None
        if not 0 < before < self.config.runs:
            return None
        fewer = replace(self.config, runs=before)
        head = head_of(self.experiment.name, fewer, self.experiment.prepare(fewer).facts)
        return fewer if head["sha256"] == found["sha256"] else None

    def _try_again(self, number: int, trial: T, before: list[Row]) -> None:
        """Check that a finished trial gives the same rows again."""
        try:
            rows = rows_of(self.experiment.run, number, deepcopy(trial))
        except TrialFailed as error:
            raise InvalidValue(
                f"runs cannot be added: a finished trial is run again as a check, and {error}"
            ) from error
        if untimed(json.loads(rows)) != untimed(before):
            raise InvalidValue(
                f"runs cannot be added: trial {number} has other rows among {len(self._trials)} "
                f"trials than before; the rows of {self.experiment.name!r} depend on the number "
                "of runs, or its code has changed"
            )


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, config: Config) -> None:
        super().__init__(file)
        self._config = config

    def persistent_id(self, obj: Any) -> str | None:
        return "config" if type(obj) is type(self._config) and obj == self._config else None


def _value(trial: Any, config: Config) -> bytes:
    file = io.BytesIO()
    try:
        _Pickler(file, config).dump(trial)
    except Exception as error:
        raise InvalidValue(
            f"runs cannot be added: a trial cannot be pickled: {type(error).__name__}: {error}"
        ) from error
    return file.getvalue()
