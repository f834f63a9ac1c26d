"""The studies of the docs: the command of each, and its raw results in the folder ``results``.

A file is the trial log of the study, compressed: its first line has the experiment, the config, the
version and facts such as hashes; each other line the rows of one trial with a checksum. Unpacked as
``trials.jsonl`` into a folder, the same command with ``--out`` of that folder writes the tables and
the picture, and runs nothing.
"""

import gzip
import json
import shlex
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine.experiment import Config, Experiment, Row, Summary

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "results"
THREE = "--navigator focused-dstar --navigator dstar --navigator 'astar, fifo'"
TWO = "--world world2 --navigator focused-dstar --navigator dstar"
# What follows `asterion experiment`, by the name of the file.
COMMANDS = {
    "replanning": "replanning",
    "dstar-study": "dstar-study",
    **{
        f"dstar-study-interval-{ticks}": f"dstar-study {THREE} --interval {ticks}"
        for ticks in (20, 30, 60)
    },
    **{f"dstar-study-pits-{share}": f"dstar-study {TWO} --pits {share}" for share in (2, 3.3, 5)},
    "fill": "fill",
    "clusters": "clusters",
    "weights": "weights",
    "decay": "decay",
    "architectures": "architectures",
    "bridge": "bridge",
    "open-lists": "open-lists",
    "tactics": "tactics",
}


class Study(NamedTuple):
    """The results of a study, read from its file."""

    experiment: Experiment[Any, Any]
    config: Config
    head: Row
    trials: dict[int, list[Row]]  # rows by number
    summary: Summary

    @property
    def table(self) -> list[Row]:
        """The table that the command writes."""
        return self.summary.table

    @property
    def rows(self) -> list[Row]:
        """The rows of all trials."""
        return [row for number in sorted(self.trials) for row in self.trials[number]]

    def lines(self, **wanted: object) -> list[Row]:
        """Lines of the table with these values."""
        return [
            line
            for line in self.table
            if all(line[column] == value for column, value in wanted.items())
        ]

    def line(self, **wanted: object) -> Row:
        """The only one of them."""
        (line,) = self.lines(**wanted)
        return line


def command_of(name: str) -> str:
    """The command that made a file."""
    return f"asterion experiment {COMMANDS[name]} --workers 1"


def file_of(name: str) -> Path:
    """The file of a study."""
    return RESULTS / f"{name}.jsonl.gz"


@cache
def study(name: str) -> Study:
    """The results of a study."""
    head, *lines = (json.loads(line) for line in _text(name).splitlines())
    experiment = EXPERIMENTS[head["experiment"]]
    config = experiment.config(
        **{key: tuple(v) if isinstance(v, list) else v for key, v in head["config"].items()}
    )
    trials = {line["trial"]: line["rows"] for line in lines}
    rows = [row for number in sorted(trials) for row in trials[number]]
    return Study(experiment, config, head, trials, experiment.summarise(config, rows))


def _text(name: str) -> str:
    return gzip.decompress(file_of(name).read_bytes()).decode()


def unpack(name: str, folder: Path) -> None:
    """Writes the trial log of a study into a folder, as its command left it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "trials.jsonl").write_text(_text(name), encoding="utf-8", newline="\n")


def pack(name: str, folder: Path) -> None:
    """Keeps the trial log of a finished run; the same log gives the same bytes."""
    RESULTS.mkdir(exist_ok=True)
    content = (folder / "trials.jsonl").read_bytes()
    file_of(name).write_bytes(gzip.compress(content, 9, mtime=0))
    study.cache_clear()


def words_of(name: str) -> list[str]:
    """The arguments of a command, as a program gets them."""
    return shlex.split(COMMANDS[name])
