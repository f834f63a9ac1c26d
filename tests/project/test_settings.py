"""A default or a constant changes on purpose only.

``settings.txt`` has them; ``support.settings`` writes them anew after a change.
"""

from support import settings


def test_defaults_and_constants_are_what_they_were():
    assert settings.lines() == settings.FILE.read_text().splitlines()
