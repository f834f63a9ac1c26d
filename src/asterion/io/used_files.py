"""Python files of users as modules, which worker processes load again under the same names.

What is pickled is named by its module. So the module of a file has one name in all processes, and
is found in ``sys.modules``.
"""

from __future__ import annotations

import sys
from pathlib import Path as FilePath
from types import ModuleType

NAME = "asterion_use"  # of the first file; others are NAME_2, NAME_3, ...

_used: dict[str, str] = {}  # file by module name


def load(file: str) -> None:
    """Runs a file as a module. What it raises is raised."""
    name = NAME if not _used else f"{NAME}_{len(_used) + 1}"
    _run(name, file)
    _used[name] = str(FilePath(file).absolute())


def used() -> dict[str, str]:
    """The files that were loaded, by module name: what :func:`load_again` needs."""
    return {**_used}


def load_again(files: dict[str, str]) -> None:
    """Loads, in a worker process, what ``used()`` returned in the one that started it."""
    for name, file in files.items():
        if name not in sys.modules:  # a fork has them already
            _run(name, file)
        _used[name] = file


def forget() -> None:
    """Ends the use of all files."""
    for name in _used:
        sys.modules.pop(name, None)
    _used.clear()


def is_used(name: str) -> bool:
    """Whether a module of this name comes from such a file."""
    return name == NAME or name.startswith(f"{NAME}_")


def _run(name: str, file: str) -> None:
    module = ModuleType(name)
    module.__file__ = file
    # Not by importlib, which would write a __pycache__ beside the file.
    code = compile(FilePath(file).read_bytes(), file, "exec", dont_inherit=True)
    sys.modules[name] = module
    try:
        exec(code, module.__dict__)  # noqa: S102 - that is what the user asked for
    except BaseException:
        del sys.modules[name]
        raise
