"""One run of an experiment in a folder; it continues where the last run was stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path as FilePath
from typing import Generic

from asterion.experiments.engine.experiment import C, Experiment, Row, Summary, T
from asterion.experiments.engine.trial_log import TrialLog, head_of
from asterion.experiments.engine.workers import TrialFailed, finished_trials
from asterion.io.figures import new_figure, png_of
from asterion.io.writing import write_file, write_text

TSV, JSON, PICTURE = "table.tsv", "table.json", "picture.png"


class Run(Generic[C, T]):
    """The trials of an experiment, finished or not, and its tables and picture.

    A folder with other results is refused, and not changed.
    """

    def __init__(self, experiment: Experiment[C, T], config: C, folder: FilePath) -> None:
        self.experiment, self.config, self.folder = experiment, config, folder
        trials = experiment.trials(config)
        prepared = experiment.prepare(config)
        self.head = head_of(experiment.name, config, prepared.facts)
        self.log = TrialLog(folder, self.head, len(trials))
        try:
            for name, content in prepared.files.items():
                write_file(folder / name, [content])
        except BaseException:
            self.close()
            raise
        self.left = {
            number: trial for number, trial in enumerate(trials) if number not in self.log.finished
        }

    def close(self) -> None:
        """Closes the log of trials."""
        self.log.close()

    def trials(self, workers: int) -> Iterator[int]:
        """Runs the remaining trials, and yields the number of each once its rows are on disk."""
        for number, rows in finished_trials(self.experiment.run, self.left, workers):
            if not rows or not all(rows):
                raise TrialFailed(f"trial {number} failed: it has no rows, or one without columns")
            self.log.add(number, rows)
            yield number

    def write_tables(self) -> Summary:
        """Writes table.tsv, and table.json with all rows."""
        rows = self.log.rows()
        summary = self.log.summary_of(partial(self.experiment.summarise, self.config))
        facts = {**self.head["facts"], **summary.facts}
        whole = {**self.head, "facts": facts, "table": summary.table, "rows": rows}
        write_text(self.folder / TSV, tsv(summary.table))
        write_text(self.folder / JSON, json.dumps(whole, indent=1) + "\n")
        return summary

    def draw(self, summary: Summary) -> None:
        """Writes picture.png. Without Matplotlib, MissingPackage says how to get it."""
        figure = new_figure()
        self.experiment.draw(figure, summary, self.log.rows())
        write_file(self.folder / PICTURE, [png_of(figure)])


def tsv(table: list[Row]) -> str:
    """Tab-separated columns with a header line."""
    lines = [list(table[0]) if table else []]
    lines += [[text(value) for value in row.values()] for row in table]
    return "".join("\t".join(line) + "\n" for line in lines)


def text(value: object) -> str:
    """A value in a table: None is empty, numbers have no superfluous digits."""
    if value is None:
        return ""
    return f"{value:.10g}" if isinstance(value, float) else str(value)
