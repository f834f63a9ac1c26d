"""The playground, used as a person would: with mouse and keyboard, in a real browser."""

import pytest
from playwright.sync_api import expect

from support.boards import Boards, choose
from support.maze_arena import pixels


@pytest.fixture
def tab(open_tab):
    return open_tab()


def make_map(page, boards, kind, size, seed=1):
    choose(page, "Make", kind)
    page.get_by_label("Size").fill(str(size))
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Make map").click()
    boards.wait(f"boards.map.cols === {size}")
    boards.settled()


# --- Drawing


def test_opens_with_two_searches_of_one_map(page, boards):
    expect(page.get_by_role("heading", name="Dijkstra")).to_be_visible()
    expect(page.get_by_role("heading", name="A*")).to_be_visible()
    a, b = boards.summary(0), boards.summary(1)
    assert a["cost"] == b["cost"]
    assert a["expanded"] > b["expanded"]
    expect(page.locator(".lab-results")).to_contain_text("Dijkstra")


def test_a_wall_is_painted_and_the_path_goes_around(boards):
    boards.drag((0, 4), (4, 4), (4, 0))  # around the start
    assert boards.cost((2, 4)) == 0
    assert boards.summary()["status"] == "unreachable"
    boards.drag((2, 4), (2, 4))  # on a wall, the stroke erases
    assert boards.cost((2, 4)) == 1
    assert boards.summary()["status"] == "found"


def test_the_keyboard_alone_draws_and_moves_the_ends(page, boards):
    boards.ask("boards.boards[0].view.canvas.focus()")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    boards.settled()
    assert boards.cost((2, 3)) == 0
    page.keyboard.press("ArrowDown")
    page.keyboard.press("g")
    boards.settled()
    assert boards.end("goal") == (3, 3)
    assert boards.summary()["cost"] < 4


# --- Looking

# In every search: the lengths of the two lines of the selected cell in tiles, its g and its h.
LINES = """(async () => {
  const { estimateLines, lengthOf } = await import("/lab/web/board/estimate_lines.js");
  return window.asterionBoards.boards.map(({ view }) => {
    const lines = estimateLines(view.map, view.overlay, view.selected);
    return [lengthOf(lines.back), lines.g, lengthOf(lines.on), lines.h];
  });
})()"""


@pytest.mark.req("S000-125")
def test_the_lines_of_a_clicked_closed_cell_are_as_long_as_its_g_and_h(open_tab):
    tab = open_tab("/playground#scene=greedy-in-a-trap")
    page, boards = tab.page, Boards(tab)
    boards.settled()
    page.keyboard.press("End")
    page.keyboard.press("m")
    cell = (19, 18)  # behind the trap
    at = boards.ask(f"{cell[0]} * boards.map.cols + {cell[1]}")
    plain = pixels(boards)
    page.mouse.click(*boards.point(cell))
    boards.wait(f"boards.boards.every(({{ view }}) => view.selected === {at})")
    greedy, optimal = page.evaluate(LINES)
    for back, g, on, h in (greedy, optimal):
        assert (back, on) == (pytest.approx(g, rel=1e-5), pytest.approx(h, rel=1e-5))
    assert greedy[1] > optimal[1]  # each search has its own g
    assert pixels(boards) != plain
    page.mouse.click(*boards.point(cell))
    boards.wait("boards.boards.every(({ view }) => view.selected === -1)")


# --- Time


def test_plays_and_pauses_with_space_and_does_not_scroll(page, boards):
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    boards.wait("boards.transport.at > 3")
    page.keyboard.press("Space")
    at = boards.ask("boards.transport.at")
    page.wait_for_timeout(200)
    assert boards.ask("boards.transport.at") == at
    assert page.evaluate("window.scrollY") == 0


# --- Searches


def test_up_to_four_searches_side_by_side(page, boards):
    for count in (3, 4):
        page.get_by_role("button", name="Add board").click()
        boards.wait(f"boards.boards.length === {count} && boards.boards.every((b) => b.summary)")
    expect(page.get_by_role("button", name="Add board")).to_have_count(0)
    page.get_by_role("button", name="Remove board 1").click()
    boards.wait("boards.boards.length === 3")


def test_another_algorithm_with_an_option_of_its_own(page, boards):
    choose(page, "Board 1", "Greedy best-first")
    boards.wait("boards.boards[0].summary?.algorithm === 'greedy'")
    page.get_by_role("button", name="Options of A*").click()
    page.get_by_label("weight").fill("3")
    boards.wait("boards.boards[1].summary?.title === 'A*, weight 3'")
    expect(page.get_by_role("heading", name="A*, weight 3")).to_be_visible()
    assert boards.summary(1)["expanded"] < 400


def test_a_goal_that_cannot_be_reached_is_said_so(page, boards):
    row, col = boards.end("goal")
    boards.drag((row - 2, col - 2), (row - 2, col + 1), (row - 2, col - 2), (row + 1, col - 2))
    caption = page.locator(".board .caption").first
    expect(caption).to_contain_text("nearest reachable (")


# --- Views


@pytest.mark.req("S001-42")
@pytest.mark.req("S003-08")
def test_small_maps_show_all_numbers_and_step_by_step(page, boards):
    """The A* explorer: single steps with g, h and f, another map, another heuristic."""
    make_map(page, boards, "open field", 6)
    page.get_by_role("button", name="numbers").click()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    overlay = "boards.boards[1].view.overlay"
    start = boards.ask("boards.map.start")
    assert boards.ask(f"{overlay}.state[{start}]") == 2
    assert boards.ask(f"{overlay}.g[{start}]") == 0
    assert boards.ask(f"{overlay}.g[{start}] + {overlay}.h[{start}]") > 0
    assert boards.ask("boards.boards[1].view.hasRoomForNumbers")
    page.keyboard.press("End")
    cost = boards.summary(1)["cost"]
    assert boards.ask(f"{overlay}.newH({start})") == pytest.approx(cost, abs=1e-3)
    page.get_by_role("button", name="Options of A*").click()
    choose(page, "heuristic", "zero")
    boards.wait("boards.boards[1].summary?.title === 'A*, heuristic zero'")
    page.keyboard.press("Escape")
    expect(page.locator(".q-menu")).to_have_count(0)
    boards.drag((0, 2), (1, 2))
    assert boards.cost((1, 2)) == 0


def test_the_help_sheet_lists_the_keys(page):
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("play or pause")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Keyboard").click()
    expect(sheet).to_be_visible()


def test_narrow_and_wide_windows(open_tab):
    for width in (420, 3840):
        tab = open_tab(viewport={"width": width, "height": 2160 if width > 1000 else 800})
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = tab.page.evaluate(
            "[...document.querySelectorAll('canvas')].map((it) => it.getBoundingClientRect().width)"
        )
        assert min(boxes) > width * (0.6 if width < 1000 else 0.3)
