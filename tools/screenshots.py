"""Take the pictures of the lab for the docs, and the animated one of the README.

python tools/screenshots.py [WORD ...]     (or ``make screenshots``)

With words, only pictures whose names contain one of them. Needs Chromium; see tools/browser.sh.
"""

import io
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal
from urllib.request import urlopen

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from asterion import maps
from asterion.games import tactics
from asterion.games.maze.worlds import load_world
from asterion.games.tactics.moments import GameRecord
from asterion.lab.graphs.setup import GraphSetup
from asterion.lab.maze.draft import Draft
from asterion.lab.maze.setup import MazeSetup
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from asterion.lab.tactics.players import Player
from asterion.lab.tactics.setup import TacticsSetup
from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.setup import TerrainSetup
from asterion.lab.tictactoe.setup import Made, TicTacToeSetup

OUT = Path(__file__).parents[1] / "docs" / "pictures"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
WIDE, NARROW, HALF, BEAMER = (1440, 900), (420, 900), (1000, 700), (1024, 768)
COMMON, RARE = 127, 128  # colours of a picture: the most common exactly, and the rest nearly
FRAME_SECONDS, MOVING = 0.14, (900, 560)
# Colours of the moving picture, which is to be small: the most common as they are, and others that
# differ by so much, in sum over red, green and blue.
MOVING_COMMON, MOVING_COLOURS, APART = 16, 112, 24
START_SECONDS = 90
Scheme = Literal["light", "dark"]
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def main() -> None:
    """Start the lab, take the pictures, stop it."""
    words = sys.argv[1:] or [""]
    OUT.mkdir(exist_ok=True)
    with lab() as address, sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for name, size, scheme, scene in scenes():
            if any(word in name for word in words):
                with opened(browser, size, scheme) as page:
                    scene(page, address)
                    page.evaluate(TWO_FRAMES)  # a board that has a new size is drawn in the next
                    save(page.screenshot(), OUT / f"lab-{name}.png")
        if any(word in "lab.gif" for word in words):
            with opened(browser, MOVING, "light") as page:
                save_moving([*film(page, address)], OUT / "lab.gif")
        browser.close()
    total = sum(file.stat().st_size for file in OUT.glob("lab-*.png"))
    print(f"all still pictures of the lab: {total // 1024} KB")


Scene = tuple[str, tuple[int, int], Scheme, Callable[[Page, str], None]]


def scenes() -> Iterator[Scene]:
    """Names of pictures, sizes of windows, light or dark, and the actions in them."""
    schemes: tuple[Scheme, Scheme] = ("light", "dark")
    for scheme in schemes:
        for width, size in (("", WIDE), ("-narrow", NARROW)):
            yield f"start{width}-{scheme}", size, scheme, show_start
            yield f"playground{width}-{scheme}", size, scheme, show_playground
            yield f"terrain{width}-{scheme}", size, scheme, show_terrain
            yield f"graphs{width}-{scheme}", size, scheme, show_graphs
            yield f"tictactoe{width}-{scheme}", size, scheme, show_tictactoe
            yield f"tactics{width}-{scheme}", size, scheme, show_tactics
            yield f"maze{width}-{scheme}", size, scheme, show_maze
    yield "crowds-light", WIDE, "light", show_armies
    yield "crowds-dark", WIDE, "dark", show_warehouse
    yield "open-ground-light", WIDE, "light", show_intervals
    yield "open-ground-dark", WIDE, "dark", show_disc
    yield "open-ground-narrow-light", NARROW, "light", show_disc
    yield "characters-light", WIDE, "light", show_character
    yield "characters-dark", WIDE, "dark", show_orkin
    yield "characters-narrow-dark", NARROW, "dark", show_character
    yield "frames-light", WIDE, "light", show_frames
    yield "frames-narrow-dark", NARROW, "dark", show_frames
    yield "all-agents", WIDE, "light", show_all_agents
    yield "story", BEAMER, "light", show_story
    yield "orders-light", WIDE, "light", show_orders
    yield "orders-dark", WIDE, "dark", show_scout
    yield "orders-narrow-dark", NARROW, "dark", show_orders
    yield "hex", HALF, "light", show_hexes
    yield "links", HALF, "dark", show_links
    yield "index", HALF, "light", show_index
    yield "clusters", WIDE, "light", show_clusters
    yield "rooms", HALF, "light", show_rooms
    yield "flow-dark", HALF, "dark", show_flow
    yield "numbers", HALF, "light", show_numbers
    yield "step-through", HALF, "light", show_step_through
    yield "help", HALF, "dark", show_help
    yield "tictactoe-won", HALF, "light", show_won_game
    yield "tactics-plan", WIDE, "light", show_plan
    yield "tactics-sight", WIDE, "dark", show_sight
    yield "tactics-editor", WIDE, "light", show_editor
    yield "maze-searches", WIDE, "light", show_maze_searches
    yield "maze-threat", HALF, "light", show_threat
    yield "maze-open-ground", WIDE, "dark", show_open_ground
    yield "maze-editor", HALF, "light", show_world_editor


