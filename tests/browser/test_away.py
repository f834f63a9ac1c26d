"""What is drawn while the server is away is kept, and done when it is back."""

import pytest
from playwright.sync_api import expect

from support.boards import Boards
from support.browser_lab import Lab

# The line breaks, and does not come back before a test says so.
BREAK = """(boards.connection.wait = 1e6, boards.connection.socket.close(),
  new Promise((ended) => setTimeout(ended, 100)))"""


def draw(boards, *cells):
    """A stroke, without waiting for an answer."""
    mouse = boards.page.mouse
    mouse.move(*boards.point(cells[0]))
    mouse.down()
    for cell in cells[1:]:
        mouse.move(*boards.point(cell), steps=4)
    mouse.up()


def come_back(boards):
    """The line is there again, as after a while."""
    boards.page.evaluate("window.asterionBoards.connection.connect()")
    boards.settled()


@pytest.mark.parametrize("path", ["/playground", "/terrain"])
def test_strokes_are_kept_until_the_line_is_back(open_tab, path):
    tab = open_tab(path)
    page, boards = tab.page, Boards(tab)
    boards.drag((2, 2), (2, 6))
    kept = boards.cost((2, 4))
    boards.ask(BREAK)
    expect(page.locator(".connection-state")).to_contain_text("what you draw is kept")
    draw(boards, (4, 2), (4, 6))
    draw(boards, (6, 2), (6, 6))
    drawn = boards.ask("Array.from(boards.map.costs)")
    come_back(boards)
    expect(page.locator(".connection-state")).to_be_hidden()
    assert boards.ask("Array.from(boards.map.costs)") == drawn
    page.keyboard.press("Control+z")  # the last stroke alone
    boards.settled()
    assert boards.cost((6, 4)) != drawn[6 * boards.ask("boards.map.cols") + 4]
    assert boards.cost((4, 4)) == drawn[4 * boards.ask("boards.map.cols") + 4]
    assert boards.cost((2, 4)) == kept


def test_a_graph_is_edited_while_the_line_is_broken(open_tab):
    tab = open_tab("/graphs")
    page, boards = tab.page, Boards(tab)
    boards.ask(BREAK)
    page.locator('[data-node="0"]').focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("g")
    come_back(boards)
    assert boards.ask("boards.graph.goal") == 0
    assert boards.ask("boards.graph.places[0][0]") == pytest.approx(0.08)


def test_what_is_too_much_to_be_kept_is_said(open_tab):
    tab = open_tab("/playground")
    page, boards = tab.page, Boards(tab)
    boards.ask(BREAK)
    boards.ask(
        """Array.from({ length: 40 }, (_, i) => ["begin", "paint", "end"].forEach((type) =>
            boards.connection.send({ type, cells: [i], cost: 9 }))).length"""
    )
    expect(page.locator(".notice.error")).to_contain_text("Too much waits")
    come_back(boards)
    assert boards.cost((0, 3)) == 9
    assert boards.cost((0, 39)) != 9


@pytest.mark.timing("the lab is stopped and started while the page waits for it")
def test_a_new_server_is_told_what_was_drawn_while_there_was_none(open_tab):
    lab = Lab()
    try:
        tab = open_tab("/playground", server=lab)
        page, boards = tab.page, Boards(tab)
        boards.drag((2, 2), (2, 6))
        lab.stop()
        expect(page.locator(".connection-state")).to_contain_text("does not answer")
        draw(boards, (4, 2), (4, 6))
        page.evaluate("window.isOld = true")
        lab.start()
        page.wait_for_function("!window.isOld", timeout=60_000)  # it loads itself again
        page.wait_for_function("window.asterionBoards?.ready()", timeout=60_000)
        boards.wait("boards.map.costs[4 * boards.map.cols + 4] === 0 && boards.ready()")
        assert boards.cost((2, 4)) == 0
    finally:
        tab.faults.clear()  # lines that broke
        lab.stop()
