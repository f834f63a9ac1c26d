"""``asterion bench``: compares the algorithms on the same problems."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path as FilePath
from statistics import fmean
from typing import Annotated, TypeVar

import typer
from rich import box
from rich.progress import track
from rich.table import Table

import asterion as at
from asterion.cli import console
from asterion.cli.bench_mapf import ALGORITHMS, PlanRow, plan_table, plans
from asterion.cli.bench_problems import ProblemSet, generated_problems, problems_in_file
from asterion.cli.bench_rows import EXPONENTIAL, Row, rows_of
from asterion.cli.exits import NO_RESULT
from asterion.cli.values import AsJson, Diagonal, Folder, Layer, Level, given, names_of_searches
from asterion.errors import InvalidValue
from asterion.search.registry import info_of

AnyRow = TypeVar("AnyRow", Row, PlanRow)
EXAMPLE = (
    "Example: asterion maps make rooms --size 65 --seed 4 town.map &&\n\n"
    "asterion bench town.map --algorithm jps --csv"
)


def bench(
    map_file: Annotated[
        FilePath | None,
        typer.Argument(
            metavar="MAP",
            help="A map file, or - for stdin; default: a maze, rooms and caves.",
        ),
    ] = None,
    more_maps: Annotated[
        list[FilePath] | None, typer.Argument(metavar="MAP", help="More of them.")
    ] = None,
    *,
    problems: Annotated[int, typer.Option(metavar="N", min=1, help="Problems on each map.")] = 100,
    every: Annotated[bool, typer.Option("--all", help="All problems of MAP.scen.")] = False,
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, help="For random maps and problems.")
    ] = 0,
    algorithm: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="One or more, auto too; default: all but ida.",
            autocompletion=names_of_searches,
        ),
    ] = None,
    max_expansions: Annotated[
        int | None, typer.Option(metavar="N", help="Give up a search after N expansions.")
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, help="Processes; times are best measured with one.")
    ] = 1,
    mapf: Annotated[
        list[FilePath] | None,
        typer.Option(metavar="SCEN", help="Compare plans for many units; its map is beside it."),
    ] = None,
    units: Annotated[
        list[int] | None,
        typer.Option(metavar="N", min=1, help="Of --mapf: the first N; default: 100."),
    ] = None,
    seeds: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Of --mapf: seeds S to S + N - 1.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="X", help="Of --mapf: improve plans for so long; default: not."),
    ] = None,
    diagonal: Diagonal = None,
    level: Level = None,
    layer: Layer = None,
    folder: Folder = None,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print a line for each problem and algorithm.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compare the algorithms on the same problems, and check every answer.

    The problems are spread evenly over MAP.scen, and the lengths there are
    checked, too. Without such a file they are random. With --mapf these are
    plans without collisions, by lacam, prioritised, pibt and cbs.
    For searches of your own: asterion --use FILE bench --algorithm NAME.

    Exit status: 0 success, 1 an answer or a length is wrong, 2 bad input.
    """
    if as_csv and as_json:
        raise InvalidValue("--csv and --json cannot be combined; choose one of them")
    if mapf:
        refuse("does not go with --mapf", map_file=map_file, all=every, workers=workers > 1)
        refuse("does not go with --mapf", max_expansions=max_expansions is not None)
        made = plans(
            mapf,
            diagonal,
            units=units or [],
            algorithms=algorithm or ALGORITHMS,
            seeds=range(seed, seed + (seeds or 1)),
            seconds=seconds,
        )
        print_plans(made, as_csv=as_csv, as_json=as_json)
        return
    refuse("is for --mapf", units=units, seeds=seeds, seconds=seconds)
    count = None if every else problems
    options = given(diagonal=diagonal)
    if map_file is None:
        sets = generated_problems(count, seed, **options)
    else:
        part = given(level=level, layer=layer, folder=folder)
        sets = [
            problems_in_file(file, count, seed, **options, **part)
            for file in (map_file, *(more_maps or ()))
        ]
    names = algorithm or default_algorithms(sets)
    for name in names:
        if name != "auto":
            info_of(name)  # unknown names are rejected before the first search
    found = with_progress(sets, rows_of(sets, names, max_expansions, workers), len(names))
    if as_csv:
        rows = printed_as_csv(found)
    elif as_json:
        rows = printed_as_json(found)
    else:
        rows = [*found]
        print_tables(sets, rows)
    report_faults(rows)


def refuse(why: str, **options: object) -> None:
    """Raise an error if one of these options was given."""
    for name, value in options.items():
        if value:
            flag = "MAP" if name == "map_file" else f"--{name.replace('_', '-')}"
            raise InvalidValue(f"{flag} {why}")


def print_plans(made: Iterable[PlanRow], *, as_csv: bool, as_json: bool) -> None:
    """Print plans for many units, and end with 1 if one is wrong."""
    if as_csv:
        rows = printed_as_csv(made, PlanRow._fields)
    else:
        rows = printed_as_json(made) if as_json else plan_table(made)
    report_wrong_plans(rows)


def default_algorithms(sets: list[ProblemSet]) -> list[str]:
    """All algorithms that can solve every problem, in a time that a user would wait."""
    kinds = set.intersection(*(kinds_of(each.grid) for each in sets))
    return [
        info.name
        for info in at.algorithms("search")
        if info.name not in EXPONENTIAL and not info.needs and kinds.intersection(info.worlds)
    ]


