"""Each message that a page may send, and some that it may not: what is answered.

``talks/*.txt`` has the lines; ``support.talks`` writes them anew after a change.
"""

import pytest

from support import talks


@pytest.mark.parametrize("page", talks.TALKS)
def test_a_channel_answers_what_it_did(page):
    assert talks.lines_of(page) == talks.file_of(page).read_text().splitlines()