# --- The pictures


def country() -> Setup:
    """Caves with soft ground in them, and three searches; boards beside each other are tall."""
    cells = maps.caves((30, 40), seed=47, density=0.42).cost.astype(np.uint8)
    rows, cols = np.indices(cells.shape)
    soft = np.sin(rows / 4.1) * np.cos(cols / 6.3) + np.sin((rows + 2 * cols) / 11)
    cost = np.select([soft > 1.25, soft > 0.9, soft > 0.55], [7, 4, 2], 1)
    ground = Setup().with_map(np.where(cells, cost, 0).astype(np.uint8))
    runs = (Run("dijkstra"), Run("astar"), Run("greedy"))
    return Setup(ground.cells.T.copy(), ground.start[::-1], ground.goal[::-1], "clear", runs)


def maze(*, tall: bool = False) -> TerrainSetup:
    """A maze with doors, and three agents who do not know it; tall for three panes in a row."""
    cells = maps.maze((31, 39), seed=8, opened=60).cost.astype(np.uint8)
    cells = cells.T.copy() if tall else cells
    goal = cells.shape[0] - 1, cells.shape[1] - 1
    names = ("repeated-forward", "adaptive", "dstar-lite")
    return TerrainSetup(cells, (0, 0), goal, "never", tuple(map(Choice, names)))


def show_start(page: Page, address: str) -> None:
    """The start page."""
    page.goto(address)
    page.wait_for_function("window.asterionFilms?.every((film) => film.at)")
    page.wait_for_timeout(3000)


def show_playground(page: Page, address: str) -> None:
    """Three searches half-way."""
    visit(page, f"{address}/playground#s={country().to_link()}")
    page.evaluate("(b => b.transport.seek(Math.round(b.transport.steps * 0.55)))(asterionBoards)")


def show_story(page: Page, address: str) -> None:
    """The second scene of the story in lecture mode, with its answer."""
    visit(page, f"{address}/playground#scene=story-2")
    page.wait_for_selector(".story")
    for key in ("L", "PageDown"):
        page.keyboard.press(key)
    settle(page)
    page.evaluate("(t => (t.pause(), t.seek(t.steps)))(asterionBoards.transport)")
    page.wait_for_timeout(5000)  # the notice is gone


def show_frames(page: Page, address: str) -> None:
    """Units that have quick paths, whole ones and splices in the same frame."""
    visit(page, f"{address}/playground#scene=paths-within-a-frame-budget")
    page.wait_for_timeout(500)
    page.evaluate("(b => (b.transport.pause(), b.transport.seek(52)))(asterionBoards)")


def show_hexes(page: Page, address: str) -> None:
    """A search of hills of hexagons, half-way."""
    visit(page, f"{address}/playground#scene=hexes")
    page.wait_for_timeout(500)
    page.evaluate("(b => (b.transport.pause(), b.transport.seek(110)))(asterionBoards)")


def show_links(page: Page, address: str) -> None:
    """Three halls, the links between them, and fences."""
    visit(page, f"{address}/playground#scene=teleporters")
    page.wait_for_timeout(500)
    page.evaluate("(t => (t.pause(), t.seek(t.steps)))(asterionBoards.transport)")


def show_index(page: Page, address: str) -> None:
    """A query of an index beside a search: both climbs, its shortcuts, and the path."""
    visit(page, f"{address}/playground#scene=a-map-prepared-beforehand")
    page.wait_for_timeout(500)
    page.evaluate("(t => (t.pause(), t.seek(t.steps)))(asterionBoards.transport)")


def show_clusters(page: Page, address: str) -> None:
    """The fill of three heuristics, and the table of clusters."""
    visit(page, f"{address}/playground#scene=three-heuristics-and-their-fill")
    page.wait_for_function("asterionBoards.ready()")
    page.evaluate("(t => (t.pause(), t.seek(t.steps)))(asterionBoards.transport)")


def show_rooms(page: Page, address: str) -> None:
    """Rooms of a map, and the route over them."""
    visit(page, f"{address}/playground#scene=rooms-then-cells")
    page.wait_for_function("asterionBoards.ready()")


