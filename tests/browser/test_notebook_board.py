"""``at.Board`` in a page: drawn on with the mouse and the keys, answered by Python."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import asterion as at
from asterion.search import registry
from support.notebook_page import NotebookPage


@pytest.fixture(scope="module")
def context(chromium):
    made = chromium.new_context(viewport={"width": 900, "height": 900}, reduced_motion="reduce")
    yield made
    made.close()


@pytest.fixture
def show(context):
    pages = []

    def shown(board, **options):
        pages.append(NotebookPage(context, board, **options))
        return pages[-1]

    yield shown
    for each in pages:
        faults = each.faults
        each.page.close()
        assert faults == []


def open_board(**options):
    return at.Board(at.Grid(np.ones((9, 12))), (4, 1), (4, 10), algorithm="astar", **options)


def test_a_wall_that_is_drawn_is_an_edit_of_the_grid_and_the_path_goes_around_it(show):
    board = open_board()
    before = board.path.cost
    page = show(board)
    page.drag((1, 5), (8, 5))
    assert (board.grid.cost[1:9, 5] == 0).all()
    assert board.grid.cost[0, 5] == 1
    assert board.path.cost > before
    assert board.path.cost == at.find_path(board.grid, (4, 1), (4, 10)).cost
    shown = page.ask("board.view.overlay.path")
    assert [divmod(node, 12) for node in shown] == [*board.path]
    expect(page.page.locator(".caption")).to_have_text(board.caption)
    page.drag((0, 5))
    assert not board.path.found
    expect(page.page.locator(".caption")).to_contain_text("unreachable")


def test_keys_of_the_board_do_not_reach_the_notebook_and_other_keys_are_not_taken(show):
    page = show(open_board())
    page.page.evaluate(
        "window.heard = []; document.addEventListener('keydown', (it) => heard.push(it.key))"
    )
    page.page.keyboard.press("x")  # the board has no focus
    assert page.ask("heard") == ["x"]
    assert page.messages == []
    page.drag((2, 2))  # a click gives it the focus
    page.page.keyboard.press("5")
    assert page.ask("heard") == ["x"]
    assert page.ask("board.tool.cost") == 5


def test_edits_by_python_show_up(show):
    board = open_board()
    page = show(board)
    board.grid[1:8, 6] = 0
    board.grid[0, 0] = 4
    board.refresh()
    page.push()
    assert page.ask("board.map.costs[6 + 12 * 3]") == 0
    assert page.ask("board.map.costs[0]") == 4
    board.start, board.goal = (0, 1), (8, 11)
    page.push()
    assert page.ask("[board.map.start, board.map.goal]") == [1, 8 * 12 + 11]
    board.algorithm = "dijkstra"
    page.push()
    assert page.page.locator("select").evaluate("(it) => JSON.parse(it.value)") == [
        "search",
        "dijkstra",
    ]


def test_the_algorithm_is_chosen_in_the_page_and_a_navigator_walks(show):
    board = open_board()
    page = show(board)
    expect(page.page.get_by_role("button", name="Step", exact=True)).to_be_hidden()
    page.page.get_by_label("Algorithm").select_option(label="D* Lite")
    page.settled()
    assert (board.kind, board.algorithm) == ("navigator", "dstar-lite")
    step = page.page.get_by_role("button", name="Step", exact=True)
    for _ in range(3):
        step.click()
        page.settled()
    assert board.navigator.position == board.start == (4, 4)
    page.drag((3, 6), (5, 6))
    assert board.path.cost == at.find_path(board.grid, (4, 4), (4, 10)).cost
    expect(page.page.locator(".caption")).to_contain_text("expanded for this change")
    assert len(page.ask("board.view.overlay.trail")) == 4
    page.drag((4, 4), (8, 0))  # carried elsewhere
    assert board.navigator.position == (8, 0)


def test_an_algorithm_that_raises_says_so_on_the_board(show, monkeypatch):
    class Broken:
        def __init__(self, *_arguments):
            pass

        def step(self):
            raise RuntimeError("out of <b>ideas</b>")

    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("broken", Broken)
    board = open_board()
    page = show(board)
    page.page.get_by_label("Algorithm").select_option("broken")
    page.settled()
    expect(page.page.locator(".caption")).to_have_text("RuntimeError: out of <b>ideas</b>")
    expect(page.page.get_by_role("group", name="Playback")).to_be_hidden()  # there are no steps
    assert board.status == "error"
    page.drag((2, 2))
    assert board.grid[2, 2] == 0  # and it continues


def test_what_is_refused_is_said_and_the_page_shows_the_grid_as_it_is(show):
    board = open_board()
    page = show(board)
    page.page.evaluate(
        """() => {
          board.map.costs[5] = 0;
          document.getElementById("cell").asterionBoard.model.send(
            { n: 1, acts: [{ type: "paint", cells: [5, 10 ** 9], cost: 0 }] });
        }"""
    )
    expect(page.page.locator(".note")).to_have_text("cell 1000000000 is not one of the map's 108")
    assert page.ask("board.map.costs[5]") == 1
    page.drag((2, 2))
    expect(page.page.locator(".note")).to_be_hidden()


def test_a_slow_answer_has_no_queue_of_strokes_behind_it(show):
    board = open_board()
    page = show(board)
    page.page.evaluate(
        """async () => {
          const send = model.send;
          let release;
          const gate = new Promise((done) => { release = done; });
          model.send = async (content) => {
            await gate; // the first answer takes long; all others come after it
            return send.call(model, content);
          };
          const fire = (type, cell) => {
            const [clientX, clientY] = board.view.pointOf(cell);
            const where = { clientX, clientY, button: 0, pointerId: 1, bubbles: true };
            board.canvas.dispatchEvent(new PointerEvent(type, where));
          };
          board.canvas.setPointerCapture = () => {};
          fire("pointerdown", 0);
          for (let cell = 1; cell < 12; cell++) {
            fire("pointermove", cell);
            await new Promise(requestAnimationFrame);
          }
          fire("pointerup", 11);
          release();
        }"""
    )
    page.settled()
    acts = [act for message in page.messages for act in message["acts"]]
    assert len(page.messages) <= 2
    assert [act["type"] for act in acts] == ["begin", "paint", "end"]
    assert (board.grid.cost[0] == 0).all()


def test_waiting_for_python_is_said(show):
    page = show(open_board())
    page.page.evaluate("model.send = () => {}")
    page.page.mouse.click(*page.point((2, 2)))
    expect(page.page.locator(".note")).to_contain_text("Waiting for Python")


@pytest.mark.parametrize("tiles", ["hex"])
def test_other_tiles_are_drawn_on(show, tiles):
    board = at.Board(at.Grid(np.ones((8, 10)), tiles=tiles), (1, 1), (6, 8))
    page = show(board)
    page.drag((3, 4), (3, 6))
    assert (board.grid.cost[3, 4:7] == 0).all()
    assert board.path.found


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_accessible_and_follows_the_theme(show, dark):
    page = show(open_board(), dark=dark)
    results = Axe().run(page.page)
    assert results.violations_count == 0, results.generate_report()
    shade = page.page.locator(".theme").evaluate("(it) => getComputedStyle(it).backgroundColor")
    assert (sum(map(int, shade.strip("rgb()").split(","))) < 200) == dark
    page.page.evaluate(f"document.body.dataset.jpThemeLight = '{str(dark).lower()}'")
    assert page.ask("document.querySelector('.theme').matches('.body--dark')") is not dark


def test_styles_of_the_board_hold_nowhere_else(show):
    page = show(open_board())
    page.page.evaluate(
        """() => {
          const made = document.createElement("button");
          made.className = "caption w-full stage";
          made.textContent = "mine";
          document.querySelector("main").append(made);
        }"""
    )
    mine = page.page.get_by_role("button", name="mine")
    assert mine.evaluate("(it) => getComputedStyle(it).width") != "100%"
    assert mine.evaluate("(it) => getComputedStyle(it).marginTop") == "0px"
    assert (
        page.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--edge')")
        == ""
    )
