"""Versions of other packages: requirements, advice in messages, and exclusions."""

import ast
import pickle
import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

from asterion.errors import OPTIONAL, MissingPackage, missing

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def test_messages_advise_what_the_extras_ask_for():
    extras = ("cli", "cluster", "lab", "notebook", "parquet", "plot", "tiled")
    asked = {need for extra in extras for need in EXTRAS[extra]} - {"asterion[cli]"}
    assert {*OPTIONAL.values()} == asked
    assert all(OPTIONAL[name].startswith(name) for name in OPTIONAL)
    assert asked - {*EXTRAS["dev"]} == {*EXTRAS["cli"]}  # which dev names as asterion[cli]


def test_a_missing_package_is_an_import_error_with_advice():
    error = pickle.loads(pickle.dumps(missing("it", "nicegui", "rich")))
    assert isinstance(error, MissingPackage)
    assert isinstance(error, ImportError)
    assert str(error) == "it needs NiceGUI and Rich: pip install 'nicegui>=3.18,<4' 'rich>=13.9'"


def test_typer_brings_its_own_click():
    """Earlier ones take any Click, and fail with some. `make lowest` tests the oldest allowed."""
    assert not [need for need in requires("typer") if need.startswith("click")]


def test_no_message_advises_to_install_asterion_from_an_index():
    """It is on none: from there pip would install something else, or nothing."""
    for path in (ROOT / "src").rglob("*.py"):
        assert "install 'asterion[" not in path.read_text(), path
        assert 'install "asterion[' not in path.read_text(), path


def test_times_have_units():
    """Those without are deprecated since NumPy 2.5, and warnings are errors here."""
    for path in [
        file for room in ("src", "tests", "tools") for file in (ROOT / room).rglob("*.py")
    ]:
        text = path.read_text(encoding="utf-8")
        if not re.search(r"(datetime|timedelta)64\(", text):
            continue
        for node in ast.walk(ast.parse(text)):
            name = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
            if name in {"datetime64", "timedelta64"}:
                assert len(node.args) == 2, f"{path}:{node.lineno}"
