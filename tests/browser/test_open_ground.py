"""The open ground page, used as a person would: with a mouse, a finger and the keyboard."""

import pytest
from playwright.sync_api import expect

from asterion.lab.open_ground.scenes import box
from asterion.lab.open_ground.setup import GroundSetup
from support.boards import Boards, choose, open_drawer


def ground(*obstacles, **more):
    """The address of a ground with these obstacles."""
    setup = GroundSetup(tuple(obstacles), (2.5, 12.5), (21.5, 12.5), **more)
    return f"/open-ground#s={setup.to_link()}"


@pytest.fixture
def tab(open_tab):
    return open_tab(ground())


def point(boards, x, y):
    """A place of the ground on the page."""
    return boards.ask(
        f"""(() => {{
            const view = boards.boards[0].view, box = view.canvas.getBoundingClientRect();
            return [box.left + {x} * view.side, box.top + {y} * view.side];
        }})()"""
    )


def drag(boards, *places, button="left"):
    mouse = boards.page.mouse
    mouse.move(*point(boards, *places[0]))
    mouse.down(button=button)
    for place in places[1:]:
        mouse.move(*point(boards, *place), steps=5)
    mouse.up(button=button)
    boards.settled()


def tool(page, name):
    page.get_by_role("group", name="Tools").get_by_text(name, exact=True).click()


def length(boards):
    return boards.ask("boards.answer.line.length")


def obstacles(boards):
    return boards.ask("boards.ground.obstacles")


def caption(page, board=0):
    return page.locator(".board .caption").nth(board)


def test_a_box_is_drawn_and_the_path_goes_round_it(page, boards):
    assert length(boards) == pytest.approx(19)
    drag(boards, (10, 8), (14, 20))
    ((left, top), _, (right, bottom), _) = obstacles(boards)[0]
    assert [left, top, right, bottom] == pytest.approx([10, 8, 14, 20], abs=0.1)
    assert length(boards) == pytest.approx(4 + 2 * (7.5**2 + 4.5**2) ** 0.5, abs=0.1)
    points = boards.ask("[...boards.answer.line.points]")
    assert points[2:6] == pytest.approx([10, 8, 14, 8], abs=0.1)
    expect(caption(page, 1)).to_contain_text("any angle")
    page.keyboard.press("Control+z")
    boards.settled()
    assert obstacles(boards) == []
    assert length(boards) == pytest.approx(19)
    page.get_by_role("button", name="Redo").click()
    boards.wait("boards.ready() && boards.ground.obstacles.length === 1")


