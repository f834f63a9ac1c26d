"""The styles of the lab: one scale of sizes, one rhythm."""

import re
from pathlib import Path

import pytest

import asterion.lab

STYLES = sorted(Path(asterion.lab.__file__).parent.rglob("*.css"))
SCALE = {"tiny", "small", "body", "large", "title", "display", "icon"}


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.stem)
def test_all_sizes_of_words_are_of_one_scale(file):
    sizes = set(re.findall(r"font-size: ([^;]+);", file.read_text()))
    assert sizes <= {f"var(--{name})" for name in SCALE} | {"inherit"}


def test_the_sizes_of_the_scale_differ():
    text = next(file for file in STYLES if file.stem == "lab").read_text()
    sizes = [re.search(rf"--{name}: ([\d.]+)rem", text)[1] for name in SCALE]
    assert len(set(sizes)) == len(SCALE)


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.stem)
def test_room_between_things_is_a_multiple_of_four_pixels(file):
    """Except for hairlines of one or two."""
    rooms = re.findall(r"\b(?:gap|padding|margin)(?:-[a-z]+)?: ([^;}]+)", file.read_text())
    pixels = [int(each) for room in rooms for each in re.findall(r"\b(\d+)px", room)]
    assert [each for each in pixels if each > 2 and each % 4] == []


AROUND = {".turn span": ".turn", ".maze-doing": ".maze-runner-head"}  # from which it inherits


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.stem)
def test_words_that_end_in_dots_are_on_one_line_and_cut_off(file):
    """Else browsers leave out the dots, and the words run on."""
    rules = dict(re.findall(r"^(\S[^{}]*) \{([^{}]*)\}", file.read_text(), re.MULTILINE))
    for name, rule in rules.items():
        if "text-overflow: ellipsis" in rule:
            assert "overflow: hidden" in rule, name
            assert "white-space: nowrap" in rules[AROUND.get(name, name)], name
