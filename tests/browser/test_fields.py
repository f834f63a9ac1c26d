"""Fields, lists and sheets: what is typed stays with them, and what is wrong is said."""

import pytest
from playwright.sync_api import expect

from asterion.games.tactics.arguments import LONGEST_SIDE, MOST_POINTS
from asterion.games.tactics.units import MOST_TEAMS
from asterion.lab.shared import limits
from support.boards import Boards, choose

# Where a node of a graph is on the page.
SPOT = """(() => {
    const { left, top } = boards.view.svg.getBoundingClientRect();
    const [x, y] = boards.view.at(%d);
    return [left + x, top + y];
})()"""


def complaint(page):
    return page.locator(".notice.error").last


@pytest.mark.parametrize("typed", ["99999", "-5", "2.5", ""])
def test_a_size_outside_its_range_is_refused_and_named(open_tab, typed):
    tab = open_tab("/playground")
    page, boards = tab.page, Boards(tab)
    before = boards.ask("boards.map.costs.join()")
    page.get_by_label("Size").fill(typed)
    page.get_by_role("button", name="Make map").click()
    expect(complaint(page)).to_have_text(
        f"Size is {typed or 'empty'}; it must be a whole number from 2 to {limits.MAP_SIDE}"
    )
    expect(page.get_by_label("Size")).to_have_value("41")
    assert boards.ask("boards.map.costs.join()") == before


@pytest.mark.parametrize(
    ("path", "label", "typed", "most"),
    [
        ("/playground", "Seed", "-5", 999_999),
        ("/terrain", "Sight, in cells", "99999", limits.SIGHT),
        ("/maze", "Seed", "-5", ""),
        ("/graphs", "Estimate of B", "-5", 99_999),
    ],
)
def test_a_number_outside_its_range_is_never_changed_silently(open_tab, path, label, typed, most):
    page = open_tab(path).page
    field = page.get_by_label(label, exact=True)
    used = field.input_value()
    field.fill(typed)
    page.wait_for_timeout(700)  # longer than fields wait for more
    field.press("Enter")
    if path == "/playground":
        page.get_by_role("button", name="Make another map").click()
    expect(complaint(page)).to_contain_text(f"is {typed}; it must be a")
    expect(complaint(page)).to_contain_text(f"to {most}")
    expect(field).to_have_value(used)


def test_sizes_of_a_tactics_map_are_refused_and_named(open_tab):
    page = open_tab("/tactics").page
    page.get_by_text("Map editor").first.click()
    field = page.get_by_label("Width", exact=True)
    used = field.input_value()
    field.fill("99999")
    page.get_by_role("button", name="Generate blank map").click()
    expect(complaint(page)).to_contain_text("Width is 99999; it must be a whole number from 1 to ")
    expect(field).to_have_value(used)


@pytest.mark.parametrize(
    ("label", "least", "most"),
    [
        ("Team", 0, MOST_TEAMS - 1),
        ("Width", 1, LONGEST_SIDE),
        ("Height", 1, LONGEST_SIDE),
        ("MP", 0, MOST_POINTS),
        ("AP", 0, MOST_POINTS),
    ],
)
def test_the_map_editor_asks_for_what_a_game_may_have(open_tab, label, least, most):
    page = open_tab("/tactics").page
    page.get_by_text("Map editor").first.click()
    field = page.get_by_label(label, exact=True)
    expect(field).to_have_attribute("min", str(least))
    expect(field).to_have_attribute("max", str(most))


def test_a_letter_in_a_field_of_a_cost_neither_empties_nor_leaves_it(open_tab):
    tab = open_tab("/graphs")
    page, boards = tab.page, Boards(tab)
    page.keyboard.press("c")
    for node in (1, 5):
        page.mouse.click(*boards.ask(SPOT % node))
    boards.settled()
    field = page.locator(".picker input[type=number]")
    expect(field).to_be_focused()
    before = field.input_value()
    for key in ("m", "n", "d"):
        page.keyboard.press(key)
    expect(field).to_be_focused()
    expect(field).to_have_value(before)
    page.keyboard.press("7")
    page.keyboard.press("Enter")
    boards.wait("boards.graph.connections.at(-1)[2] === 7")


def test_a_cost_that_is_deleted_stays_as_it_was(open_tab):
    tab = open_tab("/graphs")
    page, boards = tab.page, Boards(tab)
    page.locator('.cost[data-arc="0"]').click()
    field = page.locator(".picker input[type=number]")
    before = field.input_value()
    field.fill("")
    field.press("Enter")
    expect(complaint(page)).to_contain_text("it must be a number")
    expect(field).to_have_value(before)
    assert boards.ask("boards.graph.connections[0][2]") == float(before)


def test_escape_closes_the_sheet_of_keys_where_it_is_a_key_too(open_tab):
    page = open_tab("/graphs").page
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_a_tooltip_does_not_cover_the_list_of_its_field(open_tab):
    page = open_tab("/playground").page
    page.get_by_label("Moves", exact=True).hover()
    expect(page.locator(".q-tooltip")).to_be_visible()
    page.get_by_label("Moves", exact=True).click()
    expect(page.get_by_role("listbox")).to_be_visible()
    expect(page.locator(".q-tooltip")).to_be_hidden()


# A list gives itself the focus when it has folded: on a busy machine long after the choice.
FOLDS_LATE = """() => new Promise((done) => setTimeout(() => {
  document.querySelector(".q-select [aria-label=Moves]").focus();
  setTimeout(done, 50);
}))"""


def test_a_field_that_is_typed_into_keeps_the_focus_when_a_list_folds_late(open_tab):
    page = open_tab("/playground").page
    size = page.get_by_label("Size")
    choose(page, "Moves", "4 moves")
    size.focus()
    page.evaluate(FOLDS_LATE)
    page.keyboard.insert_text("5")
    expect(size).to_be_focused()
    assert "5" in size.input_value()


def test_without_a_field_the_page_keeps_the_keys_when_a_list_folds_late(open_tab):
    page = open_tab("/playground").page
    choose(page, "Moves", "4 moves")
    page.evaluate(FOLDS_LATE)
    assert page.evaluate("document.activeElement.tagName") == "BODY"


def test_a_list_that_a_person_goes_back_to_opens(open_tab):
    page = open_tab("/playground").page
    choose(page, "Moves", "4 moves")
    page.get_by_label("Moves", exact=True).click()
    expect(page.get_by_role("option").first).to_be_visible()
    assert page.evaluate("document.activeElement.closest('.q-select') !== null")


def test_a_field_that_is_gone_to_at_once_after_a_button_keeps_the_focus(open_tab):
    page = open_tab("/playground").page
    page.get_by_role("button", name="Make map").evaluate("""(button) => new Promise((done) => {
      button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
      document.querySelector("input[aria-label=Size]").focus();
      setTimeout(done, 50);
    })""")
    expect(page.get_by_label("Size")).to_be_focused()
