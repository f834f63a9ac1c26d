"""The place in time while something is edited, and the words about a cell as time goes on."""

import math
import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def tab(open_tab):
    return open_tab("/playground")


def test_an_edit_while_paused_stays_at_its_step(page, boards):
    page.get_by_label("Board 1", exact=True).click()
    page.get_by_role("option").filter(has_text="Greedy").click()  # the shorter search comes first
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


def test_an_edit_at_the_end_stays_at_the_end(page, boards):
    page.keyboard.press("End")
    for row in range(2, 8):
        boards.drag((row, 2), (row, 2))
        assert boards.ask("boards.transport.isAtEnd")
    assert boards.ask("boards.transport.at") == boards.summary(0)["expanded"]


def test_every_board_is_drawn_again_at_another_step(page, boards):
    pictures = "boards.boards.map((board) => board.view.canvas.toDataURL())"
    page.keyboard.press("Home")
    page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 300))")
    boards.ask(f"void (window.seen = {pictures})")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    boards.wait(f"{pictures}.every((picture, i) => picture !== window.seen[i])")


def test_the_words_about_a_cell_follow_the_step(page, boards):
    words = page.locator(".hover-text")
    page.mouse.move(*boards.point((2, 2)))
    expect(words).to_contain_text(re.compile(r"\(2, 2\).*A\*: closed"))
    page.keyboard.press("Home")
    expect(words).to_contain_text("A*: not seen")
    page.keyboard.press("ArrowRight")
    expect(words).to_contain_text("A*: open")
    page.mouse.move(5, 5)  # to a button, for example
    page.keyboard.press("End")
    expect(words).to_contain_text(re.compile(r"\(2, 2\).*A\*: closed"))


def test_the_words_about_a_node_follow_the_step(open_tab):
    page = open_tab("/graphs").page
    words = page.locator(".hover-text")
    page.locator('[data-node="1"]').hover()
    expect(words).to_contain_text("B: closed")
    page.keyboard.press("Home")
    expect(words).to_contain_text("B: unvisited")


# --- The path over the estimates, and numbers that have no room

# By how much the path changes the colour of each of its cells, but for those near its ends.
PATH = """(view) => {
  const { path } = view.overlay, { canvas } = view;
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  const shown = (on) => {
    view.layers.path = on;
    view.drawNow();
    context.drawImage(canvas, 0, 0);
    return path.slice(3, -3).map((cell) => {
      const { left, top, width } = canvas.getBoundingClientRect();
      const [x, y] = view.pointOf(cell), ratio = canvas.width / width;
      const at = [(x - left) * ratio, (y - top) * ratio].map(Math.round);
      return [...context.getImageData(...at, 1, 1).data];
    });
  };
  const without = shown(false), withIt = shown(true);
  return withIt.map((one, i) => Math.hypot(...one.map((each, k) => each - without[i][k])));
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_path_is_seen_on_the_estimates(open_tab, theme):
    page = open_tab("/playground", color_scheme=theme).page
    page.get_by_role("button", name="heuristic").click()
    view = page.evaluate_handle("asterionBoards.boards[1].view")
    differences = page.evaluate(PATH, view)
    assert len(differences) > 20
    assert min(differences) > 100


# The colour of cells of the first board when these are its estimates.
SHADES = """(h) => {
  const { view } = asterionBoards.boards[0], { canvas } = view;
  view.overlay.h = h;
  Object.assign(view.layers, { heuristic: true, path: false });
  view.drawNow();
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { left, top, width } = canvas.getBoundingClientRect(), ratio = canvas.width / width;
  const beside = view.size / 4; // off the lines between cells
  return h.map((_, cell) => {
    const [x, y] = view.pointOf(cell);
    const at = [x - left - beside, y - top - beside].map((z) => Math.round(z * ratio));
    return context.getImageData(...at, 1, 1).data.join();
  });
}"""


def test_estimates_shade_from_near_to_far_also_where_some_are_infinite(page, boards):
    """The largest finite one has the colour of what is farthest."""
    costs = boards.ask("[...boards.map.costs]")
    cut_off = len(costs) // 2 + costs[len(costs) // 2 :].index(1)
    finite = [float(cell) for cell in range(len(costs))]
    shades = page.evaluate(SHADES, finite)
    with_one = page.evaluate(SHADES, [*finite[:cut_off], math.inf, *finite[cut_off + 1 :]])
    assert len({*shades}) > 20
    differ = [
        i for i, (one, other) in enumerate(zip(shades, with_one, strict=True)) if one != other
    ]
    assert differ == [cut_off]


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
