"""The lab with ten tabs at once: one browser that plays and clicks, nine sockets that draw.

python benchmarks/lab_load.py --seconds 120

Each has a map of 101 x 101 cells with two searches of its own, and the sockets edit it about three
times per second. One of them never acknowledges what it is shown, as a stalled tab does. CPU and
memory are the server process's.
"""

import argparse
import asyncio
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from urllib.request import urlopen

import numpy as np
from playwright.async_api import async_playwright
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from asterion import maps
from asterion.lab.playground.setup import Setup
from common import table

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
SIDE = 101
CLIENTS = 9
EDIT_SECONDS = 0.3
CLICK_SECONDS = 1.0
AFTER_SECONDS = 40  # the lab waits for 30 s for a tab that has left to come back
# In the page: play over and over, and time each click until its results are there.
WATCH = """() => {
  const boards = window.asterionBoards;
  window.clicks = [];
  setInterval(() => boards.transport.playing || boards.transport.play(), 50);
  document.addEventListener("pointerdown", () => {
    const begin = performance.now();
    const look = () => boards.ready() ? window.clicks.push(performance.now() - begin)
      : setTimeout(look, 2);
    setTimeout(look, 0);
  }, true);
}"""
PLACE = """() => {
  const { map, canvas } = window.asterionBoards.boards[0].view;
  const box = canvas.getBoundingClientRect();
  return [box.left, box.top, box.width / map.cols];
}"""
FRAMES = "window.asterionBoards.boards.map((board) => board.view.frames)"


def setup(seed):
    """A map of rooms, and the two searches that the lab begins with."""
    return Setup().with_map(maps.rooms(SIDE, seed=seed).cost.astype(np.uint8))


# --- The server and its costs


@contextmanager
def lab():
    """A lab of its own: its port and the id of its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "asterion", "lab", "--no-browser", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                urlopen(f"http://127.0.0.1:{port}", timeout=5).close()
                break
            except OSError:
                assert server.poll() is None, "the lab ended at once"
                time.sleep(0.2)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait(30)


@dataclass
class Cost:
    """The resources that a process has used so far."""

    cpu: float  # seconds
    rss: float  # MB
    at: float

    @classmethod
    def of(cls, pid):
        folder = Path("/proc") / str(pid)
        times = (folder / "stat").read_text().rsplit(")", 1)[1].split()[11:13]
        pages = int((folder / "statm").read_text().split()[1])
        cpu = sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
        return cls(cpu, pages * os.sysconf("SC_PAGE_SIZE") / 2**20, time.perf_counter())

    def share_since(self, before):
        return 100 * (self.cpu - before.cpu) / (self.at - before.at)


# --- Nine sockets


@dataclass
class Client:
    """A tab without a browser: draws, acknowledges, and counts what it is answered."""

    number: int
    acknowledges: bool = True
    said: int = 0
    edits: int = 0
    pictures: int = 0
    size: int = 0
    sent: dict[int, float] = field(default_factory=dict)  # when the ends of edits were sent
    waits: list[float] = field(default_factory=list)  # from there until they were done
    errors: int = 0

    async def run(self, port, until):
        path = f"ws://127.0.0.1:{port}/lab/ws/playground/{secrets.token_hex(8)}"
        origin = f"http://127.0.0.1:{port}"
        async with connect(path, origin=origin, max_size=None, compression=None) as line:
            reader = asyncio.create_task(self._read(line))
            await self._say(line, "hello", link=setup(self.number).to_link())
            random = Random(self.number)  # noqa: S311 - no secret
            while time.perf_counter() < until:
                await self._edit(line, random)
                await asyncio.sleep(random.uniform(0.8, 1.2) * EDIT_SECONDS)
            await asyncio.sleep(1)
            reader.cancel()

    async def _edit(self, line, random):
        row, col = random.randrange(SIDE), random.randrange(SIDE - 8)
        cells = [row * SIDE + col + i for i in range(8)]
        await self._say(line, "begin")
        await self._say(line, "paint", cells=cells, cost=random.randrange(10))
        await self._say(line, "end")
        self.sent[self.said] = time.perf_counter()
        self.edits += 1

    async def _say(self, line, kind, **message):
        self.said += 1
        await line.send(json.dumps({"type": kind, **message}))

    async def _read(self, line):
        try:
            async for message in line:
                if isinstance(message, bytes):
                    self.pictures += 1
                    self.size += len(message)
                    if self.acknowledges:
                        await line.send('{"type": "ack"}')
                else:
                    self._hear(json.loads(message))
        except ConnectionClosed:
            self.errors += 1

    def _hear(self, message):
        if message["type"] == "done":
            now = time.perf_counter()
            for number in [n for n in self.sent if n <= message["n"]]:
                self.waits.append(now - self.sent.pop(number))
        elif message["type"] == "error":
            self.errors += 1


# --- One browser


@dataclass
class Tab:
    """A person's view in the browser."""

    fps: float = 0
    clicks: list[float] = field(default_factory=list)  # seconds until the results were there
    made: int = 0

    async def run(self, port, ready, until):
        chromium = next(filter(None, map(shutil.which, CHROMIUMS)))
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = await browser.new_page(viewport={"width": 1400, "height": 950})
            await page.goto(f"http://127.0.0.1:{port}/playground#s={setup(0).to_link()}")
            await page.wait_for_function("window.asterionBoards?.ready()", timeout=60_000)
            await page.evaluate(WATCH)
            end = await ready(until)
            before, begin = await page.evaluate(FRAMES), time.perf_counter()
            await self._click(page, end)
            after, elapsed = await page.evaluate(FRAMES), time.perf_counter() - begin
            self.fps = min(b - a for a, b in zip(before, after, strict=True)) / elapsed
            self.clicks = [ms / 1000 for ms in await page.evaluate("window.clicks")]
            await browser.close()

    async def _click(self, page, end):
        random = Random(0)  # noqa: S311 - as above
        left, top, side = await page.evaluate(PLACE)
        while time.perf_counter() < end:
            row, col = random.randrange(2, SIDE - 2), random.randrange(2, SIDE - 2)
            await page.mouse.click(left + (col + 0.5) * side, top + (row + 0.5) * side)
            self.made += 1
            await asyncio.sleep(CLICK_SECONDS)


