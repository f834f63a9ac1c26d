"""Scenes as a person opens them: from the list, by a link, and what is shown at first."""

import pytest

from asterion.lab.shared.header import PAGES
from support.boards import Boards

FIRST = {
    "playground": "greedy-in-a-trap",
    "terrain": "adaptive-a-star-learns",
    "graphs": "an-estimate-that-is-too-high",
    "maze": "first-steps",
    "tactics": "your-first-battle",
    "tictactoe": "the-fork-beats-a-star",
}


@pytest.mark.parametrize("path", PAGES)
def test_every_page_lists_scenes_and_opens_them(open_tab, path):
    tab = open_tab(path)
    page, boards = tab.page, Boards(tab)
    links = page.locator(".scene-links a")
    assert links.count() >= 5
    before = boards.ask("boards.link")
    name = links.last.inner_text()
    links.last.click()
    page.locator(".scene-text strong", has_text=name).wait_for()
    boards.settled()
    boards.wait(f"boards.link !== {before!r}")
    assert "#" not in page.url  # what is drawn from now on is not the scene
    page.locator(".scene-text").get_by_role("button", name="Close").click()
    assert not page.locator(".scene-text").is_visible()


@pytest.mark.parametrize("page_name", FIRST)
def test_a_link_from_elsewhere_opens_a_scene(open_tab, page_name):
    tab = open_tab(f"/{page_name}#scene={FIRST[page_name]}")
    tab.page.locator(".scene-text strong").wait_for()
    Boards(tab).settled()


def test_a_scene_that_does_not_exist_is_told(open_tab):
    tab = open_tab("/playground#scene=atlantis")
    tab.page.locator(".notice", has_text="there is no scene 'atlantis'").wait_for()
    assert Boards(tab).summary()["status"] == "found"


def test_undo_brings_back_what_was_drawn(open_tab):
    tab = open_tab("/playground")
    boards = Boards(tab)
    boards.drag((3, 3), (3, 8))
    boards.settled()
    costs = boards.ask("Array.from(boards.map.costs)")
    tab.page.get_by_role("link", name="Ground that costs").click()
    boards.wait("boards.map.cols === 25")
    boards.settled()
    tab.page.keyboard.press("Control+z")
    boards.wait("boards.map.cols === 41")
    assert boards.ask("Array.from(boards.map.costs)") == costs


def test_the_moment_of_a_scene_is_shown(open_tab):
    tab = open_tab("/playground#scene=overestimating-loses-the-optimum")
    boards = Boards(tab)
    tab.page.locator(".scene-text strong").wait_for()
    boards.wait("boards.map.cols === 25 && boards.transport.at === boards.transport.steps")


def test_a_scene_plays_for_those_who_want_motion(open_tab):
    tab = open_tab("/playground#scene=greedy-in-a-trap", reduced_motion="no-preference")
    boards = Boards(tab)
    boards.wait("boards.transport.playing && boards.transport.at > 0")
    boards.wait("boards.transport.at === boards.transport.steps")


def test_layers_of_a_scene_are_switched(open_tab):
    tab = open_tab("/maze#scene=trees-of-three-searches")
    boards = Boards(tab)
    boards.wait("boards.state.switches.trees && boards.state.switches.states")
    tab.page.get_by_role("link", name="D*, D* Lite and A* race").click()
    boards.wait("!boards.state.switches.trees && boards.state.switches.states")


def test_doors_shut_while_the_agents_walk(open_tab):
    tab = open_tab("/terrain#scene=d-star-lite-when-a-door-shuts")
    boards = Boards(tab)
    tab.page.locator(".scene-text strong").wait_for()
    boards.settled()
    assert boards.cost((6, 3)) == 1
    boards.ask("boards.transport.speed.set(8)")
    tab.page.keyboard.press("Space")
    boards.wait("!boards.walking && boards.recording.time > 100")
    assert [boards.cost(door) for door in ((6, 3), (16, 1), (16, 9), (13, 12), (12, 21))] == [0] * 5
    totals = boards.ask("boards.recording.at(boards.recording.time).agents.map((a) => a.expanded)")
    assert totals[1] < totals[0] / 2


def test_the_fork_is_set_by_a_click(open_tab):
    tab = open_tab("/tictactoe#scene=the-fork-beats-a-star")
    tab.page.locator(".scene-text strong").wait_for()
    boards = Boards(tab)
    boards.wait("boards.game.positions.length === 5")
    tab.page.locator(".ttt button").nth(6).click()
    boards.wait("boards.game.positions.length === 7")
    free = tab.page.locator(".ttt button[data-mark='.']")
    assert free.count() == 3
