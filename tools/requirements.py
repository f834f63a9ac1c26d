"""Keep docs/requirements.md in step with the tests that show each requirement.

python tools/requirements.py [--write] [SPECIFICATION]

The document is a table: an id, our wording, whether it is held, and the tests that carry the id.
Wording and state are written by hand; the tests are filled in from the ``req`` markers (--write),
or compared with them. What is held needs a test; whatever is not held needs a reason. Given the
specification, its ids and the document's must be the same.
"""

import argparse
import ast
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "requirements.md"
CPP_TEST = re.compile(r'TEST_CASE\("([^"]+)" \*\s+doctest::description\("([^"]+)"\)\)')
ROW = re.compile(r"^\| (S\d{3}-\d+a?) \| (.*?) \| (.*?) \|(.*)\|$")
HELD, IN_PART, NOT_HELD, LATER = STATES = ("yes", "in part", "no", "later")


class Row(NamedTuple):
    """A line of the document, without its tests."""

    id: str
    wording: str
    held: str  # a state; ": " and a reason, unless it is "yes"

    @property
    def state(self) -> str:
        """One of ``STATES``, if the row is right."""
        return self.held.partition(":")[0]

    def faults(self, tests: list[str]) -> list[str]:
        """The faults of the row."""
        state, _, reason = self.held.partition(": ")
        if state not in STATES:
            return [f"{self.id} is held {self.held!r}; it must be one of {', '.join(STATES)}"]
        found = []
        if state in (HELD, IN_PART) and not tests:
            found.append(f"{self.id} is held, {state}, and no test carries it")
        if (state == HELD) == bool(reason):
            found.append(f"{self.id} is held {self.held!r}; a reason belongs to all but {HELD!r}")
        return found


def main() -> int:
    """Compare, or write, and print the findings; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="fill in the tests")
    parser.add_argument("specification", nargs="?", type=Path)
    options = parser.parse_args()

    old = DOCUMENT.read_text(encoding="utf-8")
    new, faults = filled_in(old, marked_tests())
    if options.write:
        DOCUMENT.write_text(new, encoding="utf-8")
    elif new != old:
        faults.append("docs/requirements.md is behind the tests: run `make requirements`")
    rows = rows_of(new)
    if options.specification:
        faults += differences({row.id for row in rows}, ids_of(options.specification))
    states = Counter(row.state for row in rows)
    print(f"{len(rows)} requirements:", ", ".join(f"{states[it]} {it}" for it in STATES))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def marked_tests() -> dict[str, list[str]]:
    """For each id the tests that carry it, as ``file::test``."""
    tests: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for each in ids_on(node):
                    tests[each].append(f"{path.relative_to(ROOT / 'tests')}::{node.name}")
    for path in sorted((ROOT / "tests" / "cpp").glob("*.cpp")):
        for name, ids in CPP_TEST.findall(path.read_text(encoding="utf-8")):
            for each in ids.split():
                tests[each].append(f"{path.relative_to(ROOT)}: {name}")
    return tests


def ids_on(test: ast.FunctionDef) -> list[str]:
    """The ids in the ``req`` markers of a test."""
    return [
        str(argument.value)
        for decorator in test.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.req"
        for argument in decorator.args
        if isinstance(argument, ast.Constant)
    ]


def filled_in(document: str, tests: dict[str, list[str]]) -> tuple[str, list[str]]:
    """The document with its last column filled in, and the mismatches."""
    faults, lines, seen = [], [], set()
    for line in document.splitlines():
        if (row := row_of(line)) is None:
            lines.append(line)
            continue
        shown = tests.get(row.id, [])
        faults += row.faults(shown)
        if row.id in seen:
            faults.append(f"{row.id} has two rows")
        seen.add(row.id)
        cell = "<br>".join(f"`{test}`" for test in shown)
        lines.append(f"| {row.id} | {row.wording} | {row.held} | {cell} |")
    faults += [f"{each} is on a test, and has no row" for each in sorted(tests.keys() - seen)]
    return "\n".join(lines) + "\n", faults


def row_of(line: str) -> Row | None:
    """The row of a line of the document; None for any other line."""
    match = ROW.match(line)
    return Row(*match.groups()[:3]) if match else None


def rows_of(document: str) -> list[Row]:
    """All rows."""
    return [row for line in document.splitlines() if (row := row_of(line))]


def differences(ours: set[str], specified: set[str]) -> list[str]:
    """The ids that only the document or only the specification has."""
    return [
        *(f"{each} is not in the specification" for each in sorted(ours - specified)),
        *(f"{each} has no row" for each in sorted(specified - ours)),
    ]


def ids_of(specification: Path) -> set[str]:
    """The ids that a specification defines."""
    return set(re.findall(r"\*\*(S\d{3}-\d+a?)\*\*", specification.read_text(encoding="utf-8")))


if __name__ == "__main__":
    sys.exit(main())