def kinds_of(grid: at.Grid) -> set[str]:
    """The kinds of world that a map is, in the words of ``AlgorithmInfo.worlds``."""
    costs = grid.total[grid.total > 0]
    kinds = {"grid"}
    if costs.size == 0 or costs.min() == costs.max():
        kinds.add("uniform grid")
    if (costs <= 255).all() and (costs % 1 == 0).all():
        kinds.add("whole-number grid")
    return kinds


def with_progress(
    sets: list[ProblemSet], found: Iterable[list[Row]], algorithms: int
) -> Iterator[Row]:
    """Yield each row, with a progress bar on a terminal: on stderr, because rows go to stdout."""
    output = console.stderr()
    rows = (row for some in found for row in some)
    if not console.is_terminal(output):
        return rows
    total = algorithms * sum(len(each.tasks) for each in sets)
    return iter(track(rows, "", total=total, console=output, transient=True))


def printed_as_csv(rows: Iterable[AnyRow], head: Sequence[str] = Row._fields) -> list[AnyRow]:
    """Print the rows as they come, so that Ctrl-C keeps the finished ones."""
    lines = csv.writer(sys.stdout, lineterminator="\n")
    lines.writerow(head)
    printed: list[AnyRow] = []
    for row in rows:
        lines.writerow(
            str(value).lower() if isinstance(value, bool) else value
            for value in row  # None is written as nothing
        )
        sys.stdout.flush()
        printed.append(row)
    return printed


def printed_as_json(rows: Iterable[AnyRow]) -> list[AnyRow]:
    """Print the rows as a list of objects, as they come."""
    printed: list[AnyRow] = []
    for row in rows:
        typer.echo(("," if printed else "[") + "\n" + json.dumps(row._asdict()), nl=False)
        printed.append(row)
    typer.echo("\n]" if printed else "[]")
    return printed


def print_tables(sets: list[ProblemSet], rows: list[Row]) -> None:
    """Print a line on each map, and a table of means: a line for each map and algorithm."""
    output = console.stdout()
    by_set: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        by_set.setdefault((row.map, row.algorithm), []).append(row)
    for each in sets:
        lines, columns = each.grid.shape
        title = f"{each.name}, {lines} x {columns}: {len(each.tasks)} problems {each.source}"
        if any(task.published for task in each.tasks):
            title += "; lengths compared"
        output.print(title, soft_wrap=True)
    table = Table("map", "algorithm", box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("CPU time", "expanded", "cost ratio", "stopped", "wrong"):
        table.add_column(head, justify="right")
    last = ""
    for (map_name, algorithm), some in by_set.items():
        if last not in ("", map_name):
            table.add_section()
        last = map_name
        wrong = sum(bool(row.fault) for row in some)
        table.add_row(
            map_name,
            name_with_choice(algorithm, some),
            duration(fmean(row.seconds for row in some)),
            *(mean_of([row.expanded for row in some], 1), mean_of([*map(ratio_of, some)], 4)),
            str(sum(row.status == "stopped" for row in some)),
            str(wrong),
            style="bold red" if wrong else "",
        )
    console.print_whole(output, table)


def name_with_choice(algorithm: str, rows: list[Row]) -> str:
    """The name of an algorithm; for ``auto``, also its choice."""
    ran = dict.fromkeys(row.ran for row in rows)
    return algorithm if [*ran] == [algorithm] else f"{algorithm}: {', '.join(ran)}"


def ratio_of(row: Row) -> float | None:
    """The ratio of a path's cost to the cheapest; None without a right path."""
    if row.fault or row.cost is None or row.cheapest is None:
        return None
    return row.cost / row.cheapest if row.cheapest else 1.0


def mean_of(values: Iterable[float | None], decimals: int) -> str:
    """The mean of the values that are not None."""
    known = [value for value in values if value is not None]
    return f"{fmean(known):.{decimals}f}" if known else "-"


def report_faults(rows: list[Row]) -> None:
    """Say on stderr what is wrong, first of answers, then of published lengths; end with 1."""
    wrong = [row for row in rows if row.fault]
    differ = {(row.map, row.problem): row for row in rows if row.agrees is False}
    if wrong:
        row = wrong[0]
        typer.echo(
            f"asterion: {len(wrong)} answers are wrong, the first of {row.algorithm} to problem "
            f"{row.problem} of {row.map}: {row.fault}",
            err=True,
        )
    if differ:
        row = next(iter(differ.values()))
        cheapest = "there is no path" if row.cheapest is None else f"it is {row.cheapest:.10g}"
        typer.echo(
            f"asterion: {len(differ)} published lengths are not of this map, the first of "
            f"problem {row.problem} of {row.map}: {row.published:.10g}, but {cheapest}",
            err=True,
        )
    if wrong or differ:
        raise typer.Exit(NO_RESULT)


def report_wrong_plans(rows: list[PlanRow]) -> None:
    """Say on stderr what is wrong with plans; then end with 1."""
    wrong = [row for row in rows if row.fault]
    if wrong:
        row = wrong[0]
        typer.echo(
            f"asterion: {len(wrong)} plans are wrong, the first of {row.algorithm} for "
            f"{row.units} units of {row.map}, seed {row.seed}: {row.fault}",
            err=True,
        )
        raise typer.Exit(NO_RESULT)


def duration(seconds: float) -> str:
    """Format a time in microseconds or milliseconds."""
    return f"{seconds * 1e6:.1f} us" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms"
