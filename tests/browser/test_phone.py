"""The lab on a phone: a finger has no keys, cannot point, and needs room."""

import pytest
from playwright.sync_api import expect

from asterion.lab.page.header import PAGES
from support.boards import Boards
from support.tactics_field import PEOPLE, Field, link

PHONE = {"viewport": {"width": 420, "height": 900}, "has_touch": True, "is_mobile": True}
PLAIN = ("/", "/algorithms", "/algorithms/search/astar")
# What a finger hits must be 40 pixels wide and high; links among words are as high as the words.
HARD_TO_HIT = """() => [...document.querySelectorAll(
    "button, a, summary, input[type=range], .q-field, .q-checkbox, .q-toggle, .q-slider, .q-item")]
  .filter((each) => !each.matches(".skip-link, p:not(.start-links) > a, .algorithm li > a"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 0 && (width < 39.5 || height < 39.5))
  .map(([each, { width, height }]) => `${each.outerHTML.slice(0, 90)} ${width} x ${height}`)"""
# Words about a mouse or a key, on the page or for a screen reader.
WORDS = r"""() => {
  const mouse = /\b(click|point at|right button)|ctrl|\((space|Escape|Home|End|[a-z←→?+-])\)/i;
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (words.nextNode()) {
    const { data, parentElement } = words.currentNode;
    if (parentElement.checkVisibility() && !parentElement.closest("script, pre")) found.push(data);
  }
  for (const each of document.querySelectorAll("[aria-label]")) found.push(each.ariaLabel);
  return found.filter((text) => mouse.test(text));
}"""
IN_VIEW = """(it) => {
  const { left, right, top, bottom } = it.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && right <= innerWidth && bottom <= innerHeight && it.contains(at);
}"""


@pytest.mark.parametrize("path", [*PLAIN, *PAGES])
def test_all_can_be_hit_and_nothing_speaks_of_a_mouse_or_keys(open_tab, path):
    page = open_tab(path, wait=path in PAGES, **PHONE).page
    page.wait_for_load_state()
    page.evaluate("document.querySelectorAll('.lab-drawer').forEach((each) => (each.open = true))")
    page.wait_for_timeout(300)
    assert page.evaluate(HARD_TO_HIT) == []
    assert page.evaluate(WORDS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 420


def test_a_finger_draws_what_the_start_page_promises(open_tab):
    tab = open_tab("/", wait=False, **PHONE)
    page, boards = tab.page, Boards(tab)
    page.get_by_role("link", name="Draw your own map").tap()
    page.wait_for_function("window.asterionBoards?.ready()")
    boards.settled()
    wall = page.get_by_role("button", name="Draw walls")
    expect(wall).to_have_attribute("aria-pressed", "true")
    for button in page.locator(".tool-bar button:visible").all():
        assert button.evaluate(IN_VIEW)
    page.touchscreen.tap(*boards.point((12, 20)))
    boards.settled()
    assert boards.cost((12, 20)) == 0
    page.get_by_role("button", name="Read cells").tap()  # a finger draws no more, but reads
    page.touchscreen.tap(*boards.point((12, 21)))
    told = page.locator(".hover-text")
    expect(told).to_contain_text("(12, 21) costs 1")
    expect(told).to_be_in_viewport()
    boards.settled()
    assert boards.cost((12, 21)) == 1
    page.evaluate("asterionNotice('A notice', 'info')")
    notice, bar = page.locator(".notice").bounding_box(), page.locator(".transport").bounding_box()
    assert notice["y"] + notice["height"] <= bar["y"]


def test_a_first_tap_shows_a_walk_or_an_attack_and_the_next_one_does_it(open_tab):
    tab = open_tab(link(*PEOPLE), **PHONE)
    page, field = tab.page, Field(tab)

    def tap(x, y):
        page.touchscreen.tap(*field.place(x, y))
        field.settled()

    tap(1, 3)
    tap(2, 2)
    told = page.locator(".hover-text")
    expect(told).to_have_text("Walk to (2, 2): 2 of 5 MP. Tap again to walk.")
    assert field.shown()[2] == "....."
    tap(2, 2)
    assert field.shown()[2] == "..M.."
    tap(1, 4)
    tap(4, 1)
    expect(told).to_have_text("Attack (4, 1) with the Blaster: 1 of 3 AP. Tap again to attack.")
    tap(4, 2)  # another cell is another first tap
    tap(4, 1)
    assert field.shown()[1] == "...ms"
    tap(4, 1)
    assert field.shown()[1] == "...m."
