"""The speed on every page: a duration, from half to eight times."""

import re

import pytest
from playwright.sync_api import expect

from support.boards import Boards, choose

# Of each page what its duration is of, and the seconds of it at speed 1.
PAGES = {
    "/playground": ("the whole search", 4),
    "/playground#scene=paths-within-a-frame-budget": ("all frames", 4),
    "/graphs": ("the whole search", 4),
    "/terrain": ("a move", 8 / (51 + 41)),
    "/maze": ("a move", 1 / 6),
    "/tactics": ("a move", 0.35),
    "/tictactoe": ("a move", 0.6),
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
    if "scene" in path:
        boards.settled()  # else the scene would be shown in between
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


@pytest.mark.parametrize("path", ["/playground", "/terrain", "/maze", "/tactics", "/tictactoe"])
def test_in_a_narrow_window_the_duration_is_left(look_at, path):
    page = look_at(path, viewport={"width": 420, "height": 850}).page
    what, seconds = PAGES[path]
    short = words(what, seconds, 1).replace(f"{what} in ", "")
    expect(page.locator(".speed")).to_have_text(short, use_inner_text=True)
    expect(page.locator(".speed")).to_have_attribute("title", re.compile(f"^{what} in "))


def test_a_walk_that_has_ended_has_a_whole_duration(open_tab):
    tab = open_tab("/terrain")
    page, boards = tab.page, Boards(tab)
    page.get_by_label("Speed", exact=True).fill("3")
    page.keyboard.press("Space")
    boards.wait("boards.recording.time > 20 && !boards.walking")
    boards.settled()
    seconds = boards.ask("boards.recording.time") * 8 / (51 + 41)
    expect(page.locator(".speed")).to_have_text(words("the whole walk", seconds, 8))
    played = "boards.transport.steps / boards.transport.rate"
    assert boards.ask(played) == pytest.approx(seconds / 8)
    page.keyboard.press("a")  # begins again
    expect(page.locator(".speed")).to_have_text(words("a move", 8 / (51 + 41), 8))


def test_computers_move_as_fast_as_the_speed_says(open_tab):
    """Not by the clock: at half the speed a move takes sixteen times as long as at eight."""
    tab = open_tab("/tictactoe")
    page, boards = tab.page, Boards(tab)
    seconds = "boards.speed.seconds"
    page.get_by_label("Speed", exact=True).fill("-1")
    slow = boards.ask(seconds)
    page.get_by_label("Speed", exact=True).fill("3")
    assert slow == pytest.approx(16 * boards.ask(seconds))
    choose(page, "X (begins)", "Perfect")
    boards.wait("boards.game.positions.at(-1).waits === null")
    assert boards.ask(seconds) == pytest.approx(0.6 / 8)  # it stays while they play


def test_people_alone_have_no_speed(open_tab):
    tab = open_tab("/tictactoe")
    choose(tab.page, "O", "Human")
    expect(tab.page.get_by_label("Speed", exact=True)).to_be_hidden()
    expect(tab.page.locator(".speed")).to_be_hidden()
