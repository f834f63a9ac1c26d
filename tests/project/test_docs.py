"""The drawings, commands and links in the docs are as they should be."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import asterion as at

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "algorithms"
DOCS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
TIMES = r"\d+(\.\d+)? (us|ms|microseconds)|\"seconds\": [\d.e-]+|─+"


@pytest.mark.parametrize(("name", "kind"), [(info.name, info.kind) for info in at.algorithms()])
def test_every_algorithm_has_a_page_with_its_own_drawing(name, kind):
    page = (PAGES / f"{name}.md").read_text()
    command = [sys.executable, PAGES / "draw.py", name, *["navigator"][: kind == "navigator"]]
    drawn = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert drawn.strip()
    assert drawn.strip() in page
    for section in ("Guarantee", "Complexity", "When not to use it", "Source"):
        assert re.search(rf"^#+ {section}", page, re.MULTILINE), section


def without_times(text):
    """Words alone: times differ from run to run, and columns are as wide as the times in them."""
    return re.sub(TIMES, "", text).split()


@pytest.mark.parametrize("page", DOCS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)]+)\)", text):
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        if anchor:
            heads = re.findall(r"^#+ (.*)$", target.read_text(), re.MULTILINE)
            names = [re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads]
            assert anchor in names, link


@pytest.mark.parametrize("page", DOCS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_says_what_the_page_shows(page, tmp_path):
    blocks = re.findall(r"```(\w*)\n(.*?)```", page.read_text(), re.DOTALL)
    commands = [re.findall(r"^asterion (.*)$", body, re.MULTILINE) for _, body in blocks]
    for number, (language, _) in enumerate(blocks):
        if language != "sh" or not commands[number]:
            continue
        said = ""
        for command in commands[number]:
            words = [sys.executable, "-m", "asterion", *command.split()]
            run = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)
            said += run.stdout + run.stderr
            assert run.returncode == (2 if run.stderr else 0), command
            assert "Traceback" not in run.stderr
        shown = blocks[number + 1][1] if number + 1 < len(blocks) else ""
        if page.name == "tutorial.md":  # other pages show the drawings of draw.py
            assert without_times(said) == without_times(shown)
