"""The dock beside the boards, which explains a step."""

import re

from playwright.sync_api import expect

BESIDE = """() => {
  const [dock, ...boards] = [".step-dock", ".board canvas"].flatMap((each) =>
    [...document.querySelectorAll(each)].map((one) => one.getBoundingClientRect()));
  return boards.every((box) => box.right <= dock.left || box.bottom <= dock.top);
}"""


def test_a_step_is_explained_beside_the_boards_and_below_them_in_a_narrow_window(open_tab):
    page = open_tab("/playground").page
    page.evaluate("asterionBoards.transport.showAt({ step: 40 })")
    page.keyboard.press("i")
    dock = page.locator(".step-dock")
    sentence, list_ = dock.locator(".dock-sentence"), dock.locator(".dock-list tbody tr")
    expect(sentence).to_have_text(re.compile(r"its g of [\d.]+ is the smallest of \d+ open cells"))
    expect(dock.locator("li.now").first).to_contain_text("smallest g")
    following = list_.first.locator("td").nth(1).inner_text()
    page.keyboard.press("ArrowRight")
    expect(sentence).to_contain_text(f"Expanded {following}")  # the first of the list comes next
    dock.get_by_role("button", name="2. A*").click()
    expect(sentence).to_contain_text("its f of")
    expect(dock).to_contain_text("Hart")  # its paper
    expect(dock).to_contain_text("Finds a cheapest path, if the estimate never exceeds")
    page.keyboard.press("Home")
    expect(dock.locator("li.now")).to_have_count(1)  # the start is opened
    assert page.evaluate(BESIDE)
    page.set_viewport_size({"width": 420, "height": 900})
    page.wait_for_function(BESIDE)
    page.keyboard.press("i")
    expect(dock).to_be_hidden()
