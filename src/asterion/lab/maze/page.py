"""The maze arena: a race of up to three players, and a person, through one world."""

from __future__ import annotations

from nicegui import ui

from asterion.lab.maze.cards import PlayersCard, RulesCard, WorldCard
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.maze.editor import EditorCard
from asterion.lab.maze.files import RunCard
from asterion.lab.maze.python import python_of
from asterion.lab.page.page_shell import Stage, side
from asterion.lab.page.python_panel import PythonPanel


class MazePage:
    """The controls of one tab, and the game that they act on."""

    def __init__(self, channel: MazeChannel, session: str) -> None:
        with side(channel.scenes):
            world, editor, players = WorldCard(channel), EditorCard(channel), PlayersCard(channel)
            rules = RulesCard(channel)
            runs = RunCard(channel, lambda: self.stage, lambda: self.python)
        with ui.element("div").classes("lab-main"):
            self.stage = Stage("maze", session)

        def follow() -> None:
            world.follow()
            editor.follow()
            players.follow()
            rules.follow()
            runs.follow()

        channel.on_setup = follow
        channel.on_over = runs.hand_out_logs
        follow()
        self.python = PythonPanel(channel, lambda: python_of(channel.session))
