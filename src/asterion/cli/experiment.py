"""``asterion experiment``: runs the trials of a study, and writes a table and a picture."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import fields
from logging import CRITICAL, Logger, getLogger
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from asterion.cli import console
from asterion.cli.exits import INTERRUPTED, NO_RESULT
from asterion.cli.values import given
from asterion.errors import InvalidValue, MissingPackage
from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine.dask_backend import ClusterLost, connected, distributed
from asterion.experiments.engine.experiment import Experiment, Summary
from asterion.experiments.engine.merge import merged
from asterion.experiments.engine.run import JSON, PICTURE, TSV, Run, Shard
from asterion.experiments.engine.tables import FORMATS, checked_formats
from asterion.experiments.engine.workers import TrialFailed
from asterion.world.arguments import choice
from asterion.world.cores import usable_cores

if TYPE_CHECKING:
    from distributed import Client

EXAMPLE = "Example: asterion experiment replanning --runs 5 --out few_worlds"
MERGE = "merge"
FIELDS = {
    "world": "worlds",
    "navigator": "navigators",
    "pits": "pits",
    "interval": "interval",
    "speed": "speed",
}  # of a study's config, by option


def names_of_experiments(incomplete: str) -> list[str]:
    """Complete NAME for the shell."""
    return [name for name in (*EXPERIMENTS, MERGE) if name.startswith(incomplete)]


def experiment(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="Which; without it, lists all.",
            autocompletion=names_of_experiments,
        ),
    ] = None,
    shards: Annotated[
        list[FilePath] | None,
        typer.Argument(metavar="DIR...", help="After merge: the folders of all shards."),
    ] = None,
    *,
    out: Annotated[
        FilePath | None,
        typer.Option(metavar="DIR", help="Output folder; default: experiments/NAME."),
    ] = None,
    runs: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="How many; more can be added; default: the study's."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", min=0, help="The same seed gives the same rows.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Processes; default: one per core.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="WHERE", help="Dask: local, tcp://host:port, or a scheduler file."),
    ] = None,
    shard: Annotated[
        str | None, typer.Option(metavar="I/N", help="Only each n-th trial; merge them later.")
    ] = None,
    world: Annotated[
        list[str] | None,
        typer.Option(metavar="WORLD", help="Of dstar-study: which; may be repeated."),
    ] = None,
    navigator: Annotated[
        list[str] | None,
        typer.Option(
            "--navigator",
            "--player",
            metavar="NAME",
            help="Of dstar-study: which, as in 'astar, fifo'; may be repeated.",
        ),
    ] = None,
    pits: Annotated[
        float | None,
        typer.Option(metavar="PERCENT", min=0, max=100, help="Of dstar-study: of the floor."),
    ] = None,
    interval: Annotated[
        int | None,
        typer.Option(metavar="TICKS", min=1, help="Of dstar-study: between changes of the pits."),
    ] = None,
    speed: Annotated[
        int | None, typer.Option(metavar="PERCENT", min=1, help="Of dstar-study: of the players.")
    ] = None,
    formats: Annotated[
        list[str] | None,
        typer.Option("--format", metavar="KIND", help="Also csv or parquet; may be repeated."),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the experiments.")] = False,
) -> None:
    """Run an experiment, and write table.tsv, table.json and picture.png.

    If it is interrupted, the same command continues it. All results except times depend only on the
    seed. ``asterion experiment merge DIR... --out DIR`` puts shards together.

    Exit status: 0 success, 1 no result or a wrong one, 2 bad input.
    """
    if name is None or listed:
        for each in EXPERIMENTS.values():
            typer.echo(f"{each.name}: {each.about}")
        return
    kinds = checked_formats(formats or [])
    parameters = given(world=world, navigator=navigator, pits=pits, interval=interval, speed=speed)
    output = console.stdout()
    if name == MERGE:
        set_by_shards = given(runs=runs, seed=seed, workers=workers, cluster=cluster, shard=shard)
        for option in {**set_by_shards, **parameters}:
            raise InvalidValue(f"--{option} cannot be combined with merge: the shards set it")
        whole = merged(EXPERIMENTS, shards or [], out or FilePath("experiments") / MERGE)
        with closing(whole):
            report(whole, whole.write_tables(kinds), kinds, output)
        return
    if shards:
        raise InvalidValue(f"NAME is {name!r}, and {str(shards[0])!r} is one too many")
    chosen = choice("NAME", name, EXPERIMENTS)
    config = chosen.config(**given(seed=seed, runs=runs), **parameters_of(chosen, parameters))
    part = None if shard is None else Shard.parsed(shard)
    own = name if part is None else f"{name}-{part.number}-of-{part.of}"
    folder = out or FilePath("experiments") / own
    if workers is not None and cluster not in (None, "local"):
        raise InvalidValue(f"--workers is {workers}, but {cluster} has workers of its own")
    with (
        where(cluster, workers or usable_cores()) as machines,
        closing(Run(chosen, config, folder, part)) as run,
    ):
        if run.log.changed:
            names = ", ".join(run.log.changed)
            told(f"{names} has changed since {folder} was begun; trials in it are kept as they are")
        perform(run, machines, workers or usable_cores(), output)
        if part is None:
            report(run, run.write_tables(kinds), kinds, output)
        else:
            output.print(f"{folder}: shard {part}, {len(run.numbers)} trials", soft_wrap=True)


def parameters_of(experiment: Experiment[Any, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return options of one study as fields of its config; other studies reject them."""
    known = {field.name for field in fields(experiment.config)} if given else set()
    for option in given:
        if FIELDS[option] not in known:
            raise InvalidValue(f"{experiment.name} takes no --{option}")
    return {FIELDS[option]: _plain(value) for option, value in given.items()}


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@contextmanager
def where(word: str | None, workers: int) -> Iterator["Client | None"]:
    """Connect to the requested cluster, if any. Dask's own log is left out."""
    if word is None:
        yield None
        return
    distributed()  # makes the logs
    with ExitStack() as stack:
        for name in [name for name in Logger.manager.loggerDict if name.startswith("distributed")]:
            log = getLogger(name)
            stack.callback(log.setLevel, log.level)
            log.setLevel(CRITICAL + 1)
        yield stack.enter_context(connected(word, workers=workers))


