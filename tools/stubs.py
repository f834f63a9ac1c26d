"""Writes ``_core.pyi``, the types of the C++ core, from the built module.

python tools/stubs.py        (or ``make stubs``, after a change of the bindings)
"""

import importlib
import re
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

STUB = Path(__file__).parents[1] / "src" / "asterion" / "_core.pyi"


def stub() -> str:
    """The stub of the module as it is built now."""
    module = importlib.import_module("asterion._core")
    generator = StubGen(module, quiet=True)
    generator.put(module)
    text = str(generator.get())
    # The errors carry the name of the package, so the generator would import them from there.
    imported = re.search(r"from asterion import \(.*?\)\n", text, re.DOTALL)
    if imported is None:
        raise SystemExit("the stub no longer imports its errors; tools/stubs.py needs a look")
    names = re.findall(r"as (\w+)", imported.group())
    classes = "\n".join(_class_line(getattr(module, name)) for name in sorted(names))
    return text.replace(imported.group(), classes + "\n")


def _class_line(error: type) -> str:
    bases = ", ".join(base.__name__ for base in error.__bases__)
    return f"class {error.__name__}({bases}): ..."


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
    sys.stdout.write(f"wrote {STUB.name}\n")
