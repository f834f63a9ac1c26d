"""People who use a keyboard, a screen reader or their voice: axe-core's findings, the ring of the
focus, and the spoken descriptions of boards."""

from importlib.resources import files

import pytest
from playwright.sync_api import expect

import asterion as at
from asterion.io.formats import bytes_of
from asterion.lab.page.header import PAGES
from support.maze_arena import ROOM, WIDTH, address

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# Besides its own rules, one on trial: a name begins with the visible words.
RUN = """() => axe.run(document, { rules: { "label-content-name-mismatch": { enabled: true } } })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target}\\n${failureSummary}`)))"""
THEME = """(dark) => {
  document.body.classList.toggle("body--dark", dark);
  window.Quasar?.Dark.set(dark); // the start page has none
}"""
TURN = """(dark) => {
  document.body.classList.toggle("body--dark", dark);
  window.Quasar?.Dark.set(dark); // the start page has none
  document.querySelector(".q-field input")?.focus(); // a field has other colours then
}"""
OPEN = """(open) => document.querySelectorAll(".lab-drawer").forEach((drawer) => {
  drawer.open = open;
})"""
PLAIN = ("/", "/algorithms", "/algorithms/search/astar")  # pages without boards
FRAMES = "/playground#scene=paths-within-a-frame-budget"  # the other face of the playground
STORY = "/playground#scene=story-3"
SIZES = {"wide": (1440, 900), "narrow": (420, 900)}
# Each width, theme and state of the drawers, once at least.
LOOKS = [("wide", "light", "open"), ("wide", "dark", "open"), ("narrow", "dark", "closed")]
RING = """() => {
  const { activeElement } = document;
  const ringed = activeElement.closest(".q-field__control") ?? activeElement;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(ringed);
  const accent = getComputedStyle(document.querySelector(".play")).backgroundColor;
  const isRight = outlineStyle === "solid" && outlineWidth === "3px" && outlineColor === accent;
  return { what: activeElement.outerHTML.slice(0, 200), ring: isRight ? "" : `${outlineStyle} ` +
    `${outlineWidth} ${outlineColor}`, isLast: activeElement === document.body };
}"""


@pytest.mark.parametrize("path", [*PLAIN, *PAGES, FRAMES, STORY])
def test_axe_finds_nothing_in_both_themes_and_with_the_drawers_open(open_tab, path):
    page = open_tab(path, wait=path not in PLAIN, color_scheme="light").page
    page.wait_for_load_state()
    page.evaluate(AXE)
    found = {}
    for size, theme, drawers in LOOKS:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TURN, theme == "dark")
        page.evaluate(OPEN, drawers == "open")
        page.wait_for_timeout(400)  # until colours have changed
        if faults := page.evaluate(RUN):
            found[size, theme, drawers] = faults
    assert found == {}


def open_python(page):
    page.keyboard.press("q")
    page.locator(".lab-python .keyword").first.wait_for()


def open_options(page):
    page.get_by_label("Options of A*", exact=True).click()
    page.locator(".lab-options").get_by_label("weight", exact=True).wait_for()


def open_picture(page):
    """The question about the shades of a picture."""
    image = bytes_of(at.Grid([[1, 100, 200], [0, 50, 20]]), "a.png")
    file = {"name": "a.png", "mimeType": "image/png", "buffer": image}
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("dialog").get_by_role("slider").wait_for()


def open_gallery(page):
    page.get_by_role("button", name="Gallery").click()
    page.locator(".gallery-map").last.wait_for()


def open_save_menu(page):
    page.get_by_role("button", name="Save as").click()
    page.get_by_role("menuitem").last.wait_for()


def open_editor(page):
    page.get_by_role("button", name="World editor").click()
    page.locator(".maze-told").wait_for()


# Parts that open on demand, by page.
OPENED = {
    "picture": ("/playground", open_picture),
    "gallery": ("/playground", open_gallery),
    "options": ("/playground", open_options),
    "save as": ("/playground", open_save_menu),
    "lecture": ("/playground", lambda page: page.keyboard.press("L")),
    "explanation": ("/playground", lambda page: page.locator(".about-button").nth(1).click()),
    "python": ("/crowds", open_python),
    "scene": (
        "/terrain#scene=a-scout-for-all",
        lambda page: page.locator(".scene-text").wait_for(),
    ),
    "keys": ("/graphs", lambda page: page.keyboard.press("?")),
    "rules": ("/tactics", lambda page: page.keyboard.press("h")),
    "editor": ("/maze", open_editor),
    "figures": ("/maze", lambda page: page.locator(".lab-drawer > summary").first.click()),
}


