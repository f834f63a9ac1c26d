"""The public API as plain values. ``python tests/compatibility/snapshot.py`` writes them anew."""

import ast
import dataclasses
import importlib
import inspect
import json
import re
from pathlib import Path

FILE = Path(__file__).with_name("public_api.json")
MODULES = [
    "asterion",
    "asterion.analysis",
    "asterion.baselines",
    "asterion.errors",
    "asterion.games.maze",
    "asterion.games.tactics",
    "asterion.games.tactics.controllers",
    "asterion.games.tactics.goals",
    "asterion.games.tactics.maps",
    "asterion.games.tactics.tuning",
    "asterion.games.tactics.walks",
    "asterion.games.tictactoe",
    "asterion.games.tictactoe.players",
    "asterion.goap",
    "asterion.io",
    "asterion.lecture",
    "asterion.maps",
    "asterion.regions",
    "asterion.sketch",
]
# What the documents of 0.1 import, beside names of the modules above.
IMPORTS = [
    ("asterion", "registry"),
    ("asterion.games.maze.world_file", "read_world"),
    ("asterion.games.maze.worlds", "load_world"),
    ("asterion.games.maze.images", "find_images"),
    ("asterion.games.maze.logs", "write_logs"),
    ("asterion.games.tactics.turn_problem", "TurnProblem"),
    ("asterion.navigate", "STATES"),
]
OPERATORS = [
    "add",
    "bool",
    "call",
    "contains",
    "delitem",
    "enter",
    "eq",
    "exit",
    "ge",
    "getitem",
    "gt",
    "hash",
    "iter",
    "le",
    "len",
    "lt",
    "mul",
    "neg",
    "radd",
    "repr",
    "reversed",
    "setitem",
    "str",
    "sub",
]
SOME = "..."  # a default that has no lasting text


def command_line():
    """The commands as Typer's objects, and a function that runs one and gives what it prints."""
    from typer.main import get_command
    from typer.testing import CliRunner

    from asterion.cli.app import app

    return get_command(app), lambda *words: CliRunner().invoke(app, [*words]).stdout


def taken():
    """The API of now."""
    root, run = command_line()
    listed = run("experiment", "--list").splitlines()
    return {
        "modules": {name: module(importlib.import_module(name)) for name in MODULES},
        "imports": [list(each) for each in IMPORTS],
        "algorithms": algorithms(),
        "commands": command(root),
        "experiments": [line.partition(":")[0] for line in listed],
    }


def module(mod):
    return {name: thing(getattr(mod, name)) for name in sorted(names_of(mod))}


def names_of(mod):
    """What a module offers, or what it defines, if it does not say."""
    if hasattr(mod, "__all__"):
        return mod.__all__
    text = inspect.getsource(mod)
    return [
        name
        for name, value in vars(mod).items()
        if not name.startswith("_")
        and (
            getattr(value, "__module__", None) == mod.__name__
            or (name.isupper() and re.search(rf"^{name}\b[^=\n]*=", text, re.MULTILINE))
        )
    ]


def algorithms():
    import asterion as at

    return {
        f"{info.kind} {info.name}": {"worlds": [*info.worlds], "options": [*info.options]}
        for info in at.algorithms()
    }


def thing(value):
    if inspect.ismodule(value):
        return {"is": "module"}
    if isinstance(value, type):
        return klass(value)
    if callable(value):
        return {"is": "function", "takes": parameters(value)}
    if isinstance(value, (tuple, list, dict)) and all(isinstance(each, str) for each in value):
        return {"is": "words", "words": [*value]}
    return {"is": "value", "text": lasting(repr(value))}


def klass(cls):
    own = [each for each in cls.__mro__ if each.__module__.partition(".")[0] == "asterion"]
    names = {name for each in own for name in vars(each) if not name.startswith("_")}
    names |= (
        {field.name for field in dataclasses.fields(cls)}
        if dataclasses.is_dataclass(cls)
        else set()
    )
    return {
        "is": "class",
        "also": [
            f"{each.__module__}.{each.__qualname__}"
            for each in cls.__mro__
            if each not in own and each.__module__ != "typing" and each is not object
        ],
        "takes": parameters(cls),
        "members": {name: member(cls, name) for name in sorted(names)},
        "operators": [
            name
            for name in OPERATORS
            if any(f"__{name}__" in vars(each) for each in cls.__mro__[:-1])
        ],
    }


def member(cls, name):
    raw = inspect.getattr_static(cls, name, None)
    if isinstance(raw, (classmethod, staticmethod)) or type(raw).__name__ == "nb_func":
        return {"is": "class method", "takes": parameters(getattr(cls, name))}
    if inspect.isfunction(raw) or type(raw).__name__ == "nb_method":
        return {"is": "method", "takes": parameters(raw)[1:]}
    return {"is": "attribute"}


def parameters(function):
    """Kind, name and default of each parameter; None where nothing tells them."""
    native = getattr(function, "__nb_signature__", None)
    if native is None and isinstance(function, type):
        native = getattr(vars(function).get("__init__"), "__nb_signature__", None)
    if native is not None:
        return of_native(*native[0])
    try:
        found = inspect.signature(function).parameters.values()
    except ValueError:
        return None
    return [
        written(
            each.name, each.kind.name, None if each.default is each.empty else repr(each.default)
        )
        for each in found
    ]


def written(name, kind, default):
    return f"{kind} {name}" if default is None else f"{kind} {name}={lasting(default)}"


def of_native(text, _doc, defaults):
    """The same from what nanobind writes of a function: ``def turn(self, by: int = 1) -> None``."""
    text = re.sub(r"\\(\d+)", lambda found: repr(defaults[int(found[1])]), text)
    args = ast.parse(f"{text}: ...").body[0].args
    plain = [*args.posonlyargs, *args.args]
    given = [None] * (len(plain) - len(args.defaults)) + args.defaults
    kinds = ["POSITIONAL_ONLY"] * len(args.posonlyargs) + ["POSITIONAL_OR_KEYWORD"] * len(args.args)
    rows = [*zip(plain, kinds, given, strict=True)]
    rows += [(args.vararg, "VAR_POSITIONAL", None)] if args.vararg else []
    only = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    rows += [(each, "KEYWORD_ONLY", default) for each, default in only]
    rows += [(args.kwarg, "VAR_KEYWORD", None)] if args.kwarg else []
    return [
        written(each.arg, kind, None if default is None else ast.unparse(default))
        for each, kind, default in rows
    ]


def lasting(text):
    return SOME if text.startswith("<") or " at 0x" in text else text


def command(each):
    """A command, with all below it."""
    told = {"arguments": [], "options": {}, "commands": {}}
    for param in each.params:
        facts = {
            "required": bool(param.required),
            "many": bool(getattr(param, "multiple", False)) or param.nargs != 1,
            "default": lasting(repr(param.default)),
        }
        if param.param_type_name == "argument":
            told["arguments"].append({"name": param.name, **facts})
        else:
            for name in (*param.opts, *param.secondary_opts):
                told["options"][name] = {"flag": bool(param.is_flag), **facts}
    for name, below in getattr(each, "commands", {}).items():
        told["commands"][name] = command(below)
    return told


if __name__ == "__main__":
    FILE.write_text(json.dumps(taken(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
