"""Drive ``at.Board`` in JupyterLab as a person would, and take pictures of all displays.

python tools/jupyterlab.py     (or ``make jupyterlab``)

A wall is drawn on a board, start and goal are dragged, a navigator walks, and the next cell reads
all that from Python; a cell edits the grid, and the board shows it. Then every kind of object is
shown, in the light and the dark theme. The pictures go to build/jupyterlab/pictures. JupyterLab is
installed into an environment of its own in build/jupyterlab, beside the packages of this one.
Needs Chromium; see tools/browser.sh.
"""

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sysconfig
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import numpy as np
from playwright.sync_api import Locator, Page, sync_playwright

import asterion as at
from screenshots import CHROMIUMS, FLAGS

PLACE = Path(__file__).parents[1] / "build" / "jupyterlab"
PICTURES = PLACE / "pictures"
START_SECONDS = 90
PATIENCE = 5.0  # seconds after which a key is pressed again
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
SETTINGS = Path("settings") / "@jupyterlab" / "apputils-extension"

BOARD = (
    """\
import numpy as np
import asterion as at
grid = at.Grid(np.ones((12, 20)))
board = at.Board(grid, (6, 2), (6, 17), algorithm="astar", height=300)
board""",
    """\
print(board.path.cost, int((grid.cost == 0).sum()), board.start, board.goal, board.kind)""",
    """\
grid[0:11, 10] = 0
board.goal = (0, 19)
print(board.path.cost)""",
)

OBJECTS = {
    "grid": "at.maps.caves((24, 40), seed=2)",
    "weights": "at.maps.terrain((24, 40), seed=2)",
    "hexes": 'at.Grid(np.random.default_rng(3).random((10, 16)) > 0.25, tiles="hex")',
    "view": "rooms.view(size=2)",
    "path": "at.find_path(rooms, (1, 1), (19, 37))",
    "search": "half_done",
    "navigator": "agent",
    "explorer": "explorer",
    "graph": "at.lecture.example(1).graph",
    "plan": "at.goap.plan(actions, {}, {'inside': True})",
    "no-plan": "at.goap.plan(actions[1:2], {}, {'inside': True}).explain()",
    "costs": "at.explain(at.find_path(rooms, (1, 1), (19, 37)))",
    "heuristic": "at.check_heuristic(rooms, lambda cell: 0.0, (19, 37))",
    "stats": "agent.stats",
}
BEFORE = """\
import numpy as np
import asterion as at
rooms = at.maps.rooms((21, 39), seed=3)
half_done = at.Search(rooms, (1, 1), (19, 37), algorithm="astar")
half_done.step(150)
agent = at.Navigator(rooms, (1, 1), (19, 37))
agent.step()
explorer = at.Explorer(rooms, (1, 1), (19, 37), sight=4)
for _ in range(12):
    explorer.step()
actions = [
    at.goap.Action("take key", cost=2, needs={}, gives={"key": True}),
    at.goap.Action("open door", cost=1, needs={"key": True}, gives={"inside": True}),
]"""


def main() -> None:
    """Install JupyterLab if needed, start it, drive it, stop it."""
    python = environment()
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder)
        write_notebook(home / "board.ipynb", BOARD)
        write_notebook(home / "objects.ipynb", (BEFORE, *OBJECTS.values()))
        write_settings(home, "notification", {"fetchNews": "false", "checkForUpdates": False})
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        with server(python, home) as open_notebook:
            for theme, name in THEMES.items():
                write_settings(home, "themes", {"theme": name})
                window = browser.new_context(viewport={"width": 1100, "height": 1000})
                page = window.new_page()
                try:
                    open_notebook(page, "board")
                    drive(page, theme)
                    open_notebook(page, "objects")
                    show_objects(page, theme)
                except Exception:
                    page.screenshot(path=PICTURES / "failed.png")
                    raise
                window.close()
        browser.close()
    print(f"pictures are in {PICTURES}")


