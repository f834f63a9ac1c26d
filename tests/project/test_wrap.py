"""Prose is at most 100 columns wide, and to wrap it changes nothing that it says."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WRAP = runpy.run_path(str(ROOT / "tools" / "wrap.py"))
PAGES = sorted(page for pattern in WRAP["PAGES"] for page in ROOT.glob(pattern))
wrapped, wide_lines = WRAP["wrapped"], WRAP["wide_lines"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_prose_is_too_wide(page):
    assert wide_lines(page.read_text()) == []


@pytest.mark.parametrize(
    "line",
    [
        "one " * 40 + "end",
        "- " + "one " * 40 + "end",
        "  12. " + "one " * 40 + "end",
        "one " * 22 + "`code that is not broken`, " * 3,
        "one " * 24 + "- two 3. three | four # five",
        "a " * 49 + "- b",
    ],
)
def test_long_prose_is_broken_between_words_alone(line):
    text = f"# Title\n\n{line.rstrip()}\n\nNext.\n"
    (number,) = wide_lines(text) if max(map(len, text.splitlines())) > 100 else [3]
    assert number == 3
    new = wrapped(text)
    assert new.split() == text.split()
    lines = new.splitlines()
    assert max(map(len, lines)) <= 100
    assert all(line.count("`") % 2 == 0 for line in lines)
    indent = len(re.match(r" *([-*] |\d+\. )?", line)[0])
    for later in lines[3:-2]:
        assert later[:indent].isspace() or not indent
        assert re.match(r"\w|`", later[indent:])  # no list, heading or table begins there
    assert wrapped(new) == new


@pytest.mark.parametrize(
    "text",
    [
        "```\n" + "code " * 30 + "\n```\n",
        "| " + "cell " * 30 + "|\n",
        "# " + "head " * 30 + "\n",
        "short\nlines\n",
        "Code:\n\n    one line\n    " + "another " * 20 + "\n",
        "a" * 120 + "\n",
        "```python\n>>> " + "code " * 30 + "\n```\n",
    ],
)
def test_what_cannot_be_broken_or_is_narrow_stays(text):
    assert wrapped(text) == text
    assert wide_lines(text) == []
