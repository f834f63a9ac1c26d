"""Python files of users as modules, which worker processes load again under the same names.

Pickles name classes by module. So the module of a file has one name in all processes, and is found
in ``sys.modules``. Workers get the text of a file, not its name: they may be on another machine,
and the file may have changed since.
"""

from __future__ import annotations

import sys
from pathlib import Path as FilePath
from traceback import walk_tb
from types import ModuleType
from typing import NamedTuple

NAME = "asterion_use"  # of the first file; others are NAME_2, NAME_3, ...


class Source(NamedTuple):
    """A file as it was when it was loaded."""

    file: str
    text: bytes


_used: dict[str, Source] = {}  # by module name


def load(file: str) -> None:
    """Run a file as a module; its exceptions pass through."""
    name = NAME if not _used else f"{NAME}_{len(_used) + 1}"
    source = Source(file, FilePath(file).read_bytes())
    _run(name, source)
    _used[name] = source._replace(file=str(FilePath(file).absolute()))


def used() -> dict[str, Source]:
    """Return the loaded files by module name, for :func:`load_again`."""
    return {**_used}


def load_again(files: dict[str, Source]) -> None:
    """Load, in a worker process, what ``used()`` returned in the one that started it.

    A worker of a cluster may have files of another user, or from an earlier use, under the same
    names: these are replaced, with all that they registered.
    """
    if files == _used:  # after a fork
        return
    forget()
    for name, source in files.items():
        _run(name, source)
        _used[name] = source


def forget() -> None:
    """Drop all files."""
    for name in _used:
        sys.modules.pop(name, None)
    _used.clear()


def is_used(name: str) -> bool:
    """Whether a module of this name comes from such a file."""
    return name == NAME or name.startswith(f"{NAME}_")


def place_of(error: BaseException) -> str:
    """The user's file and line that raised an error; empty if none did."""
    places = [
        f"{frame.f_code.co_filename}, line {line}"
        for frame, line in walk_tb(error.__traceback__)
        if is_used(frame.f_globals.get("__name__", ""))
    ]
    return places[-1] if places else ""


def _run(name: str, source: Source) -> None:
    module = ModuleType(name)
    module.__file__ = source.file
    # Not by importlib, which would write a __pycache__ beside the file.
    code = compile(source.text, source.file, "exec", dont_inherit=True)
    sys.modules[name] = module
    try:
        exec(code, module.__dict__)  # noqa: S102 - that is what the user asked for
    except BaseException:
        del sys.modules[name]
        raise
