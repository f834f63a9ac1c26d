"""The tactics page by tiles instead of pixels."""

from asterion.games.tactics import attack, maps, select
from asterion.games.tactics.moments import GameRecord
from asterion.lab.tactics.players import Player
from asterion.lab.tactics.setup import TacticsSetup
from support.boards import Boards

PEOPLE = ("Human", "Human")
FIRST_SHOT = (select((4, 1)), attack((1, 4)))  # a Blaster hits a Sniper on map C.1


def link(*players, name="C.1", acts=()):
    """A game of these players after some actions of people."""
    setup = TacticsSetup(GameRecord(maps.load(name)), {}, 0, name)
    for action in acts:
        setup = setup.acted(action)
    for team, each in enumerate(players):
        setup = setup.with_player(team, Player(each))
    return f"/tactics#s={setup.to_link()}"


class Field(Boards):
    """The board of a tab: places are (x, y), as in the log."""

    def place(self, x, y):
        """The place of a tile on the page."""
        box = self.page.locator("canvas.game-canvas").bounding_box()
        left, top = self.ask(f"boards.view.middle({y} * boards.board.cols + {x})")
        return box["x"] + left, box["y"] + top

    def hover(self, x, y):
        self.page.mouse.move(*self.place(x, y))

    def click(self, x, y, button="left"):
        self.page.mouse.click(*self.place(x, y), button=button)
        self.settled()

    def colour(self, x, y, *, right=0.0, down=0.0):
        """The drawing at a tile, at an offset from its middle, in sides of a tile."""
        return self.ask(f"""(() => {{
            boards.view.drawNow();
            const [x, y] = boards.view.middle({y} * boards.board.cols + {x});
            const side = boards.view.side, ratio = devicePixelRatio;
            const at = [x + {right} * side, y + {down} * side].map((z) => Math.round(z * ratio));
            const options = {{ willReadFrequently: true }};
            const copy = document.createElement("canvas").getContext("2d", options);
            copy.drawImage(boards.view.canvas, ...at, 1, 1, 0, 0, 1, 1);
            const [r, g, b] = copy.getImageData(0, 0, 1, 1).data;
            return "#" + [r, g, b].map((each) => each.toString(16).padStart(2, "0")).join("");
        }})()""")

    def shown(self):
        """The board as letters, a row a line."""
        self.settled()
        text = self.ask("""boards.position.cells.map(({kind, team}, i) =>
            ".#MBSL"[kind][team ? "toLowerCase" : "toString"]()
            + ((i + 1) % boards.board.cols ? "" : "\\n")).join("")""")
        return text.split()


def opened(open_tab, *players, name="C.1", acts=(), **options):
    tab = open_tab(link(*players, name=name, acts=acts), **options)
    return tab.page, Field(tab)


def log(page):
    return page.locator(".game-log button")


def told(page):
    return page.locator(".hover-text")


def status(page):
    return page.locator(".game-status")


def facts(page):
    return page.locator(".game-facts").inner_text().replace("\n", " ")


def scrub(page, at):
    page.get_by_label("Position in the game").fill(str(at))
