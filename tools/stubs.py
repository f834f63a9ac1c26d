"""Write ``_core.pyi`` and ``_tactics.pyi``, the types of the C++ extensions, from the build.

python tools/stubs.py        (or ``make stubs``, after a change of the bindings)
"""

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

from nanobind.stubgen import StubGen

EXTENSIONS = ("_core", "_tactics")
# Paths are generic over their nodes, which the generator cannot express.
GENERIC = {
    "from typing import Annotated, Any, overload": """\
from typing import Annotated, Any, Generic, SupportsIndex, overload

from typing_extensions import TypeVar""",
    "class AsterionError(": """\
_NodeT = TypeVar("_NodeT", default=Any)

class AsterionError(""",
    "class Path:": "class Path(Generic[_NodeT]):",
    "def nodes(self) -> list[Any]:": "def nodes(self) -> list[_NodeT]:",
    "    def __getitem__(self, i: int | slice, /) -> Any: ...": """\
    @overload
    def __getitem__(self, i: SupportsIndex, /) -> _NodeT: ...
    @overload
    def __getitem__(self, i: slice, /) -> list[_NodeT]: ...""",
    "def __iter__(self) -> Iterator[Any]:": "def __iter__(self) -> Iterator[_NodeT]:",
}
PACKAGE = Path(__file__).parents[1] / "src" / "asterion"


def path_of(name: str) -> Path:
    """The file of an extension's stub."""
    return PACKAGE / f"{name}.pyi"


def stub(name: str) -> str:
    """The stub of an extension as it is built now."""
    module = importlib.import_module(f"asterion.{name}")
    generator = StubGen(module, quiet=True)
    generator.put(module)
    # As in typeshed, no blank lines between members without a body.
    text = re.sub(r"((?:: \.\.\.| = \d+)\n)\n(?= |def )", r"\1", str(generator.get()))
    return _with_generic_paths(_with_errors(module, text)) if name == "_core" else text


def _with_generic_paths(text: str) -> str:
    for plain, generic in GENERIC.items():
        if text.count(plain) != 1:
            raise SystemExit(f"the stub has no {plain!r}; tools/stubs.py needs a look")
        text = text.replace(plain, generic)
    return text


def _with_errors(core: ModuleType, text: str) -> str:
    """The errors carry the name of the package, so the generator would import them from there."""
    imported = re.search(r"from asterion import \(.*?\)\n", text, re.DOTALL)
    if imported is None:
        raise SystemExit("the stub no longer imports its errors; tools/stubs.py needs a look")
    names = re.findall(r"as (\w+)", imported.group())
    classes = "\n".join(_class_line(getattr(core, name)) for name in sorted(names))
    return text.replace(imported.group(), classes + "\n")


def _class_line(error: type) -> str:
    bases = ", ".join(base.__name__ for base in error.__bases__)
    return f"class {error.__name__}({bases}): ..."


if __name__ == "__main__":
    for extension in EXTENSIONS:
        path_of(extension).write_text(stub(extension), encoding="utf-8")
        sys.stdout.write(f"wrote {path_of(extension).name}\n")
