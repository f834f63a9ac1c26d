"""The maze arena, used as a person would: with keyboard and mouse, in a real browser."""

import json
import re
from dataclasses import replace
from zipfile import ZipFile

import pytest
from PIL import Image
from playwright.sync_api import expect

from asterion.games.maze.rules import Rules
from asterion.lab.maze.payload import LOOKS
from asterion.lab.maze.session import MazeSession
from asterion.search.registry import algorithms
from support.boards import Boards, choose, open_drawer
from support.browser_lab import Lab
from support.maze_arena import (
    NAMES,
    PLAYERS,
    QUIET,
    TUNNEL,
    WIDTH,
    address,
    box,
    comes_to,
    field,
    finished,
    has_colour,
    layer,
    paused,
    phase,
    pixels,
    press,
    started,
    tab_of,
    tunnel,
    view,
)

# Lasting pits, and time to look at what they do.
PITS = Rules(speed=25, trap_amount=6, trap_interval=1, trap_shortest=10**6, trap_longest=10**6)


@pytest.fixture
def tab(open_tab):
    return open_tab(address())


# --- Boards


@pytest.mark.req("S000-90")
def test_every_player_has_a_board_of_the_same_world(page, boards):
    view(page, "Side by side")
    expect(page.locator(".maze-board h3")).to_have_text([*PLAYERS, "All players"])
    started(page, boards)
    paused(page, boards)
    ticks = boards.ask("boards.boards.map(({ view }) => view.frame.tick)")
    assert len({*ticks}) == 1
    path = "boards.boards.slice(0, 3).map(({ view }) => view.player.path.length > 0)"
    assert boards.ask(path) == [True] * 3
    shown = [pixels(boards, i) for i in range(3)]
    assert len({*shown}) == 3  # each with his own path, the others as shadows
    expect(page.get_by_role("tab", include_hidden=True)).to_have_count(4)  # all of them, and each
    expect(field(page, "Player 3")).to_be_visible()
    expect(page.locator(".caption[data-state]")).to_have_count(3)


@pytest.mark.req("S000-91", "S000-96")
def test_keys_and_boxes_show_and_hide(page, boards):
    started(page, boards)
    paused(page, boards)
    first = pixels(boards)
    for key, name in [("g", "paths"), ("s", "states"), ("t", "trees"), ("w", "threat")]:
        before = layer(page, name).get_attribute("aria-pressed")
        press(page, boards, key)
        expect(layer(page, name)).not_to_have_attribute("aria-pressed", before)
        assert comes_to(boards, first, differ=True), key
        layer(page, name).click()
        expect(layer(page, name)).to_have_attribute("aria-pressed", before)
        assert comes_to(boards, first), key
    for name in ("grid", "background"):
        layer(page, name).click()
        assert comes_to(boards, first, differ=True), name
        layer(page, name).click()
        assert comes_to(boards, first), name


@pytest.mark.req("S000-91")
def test_space_pauses_and_does_not_scroll(open_tab):
    tab = open_tab(address(), viewport={"width": 1000, "height": 500})
    page, boards = tab.page, Boards(tab)
    started(page, boards)
    paused(page, boards)
    tick = boards.ask("boards.frame.tick")
    assert page.evaluate("window.scrollY") == 0
    expect(page.locator(".maze-hash")).to_have_text(re.compile(r"hash [0-9a-f]{32}"))
    box(page, "Logging").focus()
    press(page, boards, "Space")  # it is the box's now
    expect(box(page, "Logging")).to_be_checked()
    phase(page, "paused")
    assert boards.ask("boards.frame.tick") == tick
    box(page, "Logging").click()  # with the pointer, which leaves the keys to the page
    boards.wait("document.activeElement === document.body")
    press(page, boards, "Space")
    phase(page, "running")


