"""Tables in the pages of the docs, by the name in the comment before each."""

import re
from collections.abc import Callable
from pathlib import Path

from study_figures import maze, searches, tactics
from study_figures.claims import CLAIMS
from study_figures.studies import COMMANDS, ROOT, command_of, file_of, study

INDEX = ROOT / "results" / "README.md"
PAGES = (ROOT / "docs" / "experiments.md", ROOT / "docs" / "tactics-study.md", INDEX)
_TABLE = re.compile(
    r"^(?P<indent> *)<!-- figures: (?P<name>[a-z0-9 -]+) -->\n\n?(?P<lines>(?: *\|.*\n)*)",
    re.MULTILINE,
)


def files() -> list[str]:
    """The files of results."""
    rows = [
        f"| [{file_of(name).name}]({file_of(name).name}) | {study(name).head['asterion']} "
        f"| {len(study(name).trials)} | {len(study(name).rows):,} | `{command_of(name)}` |"
        for name in COMMANDS
    ]
    head = "| file | version | trials | rows | command |"
    return [head, "| --- | --- | ---: | ---: | --- |", *rows]


TABLES: dict[str, Callable[[], list[str]]] = {
    "replanning": searches.replanning,
    "moves": searches.moves,
    "world2": maze.world2,
    "world3": maze.world3,
    "orderings": maze.orderings,
    "intervals": maze.intervals,
    "amounts": maze.amounts,
    "fill": searches.fill,
    "clusters": searches.clusters,
    "weights": searches.weights,
    "decay": searches.decay,
    "known maps": searches.known_maps,
    "changing maps": searches.changing_maps,
    "bridge": searches.bridge,
    "open-lists": searches.open_lists,
    "players": tactics.summary,
    "strength": tactics.strength,
    "on maps": tactics.on_maps,
    "against idle": tactics.against_idle,
    "goap": tactics.goap,
    "levels": tactics.levels,
    "parts": tactics.parts,
    "observations": tactics.observations,
    "files": files,
}


def tables_of(text: str) -> dict[str, list[str]]:
    """The tables of a page, by name."""
    return {
        found["name"]: [line.strip() for line in found["lines"].splitlines()]
        for found in _TABLE.finditer(text)
    }


def written(page: Path) -> str:
    """The text of a page with its tables as the results have them."""

    def made(found: re.Match[str]) -> str:
        lines = TABLES[found["name"]]()
        indent = found["indent"]
        head = f"{indent}<!-- figures: {found['name']} -->\n\n"
        return head + "".join(f"{indent}{line}\n" for line in lines)

    return _TABLE.sub(made, page.read_text(encoding="utf-8"))


def faults() -> list[str]:
    """What a page says otherwise than the results, or not at all."""
    found, seen = [], set()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name, lines in tables_of(text).items():
            seen.add(name)
            made = TABLES[name]() if name in TABLES else []
            found += [
                f"{page.name}: table {name!r} should have the line {line}"
                for line in made
                if line not in lines
            ]
            if len(lines) > len(made):
                found.append(f"{page.name}: table {name!r} has {len(lines) - len(made)} lines more")
        words = " ".join(text.split())
        found += [
            f"{page.name} should say: {claim}"
            for claim in CLAIMS.get(page.stem, list)()
            if claim not in words
        ]
    return found + [f"no page has the table {name!r}" for name in TABLES.keys() - seen]
