"""The rules of the maze game as options of a command: one per field of ``Rules``."""

from collections.abc import Callable
from dataclasses import Field, fields
from inspect import Parameter
from typing import Annotated, Any

import typer

from asterion.cli.values import C, with_options
from asterion.games.maze.rules import Rules

# The options that are not named after their rule.
_FLAGS = {
    "trap_amount": "--pits",
    "trap_interval": "--interval",
    "monster_types": "--monster",
    "invulnerable": "--deadly",
}
_TYPES = {"int": int, "float": float, "bool": bool}
_DEFAULTS = vars(Rules())


def flag_of(rule: str) -> str:
    """The option for a rule; one that is True is switched off by it."""
    dashed = rule.replace("_", "-")
    return _FLAGS.get(rule, f"--no-{dashed}" if _DEFAULTS[rule] is True else f"--{dashed}")


def with_rules(*, after: str) -> Callable[[C], C]:
    """Give a command an option for each rule, under the rule's name."""
    return with_options([_parameter(rule) for rule in fields(Rules)], after=after)


def _parameter(rule: Field[Any]) -> Parameter:
    """An option for typer; None if it was not given."""
    kind = _TYPES.get(str(rule.type), list[str])
    flag, text, facts = flag_of(rule.name), rule.metadata["help"], rule.metadata
    bounds = {}
    if kind is bool:
        flag, text = f" /{flag}", f"Do not {text[0].lower()}{text[1:]}"
    elif kind in (int, float):
        bounds = {"min": facts["least"], "max": facts["most"]}
        usual = "the world's" if rule.name == "trap_amount" else f"{_DEFAULTS[rule.name]:g}"
        text = f"{text[:-1]}; default: {usual}."
    about = typer.Option(flag, metavar=facts["unit"].upper() or None, help=text, **bounds)
    return Parameter(
        rule.name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, about]
    )
