"""The time until boards can be used, and their frames per second.

    python benchmarks/lab_boards.py [--loads N]     (0: only frames and drags)

Loads are into one profile of the browser, so that its cache is warm as it is for people; what is
timed is from the request until the boards show all results, and until the controls are there too.
Frames are those drawn while a search plays in four seconds, over and over, or a crowd walks. A drag
draws a wall of 80 cells in 4 s; what is timed is from each movement of the pointer until all boards
show the results with its cells. CPU times are of the lab's process and of all of the browser's.
"""

import argparse
import shutil
from dataclasses import replace
from statistics import median

import numpy as np
from playwright.sync_api import sync_playwright

from asterion import maps
from asterion.lab.crowds.scenes import SCENES
from asterion.lab.maps.scenes import scene_of
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from lab_load import CHROMIUMS, FLAGS, Cost, lab

PAGES = ("/playground", "/terrain", "/crowds", "/graphs", "/maze", "/tactics", "/tictactoe")
WINDOW = {"width": 1440, "height": 900}
SECONDS = 8  # that frames are counted
CLOCK = """
    const look = () => {
        if (window.asterionBoards?.ready()) window.usableAt ??= performance.now();
        const isPlaced = !document.querySelector(".early") && document.querySelector(".lab-side");
        if (window.usableAt && isPlaced) window.completeAt ??= performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""
PLAY = """async (seconds) => {
    const { boards, transport } = window.asterionBoards;
    const before = boards.map(({ view }) => view.frames), begin = performance.now();
    const end = begin + 1000 * seconds;
    while (performance.now() < end) {
        if (!transport.playing) transport.play();
        await new Promise(requestAnimationFrame);
    }
    transport.pause();
    const elapsed = (performance.now() - begin) / 1000;
    return Math.min(...boards.map(({ view }, i) => (view.frames - before[i]) / elapsed));
}"""


def country(rows, cols, *algorithms):
    """Rooms of some size, and searches of them."""
    ground = Setup(runs=tuple(Run(name) for name in algorithms))
    made = maps.rooms((rows, cols), seed=3, size=max(7, cols // 12))
    return ground.with_map(made.cost.astype(np.uint8))


def loads(browser, address, page_address, count):
    """Seconds until the boards can be used, and until all of the page is there."""
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
    times = []
    for _ in range(count + 1):
        page = context.new_page()
        page.add_init_script(CLOCK)
        page.goto(address + page_address)
        page.wait_for_function("window.completeAt")
        times.append(page.evaluate("[window.usableAt / 1000, window.completeAt / 1000]"))
        page.close()
    context.close()
    return [*zip(*times[1:], strict=True)]  # the first fills the cache


def opened(browser, address, setup):
    """A tab with this set-up, and a function that returns the browser's CPU time so far."""
    page = browser.new_page(viewport=WINDOW)
    page.goto(f"{address}/playground#s={setup.to_link()}")
    page.wait_for_function("window.asterionBoards?.ready() && !document.querySelector('.early')")
    page.wait_for_timeout(1000)
    client = browser.new_browser_cdp_session()

    def worked():
        processes = client.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(each["cpuTime"] for each in processes)

    return page, worked


def frames(browser, address, setup):
    """Frames a second of the slowest board, their CPU time, and the steps that are played."""
    page, worked = opened(browser, address, setup)
    before = worked()
    shown = page.evaluate(PLAY, SECONDS)
    cpu = (worked() - before) / (shown * SECONDS)
    steps = page.evaluate("window.asterionBoards.transport.steps")
    page.close()
    return shown, cpu, steps


def maze(*algorithms):
    """A maze of 1024 x 1024 cells whose path has 82,113 of them, and searches of it."""
    ground = Setup(diagonal="never", runs=tuple(Run(name) for name in algorithms))
    return ground.with_map(maps.maze((1024, 1024), seed=34).cost.astype(np.uint8))


def winding(*algorithms):
    """One winding path of 80,801 cells, which is played expansion by expansion."""
    ground = Setup(diagonal="never", runs=tuple(Run(name) for name in algorithms))
    cost = np.ones((401, 401), np.uint8)
    cost[1::2] = 0
    cost[1::4, -1] = cost[3::4, 0] = 1
    return replace(ground.with_map(cost), start=(0, 0), goal=(400, 400))


