"""Keeps docs/requirements.md in step with the tests that show each requirement.

python tools/requirements.py [--write] [SPECIFICATION]

The document is a table: an id, our wording, and the tests that carry the id. The wording is written
by hand; the tests are filled in from the ``req`` markers (--write), or compared with them. Given
the specification, ids that it does not have are errors, and those still to come are counted.
"""

import argparse
import ast
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "requirements.md"
CPP_TEST = re.compile(r'TEST_CASE\("([^"]+)" \*\s+doctest::description\("([^"]+)"\)\)')
ROW = re.compile(r"^\| (S\d{3}-\d+a?) \| (.*?) \|(.*)\|$")


def main() -> int:
    """Compares, or writes, and says what it found; the exit status."""
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
    if options.specification:
        specified = ids_of(options.specification)
        ours = listed_ids(new)
        faults += [f"{each} is not in the specification" for each in sorted(ours - specified)]
        print(f"{len(ours)} of {len(specified)} requirements are shown by tests")
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
    for path in sorted((ROOT / "cpp" / "tests").glob("*.cpp")):
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
    """The document with its last column filled in, and what does not fit."""
    faults, lines, seen = [], [], set()
    for line in document.splitlines():
        if row := ROW.match(line):
            each, wording = row[1], row[2]
            seen.add(each)
            if each not in tests:
                faults.append(f"{each} is listed, and no test carries it")
            shown = "<br>".join(f"`{test}`" for test in tests.get(each, []))
            lines.append(f"| {each} | {wording} | {shown} |")
        else:
            lines.append(line)
    faults += [f"{each} is on a test, and has no row" for each in sorted(tests.keys() - seen)]
    return "\n".join(lines) + "\n", faults


def listed_ids(document: str) -> set[str]:
    """The ids that have a row."""
    return {row[1] for line in document.splitlines() if (row := ROW.match(line))}


def ids_of(specification: Path) -> set[str]:
    """The ids that a specification defines."""
    return set(re.findall(r"\*\*(S\d{3}-\d+a?)\*\*", specification.read_text(encoding="utf-8")))


if __name__ == "__main__":
    sys.exit(main())
