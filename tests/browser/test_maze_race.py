"""The race in the maze arena: the large board, places, the finish, fingers, and a reload."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.boards import Boards
from support.maze_arena import (
    PLAYERS,
    address,
    finished,
    has_colour,
    layer,
    paused,
    phase,
    pixels,
    press,
    started,
    view,
)

PLAYER_COLOURS = ("#0b62a8", "#b0306f", "#8a5a00")  # as in palette.js


@pytest.fixture
def tab(open_tab):
    return open_tab(address())


# --- The boards


def test_all_players_race_on_one_large_board_in_their_colours(open_tab):
    tab = open_tab(address())
    boards = Boards(tab)
    expect(tab.page.locator(".maze-board canvas")).to_have_count(1)
    started(tab.page, boards)
    paused(tab.page, boards)
    for colour in PLAYER_COLOURS:
        assert has_colour(boards, colour)
    layer(tab.page, "paths").click()
    boards.wait("!boards.state.switches.paths")
    for colour in PLAYER_COLOURS:  # of the players themselves
        assert has_colour(boards, colour)


def test_the_board_of_a_player_is_there_on_demand(page, boards):
    started(page, boards)
    press(page, boards, "s")
    paused(page, boards)
    together = pixels(boards)
    seen = {together}
    for i, player in enumerate(PLAYERS):
        view(page, player)
        boards.settled()
        assert boards.ask("boards.boards.map(({ view }) => view.board)") == [i]
        caption = page.locator(".maze-board .caption")
        expect(caption).to_have_text(re.compile("^to (key x|door X): the path is free$"))
        seen.add(pixels(boards))
    assert len(seen) == 4  # each its own search
    page.keyboard.press("v")  # from the last of them to the first view
    boards.settled()
    assert pixels(boards) == together
    page.keyboard.press("v")
    assert boards.ask("boards.boards.map(({ view }) => view.board)") == [0, 1, 2, -1]  # and all


# --- The scoreboard


def runner(page, number):
    return page.locator(".maze-runner").nth(number)


def figures(line):
    """The entries of a runner's card, by name."""
    names = line.locator("dt").all_inner_texts()
    return dict(zip(names, line.locator("dd").all_inner_texts(), strict=True))


def test_the_scoreboard_does_not_hide_the_arena(open_tab):
    for width, height in ((1440, 900), (1024, 768), (420, 900)):
        page = open_tab("/maze", viewport={"width": width, "height": height}).page
        arena = page.locator(".maze-board canvas").bounding_box()
        scores = page.get_by_role("list", name="Scoreboard").bounding_box()
        assert arena["y"] + arena["height"] <= scores["y"]
        assert scores["y"] + scores["height"] <= height  # both are in sight
        assert scores["width"] <= width
        room = page.locator(".maze-arena").bounding_box()
        assert arena["width"] > 0.95 * room["width"]  # the world fills it, without margins
        assert arena["width"] / arena["height"] == pytest.approx(43 / 25, rel=0.02)


# --- The finish


def result(page):
    return page.get_by_role("region", name="Result")


# --- The bar


def test_the_bar_starts_pauses_and_goes_back(page, boards):
    game = page.get_by_role("group", name="Game")
    back = game.get_by_role("button", name="Back to the start")
    expect(back).to_be_disabled()
    game.get_by_role("button", name=re.compile("^Start")).click()
    phase(page, "running")
    boards.wait("boards.frame.tick > 2")
    game.get_by_role("button", name="Pause").click()
    phase(page, "paused")
    game.get_by_role("button", name="Continue").click()
    phase(page, "running")
    back.click()
    phase(page, "ready")
    game.get_by_role("button", name="To the end").click()
    phase(page, "over")


def test_an_arrow_before_the_start_begins_the_race_and_walks(page, boards):
    phase(page, "ready")
    page.keyboard.down("ArrowDown")
    boards.wait("boards.frame.human.row > 1.4")
    page.keyboard.up("ArrowDown")
    expect(page.locator(".notice")).to_have_count(0)
    paused(page, boards)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".notice")).to_contain_text("The game is paused")


# --- The figures


# --- Fingers