WATCH = """() => {
    const { boards, connection, freshness, transport } = window.asterionBoards;
    const { onSend } = connection;
    let moved = 0; // the first movement since the last message
    window.shown = [];
    document.addEventListener("pointermove", () => (moved ||= performance.now()), true);
    connection.onSend = (message, n) => {
        onSend(message, n);
        if (message.type !== "paint") return;
        const begin = moved;
        moved = 0;
        const look = () => {
            if (freshness.waits.some((wait) => wait.n === n)) requestAnimationFrame(look);
            else window.shown.push(performance.now() - begin);
        };
        requestAnimationFrame(look);
    };
    const box = boards[0].view.canvas.getBoundingClientRect();
    transport.pause();
    transport.seek(transport.steps);
    return [box.left + box.width / 2, box.top + box.height / 4];
}"""


def dragging(browser, address, pid, setup):
    """Milliseconds from each movement of a drag to its results; CPU of lab and browser per edit."""
    page, worked = opened(browser, address, setup)
    left, top = page.evaluate(WATCH)
    page.mouse.move(left, top)
    before = Cost.of(pid).cpu, worked()
    page.mouse.down()
    for i in range(80):
        page.mouse.move(left, top + i + 1)
        page.wait_for_timeout(50)
    after = Cost.of(pid).cpu, worked()
    page.mouse.up()
    page.wait_for_function("window.asterionBoards.ready()")
    times = page.evaluate("window.shown")
    page.close()
    return times, [1000 * (b - a) / len(times) for a, b in zip(before, after, strict=True)]


WALK = """async (seconds) => {
    const boards = window.asterionBoards;
    boards.walk(true);
    while (boards.player.newest.tick < 5) await new Promise(requestAnimationFrame);
    const tick = boards.player.newest.tick, begin = performance.now(), times = [];
    const drawn = boards.boards.map(({ units }) => units.drawn);
    while (performance.now() < begin + 1000 * seconds)
        times.push(await new Promise(requestAnimationFrame));
    boards.walk(false);
    const elapsed = (performance.now() - begin) / 1000;
    const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
    return [
        Math.min(...boards.boards.map(({ units }, i) => (units.drawn - drawn[i]) / elapsed)),
        gaps[Math.floor(gaps.length * 0.99)], (boards.player.newest.tick - tick) / elapsed,
        boards.player.newest.boards[0].counts.units,
    ];
}"""


def walking(browser, address, setup):
    """Frames a second, the longest gap but one in a hundred, and ticks a second of a crowd."""
    page = browser.new_page(viewport=WINDOW)
    page.goto(f"{address}/crowds#s={setup.to_link()}")
    page.wait_for_function("window.asterionBoards?.ready() && !document.querySelector('.early')")
    page.wait_for_timeout(1000)
    walked = page.evaluate(WALK, SECONDS)
    page.close()
    return walked


def main() -> None:
    """Print a line for each page, and one for each set of boards."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loads", type=int, default=15)
    count = parser.parse_args().loads
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)))
    with lab() as (port, pid), sync_playwright() as playwright:
        address = f"http://127.0.0.1:{port}"
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        if count:
            print("page: boards usable, all there (seconds; median, best)")
        for page in PAGES if count else ():
            usable, whole = loads(browser, address, page, count)
            figures = [f"{median(each):.2f}, {min(each):.2f}" for each in (usable, whole)]
            print(f"{page}: {'; '.join(figures)}")
        for name, setup in (
            ("three boards of 101 x 101", country(101, 101, "dijkstra", "astar", "greedy")),
            ("one board of 1024 x 1024", country(1024, 1024, "greedy")),
            ("four boards, a path of 82,113 cells", maze("dijkstra", "astar", "greedy", "bfs")),
            ("four boards, one winding path", winding("dijkstra", "astar", "greedy", "bfs")),
        ):
            shown, cpu, steps = frames(browser, address, setup)
            print(
                f"{name}: {shown:.0f} frames per second, {1000 * cpu:.1f} ms of CPU each, "
                f"{steps} expansions to play"
            )
        for names in (("dijkstra", "astar"), ("astar", "greedy")):
            times, cpu = dragging(browser, address, pid, country(1024, 1024, *names))
            print(
                f"a wall drawn on 1024 x 1024, {' and '.join(names)}: results after "
                f"{median(times):.0f} ms in the median, {max(times):.0f} ms at most; CPU per edit "
                f"{cpu[0]:.0f} ms in the lab, {cpu[1]:.0f} ms in the browser"
            )
        thousands = scene_of(SCENES, "five-thousand-at-once").make()
        for name, engines in (("one board", ("lacam",)), ("two boards", ("pibt", "lacam"))):
            walked = walking(browser, address, replace(thousands, engines=engines))
            shown, gap, ticks, units = walked
            print(
                f"a crowd of {thousands.number}, {name}: {shown:.0f} frames per second, "
                f"{gap:.0f} ms between two at most in 99 of 100, {ticks:.0f} ticks per second, "
                f"{units} units at the end"
            )
        browser.close()


if __name__ == "__main__":
    main()
