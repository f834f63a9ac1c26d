"""The place in time during edits, and the words about a cell over time."""

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def tab(open_tab):
    return open_tab("/playground")


def test_an_edit_while_paused_stays_at_its_step(page, boards):
    page.get_by_label("Board 1", exact=True).click()
    greedy = page.get_by_text("Greedy best-first", exact=True)  # the shorter search
    page.get_by_role("option").filter(has=greedy).click()
    boards.wait("boards.boards[0].summary?.algorithm === 'greedy'")
    boards.settled()
    boards.ask("boards.transport.seek(200)")
    assert boards.ask("boards.boards[0].replay.steps") < 200
    for row in range(2, 12):
        boards.drag((row, 2), (row, 2))
        steps = boards.ask("boards.transport.steps")
        assert boards.ask("boards.transport.at") == min(200, steps)
        assert boards.ask("boards.boards[1].replay.step") == min(
            200, boards.ask("boards.boards[1].replay.steps")
        )
    assert steps > 200


# --- The path over the estimates, and numbers that do not fit


def test_numbers_that_have_no_room_say_so_and_come_with_a_zoom(page, boards):
    layer = page.get_by_role("button", name="numbers")
    page.keyboard.press("v")
    expect(layer).to_have_text("numbers: zoom in")
    expect(layer).to_have_class(re.compile("waits"))
    assert "too small" in layer.get_attribute("title")
    for _ in range(4):
        page.keyboard.press("+")
    assert boards.ask("boards.boards[0].view.hasRoomForNumbers")
    expect(layer).to_have_text("numbers")
    expect(layer).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("0")
    expect(layer).to_have_text("numbers: zoom in")
    page.keyboard.press("v")
    expect(layer).to_have_text("numbers")


def test_a_race_by_time_is_won_by_the_search_that_takes_the_fewest_milliseconds(open_tab):
    page = open_tab("/playground").page
    page.keyboard.press("y")
    expect(page.locator(".place")).to_have_text(re.compile(r"[\d.]+ of [\d.]+ ms"))
    page.get_by_role("button", name="by time").wait_for()
    left, times = page.evaluate("""() => {
      const { boards, race, transport } = asterionBoards;
      const times = boards.map(({ summary }) => summary.ms);
      transport.seek(Math.ceil(race.ticks * Math.min(...times) / race.total)); // one ends
      return [boards.map(({ replay }) => replay.steps - replay.step), times];
    }""")
    first = times.index(min(times))
    assert [count == 0 for count in left] == [i == first for i in range(2)]
    page.keyboard.press("y")
    expect(page.locator(".place")).to_have_text(re.compile("of 1,307 expansions"))
