"""A frame budget at work, used as a person would: in a real browser."""

import pytest
from playwright.sync_api import expect

SCENE = "/playground#scene=paths-within-a-frame-budget"


@pytest.fixture
def tab(open_tab):
    return open_tab(SCENE)


def seek(boards, frame):
    boards.ask("boards.transport.pause()")
    boards.ask(f"boards.transport.seek({frame})")


def words(page):
    return page.get_by_role("list", name="Requests").get_by_role("button").all_inner_texts()


def unit(boards, number, frame):
    """A drawn unit: its row and column, and its path ahead."""
    cols = boards.ask("boards.map.cols")
    state = boards.ask(f"boards.frames.run.unitsAt({frame})[{number}]")
    return divmod(state["cell"], cols), state


def test_units_wait_set_off_and_get_their_paths_in_the_order_of_the_line(page, boards):
    expect(
        page.get_by_role("heading", name="Frame budget: 100 expansions per frame")
    ).to_be_visible()
    seek(boards, 0)
    assert words(page)[0].split("\n") == ["1", "waits, 1st in line: quick"]
    assert words(page)[7].split("\n") == ["8", "waits, 8th in line: quick"]
    expect(page.locator(".board .caption")).to_have_text("frame 0: 0 of 100 expansions; 8 in line")
    seek(boards, 2)
    assert "quick, " in words(page)[0]
    page.keyboard.press("End")
    assert {each.split("\n")[1] for each in words(page)} == {"arrived"}
    expect(page.locator(".board .caption")).to_contain_text("8 arrived")
    expect(page.locator(".place")).to_contain_text("frames")


def test_drawing_while_it_plays_is_an_edit_after_the_frame_shown(page, boards):
    seek(boards, 20)
    page.keyboard.press("Space")
    boards.wait("boards.transport.at > 22")
    page.mouse.move(*boards.point((1, 10)))
    page.mouse.down()
    at = boards.ask("Math.floor(boards.transport.at)")
    page.wait_for_timeout(300)
    assert boards.ask("Math.floor(boards.transport.at)") == at  # it waits for the pointer
    page.mouse.move(*boards.point((4, 10)), steps=4)
    page.mouse.up()
    boards.settled()
    assert boards.ask("[...new Set(boards.frames.run.edits.map(([at]) => at))].join()") == str(at)
    boards.wait(f"boards.transport.at > {at}")  # and continues


def test_the_slider_changes_the_budget_and_a_link_holds_it(page, boards, open_tab):
    frames = boards.ask("boards.frames.run.last")
    page.locator('.q-slider[aria-label="Expansions per frame"] [tabindex="0"]').focus()
    for budget in (110, 120, 130, 140, 150):  # NiceGUI echoes each value to the slider
        page.keyboard.press("ArrowRight")
        boards.wait(f"boards.frames.run.summary.expansions === {budget}")
        boards.settled()
    boards.settled()
    assert boards.ask("boards.frames.run.last") < frames
    expect(page.get_by_text("Expansions per frame: 150")).to_be_visible()
    link = boards.ask("boards.link")
    other = open_tab(f"/playground#s={link}").page
    other.wait_for_function("window.asterionBoards.frames?.run?.summary.expansions === 150")


def test_searches_come_and_go_with_the_switch(page, boards):
    page.get_by_role("switch", name="Paths for many units").click()
    boards.wait("!boards.frames")
    boards.settled()
    expect(page.get_by_role("heading", name="A*")).to_be_visible()
    expect(page.get_by_role("list", name="Requests")).to_have_count(0)
    expect(page.locator(".place")).to_contain_text("expansions")
    page.get_by_role("switch", name="Paths for many units").click()
    boards.wait("boards.frames?.run")
    boards.settled()
    assert len(words(page)) == 6
    page.get_by_role("spinbutton", name="Units").fill("3")
    boards.wait("boards.frames.run.summary.ends.length === 3")
    page.keyboard.press("Escape")
    assert len(words(page)) == 3
