"""Fields, lists and sheets: typed text stays with them, and errors are shown."""

from playwright.sync_api import expect

from asterion.lab import limits
from support.boards import Boards, choose

# The place of a node of a graph on the page.
SPOT = """(() => {
    const { left, top } = boards.view.svg.getBoundingClientRect();
    const [x, y] = boards.view.at(%d);
    return [left + x, top + y];
})()"""


def complaint(page):
    return page.locator(".notice.error").last


def test_a_size_outside_its_range_is_refused_and_named(open_tab):
    tab = open_tab("/playground")
    page, boards = tab.page, Boards(tab)
    before = boards.ask("boards.map.costs.join()")
    for typed in ("99999", "-5", "2.5", ""):
        page.get_by_label("Size").fill(typed)
        page.get_by_role("button", name="Make map").click()
        expect(complaint(page)).to_have_text(
            f"Size is {typed or 'empty'}; it must be a whole number from 2 to {limits.MAP_SIDE}"
        )
        expect(page.get_by_label("Size")).to_have_value("41")
    assert boards.ask("boards.map.costs.join()") == before


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
    expect(page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
    assert page.evaluate("document.activeElement.closest('.q-select') !== null")
