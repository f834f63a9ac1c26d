"""The maze arena of the lab at work: frames per second on its boards, and their costs.

python benchmarks/lab_maze.py --seconds 10

Three players each, among the monsters of the gallery, in the tunnels of world2 and on the open
ground of world3 (128 x 128), first with their paths alone, then with all that can be shown. CPU is
that of the server's process.
"""

import argparse
import os
import shutil
import time

from playwright.sync_api import sync_playwright

from asterion.lab.maze.setup import MazeSetup
from common import table
from lab_load import CHROMIUMS, FLAGS, FRAMES, Cost, lab

WORLDS = ("gallery", "world2", "world3")
SHOWN = {"paths": "", "paths, states, trees, threat": "stw"}


def main():
    """Print a line for each world and each view of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10)
    seconds = parser.parse_args().seconds
    rows = []
    with lab() as (port, pid), sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for world in WORLDS:
            for name, keys in SHOWN.items():
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                link = MazeSetup.default().in_shipped(world).to_link()
                page.goto(f"http://127.0.0.1:{port}/maze#s={link}")
                page.wait_for_function("window.asterionBoards?.ready()")
                for key in ("n", "v", *keys):  # a board for each player, and one of all
                    page.keyboard.press(key)
                rows.append([world, name, *measured(page, pid, seconds)])
                page.close()
        browser.close()
    print(f"load {os.getloadavg()[0]:.1f} at the end, {seconds:g} s each")
    head = ["world", "shown", "frames per second", "ticks per second", "server CPU"]
    table([head, *rows])


def measured(page, pid, seconds):
    """Frames a second of the slowest board, ticks per second, and the server's share of a core."""
    page.wait_for_timeout(1500)
    before, drawn, tick = Cost.of(pid), page.evaluate(FRAMES), tick_of(page)
    begin = time.perf_counter()
    page.wait_for_timeout(1000 * seconds)
    passed = time.perf_counter() - begin
    share = Cost.of(pid).share_since(before)
    frames = min(b - a for a, b in zip(drawn, page.evaluate(FRAMES), strict=True)) / passed
    return f"{frames:.1f}", f"{(tick_of(page) - tick) / passed:.0f}", f"{share:.0f} %"


def tick_of(page):
    """The progress of the game."""
    return page.evaluate("window.asterionBoards.frame.tick")


if __name__ == "__main__":
    main()
