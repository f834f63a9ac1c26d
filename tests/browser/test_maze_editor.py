"""The world editor, used as a person would: draw, be told what is missing, play, save, share."""

import re

import pytest
from playwright.sync_api import expect

from asterion.games.maze.world_file import read_world
from support.boards import Boards, choose
from support.maze_arena import WIDTH, phase, press


def tool(page, label):
    tools = page.get_by_role("group", name="Tools")
    tools.get_by_role("button", name=re.compile(f"^{label}")).click()


def letters(boards):
    return boards.ask("String.fromCharCode(...boards.editor.map.letters.map((code) => code || 32))")


@pytest.mark.req("S000-124")
def test_a_world_is_drawn_told_what_it_lacks_played_saved_and_shared(open_tab, tmp_path):
    tab = open_tab("/maze")
    page, boards = tab.page, Boards(tab)
    page.get_by_role("button", name="World editor").click()
    boards.wait("boards.editor.isOpen")
    for label, value in (("Name", "cellar"), ("Width", str(WIDTH)), ("Height", "7")):
        page.get_by_label(label).fill(value)
    page.get_by_role("button", name="New world").click()
    boards.wait("boards.map.cols === 50")
    boards.settled()
    told = page.locator(".maze-told")
    expect(told).to_have_text("Ready to play.")
    tool(page, "Draw walls")
    boards.drag((1, 4), (5, 4))  # between the start and the key
    expect(told).to_contain_text("from (3, 1) no player gets to key x at (3, 25)")
    page.get_by_role("button", name="Play (n)").click()
    expect(page.locator(".notice").last).to_contain_text("cannot be played yet")
    phase(page, "drawing")
    boards.drag((2, 4), (2, 4), button="right")  # a gap
    expect(told).to_have_text("Ready to play.")
    press(page, boards, "b")  # the tool of a letter
    page.mouse.click(*boards.point((5, 8)))
    boards.settled()
    drawn = letters(boards)
    press(page, boards, "Control+z", "Control+z")
    expect(told).to_contain_text("Not playable yet")  # without the gap
    press(page, boards, "Control+y", "Control+y")
    assert letters(boards) == drawn
    choose(page, "Type of monsters", "b")
    page.get_by_label("Speed, units per tick").fill("40")
    expect(page.get_by_text("Its own: speed.")).to_be_visible()
    boards.settled()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save this world as a text file").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    world = read_world(path)
    assert (path.name, world.monsters) == ("cellar.txt", (("b", (5, 8)),))
    assert world.monster_types == {"b": {"speed": 40}}
    assert world.to_text().startswith("\n".join(re.findall(".{50}", drawn)))
    link = boards.ask("boards.link")
    press(page, boards, "n")
    phase(page, "running")
    assert boards.ask("boards.frame.monsters.map(({ letter }) => letter)") == ["b"]
    press(page, boards, "n")  # back to the start
    phase(page, "ready")
    page.get_by_role("button", name="pits").click()
    page.mouse.click(*boards.point((5, 2)))
    boards.wait("boards.frame.pits.includes(5 * 50 + 2)")
    other = open_tab(f"/maze#s={link}")
    Boards(other).wait("boards.editor.isOpen")
    assert letters(Boards(other)) == drawn
