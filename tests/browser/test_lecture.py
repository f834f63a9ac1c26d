"""Lecture mode: boards over the whole window, and keys that cannot spoil a lecture."""

from playwright.sync_api import expect

from support.boards import Boards


def test_a_lecture_is_held_with_plain_keys_and_goes_on_after_a_reload(open_tab):
    tab = open_tab("/playground", viewport={"width": 1024, "height": 768})
    page, boards = tab.page, Boards(tab)
    width, costs = "boards.boards[0].view.canvas.clientWidth", "boards.map.costs.join()"
    before, walls = boards.ask(width), boards.ask(costs)
    page.get_by_role("button", name="Lecture mode").click()
    boards.wait(f"{width} > {before} + 60")
    expect(page.locator(".lab-side")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Home")
    page.locator("canvas").first.focus()  # where arrows walk over the cells, else
    for key in ("x", "ArrowRight", "PageDown", "w", "Enter"):
        page.keyboard.press(key)
    boards.settled()
    assert boards.ask("boards.transport.at") == 2
    page.reload()
    boards.wait("boards?.ready()")
    expect(page.locator(".lab-side")).to_be_hidden()
    assert boards.ask(costs) == walls
    page.keyboard.press("Escape")
    expect(page.locator(".lab-side")).to_be_visible()
