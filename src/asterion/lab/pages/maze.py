"""The maze arena: up to three players in one world, each on a board of his own."""

from __future__ import annotations

from secrets import token_hex

from nicegui import ui

from asterion.lab.live_maze import LiveMaze
from asterion.lab.pages.frame import Stage, framed
from asterion.lab.pages.maze_cards import PlayersCard, RulesCard, ShowCard, WorldCard
from asterion.lab.pages.maze_files import RunCard
from asterion.lab.sessions.desk import Desk

ADDRESS = "/maze"


def register(desk: Desk[LiveMaze]) -> None:
    """Puts the page beside the others."""

    @ui.page(ADDRESS)
    def show() -> None:
        session = token_hex(8)
        with framed(ADDRESS):
            MazePage(desk.at(session), session)


class MazePage:
    """The controls of one tab, and the game that they act on."""

    def __init__(self, live: LiveMaze, session: str) -> None:
        with ui.element("div").classes("lab-page"):
            with ui.element("div").classes("lab-side"):
                world, players = WorldCard(live), PlayersCard(live)
                rules, shown = RulesCard(live), ShowCard(live)
                runs = RunCard(live, lambda: self.stage.call("share"))
            with ui.element("div").classes("lab-main"):
                self.stage = Stage("maze", session)

        def follow() -> None:
            world.follow()
            players.follow()
            rules.follow()
            shown.follow()
            runs.follow()

        live.on_setup = follow
        live.on_over = runs.hand_out_logs
        follow()