def test_an_outline_drawn_by_hand_closes_and_loses_its_loose_ends(page, boards):
    tool(page, "shape")
    drag(boards, (8, 8), (16, 8), (16, 16), (9, 16), (9, 6))  # across its own beginning
    (shape,) = obstacles(boards)
    xs, ys = zip(*shape, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((9, 16, 8, 16), abs=0.2)
    assert len(shape) <= 6
    assert page.locator(".notice").count() == 0
    assert length(boards) > 20


def test_ends_and_obstacles_are_dragged_and_erased(open_tab):
    tab = open_tab(ground(box(10, 10, 12, 15), box(15, 2, 17, 4)))
    page, boards = tab.page, Boards(tab)
    drag(boards, (21.5, 12.5), (20, 20))  # with the tool that draws boxes
    assert boards.ask("boards.ground.goal") == pytest.approx([20, 20], abs=0.1)
    assert len(obstacles(boards)) == 2
    page.keyboard.press("m")
    drag(boards, (11, 12), (11, 6), (13, 6))
    assert obstacles(boards)[0][0] == pytest.approx([12, 4], abs=0.1)
    assert length(boards) == pytest.approx((17.5**2 + 7.5**2) ** 0.5, abs=0.1)
    page.keyboard.press("u")  # the whole drag
    boards.wait("boards.ready() && boards.ground.obstacles[0][0][0] === 10")
    drag(boards, (11, 12), (11, 12), button="right")
    assert len(obstacles(boards)) == 1
    page.keyboard.press("d")
    drag(boards, (14, 3), (18, 3))
    assert obstacles(boards) == []


def test_a_wider_disc_takes_a_wider_gap(open_tab):
    walls = [box(11, top, 13, bottom) for top, bottom in ((0, 12), (13, 19), (23, 24))]
    tab = open_tab(ground(*walls))
    page, boards = tab.page, Boards(tab)
    assert length(boards) == pytest.approx(19)
    slider = page.get_by_role("slider", name="Radius of the disc")
    room = slider.bounding_box()
    middle = room["y"] + room["height"] / 2
    page.mouse.move(room["x"] + 8, middle)
    page.mouse.down()
    page.mouse.move(room["x"] + room["width"] / 2, middle, steps=8)
    page.mouse.up()
    boards.settled()
    radius = boards.ask("boards.ground.radius")
    assert 1 < radius < 2
    assert length(boards) > 24
    lowest = max(boards.ask("[...boards.answer.line.points]")[1::2])
    assert 19 + radius - 0.01 <= lowest <= 23 - radius
    page.keyboard.press("u")  # the drag is one edit
    boards.wait("boards.ready() && boards.ground.radius === 0")
    slider.focus()
    page.keyboard.press("ArrowRight")
    boards.wait("boards.ready() && boards.ground.radius === 0.05")
    drag(boards, (2.5, 12.5), (12, 6))
    expect(caption(page)).to_have_text(
        "The start has no room for a disc of radius 0.05; the nearest place with room is "
        f"({boards.ask('boards.answer.line.message').split('(')[1]}."
    )
    expect(page.locator(".caption.bad")).to_have_count(1)


def test_intervals_and_roots_are_stepped_through(open_tab):
    tab = open_tab("/open-ground#scene=a-spiral")
    page, boards = tab.page, Boards(tab)
    boards.settled()
    count = boards.ask("boards.answer.f.length")
    assert count > 100
    page.keyboard.press("Home")
    expect(caption(page)).to_contain_text("The search begins")
    page.keyboard.press("ArrowRight")
    expect(caption(page)).to_contain_text(f"Expanded 1 of {count}: its f of ")
    expect(caption(page)).to_contain_text("its root is the start.")
    expect(page.locator(".place")).to_have_text(f"1 of {count} intervals")
    before = picture(boards)
    for layer in ("intervals", "roots", "polygons"):
        page.get_by_role("group", name="Layers").get_by_text(layer).click()
        after = picture(boards)
        assert after != before, layer
        before = after
    page.keyboard.press("End")
    expect(caption(page)).to_contain_text(f"after {count} intervals")
    assert picture(boards) != before  # the path


def picture(boards):
    boards.ask("boards.boards[0].view.drawNow()")
    return boards.ask("boards.boards[0].view.canvas.toDataURL()")


def test_the_keyboard_alone_draws_moves_and_erases(page, boards):
    boards.ask("boards.boards[0].view.canvas.focus()")
    page.keyboard.press("b")
    press(page, ArrowRight=20, ArrowUp=10)
    page.keyboard.press("Enter")
    press(page, ArrowRight=2, ArrowDown=20)
    page.keyboard.press("Enter")
    boards.settled()
    assert obstacles(boards) == [[[12.5, 7.5], [13.5, 7.5], [13.5, 17.5], [12.5, 17.5]]]
    press(page, ArrowUp=1, ArrowLeft=1)  # onto it
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    press(page, ArrowLeft=4)
    page.keyboard.press("Enter")
    press(page, ArrowRight=10)
    page.keyboard.press("s")
    boards.settled()
    assert obstacles(boards)[0][0] == [10.5, 7.5]
    assert boards.ask("boards.ground.start") == [16, 17]
    press(page, ArrowLeft=10)
    page.keyboard.press("Delete")
    boards.settled()
    assert obstacles(boards) == []


def press(page, **times):
    for key, count in times.items():
        for _ in range(count):
            page.keyboard.press(key)


def test_a_finger_scrolls_the_page_on_free_ground_and_drags_what_it_touches(open_tab):
    phone = {"viewport": {"width": 420, "height": 850}, "has_touch": True, "is_mobile": True}
    tab = open_tab(ground(box(10, 10, 14, 14)), **phone)
    boards = Boards(tab)
    stops = """([x, y]) => {
      const { canvas } = asterionBoards.boards[0].view;
      const touch = new Touch({ identifier: 1, target: canvas, clientX: x, clientY: y });
      const event = new TouchEvent("touchstart", { touches: [touch], cancelable: true });
      return !canvas.dispatchEvent(event);
    }"""

    def is_taken(x, y):
        return tab.page.evaluate(stops, point(boards, x, y))

    assert boards.ask("boards.tool") == "move"
    assert [is_taken(18, 3), is_taken(12, 12), is_taken(21.5, 12.5)] == [False, True, True]
    tool(tab.page, "box")
    assert is_taken(18, 3)


def test_the_grid_is_sampled_more_finely_and_compared(page, boards):
    open_drawer(page)
    drag(boards, (9, 5.2), (15, 18.7))
    choose(page, "Cells", "2 x 2")
    boards.settled()
    coarse = boards.ask("boards.answer.lines.map((line) => line.length)")
    choose(page, "Cells", "0.25 x 0.25")
    boards.wait("boards.ready() && boards.answer.cell === 0.25")
    fine = boards.ask("boards.answer.lines.map((line) => line.length)")
    assert fine[0] < coarse[0]
    rows = page.locator(".lab-results tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("shortest")
    expect(rows.nth(3)).to_contain_text(boards.ask("boards.answer.lines[2].overrun"))


def test_a_link_and_a_file_hold_all_of_it(open_tab, page, boards, tmp_path):
    drag(boards, (10, 8), (14, 20))
    page.keyboard.press("l")
    expect(page.locator(".notice")).to_contain_text("The link is")
    address = page.evaluate("navigator.clipboard.readText()")
    other = Boards(open_tab("/" + address.split("/", 3)[3]))
    assert obstacles(other) == obstacles(boards)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the ground").click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    assert len(GroundSetup.from_file(path.read_text()).obstacles) == 1
    page.keyboard.press("x")
    boards.wait("boards.ready() && boards.ground.obstacles.length === 0")
    page.locator("input[type=file]").set_input_files(path)
    boards.wait("boards.ready() && boards.ground.obstacles.length === 1")
    path.write_text("{}")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".notice.error")).to_contain_text("open ground of this lab has")