# --- Actions


def drive(page: Page, theme: str) -> None:
    """Use a board, and read it from Python in the next cells."""
    run_cell(page, 0)
    board = page.locator(".asterion-board")
    board.locator("canvas").wait_for()
    check(board.locator(".caption").inner_text(), r"cost 15 \(optimal\), 15 expanded")
    check(output_of(page, 1), r"15.0 0 \(6, 2\) \(6, 17\) search")
    drag(page, [(1, 8), (11, 8)])  # a wall, and the path goes around it
    truth = at.Grid(np.ones((12, 20)))
    truth[1:, 8] = 0
    cost = at.find_path(truth, (6, 2), (6, 17)).cost
    check(board.locator(".caption").inner_text(), rf"cost {cost:.4g} \(optimal\), \d+ expanded")
    check(output_of(page, 1), rf"{cost} 11 \(6, 2\) \(6, 17\) search")
    if theme == "light":
        page.mouse.move(0, 0)
        board.screenshot(path=PICTURES / "board.png")  # the picture of the docs
    drag(page, [(6, 2), (0, 0)])
    board.get_by_label("Algorithm").select_option(label="D* Lite")
    settle(page)
    for _ in range(3):
        board.get_by_role("button", name="Step", exact=True).click()
        settle(page)
    check(output_of(page, 1), r".* 11 \(0, 3\) \(6, 17\) navigator")
    page.locator(".asterion-board canvas").focus()
    page.keyboard.press("x")  # the board's key, not JupyterLab's, which would cut the cell
    settle(page)
    check(output_of(page, 1), r".* 0 \(0, 3\) \(6, 17\) navigator")
    output_of(page, 2)  # an edit by Python
    page.wait_for_function(
        "document.querySelector('.asterion-board').asterionBoard.map.costs[10] === 0"
    )
    bring(board)
    page.screenshot(path=PICTURES / f"board-{theme}.png")
    print(f"{theme}: a wall was drawn, ends were moved, an agent walked, and Python knew it all")


def check(told: str, wanted: str) -> None:
    """Raise an error if the output is different; ``wanted`` is a regular expression."""
    if not re.fullmatch(wanted, told):
        raise RuntimeError(f"JupyterLab shows {told!r}; that should be {wanted}")


def show_objects(page: Page, theme: str) -> None:
    """Take a picture of each object's display."""
    run_cell(page, 0)
    for number, name in enumerate(OBJECTS, 1):
        run_cell(page, number)
        cell = page.locator(".jp-Notebook .jp-Cell").nth(number)
        shown = cell.locator(".jp-OutputArea-output .asterion").first
        shown.wait_for()
        bring(shown)
        cell.screenshot(path=PICTURES / f"{name}-{theme}.png")
    print(f"{theme}: {len(OBJECTS)} objects showed themselves")


# --- A person's hands


def run_cell(page: Page, number: int) -> None:
    """Run a cell, and wait until it has run."""
    cell = page.locator(".jp-Notebook .jp-Cell").nth(number)
    bring(cell)
    prompt = cell.locator(".jp-InputArea-prompt")

    def times() -> str:
        """The number in front of the cell; a star while it runs, and nothing before."""
        return prompt.inner_text().strip(" []:")

    before = times()
    begun = time.monotonic()
    pressed = -PATIENCE
    while (now := times()) in (before, "", "*"):
        if time.monotonic() > begun + START_SECONDS:
            raise TimeoutError(f"cell {number} does not end")
        if now != "*" and time.monotonic() > pressed + PATIENCE:  # a kernel that starts drops it
            cell.locator(".cm-content").click()
            page.keyboard.press("Control+Enter")
            pressed = time.monotonic()
        page.wait_for_timeout(50)


def bring(what: Locator) -> None:
    """Scroll to it; JupyterLab may put another element in its place meanwhile."""
    what.evaluate("(it) => it.scrollIntoView({ block: 'nearest' })")


