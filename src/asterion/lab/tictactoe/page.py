"""The tic-tac-toe page: play it, or watch it played, and see what the players think."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from asterion.lab.games.game_page import GamePage
from asterion.lab.page.buttons import card, word
from asterion.lab.page.legend import Sign, legend
from asterion.lab.page.page_shell import Stage, drawer, side
from asterion.lab.page.python_panel import PythonPanel
from asterion.lab.tictactoe.channel import TicTacToeChannel
from asterion.lab.tictactoe.python import python_of
from asterion.lab.tictactoe.setup import TITLES, TicTacToeSetup

SIDES = {"x": "X (begins)", "o": "O"}
HELP = {
    "human": "A person at this screen.",
    "random": "A random free cell, from the seed below.",
    "astar": "The move with the smallest penalty. It sees one move ahead.",
    "perfect": "Knows how every position ends, and never loses.",
}
LEGEND = [
    Sign("dot: the last move"),
    Sign("filled: three in a row"),
    Sign("win in 3, loss in 4: for the side to move, with perfect play, after so many moves"),
    Sign("=: a draw with perfect play"),
]


class TicTacToePage(GamePage[TicTacToeSetup]):
    """The controls of one tab, and the game that they act on."""

    def __init__(self, channel: TicTacToeChannel, session: str) -> None:
        self.channel = channel
        with side(channel.scenes):
            with self._players_card():
                for mark, label in SIDES.items():
                    players = {name: (title, HELP[name]) for name, title in TITLES.items()}
                    self._side(mark, label, players, self._choose)
                self._seed_field(lambda seed: self._change(lambda: self.setup.with_seed(seed)))
            self._game_card()
        with ui.element("div").classes("lab-main"):
            self.stage = Stage("tictactoe", session)
            with drawer("Legend"):
                legend(LEGEND)
        channel.on_setup = self._follow
        self._follow()
        self.python = PythonPanel(channel, lambda: python_of(channel.session.setup))

    def _game_card(self) -> None:
        with card("Game"), ui.row().classes("gap-1"):
            word(
                "Swap sides",
                "A new game in which the other side begins (b)",
                lambda: self.channel.begin(swapped=True),
            )
            self._common_buttons()

    def _follow(self) -> None:
        setup = self.setup
        for mark in SIDES:
            self._show_player(mark, name := setup.player(mark), HELP[name])
        self.seed.set_value(setup.seed)
        self.seed.set_visibility("random" in (setup.x, setup.o))

    def _choose(self, mark: str, event: Any) -> None:
        self._change(lambda: self.setup.with_player(mark, event.value))
