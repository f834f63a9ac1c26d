"""The defaults of all functions and the constants of all modules, as lines.

``python -m support.settings`` in ``tests`` writes them anew after a change; read the difference
before it is kept.
"""

import ast
import importlib
import inspect
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"
FILE = ROOT / "tests" / "project" / "settings.txt"
SIMPLE = (bool, int, float, complex, str, bytes, type(None))
LONGEST = 300  # letters of a value: longer ones are texts, which are seen elsewhere
# Another one each time, and another one for each change of a script.
NOT_CHOSEN = {"asterion.lab.app.SERVER", "asterion.lab.shared.web_files.WEB"}


def lines():
    """A line for each, module by module."""
    found = []
    for path in sorted((SOURCES / "asterion").rglob("*.py")):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if parts[-1] != "__main__":
            module = importlib.import_module(name)
            found += _of(name, vars(module), ast.parse(path.read_text()).body)
    return found


def _of(name, values, body, *, in_class=False):
    for node in body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for each in (sub for target in targets for sub in ast.walk(target)):
                # A module's names in small letters may be what it remembers, and no constants.
                constant = isinstance(each, ast.Name) and (in_class or each.id.isupper())
                if constant and _is_simple(values.get(each.id, ...)):
                    yield from _line(f"{name}.{each.id}", values[each.id])
        elif isinstance(node, ast.ClassDef) and isinstance(values.get(node.name), type):
            yield from _of(f"{name}.{node.name}", vars(values[node.name]), node.body, in_class=True)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = inspect.unwrap(_function(values.get(node.name)))
            if inspect.isfunction(function):
                yield from _defaults(f"{name}.{node.name}", function)


def _function(value):
    return getattr(value, "__func__", getattr(value, "fget", value))


def _defaults(name, function):
    for parameter in inspect.signature(function).parameters.values():
        if _is_simple(parameter.default):
            yield from _line(f"{name}({parameter.name}=)", parameter.default)


def _line(name, value):
    said = repr(sorted(value) if isinstance(value, frozenset | set) else value)
    hidden = name in NOT_CHOSEN or name.split(".")[-1].startswith("__")
    if not hidden and len(said) <= LONGEST:
        yield f"{name} {said}"


def _is_simple(value):
    if isinstance(value, dict):
        return all(_is_simple(part) for pair in value.items() for part in pair)
    if type(value) in (tuple, list, frozenset, set):
        return all(map(_is_simple, value))
    return type(value) in SIMPLE


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n")
