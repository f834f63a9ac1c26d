"""``asterion bench``: compares the algorithms on the same problems."""

from pathlib import Path as FilePath
from statistics import fmean
from typing import Annotated

import typer
from rich import box
from rich.progress import track
from rich.table import Table

import asterion as at
from asterion.cli import console
from asterion.cli.bench_problems import Score, generated_problems, problems_in_file
from asterion.cli.exits import NO_RESULT
from asterion.cli.values import Diagonal, Folder, Layer, Level, given

EXAMPLE = "Example: asterion bench arena.map --algorithm astar --algorithm dijkstra"

# Algorithms that may take exponential time run only if named, and for at most so many expansions.
EXPONENTIAL = {"ida": 100_000}


def bench(
    map_file: Annotated[
        FilePath | None,
        typer.Argument(metavar="MAP", help="A map file; default: a maze, rooms and caves."),
    ] = None,
    *,
    problems: Annotated[int, typer.Option(metavar="N", min=1, help="Problems on each map.")] = 100,
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, help="For random maps and problems.")
    ] = 0,
    algorithm: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="One or more; default: all but ida.")
    ] = None,
    max_expansions: Annotated[
        int | None, typer.Option(metavar="N", help="Give up a search after so many.")
    ] = None,
    diagonal: Diagonal = None,
    level: Level = None,
    layer: Layer = None,
    folder: Folder = None,
) -> None:
    """Compare the algorithms on the same problems, and check every answer.

    The problems are spread evenly over MAP.scen, or random without such a file.

    Exit status: 0 success, 1 an answer is wrong, 2 bad input.
    """
    rules = given(diagonal=diagonal)
    if map_file is None:
        sets = generated_problems(problems, seed, **rules)
    else:
        part = given(level=level, layer=layer, folder=folder)
        sets = [problems_in_file(map_file, problems, seed, **rules, **part)]
    kinds = set.intersection(*(kinds_of(each.grid) for each in sets))
    names = algorithm or [
        info.name
        for info in at.algorithms("search")
        if info.name not in EXPONENTIAL and not info.needs and kinds.intersection(info.worlds)
    ]
    output = console.stdout()
    scores = {each.name: {name: Score() for name in names} for each in sets}
    steps = [(each, ends) for each in sets for ends in each.problems]
    interactive = console.is_terminal(output)
    progress = track(steps, "", console=output, transient=True) if interactive else steps
    for each, ends in progress:
        optimum = at.find_path(each.grid, *ends, algorithm="dijkstra").cost
        for name, score in scores[each.name].items():
            limit = EXPONENTIAL.get(name) if max_expansions is None else max_expansions
            score.run(each.grid, ends, optimum, algorithm=name, **given(max_expansions=limit))
    for each in sets:
        rows, cols = each.grid.shape
        count = len(each.problems)
        title = f"{each.name}, {rows} x {cols}: {count} problems {each.source}"
        output.print(title, soft_wrap=True)
    console.print_whole(output, table_of(scores))
    if any(score.wrong for row in scores.values() for score in row.values()):
        raise typer.Exit(NO_RESULT)


def kinds_of(grid: at.Grid) -> set[str]:
    """What a map is to algorithms: the words in ``AlgorithmInfo.worlds`` that it fits."""
    costs = grid.total[grid.total > 0]
    kinds = {"grid"}
    if costs.size == 0 or costs.min() == costs.max():
        kinds.add("uniform grid")
    if (costs <= 255).all() and (costs % 1 == 0).all():
        kinds.add("whole-number grid")
    return kinds


def table_of(scores: dict[str, dict[str, Score]]) -> Table:
    """A row for each algorithm on each map."""
    table = Table("map", "algorithm", box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("CPU time", "expanded", "cost ratio", "stopped", "wrong"):
        table.add_column(title, justify="right")
    uncounted = {info.name for info in at.algorithms("search") if info.factory}  # custom ones
    for map_name, rows in scores.items():
        for name, score in rows.items():
            table.add_row(
                map_name,
                name,
                duration(fmean(score.seconds)),
                "-" if name in uncounted else f"{fmean(score.expanded):.1f}",
                f"{fmean(score.ratios):.4f}" if score.ratios else "-",
                str(score.stopped),
                str(score.wrong),
                style="bold red" if score.wrong else "",
            )
        table.add_section()
    return table


def duration(seconds: float) -> str:
    """A time in microseconds or milliseconds."""
    return f"{seconds * 1e6:.1f} us" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms"
