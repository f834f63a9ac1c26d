"""Large maps: of a board only what is seen is drawn."""

import pytest

from support.boards import Boards, choose

SIDE = 1024
# What one frame of a view draws: cells whose pixels it writes, cells that it hands to the canvas,
# cells that it visits for signs and numbers, and calls that draw lines, shapes and words.
DRAWN = """(view) => {
  const { prototype } = CanvasRenderingContext2D;
  const names = ["putImageData", "moveTo", "lineTo", "rect", "arc", "fillRect", "fillText"];
  const own = Object.fromEntries(names.map((name) => [name, prototype[name]]));
  const counts = { handed: 0, visited: 0, calls: 0 };
  for (const name of names)
    prototype[name] = function (...values) {
      if (name === "putImageData") {
        const [image, , , , , width = image.width, height = image.height] = values;
        counts.handed += width * height;
      } else counts.calls++;
      return own[name].apply(this, values);
    };
  const each = view.eachSeen;
  view.eachSeen = (visit) => each.call(view, (...values) => (counts.visited++, visit(...values)));
  view.image = null; // a new one is transparent where nothing is written
  view.drawNow();
  delete view.eachSeen;
  Object.assign(prototype, own);
  const pixels = new Uint32Array(view.image.data.buffer);
  const { canvas, size } = view;
  const seen = (Math.ceil(canvas.width / size) + 1) * (Math.ceil(canvas.height / size) + 1);
  return { written: pixels.reduce((sum, each) => sum + (each !== 0), 0), seen, ...counts };
}"""


@pytest.fixture
def tab(open_tab):
    tab = open_tab()
    page, boards = tab.page, Boards(tab)
    choose(page, "Make", "open field")  # A* finds its way in no time
    page.get_by_label("Size").fill(str(SIDE))
    page.get_by_role("button", name="Make map").click()
    boards.wait(f"boards.map.cols === {SIDE} && boards.boards.every((board) => board.summary)")
    boards.settled()
    return tab


def drawn(page, board=1):
    return page.evaluate(DRAWN, page.evaluate_handle(f"asterionBoards.boards[{board}].view"))


def test_a_whole_board_is_drawn_when_the_whole_map_is_shown(page):
    counts = drawn(page)
    assert counts["written"] == counts["handed"] == SIDE * SIDE
    assert counts["visited"] == 0  # cells are too small for signs


@pytest.mark.parametrize("layers", ["", "thv"])  # tree, heuristic, numbers
def test_of_a_large_board_only_the_cells_in_sight_are_drawn(page, boards, layers):
    for _ in range(12):
        page.keyboard.press("+")
    for key in layers:
        page.keyboard.press(key)
    assert boards.ask("boards.boards[1].view.zoom") == 64
    assert boards.ask("Boolean(boards.boards[1].view.overlay.parent)")  # the search is shown
    for board in (0, 1):
        counts = drawn(page, board)
        assert 0 < counts["written"] <= counts["seen"] < 0.002 * SIDE * SIDE
        assert counts["handed"] == counts["written"]
        assert counts["visited"] <= 5 * counts["seen"]  # once for each kind of sign
        assert counts["calls"] <= 30 * counts["seen"]


def test_of_a_long_path_only_the_part_in_sight_is_drawn(page, boards):
    view = "asterionBoards.boards[1].view"
    cells = boards.ask("boards.boards[1].path.length")
    assert cells > 500
    for _ in range(12):
        page.keyboard.press("+")
    middle = boards.ask("boards.boards[1].path[Math.floor(boards.boards[1].path.length / 2)]")
    page.evaluate(
        f"""() => {{
          const {{ size, canvas, map }} = {view};
          const middle = {middle};
          {view}.left = (middle % map.cols) * size - canvas.width / 2;
          {view}.top = Math.floor(middle / map.cols) * size - canvas.height / 2;
          {view}.layers = {{ path: true }};
        }}"""
    )
    counts = drawn(page)
    page.evaluate(f"{view}.layers = {{ path: false }}")
    without = drawn(page)
    path = counts["calls"] - without["calls"]
    assert 10 < path < cells / 4
