"""What all pages share around their boards: the room they have, the header, tools and playback."""

import numpy as np
import pytest
from playwright.sync_api import expect

from asterion.lab.maze.setup import MazeSetup
from asterion.lab.playground.setup import Setup
from asterion.lab.shared.search_run import Run
from support.boards import DRAWN, Boards

PAGES = ("/playground", "/terrain", "/graphs", "/maze", "/tactics", "/tictactoe")
SIZES = ((1440, 900), (1024, 768), (420, 850))
SHARE = """() => {
  const area = ({ width, height }) => width * height;
  const boards = [...document.querySelectorAll(".board canvas")];
  return boards.reduce((sum, each) => sum + area(each.getBoundingClientRect()), 0)
    / (innerWidth * innerHeight);
}"""
# Of the boards, how much their maps fill.
FILLED = """() => {
  const { boards } = window.asterionBoards;
  const [map, board] = boards.map(({ view: { size, map, canvas } }) =>
    [size * size * map.rows * map.cols, canvas.width * canvas.height])
    .reduce((one, other) => [one[0] + other[0], one[1] + other[1]]);
  return map / board;
}"""
# Words that do not fit into their place, and are cut off there.
CUT = """() => [...document.querySelectorAll("body *")].filter((it) => {
  const hasWords = [...it.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
  return hasWords && it.checkVisibility({ visibilityProperty: true }) && !it.closest(".unseen")
    && ["hidden", "clip"].includes(getComputedStyle(it).overflowX)
    && it.scrollWidth > it.clientWidth;
}).map((it) => it.textContent)"""
# Whether lines of words lie on each other: below the boards, and below those.
OVERLAPS = """() => {
  const below = document.querySelector(".stage > .hover-text, .under-boards");
  const { top } = below.getBoundingClientRect();
  return [...document.querySelectorAll(".board .caption")]
    .some((it) => it.getBoundingClientRect().bottom > top + 0.5);
}"""
# Of each page the bar that plays it, and the window: whether the bar is inside.
BAR_INSIDE = """() => {
  const bar = document.querySelector(".game-browser .transport, .stage > .transport");
  const box = bar.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight + 0.5
    && box.left >= 0 && box.right <= innerWidth + 0.5;
}"""


def sized(opened, path, width, height, **more):
    return opened(path, viewport={"width": width, "height": height}, **more)


# --- Room


@pytest.mark.parametrize("path", ["/playground", "/terrain", "/maze"])
def test_boards_have_more_than_half_of_the_window(look_at, path):
    tab = sized(look_at, path, 1440, 900)
    assert tab.page.evaluate(SHARE) >= 0.55


# Of the column of a game's board: what neither the board nor the words below it have; and whether
# what is beside it has its width.
UNUSED = """() => {
  const frame = document.querySelector(".game-page > .board");
  const parts = [...frame.querySelectorAll("canvas, .ttt, .game-now, .game-log")];
  const used = parts.reduce((sum, each) => sum + each.offsetHeight + 8, 0);
  const isOver = frame.scrollHeight > frame.clientHeight;
  const thoughts = document.querySelector(".game-thoughts");
  const beyond = thoughts.scrollWidth - thoughts.clientWidth;
  return [isOver ? Infinity : frame.clientHeight - used, beyond];
}"""
BOARD = """() => {
  const board = document.querySelector(".game-page canvas, .ttt");
  const { width, height } = board.getBoundingClientRect();
  return width * height / (innerWidth * innerHeight);
}"""


@pytest.mark.parametrize(
    ("path", "least"),
    [("/tactics", 0.36), ("/tictactoe", 0.26), ("/tictactoe#scene=the-fork-beats-a-star", 0.2)],
)
def test_no_room_is_empty_below_the_board_of_a_game(open_tab, path, least):
    page = sized(open_tab, path, 1024, 768).page
    if "scene" in path:
        page.locator(".scene-text strong").wait_for()
    page.wait_for_function(f"({UNUSED})()[0] <= 16")
    assert page.evaluate(UNUSED)[1] <= 0
    assert page.evaluate(BOARD) >= least
    page.set_viewport_size({"width": 1440, "height": 900})  # there the log is beside it
    page.wait_for_function("document.querySelector('.game-beside > .game-log')")


