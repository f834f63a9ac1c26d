"""The common parts of all pages around their boards: sizes, the header, tools and playback."""

from itertools import product

import numpy as np
import pytest
from playwright.sync_api import expect

from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from support.boards import DRAWN, Boards

PAGES = (
    "/playground",
    "/terrain",
    "/crowds",
    "/open-ground",
    "/graphs",
    "/characters",
    "/maze",
    "/tactics",
    "/tictactoe",
)
SIZES = ((1440, 900), (1024, 768), (420, 850))
SHARE = """() => {
  const area = ({ width, height }) => width * height;
  const boards = [...document.querySelectorAll(".board canvas")];
  return boards.reduce((sum, each) => sum + area(each.getBoundingClientRect()), 0)
    / (innerWidth * innerHeight);
}"""
# Words that do not fit into their place, and are cut off there.
CUT = """() => [...document.querySelectorAll("body *")].filter((it) => {
  const hasWords = [...it.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
  return hasWords && it.checkVisibility({ visibilityProperty: true }) && !it.closest(".unseen")
    && ["hidden", "clip"].includes(getComputedStyle(it).overflowX)
    && it.scrollWidth > it.clientWidth;
}).map((it) => it.textContent)"""
# Whether the bar that plays a page is inside the window.
BAR_INSIDE = """() => {
  const bar = document.querySelector(".game-browser .transport, .stage > .transport");
  const box = bar.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight + 0.5
    && box.left >= 0 && box.right <= innerWidth + 0.5;
}"""


def sized(opened, path, width, height, **more):
    return opened(path, viewport={"width": width, "height": height}, **more)


# --- Sizes


def test_boards_have_more_than_half_of_the_window(look_at):
    for path in ("/playground", "/terrain", "/maze"):
        assert sized(look_at, path, 1440, 900).page.evaluate(SHARE) > 0.5


def test_every_page_has_one_heading_what_plays_it_inside_the_window_and_no_words_cut(look_at):
    for path, (width, height) in product(PAGES, SIZES):
        page = sized(look_at, path, width, height).page
        page.wait_for_function(BAR_INSIDE)
        page.wait_for_function(f"document.documentElement.scrollWidth <= {width}")
        assert page.locator("h1").count() == 1
        assert page.locator("main, [role=main]").count() == 1
        assert page.locator(".lab-nav [aria-current=page]").get_attribute("href") == path
        page.wait_for_timeout(300)  # until it stands
        assert page.evaluate(CUT) == [], path


# The size of cells with this many boards in a row, from the space for boards.
CELLS = """(columns) => {
  const { grid, boards, map } = window.asterionBoards, rows = Math.ceil(boards.length / columns);
  const words = Math.max(...boards.map(({ frame, view }) =>
    frame.clientHeight - view.canvas.offsetHeight));
  const width = (grid.clientWidth - 12 * (columns - 1)) / columns;
  const height = (grid.clientHeight - 12 * (rows - 1)) / rows - words;
  return Math.min(width / map.cols, height / map.rows);
}"""


@pytest.mark.parametrize("shape", [(12, 60), (60, 12)])
def test_boards_are_laid_out_by_the_shape_of_the_map(open_tab, shape):
    """Stacked where it is wide and beside each other where it is tall: cells are large."""
    runs = (Run("astar"), Run("dijkstra"), Run("greedy"), Run("bfs"))
    end = shape[0] - 1, shape[1] - 1
    setup = Setup(np.ones(shape, np.uint8), (0, 0), end, "clear", runs)
    tab = sized(open_tab, f"/playground#s={setup.to_link()}", 1440, 900)
    boards = Boards(tab)
    for count in (4, 3, 2, 1):
        boards.wait(f"boards.boards.length === {count} && boards.ready()")
        tab.page.evaluate(DRAWN)
        columns = boards.ask("getComputedStyle(boards.grid).gridTemplateColumns.split(' ').length")
        cell = tab.page.evaluate(CELLS, columns)
        fit = boards.ask("boards.boards[0].view.fit")
        assert fit == pytest.approx(cell, abs=1.1)  # whole pixels
        assert cell * 1.15 >= max(tab.page.evaluate(CELLS, each) for each in range(1, count + 1))
        if shape[1] >= 4 * shape[0] and count == 2:
            assert columns == 1
        if shape[0] > shape[1]:
            assert columns == count
        if count > 1:
            tab.page.get_by_role("button", name=f"Remove board {count}").click()


