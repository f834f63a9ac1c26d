"""``asterion index``: prepares a map for many queries, and asks what was prepared."""

import json
from pathlib import Path as FilePath
from typing import Annotated

import typer

import asterion as at
from asterion.cli.bench import duration
from asterion.cli.exits import NO_RESULT
from asterion.cli.solve import described, text_of
from asterion.cli.values import AsJson, Diagonal, Folder, Layer, Level, MapFile, cell, given
from asterion.index.index import Index

app = typer.Typer()

IndexFile = Annotated[
    FilePath, typer.Argument(metavar="INDEX", help="The file of the index of MAP.")
]


@app.callback(
    invoke_without_command=True, epilog="Example: asterion index build town.map town.index"
)
def index(context: typer.Context) -> None:
    """Prepare a map for thousands of queries, and ask it."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)


@app.command(epilog="Example: asterion index build town.map town.index")
def build(
    map_file: MapFile,
    out: IndexFile,
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
    made = Index(_world(map_file, diagonal, level, layer, folder))
    made.save(out)
    stats = made.stats
    if as_json:
        typer.echo(json.dumps(stats._asdict()))
        return
    typer.echo(
        f"{out}: {stats.nodes} nodes, {stats.arcs} arcs, {stats.bytes:,} bytes in memory, "
        f"made in {duration(stats.seconds)}"
    )


@app.command(epilog="Example: asterion index ask town.map town.index --from 3,4 --to 60,41")
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
    made = Index.load(index_file, _world(map_file, diagonal, level, layer, folder))
    path = made.find_path(cell("--from", start), cell("--to", to))
    typer.echo(json.dumps({**described(path), "how": path.how}) if as_json else text_of(path))
    if not path:
        raise typer.Exit(NO_RESULT)


def _world(
    map_file: FilePath,
    diagonal: str | None,
    level: str | None,
    layer: str | None,
    folder: FilePath | None,
) -> at.Grid:
    return at.load_map(
        map_file, **given(diagonal=diagonal, level=level, layer=layer, folder=folder)
    )
