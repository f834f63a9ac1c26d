"""The types for users."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from asterion.search import registry

PROGRAM = Path(__file__).parents[1] / "typing" / "user_program.py"

# Findings of stubtest in every nanobind extension: its functions and classes are types of
# its own, which cannot be inspected.
OF_NANOBIND = re.compile(
    r"disjoint base|metaclass differs|is not a function"
    r"|(__nb_enum__|__class_getitem__) is not present"
    r"|\.__init__ is inconsistent, stub does not have \*args"
    r"|stub is a staticmethod but runtime is not"
)


def test_the_typed_program_of_a_user_runs(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    runpy.run_path(str(PROGRAM), run_name="__main__")


@pytest.mark.slow
@pytest.mark.parametrize("checker", [("mypy", "--strict"), ("pyright",)], ids=lambda each: each[0])
def test_type_checkers_accept_the_program_and_report_its_mistakes(checker):
    command = [sys.executable, "-m", *checker, str(PROGRAM)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def faults(*modules):
    """The findings of stubtest in modules, without those that every extension has."""
    command = [sys.executable, "-m", "mypy.stubtest", "--concise", *modules]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in run.stdout.splitlines() if line]
    assert lines, run.stderr
    return [line for line in lines if not OF_NANOBIND.search(line)]


@pytest.mark.slow
def test_stubs_of_the_extensions_have_what_the_extensions_have():
    assert faults("asterion._core", "asterion._tactics") == []
