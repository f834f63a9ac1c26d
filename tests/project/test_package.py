"""The structure of the package: its layers, its public names, its stub."""

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import asterion as at

ROOT = Path(__file__).parents[2]
PACKAGE = Path(at.__file__).parent


def modules():
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        yield name, path


def test_no_module_hides_a_public_name():
    """A package ``explain`` would shadow ``at.explain`` as soon as it was imported."""
    for name in at.__all__:
        here = PACKAGE / name
        if here.is_dir() or here.with_suffix(".py").is_file():
            assert getattr(at, name).__name__ == f"asterion.{name}"


def test_a_name_that_no_module_has_is_an_error():
    """Also of modules that look names up on demand."""
    asked = [name for name, path in modules() if "\ndef __getattr__(" in path.read_text()]
    assert asked
    for name in asked:
        module = importlib.import_module(f"asterion.{name}".rstrip("."))
        assert not hasattr(module, "no_such_name")
        with pytest.raises(AttributeError, match=f"'{module.__name__}' has no .*'no_such_name'"):
            _ = module.no_such_name


def test_the_package_has_few_modules_at_the_top():
    tracked = {path.name for path in PACKAGE.iterdir() if path.name != "__pycache__"}
    assert len({name for name in tracked if not name.endswith(".so")}) <= 32, sorted(tracked)


def test_the_core_knows_no_python_and_includes_no_layer_above():
    order = [
        "world",
        "open_lists",
        "search",
        "heuristics",
        "query",
        "mesh",
        "abstraction",
        "index",
        "navigate",
        "crowd",
        "goap",
        "tactics",
    ]
    for path in (ROOT / "cpp" / "asterion").rglob("*.hpp"):
        text = path.read_text()
        assert "nanobind" not in text, path
        assert "Python.h" not in text, path
        layer = path.parent.name
        for included in re.findall(r'#include "asterion/(\w+)/', text):
            assert order.index(included) <= order.index(layer), f"{path} includes {included}"


def test_every_public_name_is_there_and_documented():
    assert sorted(at.__all__) == at.__all__
    assert dir(at) == at.__all__
    for name in at.__all__:
        assert getattr(at, name).__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = at.nothing


@pytest.mark.parametrize("extension", ["_core", "_tactics"])
def test_the_stub_is_that_of_the_extension(extension):
    spec = importlib.util.spec_from_file_location("stubs", ROOT / "tools" / "stubs.py")
    stubs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(stubs)
    assert stubs.path_of(extension).read_text() == stubs.stub(extension), "run `make stubs`"


def includes_of(*files):
    """All our headers that the files include, directly or not."""
    found, waiting = set(), list(files)
    while waiting:
        text = (ROOT / "cpp" / waiting.pop()).read_text()
        new = set(re.findall(r'#include "(.+?)"', text)) - found
        found |= new
        waiting += new
    return found


def test_a_change_of_a_search_compiles_no_tactics_and_the_other_way_round():
    build = (ROOT / "CMakeLists.txt").read_text()
    sources = {
        name: re.findall(r"cpp/(bindings/\w+\.cpp)", files)
        for name, files in re.findall(r"asterion_extension\((_\w+)(.*?)\)", build, re.DOTALL)
    }
    assert set(sources) == {"_core", "_tactics"}
    assert not [name for name in includes_of(*sources["_core"]) if "tactics" in name]
    shared = {name for name in includes_of(*sources["_tactics"]) if "tactics" not in name}
    searches = {
        name
        for name in shared
        if name.split("/")[1] in {"search", "heuristics", "query", "navigate"}
    }
    assert searches <= {
        "asterion/query/one_at_a_time.hpp",
        "asterion/search/budget.hpp",
        "asterion/search/observer.hpp",
        "asterion/search/search_run.hpp",
        "asterion/search/state_table.hpp",
        "asterion/search/status.hpp",
    }


def test_only_the_tactics_game_loads_its_extension():
    code = """
import sys
import asterion as at
at.find_path(at.Grid([[1, 1]]), (0, 0), (0, 1))
at.goap.Domain([])
assert "asterion._core" in sys.modules
assert "asterion._tactics" not in sys.modules
from asterion.games.tactics import from_text
assert "asterion._tactics" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_import_brings_in_nothing_heavy():
    code = (
        "import sys, numpy; before = set(sys.modules); import asterion;"
        "print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    new = {name for name in run.stdout.split() if not name.startswith("asterion")}
    of_the_installer = {"atexit", "importlib._abc", "importlib.util"}
    assert new <= {"__future__"} | of_the_installer
    assert "asterion.maps" not in run.stdout


def test_errors_carry_the_name_of_the_package():
    assert at.InvalidValue.__module__ == "asterion"
    assert at.InvalidValue.__mro__[1:3] == (at.AsterionError, ValueError)
    assert issubclass(at.OutsideWorld, IndexError)
    assert issubclass(at.InvalidType, TypeError)
    assert issubclass(at.WorldChanged, RuntimeError)


def test_only_pages_and_the_app_know_the_web_framework():
    """Sessions can be tested, and moved elsewhere, without it."""
    web = {"nicegui", "fastapi", "starlette", "uvicorn"}
    for name, path in modules():
        text = path.read_text(encoding="utf-8")
        if not any(each in text for each in web):
            continue
        roots = {
            (node.module or "").split(".")[0] if isinstance(node, ast.ImportFrom) else alias.name
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        if roots & web:
            assert name.startswith("lab."), name
            page_part = name.rpartition(".")[2] in {"session", "setup", "channel", "payload"}
            assert not (page_part and path.with_name("setup.py").exists()), name
            assert not name.startswith("lab.wire."), name


def test_the_files_of_the_lab_are_in_the_package():
    lab = PACKAGE / "lab"
    imports = [
        (path, target)
        for path in lab.rglob("*.js")
        for target in re.findall(r'from "([^"$]+)"', path.read_text())
    ]
    assert imports
    for path, target in imports:
        under = lab / target.removeprefix("/lab/web/") if target[0] == "/" else path.parent / target
        assert under.is_file(), f"{path} imports {target}"
    assert (lab / "page" / "lab.css").is_file()
