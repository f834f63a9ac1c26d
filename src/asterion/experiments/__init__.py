"""Studies with trials from a seed, run on one core, on all of them, or on a cluster."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from os import PathLike
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from distributed import Client

    from asterion.experiments.engine.experiment import Experiment, Summary


def run_experiment(
    experiment: str | Experiment[Any, Any],
    out: str | PathLike[str],
    *,
    workers: int = 1,
    client: Client | None = None,
    formats: Iterable[str] = (),
    **config: Any,
) -> Summary:
    """Run an experiment, given as an object or by name; write its log and tables to ``out``.

    It runs in this process, in several (``workers``), or on the cluster of a
    ``distributed.Client``; the table is the same, except for columns whose names end in
    ``seconds``. Trials already in ``out`` are not run again, wherever they were run. ``formats``:
    ``"csv"`` and ``"parquet"``. All other options are fields of the config: ``seed``, ``runs``, and
    the experiment's own.

    >>> import tempfile
    >>> from asterion.experiments import run_experiment
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     summary = run_experiment("fill", folder, runs=1, side=15)
    >>> summary.wrong
    0

    Raises
    ------
    TrialFailed   ``trial 5 failed: ValueError: ...``; those that were finished are kept
    ClusterLost   if the cluster is gone, or has another version of asterion
    InvalidValue  if ``out`` holds results of something else
    """
    # Imported here: all studies and their games.
    from asterion.experiments.catalogue import EXPERIMENTS  # noqa: PLC0415
    from asterion.experiments.engine.dask_backend import check_client  # noqa: PLC0415
    from asterion.experiments.engine.run import Run  # noqa: PLC0415
    from asterion.experiments.engine.tables import checked_formats  # noqa: PLC0415
    from asterion.world.arguments import choice  # noqa: PLC0415

    if isinstance(experiment, str):
        experiment = choice("experiment", experiment, EXPERIMENTS)
    chosen = checked_formats(formats)
    if client is not None:
        check_client(client)
    with closing(Run(experiment, experiment.config(**config), FilePath(out))) as run:
        for _ in run.trials(workers) if client is None else run.trials_on(client):
            pass
        return run.write_tables(chosen)


__all__ = ["run_experiment"]