@pytest.mark.req("S000-71")
def test_the_human_walks_as_long_as_arrows_are_held(page, boards):
    started(page, boards)
    assert boards.ask("[boards.frame.human.row, boards.frame.human.col]") == [1, 1]
    page.keyboard.down("ArrowRight")
    boards.wait("boards.frame.human.col > 1.5")
    page.keyboard.down("ArrowDown")
    boards.wait("boards.frame.human.row > 1.5")
    page.keyboard.up("ArrowRight")
    page.keyboard.up("ArrowDown")
    boards.settled()
    place = boards.ask("[boards.frame.human.row, boards.frame.human.col]")
    tick = boards.ask("boards.frame.tick")
    boards.wait(f"boards.frame.tick > {tick} + 8")
    assert boards.ask("[boards.frame.human.row, boards.frame.human.col]") == place
    assert boards.ask("boards.frame.human.heading") in (3, 4)  # down, or down on the right
    for each in (slider(page, "Pits"), speed(page)):
        each.focus()
        page.keyboard.press("ArrowRight")  # it is the slider's now
        boards.settled()
        assert boards.ask("boards.held.size") == 0


# --- Controls


def speed(page):
    return page.get_by_role("group", name="Game").get_by_label("Speed", exact=True)


def slider(page, label):
    return page.locator(f'.q-slider[aria-label="{label}"] [tabindex="0"]')


@pytest.mark.req("S000-94")
def test_sliders_turn_what_they_are_named_after(open_tab):
    # Long enough for pits to come before the players are there.
    tab = open_tab(address(tunnel(200), rules=replace(QUIET, speed=25, trap_interval=3)))
    page, boards = tab.page, Boards(tab)
    started(page, boards)
    for label, key, told in [
        ("Pits", "ArrowRight", "Pits: 0.5 % of the map"),
        ("Pits change every", "ArrowLeft", "Pits change every: 2 ticks"),
    ]:
        slider(page, label).focus()
        page.keyboard.press(key)
        expect(page.get_by_text(told, exact=True)).to_be_visible()
    slider(page, "Pits").focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    boards.wait("boards.frame.pits.length > 1")
    speed(page).focus()
    page.keyboard.press("ArrowRight")
    boards.wait("boards.state.speed === 0.71")
    expect(page.locator(".maze-speed .speed")).to_have_text("0.7\u00d7, a move in 0.23 s")
    box(page, "Walk up to an obstacle").click()
    expect(box(page, "Walk up to an obstacle")).not_to_be_checked()


@pytest.mark.req("S000-94", "S000-101")
def test_algorithms_match_the_registry(page):
    page.get_by_label("Player 2", exact=True).click()
    names = [info.title for info in algorithms("navigator")]
    expect(page.get_by_role("option")).to_have_text(names)
    page.get_by_role("option", name="Adaptive A*", exact=True).click()
    view(page, "2. Adaptive A*")
    canvas = page.locator(".maze-board canvas")
    expect(canvas).to_have_attribute("aria-label", "Map: 2. Adaptive A*")
    choose(page, "Mode 2", "flees")
    open_drawer(page)
    tab_of(page, "2. Adaptive A*, flees")
    expect(page.get_by_role("tabpanel")).to_have_attribute("aria-label", "2. Adaptive A*, flees")


@pytest.mark.req("S000-95")
def test_algorithms_and_world_are_locked_while_the_game_runs(open_tab):
    tab = open_tab(address(rules=replace(QUIET, speed=25)))
    page, boards = tab.page, Boards(tab)
    locked = ["Player 1", "Mode 1", "World", "Seed"]
    disabled = re.compile("q-field--disabled")
    load = page.get_by_role("button", name="A text file: walls")
    expect(load).to_be_enabled()
    why = page.get_by_text("Locked until all players have finished.")
    expect(why).to_be_hidden()
    started(page, boards)
    expect(why).to_be_visible()
    for label in locked:
        expect(field(page, label)).to_have_class(disabled)
    expect(load).to_be_disabled()
    upload(page, 0, "other.txt", TUNNEL)  # past the button
    expect(page.locator(".notice.error")).to_contain_text("locked until all players have finished")
    assert boards.ask("boards.map.cols") == WIDTH
    finished(page, boards)
    expect(why).to_be_hidden()
    for label in locked:
        expect(field(page, label)).not_to_have_class(disabled)
    choose(page, "World", "tutorial")
    boards.wait("boards.map.cols === 24")
    phase(page, "ready")
    view(page, "Side by side")
    expect(page.locator(".maze-board")).to_have_count(2)


