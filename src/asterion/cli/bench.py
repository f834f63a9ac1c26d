"""``asterion bench``: the algorithms side by side on the same problems."""

from pathlib import Path as FilePath
from statistics import fmean
from typing import Annotated

import typer
from rich import box
from rich.progress import track
from rich.table import Table

import asterion as at
from asterion.cli import console
from asterion.cli.exits import NO_RESULT
from asterion.cli.trials import Score, course_in_file, made_courses
from asterion.cli.values import Diagonal, given

EXAMPLE = "Example: asterion bench arena.map --algorithm astar --algorithm dijkstra"

# What may take exponential time runs only if asked for, and then for so many expansions.
EXPONENTIAL = {"ida": 100_000}


def bench(
    map_file: Annotated[
        FilePath | None,
        typer.Argument(metavar="MAP", help="A map file; else a maze, rooms and caves are made."),
    ] = None,
    *,
    problems: Annotated[int, typer.Option(metavar="N", min=1, help="How many on a map.")] = 100,
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, help="For maps and problems at random.")
    ] = 0,
    algorithm: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="One or more; else all that are fast.")
    ] = None,
    max_expansions: Annotated[
        int | None, typer.Option(metavar="N", help="Let a search give up after so many.")
    ] = None,
    diagonal: Diagonal = None,
) -> None:
    """Compare the algorithms on the same problems, and check every answer.

    The problems are spread evenly over MAP.scen, or at random where there is none.

    Exit status: 0 all right, 1 an answer is wrong, 2 bad input.
    """
    rules = given(diagonal=diagonal)
    if map_file is None:
        courses = made_courses(problems, seed, **rules)
    else:
        courses = [course_in_file(map_file, problems, seed, **rules)]
    uniform = all(is_uniform(course.grid) for course in courses)
    names = algorithm or [
        info.name
        for info in at.algorithms("search")
        if info.name not in EXPONENTIAL and (uniform or "grid" in info.worlds)
    ]
    output = console.stdout()
    scores = {course.name: {name: Score() for name in names} for course in courses}
    steps = [(course, ends) for course in courses for ends in course.problems]
    watched = console.is_terminal(output)
    turns = track(steps, "", console=output, transient=True) if watched else steps
    for course, ends in turns:
        optimum = at.find_path(course.grid, *ends, algorithm="dijkstra").cost
        for name, score in scores[course.name].items():
            limit = EXPONENTIAL.get(name) if max_expansions is None else max_expansions
            score.run(course.grid, ends, optimum, algorithm=name, **given(max_expansions=limit))
    for course in courses:
        rows, cols = course.grid.shape
        count = len(course.problems)
        title = f"{course.name}, {rows} x {cols}: {count} problems {course.source}"
        output.print(title, soft_wrap=True)
    console.print_whole(output, table_of(scores))
    if any(score.wrong for row in scores.values() for score in row.values()):
        raise typer.Exit(NO_RESULT)


def is_uniform(grid: at.Grid) -> bool:
    """Whether all free cells cost the same, which some algorithms need."""
    costs = grid.total[grid.total > 0]
    return costs.size == 0 or bool(costs.min() == costs.max())


def table_of(scores: dict[str, dict[str, Score]]) -> Table:
    """A row for each algorithm on each map."""
    table = Table("map", "algorithm", box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("CPU time", "expanded", "cost ratio", "stopped", "wrong"):
        table.add_column(title, justify="right")
    uncounted = {info.name for info in at.algorithms("search") if info.factory}  # of a user's own
    for course, rows in scores.items():
        for name, score in rows.items():
            table.add_row(
                course,
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
    """In the unit that suits it."""
    return f"{seconds * 1e6:.1f} us" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms"
