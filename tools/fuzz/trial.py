"""Inputs tried one after the other in this process, and the report of findings."""

from __future__ import annotations

import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterable, MutableSequence
from math import inf
from pathlib import Path
from typing import Any

from asterion.search import registry
from fuzz.input import Fuzz
from fuzz.kinds import KINDS
from fuzz.text import call_text
from fuzz.values import Planted
from fuzz.verdict import Finding

NUMBER, DONE, REFUSED, FOUND, END = range(5)  # what a process shares with its watcher


def run(
    seed: int,
    numbers: Iterable[int],
    counts: MutableSequence[int],
    *,
    keep_going: bool = False,
    aloud: bool = False,
    deadline: float = inf,
) -> None:
    """Try inputs, and print findings, the same fault only once."""
    reported: set[str] = set()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(action="error"):
        for number in numbers:
            counts[NUMBER] = number
            refused, text = try_input(Fuzz(seed, number, Path(folder), aloud=aloud))
            counts[DONE] += 1
            counts[REFUSED] += refused
            counts[FOUND] += bool(text)
            head = text.partition("\n")[0]
            if text and head not in reported:
                reported.add(head)
                print(f"{text}    again: {again(seed, number)}\n", flush=True)
            if (text and not keep_going) or counts[END] or time.monotonic() > deadline:
                return


def try_input(f: Fuzz) -> tuple[bool, str]:
    """Whether an input was rejected, and the report of a finding, if any."""
    kind = f.choices([*KINDS], [*KINDS.values()])[0]
    known = dict(registry._REGISTRY)  # noqa: SLF001
    hidden: list[Any] = []  # errors that Python can only print, as in a destructor
    before, sys.unraisablehook = sys.unraisablehook, hidden.append
    try:
        kind(f)
    except (Exception, Planted) as error:  # noqa: BLE001 - all that a kind does not expect
        return True, report(f, kind.__name__, error)
    finally:
        sys.unraisablehook = before
        f.search = f.raised = None  # reference cycles through the core, which Python cannot collect
        f.calls.clear()
        registry._REGISTRY.clear()  # noqa: SLF001
        registry._REGISTRY.update(known)  # noqa: SLF001
    if hidden:
        return True, report(f, f"{kind.__name__}, which cannot be caught", hidden[0].exc_value)
    return f.refused, ""


def report(f: Fuzz, kind: str, error: BaseException) -> str:
    """All about a finding. Its first line is the same for the same fault."""
    cause = error.__cause__ or error
    frame = traceback.extract_tb(cause.__traceback__)[-1]
    what = str(error) if isinstance(error, Finding) else "unexpected"
    place = f"{type(cause).__name__} at {Path(frame.filename).name}:{frame.lineno}"
    calls = "\n".join(f"    {call_text(*call)}" for call in f.calls)
    trace = "".join(traceback.format_exception(cause))
    return f"FINDING {kind}: {what}; {place}\n{calls}\n{trace}"


def again(seed: int, number: int) -> str:
    """The command that repeats an input."""
    return f"python tools/fuzz --seed {seed} --only {number}"
