"""The board's script and styles for a notebook, each as one text.

Relative imports lead nowhere in a notebook. So the script holds the lab's modules as they are, and
a loader that makes a blob of each: a browser imports blobs like files. The hosts of anywidget load
the script itself as a blob too, so that is allowed; nothing is built, nothing is fetched.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from asterion.lab.page.modules import IMPORT, modules_of

PACKAGE = Path(__file__).parents[1]
# In MODULES each comes after its imports, whose names stand for their addresses.
_LOADER = """\
const urls = {};
for (const [name, source] of MODULES) {
  const linked = source.replace(/"asterion:(.+?)"/g, (_, other) => `"${urls[other]}"`);
  const parts = [linked, `//# sourceURL=asterion/${name}`];
  urls[name] = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
}
const board = await import(urls[ENTRY]);
Object.values(urls).forEach((url) => URL.revokeObjectURL(url));
export default board.default;
"""


@cache
def script_of(entry: Path) -> str:
    """Return a module of the package with all that it imports, as one module."""

    def name_of(file: Path) -> str:
        return file.resolve().relative_to(PACKAGE).as_posix()

    def named(file: Path) -> str:
        def of(path: re.Match[str]) -> str:
            return f'"asterion:{name_of(file.parent / path[1])}"'

        return IMPORT.sub(of, file.read_text(encoding="utf-8"))

    names = {
        "MODULES": [(name_of(file), named(file)) for file in modules_of(entry)],
        "ENTRY": name_of(entry),
    }
    return "".join(f"const {name} = {json.dumps(names[name])};\n" for name in names) + _LOADER


@cache
def scoped_styles(files: tuple[Path, ...], scope: str) -> str:
    """Return style sheets that apply inside elements of a class, and to these instead of a page."""
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    inside = re.sub(r"^(?::root|body) \{", "& {", text, flags=re.MULTILINE)
    return f".{scope} {{\n{inside}}}\n"