@pytest.mark.parametrize("path", PAGES)
def test_what_plays_it_is_inside_the_window(look_at, path):
    for width, height in SIZES:
        page = sized(look_at, path, width, height).page
        page.wait_for_function(BAR_INSIDE)
        page.wait_for_function(f"document.documentElement.scrollWidth <= {width}")


def test_two_boards_are_side_by_side_in_a_small_window(look_at):
    boxes = sized(look_at, "/playground", 1024, 768).page.evaluate(
        "[...document.querySelectorAll('.board canvas')].map((it) => it.getBoundingClientRect())"
    )
    assert len(boxes) == 2
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"]


def test_four_boards_are_two_and_two_or_a_row(open_tab):
    tab = sized(open_tab, "/terrain#scene=four-ways-to-plan-again", 1440, 900)
    Boards(tab).wait("boards.titles.length === 4 && boards.ready()")
    tab.page.get_by_role("button", name="Remove agent 4").click()
    Boards(tab).wait("boards.boards.length === 4 && boards.ready()")
    columns = "getComputedStyle(boards.grid).gridTemplateColumns.split(' ').length"
    for width in range(1440, 900, -60):
        tab.page.set_viewport_size({"width": width, "height": 900})
        tab.page.wait_for_timeout(100)
        assert Boards(tab).ask(columns) in (1, 2, 4)


# How large cells would be with so many boards in a row, from the room that the boards have.
CELLS = """(columns) => {
  const { grid, boards, map } = window.asterionBoards, rows = Math.ceil(boards.length / columns);
  const words = Math.max(...boards.map(({ frame, view }) =>
    frame.clientHeight - view.canvas.offsetHeight));
  const width = (grid.clientWidth - 12 * (columns - 1)) / columns;
  const height = (grid.clientHeight - 12 * (rows - 1)) / rows - words;
  return Math.min(width / map.cols, height / map.rows);
}"""


@pytest.mark.parametrize("shape", [(12, 60), (24, 48), (40, 40), (48, 24), (60, 12)])
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


@pytest.mark.parametrize(("world", "least"), [("gallery", 0.6), ("world2", 0.6)])
def test_the_boards_of_all_players_fill_the_stage(open_tab, world, least):
    setup = MazeSetup.default().in_shipped(world)
    tab = sized(open_tab, f"/maze#s={setup.to_link()}", 1440, 900)
    tab.page.get_by_role("button", name="Side by side").click()
    Boards(tab).wait("boards.boards.length === 4 && boards.ready()")
    assert tab.page.evaluate(FILLED) >= least
    assert tab.page.evaluate(SHARE) >= 0.45  # each has two lines of words


def test_around_a_wide_maze_is_rock(open_tab):
    tab = sized(open_tab, "/maze", 1440, 900)
    boards = Boards(tab)
    corner = """(() => {
      const { canvas } = boards.boards[0].view;
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext("2d", { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      const at = [[2, 2], [canvas.width - 3, canvas.height - 3]];
      return at.map((each) => [...context.getImageData(...each, 1, 1).data].slice(0, 3));
    })()"""
    assert boards.ask("boards.boards[0].view.top") < -50  # the board is higher than the maze
    boards.wait(f"Math.max(...{corner}.flat()) < 100")  # in light mode walls are dark
    tab.page.get_by_role("button", name="background").click()
    boards.wait(f"Math.min(...{corner}.flat()) > 200")


def test_the_controls_scroll_on_their_own(look_at):
    page = sized(look_at, "/maze", 1440, 600).page
    side = page.locator(".lab-side")
    assert side.evaluate("(it) => it.scrollHeight > it.clientHeight")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_an_open_drawer_takes_room_from_the_boards_and_nothing_else(open_tab):
    tab = sized(open_tab, "/playground", 1440, 900)
    page, boards = tab.page, Boards(tab)
    before = boards.ask("boards.boards[0].view.canvas.height")
    page.locator(".lab-drawer > summary").click()
    boards.wait(f"boards.boards[0].view.canvas.height < {before} - 50")
    expect(page.locator(".lab-results")).to_be_in_viewport()
    assert page.evaluate(BAR_INSIDE)


def test_small_cells_take_any_fraction_of_a_pixel(look_at):
    """A map of 41 columns fills its board, though a cell is no whole number of pixels."""
    boards = Boards(sized(look_at, "/terrain", 1024, 768))
    size, width, height = boards.ask(
        "(({ size, canvas }) => [size, canvas.width, canvas.height])(boards.boards[0].view)"
    )
    assert size != round(size)
    left = (
        width - size * boards.ask("boards.map.cols"),
        height - size * boards.ask("boards.map.rows"),
    )
    assert min(left) == pytest.approx(0, abs=1)  # in one direction at least


