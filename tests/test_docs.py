"""The drawings in the docs are what the searches really do."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import asterion as at

PAGES = Path(__file__).parents[1] / "docs" / "algorithms"


@pytest.mark.parametrize("name", [info.name for info in at.algorithms()])
def test_every_algorithm_has_a_page_with_its_own_drawing(name):
    page = (PAGES / f"{name}.md").read_text()
    command = [sys.executable, PAGES / "draw.py", name]
    drawn = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert drawn.strip()
    assert drawn.strip() in page
    for section in ("Guarantee", "Complexity", "When not to use it", "Source"):
        assert re.search(rf"^#+ {section}", page, re.MULTILINE), section