def test_an_open_drawer_takes_room_from_the_boards_and_nothing_else(open_tab):
    tab = sized(open_tab, "/playground", 1440, 900)
    page, boards = tab.page, Boards(tab)
    before = boards.ask("boards.boards[0].view.canvas.height")
    page.locator(".lab-drawer > summary:visible").click()
    boards.wait(f"boards.boards[0].view.canvas.height < {before} - 50")
    expect(page.locator(".lab-results")).to_be_in_viewport()
    assert page.evaluate(BAR_INSIDE)


def test_no_words_of_the_start_page_are_cut_off(look_at):
    for width, height in SIZES:
        page = sized(look_at, "/", width, height, wait=False).page
        page.wait_for_timeout(300)  # until it stands
        assert page.evaluate(CUT) == []


# --- The header


def test_the_first_key_skips_to_the_boards(open_tab):
    page = open_tab().page
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the boards")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    skip.press("Enter")
    assert page.evaluate("document.activeElement.id") == "boards"


def test_the_theme_is_remembered(open_tab):
    page = open_tab(color_scheme="light").page
    dark = "document.body.classList.contains('body--dark')"
    assert not page.evaluate(dark)
    page.get_by_role("button", name="Light or dark").click()
    page.wait_for_function(dark)
    page.goto(page.url.replace("playground", "graphs"))
    page.wait_for_function("window.asterionBoards?.ready()")
    assert page.evaluate(dark)
    page.get_by_role("button", name="Light or dark").click()
    page.wait_for_function(f"!{dark}")
    page.reload()
    page.wait_for_function("window.asterionBoards?.ready()")
    assert not page.evaluate(dark)


def test_the_header_has_the_logo_and_follows_the_theme(look_at):
    for path, scheme in product(["/", "/playground", "/tactics"], ["light", "dark"]):
        tab = look_at(path, wait=path in PAGES, color_scheme=scheme)
        header = tab.page.locator(".lab-header")
        expect(header.locator(".lab-name svg")).to_be_visible()
        assert header.evaluate("(it) => it.offsetHeight") <= 48
        shade = header.evaluate("(it) => getComputedStyle(it).backgroundColor")
        light = sum(map(int, shade.removeprefix("rgb(").removesuffix(")").split(",")))
        assert light > 600 if scheme == "light" else light < 150


def test_there_is_one_kind_of_messages(open_tab):
    """Errors from the server and from the page itself."""
    page = open_tab("/tictactoe").page
    page.get_by_role("button", name="Undo", exact=True).click()  # of NiceGUI
    expect(page.locator(".notice", has_text="nothing to undo")).to_be_visible()
    page.evaluate("asterionNotice('no', 'error')")
    expect(page.locator(".notices .notice")).to_have_count(2)
    assert page.locator(".q-notification").count() == 0


# Parts of the page that are under notices.
COVERED = """() => [...document.querySelectorAll("canvas, button, h3, .caption, .q-field")]
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, { left, right, top, bottom }]) => {
    const box = document.querySelector(".notices").getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom - 2 && bottom > box.top + 2;
  })
  .map(([each]) => each.outerHTML.slice(0, 90))"""


def test_a_notice_covers_neither_boards_nor_controls(look_at):
    for path, width in product(["/playground", "/maze", "/tactics"], [1440, 1024]):
        page = look_at(path, viewport={"width": width, "height": 768}).page
        page.evaluate("document.querySelector('.notices')?.remove()")
        page.evaluate("asterionNotice('The link is on the clipboard.', 'info')")
        assert page.evaluate(COVERED) == [], (path, width)


# --- Tools


@pytest.fixture
def tab(open_tab):
    return open_tab()


def pick(page, label):
    page.get_by_role("group", name="Tools").get_by_role("button", name=label, exact=True).click()


def test_all_boards_zoom_and_scroll_together(page, boards):
    shown = "boards.boards.map(({ view }) => [view.zoom, view.left, view.top])"
    page.get_by_role("button", name="Zoom in").click()
    one, other = boards.ask(shown)
    assert one == other
    assert one[0] == 1.5
    page.keyboard.press("m")
    drawn = boards.ask("boards.map.costs.join()")
    boards.drag((12, 20), (12, 15))
    after = boards.ask(shown)
    assert after[0] == after[1]
    assert after[0][1] > one[1]
    assert boards.ask("boards.map.costs.join()") == drawn
    page.keyboard.press("0")
    assert [each[0] for each in boards.ask(shown)] == [1, 1]


# --- Playback
