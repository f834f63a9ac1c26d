"""The tic-tac-toe page: play it, or watch it played, and see what the players think."""

from __future__ import annotations

from functools import partial
from secrets import token_hex
from typing import Any

from nicegui import ui

from asterion.lab.live_tictactoe import LiveTicTacToe
from asterion.lab.pages.buttons import undo_and_redo, word
from asterion.lab.pages.frame import Stage, framed, legend
from asterion.lab.pages.setup_page import SetupPage
from asterion.lab.sessions.desk import Desk
from asterion.lab.sessions.tictactoe_setup import HIGHEST_SEED, PLAYERS, TicTacToeSetup

ADDRESS = "/tictactoe"
SIDES = {"x": "X, who begins", "o": "O"}
HELP = {
    "human": "You, or somebody beside you.",
    "random": "Any free cell, from the seed below.",
    "astar": "The move with the smallest penalty. It sees one move ahead.",
    "perfect": "Knows how every position ends, and never loses.",
}
LEGEND = ["dot: the last move", "filled: three in a row", "win, draw, loss: if nobody errs"]


def register(desk: Desk[LiveTicTacToe]) -> None:
    """Puts the page beside the others."""

    @ui.page(ADDRESS)
    def show() -> None:
        session = token_hex(8)
        with framed(ADDRESS):
            TicTacToePage(desk.at(session), session)


class TicTacToePage(SetupPage[TicTacToeSetup]):
    """The controls of one tab, and the game that they act on."""

    def __init__(self, live: LiveTicTacToe, session: str) -> None:
        self.live = live
        self.stage: Stage
        with ui.element("div").classes("lab-page"):
            with ui.element("div").classes("lab-side"):
                self._players_card()
                self._game_card()
            with ui.element("div").classes("lab-main"):
                self.stage = Stage("tictactoe", session)
                legend(LEGEND)
        live.on_setup = self._follow
        self._follow()

    # --- Cards

    def _players_card(self) -> None:
        self.players: dict[str, ui.select] = {}
        self.told: dict[str, ui.label] = {}
        with ui.card().classes("lab-card"):
            ui.label("Players").classes("title")
            for mark, label in SIDES.items():
                self.players[mark] = ui.select(
                    [*PLAYERS], label=label, on_change=partial(self._choose, mark)
                ).classes("w-full")
                self.told[mark] = ui.label().classes("caption")
            self.seed = (
                ui.number("Seed", min=0, max=HIGHEST_SEED, precision=0, on_change=self._choose_seed)
                .props("debounce=400")
                .classes("w-full")
                .tooltip("Another seed, other moves at random, from here on")
            )

    def _game_card(self) -> None:
        with ui.card().classes("lab-card"):
            ui.label("Game").classes("title")
            with ui.row().classes("gap-1"):
                word("New game", "The same players once more (n)", self.live.begin)
                word(
                    "Other begins",
                    "A new game, in which the other one begins (b)",
                    lambda: self.live.begin(swapped=True),
                )
                word(
                    "Link",
                    "Copy a link that holds the whole game (l)",
                    lambda: self.stage.call("share"),
                )
            with ui.row().classes("w-full gap-2"):
                undo_and_redo(self.live)

    # --- What is set up, shown

    def _follow(self) -> None:
        setup = self.setup
        for mark, select in self.players.items():
            name = setup.player(mark)
            select.set_value(name)
            self.told[mark].set_text(HELP[name])
        self.seed.set_value(setup.seed)
        self.seed.set_visibility("random" in (setup.x, setup.o))

    # --- What controls do

    def _choose(self, mark: str, event: Any) -> None:
        self._change(lambda: self.setup.with_player(mark, event.value))

    def _choose_seed(self, event: Any) -> None:
        if event.value is not None:
            self._change(lambda: self.setup.with_seed(int(event.value)))
