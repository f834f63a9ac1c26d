"""Scenes as a person opens them: from the list, by a link, and their first view."""

import pytest

from support.boards import Boards


@pytest.mark.parametrize("path", ["/playground", "/crowds", "/open-ground", "/graphs", "/tactics"])
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
    assert "#" not in page.url  # later drawings are not the scene
    page.locator(".scene-text").get_by_role("button", name="Close").click()
    assert not page.locator(".scene-text").is_visible()


def test_a_scene_that_does_not_exist_is_told(open_tab):
    tab = open_tab("/playground#scene=atlantis")
    tab.page.locator(".notice", has_text="there is no scene 'atlantis'").wait_for()
    assert Boards(tab).summary()["status"] == "found"


def test_a_scene_plays_for_those_who_want_motion(open_tab):
    tab = open_tab("/playground#scene=greedy-in-a-trap", reduced_motion="no-preference")
    boards = Boards(tab)
    boards.wait("boards.transport.playing && boards.transport.at > 0")
    boards.wait("boards.transport.at === boards.transport.steps")


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
