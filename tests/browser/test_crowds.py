"""The crowds page, used as a person would: walls in the way of a crowd, scenes, two engines."""

import pytest
from playwright.sync_api import expect

from support.boards import Boards, choose

SCENARIO = """version 1
0	m.map	9	6	0	0	8	5	13
0	m.map	9	6	8	5	0	0	13
0	m.map	9	6	4	2	4	3	1
"""
MAP = "type octile\nheight 6\nwidth 9\nmap\n" + 6 * ".........\n"


@pytest.fixture
def tab(open_tab):
    return open_tab("/crowds#scene=a-floor-of-your-own")


def counts(boards, board=0):
    return boards.ask(f"boards.player.newest.boards[{board}].counts")


def open_scene(page, boards, name):
    page.get_by_role("link", name=name).click()
    page.locator(".scene-text strong", has_text=name).wait_for()
    boards.settled()


def test_walls_goals_and_units_are_drawn_while_they_walk(page, boards):
    page.locator(".scene-text strong").wait_for()
    boards.settled()
    page.keyboard.press("[")
    page.keyboard.press("Space")
    boards.wait("boards.player.newest.tick > 2")
    boards.drag((0, 20), (22, 20))  # a wall across, but for a gap
    assert [boards.cost((row, 20)) for row in (0, 22, 23)] == [0, 0, 1]
    page.keyboard.press("2")
    units = counts(boards)["units"]
    boards.drag((1, 1), (1, 4))
    boards.wait(f"boards.player.newest.boards[0].counts.units > {units}")
    page.keyboard.press("3")
    boards.drag((1, 38), (1, 38))
    boards.wait("boards.player.newest.boards[0].goals.includes(41 + 38)")
    page.keyboard.press("]")
    boards.ask("boards.speed.set(8)")
    # No unit is in the wall, and those from the left come to the right through the gap.
    walls = "[...boards.player.newest.boards[0].cells].some((cell) => !boards.map.costs[cell])"
    boards.wait("boards.player.newest.boards[0].cells.includes(23 * 41 + 20)")
    assert not boards.ask(walls)
    page.keyboard.press("Space")
    boards.settled()
    assert not boards.ask("boards.state.on")
    page.keyboard.press("e")  # all of them are sent to a corner, as a group
    boards.drag((0, 0), (24, 40))
    page.mouse.click(*boards.point((3, 35)))
    boards.settled()
    assert boards.ask("boards.group.ids.size") == counts(boards)["units"]
    assert boards.ask("boards.player.newest.boards[0].goals.includes(3 * 41 + 35)")
    cell = divmod(boards.ask("boards.player.newest.boards[0].cells[0]"), 41)
    before, ids = counts(boards)["units"], boards.ask("[...boards.player.newest.boards[0].ids]")
    team = boards.ask("boards.player.newest.boards[0].teams[0]")
    page.keyboard.press(str(team))
    boards.drag(cell, cell)  # a unit that is there goes
    assert counts(boards)["units"] == before - 1
    assert boards.ask("[...boards.player.newest.boards[0].ids]") == ids[1:]


def test_a_scene_plays_to_its_end_and_again_in_the_same_way(open_tab):
    tab = open_tab("/crowds#scene=evacuation-with-many-exits", reduced_motion="no-preference")
    page, boards = tab.page, Boards(tab)
    boards.wait("boards.state.on")
    boards.ask("boards.speed.set(8)")
    boards.wait("boards.state.over && !boards.state.on")
    first = counts(boards) | {"ms": 0, "rate": 0}
    assert (first["units"], first["arrivals"]) == (0, 700)
    expect(page.locator(".caption").first).to_contain_text("700 have left, 0 still here")
    assert boards.ask("boards.boards[0].units.drawn") > 30
    page.keyboard.press("y")
    boards.wait("boards.player.newest?.tick === 0")
    page.keyboard.press("Space")
    boards.wait("boards.state.over && !boards.state.on")
    assert counts(boards) | {"ms": 0, "rate": 0} == first


def test_two_engines_walk_side_by_side_and_a_link_holds_the_run(open_tab, page, boards):
    page.locator(".scene-text strong").wait_for()
    choose(page, "Beside it", "PIBT")
    boards.wait("boards.boards.length === 2 && boards.player.newest?.boards.length === 2")
    boards.settled()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    boards.wait("boards.player.newest.tick === 3")
    boards.drag((2, 10), (8, 10))
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    boards.wait("boards.player.newest.tick === 9")
    boards.settled()
    cells = "boards.player.newest.boards.map(({ cells }) => [...cells])"
    walked = boards.ask(cells)
    page.keyboard.press("l")
    expect(page.locator(".notice")).to_contain_text("The link is")
    address = page.evaluate("navigator.clipboard.readText()")
    other = open_tab("/" + address.split("/", 3)[3])
    boards = Boards(other)
    boards.wait("boards.player.newest?.tick === 9")
    boards.settled()
    assert boards.ask(cells) == walked
    assert boards.cost((5, 10)) == 0


def test_a_scenario_of_the_benchmark_is_loaded_on_its_map(page, boards, tmp_path):
    page.locator(".scene-text strong").wait_for()
    boards.settled()
    for name, text in (("m.map", MAP), ("m.scen", SCENARIO)):
        (tmp_path / name).write_text(text)
    files = page.locator("input[type=file]")
    files.set_input_files(tmp_path / "m.scen")
    expect(page.locator(".notice").last).to_contain_text("load that map first")
    files.set_input_files([tmp_path / "m.map", tmp_path / "m.scen"])
    boards.wait("boards.map.cols === 9 && boards.map.rows === 6")
    expect(page.locator(".notice").last).to_contain_text("the first 3 units")
    boards.settled()
    assert boards.ask("[...boards.player.newest.boards[0].goals]") == [53, 31, 0]
    boards.ask("boards.speed.set(8)")
    page.keyboard.press("Space")
    boards.wait("boards.state.over")
    assert boards.ask("[...boards.player.newest.boards[0].cells]") == [53, 31, 0]