@pytest.mark.parametrize(("path", "least"), [("/playground", 0.7), ("/terrain", 0.6)])
def test_the_first_map_fills_most_of_its_boards(look_at, path, least):
    assert sized(look_at, path, 1440, 900).page.evaluate(FILLED) >= least


@pytest.mark.parametrize("path", ["/", *PAGES])
def test_no_words_are_cut_off(look_at, path):
    for width, height in SIZES:
        page = sized(look_at, path, width, height, wait=path != "/").page
        page.wait_for_timeout(300)  # until it stands
        assert page.evaluate(CUT) == []


def test_captions_of_two_lines_have_room_for_them(open_tab):
    tab = sized(open_tab, "/playground#scene=why-weights-pay", 1440, 900)
    tab.page.locator(".lab-drawer > summary").click()  # so that four boards are beside each other
    Boards(tab).wait("boards.boards.length === 4 && boards.ready()")
    tab.page.wait_for_function(f"!({OVERLAPS})()")
    heights = tab.page.locator(".board .caption").evaluate_all(
        "(all) => all.map((it) => it.offsetHeight)"
    )
    assert max(heights) > min(heights)  # else there was nothing to see


def test_the_bar_of_tools_and_layers_is_one_line(open_tab):
    for path in ("/playground", "/terrain"):
        page = sized(open_tab, path, 1440, 900).page
        assert page.locator(".tool-bar").evaluate("(bar) => bar.clientHeight") < 40
        if path == "/playground":
            page.keyboard.press("v")  # numbers have no room, which their switch says
            expect(page.get_by_role("button", name="numbers: zoom in")).to_be_visible()
            assert page.locator(".tool-bar").evaluate("(bar) => bar.clientHeight") < 40


@pytest.mark.parametrize("path", ["/playground", "/terrain"])
def test_on_a_phone_tools_and_layers_are_two_lines_and_all_can_be_reached(open_tab, path):
    tab = sized(open_tab, path, 420, 850, has_touch=True, is_mobile=True)
    page, boards = tab.page, Boards(tab)
    assert page.locator(".tool-bar").evaluate("(bar) => bar.offsetHeight") <= 2 * 38 + 2
    page.evaluate("scrollTo(0, 0)")
    inside = """(it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return left >= 0 && right <= innerWidth && it.contains(at);
    }"""
    buttons = page.locator(".tool-bar button").all()
    assert len(buttons) >= 22
    for button in buttons:
        button.scroll_into_view_if_needed()  # as a finger does
        assert button.evaluate(inside)
    assert page.evaluate("[scrollX, document.documentElement.scrollWidth]") == [0, 420]
    for name in ("Move the map, and the page on a phone", "Draw walls"):
        pick(page, name)
        assert page.get_by_role("button", name=name).evaluate(inside)
    page.keyboard.press("m")  # a tool that a key chooses comes into sight
    assert boards.ask("boards.tool.kind") == "hand"
    assert page.locator('.tool[data-tool="hand"]').evaluate(inside)


# --- The header


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_one_heading_one_main_part_and_a_language(look_at, path):
    page = look_at(path).page
    assert page.locator("h1").count() == 1
    assert page.locator("main, [role=main]").count() == 1
    assert page.locator("html").get_attribute("lang")
    assert page.locator(".lab-nav [aria-current=page]").get_attribute("href") == path


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


@pytest.mark.parametrize("path", ["/", "/nowhere", *PAGES])
def test_the_header_has_the_logo_and_follows_the_theme(open_tab, look_at, path):
    shades = []
    opened = (
        open_tab if path == "/nowhere" else look_at
    )  # browsers complain of it when they load it
    for scheme in ("light", "dark"):
        tab = opened(path, wait=path in PAGES, color_scheme=scheme)
        header = tab.page.locator(".lab-header")
        expect(header.locator(".lab-name svg")).to_be_visible()
        assert header.evaluate("(it) => it.offsetHeight") <= 48
        shade = header.evaluate("(it) => getComputedStyle(it).backgroundColor")
        shades.append(sum(map(int, shade.removeprefix("rgb(").removesuffix(")").split(","))))
        if path == "/nowhere":
            tab.faults.clear()
    light, dark = shades
    assert light > 600
    assert dark < 150


