"""Links that were made by earlier versions open with their set-up, at the address of then."""

import base64
import json
import zlib
from pathlib import Path

import pytest

from support.boards import Boards

DATA = Path(__file__).parents[1] / "compatibility" / "data_0_1" / "lab" / "links.json"
LINKS = json.loads(DATA.read_text(encoding="utf-8"))  # of version 0.1, by page
# Where the pages of 0.1 were: the playground was at the root.
ADDRESSES = {page: f"/{page}" for page in LINKS} | {"playground": "/"}
# What is seen of a set-up, in the browser and in what the link holds.
SEEN = {
    "playground": (
        "[boards.map.rows, boards.map.cols, boards.map.start, boards.boards.length]",
        lambda told: [*told["shape"], flat(told, "start"), len(told["runs"])],
    ),
    "terrain": (
        "[boards.map.rows, boards.map.cols, boards.map.start, boards.titles.length]",
        lambda told: [*told["shape"], flat(told, "start"), len(told["agents"])],
    ),
    "graphs": (
        "(({ names, connections: all, goal }) => [names, all.length, names[goal]])(boards.graph)",
        lambda told: [[n[0] for n in told["nodes"]], len(told["connections"]), told["goal"]],
    ),
    "maze": (
        "[boards.map.rows, boards.map.cols]",
        lambda told: [len(told["text"].splitlines()), max(map(len, told["text"].splitlines()))],
    ),
    "tictactoe": ("boards.last >= %d", lambda told: len(told["moves"])),
    "tactics": ("boards.board.rows * boards.board.cols > %d", lambda _told: 0),
}
GAMES = ("tictactoe", "tactics")  # whose computers go on playing


def flat(told, end):
    row, col = told[end]
    return row * told["shape"][1] + col


def opened(link):
    """What stands in a link, whatever zlib has packed it."""
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))))


def is_in(before, now):
    """Whether a set-up is that of a link; games may have gone on, as their computers play."""
    if "moves" in before:
        return now["moves"][: len(before["moves"])] == before["moves"] and all(
            now[name] == before[name] for name in ("x", "o", "seed")
        )
    if "match" in before:
        return goes_on(before, now)
    return now == before


def goes_on(before, now):
    """Whether all that was there is there, with more at the ends of lists at most."""
    if isinstance(before, dict):
        return before.keys() == now.keys() and all(goes_on(before[k], now[k]) for k in before)
    if isinstance(before, list) and isinstance(now, list):
        return len(now) >= len(before) and all(map(goes_on, before, now))
    return before == now


@pytest.mark.parametrize("page", LINKS)
def test_a_link_of_0_1_opens_with_its_set_up(open_tab, page):
    ask, expected = SEEN[page]
    for row in LINKS[page]:
        told = opened(row["link"])
        tab = open_tab(f"{ADDRESSES[page]}#s={row['link']}", wait=page not in GAMES)
        boards = Boards(tab)
        tab.page.wait_for_function("window.asterionBoards?.link")
        if page in GAMES:
            boards.wait(ask % expected(told))
        else:
            assert boards.ask(ask) == expected(told), row["what"]
        assert is_in(told, opened(boards.ask("boards.link"))), row["what"]
        assert tab.page.locator(".notice.error").count() == 0, row["what"]
        tab.close()
