"""The board of the tactics page: its size, its units, motion, plans, and drawing maps."""

import pytest
from playwright.sync_api import expect

from support.tactics_field import (
    PEOPLE,
    Field,
    link,
    log,
    opened,
)

SHARE = """(() => {
  const { width, height } = boards.view.canvas.getBoundingClientRect();
  const { side } = boards.view, { rows, cols } = boards.board;
  const area = width * height, tiles = side * side * rows * cols;
  return [area / (innerWidth * innerHeight), tiles / area];
})()"""
INSIDE = """(name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight + 0.5 && box.left >= 0
    && box.right <= innerWidth + 0.5;
}"""


@pytest.fixture
def tab(open_tab):
    return open_tab(link("Human", "Idle"))


@pytest.fixture
def field(tab):
    return Field(tab)


# --- Size


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
def test_the_board_has_nearly_half_of_the_window_and_nothing_lies_on_anything(
    open_tab, width, height
):
    viewport = {"width": width, "height": height}
    page, field = opened(open_tab, *PEOPLE, viewport=viewport)
    share, filled = field.ask(SHARE)
    assert share >= 0.45
    assert filled > 0.9
    parts = (".lab-side", ".game-field", ".game-beside", ".game-browser", "header")
    boxes = [page.locator(part).bounding_box() for part in parts]
    assert not [
        (parts[i], parts[j])
        for i, a in enumerate(boxes)
        for j, b in enumerate(boxes[:i])
        if max(a["x"], b["x"]) < min(a["x"] + a["width"], b["x"] + b["width"]) - 0.5
        and max(a["y"], b["y"]) < min(a["y"] + a["height"], b["y"] + b["height"]) - 0.5
    ]
    cut = "(each) => each.scrollWidth > each.clientWidth + 1"
    for part in (".game-status", ".game-facts div", ".game-orders", ".transport", ".lab-card"):
        for each in page.locator(part).all():
            assert not each.evaluate(cut), part


def test_what_plays_it_and_whose_turn_it_is_are_inside_the_window(open_tab):
    width, height = 420, 900
    page, field = opened(open_tab, *PEOPLE, viewport={"width": width, "height": height})
    for part in (".game-browser", ".turn", "canvas.game-canvas"):
        assert page.evaluate(INSIDE, part)
    expect(page.locator(".turn")).to_have_text("Your turn, team 1")
    page.keyboard.press("e")
    field.settled()
    expect(page.locator(".turn")).to_have_text("Your turn, team 2")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# --- Ground


# --- Units


# --- Rules, points and turns


def test_points_and_turns_are_explained_where_they_are_shown(page, field):
    expect(page.locator(".game-points")).to_contain_text("MP are for steps, AP for attacks.")
    expect(page.locator(".pips i.left")).to_have_count(8)
    page.keyboard.press("h")
    sheet = page.get_by_role("dialog")
    for text in ("Movement points", "Action points", "End turn", "The last team with units wins"):
        expect(sheet).to_contain_text(text)
    expect(sheet.get_by_role("row")).to_have_text(
        [
            "unitMP a stepAP an attackrange in tiles",
            *(" Melee111", " Blaster213", " Sniper2210", " Laser3325"),
        ]
    )
    page.keyboard.press("e")  # keys play no game meanwhile
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    field.settled()
    expect(log(page)).to_have_count(1)


def test_a_finger_opens_the_rules_and_plays(open_tab):
    page, field = opened(
        open_tab, *PEOPLE, viewport={"width": 420, "height": 900}, has_touch=True, is_mobile=True
    )
    page.get_by_role("button", name="Rules").tap()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Movement points")
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    page.touchscreen.tap(*field.place(1, 3))
    field.settled()
    expect(log(page).last).to_have_text("Team 1 (Human): Selected unit: Melee at (1, 3).")
    canvas = page.locator("canvas.game-canvas")
    x, y = field.place(1, 1)
    finger = {"pointerType": "touch", "clientX": x, "clientY": y, "bubbles": True}
    canvas.dispatch_event("pointerdown", finger)
    canvas.dispatch_event("pointercancel", finger)  # it scrolls the page
    field.settled()
    expect(log(page)).to_have_count(2)


# --- Motion


def tick(page, *milliseconds):
    for each in milliseconds:
        page.evaluate("(time) => tick(time)", each)


# --- The plan of a computer


@pytest.fixture
def planned(open_tab):
    """A* has just played its turn."""
    page, field = opened(open_tab, "Human", "AStarThree")
    page.keyboard.press("e")
    field.settled()
    return page, field


def arrows(field):
    """The walks and attacks of a plan that are drawn on the board now."""
    return field.ask("""(() => {
        const signs = [];
        const seen = new Proxy(boards.view.canvas.getContext("2d"), {
            get: (context, name) => (typeof context[name] !== "function" ? context[name]
                : (...values) => (name === "fillText" && signs.push(values[0]),
                    context[name](...values))),
            set: (context, name, value) => ((context[name] = value), true),
        });
        const { canvas } = boards.view;
        boards.view.canvas = { width: 800, height: 800, getContext: () => seen };
        boards.view.drawNow();
        boards.view.canvas = canvas;
        return signs.filter((text) => typeof text === "number").length
            - boards.board.rows - boards.board.cols;
    })()""")


def test_the_plan_stays_on_the_board_until_something_is_done(planned):
    page, field = planned
    assert field.ask("boards.plan.team") == 1
    count = arrows(field)
    assert count > 2
    field.hover(2, 2)
    field.hover(4, 0)
    page.locator(".game-thoughts tbody tr").nth(2).hover()
    page.keyboard.press("w")  # a layer: all is drawn again
    page.set_viewport_size({"width": 1300, "height": 800})
    field.settled()
    assert arrows(field) == count
    page.keyboard.press("f")  # to select is to look
    field.settled()
    assert arrows(field) == count
    expect(page.locator(".game-thoughts h3")).to_have_text("Plan of A*, avoids harm for team 2")
    page.keyboard.press("e")
    expect(log(page).last).not_to_contain_text("Selected")
    page.keyboard.press("Home")
    assert arrows(field) == 0


# --- Drawing maps
