"""The speed on every page: a duration, from half to eight times."""

import pytest
from playwright.sync_api import expect

from support.boards import Boards

# For each page, the named duration and its seconds at speed 1.
PAGES = {
    "/playground": ("the whole search", 4),
    "/terrain": ("a move", 8 / (51 + 41)),
    "/crowds": ("a tick", 10 / (24 + 54)),
}


def words(what, seconds, factor):
    return f"{factor:g}\u00d7, {what} in {float(f'{seconds / factor:.2g}'):g} s"


@pytest.mark.parametrize("path", PAGES)
def test_the_speed_is_a_duration_from_half_to_eight_times(open_tab, path):
    tab = open_tab(path, viewport={"width": 1440, "height": 900})
    page, boards = tab.page, Boards(tab)
    what, seconds = PAGES[path]
    told = page.locator(".speed")
    expect(told).to_have_text(words(what, seconds, 1))
    for key, factors in {"]": (2, 4, 8, 8), "[": (4, 2, 1, 0.5, 0.5)}.items():
        for factor in factors:
            page.keyboard.press(key)
            expect(told).to_have_text(words(what, seconds, factor))
    slider = page.get_by_label("Speed", exact=True)
    slider.fill("3")  # in doublings
    expect(told).to_have_text(words(what, seconds, 8))
    expect(slider).to_have_attribute("aria-valuetext", words(what, seconds, 8))
    boards.settled()
    expect(told).to_have_text(words(what, seconds, 8))  # the server agrees
