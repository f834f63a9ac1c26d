"""The tests that could catch a fault, in the order in which they are asked."""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from functools import cache
from pathlib import PurePath

from coverage import CoverageData

from faults.fault import Fault
from faults.record import RECORD
from faults.tree import TREE, modules

# They read the sources: no lines are run.
OF_DEFAULTS = "tests/project/test_settings.py::test_defaults_and_constants_are_what_they_were"
OF_MESSAGES = "tests/project/test_messages.py::test_every_message_is_told"
FEW = 2  # tests: the line may be run once, by an import, and what it makes be used by others
MINIMUM = 0.01  # seconds: what it takes to set up any test


class Judges:
    """Reads what ``record`` has written: later runs replace what earlier ones say of a test."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.runs: list[tuple[CoverageData, set[str]]] = []
        folders = sorted(RECORD.glob("*/tests.json"), reverse=True)
        seen: set[str] = set()
        for file in folders:
            tests = json.loads(file.read_text())
            fresh = {name for name in tests if name not in seen}
            seen.update(fresh)
            passed = {name for name in fresh if tests[name][1] == "passed"}
            self.seconds.update({name: tests[name][0] + MINIMUM for name in passed})
            lines = CoverageData(str(file.parent / "lines"))
            lines.read()
            self.runs.append((lines, passed))

    @cache  # noqa: B019 - there is one, for the whole run
    def tests_of_lines(self, path: str) -> dict[int, set[str]]:
        """Of each line of a module, the tests that run it."""
        found: dict[int, set[str]] = defaultdict(set)
        for lines, passed in self.runs:
            for line, contexts in lines.contexts_by_lineno(str(TREE / path)).items():
                for context in contexts:
                    # In a process that a test has started, its name is the first of two.
                    found[line].update({context.split("|")[0]} & passed)
        return found

    def of(self, fault: Fault) -> list[str]:
        """The nearest first, of those the fastest."""
        lines = self.tests_of_lines(fault.path)
        source = (TREE / fault.path).read_bytes()
        body = _function_at(source, fault)
        if body is not None:
            first, last = _statement_at(body, fault.line)
            chosen = set().union(*(lines.get(line, set()) for line in range(first, last + 1)))
            if not chosen:  # as for an else, which is not run itself
                end = body[-1].end_lineno or 0
                chosen = set().union(*(lines.get(n, set()) for n in range(fault.line, end + 1)))
            if len(chosen) <= FEW:
                chosen |= self.of_names(fault, source)
            if fault.kind == "a word is missing":
                chosen |= {OF_MESSAGES} & self.seconds.keys()
        else:
            chosen = self.of_names(fault, source) | ({OF_DEFAULTS} & self.seconds.keys())
        return sorted(chosen, key=lambda test: (_distance(fault, test), self.seconds[test], test))

    def of_names(self, fault: Fault, source: bytes) -> set[str]:
        """For what is run by an import: the tests of all that has its names, and of its module."""
        names = _names_at(source, fault)
        chosen = _inside_functions(source, self.tests_of_lines(fault.path))
        for path in modules():
            mentioned = _lines_with(path) if names else {}
            tests = self.tests_of_lines(path) if any(n in mentioned for n in names) else {}
            for name in names:
                for line in mentioned.get(name, ()):
                    chosen |= tests.get(line, set())
        room = "/".join(PurePath(fault.path).parent.parts[2:]) or "tests"
        chosen |= {test for test in self.seconds if test.startswith(f"tests/{room}/")}
        return chosen


def _distance(fault: Fault, test: str) -> int:
    """0 for tests of the module's own name or doctests in it, 1 for its room, 2 for others."""
    path = PurePath(fault.path)
    if (
        test in (OF_DEFAULTS, OF_MESSAGES)
        or test.startswith(fault.path)
        or f"test_{path.stem}" in test.split("::", maxsplit=1)[0]
    ):
        return 0
    folder = "/".join(path.parent.parts[2:])
    return 1 if folder and test.startswith(f"tests/{folder}") else 2


def _function_at(source: bytes, fault: Fault) -> list[ast.stmt] | None:
    """The body of the innermost function around, if the fault is not run by the import."""
    inside: list[ast.stmt] | None = None
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first, last = node.body[0].lineno, node.end_lineno or 0
            if first <= fault.line <= last:  # inner functions come later
                inside = node.body
    return inside


def _statement_at(body: list[ast.stmt], line: int) -> tuple[int, int]:
    """The lines of the smallest statement around: of a compound one, only those of its head."""
    best = (line, line)
    for outer in body:
        for node in ast.walk(outer):
            if not isinstance(node, ast.stmt) or not node.lineno <= line <= (node.end_lineno or 0):
                continue
            inner = getattr(node, "body", None)
            end = inner[0].lineno - 1 if inner else node.end_lineno or 0
            best = (node.lineno, max(end, node.lineno)) if line <= end else (line, line)
    return best


def _names_at(source: bytes, fault: Fault) -> set[str]:
    """What is defined there: constants, fields, the function whose default or decorator it is."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt) or not node.lineno <= fault.line <= (
            node.end_lineno or 0
        ):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                names.update(n.id for n in ast.walk(target) if isinstance(n, ast.Name))
    return names


@cache
def _lines_with(path: str) -> dict[str, set[int]]:
    """Of each name in the functions of a module, the lines where it stands."""
    found: dict[str, set[int]] = defaultdict(set)
    for function in ast.walk(ast.parse((TREE / path).read_bytes())):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for statement in function.body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    found[node.id].add(node.lineno)
                elif isinstance(node, ast.Attribute):
                    found[node.attr].add(node.lineno)
                elif isinstance(node, ast.keyword) and node.arg:
                    found[node.arg].add(node.value.lineno)
    return found


def _inside_functions(source: bytes, lines: dict[int, set[str]]) -> set[str]:
    """The tests that run any function of the module."""
    chosen: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1):
                chosen |= lines.get(line, set())
    return chosen