def show_flow(page: Page, address: str) -> None:
    """A flow field, its arrows, and what an edit has changed."""
    visit(page, f"{address}/playground#scene=a-flow-field")
    page.wait_for_function("asterionBoards.ready()")


def show_numbers(page: Page, address: str) -> None:
    """A search of a small map, with g, f, h and the new h in the corners of each cell."""
    cells = np.ones((6, 8), np.uint8)
    cells[1:5, 4] = 0
    cells[4, 1:3] = 3
    setup = Setup(cells, (2, 1), (2, 6), "never", (Run("astar"),))
    visit(page, f"{address}/playground#s={setup.to_link()}")
    for key in ("v", "t"):
        page.keyboard.press(key)


def walk(page: Page, address: str, moves: int, *, tall: bool = False) -> None:
    """The agents after a number of moves."""
    visit(page, f"{address}/terrain#s={maze(tall=tall).to_link()}")
    for _ in range(moves):
        page.keyboard.press("ArrowRight")
        settle(page)


def show_terrain(page: Page, address: str) -> None:
    """The three panes of the first agent, some way into the maze."""
    walk(page, address, 75, tall=True)
    page.keyboard.press("n")


def show_all_agents(page: Page, address: str) -> None:
    """All agents beside each other."""
    walk(page, address, 75)


def show_orders(page: Page, address: str) -> None:
    """An agent has gone round a dead end, and its twin without memory walked into it again."""
    send(page, f"{address}/terrain#scene=orders-and-memory", 184)


def show_scout(page: Page, address: str) -> None:
    """Two agents follow a scout; the twin of one does not know what it has seen."""
    send(page, f"{address}/terrain#scene=a-scout-for-all", 128)


def send(page: Page, address: str, move: int) -> None:
    """A scene of orders at one of its moves."""
    visit(page, address)
    page.evaluate(f"asterionBoards.showMoment({{ step: {move} }})")
    page.wait_for_function(f"asterionBoards.time === {move}")
    settle(page)


def show_step_through(page: Page, address: str) -> None:
    """One search of an agent, half-way."""
    walk(page, address, 40)
    page.keyboard.press("b")
    page.wait_for_selector(".search-sheet canvas")
    page.evaluate(
        "(t => t.seek(Math.round(t.steps * 0.7)))(asterionBoards.sheet.transport)",
    )


def show_armies(page: Page, address: str) -> None:
    """Two armies, some of whom are through the gate."""
    show_crowd(page, address, "two-armies-through-one-gate", 60)


def show_warehouse(page: Page, address: str) -> None:
    """Units with orders, and their traffic."""
    show_crowd(page, address, "a-warehouse-that-never-sleeps", 120)


def show_crowd(page: Page, address: str, scene: str, ticks: int) -> None:
    """A scene of crowds after this many ticks or a few more."""
    visit(page, f"{address}/crowds#scene={scene}")
    page.keyboard.press("Space")
    page.wait_for_function(f"asterionBoards.player.newest.tick >= {ticks}")
    page.keyboard.press("Space")
    settle(page)
    page.wait_for_timeout(500)


def show_intervals(page: Page, address: str) -> None:
    """A search on open ground, some way in, and the paths on the grid."""
    visit(page, f"{address}/open-ground")
    page.evaluate("asterionBoards.transport.seek(11)")


def show_disc(page: Page, address: str) -> None:
    """A disc on its path through a gap that is wide enough."""
    visit(page, f"{address}/open-ground#scene=gaps-for-discs")


def show_graphs(page: Page, address: str) -> None:
    """The lecture's third example, where a closed node has just been opened again."""
    visit(page, f"{address}/graphs#s={GraphSetup.example(3).to_link()}")
    page.evaluate("asterionBoards.transport.seek(6)")


def show_character(page: Page, address: str) -> None:
    """A soldier's plan, and the search for it half-way."""
    visit(page, f"{address}/characters")
    page.evaluate("asterionBoards.transport.pause(), asterionBoards.transport.seek(11)")


def show_orkin(page: Page, address: str) -> None:
    """Orkin's estimate, higher than the true cost."""
    visit(page, f"{address}/characters#scene=an-estimate-that-is-too-high")
    page.locator(".scene-text strong").wait_for()
    page.evaluate("asterionBoards.transport.pause(), asterionBoards.transport.seek(9)")


def show_tictactoe(page: Page, address: str) -> None:
    """A* faces a fork, and can block only one of two threats."""
    show_game(page, address, [0, 1, 4, 8, 6, 2])


