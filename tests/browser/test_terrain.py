"""The terrain page, used as a person would: agents walk, and walls appear in their way."""

import re

import pytest
from playwright.sync_api import expect

from support.boards import Boards, choose, open_drawer


@pytest.fixture
def tab(open_tab):
    return open_tab("/terrain")


def walk_to_the_end(page, boards):
    boards.ask("boards.transport.speed.set(8)")
    page.keyboard.press("Space")
    boards.wait("boards.recording.time > 20 && !boards.walking")


def test_agents_walk_until_they_arrive(page, boards):
    walk_to_the_end(page, boards)
    for caption in page.locator(".caption").all()[1:]:
        expect(caption).to_contain_text("I reached the target after ")
    expect(page.locator(".lab-results").first).to_contain_text("arrived")
    open_drawer(page)
    page.get_by_text("Counts of each search").click()
    searches = page.locator(".lab-results").last
    expect(searches).to_contain_text("1. Repeated A*")
    expect(searches.locator("tbody tr")).to_have_count(25)  # a page of them
    expect(searches).to_contain_text(re.compile(r"1-25 of \d+"))


def test_agents_walk_as_soon_as_the_page_is_open_and_in_the_end_it_says_why_one_walked_farther(
    open_tab,
):
    tab = open_tab("/terrain", reduced_motion="no-preference")
    page, boards = tab.page, Boards(tab)
    boards.wait("boards.recording.time > 2 && boards.walking")
    boards.ask("boards.transport.speed.set(8)")
    why = page.locator(".terrain-why")
    expect(why).to_contain_text("Agent 1 walked 88 moves farther than agent 2: 226 against 138.")
    page.get_by_role("button", name="move 48").click()
    assert boards.ask("boards.time") == 48
    cell, wall = boards.ask("boards.recording.at(48).agents[0].position"), (0, 17)
    assert wall == (cell // 25, cell % 25 + 1)  # the wall that turned it round is beside it


@pytest.mark.req("S001-08")
def test_the_three_panes_of_an_agent(page, boards):
    page.get_by_role("button", name="1. Repeated A*").click()
    for title in ("True world", "Known", "Presumed"):
        expect(page.get_by_role("heading", name=re.compile(f"^{title}: 1. Rep"))).to_be_visible()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    boards.wait("boards.recording.time === 6")
    # At each time step: the drawing in each pane follows from the record up to then.
    for step in range(6, -1, -1):
        boards.ask(f"boards.transport.seek({step})")
        agent = f"boards.recording.at({step}).agents[0]"
        world, known, presumed = (f"boards.boards[{i}].view" for i in range(3))
        assert boards.ask(f"{known}.overlay.known.every((k, i) => k === {agent}.known[i])")
        believed = f"({agent}.known[i] ? boards.recording.world[i] : 1)"
        assert boards.ask(f"{presumed}.map.costs.every((c, i) => c === {believed})")
        assert boards.ask(f"{world}.map.costs.every((c, i) => c === boards.recording.world[i])")
        assert boards.ask(f"{presumed}.overlay.path[0] === {agent}.position")
        assert boards.ask(f"{presumed}.overlay.fresh === {agent}.fresh")
    seen = "boards.recording.at({}).agents[0].known.reduce((a, b) => a + b)"
    assert boards.ask(seen.format(0)) < boards.ask(seen.format(6))


def test_each_search_is_stepped_through(page, boards):
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    boards.wait("boards.recording.time === 3")
    page.get_by_role("button", name="Step through this search").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(re.compile(r"Repeated A\*, plan \d+: step by step"))
    expanded = boards.ask("boards.recording.at(boards.time).agents[0].plan.expanded")
    expect(sheet).to_contain_text(f"0 of {expanded} expansions")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(sheet).to_contain_text(f"2 of {expanded} expansions")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


@pytest.mark.timing("on a busy machine the agents may be past the wall before it is drawn")
def test_walls_are_drawn_while_agents_walk(page, boards):
    choose(page, "The world is", "known, but it changes")
    boards.wait("boards.recording.started.mode === 'changing'")
    boards.settled()
    page.keyboard.press("x")  # clears the map: they go straight
    boards.wait("boards.map.costs.every((cost) => cost === 1)")
    boards.ask("boards.transport.speed.set(0.5)")
    page.keyboard.press("Space")
    boards.wait("boards.recording.time > 2")
    plans = boards.ask("boards.recording.at(boards.recording.time).agents[1].plan.number")
    # On its path, so far ahead that on a busy machine too it is there in time.
    path = boards.ask("boards.recording.at(boards.recording.time).agents[1].path")
    row, col = divmod(path[30], boards.ask("boards.map.cols"))
    boards.drag((row, col), (row, max(0, col - 1)))
    boards.wait(f"boards.map.costs[{path[30]}] === 0")
    boards.wait(f"boards.recording.at(boards.recording.time).agents[1].plan.number > {plans}")
    boards.ask("boards.transport.speed.set(8)")
    boards.wait("!boards.walking")
    for i in (0, 1):
        assert boards.ask(f"boards.recording.at(boards.recording.time).agents[{i}].message") == (
            "I reached the target."
        )


def test_agents_are_added_and_taken_away(page, boards):
    page.get_by_role("button", name="Add agent").click()
    boards.wait("boards.titles.length === 3 && boards.boards.length === 4")
    choose(page, "Agent 3", "MPAA*")
    boards.wait("boards.titles[2] === 'MPAA*'")
    page.get_by_role("button", name="Remove agent 1").click()
    boards.wait("boards.titles.join() === 'D* Lite,MPAA*'")
    walk_to_the_end(page, boards)


def test_a_link_holds_agents_mode_and_world(open_tab, page, boards):
    choose(page, "The world is", "known, but it changes")
    boards.wait("boards.recording.started.mode === 'changing'")
    boards.drag((20, 14), (20, 24))
    page.keyboard.press("l")
    expect(page.locator(".notice")).to_contain_text("The link is")
    address = page.evaluate("navigator.clipboard.readText()")
    other = Boards(open_tab("/" + address.split("/", 3)[3]))
    assert other.ask("boards.recording.started.mode") == "changing"
    assert other.cost((20, 19)) == 0
    assert other.ask("boards.titles.join()") == "Repeated A*,D* Lite"


@pytest.mark.req("S001-50")
@pytest.mark.req("S001-51")
def test_agents_are_sent_by_clicks_and_what_one_has_seen_saves_moves(page, boards):
    """There, back and there again; then the other, who has not moved yet, knows the way."""
    choose(page, "The world is", "unknown: you give orders")
    boards.wait("boards.recording.started.mode === 'orders'")
    boards.settled()
    boards.ask("boards.transport.speed.set(8)")
    known = "boards.boards[0].view.overlay.known.reduce((a, b) => a + b)"
    before = boards.ask(known)
    there, now = (3, 12), "boards.recording.at(boards.recording.time)"
    for order, cell in enumerate([there, (0, 2), there], 1):
        page.mouse.click(*boards.point(cell))
        boards.wait(f"{now}.agents[0].order === {order}")
        page.keyboard.press("Space")
        done = f"order === {order} && each.message === 'I reached the target.'"
        boards.wait(f"[{now}.agents[0], {now}.twins[0]].every((each) => each.{done})")
    assert boards.ask(known) > before + 40
    expect(page.locator(".caption.good")).to_have_text(
        [f"agent 1, order 3: arrived after {moves} moves" for moves in (15, 27)]
    )
    why = page.locator(".terrain-why")
    expect(why).to_contain_text("Memory, and what others saw, saved 18 moves: 67 instead of 85.")
    page.mouse.click(*boards.point((0, 0)))  # on agent 2, which is chosen by it
    expect(page.get_by_role("button", name="2. D* Lite")).to_have_attribute("aria-pressed", "true")
    page.mouse.click(*boards.point((2, 12), board=2))  # on any board
    boards.wait(f"{now}.agents[1].order === 1")
    path, seen = f"{now}.agents[1].path.length - 1", f"{now}.agents[1].path"
    assert boards.ask(path) == 26  # it knows the way, where it has never been
    assert boards.ask(f"{seen}.every((cell) => {now}.agents[1].known[cell])")
