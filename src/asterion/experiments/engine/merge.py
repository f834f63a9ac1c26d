"""The shards of a study together: one folder, as if one process had run all trials."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path as FilePath
from typing import Any

from asterion.errors import InvalidValue
from asterion.experiments.engine.experiment import Config, Experiment, Row
from asterion.experiments.engine.run import Run
from asterion.experiments.engine.shard import Shard
from asterion.experiments.engine.trial_log import FILE, TrialLog, described, head_of

AnyExperiment = Experiment[Any, Any]


def merged(
    experiments: Mapping[str, AnyExperiment], folders: Sequence[FilePath], out: FilePath
) -> Run[Any, Any]:
    """The results of all shards as a finished run in ``out``.

    Raises InvalidValue if the shards are not all of one study, seed and version, if a trial is in
    two of them, and if one is in none. They are read, and left as they are.
    """
    if not folders:
        raise InvalidValue("merge needs the folders of the shards")
    if len({folder.resolve() for folder in (*folders, out)}) <= len(folders):
        raise InvalidValue(f"a folder is given twice, or {out} is one of the shards")
    heads = [_head_in(folder) for folder in folders]
    _check_heads(folders, heads)
    experiment, config = _study(experiments, folders[0], heads[0])
    trials = len(experiment.trials(config))
    whole = head_of(experiment.name, config, experiment.prepare(config).facts)
    if whole["sha256"] != heads[0]["sha256"]:
        raise InvalidValue(
            f"{folders[0]} holds results of {described(heads[0])}, but here it is "
            f"{described(whole)}; merge with the version that made them"
        )
    finished: dict[int, list[Row]] = {}
    source: dict[int, FilePath] = {}
    for folder, head in zip(folders, heads, strict=True):
        for number, rows in _finished(folder, head, trials).items():
            if number in source:
                raise InvalidValue(f"trial {number} is in {source[number]} and in {folder}")
            finished[number], source[number] = rows, folder
    _check_whole(finished, trials, heads)
    with ExitStack() as stack:
        run = Run(experiment, config, out)
        stack.callback(run.close)
        for number in [*run.left]:
            run.log.add(number, json.dumps(finished[number]))
            del run.left[number]
        stack.pop_all()
        return run


def _head_in(folder: FilePath) -> Row:
    """The head of a log, as far as merging needs it: the log itself checks the rest."""
    with (folder / FILE).open("rb") as file:
        line = file.readline()
    try:
        head: Row = json.loads(line)
        described(head)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InvalidValue(f"{folder / FILE} is not a log of trials") from error
    return head


def _check_heads(folders: Sequence[FilePath], heads: list[Row]) -> None:
    """All shards are of the same study."""
    for folder, head in zip(folders, heads, strict=True):
        if head["sha256"] != heads[0]["sha256"]:
            raise InvalidValue(
                f"{folder} holds results of {described(head)}, but {folders[0]} those of "
                f"{described(heads[0])}; shards of one study can be merged"
            )
        if head.get("files") != heads[0].get("files"):
            raise InvalidValue(
                f"{folder} and {folders[0]} were made with different versions of "
                f"{', '.join(head.get('files') or heads[0]['files'])}; run one of them again"
            )


def _study(
    experiments: Mapping[str, AnyExperiment], folder: FilePath, head: Row
) -> tuple[AnyExperiment, Config]:
    name = head["experiment"]
    if name not in experiments:
        raise InvalidValue(
            f"{folder} holds results of {name!r}, which is unknown here; "
            "asterion --use FILE experiment merge, with the file that has it"
        )
    experiment = experiments[name]
    values = head["config"]
    try:
        # JSON has lists where a config has tuples.
        config = experiment.config(**{k: _as_tuple(v) for k, v in values.items()})
    except TypeError as error:
        raise InvalidValue(f"{folder} has another config than {name!r}: {error}") from error
    return experiment, config


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


def _finished(folder: FilePath, head: Row, trials: int) -> dict[int, list[Row]]:
    numbers = range(trials)
    if "shard" in head:
        numbers = Shard.parsed(head["shard"]).numbers(trials)
    with closing(TrialLog(folder, head, numbers)) as log:
        return log.finished


def _check_whole(finished: dict[int, list[Row]], trials: int, heads: list[Row]) -> None:
    lacking = [number for number in range(trials) if number not in finished]
    if not lacking:
        return
    named = ", ".join(map(str, lacking[:10])) + (", ..." if len(lacking) > 10 else "")
    count = max((Shard.parsed(head["shard"]).of for head in heads if "shard" in head), default=0)
    shards = sorted({number % count + 1 for number in lacking}) if count else []
    where = ", ".join(f"{number}/{count}" for number in shards[:10])
    raise InvalidValue(
        f"{len(lacking)} of {trials} trials are missing: {named}"
        + (f"; they are of shard {where}" if where else "")
    )