async def load(port, pid, seconds):
    """Run all ten for a time; return the server's use before and at the end."""
    tab = Tab()
    clients = [Client(i + 1, acknowledges=i > 0) for i in range(CLIENTS)]
    tasks = []
    costs = []

    async def ready(_):
        """The page is there: the others come now, and time begins."""
        end = time.perf_counter() + seconds
        costs.append(Cost.of(pid))
        tasks.extend(asyncio.create_task(client.run(port, end)) for client in clients)
        return end

    await tab.run(port, ready, None)
    costs.append(Cost.of(pid))
    await asyncio.gather(*tasks)
    return tab, clients, costs


def ms(times):
    """Median and 95th percentile."""
    if not times:
        return "none"
    ordered = sorted(times)
    return f"{median(ordered) * 1e3:.0f} / {ordered[int(0.95 * len(ordered))] * 1e3:.0f} ms"


def row_of(name, clients):
    edits = sum(client.edits for client in clients)
    waits = [wait for client in clients for wait in client.waits]
    size = sum(client.size for client in clients) / len(clients) / 2**20
    return (
        name,
        f"{edits / len(clients):.0f}",
        f"{len(waits) / len(clients):.0f}",
        f"{sum(client.pictures for client in clients) / len(clients):.0f}",
        f"{size:.1f} MB",
        ms(waits),
        str(sum(client.errors for client in clients)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=120)
    options = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
    with lab() as (port, pid):
        fresh = Cost.of(pid)
        tab, clients, (before, end) = asyncio.run(load(port, pid, options.seconds))
        left = Cost.of(pid)
        time.sleep(AFTER_SECONDS)
        after = Cost.of(pid)
    print(f"load at the end: {os.getloadavg()[0]:.2f}")
    stalled, *others = clients
    head = ("a tab's mean", "edits", "answered", "pictures", "size", "median / 95 %", "errors")
    browser = ("browser", str(tab.made), str(len(tab.clicks)), "", "", ms(tab.clicks), "")
    table([head, browser, row_of("8 sockets", others), row_of("stalled socket", [stalled])])
    print()
    rows = [
        ("server", "memory", "CPU"),
        ("started", f"{fresh.rss:.0f} MB", ""),
        ("with the browser", f"{before.rss:.0f} MB", f"{before.share_since(fresh):.0f} %"),
        ("with all, at the end", f"{end.rss:.0f} MB", f"{end.share_since(before):.0f} %"),
        ("all have left", f"{after.rss:.0f} MB", f"{after.share_since(left):.1f} %"),
    ]
    table(rows)
    print(f"\nframes a second in the browser, a board: {tab.fps:.1f}")


if __name__ == "__main__":
    main()
