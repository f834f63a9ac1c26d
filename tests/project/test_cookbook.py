"""The cookbook: each task has a page with code and a picture of it, two clicks from the README."""

import re
import runpy
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
COOKBOOK = ROOT / "docs" / "cookbook"
DRAW = runpy.run_path(str(COOKBOOK / "draw.py"))
PAGES = sorted(path.stem for path in COOKBOOK.glob("*.md") if path.stem != "index")


def test_every_task_is_two_clicks_from_the_readme():
    first_screen = "".join((ROOT / "README.md").read_text().splitlines(keepends=True)[:40])
    assert "(docs/cookbook/index.md)" in first_screen
    assert "(cookbook/index.md)" in (ROOT / "docs" / "index.md").read_text()
    index = (COOKBOOK / "index.md").read_text()
    linked = re.findall(r"^- \[.+?\]\(([\w-]+)\.md\)", index, re.MULTILINE)
    assert sorted(linked) == PAGES


def test_every_page_has_a_drawing():
    assert sorted(DRAW["PICTURES"]) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_code_and_a_picture_and_a_few_words(page):
    text = (COOKBOOK / f"{page}.md").read_text()
    assert max(map(len, text.splitlines())) <= 100
    assert text.index("](") < text.index("```python") < text.index("\nMore: ")
    (alt, file) = re.search(r"!\[([^]]+)\]\((.+?)\)", text).groups()
    assert len(alt) > 20
    with Image.open(COOKBOOK / file) as picture:
        assert file == f"{page}.png"
        assert max(picture.size) <= 600
    assert (COOKBOOK / file).stat().st_size < 60_000


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_picture_is_drawn_from_the_code_of_the_page(page, tmp_path):
    figure = DRAW["PICTURES"][page](DRAW["variables_of"](page))
    figure.savefig(tmp_path / "picture.png", dpi=DRAW["DPI"])
    with (
        Image.open(tmp_path / "picture.png") as drawn,
        Image.open(COOKBOOK / f"{page}.png") as kept,
    ):
        assert drawn.size == kept.size