# --- Paths and figures


def far_pit():
    """A seed whose first pit in the tunnel is far from the start, and near enough."""
    for seed in range(1000):
        session = MazeSession()
        session.change(lambda setup, seed=seed: replace(setup, text=TUNNEL, rules=PITS, seed=seed))
        session.start()
        session.tick()
        if min(col for _, col in session.game.traps.open) in range(8, 11):
            return seed
    raise AssertionError("no seed will do")


@pytest.mark.req("S000-92", "S000-93")
def test_a_path_is_green_then_yellow_and_red(open_tab):
    tab = open_tab(address(TUNNEL, rules=PITS, seed=far_pit()))
    page, boards = tab.page, Boards(tab)
    view(page, PLAYERS[0])
    caption = page.locator(".maze-board .caption")
    expect(caption).to_have_attribute("data-state", "free")
    assert has_colour(boards, LOOKS["free"].light)
    press(page, boards, "n")
    expect(caption).to_have_attribute("data-state", "obstructed")
    paused(page, boards)
    expect(caption).to_have_text("to key x: a pit is on the path")
    assert has_colour(boards, LOOKS["obstructed"].light)
    assert not has_colour(boards, LOOKS["free"].light)
    box(page, "Walk up to an obstacle").click()  # off: he stops at once
    boards.settled()
    press(page, boards, "Space")
    expect(caption).to_have_attribute("data-state", "stopped")
    paused(page, boards)
    assert has_colour(boards, LOOKS["stopped"].light)
    assert boards.ask("boards.frame.players[0].col") < 5


@pytest.mark.req("S000-97")
def test_figures_stand_by_goal_with_their_sum_below(page, boards):
    open_drawer(page)
    tab_of(page, PLAYERS[0])
    expect(page.locator(".maze-stats tbody tr").first).to_have_attribute("data-state", "now")
    finished(page, boards)
    table = page.locator(".maze-stats table")
    sums = []
    for player in PLAYERS:
        tab_of(page, player)
        rows = rows_of(table)
        assert [row[0] for row in rows] == ["x", "X", "sum"]
        heads = table.locator("th").all_inner_texts()
        for name, *column in zip(heads, *rows, strict=True):
            if name not in ("goal", "mean size", "height"):
                assert sum(map(float, column[:2])) == pytest.approx(float(column[2]), abs=0.02)
        sums.append([player, *rows[-1][1:]])
    tab_of(page, "All players")
    assert rows_of(table) == sums
    view(page, "Side by side")
    expect(page.locator(".caption[data-state=finished]")).to_have_count(3)
    expect(page.locator(".maze-phase")).to_contain_text("All have finished")


def rows_of(table):
    """The rows below the head, with numbers as they are computed."""
    return [
        [cell.replace(",", "") for cell in row.locator("td").all_inner_texts()]
        for row in table.locator("tr").all()[1:]
    ]


# --- Files and links


def upload(page, which, name, text):
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("input[type=file]").nth(which).set_input_files(file)


def test_a_saved_run_is_replayed_to_the_same_hash(page, boards, open_tab):
    started(page, boards)
    page.keyboard.down("ArrowDown")
    boards.wait("boards.frame.human.row > 1.4")
    paused(page, boards)
    page.keyboard.up("ArrowDown")
    boards.settled()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the set-up").click()
    saved = download.value.path().read_text()
    told = page.locator(".maze-hash").text_content()
    assert json.loads(saved)["hash"] == told.removeprefix("hash ")
    other = open_tab("/maze")
    upload(other.page, 1, "run.json", saved)
    phase(other.page, "paused")
    expect(other.page.locator(".maze-hash")).to_have_text(told)
    expect(other.page.locator(".maze-name").first).to_have_text(NAMES[0])
    press(other.page, Boards(other), "n")  # back to the start
    damaged = {**json.loads(saved), "hash": "0" * 32}
    upload(other.page, 1, "run.json", json.dumps(damaged))
    expect(other.page.locator(".notice.error")).to_contain_text("the saved game's is")
    phase(other.page, "ready")
    upload(other.page, 1, "run.json", "nonsense")
    expect(other.page.get_by_text("run.json is not a saved run")).to_be_visible()


