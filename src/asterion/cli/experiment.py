"""``asterion experiment``: runs the trials of a study, and writes a table and a picture."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path as FilePath
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from asterion.cli import console
from asterion.cli.exits import NO_RESULT
from asterion.cli.values import given
from asterion.errors import InvalidValue, MissingPackage
from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine.experiment import Summary
from asterion.experiments.engine.run import JSON, PICTURE, TSV, Run
from asterion.experiments.engine.workers import TrialFailed
from asterion.world.cores import usable_cores

EXAMPLE = "Example: asterion experiment replanning --runs 5 --out few_worlds"


def experiment(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Which; without it, lists all.")
    ] = None,
    *,
    out: Annotated[
        FilePath | None,
        typer.Option(metavar="DIR", help="Output folder; default: experiments/NAME."),
    ] = None,
    runs: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many; default: the study's.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", min=0, help="The same seed gives the same rows.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Processes; default: one a core.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the experiments.")] = False,
) -> None:
    """Run an experiment, and write table.tsv, table.json and picture.png.

    If it is interrupted, the same command continues it. All results except times depend only on
    the seed.

    Exit status: 0 success, 1 no result or a wrong one, 2 bad input.
    """
    if name is None or listed:
        for each in EXPERIMENTS.values():
            typer.echo(f"{each.name}: {each.about}")
        return
    if name not in EXPERIMENTS:
        names = ", ".join(repr(each) for each in EXPERIMENTS)
        raise InvalidValue(f"NAME is {name!r}; choose one of {names}")
    chosen = EXPERIMENTS[name]
    config = chosen.config(**given(seed=seed, runs=runs))
    folder = out or FilePath("experiments") / name
    output = console.stdout()
    with closing(Run(chosen, config, folder)) as run:
        try:
            for _ in with_progress(run, workers or usable_cores(), output):
                pass
        except TrialFailed as error:
            typer.echo(f"asterion: {error}; {folder} keeps those that are finished", err=True)
            raise typer.Exit(NO_RESULT) from error
        report(run, run.write_tables(), output)


def with_progress(run: Run[Any, Any], workers: int, output: Console) -> Iterable[int]:
    """The trials as they end, with a progress bar on a terminal."""
    trials, left = run.trials(workers), len(run.left)
    if not console.is_terminal(output):
        return trials
    return track(trials, "", total=left, console=output, transient=True)


def report(run: Run[Any, Any], summary: Summary, output: Console) -> None:
    """Draws the picture, prints the table and the names of the files."""
    files = [TSV, JSON]
    lacking = ""
    try:
        run.draw(summary)
        files.append(PICTURE)
    except MissingPackage as error:
        lacking = f"{error}, then the same command again draws it"
    console.print_whole(output, console.table_of(summary.table, run.experiment.shown))
    output.print(f"{run.folder}: {', '.join(files)}", soft_wrap=True)
    if lacking:
        typer.echo(f"asterion: {lacking}", err=True)
    if summary.wrong:
        typer.echo(f"asterion: {summary.wrong} answers are wrong; see {JSON}", err=True)
        raise typer.Exit(NO_RESULT)
