"""Maps, links and pictures, in and out of the playground."""

import re

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

import asterion as at
from support.boards import Boards, choose


@pytest.fixture
def tab(open_tab):
    return open_tab()


def load(page, path):
    page.locator("input[type=file]").set_input_files(path)


def saved(page, name, tmp_path):
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


TILESET = """<tileset name="walls" tilewidth="8" tileheight="8" tilecount="2" columns="2">
<tile id="1"><properties><property name="walkable" type="bool" value="false"/></properties></tile>
</tileset>"""
LEVEL = """<map orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8">
<tileset firstgid="1" source="../art/walls.tsx"/><layer id="1" name="ground" width="3" height="2">
<data encoding="csv">1,2,1,1,1,1</data></layer></map>"""
DROP = """(files) => {
  const dataTransfer = new DataTransfer();
  for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
  const say = (kind) => document.querySelector("h1").dispatchEvent(
    new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  return ["dragenter", "dragover", "drop"].map((kind) => {
    const isTaken = !say(kind), hint = document.querySelector(".drop-hint");
    return isTaken && (kind === "drop" || hint.checkVisibility());
  }).every(Boolean);
}"""


def drop(page, **files):
    """Drop files of these texts on the page; their names have `_` for the dot."""
    named = [[name.replace("_", "."), text] for name, text in files.items()]
    assert page.evaluate(DROP, named)


def test_a_map_and_its_tileset_are_dropped_together(page, boards):
    drop(page, level_tmx=LEVEL, walls_tsx=TILESET)
    boards.wait("boards.map.cols === 3")
    boards.settled()
    assert [boards.cost(cell) for cell in ((0, 0), (0, 1), (1, 1))] == [1, 0, 1]
    drop(page, level_tmx=LEVEL)
    expect(page.locator(".notice.error")).to_have_text(
        "level.tmx needs 'walls.tsx': drop or choose both together"
    )
    drop(page, notes_doc="Dear map")
    expect(page.locator(".notice.error").last).to_contain_text("notes.doc cannot be opened here")
    assert boards.cost((0, 1)) == 0


def test_a_scenario_brings_its_map_and_a_problem_is_chosen(page, boards):
    problems = ["4 3 0 0 3 2 5.0", "4 3 3 0 0 2 5.0"]
    lines = [f"0 arena.map {line}".replace(" ", "\t") for line in problems]
    rows = "....\n....\n...."
    arena = f"type octile\nheight 3\nwidth 4\nmap\n{rows}\n"
    drop(page, arena_scen="version 1\n" + "\n".join(lines) + "\n", arena_map=arena)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("arena.scen: 2 problems")
    choose(page, "Problem", "1: (0, 3) to (2, 0), length 5.00")
    dialog.get_by_role("button", name="Open").click()
    boards.wait("boards.map.cols === 4")
    boards.settled()
    assert (boards.end("start"), boards.end("goal")) == ((0, 3), (2, 0))


def test_the_shades_of_a_picture_that_are_walls_are_chosen(page, boards, tmp_path):
    shades = np.full((20, 30), 120, np.uint8)
    shades[:, 10:20], shades[:, 20:] = 160, 200
    Image.fromarray(shades).save(tmp_path / "photo.png")
    load(page, tmp_path / "photo.png")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("photo.png: 30 x 20 pixels")
    facts = dialog.get_by_role("status")
    expect(facts).to_have_text(re.compile("20 x 30 cells, (33|67) % free"))
    dialog.get_by_role("slider", name="Threshold").focus()
    for _ in range(3):
        page.keyboard.press("PageUp")
    dialog.get_by_role("checkbox", name="Dark is free").click()
    dialog.get_by_label("Pixels per cell").fill("2")
    expect(facts).to_contain_text("10 x 15 cells")
    dialog.get_by_role("button", name="Open").click()
    boards.wait("boards.map.cols === 15")
    boards.settled()
    costs = np.array(boards.ask("Array.from(boards.map.costs)")).reshape(10, 15)
    assert costs[0, 0] == 1
    assert costs[0, -1] == 0


