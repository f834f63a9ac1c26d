"""The lab's scripts and styles for a page that is not the lab's: one module, one style sheet.

A notebook takes the script of a widget as one text. So each module that it imports becomes a
function that returns what the module exports, in the order in which browsers would run them.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from asterion.errors import InvalidValue

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:(?:async )?function|class|const) ", re.MULTILINE)
_RE_EXPORT = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_PAIRS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


@cache
def one_module(entry: Path) -> str:
    """A module with all that it imports; it may have a default export, and no others."""
    names: dict[Path, str] = {}
    parts: list[str] = []
    _add(entry.resolve(), names, parts, ())
    return "".join(parts)


def _add(file: Path, names: dict[Path, str], parts: list[str], above: tuple[Path, ...]) -> None:
    """Adds a module after those that it imports, unless it is there."""
    if file in names:
        return
    if file in above:
        raise InvalidValue(f"{file.name} imports itself, by way of {above[-1].name}")
    source = file.read_text(encoding="utf-8")
    for imported in _IMPORT.finditer(source):
        _add((file.parent / imported[2]).resolve(), names, parts, (*above, file))

    def found(imported: re.Match[str]) -> str:
        renamed = imported[1].replace(" as ", ": ")
        return f"const {{{renamed}}} = {names[(file.parent / imported[2]).resolve()]};\n"

    names[file] = f"module{len(names)}"
    body = _IMPORT.sub(found, source)
    if above:
        exported = [name for each in _RE_EXPORT.finditer(body) for name in _listed(each[1])]
        body = _RE_EXPORT.sub("", body)
        exported += [name for each in _EXPORT.finditer(body) for name in _declared(body, each)]
        body = _EXPORT.sub(lambda each: each[0].removeprefix("export "), body)
    else:
        exported = []
        body = body.replace("\nexport default ", "\nconst whole = ")
    if left := _LEFT.search(body):
        raise InvalidValue(f"{file.name} has a line that is not understood: {left[0]}")
    if above:
        returned = f"return {{ {', '.join(exported)} }};"
        parts.append(f"// {file.name}\nconst {names[file]} = (() => {{\n{body}{returned}\n}})();\n")
    else:
        parts.append(f"// {file.name}\n{body}export default whole;\n")


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _declared(source: str, export: re.Match[str]) -> list[str]:
    """The names that a declaration exports: of constants there may be several."""
    first = re.match(r"\w+", source[export.end() :])
    if first is None:
        raise InvalidValue(f"an export without a name: {source[export.start() :][:40]}")
    if not export[0].endswith("const "):
        return [first[0]]
    names, depth, quote = [first[0]], 0, ""
    for at in range(export.end(), len(source)):
        letter = source[at]
        if quote:
            quote = "" if letter == quote and source[at - 1] != "\\" else quote
        elif letter in "\"'`":
            quote = letter
        elif letter == ";" and not depth:
            break
        elif letter == "," and not depth:
            after = re.match(r",\s*(\w+)", source[at:])
            names += [after[1]] if after else []
        depth += 0 if quote else _PAIRS.get(letter, 0)
    return names


@cache
def scoped_styles(files: tuple[Path, ...], scope: str) -> str:
    """Style sheets that hold inside elements of a class; there is said what they say of a page."""
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    inside = re.sub(r"^(?::root|body) \{", "& {", text, flags=re.MULTILINE)
    return f".{scope} {{\n{inside}}}\n"
