"""Scenes, films of the start page and pages of plain HTML are what they were.

``*.txt`` has the lines; ``support.scene_lines`` writes them anew after a change.
"""

import pytest

from support import scene_lines


@pytest.mark.parametrize("topic", scene_lines.TOPICS)
def test_what_is_shown_is_what_was_shown(topic):
    assert [*scene_lines.TOPICS[topic]()] == scene_lines.file_of(topic).read_text().splitlines()
