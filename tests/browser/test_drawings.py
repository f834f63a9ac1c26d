"""What the lab draws, says and sends, call by call, without a server.

``drawings/*.js`` are the scenes; ``drawings/*.txt`` what each of them draws: shapes, colours and
places, one line a call. ``support.drawings`` writes them anew after a change.
"""

import pytest

from support import drawings


@pytest.fixture(scope="module")
def drawn(chromium):
    """The scenes of a topic, drawn once."""
    context = chromium.new_context()
    known = {}

    def of(topic):
        if topic not in known:
            known[topic] = {}  # of one that never ends: it is not tried again for each scene
            known[topic] = drawings.drawn(context, topic)
        return known[topic]

    yield of
    context.close()


@pytest.mark.parametrize("topic", drawings.topics())
def test_every_scene_has_its_lines(drawn, topic):
    assert list(drawn(topic)) == list(drawings.expected(topic))


@pytest.mark.parametrize("topic", drawings.topics())
def test_no_scene_ends_in_an_error(topic):
    lines = [line for lines in drawings.expected(topic).values() for line in lines]
    assert [line for line in lines if "Error: " in line] == []


@pytest.mark.parametrize(
    ("topic", "scene"),
    [(topic, scene) for topic in drawings.topics() for scene in drawings.expected(topic)],
)
def test_a_scene_is_drawn_as_it_was_reviewed(drawn, topic, scene):
    assert drawn(topic).get(scene) == drawings.expected(topic)[scene]
