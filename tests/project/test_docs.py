"""The drawings, commands and links in the docs are correct."""

import ast
import doctest
import re
import runpy
import unicodedata
from pathlib import Path

import pytest
from PIL import Image

import asterion as at
from support import commands

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "algorithms"
BUILT_IN = [info for info in at.algorithms() if info.factory is None]
DRAW = runpy.run_path(str(PAGES / "draw.py"))
FOLDERS = ("*.md", "docs/**/*.md", "examples/**/*.md", "results/*.md")
DOCS = sorted(page for pattern in FOLDERS for page in ROOT.glob(pattern))
STUBS = ROOT.glob("src/asterion/_*.pyi")
TIMES = r"\d+(\.\d+)? (us|ms|microseconds)|\"seconds\": [\d.e-]+|─+"


@pytest.mark.parametrize(("name", "kind"), [(info.name, info.kind) for info in BUILT_IN])
def test_every_algorithm_has_a_page_with_its_own_drawing(name, kind):
    page = DRAW["page_of"](name).read_text()
    drawn = DRAW["DRAWINGS"][kind](name)
    assert drawn
    assert drawn in page
    for section in ("Guarantee", "Complexity", "When not to use it", "Source"):
        assert re.search(rf"^#+ {section}", page, re.MULTILINE), section


def source_of(name):
    """The words of the last section of a page, without accents."""
    section = DRAW["page_of"](name).read_text().rpartition("# Source")[2]
    if same := re.search(r"As \[`([a-z-]+)`\]", section):
        return source_of(same[1])
    plain = unicodedata.normalize("NFKD", section).encode("ascii", "ignore").decode()
    return re.findall(r"\w+", plain.lower())


@pytest.mark.parametrize("info", BUILT_IN, ids=lambda info: f"{info.kind} {info.name}")
def test_the_registry_names_the_source_of_the_page(info):
    """Every word of it, in order; the page may say more, such as the volume."""
    rest = iter(source_of(info.name))
    words = [word for word in re.findall(r"\w+", info.paper.lower()) if word != "in"]
    assert [word for word in words if word not in rest] == []


def without_times(text):
    """Words alone: times differ from run to run, and columns are as wide as the times in them."""
    return re.sub(TIMES, "", text).split()


@pytest.mark.parametrize("page", DOCS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)]+)\)", text):
        if link.startswith(("https://", "http://127.0.0.1:8642/")):
            continue  # of the lab: tests/lab/maps/test_scenes.py
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        if anchor:
            heads = re.findall(r"^#+ (.*)$", target.read_text(), re.MULTILINE)
            names = [re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads]
            assert anchor in names, link


COMMANDS = re.compile(r"```sh\n((?:asterion .*\n)+)```\n(?:\n```\n(.*?)```)?", re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("page", DOCS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_says_what_the_page_shows(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    drawn = page.parent == PAGES  # its answers are compared above
    for shown, answer in COMMANDS.findall(page.read_text()):
        if "asterion experiment" in shown:
            continue  # takes minutes: tests/experiments
        said = ""
        for line in shown.splitlines():
            piped = None
            for command in line.split("|"):
                result = commands.run(*command.split()[1:], stdin=piped)
                assert result.exit_code == (2 if result.stderr else 0), (command, result.stderr)
                piped = result.stdout
            said += piped + result.stderr
        if answer and not drawn:
            assert without_times(said) == without_times(answer)


def test_the_animation_of_the_readme_is_small_and_moves():
    path = ROOT / "docs" / "pictures" / "lab.gif"
    assert path.stat().st_size < 500_000  # it is the first thing that is loaded
    with Image.open(path) as picture:
        assert picture.n_frames > 50
        assert picture.width >= 900


def documented_in_c():
    """The docstrings with examples of what is bound in C++, from the stubs."""
    kinds = ast.ClassDef | ast.FunctionDef
    for file in STUBS:
        for node in ast.walk(ast.parse(file.read_text())):
            text = ast.get_docstring(node) if isinstance(node, kinds) else None
            if text and ">>>" in text:
                yield pytest.param(text, id=node.name)


@pytest.mark.parametrize("text", [*documented_in_c()])
def test_examples_of_what_is_bound_in_c_run(text):
    example = doctest.DocTestParser().get_doctest(text, {}, "docstring", None, 0)
    said = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert said == []