def output_of(page: Page, number: int) -> str:
    """Run a cell again; return its output."""
    run_cell(page, number)
    cell = page.locator(".jp-Notebook .jp-Cell").nth(number)
    return cell.locator(".jp-OutputArea-output pre").first.inner_text().strip()


def drag(page: Page, cells: list[tuple[int, int]]) -> None:
    """The pointer goes down on the first cell of the board, and up on the last."""
    bring(page.locator(".asterion-board canvas"))
    where = """([row, col]) => {
      const { view, map } = document.querySelector(".asterion-board").asterionBoard;
      return view.pointOf(row * map.cols + col);
    }"""
    points = [page.evaluate(where, cell) for cell in cells]
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=5)
    page.mouse.up()
    settle(page)


def settle(page: Page) -> None:
    """Wait until the board has answered all actions."""
    page.wait_for_function("""() => {
      const { isAway, waiting } = document.querySelector(".asterion-board").asterionBoard;
      return !isAway && !waiting.length;
    }""")


# --- JupyterLab


def environment() -> Path:
    """The Python of an environment with JupyterLab, and with this one's packages."""
    python = PLACE / "venv" / "bin" / "python"
    if not (PLACE / "installed").exists():
        venv.create(PLACE / "venv", clear=True, with_pip=True)
        wanted = ["jupyterlab>=4.4", "anywidget"]  # with the parts of theirs that are in the page
        subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True)
        folder = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            check=True, capture_output=True, text=True,
        ).stdout.strip()  # fmt: skip
        here = sysconfig.get_path("purelib")
        line = f"import site; site.addsitedir({here!r})\n"
        (Path(folder) / "asterion_beside.pth").write_text(line, encoding="utf-8")
        (PLACE / "installed").touch()
    return python


@contextmanager
def server(python: Path, home: Path) -> Iterator[Callable[[Page, str], None]]:
    """Start JupyterLab in a folder; return a function that opens one of its notebooks."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token = secrets.token_hex(8)
    folders = {
        "IPYTHONDIR": "ipython",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }
    process = subprocess.Popen(
        [
            python, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
            f"--port={port}", f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={home}",
        ],
        env={**os.environ, **{name: str(home / place) for name, place in folders.items()}},
        stdout=subprocess.DEVNULL,
        stderr=(PLACE / "server.log").open("w"),
    )  # fmt: skip
    address = f"http://127.0.0.1:{port}"

    def open_notebook(page: Page, name: str) -> None:
        page.goto(f"{address}/lab/tree/{name}.ipynb?token={token}&reset")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=1000 * START_SECONDS)
        page.locator("[data-status='idle']").first.wait_for(timeout=1000 * START_SECONDS)

    try:
        wait_for(f"{address}/api?token={token}", process)
        yield open_notebook
    finally:
        process.terminate()
        process.wait(20)


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server answers."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urlopen(address, timeout=5).close()  # noqa: S310 - 127.0.0.1
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                log = (PLACE / "server.log").read_text(encoding="utf-8")[-2000:]
                raise RuntimeError(f"JupyterLab does not start:\n{log}") from None
            time.sleep(0.2)
        else:
            return


def write_settings(home: Path, name: str, values: dict[str, object]) -> None:
    """A person's settings."""
    file = home / SETTINGS / f"{name}.jupyterlab-settings"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(values), encoding="utf-8")


def write_notebook(file: Path, cells: tuple[str, ...]) -> None:
    """A notebook with these cells."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    code: dict[str, object] = {"cell_type": "code", "execution_count": None, "metadata": {}}
    notebook = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": kernel},
        "cells": [
            {**code, "id": f"c{i}", "source": text, "outputs": []} for i, text in enumerate(cells)
        ],
    }
    file.write_text(json.dumps(notebook), encoding="utf-8")


if __name__ == "__main__":
    main()
