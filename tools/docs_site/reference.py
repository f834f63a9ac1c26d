"""The reference: a page for each public name, from its docstring.

docs/reference.md groups the names: a paragraph of nothing but names, such as ```at.Grid`,
`at.View```, becomes a list of links with the first line of each docstring.
"""

import importlib
import inspect
import re
from typing import Any

import asterion

NAMES = re.compile(r"(?<=\n\n)`(?:at|asterion)\.[\w.]+`(?:,\s`(?:at|asterion)\.[\w.]+`)*(?=\n)")
NAME = re.compile(r"`(?:at|asterion)\.([\w.]+)`")
TYPE_ROW = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \|", re.MULTILINE)
FOLDER = "reference"
# Python's own documentation covers the members of every tuple, sequence and exception.
PLAIN = "object, tuple, Exception, Sequence, Mapping, MutableMapping, Protocol, Generic"


def public_names() -> list[str]:
    """All of ``asterion.__all__``."""
    return sorted(asterion.__all__)


def groups(text: str) -> list[list[str]]:
    """The names of each paragraph of names, in order."""
    return [NAME.findall(found[0]) for found in NAMES.finditer(text)]


def types(text: str) -> list[str]:
    """The names that the table of types explains: they have no page."""
    return [name for row in TYPE_ROW.findall(text) for name in re.findall(r"\w+", row)]


def file_name(name: str) -> str:
    """The page of a name, without its suffix.

    Some file systems do not tell ``Survey`` and ``survey`` apart, so a class that has a function
    beside it says that it is one.
    """
    if name[0].isupper() and name.lower() in asterion.__all__:
        return f"{name}-class"
    return name


def page(name: str) -> str:
    """The page of one name, in reStructuredText."""
    thing = _thing(name)
    title = _title(name)
    lines = [title, "=" * len(title), ""]
    if inspect.ismodule(thing):
        lines += [f".. automodule:: asterion.{name}", "   :members:", "   :undoc-members:"]
    elif inspect.isclass(thing):
        lines += [f".. autoclass:: asterion.{name}", "   :members:", "   :undoc-members:"]
        lines += [f"   :inherited-members: {PLAIN}"]
    else:
        lines += [f".. autofunction:: asterion.{name}"]
    return "\n".join([*lines, ""])


def with_summaries(text: str) -> str:
    """The page of all names, with a list in the place of each paragraph of names."""
    return NAMES.sub(lambda found: "\n".join(map(_item, NAME.findall(found[0]))), text)


def summary(thing: Any) -> str:
    """The first sentence of a docstring, as Markdown."""
    first = (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ")
    return re.sub(r":\w+:`~?([^`]+)`", r"`\1`", first).replace("``", "`")


def _item(name: str) -> str:
    """A line of the list: the name, with a link to its page, and its summary."""
    return f"- [`{_title(name)}`]({FOLDER}/{file_name(name)}.rst): {summary(_thing(name))}"


def _title(name: str) -> str:
    """A name as users write it."""
    return f"asterion.{name}" if "." in name else f"at.{name}"


def _thing(name: str) -> Any:
    """Find an object by name, in the package or in a module of it."""
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(f"asterion.{module}") if module else asterion, last)
