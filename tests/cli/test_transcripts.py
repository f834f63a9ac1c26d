"""Every command says what it said: its options, its results, and what it refuses.

``transcripts/*.txt`` has the lines; ``support.transcripts`` writes them anew after a change.
"""

import pytest

from support import transcripts


@pytest.mark.parametrize("topic", transcripts.TOPICS)
def test_a_command_prints_what_it_did(topic):
    assert transcripts.lines_of(topic) == transcripts.file_of(topic).read_text().splitlines()


def test_the_options_of_every_command_are_what_they_were():
    assert transcripts.options() == transcripts.file_of("options").read_text().splitlines()