def pad(page):
    return page.get_by_role("group", name="Walk")


class Fingers:
    """Real touches of the arrows."""

    def __init__(self, page):
        self.page = page
        self.line = page.context.new_cdp_session(page)

    def touch(self, *ways):
        """These arrows are held from now on, and no others."""
        arrows = [pad(self.page).get_by_role("button", name=f"Walk {way}") for way in ways]
        boxes = [arrow.bounding_box() for arrow in arrows]
        points = [
            {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": i}
            for i, box in enumerate(boxes)
        ]
        kind = "touchStart" if points else "touchEnd"
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


# --- A reload


def reloaded(page):
    page.reload()
    page.wait_for_function("window.asterionBoards?.ready()")


def test_a_reload_comes_back_to_the_paused_game_at_its_moment(page, boards):
    started(page, boards)
    page.keyboard.down("ArrowDown")
    boards.wait("boards.frame.human.row > 1.4")
    page.keyboard.up("ArrowDown")
    paused(page, boards)
    told = page.locator(".maze-hash").text_content()
    for key in ("", "l"):  # also with a link to this set-up in the address
        if key:
            press(page, boards, key)
            page.wait_for_function("location.hash.startsWith('#s=')")
        reloaded(page)
        phase(page, "paused")
        expect(page.locator(".maze-hash")).to_have_text(told)
    press(page, boards, "Space")
    finished(page, boards)
    reloaded(page)
    phase(page, "over")
    expect(result(page)).to_be_visible()


def test_a_broken_connection_does_not_end_the_game(page, boards):
    started(page, boards)
    boards.wait("boards.frame.tick > 20")
    before = boards.ask("boards.frame.tick")
    page.keyboard.down("ArrowRight")
    boards.wait("boards.frame.human.col > 1.2")
    boards.ask("(boards.connection.socket.close(), boards.frame = null, true)")
    page.keyboard.up("ArrowRight")  # which nobody hears
    boards.wait(f"boards.ready() && boards.frame.tick > {before} + 20")
    phase(page, "running")
    place = boards.ask("boards.frame.human.col")
    tick = boards.ask("boards.frame.tick")
    boards.wait(f"boards.frame.tick > {tick} + 8")
    assert boards.ask("boards.frame.human.col") == place  # its key is not held any more
    expect(page.locator(".notice.error")).to_have_count(0)


def test_a_scene_takes_the_place_of_a_game_and_begins(page, boards):
    started(page, boards)
    page.get_by_role("link", name="D*, D* Lite and A* race").click()
    expect(page.locator(".maze-name").nth(1)).to_have_text("D* Lite")
    phase(page, "running")
    expect(layer(page, "states")).to_have_attribute("aria-pressed", "true")
    boards.wait("boards.frame?.tick > 5")
    before = boards.ask("boards.frame.tick")
    reloaded(page)
    expect(page.locator(".maze-name").nth(1)).to_have_text("D* Lite")
    boards.wait(f"boards.frame?.tick > {before}")


COPY = """(storage) => {
    if (sessionStorage.length) return;
    for (const [name, value] of Object.entries(storage)) sessionStorage.setItem(name, value);
}"""


def copied_storage(page):
    return page.evaluate("({ ...sessionStorage })")


def opened_with(tab, storage):
    """A tab of the same browser that begins with what another had stored."""
    page = tab.page.context.new_page()
    page.add_init_script(f"({COPY})({json.dumps(storage)})")
    page.goto(f"{tab.address}/maze")
    page.wait_for_function("window.asterionBoards?.ready()")
    return page


def test_the_copy_of_a_tab_has_a_game_of_its_own(tab, page, boards):
    started(page, boards)
    copy = opened_with(tab, copied_storage(page))
    phase(copy, "ready")  # with the same set-up
    assert copy.evaluate("asterionBoards.map.tiles") == boards.ask("boards.map.tiles")
    copy.keyboard.press("n")
    phase(copy, "running")
    copy.keyboard.press("n")
    phase(copy, "ready")
    # The first does not notice; by now it may have come to its end.
    going_on = re.compile("running|over")
    expect(page.locator(".maze-phase")).to_have_attribute("data-phase", going_on)
    copy.close()