def test_there_is_one_kind_of_messages(open_tab):
    """Whether the server has something to say or the page itself."""
    page = open_tab("/tictactoe").page
    page.get_by_role("button", name="Undo (ctrl+z)").click()  # of NiceGUI
    expect(page.locator(".notice", has_text="nothing to undo")).to_be_visible()
    page.evaluate("asterionNotice('no', 'error')")
    expect(page.locator(".notices .notice")).to_have_count(2)
    assert page.locator(".q-notification").count() == 0


def test_the_same_notice_is_shown_once(open_tab):
    page = open_tab("/tictactoe").page
    page.evaluate("for (let i = 0; i < 3; i++) asterionNotice('no', 'error')")
    expect(page.locator(".notice")).to_have_count(1)


# --- Tools


@pytest.fixture
def tab(open_tab):
    return open_tab()


def pick(page, label):
    page.get_by_role("group", name="Tools").get_by_role("button", name=label, exact=True).click()


def test_tools_are_chosen_by_a_click_or_a_key(page, boards):
    tool = "[boards.tool.kind, boards.tool.cost]"
    assert boards.ask(tool) == ["paint", 0]
    pick(page, "Draw ground that costs 5")
    assert boards.ask(tool) == ["paint", 5]
    boards.drag((3, 1), (3, 6))
    assert boards.cost((3, 3)) == 5
    for key, does in {"f": ["paint", 1], "s": ["start", None], "m": ["hand", None]}.items():
        page.keyboard.press(key)
        assert boards.ask(tool) == does


def test_tools_show_their_keys_beside_their_pictures(page):
    for name, key in {"wall": "w", "floor": "f", "start": "s", "goal": "g", "hand": "m"}.items():
        button = page.locator(f'.tool[data-tool="{name}"]')
        picture, hint = (button.locator(each).bounding_box() for each in (":first-child", "small"))
        assert button.locator("small").inner_text() == key
        assert hint["x"] >= picture["x"] + picture["width"]  # not on it
        assert key in button.get_attribute("title")
    for cost in range(2, 10):  # the key is what the swatch says
        assert page.locator(f'.tool[data-tool="costs {cost}"]').inner_text() == str(cost)


def test_undo_redo_clear_and_zoom_are_beside_the_tools(page, boards):
    def press(name):
        page.get_by_role("group", name="Tools").get_by_role("button", name=name).click()
        boards.settled()

    first = boards.ask("boards.map.costs.join()")
    press("Clear the map")
    assert boards.ask("boards.map.costs.every((cost) => cost === 1)")
    press("Undo")
    assert boards.ask("boards.map.costs.join()") == first
    press("Redo")
    assert boards.ask("boards.map.costs.every((cost) => cost === 1)")
    for name, zoom in (
        ("Zoom in", 1.5),
        ("Zoom in", 2.25),
        ("Zoom out", 1.5),
        ("The whole map", 1),
    ):
        press(name)
        assert boards.ask("boards.boards.map(({ view }) => view.zoom)") == [zoom, zoom]


@pytest.mark.parametrize(("label", "end"), [("start", "start"), ("goal", "goal")])
def test_a_click_with_a_tool_puts_start_or_goal_there(page, boards, label, end):
    pick(page, f"Put the {label} here")
    boards.drag((5, 5))
    assert boards.end(end) == (5, 5)


def test_start_and_goal_are_never_the_same_cell(boards):
    goal = boards.end("goal")
    boards.drag(boards.end("start"), (goal[0], goal[1] - 2), goal)
    assert boards.end("goal") == goal
    assert boards.end("start") != goal


def test_an_end_that_passes_over_walls_leaves_them(page, boards):
    row, col = boards.end("start")
    wall = next(c for c in range(col + 1, 41) if boards.cost((row, c)) == 0)
    mouse = page.mouse
    mouse.move(*boards.point((row, col)))
    mouse.down()
    for to in (wall, wall + 2):
        mouse.move(*boards.point((row, to)))
    assert boards.cost((row, wall)) == 0  # already while the pointer is down
    mouse.up()
    boards.settled()
    assert boards.end("start") == (row, wall + 2)
    assert boards.cost((row, wall)) == 0
    assert boards.summary()["status"] == "found"


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


