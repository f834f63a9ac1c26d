"""The tactics page, used as a person would: with mouse and keyboard, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from asterion.games.tactics import map_file
from support.boards import choose
from support.browser_lab import Lab
from support.tactics_field import (
    FIRST_SHOT,
    PEOPLE,
    Field,
    facts,
    link,
    log,
    opened,
    scrub,
    status,
    told,
)

SLOW = '''
import time
from asterion.games.tactics import END, controllers

class Slow:
    """Thinks until it is stopped."""
    name, turn = "Slow", (END,)
    def think(self, state):
        self.processed = self.open = 0
        return self
    def advance(self, *, seconds):
        time.sleep(seconds)
        self.processed += 1000
        self.open += 10
        return "running"
    def decision(self):
        return controllers.Decision(self.processed, self.open, 3.0)

controllers.register("Slow", lambda seed, settings: Slow())
'''

BROKEN = '''
from asterion.games.tactics import controllers

class Broken:
    """Always fails."""
    name = "Broken"
    def decide(self, state):
        return 1 / 0

controllers.register("Broken", lambda seed, settings: Broken())
'''


@pytest.fixture
def tab(open_tab):
    return open_tab(link("Human", "Idle"))


@pytest.fixture
def field(tab):
    return Field(tab)


# --- Playing with the mouse


@pytest.mark.req("S004-51")
def test_a_person_selects_walks_attacks_and_ends_the_turn(page, field):
    field.click(1, 4)
    field.click(4, 1)
    field.click(1, 3)
    field.click(1, 1)
    page.get_by_role("button", name="End turn").click()
    field.settled()
    expect(log(page)).to_have_text(
        [
            "Game has been reset.",
            "Team 1 (Human): Selected unit: Blaster at (1, 4).",
            "Team 1 (Human): Attacked (4, 1) using Blaster unit.",
            "Team 1 (Human): Selected unit: Melee at (1, 3).",
            "Team 1 (Human): Moved Melee unit from (1, 3) to (1, 2).",
            "Team 1 (Human): Moved Melee unit from (1, 2) to (1, 1).",
            "Team 1 (Human): End of turn 1.",
            "Team 2 (Idle): End of turn 1.",
        ]
    )
    assert field.shown() == ["...bl", ".M.m.", ".....", "S....", "LB..."]
    expect(status(page)).to_have_text(re.compile("^Team 1 to play"))


@pytest.mark.req("S004-51")
def test_the_way_and_its_cost_are_shown_before_it_is_walked(page, field):
    field.click(1, 3)
    before = field.colour(1, 2, down=0.2)
    field.hover(1, 1)
    expect(told(page)).to_have_text("Walk to (1, 1): 2 of 5 MP")
    assert field.colour(1, 2, down=0.2) == "#f0b400" != before  # the line of the path
    assert field.ask("boards.view.meant(6).path") == [16, 11, 6]
    field.hover(3, 1)
    expect(told(page)).not_to_contain_text("Walk")
    field.click(1, 1)
    assert "MP 3 of 5" in facts(page)
    field.hover(0, 4)
    expect(told(page)).to_contain_text("Laser of team 1 at (0, 4). Click to select it.")


def is_red(colour):
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red > max(green, blue)


@pytest.mark.req("S004-51")
def test_sight_lines_say_what_can_be_hit_what_it_costs_and_what_is_in_the_way(page, field):
    field.click(0, 3)
    attack_button = page.get_by_role("button", name="Attack")
    expect(attack_button).to_have_attribute("aria-pressed", "false")
    attack_button.click()
    expect(attack_button).to_have_attribute("aria-pressed", "true")
    field.hover(4, 0)
    expect(told(page)).to_have_text("(4, 0) is out of sight: (3, 1) is in the way.")
    field.hover(3, 1)
    expect(told(page)).to_have_text("Attack (3, 1) with the Sniper: 2 of 3 AP")
    assert is_red(field.colour(0, 0, right=0.3, down=0.3))  # tinted: it can be hit
    assert not is_red(field.colour(3, 3, right=0.47, down=0.2))  # a friend is in the way
    field.click(3, 1)
    assert "AP 1 of 3" in facts(page)
    expect(log(page).last).to_have_text("Team 1 (Human): Attacked (3, 1) using Sniper unit.")
    field.click(3, 0)
    expect(page.locator(".notice")).to_contain_text("The Sniper needs 2 AP; 1 left.")


@pytest.mark.req("S004-51")
def test_the_right_button_and_a_key_switch_to_attacks_of_any_tile(page, field):
    field.click(1, 3)
    field.click(1, 3, button="right")
    expect(page.get_by_role("button", name="Attack")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Attack")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("a")
    field.click(0, 3)  # a friend
    assert field.shown()[3] == ".M..."
    expect(log(page).last).to_have_text("Team 1 (Human): Attacked (0, 3) using Melee unit.")


# --- The browser of states


@pytest.mark.req("S004-53")
def test_any_past_state_is_viewed_with_its_points_and_members(open_tab):
    page, field = opened(open_tab, *PEOPLE, acts=FIRST_SHOT)
    assert field.shown()[1] == "...m."
    scrub(page, 1)
    assert field.shown()[1] == "...ms"
    for text in ("Turn 1", "To play team 1", "MP 5 of 5", "AP 3 of 3", "Team 2 4 units"):
        assert text in facts(page)
    expect(status(page)).to_contain_text("Earlier position.")
    expect(page.locator(".place")).to_have_text("state 1 of 2")
    page.keyboard.press("End")
    assert "AP 2 of 3" in facts(page)
    assert "Team 2 3 units" in facts(page)
    log(page).first.click()
    expect(page.locator(".place")).to_have_text("state 0 of 2")
    expect(page.locator(".game-browser")).to_be_in_viewport()


@pytest.mark.req("S004-53", "S004-55")
def test_continuing_from_a_past_state_drops_later_ones(open_tab):
    page, field = opened(open_tab, *PEOPLE, acts=FIRST_SHOT)
    scrub(page, 1)
    page.get_by_role("button", name="Continue from here").click()
    field.settled()
    expect(log(page)).to_have_count(2)
    expect(page.locator(".place")).to_have_text("state 1 of 1")
    expect(page.get_by_role("button", name="Continue from here")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    field.settled()
    expect(log(page)).to_have_count(3)
    scrub(page, 0)
    field.settled()
    field.click(1, 3)  # to act on a past state is to continue from it
    expect(log(page).last).to_have_text("Team 1 (Human): Selected unit: Melee at (1, 3).")
    page.get_by_role("button", name="Reset", exact=True).click()
    field.settled()
    expect(log(page)).to_have_text(["Game has been reset."])


@pytest.mark.req("S004-50", "S004-55")
def test_a_controller_is_switched_at_a_past_state_and_takes_over(open_tab):
    page, field = opened(open_tab, *PEOPLE, acts=FIRST_SHOT)
    scrub(page, 1)
    choose(page, "Team 1", "Idle")
    field.settled()
    page.get_by_role("button", name="Continue from here").click()
    field.settled()
    expect(log(page).last).to_have_text("Team 1 (Idle): End of turn 1.")
    expect(status(page)).to_have_text(re.compile("^Team 2 to play: select"))
    choose(page, "Team 1", "Human")
    page.keyboard.press("e")
    field.settled()
    expect(status(page)).to_have_text(re.compile("^Team 1 to play: select"))


@pytest.mark.req("S004-50")
def test_two_computers_are_watched_stopped_and_stepped(open_tab):
    page, field = opened(open_tab, "Random", "Human", acts=FIRST_SHOT[:1])  # it waits for play
    choose(page, "Team 2", "Random")
    field.settled()
    page.keyboard.press("ArrowRight")
    field.settled()
    expect(page.locator(".place")).to_have_text("state 2 of 2")
    page.get_by_role("button", name="Start the computers").click()
    expect(log(page)).not_to_have_count(3)
    page.get_by_role("button", name="Pause the computers").click()
    field.settled()
    page.get_by_label("Speed", exact=True).fill("3")
    expect(page.locator(".speed")).to_have_text("8\u00d7, a move in 0.044 s")
    page.keyboard.press(" ")
    expect(log(page).last).to_have_text(re.compile("Game Over"), timeout=60_000)
    expect(status(page)).to_have_text(re.compile(r"Team \d wins\.|A tie"))


# --- The editor


def open_editor(page):
    page.get_by_text("Map editor").click()
    expect(page.get_by_label("Object")).to_be_visible()


@pytest.mark.req("S004-52")
def test_the_editor_creates_with_the_left_and_destroys_with_the_right_button(page, field):
    open_editor(page)
    field.click(2, 2)
    assert field.shown()[2] == "..#.."
    choose(page, "Object", "Laser")
    page.get_by_label("Team", exact=True).fill("2")
    page.keyboard.press("Enter")
    field.wait("boards.editor.kind === 5 && boards.editor.team === 1")
    field.click(0, 0)
    assert field.shown()[0] == "l..bl"
    field.click(2, 2, button="right")
    assert field.shown()[2] == "....."
    expect(page.locator(".place")).to_have_text("state 3 of 3")
    expect(log(page).last).to_have_text("State has been edited.")
    page.get_by_text("Map editor").click()
    field.wait("!boards.editor.open")
    field.click(1, 3)  # a click plays again
    expect(log(page).last).to_have_text("Team 1 (Human): Selected unit: Melee at (1, 3).")
    page.get_by_role("button", name="Reset", exact=True).click()
    assert field.shown()[0] == "l..bl"  # a reset keeps the map


@pytest.mark.req("S004-52", "S004-57")
def test_a_blank_map_is_made_with_its_points_saved_and_loaded(page, field, tmp_path):
    open_editor(page)
    page.get_by_label("Width").fill("7")
    page.get_by_label("Height").fill("3")
    page.get_by_role("button", name="Start a new game on an empty board").click()
    field.wait("boards.board.cols === 7")
    expect(status(page)).to_have_text("Put units of two teams on the board to play.")
    page.get_by_label("MP", exact=True).fill("7")
    page.get_by_role("button", name="Add a copy of this state").click()
    expect(page.locator(".place")).to_have_text("state 1 of 1")
    choose(page, "Object", "Sniper")
    field.click(0, 1)
    page.get_by_label("Team", exact=True).fill("2")
    field.wait("boards.editor.team === 1")
    field.click(6, 1)
    page.get_by_label("Name").fill("duel")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the map as a file").click()
    path = tmp_path / "duel.map"
    download.value.save_as(path)
    assert download.value.suggested_filename == "duel.map"
    state = map_file.read(path)
    assert str(state).split("\n") == [". . . . . . .", "S . . . . . s", ". . . . . . ."]
    assert (state.max_mp, state.max_ap) == (7, 3)
    choose(page, "Map", "C.2")
    field.wait("boards.board.cols === 5")
    page.locator(".lab-editor input[type=file]").set_input_files(path)
    field.wait("boards.board.cols === 7")
    assert field.shown() == [".......", "S.....s", "......."]
    expect(page.get_by_label("Name")).to_have_value("duel")
    page.locator(".lab-editor input[type=file]").set_input_files(
        {"name": "bad.map", "mimeType": "text/plain", "buffer": b"5,5\nfive"}
    )
    expect(page.get_by_text("bad.map, line 2")).to_be_visible()
    assert field.shown() == [".......", "S.....s", "......."]


# --- Computers' thoughts


@pytest.fixture
def thinker(open_tab):
    """A turn of A* that waits: nobody plays it."""
    page, field = opened(open_tab, "AStarTwo", "Human", acts=FIRST_SHOT[:1])
    return page, field


@pytest.mark.req("S004-54")
def test_a_plan_is_explained_step_by_step(thinker):
    page, field = thinker
    page.get_by_role("button", name="Think", exact=True).click()
    field.settled()
    plan = page.locator(".game-thoughts")
    expect(plan.locator("h3")).to_have_text("Plan of A*, spends its points for team 1")
    expect(plan.locator(".caption")).to_have_text(
        re.compile(
            r"^Cost [\d.]+\. [\d,]+ states processed, [\d,]+ left open\. Goal: turn-ended\.$"
        )
    )
    head = plan.locator("th").all_inner_texts()
    assert head[:2] == ["action", "cost"]
    assert len(head) > 3
    rows = [row.locator("td").all_inner_texts() for row in plan.locator("tbody tr").all()]
    assert rows[-1][0].endswith("End the turn")
    for _, cost, *parts in rows:
        assert float(cost) == pytest.approx(sum(map(float, parts)))
    expect(page.locator(".place")).to_have_text("state 1 of 1")  # nothing was played
    page.keyboard.press("ArrowRight")
    field.settled()
    expect(plan.locator("tr.best td").first).to_have_text(re.compile("^2. "))
    plan.locator("tbody tr").first.hover()


@pytest.mark.req("S004-54")
def test_settings_are_changed_in_the_page_and_change_the_plan(thinker):
    page, field = thinker
    plan = page.locator(".game-thoughts tbody tr")
    page.keyboard.press("k")
    field.settled()
    expect(plan).not_to_have_count(1)
    page.get_by_text("Settings of A*, spends its points, team 1").click()
    for name in ("wasted mp", "wasted ap"):
        before = field.ask("boards.link")
        page.get_by_label(name).last.fill("1")
        field.wait(f"boards.link !== {before!r}")
    expect(plan).to_have_count(0)  # the old plan was another player's
    page.get_by_role("button", name="Think", exact=True).click()
    field.settled()
    expect(plan).to_have_count(1)
    expect(plan.first.locator("td").first).to_have_text("1. End the turn")


@pytest.mark.req("S004-54")
def test_counts_are_live_while_a_computer_thinks_and_it_can_be_stopped(open_tab, tmp_path):
    own = tmp_path / "slow.py"
    own.write_text(SLOW)
    lab = Lab("--use", str(own))
    try:
        tab = open_tab("/tactics", server=lab)
        page, field = tab.page, Field(tab)
        choose(page, "Team 1", "Slow")
        counts = page.locator(".game-counts")
        expect(counts).to_have_text(re.compile(r"^Slow thinks: [\d,]+ states processed, \d+ open$"))
        first = counts.inner_text()
        expect(counts).not_to_have_text(first)
        choose(page, "Team 2", "Human")  # the page does not wait, and the search restarts
        expect(counts).to_have_text(re.compile("^Slow thinks: "))
        page.get_by_role("button", name="Stop thinking").click()
        field.settled()
        expect(page.locator(".game-thoughts .caption")).to_contain_text("The best so far")
        expect(log(page).last).to_have_text("Team 1 (Slow): End of turn 1.")
        expect(counts).to_have_text("")
    finally:
        lab.stop()


@pytest.mark.req("S004-56", "S004-109")
def test_a_failing_computer_is_told_on_the_page_and_leaving_it_hides_its_windows(
    open_tab, tmp_path
):
    own = tmp_path / "broken.py"
    own.write_text(BROKEN)
    lab = Lab("--use", str(own))
    try:
        tab = open_tab("/tactics", server=lab)
        page = tab.page
        choose(page, "Team 1", "Broken")
        told = "Broken cannot play: ZeroDivisionError: division by zero"
        expect(page.locator(".notice.error")).to_have_text(told)
        expect(status(page)).to_have_text("Team 1 to play: Broken waits until you press play.")
        page.get_by_role("button", name="Rules").click()
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Rules").click()
        page.evaluate("document.querySelector('.lab-nav a[href=\"/tictactoe\"]').click()")
        page.wait_for_url("**/tictactoe")
        page.wait_for_function("window.asterionBoards?.ready()")
        expect(page.locator("dialog[open], .notice")).to_have_count(0)
    finally:
        lab.stop()


# --- Links, widths, light and dark


def test_a_link_holds_the_game_and_a_reload_keeps_it(open_tab):
    page, field = opened(open_tab, *PEOPLE, acts=FIRST_SHOT)
    page.keyboard.press("l")
    expect(page.locator(".notice")).to_contain_text("The link is on the clipboard")
    address = page.evaluate("navigator.clipboard.readText()")
    other = open_tab(address[address.index("/tactics") :])
    assert Field(other).shown()[1] == "...m."
    expect(log(other.page)).to_have_count(3)
    field.click(4, 0)
    page.reload()
    page.wait_for_function("window.asterionBoards?.ready()")
    assert field.shown()[1] == "...m."


@pytest.mark.parametrize(("width", "scheme"), [(420, "dark")])
def test_all_of_it_fits_a_narrow_window(open_tab, width, scheme):
    page, _ = opened(
        open_tab, *PEOPLE, name="C.4", viewport={"width": width, "height": 900}, color_scheme=scheme
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for part in ("canvas.game-canvas", ".game-log", ".game-browser", ".game-orders"):
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert page.locator("header").bounding_box()["height"] < 80  # one line
    names = page.get_by_role("link", name="Graphs")
    if width < 901:  # they are behind a button
        expect(names).to_be_hidden()
        page.locator(".lab-menu summary").click()
    expect(names).to_be_visible()
