"""The graphs page, used as a person would: with mouse and keyboard, in a real browser."""

import json

import pytest
from playwright.sync_api import expect

import asterion as at
from asterion.lab.graphs.setup import GraphSetup
from support.boards import Boards, choose


@pytest.fixture
def tab(open_tab):
    return open_tab("/graphs")


def message(boards):
    boards.settled()
    return boards.ask("boards.graph.message")


def spot(boards, name):
    """The place of a node on the page."""
    return boards.ask(
        f"""(() => {{
            const box = boards.view.svg.getBoundingClientRect();
            const [x, y] = boards.view.at(boards.graph.names.indexOf({json.dumps(name)}));
            return [box.left + x, box.top + y];
        }})()"""
    )


def place(boards, x, y):
    """A point of the board, 0 to 1 both ways, on the page."""
    box = boards.page.locator(".graph-view").bounding_box()
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def drag(boards, start, end):
    mouse = boards.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=5)
    mouse.up()
    boards.settled()


def tool(page, name):
    page.get_by_role("group", name="Tools").get_by_text(name, exact=True).click()


def states(boards):
    """Unvisited, open or closed, of each node, as drawn."""
    return boards.ask("Array.from(boards.view.shown.state)")


# --- Watching


def test_the_examples_are_written_as_the_lecture_writes_them(page, boards):
    number = 3
    page.get_by_role("button", name=f"The lecture's example {number}").click()
    _, graph, start, goal, heuristic = at.lecture.example(number)
    trace = at.lecture_trace(graph, start, goal, heuristic=heuristic)
    assert message(boards).endswith(f"costs 14, after {len(trace)} iterations")
    rows = page.locator(".lists tbody tr")
    expect(rows).to_have_count(len(trace) + 1)
    for iteration in trace:
        cells = rows.nth(iteration.number).locator("td").all_inner_texts()
        line = "[{}] N: {}  C: {}  O: {}".format(f"{iteration.number}", *cells[1:4])
        assert str(iteration).startswith(line)


def test_the_drawing_and_the_lists_go_in_step(page, boards):
    page.get_by_role("button", name="The lecture's example 3").click()
    boards.settled()
    page.keyboard.press("Home")
    assert states(boards) == [1, 0, 0, 0, 0, 0]
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert states(boards) == [2, 1, 2, 2, 2, 2]  # the goal is processed, and B waits
    expect(page.locator(".lists tr[aria-current]")).to_contain_text("[5]")
    page.keyboard.press("ArrowRight")
    assert states(boards) == [2, 2, 1, 2, 2, 2]  # C is open again
    page.keyboard.press("ArrowLeft")
    assert states(boards) == [2, 1, 2, 2, 2, 2]
    page.locator(".lists tbody tr").nth(2).click()
    expect(page.locator(".place")).to_have_text("2 of 9 iterations")
    assert boards.ask("boards.graph.names[boards.view.shown.current]") == "C"


def test_algorithm_start_and_goal_are_chosen(page, boards):
    choose(page, "Algorithm", "Breadth-first")
    assert message(boards) == "A → C → F costs 16 (2 more than the cheapest), after 5 iterations"
    expect(page.get_by_label("Stop", exact=True)).to_be_hidden()
    choose(page, "Start", "B")
    assert message(boards).startswith("B → C → F costs 12")
    choose(page, "Goal", "A")
    assert message(boards).startswith("there is no path from B to A")
    expect(page.locator(".caption.bad")).to_have_count(1)


def test_estimates_are_edited_and_judged(page, boards):
    page.get_by_role("button", name="The lecture's example 2").click()
    boards.settled()
    expect(page.get_by_text("Not consistent: from B to C")).to_be_visible()
    page.get_by_label("Estimate of B").fill("7")
    expect(page.get_by_text("Admissible and consistent.")).to_be_visible()
    boards.settled()
    assert boards.ask("boards.graph.estimates[1]") == 7
    page.get_by_role("button", name="Set each estimate").click()
    boards.settled()
    assert boards.ask("boards.graph.estimates") == [14, 11, 10, 7, 1, 0]
    page.get_by_role("button", name="Set all estimates to 0").click()
    boards.settled()
    expect(page.get_by_label("Estimate of B")).to_have_value("0")


