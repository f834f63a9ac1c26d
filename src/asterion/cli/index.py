"""``asterion index``: prepares a map for many queries, and answers them."""

import json
from pathlib import Path as FilePath
from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from asterion.cli import console
from asterion.cli.bench import duration
from asterion.cli.exits import NO_RESULT
from asterion.cli.map_input import STDIN, STDOUT, map_at, read_from, written_to
from asterion.cli.solve import described, text_of, why_not
from asterion.cli.values import AsJson, Diagonal, Folder, Layer, Level, MapFile, cell
from asterion.errors import InvalidValue, counted
from asterion.index.index import Index

app = typer.Typer()

BUILD = (
    "Example: asterion maps make rooms --size 65 --seed 4 town.map &&\n\n"
    "asterion index build town.map town.index"
)
_SLICE = 0.2  # seconds between two pictures of the progress

BY = {"index": "index", "certified": "index, certified after edits", "searched": "search"}

IndexFile = Annotated[
    FilePath, typer.Argument(metavar="INDEX", help="The file of the index of MAP; - for stdin.")
]


@app.callback(invoke_without_command=True, epilog=BUILD)
def index(context: typer.Context) -> None:
    """Prepare a map for thousands of queries, and ask it."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)


@app.command(epilog=BUILD)
def build(
    map_file: MapFile,
    out: Annotated[str, typer.Argument(metavar="INDEX", help="The file to write; - for stdout.")],
    *,
    diagonal: Diagonal = None,
    level: Level = None,
    layer: Layer = None,
    folder: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Make the index of a map, and write it to a file.

    The file is of this map with this rule of diagonal moves, and of no other.
    """
    made = Index.begun(map_at(map_file, diagonal, level=level, layer=layer, folder=folder))
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    shown = console.stderr()
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as bar:
        bar.add_task(f"Building the index of {map_file.name}")
        while made.refresh(seconds=_SLICE) == "running":
            pass
    with written_to(out, ".index") as file:
        made.save(file)
    stats = made.stats
    if out == STDOUT:
        return
    if as_json:
        typer.echo(json.dumps(stats._asdict()))
        return
    typer.echo(
        f"{out}: {counted(stats.nodes, 'node')}, {counted(stats.arcs, 'arc')}, "
        f"{stats.bytes:,} bytes in memory, "
        f"made in {duration(stats.seconds)}"
    )


@app.command(epilog=f"{BUILD} &&\n\nasterion index ask town.map town.index --from 0,0 --to 64,64")
def ask(
    map_file: MapFile,
    index_file: IndexFile,
    *,
    start: Annotated[str, typer.Option("--from", metavar="R,C", help="The cell to start from.")],
    to: Annotated[str, typer.Option(metavar="R,C", help="The goal.")],
    diagonal: Diagonal = None,
    level: Level = None,
    layer: Layer = None,
    folder: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Find a path by an index that `build` wrote.

    A map that has changed since is refused: build its index again.

    Exit status: 0 found, 1 no path, 2 bad input.
    """
    grid = map_at(map_file, diagonal, level=level, layer=layer, folder=folder)
    if str(map_file) == str(index_file) == STDIN:
        raise InvalidValue("MAP and INDEX are both -; only one of them can be on stdin")
    goal = cell("--to", to)
    with read_from(index_file) as file:
        path = Index.load(file, grid).find_path(cell("--from", start), goal)
    reason = "" if path else why_not(grid, [goal])
    if as_json:
        typer.echo(json.dumps({**described(path), "how": path.how, "reason": reason or None}))
    else:
        typer.echo(text_of(path, by=BY[path.how], reason=reason))
    if not path:
        raise typer.Exit(NO_RESULT)