def show_won_game(page: Page, address: str) -> None:
    """The same game at its end."""
    show_game(page, address, [0, 1, 4, 8, 6, 2, 3])


def show_game(page: Page, address: str, cells: list[int]) -> None:
    """A person's game against A*."""
    moves = tuple(Made(cell, ("human", "astar")[i % 2]) for i, cell in enumerate(cells))
    visit(page, f"{address}/tictactoe#s={TicTacToeSetup(moves).to_link()}")


def match(name: str, *players: str) -> str:
    """The address of a game of tactics: on this map, of these players."""
    teams = {team: Player(each) for team, each in enumerate(players)}
    setup = TacticsSetup(GameRecord(tactics.maps.load(name)), teams, 0, name)
    return f"tactics#s={setup.to_link()}"


def tile(page: Page, x: int, y: int) -> tuple[float, float]:
    """The place of a tile of the tactics board."""
    box = page.locator("canvas.game-canvas").bounding_box()
    assert box is not None  # noqa: S101 - it is on the page
    left, top = page.evaluate(
        "([x, y]) => (b => b.view.middle(y * b.board.cols + x))(asterionBoards)", [x, y]
    )
    return box["x"] + left, box["y"] + top


def show_tactics(page: Page, address: str) -> None:
    """The route of a Melee, before it is walked."""
    visit(page, f"{address}/{match('C.3', 'Human', 'AStarThree')}")
    page.mouse.click(*tile(page, 1, 5))
    page.wait_for_function("asterionBoards.ready() && asterionBoards.position.selected !== null")
    page.mouse.move(*tile(page, 3, 3))


def show_plan(page: Page, address: str) -> None:
    """The turn of A*, half-way, with its plan and the costs."""
    visit(page, f"{address}/{match('C.1', 'Human', 'AStarThree')}")
    page.keyboard.press("e")
    page.wait_for_function("asterionBoards.game.log.length > 9 && asterionBoards.ready()")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")


def show_sight(page: Page, address: str) -> None:
    """A Sniper's targets, and the obstacles between."""
    visit(page, f"{address}/{match('C.4', 'Human', 'AStarFour')}")
    page.mouse.click(*tile(page, 1, 5))
    page.wait_for_function("asterionBoards.ready() && asterionBoards.position.selected !== null")
    page.mouse.click(*tile(page, 0, 5))
    page.wait_for_function("asterionBoards.ready() && asterionBoards.last === 2")
    page.keyboard.press("a")
    page.mouse.move(*tile(page, 5, 1))


def show_editor(page: Page, address: str) -> None:
    """A map that is being drawn."""
    visit(page, f"{address}/{match('keep', 'Human', 'Human')}")
    page.get_by_text("Map editor").click()
    page.wait_for_function("asterionBoards.editor.open")
    page.mouse.move(*tile(page, 3, 1))
    page.wait_for_timeout(400)  # it unfolds


def play_maze(page: Page, address: str, world: str, ticks: int, keys: str) -> None:
    """A game in the maze after a number of ticks or a few more, with these keys' views."""
    setup = MazeSetup(world, "").in_shipped(world).with_rule("trap_amount", 3.0)
    visit(page, f"{address}/maze#s={setup.to_link()}")
    for key in ("n", *keys):
        page.keyboard.press(key)
    page.wait_for_function(f"asterionBoards.frame.tick >= {ticks}")
    page.keyboard.press("Space")
    settle(page)


def show_maze(page: Page, address: str) -> None:
    """Three rooms full of monsters."""
    play_maze(page, address, "gallery", 330, "")


def show_threat(page: Page, address: str) -> None:
    """The sight of monsters, and the player they chase."""
    play_maze(page, address, "tutorial", 150, "w")


def show_world_editor(page: Page, address: str) -> None:
    """A world that is drawn, with a wall before the exit: it cannot be played yet."""
    draft = Draft.of("my tutorial", load_world("tutorial").to_text())
    rows, cols = draft.shape
    draft = draft.painted([row * cols + 20 for row in range(7, rows - 1)], "K")
    setup = replace(MazeSetup.default(), draft=draft.with_type("b", "speed", 40))
    visit(page, f"{address}/maze#s={setup.to_link()}")
    page.wait_for_function("asterionBoards.editor.isOpen")
    page.keyboard.press("b")
    settle(page)


def show_maze_searches(page: Page, address: str) -> None:
    """The tunnels, with the cells that each search has seen, side by side."""
    play_maze(page, address, "world2", 240, "stv")


def show_open_ground(page: Page, address: str) -> None:
    """The large world: three searches on open ground."""
    play_maze(page, address, "world3", 300, "sv")


