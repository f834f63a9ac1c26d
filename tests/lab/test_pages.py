"""Each control of each page, used once: what is said, set up, called and shown afterwards.

``pages/*.txt`` has the lines; ``support.page_scripts`` writes them anew after a change.
"""

import pytest

from support import page_scripts


@pytest.mark.parametrize("page", page_scripts.PAGES)
def test_every_control_does_what_it_did(page):
    assert page_scripts.script(page) == page_scripts.file_of(page).read_text().splitlines()
