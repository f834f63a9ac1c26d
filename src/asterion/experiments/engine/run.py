"""One run of an experiment in a folder; it continues where the last run was stopped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path as FilePath
from typing import Generic

from asterion.experiments.engine.cluster import Cluster, Tell
from asterion.experiments.engine.earlier_runs import earlier_numbers
from asterion.experiments.engine.experiment import C, Experiment, Summary, T
from asterion.experiments.engine.shard import Shard
from asterion.experiments.engine.tables import FORMATS, tsv
from asterion.experiments.engine.trial_log import TrialLog, head_of
from asterion.experiments.engine.workers import finished_trials
from asterion.io.figures import new_figure, png_of
from asterion.io.writing import write_file, write_text

TSV, JSON, PICTURE = "table.tsv", "table.json", "picture.png"


class Run(Generic[C, T]):
    """The trials of an experiment, finished or not, and its tables and picture.

    A folder with other results is refused, and not changed. One with fewer runs of the same is
    taken: what is finished counts.
    """

    def __init__(
        self,
        experiment: Experiment[C, T],
        config: C,
        folder: FilePath,
        shard: Shard | None = None,
    ) -> None:
        self.experiment, self.config, self.folder, self.shard = experiment, config, folder, shard
        trials = experiment.trials(config)
        prepared = experiment.prepare(config)
        self.head = head_of(experiment.name, config, prepared.facts, shard)
        if shard is None:
            self.numbers = range(len(trials))
            earlier = partial(earlier_numbers, experiment, config, trials)
            self.log = TrialLog(folder, self.head, self.numbers, earlier)
        else:
            self.numbers = shard.numbers(len(trials))
            self.log = TrialLog(folder, self.head, self.numbers)
        try:
            for name, content in prepared.files.items():
                write_file(folder / name, [content])
        except BaseException:
            self.close()
            raise
        self.left = {n: trials[n] for n in self.numbers if n not in self.log.finished}

    def close(self) -> None:
        """Closes the log of trials."""
        self.log.close()

    def trials(self, workers: int = 1) -> Iterator[int]:
        """Runs the remaining trials, and yields the number of each once its rows are on disk."""
        return self._logged(finished_trials(self.experiment.run, self.left, workers))

    def trials_on(self, cluster: Cluster, tell: Tell = lambda _: None) -> Iterator[int]:
        """The same on a cluster. ``tell`` gets what a user should know meanwhile."""
        # Imported here: it needs a package that is optional.
        from asterion.experiments.engine.cluster_trials import trials_on  # noqa: PLC0415

        return self._logged(trials_on(cluster, self.experiment.run, self.left, tell))

    def _logged(self, results: Iterator[tuple[int, str]]) -> Iterator[int]:
        for number, rows in results:
            if number not in self.log.finished:  # whatever comes twice is written once
                self.log.add(number, rows)
                yield number

    def write_tables(self, formats: Iterable[str] = ()) -> Summary:
        """Writes table.tsv, table.json with all rows, and both tables in other formats."""
        rows = self.log.rows()
        summary = self.log.summary_of(partial(self.experiment.summarise, self.config))
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
        """Writes picture.png. Without Matplotlib, MissingPackage says how to get it."""
        figure = new_figure()
        self.experiment.draw(figure, summary, self.log.rows())
        write_file(self.folder / PICTURE, [png_of(figure)])
