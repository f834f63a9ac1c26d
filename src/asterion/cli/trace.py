"""``asterion trace``: a search on a small graph, written list by list as in a lecture."""

import json
from math import inf, nan
from pathlib import Path as FilePath
from typing import Annotated, Any, NamedTuple

import typer

from asterion import lecture
from asterion.cli.exits import NO_RESULT
from asterion.cli.map_input import STDIN, read_from
from asterion.cli.values import AsJson, given, with_search_options
from asterion.errors import InvalidValue, short_repr
from asterion.io import checked_file, documents, graph_text
from asterion.lab.graphs.setup import GraphSetup, check_lists
from asterion.lecture import Entry, Iteration, LectureTrace
from asterion.search.find import Search
from asterion.search.path import Path
from asterion.search.registry import info_of
from asterion.world.graph import Graph

EXAMPLE = "Example: asterion trace example-3 --stop fast"
EXAMPLES = {f"example-{number}": number for number in (1, 2, 3)}
MOST_NODES = 1000  # each iteration lists all of them
RULES = {"stop": "guaranteed", "ties": "fifo"}  # of the lecture, for searches that take them


class Posed(NamedTuple):
    """A search to be written down; None is what has not been said."""

    title: str
    graph: Graph
    start: str | None
    goal: str | None
    estimates: dict[str, float] | None
    algorithm: str | None = None
    options: dict[str, Any] = {}  # noqa: RUF012  (it is never changed)


def examples(incomplete: str) -> list[str]:
    """Complete GRAPH for the shell, beside files."""
    return [name for name in EXAMPLES if name.startswith(incomplete)]


@with_search_options("stop", "ties", "seed", "reopen", "weight", defaults=RULES)
def trace(
    graph: Annotated[
        str,
        typer.Argument(
            metavar="GRAPH",
            help="A graph file, - for stdin, or example-1, example-2, example-3.",
            autocompletion=examples,
        ),
    ],
    *,
    start: Annotated[
        str | None, typer.Option("--from", metavar="NODE", help="The node to start from.")
    ] = None,
    to: Annotated[str | None, typer.Option(metavar="NODE", help="The goal.")] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Default: astar with estimates, else dijkstra."),
    ] = None,
    estimate: Annotated[
        list[str] | None,
        typer.Option(metavar="NODE=E", help="Another estimate of a node; may be repeated."),
    ] = None,
    as_json: AsJson = False,
    **searched: Any,
) -> None:
    """Write down a search on a graph: its lists after each iteration.

    N is the current node, C the closed list, O the open list, U the unvisited nodes. X(Y,c) is node
    X, reached from Y at a cost so far of c; X(Y,c,e) has the estimated total cost, too.

    A graph file is text, with a connection per line (A B 3), estimates (A 10) and ends (from A, to
    F); or the .json that the lab's graphs page saves. The examples are from the lecture CS4386.

    Exit status: 0 found, 1 no path, 2 bad input.
    """
    posed = posed_by(graph)
    if len(posed.graph) > MOST_NODES:
        raise InvalidValue(
            f"the graph has {len(posed.graph)} nodes; lists are written of at most {MOST_NODES}"
        )
    estimates = with_changes(posed, estimate or [])
    name = algorithm or posed.algorithm or ("dijkstra" if estimates is None else "astar")
    check_lists(name)
    ends = (
        end("--from", "from", posed.start if start is None else start, posed.graph),
        end("--to", "to", posed.goal if to is None else to, posed.graph),
    )
    options = settings(name, posed.options, given(**searched))
    if estimate and "heuristic" not in info_of(name).options:
        raise InvalidValue(f"--estimate is {estimate[0]!r}; {name} takes no estimates")
    told = dict(options)
    if "components" in info_of(name).options:
        options["components"] = False  # an answer from component labels has no lists to show
    if (table := estimates_for(name, estimates)) is not None:
        options["heuristic"] = table
    search = Search(posed.graph, ends[0], ends[1], algorithm=info_of(name), trace=True, **options)
    search.run()
    written = LectureTrace(search, estimated=table is not None)
    if as_json:
        typer.echo(json.dumps(described(written, posed.title, ends, name, told)))
    else:
        typer.echo(posed.title)
        suffix = "".join(f", {option} {value}" for option, value in told.items())
        typer.echo(f"{name} from {ends[0]} to {ends[1]}{suffix}")
        for iteration in (written.beginning, *written):
            typer.echo("\n    ".join(iteration.parts))
        typer.echo(text_of(written.path, len(written)))
    if not written.path:
        raise typer.Exit(NO_RESULT)


