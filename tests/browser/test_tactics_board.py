"""The board of the tactics page: its room, its units, what moves on it, plans, and drawing maps."""

import pytest
from playwright.sync_api import expect

from asterion.games.tactics import END
from support.tactics_field import (
    FIRST_SHOT,
    PEOPLE,
    Field,
    facts,
    link,
    log,
    opened,
    scrub,
)

WINDOW = {"width": 1440, "height": 900}
SHARE = """(() => {
  const { width, height } = boards.app.canvas.getBoundingClientRect();
  const { side } = boards.scene, { rows, cols } = boards.board;
  const area = width * height, tiles = side * side * rows * cols;
  return [area / (innerWidth * innerHeight), tiles / area];
})()"""
INSIDE = """(name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight + 0.5 && box.left >= 0
    && box.right <= innerWidth + 0.5;
}"""
# Frames come when a test says so.
OWN_CLOCK = """() => {
  const { app } = asterionBoards;
  window.time = performance.now() + 1e6;
  app.clock = { now: () => time, next: (turn) => { window.turn = turn; return 1; }, cancel() {} };
  app.turn = null;
  window.tick = (milliseconds) => {
    const { turn } = window;
    window.time += milliseconds;
    window.turn = null;
    turn?.(time);
  };
}"""
# Of each kind of unit a picture in a small tile: how many of its pixels are of the weapon, and how
# many differ from those of each other kind.
PICTURES = """async (side) => {
  const { drawUnit } = await import("/lab/web/tactics/units.js");
  const { palette } = await import("/lab/web/shared/palette.js");
  const pictures = [2, 3, 4, 5].map((kind) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
    const context = canvas.getContext("2d");
    drawUnit(context, { x: side / 2, y: side / 2, side }, { kind, team: 0 }, palette());
    const data = context.getImageData(0, 0, side, side).data;
    return Array.from({ length: side * side }, (_, i) => data[4 * i] + data[4 * i + 1]);
  });
  const differ = (one, other) => one.filter((value, i) => Math.abs(value - other[i]) > 120).length;
  return pictures.flatMap((one, i) => pictures.slice(i + 1).map((other) => differ(one, other)));
}"""


# Pictures of all units in small and large tiles: how many paths are begun, and how many of them are
# neither filled nor stroked.
PATHS = """async () => {
  const { drawUnit } = await import("/lab/web/tactics/units.js");
  const { palette } = await import("/lab/web/shared/palette.js");
  const context = document.createElement("canvas").getContext("2d");
  let begun = 0, lost = 0, waits = false;
  const watch = (name) => {
    if (name === "beginPath") [begun, lost, waits] = [begun + 1, lost + waits, true];
    if (name === "fill" || name === "stroke") waits = false;
  };
  const watched = new Proxy(context, {
    get: (_, name) => (typeof context[name] !== "function" ? context[name]
      : (...values) => (watch(name), context[name](...values))),
    set: (_, name, value) => ((context[name] = value), true),
  });
  for (const side of [20, 90])
    for (const kind of [2, 3, 4, 5])
      for (let team = 0; team < 8; team++) {
        drawUnit(watched, { x: side / 2, y: side / 2, side }, { kind, team }, palette());
        watch("beginPath");
        waits = false;
      }
  return [begun, lost];
}"""
# How faint walks and attacks of a plan of two attacks are, when so many of them are done.
FAINT = """async (done) => {
  const { drawPlan } = await import("/lab/web/tactics/plan_arrows.js");
  const context = document.createElement("canvas").getContext("2d"), seen = [];
  const watched = new Proxy(context, {
    get: (_, name) => (typeof context[name] === "function" ? context[name].bind(context)
      : context[name]),
    set: (_, name, value) => (name === "globalAlpha" && seen.push(value),
      (context[name] = value), true),
  });
  const rows = [[0, 1], [2, 3]].map(([from, to]) => ({ action: { kind: "attack", from, to } }));
  const colours = { threat: "red", free: "white" };
  drawPlan(watched, { rows, team: 0 }, done, (cell) => [10 * cell, 0], 10, colours);
  return seen;
}"""


@pytest.fixture
def tab(open_tab):
    return open_tab(link("Human", "Idle"))


@pytest.fixture
def field(tab):
    return Field(tab)


# --- Room


