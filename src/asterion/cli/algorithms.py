"""``asterion algorithms``: the registry, as a table."""

import json
from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

import asterion as at
from asterion.cli import console
from asterion.cli.values import AsJson
from asterion.search.registry import TEXTBOOK

EXAMPLE = "Example: asterion algorithms --long"

SHORT_WIDTH = 80

FIELDS = ("name", "kind", "worlds", "options", "needs", "optimal", "pausable", "summary", "paper")
CALLED_BY = {
    "search": "Searches, for find_path, find_paths, Search and `asterion solve`",
    "navigator": "Navigators, which follow a changing world, for Navigator and Explorer",
    "explorer": "Explorers of unknown worlds, for Explorer",
}


def algorithms(
    *,
    in_full: Annotated[
        bool, typer.Option("--long", help="With options, pauses and papers.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the algorithms: what they do, and which are optimal."""
    infos = at.algorithms()
    if as_json:
        facts = [{field: getattr(info, field) for field in FIELDS} for info in infos]
        typer.echo(json.dumps(facts, indent=2))
    elif in_full:
        print_in_full(infos)
    else:
        print_short(infos)


def print_short(infos: list[at.AlgorithmInfo]) -> None:
    """Print a line or two for each, by kind; in 80 columns or less."""
    output = console.stdout()
    output.width = min(output.width, SHORT_WIDTH)
    for kind, title in CALLED_BY.items():
        table = Table("name", "optimal", "what it does", box=box.SIMPLE_HEAD, pad_edge=False)
        for info in infos:
            if info.kind == kind and not is_to_read(info):
                optimal = "yes" if info.optimal else "no"
                table.add_row(Text(info.name, "bold"), optimal, Text(info.summary))
        output.print(Text(f"{title}:"))
        output.print(table)
    names = ", ".join(info.name for info in infos if is_to_read(info))
    output.print(Text(f"Slow versions in plain Python, to read (asterion.textbook): {names}."))
    output.print(Text("asterion algorithms --long has their options and papers."))


def is_to_read(info: at.AlgorithmInfo) -> bool:
    """Whether it is an algorithm of ``asterion.textbook``."""
    return info.name.startswith(TEXTBOOK)


def print_in_full(infos: list[at.AlgorithmInfo]) -> None:
    """Print all facts, a paragraph for each algorithm."""
    output = console.stdout()
    for info in infos:
        optimal = "optimal" if info.optimal else "not optimal"
        pausable = "pausable" if info.pausable else "not pausable"
        known = f": {info.kind}, {optimal}, {pausable}\n"
        output.print(Text.assemble((info.name, "bold"), known, description(info), "\n"))


def description(info: at.AlgorithmInfo) -> Text:
    """The summary, options and paper below each other; columns would be too narrow."""
    needs = f"; not without {', '.join(info.needs)}" if info.needs else ""
    lines = (
        Text(info.summary),
        Text(f"options: {', '.join(info.options) or 'none'}{needs}", "cyan"),
        Text(info.paper, "bright_black"),
    )
    return Text("\n").join(line for line in lines if line)