@pytest.mark.parametrize("path", ["/playground", "/maze"])
def test_the_wheel_zooms_with_ctrl_or_shift_and_scrolls_the_page_without(open_tab, path):
    boards = Boards(open_tab(path))

    def turned(**event):
        """The zoom, and whether the page is left to scroll."""
        return boards.page.evaluate(
            """(event) => {
                const { view } = asterionBoards.boards[0];
                const { left, top, width, height } = view.canvas.getBoundingClientRect();
                const at = { clientX: left + width / 2, clientY: top + height / 2 };
                const turn = new WheelEvent("wheel", { ...at, ...event, cancelable: true });
                return [view.canvas.dispatchEvent(turn), view.zoom];
            }""",
            event,
        )

    assert turned(deltaY=-100) == [True, 1]
    assert turned(deltaY=-100, ctrlKey=True) == [False, 1.25]
    assert turned(deltaY=-100, shiftKey=True) == [False, 1.5625]
    assert turned(deltaX=-100, shiftKey=True) == [False, 1.953125]  # some browsers turn it sideways
    assert turned(shiftKey=True) == [False, 1.953125]
    assert turned(deltaX=100, shiftKey=True) == [False, 1.5625]
    assert turned(deltaY=100, ctrlKey=True) == [False, 1.25]
    assert turned(deltaY=100) == [True, 1.25]


def test_a_finger_scrolls_the_page_with_the_hand_and_draws_with_a_tool(open_tab):
    tab = sized(open_tab, "/playground", 420, 850, has_touch=True, is_mobile=True)
    page, boards = tab.page, Boards(tab)
    touch = "boards.boards[0].view.canvas.style.touchAction"
    assert boards.ask("boards.tool.kind") == "hand"  # at first, on a phone
    assert boards.ask(touch) == "pan-x pan-y"
    pick(page, "Draw walls")
    assert boards.ask(touch) == "none"


def test_two_fingers_zoom_and_the_map_stays_under_them(open_tab):
    tab = sized(open_tab, "/playground", 420, 850, has_touch=True, is_mobile=True)
    page, boards = tab.page, Boards(tab)
    pick(page, "Draw walls")
    drawn = boards.ask("boards.map.costs.join()")
    middle = boards.point((12, 20))
    hand = page.context.new_cdp_session(page)

    def touch(kind, apart=None):
        points = (
            [] if apart is None else [{"x": middle[0] + s * apart, "y": middle[1]} for s in (-1, 1)]
        )
        fingers = [{**point, "id": i} for i, point in enumerate(points)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", 20)
    for apart in (30, 45, 60):
        touch("touchMove", apart)
    touch("touchEnd")
    zoom = boards.ask("boards.boards.map((board) => board.view.zoom)")
    assert zoom[0] == pytest.approx(3, rel=0.2)
    assert zoom[0] == zoom[1]  # all boards zoom together
    assert boards.point((12, 20)) == pytest.approx(middle, abs=12)
    boards.settled()
    assert boards.ask("boards.map.costs.join()") == drawn


# --- Playback


def test_a_search_is_played_in_four_seconds_however_long_it_is(page, boards):
    seconds = "boards.transport.steps / boards.transport.rate"
    assert boards.ask(seconds) == pytest.approx(4)
    page.get_by_label("Size").fill("101")
    page.get_by_role("button", name="Make map").click()
    boards.wait("boards.map.cols === 101")
    boards.settled()
    assert boards.ask(seconds) == pytest.approx(4)
    for _ in range(10):
        page.keyboard.press("]")
    assert boards.ask(seconds) == pytest.approx(0.5)
    for _ in range(20):
        page.keyboard.press("[")
    assert boards.ask(seconds) == pytest.approx(8)


def test_the_play_button_says_what_it_does(page, boards):
    button = page.locator(".play")
    expect(button).to_have_attribute("title", "Play (space)")
    button.click()
    expect(button).to_have_attribute("title", "Pause (space)")
    expect(button).to_have_attribute("aria-label", "Pause (space)")
    boards.wait("!boards.transport.playing")
    expect(button).to_have_attribute("title", "Play (space)")


def test_another_map_is_made_from_the_next_seed(page, boards):
    before = boards.ask("boards.map.costs.join()")
    page.get_by_role("button", name="Make another map").click()
    boards.wait(f"boards.map.costs.join() !== '{before}'")
    expect(page.get_by_label("Seed")).to_have_value("5")
