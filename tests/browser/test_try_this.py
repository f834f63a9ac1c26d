"""Scenes as a person opens them: from the list, by a link, and their first view."""

from importlib import import_module

import pytest

from asterion.lab.page.header import PAGES, package_of
from support.boards import Boards

SCENES = {
    name: import_module(f"asterion.lab.{name}.scenes").SCENES for name in map(package_of, PAGES)
}


VIEW = """async () => {
  const { settingsOf } = await import("/lab/web/board/view_settings.js");
  return settingsOf(window.asterionBoards);
}"""
# Another layer, tool, speed, view and part of the map, and all drawers open; as a person would.
CHANGE = """() => {
  const boards = window.asterionBoards;
  for (const each of document.querySelectorAll("[aria-label=Layers] .toggle")) each.click();
  for (const group of ["Tools", "View"])
    [...document.querySelectorAll(`[aria-label=${group}] :is(.tool, .choice)`)].at(-1)?.click();
  for (const each of document.querySelectorAll(".lab-drawer")) each.open = true;
  const speed = document.querySelector("[aria-label=Speed]");
  speed.value = 2;
  speed.dispatchEvent(new Event("input"));
  boards.boards[0]?.view.zoomBy?.(2);
  boards.boards[0]?.view.onScroll?.();
}"""
CHANGED = {"layers", "tool", "speed", "pane", "drawers", "zoom"}
# Names of visible controls and of groups of them, without the keys.
CONTROLS = """() => [...document.querySelectorAll(
  "button, input, label, [role=checkbox], [role=group], section[aria-label], .title, summary")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .flatMap((each) => [each.getAttribute("aria-label") ?? "", each.textContent])
  .map((name) => name.replace(/ *\\([^)]*\\)$/, "").trim())"""


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_sets_its_view_and_gives_back_the_persons_own(open_tab, name):
    tab = open_tab(f"/{name.replace('_', '-')}")
    page, boards = tab.page, Boards(tab)
    assert page.locator(".scene-links a").count() == len(SCENES[name])
    fresh = page.evaluate(VIEW)
    page.evaluate(CHANGE)
    boards.settled()
    own = page.evaluate(VIEW)
    assert all(own[part] != fresh[part] for part in CHANGED & {*own})
    naming = [next((each for each in SCENES[name] if part in each.view), None) for part in fresh]
    for scene in {each.key: each for each in [*naming, SCENES[name][-1]] if each}.values():
        page.locator(".scene-links a", has_text=scene.name).click()
        page.locator(".scene-text strong", has_text=scene.name).wait_for()
        boards.settled()
        assert "#" not in page.url  # later drawings are not the scene
        shown = page.evaluate(VIEW)
        for part in shown:
            if part in ("layers", "drawers"):
                on = [each for each, is_on in shown[part].items() if is_on]
                usual = [each for each, is_on in fresh[part].items() if is_on]
                assert sorted(on) == sorted(scene.view.get(part, usual)), part
            else:
                assert shown[part] == scene.view.get(part, fresh[part]), part
    page.get_by_role("button", name="Leave the scene").click()
    boards.settled()
    assert not page.locator(".scene-text").is_visible()
    left = page.evaluate(VIEW)
    assert {**left, "zoom": None} == {**own, "zoom": None}
    for scene in filter(lambda each: each.controls, SCENES[name]):
        page.evaluate(f"location.hash = 'scene={scene.key}'")
        page.locator(".scene-text strong", has_text=scene.name).wait_for()
        boards.settled()
        assert {*scene.controls} <= {*page.evaluate(CONTROLS)}
        assert page.locator(".scene-text em").all_inner_texts() == scene.controls


def test_to_undo_a_scene_is_to_leave_it(open_tab):
    tab = open_tab("/playground")
    page, boards = tab.page, Boards(tab)
    page.get_by_role("button", name="numbers").click()
    page.keyboard.press("+")
    own = page.evaluate(VIEW)
    page.locator(".scene-links a", has_text="A map prepared beforehand").click()
    page.locator(".scene-text strong").wait_for()
    boards.settled()
    assert page.evaluate(VIEW)["layers"]["tree"]
    page.get_by_role("button", name="heuristic").click()  # by the person: it stays
    page.keyboard.press("u")
    page.locator(".scene-text").wait_for(state="hidden")
    boards.settled()
    assert page.evaluate(VIEW) == {**own, "layers": {**own["layers"], "heuristic": True}}


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
