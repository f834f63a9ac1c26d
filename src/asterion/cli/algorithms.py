"""``asterion algorithms``: the registry, as a table."""

import json

import typer
from rich import box
from rich.table import Table
from rich.text import Text

import asterion as at
from asterion.cli import console
from asterion.cli.values import AsJson

EXAMPLE = "Example: asterion algorithms --json"

ENOUGH = 72  # columns of a terminal; with fewer the table leaves no room for descriptions

FIELDS = ("name", "kind", "worlds", "options", "needs", "optimal", "pausable", "summary", "paper")


def algorithms(*, as_json: AsJson = False) -> None:
    """List the algorithms with their guarantees and options."""
    infos = at.algorithms()
    if as_json:
        facts = [{field: getattr(info, field) for field in FIELDS} for info in infos]
        typer.echo(json.dumps(facts, indent=2))
        return
    output = console.stdout()
    if output.width < ENOUGH:
        for info in infos:
            optimal = "optimal" if info.optimal else "not optimal"
            pausable = "pausable" if info.pausable else "not pausable"
            known = f": {info.kind}, {optimal}, {pausable}\n"
            output.print(Text.assemble((info.name, "bold"), known, description(info), "\n"))
        return
    table = Table(
        "name", "kind", "optimal", "pausable", "what it does", box=box.SIMPLE_HEAD, pad_edge=False
    )
    for info in infos:
        table.add_row(
            Text(info.name, "bold"),
            info.kind,
            "yes" if info.optimal else "no",
            "yes" if info.pausable else "no",
            description(info),
            end_section=True,
        )
    output.print(table)


def description(info: at.AlgorithmInfo) -> Text:
    """Summary, options and paper below each other, because columns would be too narrow."""
    needs = f"; not without {', '.join(info.needs)}" if info.needs else ""
    lines = (
        Text(info.summary),
        Text(f"options: {', '.join(info.options) or 'none'}{needs}", "cyan"),
        Text(info.paper, "bright_black"),
    )
    return Text("\n").join(line for line in lines if line)