# --- Drawing


def test_a_graph_is_drawn_from_nothing(page, boards):
    page.keyboard.press("x")
    assert message(boards).startswith("there is no path from A to F")
    tool(page, "add node")
    page.mouse.click(*place(boards, 0.5, 0.7))
    boards.settled()
    assert boards.ask("boards.graph.names") == ["A", "F", "B"]
    tool(page, "connect")
    drag(boards, spot(boards, "A"), spot(boards, "B"))
    for name in ("B", "F"):  # by a click here and a click there
        page.mouse.click(*spot(boards, name))
    boards.settled()
    assert message(boards).startswith("A → B → F costs 2")
    page.keyboard.type("7.5")  # the cost of what was just connected
    page.keyboard.press("Enter")
    assert message(boards).startswith("A → B → F costs 8.5")


def test_the_keyboard_alone_moves_connects_and_deletes(page, boards):
    boards.ask("boards.view.svg.querySelector('[data-node=\"1\"]').focus()")
    page.keyboard.press("ArrowDown")
    boards.settled()
    assert boards.ask("boards.graph.places[1][1]") == pytest.approx(0.02)
    page.keyboard.press("s")
    assert message(boards).startswith("B → C → D → E → F costs 11")
    page.keyboard.press("c")
    page.keyboard.press("Enter")
    boards.ask("boards.view.svg.querySelector('[data-node=\"5\"]').focus()")
    page.keyboard.press("Enter")
    assert message(boards).startswith("B → F costs 1")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    assert message(boards).startswith("B → F costs 4")
    boards.ask("boards.view.svg.querySelector('.cost[data-arc=\"9\"]').focus()")
    page.keyboard.press("Delete")
    assert message(boards).startswith("B → C → D → E → F costs 11")
    boards.ask("boards.view.svg.querySelector('[data-node=\"5\"]').focus()")
    page.keyboard.press("Delete")
    boards.wait("boards.graph.names.join('') === 'ABCDE'")


# --- Links and files


def saved(page, name, tmp_path):
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_a_link_holds_all_of_it(open_tab, page, boards):
    page.get_by_role("button", name="The lecture's example 3").click()
    boards.settled()
    choose(page, "Stop", "fast")
    page.mouse.dblclick(*place(boards, 0.2, 0.9))
    boards.wait("boards.graph.names.length === 7")
    boards.settled()
    page.get_by_role("button", name="Copy a link").click()
    expect(page.locator(".notice")).to_contain_text("The link is")
    address = page.evaluate("navigator.clipboard.readText()")
    other = Boards(open_tab("/" + address.split("/", 3)[3]))
    assert other.ask("boards.graph.places") == boards.ask("boards.graph.places")
    assert "costs 15" in other.ask("boards.graph.message")


def test_a_graph_is_saved_and_loaded(page, boards, tmp_path):
    path = saved(page, "Save the graph", tmp_path)
    assert GraphSetup.from_file(path.read_text()) == GraphSetup.example(1)
    other = GraphSetup.example(3).renamed("A", "here")
    path.write_text(other.to_file())
    page.locator("input[type=file]").set_input_files(path)
    boards.wait("boards.graph.names[0] === 'here'")
    assert "costs 14, after 9" in message(boards)
    path.write_text("{}")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".notice")).to_contain_text("a graph of this lab has")
    assert boards.ask("boards.graph.names[0]") == "here"


# --- Windows


def test_narrow_and_wide_windows(look_at):
    for width in (420, 3840):
        page = look_at("/graphs", viewport={"width": width, "height": 900}).page
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        drawing = page.locator(".graph-view").bounding_box()
        lists = page.locator(".lists").bounding_box()
        assert drawing["width"] > min(width, 1400) * 0.3
        assert lists["y"] >= drawing["y"] + drawing["height"] or lists["x"] > drawing["x"]
