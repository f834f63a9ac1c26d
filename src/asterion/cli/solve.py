"""``asterion solve``: one query on the map in a file."""

import json
from typing import Annotated, Any

import numpy as np
import typer

import asterion as at
from asterion.cli import console
from asterion.cli.drawing import draw, picture_of_search
from asterion.cli.exits import NO_RESULT
from asterion.cli.map_input import map_at
from asterion.cli.values import (
    SEARCH_OPTIONS,
    AsJson,
    Diagonal,
    Folder,
    Layer,
    Level,
    MapFile,
    cell,
    given,
    names_of_searches,
    with_search_options,
)
from asterion.errors import InvalidValue, counted
from asterion.search.find import chosen_algorithm
from asterion.search.registry import info_of
from asterion.world.grid import Cell

EXAMPLE = (
    "Example: asterion maps make rooms --size 24x60 --seed 7 - |\n\n"
    "asterion solve - --from 0,0 --to 23,59 --draw"
)

STATS = (
    "expanded",
    "generated",
    "moves",
    "reopened",
    "pushes",
    "pops",
    "peak_open",
    "mean_open",
    "flood",
    "fill",
    "seconds",
)
ENDS = 3  # cells printed at each end of a long path


@with_search_options(*SEARCH_OPTIONS)
def solve(
    map_file: MapFile,
    *,
    start: Annotated[
        str, typer.Option("--from", metavar="R,C", help="The cell to start from: ROW,COLUMN.")
    ],
    to: Annotated[
        list[str], typer.Option(metavar="R,C", help="The goal; if repeated, the nearest.")
    ],
    algorithm: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="See `asterion algorithms`.", autocompletion=names_of_searches
        ),
    ] = None,
    diagonal: Diagonal = None,
    level: Level = None,
    layer: Layer = None,
    folder: Folder = None,
    drawn: Annotated[bool, typer.Option("--draw", help="Draw the map and the search.")] = False,
    as_json: AsJson = False,
    **options: Any,
) -> None:
    """Find a path on a map.

    The options are as in find_path. Cells are ROW,COLUMN from 0,0 in the
    upper left; .scen files, which bench reads, have x first.

    Exit status: 0 found, 1 no path, 2 bad input.
    """
    if drawn and as_json:
        raise InvalidValue("--draw and --json cannot be combined: JSON is printed alone")
    grid = map_at(map_file, diagonal, level=level, layer=layer, folder=folder)
    origin = cell("--from", start)
    goals = [cell("--to", text) for text in to]
    goal = goals[0] if len(goals) == 1 else goals
    options = given(algorithm=algorithm, **options)
    if drawn:
        search = at.Search(grid, origin, goal, **options)
        search.run()
        path = search.path
        try:
            state = search.state
        except InvalidValue:  # a custom search need not have it
            state = np.zeros(grid.shape, np.uint8)
        picture = picture_of_search(grid, state, path.cells, origin, goals)
        draw(console.stdout(), picture, lines_below=5)
    else:
        path = at.find_path(grid, origin, goal, **options)
    nearest = None if path else partial_path(grid, origin, goal, options)
    ran = chosen_algorithm(grid, **options)
    reason = "" if path else why_not(grid, goals)
    if as_json:
        told = {**described(path), "algorithm": ran, "reason": reason or None}
        if nearest is not None:
            told["nearest"] = {"cost": nearest.cost, "cells": nearest.cells.tolist()}
        typer.echo(json.dumps(told))
    else:
        by = f"{ran} (auto)" if options.get("algorithm", "auto") == "auto" else ran
        typer.echo(text_of(path, nearest, by=by, reason=reason))
    if not path:
        raise typer.Exit(NO_RESULT)


def partial_path(
    grid: at.Grid, start: Cell, goal: Cell | list[Cell], options: dict[str, Any]
) -> at.Path | None:
    """The path to the reachable cell nearest to the goal; None for custom searches."""
    if info_of(options.get("algorithm", "astar")).factory is not None:
        return None
    free_turns = {name: value for name, value in options.items() if name != "turn_cost"}
    return at.find_path(grid, start, goal, partial=True, **free_turns)


def why_not(grid: at.Grid, goals: list[Cell]) -> str:
    """Why no path can exist, if the map alone shows it: all goals are walls."""
    if any(grid.total[goal] > 0 for goal in goals):
        return ""
    (row, col), *others = goals
    return "all goals are walls" if others else f"goal ({row}, {col}) is a wall"


def described(path: at.Path) -> dict[str, Any]:
    """The result for JSON."""
    return {
        "status": path.status,
        "found": path.found,
        "cost": path.cost if path else None,  # JSON has no infinity
        "optimal": path.optimal,
        "cells": path.cells.tolist(),
        "stats": {name: getattr(path.stats, name) for name in STATS},
    }


def text_of(
    path: at.Path, nearest: at.Path | None = None, *, by: str = "", reason: str = ""
) -> str:
    """The result in a few lines, for people."""
    effort = f"{path.stats.expanded} expanded, {path.stats.seconds * 1e6:.0f} microseconds"
    if not path.stats.expanded and not path.stats.seconds:  # a custom search without statistics
        effort = ""
    elif not path.stats.seconds:
        effort = f"{path.stats.expanded} expanded"
    effort = ": ".join(part for part in (by and f"by {by}", effort) if part)
    effort = f"\n{effort}" if effort else ""
    if not path:
        within = " within the limits" if path.status == "stopped" else ""
        place = ""
        if nearest is not None:
            row, col = nearest[-1]
            place = f"\nnearest reachable: {row},{col} at cost {nearest.cost:.10g}"
        because = f": {reason}" if reason else ""
        return f"{path.status}: no path{within}{because}{place}{effort}"
    length = counted(len(path), "cell")
    optimal = "optimal" if path.optimal else "not known to be optimal"
    cells = [f"{row},{col}" for row, col in path]
    if len(cells) > 2 * ENDS + 2:
        cells[ENDS:-ENDS] = ["..."]
    return f"{path.status}: cost {path.cost:.10g}, {length}, {optimal}{effort}\n{'  '.join(cells)}"