def test_axe_finds_nothing_in_what_is_opened(open_tab):
    found = {}
    for what, (path, opened) in OPENED.items():
        page = open_tab(path, color_scheme="light").page
        opened(page)
        page.evaluate(AXE)
        for theme in ("light", "dark"):
            page.evaluate(THEME, theme == "dark")
            page.wait_for_timeout(400)  # until it is unfolded, and colours have changed
            if faults := page.evaluate(RUN):
                found[what, theme] = faults
    assert found == {}


def test_axe_finds_nothing_where_there_is_no_page(open_tab):
    tab = open_tab("/nowhere", wait=False)
    assert "404" in tab.faults.pop()  # as browsers complain
    tab.page.evaluate(AXE)
    for width, height in SIZES.values():
        tab.page.set_viewport_size({"width": width, "height": height})
        for dark in (False, True):
            tab.page.evaluate(THEME, dark)
            tab.page.wait_for_timeout(400)
            assert tab.page.evaluate(RUN) == []


@pytest.mark.parametrize("path", ["/playground", "/maze"])
def test_whatever_has_the_keyboard_has_the_same_ring(open_tab, path):
    page = open_tab(path).page
    seen = set()
    while len(seen) < 300:
        page.keyboard.press("Tab")
        now = page.evaluate(RING)
        if now["isLast"]:
            break
        assert not now["ring"], now
        seen.add(now["what"])
    assert 15 < len(seen) < 300


# --- Screen readers


@pytest.fixture
def tab(open_tab):
    return open_tab("/playground")


def test_the_cell_under_the_cursor_and_results_are_said(page, boards):
    boards.ask("boards.boards[1].view.canvas.focus()")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".spoken")).to_contain_text("(1, 2) costs 1")
    expect(page.locator(".spoken")).to_contain_text("A*: closed, g 1")
    assert page.locator(".spoken").get_attribute("role") == "status"
    boards.drag((2, 2), (2, 6))
    expect(page.locator(".spoken")).to_contain_text(f"{boards.summary(1)['expanded']} expanded")


def test_neither_frames_nor_the_pointer_are_said(page, boards):
    page.keyboard.press("Home")
    page.wait_for_timeout(600)  # earlier announcements are over by then
    page.evaluate(
        """() => {
            window.said = [];
            const live = document.querySelectorAll("[aria-live=polite], [role=status], output");
            for (const each of live)
                if (each.ariaLive !== "off")
                    new MutationObserver(() => window.said.push(each.textContent))
                        .observe(each, { childList: true, characterData: true, subtree: true });
        }"""
    )
    page.keyboard.press("Space")
    for col in range(3, 12):
        page.mouse.move(*boards.point((3, col)))
    boards.wait("boards.transport.at > 30")
    assert page.evaluate("window.said") == []
    page.keyboard.press("Space")
    expect(page.locator(".spoken")).to_contain_text("expansions")
    assert len(page.evaluate("window.said")) == 1


def test_the_tile_under_the_cursor_is_said_in_tactics(open_tab):
    page = open_tab("/tactics").page
    page.locator("canvas[aria-label=Board]").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".spoken")).to_have_text(page.locator(".hover-text").inner_text())


def test_the_cell_under_the_cursor_is_said_in_the_maze(open_tab):
    arrow = "Shift+ArrowLeft"  # the arrows alone walk the human
    page = open_tab(address(ROOM)).page
    page.locator(".maze-board canvas").focus()
    rows, cols = len(ROOM.splitlines()), WIDTH
    for col in (cols // 2, cols // 2 - 1):
        page.keyboard.press(arrow)
        expect(page.locator(".spoken")).to_contain_text(f"({rows // 2}, {col})")
    expect(page.locator(".spoken")).to_have_text(page.locator(".hover-text").inner_text())
