"""``asterion lab``: the lab in the browser."""

import socket
from pathlib import Path
from typing import Annotated

import typer

from asterion.errors import InvalidValue, missing
from asterion.games.maze.images import find_images

EXAMPLE = "Example: asterion lab --port 9000 --no-browser"
FIRST_PORT, LAST_PORT = 8642, 8741


def lab(
    *,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=65535,
            help=f"Default: the first free port from {FIRST_PORT}.",
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets other machines in."),
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
    images: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Custom pictures for the maze arena."),
    ] = None,
) -> None:
    """Draw maps, watch searches and follow agents, in the browser.

    Runs until ctrl+C. Sends no request to other machines.
    """
    chosen = _port(host, port)
    pictures = {} if images is None else _pictures(images)
    typer.echo("Starting the lab ...")
    try:
        from asterion.lab.app import serve  # noqa: PLC0415 - of an extra, and slow to import
        from asterion.lab.server.access import is_loopback  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("nicegui", "PIL"):
            raise
        raise missing("the lab", "nicegui", "pillow") from error
    if not is_loopback(host):
        typer.echo(
            f"warning: with --host {host} other machines can reach the lab, and it has no password",
            err=True,
        )
    shown = f"[{host}]" if ":" in host else host
    serve(
        host=host,
        port=chosen,
        show=browser,
        images=pictures,
        ready=lambda: typer.echo(f"The lab is at http://{shown}:{chosen} (ctrl+C ends it)"),
    )


def _pictures(folder: Path) -> dict[str, Path]:
    found, left_out = find_images(folder)
    typer.echo(f"{len(found)} pictures for the maze arena in {folder}")
    if left_out:
        typer.echo(f"Left out, as one before them is missing: {', '.join(left_out)}")
    return found


def _port(host: str, asked: int | None) -> int:
    for port in (asked,) if asked is not None else range(FIRST_PORT, LAST_PORT + 1):
        if _is_free(host, port):
            return port
    if asked is not None:
        raise InvalidValue(f"port {asked} of {host} cannot be used; is another lab running?")
    raise InvalidValue(f"no port of {FIRST_PORT} to {LAST_PORT} is free; choose one with --port")


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
