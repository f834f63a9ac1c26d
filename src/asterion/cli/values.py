"""Arguments of several commands, and how they are written on a command line."""

import json
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from pathlib import Path as FilePath
from typing import Annotated, Any, TypeVar

import typer

from asterion.errors import InvalidValue
from asterion.search.option_table import OPTIONS, Option
from asterion.search.registry import algorithms
from asterion.world.grid import Cell

C = TypeVar("C", bound=Callable[..., None])

MapFile = Annotated[FilePath, typer.Argument(metavar="MAP", help="A map file, or - for stdin.")]
Level = Annotated[
    str | None, typer.Option(metavar="NAME", help="Of an .ldtk with several levels: which one.")
]
Layer = Annotated[
    str | None, typer.Option(metavar="NAME", help="Of an .ldtk with several IntGrids: which one.")
]
Folder = Annotated[
    FilePath | None,
    typer.Option(metavar="DIR", help="Where files that MAP names may be; default: beside MAP."),
]
Diagonal = Annotated[
    str | None,
    typer.Option(metavar="RULE", help="never, clear (default), one-clear or always."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]


# The options that can be written on a command line.
SEARCH_OPTIONS = [name for name, option in OPTIONS.items() if option.type is not object]
_METAVARS = {str: "NAME", int: "N", float: "X"}


def with_options(options: Sequence[Parameter], *, after: str) -> Callable[[C], C]:
    """Give a command these options, after one of its own, in place of its ``**options``."""

    def decorate(command: C) -> C:
        own = signature(command, eval_str=True)
        parameters = [each for each in own.parameters.values() if each.kind != each.VAR_KEYWORD]
        place = [each.name for each in parameters].index(after) + 1
        parameters[place:place] = options
        command.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        command.__annotations__ |= {each.name: each.annotation for each in options}
        return command

    return decorate


def with_search_options(*names: str, defaults: Mapping[str, Any] = {}) -> Callable[[C], C]:
    """Give a command the search options with these names.

    ``defaults`` replace the library's for options not given.
    """
    return with_options([_parameter(OPTIONS[name], defaults) for name in names], after="algorithm")


def _parameter(option: Option, defaults: Mapping[str, Any]) -> Parameter:
    """An option for typer; None if it was not given."""
    default = defaults.get(option.name, option.default)
    named = [f"{each} (default)" if each == default else each for each in option.choices]
    text = f"{option.help[:-1]}: {', '.join(named)}." if named else option.help
    flags = []
    if option.default is True:  # then only its opposite needs to be written
        flags = [f" /--no-{option.name.replace('_', '-')}"]
        text = f"Do not {text[0].lower()}{text[1:]}"
    elif option.type is bool:
        flags = [f"--{option.name.replace('_', '-')}"]
    about = typer.Option(*flags, metavar=_METAVARS.get(option.type), help=text)
    annotation = Annotated[option.type | None, about]  # type: ignore[name-defined]
    return Parameter(option.name, Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def names_of_searches(incomplete: str) -> list[str]:
    """Complete --algorithm for the shell."""
    names = ("auto", *(info.name for info in algorithms() if info.kind == "search"))
    return [name for name in names if name.startswith(incomplete)]


def given(**options: Any) -> dict[str, Any]:
    """The options that the user gave. The library has defaults for the rest, and checks all."""
    return {name: value for name, value in options.items() if value is not None}


def saved_values(file: FilePath, what: str) -> Any:
    """The JSON of a file that a command has saved."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # also a number of too many digits
        raise InvalidValue(f"{file.name} is not {what}: {error}") from None


def cell(option: str, text: str) -> Cell:
    """Convert ``3,14``, ``3 14`` or ``(3, 14)`` to (3, 14)."""
    bare = text.strip()
    if (bare[:1], bare[-1:]) in (("(", ")"), ("[", "]")):
        bare = bare[1:-1]
    try:
        row, col = map(int, bare.split("," if "," in bare else None))
    except ValueError:
        raise InvalidValue(
            f"{option} is {text!r}; a cell is written ROW,COLUMN, as in 3,14"
        ) from None
    return row, col


def shape(option: str, text: str) -> int | Cell:
    """Convert ``40`` to 40, and ``30x60`` to (30, 60)."""
    try:
        sides = [int(side) for side in text.split("x")]
        rows, cols = sides * 2 if len(sides) == 1 else sides
    except ValueError:
        raise InvalidValue(
            f"{option} is {text!r}; a size is written SIDE or ROWSxCOLUMNS, as in 40 or 30x60"
        ) from None
    return rows, cols
