"""Every search, agent, prepared map and computer player goes the way that it went.

``efforts/*.txt`` has the lines; ``support.efforts`` writes them anew after a change.
"""

import pytest

from support import efforts


@pytest.mark.parametrize("topic", efforts.TOPICS)
def test_the_same_path_is_found_with_the_same_effort(topic):
    assert [*efforts.TOPICS[topic]()] == efforts.file_of(topic).read_text().splitlines()