@pytest.mark.parametrize("name", ["C.1", "C.4", "fords", "keep"])
def test_the_board_has_nearly_half_of_the_window_and_tiles_fill_it(open_tab, name):
    _, field = opened(open_tab, *PEOPLE, name=name, viewport=WINDOW)
    share, filled = field.ask(SHARE)
    assert share >= 0.45
    assert filled > 0.95


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (420, 900)])
def test_what_plays_it_and_whose_turn_it_is_are_inside_the_window(open_tab, width, height):
    page, field = opened(open_tab, *PEOPLE, viewport={"width": width, "height": height})
    for part in (".game-browser", ".turn", "canvas.game-canvas"):
        assert page.evaluate(INSIDE, part)
    expect(page.locator(".turn")).to_have_text("Your turn, team 0")
    page.keyboard.press("e")
    field.settled()
    expect(page.locator(".turn")).to_have_text("Your turn, team 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_log_scrolls_on_its_own(open_tab):
    page, _ = opened(open_tab, *PEOPLE, acts=[END] * 40, viewport=WINDOW)
    assert page.locator(".game-log").evaluate("(it) => it.scrollHeight > it.clientHeight")
    expect(log(page).last).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(INSIDE, ".game-beside")


# --- Ground


@pytest.mark.parametrize("name", ["C.1", "C.4", "fords", "keep"])
def test_floor_is_a_chequered_pattern_and_walls_are_darker(open_tab, name):
    _, field = opened(open_tab, *PEOPLE, name=name, viewport=WINDOW)
    rows, cols, kinds = field.ask(
        "[boards.board.rows, boards.board.cols, boards.position.cells.map(({ kind }) => kind)]"
    )
    tones = [set(), set()]
    walls = set()
    for cell, kind in enumerate(kinds):
        y, x = divmod(cell, cols)
        if kind < 2:  # no unit
            seen = field.colour(x, y, right=0.3, down=-0.3)
            (walls if kind else tones[(x + y) % 2]).add(seen)
    assert len(kinds) == rows * cols
    assert [len(each) for each in tones] == [1, 1]
    floor = tones[0] | tones[1]
    assert len(floor) == 2
    darkest = min(map(light, floor))
    assert all(light(each) < darkest / 2 for each in walls)
    assert bool(walls) == (1 in kinds)


def light(colour):
    return sum(bytes.fromhex(colour[1:]))


# --- Units


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_kinds_of_units_are_told_apart_on_small_tiles(open_tab, scheme):
    page, _ = opened(open_tab, *PEOPLE, color_scheme=scheme)
    assert min(page.evaluate(PICTURES, 24)) > 25


def test_every_line_of_a_picture_of_a_unit_is_drawn(page):
    begun, lost = page.evaluate(PATHS)
    assert begun > 2 * 4 * 8
    assert lost == 0


# --- Rules, points and turns


def test_points_and_turns_are_explained_where_they_are_shown(page, field):
    expect(page.locator(".game-points")).to_contain_text("MP are for steps, AP for attacks.")
    expect(page.locator(".pips i.left")).to_have_count(8)
    page.keyboard.press("h")
    sheet = page.get_by_role("dialog")
    for text in ("Movement points", "Action points", "End turn", "The last team with units wins"):
        expect(sheet).to_contain_text(text)
    expect(sheet.get_by_role("row")).to_have_text(
        [
            "unitMP a stepAP an attackrange in tiles",
            *(" Melee111", " Blaster213", " Sniper2210", " Laser3325"),
        ]
    )
    page.keyboard.press("e")  # keys play no game meanwhile
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    field.settled()
    expect(log(page)).to_have_count(1)


def test_a_finger_opens_the_rules_and_plays(open_tab):
    page, field = opened(
        open_tab, *PEOPLE, viewport={"width": 420, "height": 900}, has_touch=True, is_mobile=True
    )
    page.get_by_role("button", name="Rules").tap()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Movement points")
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    page.touchscreen.tap(*field.place(1, 3))
    field.settled()
    expect(log(page).last).to_have_text("Team 0 (Human): Selected unit: Melee at (1, 3).")
    canvas = page.locator("canvas.game-canvas")
    x, y = field.place(1, 1)
    finger = {"pointerType": "touch", "clientX": x, "clientY": y, "bubbles": True}
    canvas.dispatch_event("pointerdown", finger)
    canvas.dispatch_event("pointercancel", finger)  # it scrolls the page
    field.settled()
    expect(log(page)).to_have_count(2)


def test_there_is_nothing_to_pause_while_a_person_is_to_move(open_tab):
    page, field = opened(open_tab, "Idle", "Human", acts=FIRST_SHOT[:1])  # it waits for play
    pause = page.get_by_role("button", name="the computers")
    expect(pause).to_have_accessible_name("Start the computers (space)")
    expect(page.locator(".turn")).to_have_text("Team 0 plays")
    pause.click()
    field.settled()
    expect(pause).to_have_count(0)
    expect(page.locator(".turn")).to_have_text("Your turn, team 1")
    page.keyboard.press(" ")
    field.settled()
    assert field.ask("boards.game.playing")


# --- Motion


@pytest.fixture
def moving(open_tab):
    """A game of two people in which things move, by a clock of the test."""
    page, field = opened(open_tab, *PEOPLE, reduced_motion="no-preference", color_scheme="light")
    page.evaluate(OWN_CLOCK)
    return page, field


def tick(page, *milliseconds):
    for each in milliseconds:
        page.evaluate("(time) => tick(time)", each)


def unit_at(field, cell):
    """Where the unit of a cell is drawn, in tiles: (x, y)."""
    x, y = field.ask(f"boards.scene.motion.placeOf({cell}, (it) => boards.scene.middle(it))")
    margin, side = field.ask("[boards.scene.margin, boards.scene.side]")
    return round((x - margin) / side - 0.5, 2), round((y - margin) / side - 0.5, 2)


def test_a_unit_slides_along_its_path_and_the_game_does_not_wait(moving):
    page, field = moving
    field.click(1, 3)
    field.click(1, 1)
    assert field.ask("boards.position.cells[6].kind") == 2  # it is there, as far as the game goes
    tick(page, 0, 80)
    assert unit_at(field, 16) == (1, 2.5)
    blue = "#0072b2"
    assert field.colour(1, 3, right=-0.26, down=-0.5) == blue  # on its way
    assert field.colour(1, 1, right=-0.26) != blue
    tick(page, 160)
    assert unit_at(field, 11) == (1, 1.5)
    tick(page, 1000)
    assert field.ask("boards.scene.motion.parts.length") == 0
    assert field.colour(1, 1, right=-0.26) == blue


def test_a_hit_is_seen_and_then_its_target_is_gone(moving):
    page, field = moving
    field.click(1, 4)
    field.click(4, 1)
    tick(page, 0, 100)
    red = "#c2410c"
    assert field.ask("boards.scene.motion.hits.length") == 0
    assert field.colour(4, 1, right=-0.26, down=0.2) == red  # it is not hit yet
    tick(page, 200)
    assert field.ask("boards.scene.motion.hits.map(({ cell, text }) => [cell, text])") == [
        [9, "destroyed"]
    ]
    assert field.colour(4, 1, right=-0.26, down=0.2) != red
    tick(page, 1000, 1000)
    assert field.ask("boards.scene.motion.hits.length") == 0
    assert field.ask("boards.app.turn") is None  # the loop sleeps


def test_stepping_and_scrubbing_are_immediate(moving):
    page, field = moving
    field.click(1, 3)
    field.click(1, 1)
    tick(page, 0, 80)
    scrub(page, 0)
    assert field.ask("boards.scene.motion.parts.length") == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert field.ask("boards.scene.motion.parts.length") == 0
    assert field.shown()[2] == ".M..."


def test_nothing_moves_for_whoever_prefers_that(page, field):
    page.evaluate(OWN_CLOCK)
    field.click(1, 3)
    field.click(1, 1)
    field.click(1, 4)
    field.click(4, 1)
    motion = "boards.scene.motion"
    assert field.ask(f"[{motion}.parts.length, {motion}.hits.length]") == [0, 0]


# --- The plan of a computer


@pytest.fixture
def planned(open_tab):
    """A* has just played its turn."""
    page, field = opened(open_tab, "Human", "AStarThree")
    page.keyboard.press("e")
    field.settled()
    return page, field


def arrows(field):
    """How many walks and attacks of a plan are on the board, as it is drawn now."""
    return field.ask("""(() => {
        const signs = [];
        const seen = new Proxy(boards.app.canvas.getContext("2d"), {
            get: (context, name) => (typeof context[name] !== "function" ? context[name]
                : (...values) => (name === "fillText" && signs.push(values[0]),
                    context[name](...values))),
            set: (context, name, value) => ((context[name] = value), true),
        });
        const size = { width: 800, height: 800 };
        boards.scene.position && boards.scene.onRender(seen, size);
        return signs.filter((text) => typeof text === "number").length
            - boards.board.rows - boards.board.cols;
    })()""")


def test_the_plan_stays_on_the_board_until_something_is_done(planned):
    page, field = planned
    assert field.ask("boards.plan.team") == 1
    count = arrows(field)
    assert count > 2
    field.hover(2, 2)
    field.hover(4, 0)
    page.locator(".game-thoughts tbody tr").nth(2).hover()
    page.keyboard.press("w")  # a layer: all is drawn anew
    page.set_viewport_size({"width": 1300, "height": 800})
    field.settled()
    assert arrows(field) == count
    page.keyboard.press("f")  # to select is to look
    field.settled()
    assert arrows(field) == count
    expect(page.locator(".game-thoughts h3")).to_have_text("Plan of A*, avoids harm for team 1")
    page.keyboard.press("e")
    expect(log(page).last).not_to_contain_text("Selected")
    page.keyboard.press("Home")
    assert arrows(field) == 0


def test_what_is_done_of_a_plan_is_fainter_until_all_of_it_is(page):
    faint, full = 0.5, 1
    assert page.evaluate(FAINT, 0) == [full, full, full]  # the last is for what is drawn after it
    assert page.evaluate(FAINT, 1) == [faint, full, full]
    assert page.evaluate(FAINT, 2) == [full, full, full]


def test_the_plan_is_put_away_with_a_button_a_key_or_its_layer(planned):
    page, field = planned
    hide = page.get_by_role("button", name="Hide plan")
    hide.click()
    assert arrows(field) == 0
    expect(hide).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    assert arrows(field) == 0
    page.keyboard.press("End")
    field.ask("(boards.hiddenPlan = null, boards.redraw())")
    assert arrows(field) > 2
    page.keyboard.press("Escape")
    assert arrows(field) == 0
    field.ask("(boards.hiddenPlan = null, boards.redraw())")
    page.locator(".layer-bar .toggle", has_text="plan").click()
    assert arrows(field) == 0


def test_whoever_reads_the_plan_is_not_disturbed(planned):
    page, field = planned
    page.evaluate("window.table = document.querySelector('.game-thoughts table')")
    field.hover(1, 4)
    page.keyboard.press("t")
    field.settled()
    assert page.evaluate("table === document.querySelector('.game-thoughts table')")


# --- Drawing maps


def drag(page, field, *places, button="left"):
    page.mouse.move(*field.place(*places[0]))
    page.mouse.down(button=button)
    for place in places[1:]:
        page.mouse.move(*field.place(*place))
    shown = field.ask("[...boards.scene.stroke.cells].length")
    page.mouse.up(button=button)
    field.settled()
    return shown


def test_a_stroke_draws_walls_and_is_undone_at_once(page, field):
    page.get_by_text("Map editor").click()
    field.wait("boards.editor.open")
    assert drag(page, field, (0, 0), (2, 0), (2, 2)) == 5  # shown before the pointer is up
    assert field.shown() == ["###bl", "..#ms", "..#..", "SM...", "LB..."]
    expect(page.locator(".place")).to_have_text("state 1 of 1")
    drag(page, field, (1, 0), (2, 1), button="right")
    assert field.shown()[:2] == ["#.#bl", "...ms"]
    page.keyboard.press("Control+z")
    assert field.shown()[:2] == ["###bl", "..#ms"]
    page.keyboard.press("Control+z")
    assert field.shown()[0] == "...bl"


def test_a_stroke_that_leaves_the_board_ends_where_it_left(page, field):
    page.get_by_text("Map editor").click()
    field.wait("boards.editor.open")
    page.mouse.move(*field.place(0, 2))
    page.mouse.down()
    page.mouse.move(*field.place(1, 2))
    page.mouse.move(5, 600)
    page.mouse.up()
    assert field.shown()[2] == "##..."
    field.hover(3, 2)  # the pointer is up
    assert field.shown()[2] == "##..."


def test_strokes_that_follow_each_other_at_once_are_all_kept(page, field):
    page.get_by_text("Map editor").click()
    field.wait("boards.editor.open")
    field.ask("[10, 11, 12].forEach((cell) => boards.edit([cell], 1))")
    field.settled()
    assert field.shown()[2] == "###.."
    expect(page.locator(".place")).to_have_text("state 3 of 3")


def test_a_unit_is_put_on_one_tile(page, field):
    page.get_by_text("Map editor").click()
    field.wait("boards.editor.open")
    field.ask("boards.setEditor(true, 2, 0)")
    drag(page, field, (0, 2), (3, 2))
    assert field.shown()[2] == "M...."


def test_points_left_are_drawn_as_they_are_spent(open_tab):
    page, _ = opened(open_tab, *PEOPLE, acts=FIRST_SHOT)
    assert "AP 2 of 3" in facts(page)
    expect(page.locator(".pips i.left")).to_have_count(7)
    expect(page.locator(".pips i")).to_have_count(8)
