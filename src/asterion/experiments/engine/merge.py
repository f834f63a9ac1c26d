"""Merge the shards of a study into one folder, as if one process had run all trials."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from asterion.errors import InvalidValue
from asterion.experiments.engine.experiment import Config, Experiment, Row
from asterion.experiments.engine.run import Run, Shard
from asterion.experiments.engine.trial_log import described, head_of, read_log


def merged(
    experiments: Mapping[str, Experiment[Any, Any]], folders: Sequence[FilePath], out: FilePath
) -> Run[Any, Any]:
    """Return the results of all shards as a finished run in ``out``.

    Raises InvalidValue unless all shards are of one study and version, and each trial is in exactly
    one of them. They are only read.
    """
    if not folders:
        raise InvalidValue("merge needs the folders of the shards")
    if len({folder.resolve() for folder in (*folders, out)}) <= len(folders):
        raise InvalidValue(f"a folder is given twice, or {out} is one of the shards")
    logs = {folder: read_log(folder) for folder in folders}
    heads = {folder: log.head for folder, log in logs.items()}
    _check_heads(heads)
    experiment, config = _study(experiments, folders[0], heads[folders[0]])
    source: dict[int, FilePath] = {}
    for folder, log in logs.items():
        for number in log.finished:
            if number in source:
                raise InvalidValue(f"trial {number} is in {source[number]} and in {folder}")
            source[number] = folder
    _check_whole({*source}, len(experiment.trials(config)), [*heads.values()])
    run = Run(experiment, config, out)
    try:
        for number in [*run.left]:
            run.log.add(number, json.dumps(logs[source[number]].finished[number]))
            del run.left[number]
    except BaseException:
        run.close()
        raise
    return run


def _check_heads(heads: dict[FilePath, Row]) -> None:
    (first, wanted), *others = heads.items()
    for folder, head in others:
        if head["sha256"] != wanted["sha256"]:
            raise InvalidValue(
                f"{folder} holds results of {described(head)}, but {first} results of "
                f"{described(wanted)}; shards of one study can be merged"
            )
        if differ := dict(head["versions"].items() ^ wanted["versions"].items()):
            raise InvalidValue(
                f"{folder} and {first} were made with different versions of "
                f"{', '.join(sorted(differ))}; run one of them again"
            )


def _study(
    experiments: Mapping[str, Experiment[Any, Any]], folder: FilePath, head: Row
) -> tuple[Experiment[Any, Any], Config]:
    """Find the experiment of a log, and make its config."""
    name = head["experiment"]
    if name not in experiments:
        raise InvalidValue(
            f"{folder} holds results of {name!r}, which is unknown here; "
            "asterion --use FILE experiment merge, with the file that has it"
        )
    experiment = experiments[name]
    try:
        config = experiment.config(**{k: _as_tuple(v) for k, v in head["config"].items()})
    except TypeError as error:
        raise InvalidValue(f"{folder} has another config than {name!r}: {error}") from error
    here = head_of(name, config, experiment.prepare(config).facts)
    if here["sha256"] != head["sha256"]:
        raise InvalidValue(
            f"{folder} holds results of {described(head)}, but here it is {described(here)}; "
            f"merge with asterion {head['versions']['asterion']}, which made them"
        )
    return experiment, config


def _as_tuple(value: Any) -> Any:
    """Convert lists, as JSON has them, to a config's tuples."""
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


def _check_whole(finished: set[int], trials: int, heads: list[Row]) -> None:
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
