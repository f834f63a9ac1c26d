"""The start page, the pages on algorithms, and addresses that do not exist."""

import re

import pytest

from asterion.lab.playground.setup import Setup
from asterion.lab.shared.search_run import Run
from asterion.lab.start.cards import CARDS
from asterion.search.registry import algorithms
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


def test_cards_show_pictures_and_lead_to_their_scenes(page):
    assert 6 <= page.locator(".start-cards a").count() <= 8
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


def test_pictures_move(open_tab):
    page = open_tab("/", wait=False, reduced_motion="no-preference").page
    page.wait_for_function("window.asterionFilms?.[0].at > 5")
    page.wait_for_function("window.asterionFilms[0].at > 30")


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


def test_a_link_of_before_the_start_page_opens_the_playground(open_tab):
    link = Setup(runs=(Run("bfs"),)).to_link()
    tab = open_tab(f"/#s={link}")
    assert tab.page.url.endswith("/playground")
    assert Boards(tab).summary()["algorithm"] == "bfs"


def test_the_theme_is_that_of_all_pages(page):
    assert not page.evaluate("document.body.classList.contains('body--dark')")
    page.get_by_label("Light or dark").click()
    assert page.evaluate("document.body.classList.contains('body--dark')")
    page.reload()
    assert page.evaluate("document.body.classList.contains('body--dark')")


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


def test_the_keyboard_reaches_every_card(page):
    page.locator("#contents").focus()
    names = []
    for _ in range(2 + len(CARDS)):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.innerText.split('\\n')[0]"))
    assert names[2:] == [card.name for card in CARDS]


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


def test_files_that_do_not_exist_are_no_pages(tab):
    answer = tab.page.evaluate(
        """async () => {
            const answer = await fetch("/lab/web/nothing.js");
            return [answer.status, await answer.text()];
        }"""
    )
    assert answer == [404, "not found"]
    assert "404" in tab.faults.pop()


@pytest.mark.parametrize("kind", ["search", "navigator", "explorer"])
def test_every_algorithm_has_a_page(open_tab, kind):
    page = open_tab("/", wait=False).page
    for info in algorithms(kind):
        if info.factory is not None:
            continue
        page.goto(re.sub(r"(://[^/]*)/.*", r"\1", page.url) + f"/algorithms/{kind}/{info.name}")
        assert page.locator("h1").inner_text() == info.title
        assert info.paper in page.locator("main").inner_text()
        assert len(page.locator("pre").inner_text()) > 100


def test_the_page_of_an_algorithm_leads_to_scenes_with_it(open_tab):
    page = open_tab("/algorithms/search/greedy", wait=False).page
    page.get_by_role("link", name="Greedy in a trap").click()
    page.wait_for_function("window.asterionBoards?.ready()")
    assert page.locator(".scene-text strong").inner_text() == "Greedy in a trap"


def test_long_lines_of_pseudocode_go_on_below_on_a_phone(open_tab):
    tab = open_tab("/algorithms/search/astar", wait=False, viewport={"width": 420, "height": 800})
    code = tab.page.locator(".algorithm pre")
    assert code.evaluate("(it) => it.scrollWidth <= it.clientWidth")
    indents = code.locator("span").evaluate_all(
        "(all) => all.map((it) => parseFloat(getComputedStyle(it).paddingLeft))"
    )
    deeper = [indents[i] for i in (0, 2, 5)]
    assert deeper == sorted(set(deeper))  # as it is indented
