"""The tactics page: play the strategy game, watch it played, draw its maps, tune its players."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from asterion.errors import AsterionError
from asterion.games.tactics import maps
from asterion.lab.games.game_page import GamePage
from asterion.lab.page.buttons import card, word
from asterion.lab.page.messages import complain
from asterion.lab.page.page_shell import Stage, side
from asterion.lab.page.python_panel import PythonPanel
from asterion.lab.tactics.channel import TacticsChannel
from asterion.lab.tactics.editor import EditorCard
from asterion.lab.tactics.numbering import team_title
from asterion.lab.tactics.players import Player, described, names, title_of
from asterion.lab.tactics.python import python_of
from asterion.lab.tactics.settings_fields import SettingsFields
from asterion.lab.tactics.setup import TacticsSetup


class TacticsPage(GamePage[TacticsSetup]):
    """The controls of one tab, and the game that they act on."""

    def __init__(self, channel: TacticsChannel, session: str) -> None:
        self.channel = channel
        self.fields: dict[int, SettingsFields] = {}
        with side(channel.scenes):
            self._teams_card()
            self._game_card()
            self.editor = EditorCard(channel, lambda: self.stage)
        with ui.element("div").classes("lab-main"):
            self.stage = Stage("tactics", session)
        channel.on_setup = self._follow
        channel.on_scene = self.editor.close
        self._follow()
        self.python = PythonPanel(channel, lambda: python_of(channel.session.setup))

    # --- Cards

    def _teams_card(self) -> None:
        with self._players_card("Teams"):
            self.teams = ui.column().classes("w-full gap-0")
            self._seed_field(lambda seed: self._change(lambda: self.setup.with_seed(seed)))

    def _game_card(self) -> None:
        with card("Game"):
            self.map = ui.select(
                [*maps.NAMES], label="Map", with_input=False, on_change=self._choose_map
            ).classes("w-full")
            with ui.row().classes("gap-1"):
                word(
                    "Shuffle",
                    "Start again with each team's units on random tiles of its side",
                    self._shuffle,
                )
                self._common_buttons()

    # --- Showing the set-up

    def _follow(self) -> None:
        setup = self.setup
        teams = [*setup.state.teams] or [0, 1]
        if teams != [*self.players]:
            self._build_teams(teams)
        for team in teams:
            player = setup.player(team)
            self._show_player(team, player.name, described(player.name))
            self.fields[team].show(player)
        self.seed.set_value(setup.seed)
        self.seed.set_visibility(any(setup.player(team).name == "Random" for team in teams))
        self.map.set_value(setup.name if setup.name in maps.NAMES else None)
        self.editor.follow()

    def _build_teams(self, teams: list[int]) -> None:
        self.teams.clear()
        self.players, self.captions, self.fields = {}, {}, {}
        with self.teams:
            for team in teams:
                players = {name: (title_of(name), described(name)) for name in names()}
                self._side(team, team_title(team), players, self._choose)
                self.fields[team] = SettingsFields(team, self._set)

    # --- Actions of controls

    def _choose(self, team: int, event: Any) -> None:
        if event.value != self.setup.player(team).name:
            self._change(lambda: self.setup.with_player(team, Player(event.value)))

    def _set(self, team: int, name: str, value: Any) -> None:
        player = self.setup.player(team)
        self._change(lambda: self.setup.with_player(team, player.with_setting(name, value)))

    def _choose_map(self, event: Any) -> None:
        if event.value is not None and event.value != self.setup.name:
            self.channel.session.load_named(event.value)
            self.channel.changed()
            self.channel.leave_scene()

    def _shuffle(self) -> None:
        try:
            self.channel.session.shuffle()
            self.channel.changed()
        except AsterionError as error:
            complain(error)
