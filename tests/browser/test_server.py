"""Rules for every page: other tabs, other machines, a server that goes away."""

import time
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

import asterion as at
from asterion.lab.searches.search_run import INDEX
from support.boards import Boards
from support.browser_lab import Lab

ROOT = Path(__file__).parents[2]


@pytest.mark.timing("a page that loads itself again repeats the notice for 20 seconds only")
def test_a_restart_is_said_and_the_set_up_comes_back(open_tab):
    lab = Lab()
    try:
        tab = open_tab("/playground", server=lab)
        boards = Boards(tab)
        boards.drag((5, 5), (5, 9))
        shown = "boards.ready() && Array.from(boards.map.costs)"
        cells = boards.ask(shown)
        lab.stop()
        expect(tab.page.locator(".connection-state")).to_contain_text("does not answer")
        tab.page.evaluate("window.isOld = true")
        lab.start()
        expect(tab.page.locator(".notice")).to_contain_text("restarted", timeout=60_000)
        assert eventually(lambda: boards.ask(shown)) == cells
        tab.page.wait_for_function("!window.isOld", timeout=60_000)  # it loads itself again
        assert eventually(lambda: boards.ask(shown)) == cells
        expect(tab.page.locator(".notice").first).to_contain_text("restarted")
    finally:
        tab.faults.clear()  # lines that broke
        lab.stop()


def eventually(ask):
    """The answer, once there is one: pages that reload lose questions."""
    for _ in range(60):
        with suppress(Error):
            if answer := ask():
                return answer
        time.sleep(0.25)
    raise AssertionError("no answer")


def test_a_reload_keeps_the_set_up(open_tab):
    tab = open_tab()
    boards = Boards(tab)
    boards.drag((2, 2), (2, 6))
    tab.page.reload()
    tab.page.wait_for_function("window.asterionBoards?.ready()")
    assert boards.cost((2, 4)) == 0


def test_two_tabs_do_not_see_each_other(open_tab):
    one, other = Boards(open_tab()), Boards(open_tab())
    one.drag((2, 2), (2, 6))
    assert one.cost((2, 4)) == 0
    assert other.cost((2, 4)) == 1


def test_an_algorithm_of_ones_own_is_in_the_list(open_tab):
    lab = Lab("--use", str(ROOT / "examples" / "own_search" / "main.py"))
    try:
        tab = open_tab(server=lab)
        boards = Boards(tab)
        tab.page.get_by_label("Board 1", exact=True).click()
        listed = tab.page.get_by_role("listbox").get_by_role("option")
        texts = listed.all_inner_texts()
        built_in = {info.title for info in at.algorithms("search") if info.factory is None}
        built_in |= {INDEX.title, *(info.title for info in at.algorithms("textbook"))}
        (own,) = {text.split("\n")[0] for text in texts} - built_in
        listed.filter(has=tab.page.get_by_text(own, exact=True)).click()
        boards.wait(f"boards.boards[0].summary?.algorithm === '{own}'")
        assert boards.summary()["status"] == "found"
    finally:
        lab.stop()


def test_a_map_of_1024_columns_can_be_drawn_on(open_tab):
    tab = open_tab()
    boards = Boards(tab)
    tab.page.get_by_label("Make", exact=True).click()
    tab.page.get_by_role("option", name="caves", exact=True).click()
    tab.page.get_by_label("Size").fill("1024")
    tab.page.get_by_role("button", name="Make map").click()
    boards.wait("boards.map.cols === 1024 && boards.boards.every((board) => board.summary)")
    boards.settled()
    # Both searches are on one timeline, though the log of one would be too long to send.
    half, counts = boards.ask("""(() => {
        const { transport, boards: each } = boards;
        transport.seek(Math.round(transport.steps / 5));
        const closed = (state) => state.reduce((sum, cell) => sum + (cell === 2), 0);
        const count = ({ replay: { steps, step, state } }) => [steps, step, closed(state)];
        return [transport.at, each.map(count)];
    })()""")
    assert [steps for steps, _, _ in counts] == [boards.summary(i)["expanded"] for i in (0, 1)]
    assert all(half == step and 0.8 * step < closed <= step for _, step, closed in counts)
    assert " expanded; shown every " in boards.summary(0)["caption"]
    start = boards.end("start")
    boards.drag(start, (start[0] + 20, start[1] + 20))
    assert boards.end("start") == (start[0] + 20, start[1] + 20)
    # On a machine that is busy with other work, the limit on time may end the search.
    assert boards.summary()["status"] in {"found", "stopped"}


def test_a_second_load_asks_for_the_page_alone(open_tab):
    """All its files are in the browser's cache, for good: its address has a version."""
    page = open_tab("/playground").page
    page.goto(page.url)
    page.wait_for_function("window.asterionBoards?.ready() && !document.querySelector('.early')")
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map((it) => [it.name, it.transferSize])"
    )
    assert len(sizes) > 20
    assert [name for name, size in sizes if size] == []
