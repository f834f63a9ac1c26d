"""The maze arena in a browser: small worlds, and a person's keys and views."""

import re
from dataclasses import replace

from playwright.sync_api import expect

from asterion.games.maze.rules import STUDY, Rules
from asterion.lab.maze.setup import MazeSetup
from asterion.lab.searches.search_run import name_of

NAMES = [name_of(player.algorithm, "navigator") for player in STUDY]
PLAYERS = [f"{i}. {name}" for i, name in enumerate(NAMES, 1)]
WIDTH = 50  # a corridor that takes ten seconds, so that a busy machine comes to see it
ROOM = "\n".join(
    row[:-2].ljust(WIDTH - 2, row[-3]) + row[-2:]
    for row in (
        "AAAAAAAAAAAAAAAA",
        "Ao   B    2    A",
        "A pp B x  33   A",
        "A p            A",
        "A    C    a   XA",
        "AAAAAAAAAAAAAAAA",
    )
)
QUIET = Rules(trap_amount=0)


def tunnel(width=WIDTH):
    """A world with one corridor."""
    return f"{'A' * width}\nAp{' ' * (width - 5)}xXA\n{'A' * width}\n"


TUNNEL = tunnel()


def address(text=ROOM, **changes):
    setup = MazeSetup("mine", text, rules=QUIET)
    return f"/maze#s={replace(setup, **changes).to_link()}"


def phase(page, name):
    expect(page.locator(".maze-phase")).to_have_attribute("data-phase", name)


def press(page, boards, *keys):
    for key in keys:
        page.keyboard.press(key)
    boards.settled()


def started(page, boards):
    press(page, boards, "n")
    boards.wait("boards.frame.tick > 2")


def paused(page, boards):
    """Stop the run, and wait until it has stopped: no tick changes the boards any more."""
    press(page, boards, "Space")
    phase(page, "paused")


def finished(page, boards):
    press(page, boards, "End")
    phase(page, "over")
    boards.settled()


def pixels(boards, board=0):
    """The colours of a board, as numbers."""
    boards.ask(f"boards.boards[{board}].view.drawNow()")
    return boards.ask(f"boards.boards[{board}].view.canvas.toDataURL()")


def comes_to(boards, picture, *, differ=False):
    """Whether a board comes to show a picture (or another): a click goes to the server and back."""
    for _ in range(100):
        if (pixels(boards) != picture) == differ:
            return True
        boards.settled()
    return False


def amount_of(boards, hex_colour, board=0):
    """The number of pixels of a board with a colour."""
    boards.ask(f"boards.boards[{board}].view.drawNow()")
    return boards.page.evaluate(
        """([board, colour]) => {
            const { canvas } = window.asterionBoards.boards[board].view;
            const { width, height } = canvas;
            const copy = Object.assign(document.createElement("canvas"), { width, height });
            const context = copy.getContext("2d", { willReadFrequently: true });
            context.drawImage(canvas, 0, 0);
            const { data } = context.getImageData(0, 0, width, height);
            const wanted = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
            let count = 0;
            for (let i = 0; i < data.length; i += 4)
                if (wanted.every((value, k) => data[i + k] === value)) count += 1;
            return count;
        }""",
        [board, hex_colour],
    )


def has_colour(boards, hex_colour, board=0):
    return amount_of(boards, hex_colour, board) > 0


def layer(page, name):
    return page.get_by_role("group", name="Layers").get_by_role("button", name=name, exact=True)


def view(page, name):
    """Choose the boards that are shown."""
    page.get_by_role("group", name="View").get_by_role("button", name=name, exact=True).click()


def tab_of(page, name):
    """Choose the runners whose figures are in the table."""
    page.get_by_role("tab", name=name, exact=True).click()


def box(page, name):
    return page.get_by_role("checkbox", name=re.compile(re.escape(name)))


def field(page, label):
    """A select or a number; one that is disabled has nothing to type into."""
    return page.locator(".q-field").filter(has=page.get_by_text(label, exact=True))