def test_a_world_file_is_loaded_or_its_fault_is_named(page, boards):
    upload(page, 0, "bad.txt", "AAAA\nApxX\nA x\n")
    expect(page.locator(".notice.error")).to_contain_text("bad.txt, line 3: 'x' at character 3")
    assert boards.ask("boards.map.cols") == WIDTH
    upload(page, 0, "walled.txt", "AAAAAAA\nAp xAXA\nAAAAAAA\n")
    boards.wait("boards.map.cols === 7")
    expect(page.locator(".maze-warnings")).to_contain_text("no player gets to door X")
    expect(page.get_by_label("World", exact=True)).to_have_value("walled.txt")


@pytest.mark.req("S000-98")
def test_logs_come_when_all_have_finished(page, boards):
    box(page, "Logging").click()
    with page.expect_download() as download:
        finished(page, boards)
    with ZipFile(download.value.path()) as archive:
        names = archive.namelist()
        log = archive.read(names[0]).decode().splitlines()
    assert names[0] == "logs/player_1_focused-dstar.txt"
    assert len(names) == 3
    open_drawer(page)
    tab_of(page, PLAYERS[0])
    sums = page.locator(".maze-stats tfoot td").all_inner_texts()
    assert log[-1].split("\t")[1] == sums[1].replace(",", "")


def test_a_link_and_a_reload_keep_the_set_up(page, boards, open_tab):
    press(page, boards, "l")
    expect(page.locator(".notice")).to_contain_text("The link is on the clipboard")
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_tab(link[link.index("/maze") :])
    assert Boards(other).ask("boards.map.tiles") == boards.ask("boards.map.tiles")
    other.page.reload()
    other.page.wait_for_function("window.asterionBoards?.ready()")
    assert Boards(other).ask("boards.map.cols") == WIDTH
    bad = open_tab("/maze#s=nonsense")
    expect(bad.page.locator(".notice.error")).to_contain_text("damaged")
    expect(bad.page.locator(".maze-runner")).to_have_count(4)


def test_all_of_it_fits_a_narrow_window(open_tab):
    tab = open_tab(address(), viewport={"width": 420, "height": 900}, color_scheme="dark")
    page, boards = tab.page, Boards(tab)
    view(page, "Side by side")
    boards.wait("boards.boards.length === 4 && boards.ready()")
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
    boxes = [canvas.bounding_box() for canvas in page.locator(".maze-board canvas").all()]
    assert all(each["x"] >= 0 and each["x"] + each["width"] <= 420 for each in boxes)
    assert boxes[0]["y"] < boxes[1]["y"] < boxes[2]["y"]
    assert has_colour(boards, LOOKS["free"].dark)


# --- Custom pictures


@pytest.fixture(scope="module")
def painted_lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    (folder / "images").mkdir()
    Image.new("RGB", (8, 8), (250, 1, 250)).save(folder / "images" / "tile_A.png")
    Image.new("RGB", (8, 8), (1, 250, 250)).save(folder / "images" / "tile_C.png")
    server = Lab(options=("--images", str(folder)))
    yield server
    server.stop()


def test_walls_are_drawn_with_pictures_of_ones_own(open_tab, painted_lab):
    tab = open_tab(address(), server=painted_lab)
    boards = Boards(tab)
    boards.wait("boards.images.size === 1")
    assert has_colour(boards, "#fa01fa")
    assert not has_colour(boards, "#01fafa")  # a letter before it is missing
