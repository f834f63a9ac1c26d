"""The common cards of game pages: a player for each side, and the game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, TypeVar

from nicegui import ui

from asterion.lab import limits
from asterion.lab.page.buttons import card, share_buttons, undo_and_redo
from asterion.lab.page.choices import with_lines
from asterion.lab.page.number_field import NumberField
from asterion.lab.page.page_shell import Stage
from asterion.lab.page.python_panel import PythonPanel, python_button
from asterion.lab.page.setup_page import SetupPage

S = TypeVar("S")


class GamePage(SetupPage[S]):
    """The controls of one tab, and the game that they act on."""

    stage: Stage
    python: PythonPanel

    def _side(
        self, side: Any, label: str, players: dict[str, tuple[str, str]], choose: Any
    ) -> None:
        """A choice of the player of a side, with titles and a line about each."""
        names = {name: title for name, (title, _) in players.items()}
        select = ui.select(names, label=label, on_change=partial(choose, side)).classes("w-full")
        self.players[side] = with_lines(select.props("options-dense"), dict(players.values()))
        self.captions[side] = ui.label().classes("caption")

    def _players_card(self, title: str = "Players") -> AbstractContextManager[ui.card]:
        """The card; sides are put into it by :meth:`_side`."""
        self.players: dict[Any, ui.select] = {}
        self.captions: dict[Any, ui.label] = {}
        return card(title)

    def _show_player(self, side: Any, name: str, caption: str) -> None:
        self.players[side].set_value(name)
        self.captions[side].set_text(caption)

    def _seed_field(self, choose: Callable[[int], None]) -> None:
        self.seed = (
            NumberField("Seed", least=0, most=limits.HIGHEST_SEED, take=choose)
            .classes("w-full")
            .tooltip("Seed of random moves from here on")
        )

    def _common_buttons(self) -> None:
        """What shares the game, its Python, undo and redo."""
        share_buttons(lambda: self.stage, "game")
        python_button(lambda: self.python)
        undo_and_redo(self.channel)
