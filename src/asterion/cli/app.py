"""The list of commands."""

from typing import Annotated

import typer

import asterion as at
from asterion.cli import algorithms, bench, experiment, index, lab, maps, play, solve, trace
from asterion.cli.exits import INTERRUPTED, Commands
from asterion.errors import InvalidValue
from asterion.io import used_files

app = typer.Typer(
    cls=Commands,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},  # of all commands below, too
)
app.command(epilog=solve.EXAMPLE)(solve.solve)
app.command(epilog=algorithms.EXAMPLE)(algorithms.algorithms)
app.command(epilog=trace.EXAMPLE)(trace.trace)
app.add_typer(maps.app, name="maps")
app.add_typer(index.app, name="index")
app.add_typer(play.app, name="play")
app.command(epilog=bench.EXAMPLE)(bench.bench)
app.command(epilog=experiment.EXAMPLE)(experiment.experiment)
app.command(epilog=lab.EXAMPLE)(lab.lab)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"asterion {at.__version__}")
        raise typer.Exit


@app.callback(
    invoke_without_command=True,
    epilog=solve.EXAMPLE,
)
def commands(
    context: typer.Context,
    *,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
    use: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A Python file that adds algorithms or experiments."),
    ] = None,
) -> None:
    """Find paths on maps, and compare the algorithms that find them."""
    context.call_on_close(used_files.forget)
    for file in use or []:
        _run_file(file)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)


def _run_file(file: str) -> None:
    """Run a user's file, which registers custom algorithms, or experiments."""
    try:
        used_files.load(file)
    except OSError:
        raise
    except (Exception, SystemExit) as error:  # a user's code may raise anything
        fault = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise InvalidValue(f"{file} cannot be used: {fault}") from error


def run() -> int:
    """Run the command that ``sys.argv`` asks for; return its exit status."""
    try:
        app(prog_name="asterion")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0