def posed_by(graph: str) -> Posed:
    """The search of an example, or of a file."""
    if number := EXAMPLES.get(graph):
        title, example, start, goal, estimates = lecture.example(number)
        return Posed(f"Example {number}: {title}", example, start, goal, estimates)
    name = FilePath("stdin" if graph == STDIN else graph)
    with read_from(checked_file(graph)) as path, path.open("rb") as file:
        text = documents.text_in(name, file)
    if text.lstrip().startswith("{"):
        setup = GraphSetup.from_file(text)
        run = setup.run
        return Posed(
            name.name,
            setup.graph(),
            setup.start,
            setup.goal,
            {spot.name: spot.estimate for spot in setup.nodes},
            run.algorithm,
            dict(run.options),
        )
    return Posed(name.name, *graph_text.read(text, name))


def with_changes(posed: Posed, changes: list[str]) -> dict[str, float] | None:
    """The estimates, with changes from the command line; 0 where there are none."""
    if not changes:
        return posed.estimates
    table = posed.estimates or {str(name): 0.0 for name in posed.graph.nodes}
    for change in changes:
        name, _, text = change.rpartition("=")
        if name not in table:
            raise InvalidValue(
                f"--estimate is {change!r}; it is written NODE=NUMBER, with a node of the graph"
            )
        try:
            number = float(text)
        except ValueError:
            number = nan
        if not 0 <= number < inf:
            raise InvalidValue(f"--estimate is {change!r}; an estimate is a number >= 0")
        table = {**table, name: number}
    return table


def end(option: str, word: str, name: str | None, graph: Graph) -> str:
    """A start or goal that the graph has."""
    if name is None:
        raise InvalidValue(f"{option} is missing; give it, or a line `{word} NODE` in the file")
    if name not in graph:
        names = ", ".join(map(str, graph.nodes[:12])) + (", ..." if len(graph) > 12 else "")
        raise InvalidValue(f"{option} is {short_repr(name)}; the nodes are {names}")
    return name


def settings(algorithm: str, kept: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
    """The options of the search: the given ones, then the file's, then the lecture's."""
    taken = info_of(algorithm).options
    silent = {name: value for name, value in {**RULES, **kept}.items() if name in taken}
    if asked.get("ties", "random") != "random":
        silent.pop("seed", None)  # of the file, for its own ties
    return {**silent, **asked}


def estimates_for(algorithm: str, estimates: dict[str, float] | None) -> dict[str, float] | None:
    """The estimates if the algorithm takes any; an error if it does and there are none."""
    if "heuristic" not in info_of(algorithm).options:
        return None
    if estimates is None:
        raise InvalidValue(
            f"{algorithm} needs estimates: lines `NODE ESTIMATE` in the file, or --estimate NODE=E"
        )
    return estimates


def described(
    written: LectureTrace,
    title: str,
    ends: tuple[str, str],
    algorithm: str,
    options: dict[str, Any],
) -> dict[str, Any]:
    """The whole search for JSON."""
    path = written.path
    return {
        "title": title,
        "algorithm": algorithm,
        "options": options,
        "start": ends[0],
        "goal": ends[1],
        "iterations": [lists_of(each) for each in (written.beginning, *written)],
        "status": path.status,
        "found": path.found,
        "cost": path.cost if path else None,  # JSON has no infinity
        "optimal": path.optimal,
        "nodes": list(path),
    }


def lists_of(iteration: Iteration) -> dict[str, Any]:
    """An iteration for JSON."""

    def entries(part: tuple[Entry, ...]) -> list[dict[str, Any]]:
        return [entry._asdict() for entry in part]

    lists = {"closed": entries(iteration.closed), "open": entries(iteration.open)}
    return {**iteration._asdict(), **lists}


def text_of(path: Path, iterations: int) -> str:
    """The result in two lines, for people."""
    after = f"after {iterations} iteration{'' if iterations == 1 else 's'}"
    if not path:
        return f"{path.status}: no path, {after}"
    optimal = "optimal" if path.optimal else "not known to be optimal"
    return f"found: cost {path.cost:.10g}, {optimal}, {after}\n{' → '.join(path)}"
