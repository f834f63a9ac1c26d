"""``asterion maps``: generates maps from a seed, draws maps and the traffic on them."""

from inspect import signature
from typing import Annotated

import typer

import asterion as at
from asterion.cli import console
from asterion.cli.drawing import draw, picture_of
from asterion.cli.map_input import STDOUT, map_at, written_to
from asterion.cli.values import Diagonal, Folder, Layer, Level, MapFile, given, shape
from asterion.errors import InvalidValue, counted
from asterion.io import save_map
from asterion.world.arguments import one_of

app = typer.Typer()


def kinds(incomplete: str) -> list[str]:
    """Complete KIND for the shell."""
    return [kind for kind in at.maps.__all__ if kind.startswith(incomplete)]


# The options of the generators; only one name differs, because --size is the map's.
FLAGS = {
    "seed": "--seed",
    "opened": "--opened",
    "density": "--density",
    "size": "--room-size",
    "extra": "--extra",
    "rounds": "--rounds",
    "water": "--water",
    "scale": "--scale",
}


@app.callback(
    invoke_without_command=True, epilog="Example: asterion maps make maze --size 21 --seed 3 -"
)
def maps(context: typer.Context) -> None:
    """Make maps from a seed, draw maps, and draw where most paths pass."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)


@app.command(epilog="Example: asterion maps make rooms --size 30x60 --seed 7 rooms.map")
def make(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="maze, scattered, rooms, caves, terrain or field.",
            autocompletion=kinds,
        ),
    ],
    out: Annotated[
        str, typer.Argument(metavar="OUT", help="The file to write, or - to print the map.")
    ],
    *,
    size: Annotated[str, typer.Option(metavar="N|RxC", help="A side, or rows and columns.")],
    seed: Annotated[
        int | None, typer.Option(metavar="S", min=0, help="The same seed gives the same map.")
    ] = None,
    opened: Annotated[
        int | None, typer.Option(metavar="N", help="maze: how many walls to open.")
    ] = None,
    density: Annotated[
        float | None, typer.Option(metavar="D", help="scattered, caves: the share of walls.")
    ] = None,
    room_size: Annotated[
        int | None, typer.Option(metavar="N", help="rooms: the side of a room.")
    ] = None,
    extra: Annotated[
        float | None, typer.Option(metavar="E", help="rooms: the share of extra doors.")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="caves: how often they are smoothed.")
    ] = None,
    water: Annotated[
        float | None, typer.Option(metavar="W", help="terrain: the share of water.")
    ] = None,
    scale: Annotated[
        int | None, typer.Option(metavar="N", help="terrain: the width of its hills.")
    ] = None,
) -> None:
    """Make a map from a seed, and write it to a file in the format of its suffix."""
    generator = getattr(at.maps, one_of("KIND", kind, at.maps.__all__))
    options = given(
        seed=seed,
        opened=opened,
        density=density,
        size=room_size,
        extra=extra,
        rounds=rounds,
        water=water,
        scale=scale,
    )
    taken = [name for name in FLAGS if name in signature(generator).parameters]
    for name in options:
        if name not in taken:
            flags = ", ".join(FLAGS[name] for name in taken)
            raise InvalidValue(
                f"{kind!r} does not take {FLAGS[name]}; it takes --size"
                + (f", {flags}" if flags else "")
            )
    grid = generator(shape("--size", size), **options)
    if out == STDOUT:
        typer.echo(grid.to_text())
        return
    save_map(grid, out)
    rows, cols = grid.shape
    typer.echo(
        f"{out}: {counted(rows, 'row')}, {counted(cols, 'column')}, "
        f"{counted((grid.cost > 0).sum(), 'free cell')}"
    )


@app.command(epilog="Example: asterion maps make caves --size 20x60 - | asterion maps show -")
def show(
    map_file: MapFile, *, level: Level = None, layer: Layer = None, folder: Folder = None
) -> None:
    """Draw a map: on a terminal as much as fits, in a pipe all of it."""
    grid = map_at(map_file, level=level, layer=layer, folder=folder)
    draw(console.stdout(), picture_of(grid), lines_below=1)


@app.command(
    epilog="Example: asterion maps make rooms --size 65 - |\n\nasterion maps traffic - traffic.png"
)
def traffic(
    map_file: MapFile,
    out: Annotated[
        str, typer.Argument(metavar="OUT", help="The picture to write, a .png; - for stdout.")
    ],
    *,
    paths: Annotated[int, typer.Option(metavar="N", min=1, help="How many paths.")] = 1000,
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, help="The same seed gives the same paths.")
    ] = 0,
    diagonal: Diagonal = None,
    level: Level = None,
    layer: Layer = None,
    folder: Folder = None,
) -> None:
    """Draw a heat map: how many cheapest paths between random cells pass through each cell."""
    grid = map_at(map_file, diagonal, level=level, layer=layer, folder=folder)
    counts = at.analysis.usage(grid, paths=paths, seed=seed)
    with written_to(out, ".png") as file:
        at.analysis.heat_map(grid, counts, file, title=f"{map_file.name}: {counted(paths, 'path')}")
    if out == STDOUT:
        return
    row, col = divmod(int(counts.argmax()), grid.shape[1])
    typer.echo(
        f"{out}: {counted(paths, 'path')}; at most {counts.max()} through a cell, {row},{col}"
    )