def test_a_map_of_the_gallery_is_one_click(page, boards):
    page.get_by_role("button", name="Gallery").click()
    entry = page.locator(".gallery-map", has_text="corridors of 16 cells")
    assert page.locator(".gallery-map").count() >= 10
    expect(entry.locator("img")).to_have_js_property("naturalWidth", 128)
    entry.click()
    boards.wait("boards.map.cols === 256")
    boards.settled()
    assert boards.summary()["status"] == "found"


def test_a_map_is_loaded(page, boards, tmp_path):
    grid = at.maps.maze((20, 30), seed=5)
    path = tmp_path / "maze.png"
    at.save_map(grid, path)
    load(page, path)
    expect(page.get_by_role("dialog")).to_contain_text("20 x 30 cells")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    boards.wait("boards.map.cols === 30 && boards.map.rows === 20")
    expect(page.locator(".notice")).to_have_text("maze.png: 20 x 30 cells")
    boards.settled()
    costs = np.array(boards.ask("Array.from(boards.map.costs)")).reshape(20, 30)
    assert ((costs > 0) == (grid.cost > 0)).all()


def test_a_wrong_file_gets_a_message_and_nothing_is_lost(page, boards, tmp_path):
    path = tmp_path / "broken.map"
    path.write_text("type octile\nheight 2\nwidth x\nmap\n..\n..\n")
    before = boards.ask("Array.from(boards.map.costs)")
    load(page, path)
    expect(page.locator(".notice")).to_contain_text("width")
    assert "/" not in page.locator(".notice").inner_text()  # no folder of the server
    assert boards.ask("Array.from(boards.map.costs)") == before


def test_a_map_is_saved(page, boards, tmp_path):
    boards.drag((2, 2), (2, 6))
    costs = np.array(boards.ask("Array.from(boards.map.costs)"))
    for ending in (".map", ".txt", ".png"):
        path = saved(page, f"Map as {ending}", tmp_path)
        assert ((at.load_map(path).cost > 0).ravel() == (costs > 0)).all()


def test_a_link_holds_all_of_it(open_tab, page, boards):
    page.keyboard.press("4")
    boards.drag((2, 2), (2, 6))
    boards.drag(boards.end("start"), (0, 0))
    page.get_by_role("button", name="Options of A*").click()
    page.get_by_label("weight").fill("2")
    boards.wait("boards.boards[1].summary?.title === 'A*, weight 2'")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Copy a link").click()
    expect(page.locator(".notice")).to_contain_text("The link is")
    address = page.evaluate("navigator.clipboard.readText()")
    other = Boards(open_tab("/" + address.split("/", 3)[3]))
    assert other.cost((2, 4)) == 4
    assert other.end("start") == (0, 0)
    assert other.summary(1)["title"] == "A*, weight 2"
    assert other.summary(1)["cost"] == boards.summary(1)["cost"]


VIEW = "boards.boards[0].view.focus"
SHOWN = f"[boards.shownStep, boards.pace.factor, {VIEW}, boards.shownView.layers]"


def test_a_link_shows_the_same_moment(open_tab, page, boards):
    page.keyboard.press("t")
    boards.ask("""(boards.boards[1].view.focusOn({times: 3, row: 20, col: 30}),
        boards.transport.seek(37), boards.pace.set(2), boards.share())""")
    expect(page.locator(".notice")).to_contain_text("The link is")
    address = page.evaluate("navigator.clipboard.readText()")
    link, view = address.split("#")[1].split("&view=")
    *parts, layers = view.split(";")
    assert parts == ["step:37", "speed:2", "zoom:3@20,30"]
    assert layers.startswith("layers:open,closed,path")
    assert layers.endswith("tree")
    other = Boards(open_tab("/playground#" + address.split("#")[1], reduced_motion="no-preference"))
    assert other.ask(SHOWN)[0::3] == boards.ask(SHOWN)[0::3]
    for shown, same in zip(*(each.ask(SHOWN)[1:3] for each in (other, boards)), strict=True):
        assert shown == pytest.approx(same, abs=0.05)
    strange = Boards(open_tab(f"/playground#{link}&view=step:5;speed:99;zoom:2@x;layers:no;<b>"))
    assert strange.ask(SHOWN)[:2] == [5, 1]
    assert strange.ask(SHOWN)[3] is None  # the usual ones
    expect(strange.page.locator(".notice")).to_have_count(0)