def show_help(page: Page, address: str) -> None:
    """The sheet of keys."""
    visit(page, f"{address}/playground")
    page.keyboard.press("?")


def film(page: Page, address: str) -> Iterator[bytes]:
    """The searches run, a wall is drawn across their paths, agents walk."""
    visit(page, f"{address}/playground#s={country().to_link()}")
    steps = int(page.evaluate("asterionBoards.transport.steps"))
    for i in range(1, 31):
        page.evaluate("step => asterionBoards.transport.seek(step)", steps * i // 30)
        yield page.screenshot()
    yield from [page.screenshot()] * 4
    stroke = [(23, col) for col in range(8, 24)]  # from one wall to another, and beyond
    page.mouse.move(*point(page, stroke[0]))
    page.mouse.down()
    for cell in stroke[1::2]:
        page.mouse.move(*point(page, cell), steps=2)
        page.wait_for_timeout(120)  # the searches follow
        yield page.screenshot()
    page.mouse.up()
    settle(page)
    yield from [page.screenshot()] * 4
    visit(page, f"{address}/terrain#s={maze(tall=True).to_link()}")
    page.keyboard.press("n")
    for _ in range(30):
        for _ in range(3):
            page.keyboard.press("ArrowRight")
            settle(page)
        yield page.screenshot()


# --- The browser


@contextmanager
def opened(browser: Browser, size: tuple[int, int], scheme: Scheme) -> Iterator[Page]:
    """A page of its own."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def visit(page: Page, address: str) -> None:
    """Open an address, and wait until its boards are drawn."""
    page.goto(address)
    settle(page)
    page.wait_for_load_state("networkidle")


def settle(page: Page) -> None:
    """Wait until the requested state is shown."""
    page.wait_for_function("window.asterionBoards?.ready() && !document.querySelector('.early')")


def point(page: Page, cell: tuple[int, int]) -> tuple[float, float]:
    """The place of a cell of the first board."""
    where = "([row, col]) => (view => view.pointOf(row * view.map.cols + col))(%s)"
    left, top = page.evaluate(where % "asterionBoards.boards[0].view", cell)
    return left, top


@contextmanager
def lab() -> Iterator[str]:
    """A lab on a free port; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "asterion", "lab", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address)
        yield address
    finally:
        process.terminate()
        process.wait()


def wait_for(address: str) -> None:
    """Wait until a server answers there."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urlopen(address, timeout=5).close()  # noqa: S310 - 127.0.0.1
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return


# --- Files


def save(picture: bytes, path: Path) -> None:
    """Write a picture with few colours."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    with_few_colours(image, palette_of(image)).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1024} KB")


def palette_of(image: Image.Image) -> Image.Image:
    """The colours to draw it with: the most common ones, and a spread over the others."""
    pixels = np.asarray(image).reshape(-1, 3)
    colours, counts = np.unique(pixels, axis=0, return_counts=True)
    common = colours[np.argsort(-counts)[:COMMON]].ravel().tolist()
    rare = image.quantize(RARE, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(common + rare[: 3 * RARE])
    return palette


def small_palette_of(image: Image.Image) -> Image.Image:
    """Fewer colours, which are apart: similar ones would make an animated picture large."""
    pixels = np.asarray(image).reshape(-1, 3)
    colours, counts = np.unique(pixels, axis=0, return_counts=True)
    chosen = colours[np.argsort(-counts)].astype(int)
    kept = chosen[:MOVING_COMMON]
    for colour in chosen[MOVING_COMMON:]:
        if len(kept) == MOVING_COLOURS:
            break
        if np.abs(kept - colour).sum(axis=1).min() > APART:
            kept = np.vstack([kept, colour])
    palette = Image.new("P", (1, 1))
    palette.putpalette(kept.ravel().tolist())
    return palette


def with_few_colours(image: Image.Image, palette: Image.Image) -> Image.Image:
    """The image in the colours of the palette."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def save_moving(pictures: list[bytes], path: Path) -> None:
    """Write an animated picture; all frames have the same colours."""
    frames = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in pictures]
    width, height = frames[0].size
    some = frames[:: max(1, len(frames) // 12)]
    sheet = Image.new("RGB", (width, height * len(some)))
    for i, frame in enumerate(some):
        sheet.paste(frame, (0, i * height))
    palette = small_palette_of(sheet)
    flat = [with_few_colours(frame, palette) for frame in frames]
    flat[0].save(
        path, save_all=True, append_images=flat[1:], duration=int(1000 * FRAME_SECONDS), loop=0
    )
    print(f"{path.name}: {len(frames)} frames, {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