def told(words: str) -> None:
    """Tell the user something on stderr."""
    typer.echo(f"asterion: {words}", err=True)


def perform(run: Run[Any, Any], machines: "Client | None", workers: int, output: Console) -> None:
    """Run the remaining trials; if that is stopped, say what is kept and how to continue."""
    trials = run.trials(workers) if machines is None else run.trials_on(machines, told)
    try:
        for _ in with_progress(trials, len(run.left), output):
            pass
    except (TrialFailed, ClusterLost) as error:
        told(f"{error}; {kept(run)}")
        raise typer.Exit(NO_RESULT) from error
    except OSError:
        told(kept(run))
        raise
    except KeyboardInterrupt:
        told(f"interrupted; {kept(run)}")
        raise typer.Exit(INTERRUPTED) from None


def kept(run: Run[Any, Any]) -> str:
    """Say how much of a stopped run is kept."""
    done = f"{len(run.log.finished)} of {len(run.numbers)} trials"
    return f"{run.folder} keeps {done}, and the same command continues from there"


def with_progress(trials: Iterable[int], left: int, output: Console) -> Iterable[int]:
    """Yield the trials as they end, with a progress bar on a terminal."""
    if not console.is_terminal(output):
        return trials
    return track(trials, "", total=left, console=output, transient=True)


def report(run: Run[Any, Any], summary: Summary, formats: tuple[str, ...], output: Console) -> None:
    """Draw the picture, print the table and the names of the files."""
    files = [TSV, JSON, *(name for kind in formats for name in FORMATS[kind][:2])]
    lacking = ""
    try:
        run.draw(summary)
        files.append(PICTURE)
    except MissingPackage as error:
        lacking = f"{error}, then the same command again draws it"
    for screen in run.experiment.printed(summary):
        if screen.title:
            output.print(screen.title)
        table = console.table_of(screen.lines, screen.columns)
        if screen.wraps:
            console.print_wrapped(output, table)
        else:
            console.print_whole(output, table)
    output.print(f"{run.folder}: {', '.join(files)}", soft_wrap=True)
    if lacking:
        typer.echo(f"asterion: {lacking}", err=True)
    if summary.wrong:
        typer.echo(f"asterion: {summary.wrong} answers are wrong; see {JSON}", err=True)
        raise typer.Exit(NO_RESULT)
