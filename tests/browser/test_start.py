"""The start page, the pages on algorithms, and addresses that do not exist."""

import pytest
from playwright.sync_api import expect

from asterion.lab.start.cards import CARDS
from asterion.lab.start.textbook_code import module
from support.boards import Boards

ENDS = "window.asterionFilms?.every((film) => film.at === film.film.frames.length)"
ANY_PICTURE = """(canvas) => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const pen = copy.getContext("2d", { willReadFrequently: true });
    pen.drawImage(canvas, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
}"""


@pytest.fixture
def tab(open_tab):
    tab = open_tab("/", wait=False)
    tab.page.wait_for_function("window.asterionFilms")
    return tab


@pytest.mark.req("S004-56")
def test_cards_show_pictures_and_lead_to_their_scenes(page):
    assert page.locator(".start-cards a").count() == len(CARDS)
    page.wait_for_function(ENDS)  # motion is reduced in tests: they show the end at once
    for i, card in enumerate(CARDS):
        link = page.locator(".start-cards a").nth(i)
        assert link.get_attribute("href") == card.address
        assert link.inner_text().split("\n")[0] == card.name
        assert link.locator("canvas").evaluate(ANY_PICTURE) >= 3
    page.get_by_role("link", name="Fall into a trap").click()
    page.wait_for_function("window.asterionBoards?.ready()")
    assert page.locator(".scene-text strong").inner_text() == "Greedy in a trap"
    assert Boards(type("Tab", (), {"page": page})).summary()["algorithm"] == "greedy"


def test_pictures_move_while_they_are_in_sight(open_tab):
    window = {"width": 420, "height": 600}
    page = open_tab("/", wait=False, viewport=window, reduced_motion="no-preference").page
    page.wait_for_function("window.asterionFilms?.[0].at > 5")
    page.wait_for_function("asterionFilms[0].at > 30")
    assert page.evaluate("asterionFilms.at(-1).at") == 0
    page.locator("canvas").last.scroll_into_view_if_needed()
    page.wait_for_function("asterionFilms.at(-1).at > 0")
    seen = page.evaluate("asterionFilms[0].at")
    page.wait_for_timeout(400)
    assert page.evaluate("asterionFilms[0].at") == seen


def test_two_clicks_to_a_search_on_a_map_of_ones_own(page):
    page.get_by_role("link", name="Draw your own map").click()
    page.wait_for_function("window.asterionBoards?.ready()")
    boards = Boards(type("Tab", (), {"page": page}))
    assert boards.ask("boards.map.costs.every((cost) => cost === 1)")
    page.mouse.click(*boards.point((12, 20)))  # a wall right between the ends
    boards.settled()
    assert boards.cost((12, 20)) == 0
    assert boards.summary()["status"] == "found"
    assert boards.ask("boards.boards[0].path.length") > 30
    assert not boards.ask("boards.boards[0].path.includes(12 * 41 + 20)")  # around the wall


def test_without_a_choice_it_is_as_dark_as_the_system(open_tab):
    page = open_tab("/", wait=False, color_scheme="dark").page
    dark = "document.body.classList.contains('body--dark')"
    page.wait_for_function(dark)
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"!{dark}")
    page.get_by_label("Light or dark").click()
    assert page.evaluate(dark)
    for scheme in ("dark", "light"):  # which no longer count
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(100)
        assert page.evaluate(dark)


def test_an_address_that_does_not_exist_says_so_and_leads_on(open_tab):
    tab = open_tab("/nowhere/<b>land", wait=False)
    assert "404" in tab.faults.pop()  # as browsers complain
    page = tab.page
    assert page.title() == "Not found - Asterion lab"
    assert "/nowhere/%3Cb%3Eland" in page.locator("code").inner_text() or "<b>" in (
        page.locator("code").inner_text()
    )
    page.get_by_role("link", name="Terrain").last.click()
    page.wait_for_function("window.asterionBoards?.ready()")


def test_the_page_of_an_algorithm_has_its_code_and_leads_to_scenes_with_it(open_tab):
    page = open_tab("/algorithms", wait=False).page
    page.get_by_role("link", name="Greedy best-first").click()
    code = page.locator(".algorithm-code")
    code.get_by_role("button", name="Copy").click()
    expect(code.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == module("greedy").code.strip()
    page.get_by_role("link", name="Greedy in a trap").click()
    page.wait_for_function("window.asterionBoards?.ready()")
    assert page.locator(".scene-text strong").inner_text() == "Greedy in a trap"