LIVE = {
    "/terrain": (
        "boards.connection.send({type: 'skip', steps: 25})",
        "boards.recording.time === 25",
    ),
    "/crowds": ("boards.connection.send({type: 'skip', steps: 25})", "boards.shownStep === 25"),
    "/tictactoe": ("boards.mark(4)", "boards.last === 2"),
}


@pytest.mark.parametrize("path", LIVE)
def test_a_link_to_a_moment_that_the_lab_makes(open_tab, path):
    boards = Boards(open_tab(path))
    make, made = LIVE[path]
    boards.ask(f"void ({make})")
    boards.wait(made)
    boards.settled()
    shown = boards.ask("(boards.share(), boards.shownStep)")
    address = boards.page.evaluate("location.hash")
    other = Boards(open_tab(path + address))
    other.wait(f"boards.shownStep === {shown}")


def test_a_damaged_link_is_said_so_and_the_first_map_is_shown(open_tab):
    tab = open_tab("/playground#s=abc")
    expect(tab.page.locator(".notice.error")).to_contain_text("damaged")
    assert Boards(tab).summary()["status"] == "found"


def saved_as(page, kind, tmp_path):
    page.get_by_role("button", name="Save as").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=kind).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


def colours_of(image):
    return {colour for _, colour in image.convert("RGB").getcolors(10**6)}


def test_boards_are_saved_as_pictures_and_films(open_tab, tmp_path):
    tab = open_tab("/playground#scene=paths-within-a-frame-budget")
    page, boards = tab.page, Boards(tab)
    page.locator(".scene-text strong").wait_for()
    boards.settled()
    boards.ask("""(boards.transport.pause(), boards.transport.seek(20), boards.pace.set(8))""")
    routes = {(123, 97, 255), (240, 180, 0)}  # whole paths, and spliced ones
    wide = boards.ask("boards.boards[0].view.canvas.clientWidth")
    with Image.open(saved_as(page, "PNG", tmp_path)) as image:
        assert image.width >= 2 * wide  # sharper than the screen
        assert routes <= colours_of(image)
    text = saved_as(page, "SVG", tmp_path).read_text()
    assert "<image" not in text
    assert 'stroke="#7b61ff"' in text
    assert boards.ask("boards.boards[0].caption.textContent").split(";")[0] in text
    with Image.open(saved_as(page, "GIF", tmp_path)) as film:
        assert film.n_frames > 10
        film.seek(5)
        assert routes & colours_of(film)
    assert boards.ask("boards.transport.at") == 20  # as before the film
    video = saved_as(page, "MP4", tmp_path)
    kind, data = video.suffix, video.read_bytes()
    assert (kind, data[4:8]) == (".mp4", b"ftyp") or (kind, data[:4]) == (".webm", b"\x1aE\xdf\xa3")
    assert len(data) > 10_000


def test_no_trace_of_a_frame_budget_is_said_so(open_tab):
    tab = open_tab("/playground#scene=paths-within-a-frame-budget")
    page, boards = tab.page, Boards(tab)
    page.locator(".scene-text strong").wait_for()
    boards.settled()
    trace = page.get_by_role("button", name="Trace")
    reason = page.get_by_text("the searches of a path service record no events")
    expect(trace).to_be_disabled()
    expect(reason).to_be_visible()
    page.get_by_text("Paths for many units").click()  # searches again
    boards.wait("boards.boards.length === 2 || !boards.frames")
    expect(trace).to_be_enabled()
    expect(reason).to_be_hidden()


DRAWN_AGAIN = """async () => {
    const { svgOf } = await import("/lab/web/board/picture.js");
    return svgOf(window.asterionBoards.pictures);
}"""
FAULTY = """(svg) => new DOMParser().parseFromString(svg, "image/svg+xml")
    .querySelector("parsererror")"""


@pytest.mark.parametrize(
    "path",
    ["graphs", "tictactoe", "tactics", "crowds", "maze", "terrain", "open-ground", "characters"],
)
def test_every_page_draws_its_boards_again(look_at, path):
    page = look_at(f"/{path}").page
    svg = page.evaluate(DRAWN_AGAIN)
    assert len(svg) > 3000
    assert page.evaluate(FAULTY, svg) is None
