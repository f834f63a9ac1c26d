"""The control panel of the maze arena: world, players and rules."""

from __future__ import annotations

from functools import partial
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from nicegui import ui

from asterion.games.maze.rules import MODES
from asterion.games.maze.world_file import MOST_PLAYERS
from asterion.games.maze.worlds import WORLDS, load_world
from asterion.lab import limits
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.maze.draft import Draft
from asterion.lab.maze.setup import (
    LARGEST_BUDGET,
    LONGEST_INTERVAL,
    MOST_PITS,
    WIDEST_RAIN,
    MazeSetup,
)
from asterion.lab.page.buttons import card, files_button, word
from asterion.lab.page.number_field import NumberField
from asterion.lab.page.uploads import Files
from asterion.search.registry import algorithms

MODE_NAMES = {"bold": "bold", "hide": "hides", "flee": "flees"}
MODE_HINT = "Bold: monsters do not matter. Hides: keeps out of their sight. Flees: runs when seen."


class Dial(NamedTuple):
    """A slider for a rule."""

    label: str
    low: float
    high: float
    step: float
    unit: str
    none: str = ""  # the meaning of 0, if it has another one

    def text(self, value: float) -> str:
        """The slider and its value, for people."""
        shown = self.none if self.none and not value else self.unit.format(value)
        return f"{self.label}: {shown}"


DIALS = {
    "trap_amount": Dial("Pits", 0, MOST_PITS, 0.5, "{:g} % of the map"),
    "trap_interval": Dial("Pits change every", 1, LONGEST_INTERVAL, 1, "{} ticks"),
    "mud_amount": Dial("Mud", 0, MOST_PITS, 0.5, "{:g} % of the map"),
    "rain_radius": Dial("Rain", 0, WIDEST_RAIN, 1, "{} tiles around a cloud"),
    "budget": Dial("Expansions per tick", 0, LARGEST_BUDGET, 10, "{} per player", "no limit"),
}
RULES = {
    "walk_obstructed": ("Walk up to an obstacle", "Off: stop at once, and wait"),
    "invulnerable": ("Players are invulnerable", "Off: a touch sends them back (i)"),
    "monsters": ("Monsters", "The monsters of the map; fixed once the game starts"),
    "monsters_move": ("Monsters move", "Off: only the monsters pause (p)"),
}


class WorldCard:
    """The choice of the world, and its problems."""

    def __init__(self, channel: MazeChannel) -> None:
        self.channel = channel
        with card("World"):
            self.select = ui.select(
                [*WORLDS], label="World", on_change=lambda event: self._choose(event.value)
            ).classes("w-full")
            self.level = ui.select({}, label="Level", on_change=self._go).classes("w-full")
            self.files = ui.row().classes("gap-1")
            with self.files:
                files_button(
                    "Load a world",
                    "A text file: walls A to T, keys x to z, doors X to Z, players o, p, q and r; "
                    "several are levels, played one after the other",
                    endings=".txt",
                    others=".txt",
                    most=limits.SMALL_FILE_BYTES,
                    load=self._load,
                )
                self.save = word("Save", "Save this world as a text file", self._save)
            self.seed = (
                NumberField("Seed", least=0, most=limits.HIGHEST_SEED, take=self._sow)
                .classes("w-full")
                .tooltip("Seed of the pits and of the monsters' steps")
            )
            self.warnings = ui.column().classes("gap-1 maze-warnings")

    def follow(self) -> None:
        """Show the present world."""
        session = self.channel.session
        name = self._name_of(session.setup)
        self.select.set_options([*WORLDS] if name in WORLDS else [*WORLDS, name], value=name)
        levels = session.setup.levels
        names = {i: f"{i + 1}. {level.name}" for i, level in enumerate(levels)}
        self.level.set_options({**names, session.setup.level: f"{session.setup.level + 1}. {name}"})
        self.level.set_value(session.setup.level)
        self.level.set_visibility(len(levels) > 1)
        self.seed.set_value(session.setup.seed)
        for control in (self.select, self.seed, self.level):
            control.set_enabled(not session.locked)
        for button in self.files.descendants():
            if isinstance(button, ui.button) and button is not self.save:
                button.set_enabled(not session.locked)
        self.warnings.clear()
        with self.warnings:
            for problem in session.problems:
                ui.label(f"⚠ {problem.text}").classes("caption")

    def _choose(self, name: str) -> None:
        setup = self.channel.session.setup
        if name not in WORLDS or name == self._name_of(setup):
            return
        if setup.draft is not None:
            self.channel.redraw(lambda _: Draft.of(name, load_world(name).to_text()))
        else:
            self.channel.change(lambda setup: setup.in_shipped(name))
        self.channel.leave_scene()

    @staticmethod
    def _name_of(setup: MazeSetup) -> str:
        return setup.name if setup.draft is None else setup.draft.name

    def _go(self, event: Any) -> None:
        session, level = self.channel.session, event.value
        if level is not None and level != session.setup.level:
            self.channel.ask(partial(session.go_to_level, level))

    def _sow(self, seed: int) -> None:
        if seed != self.channel.session.setup.seed:
            self.channel.change(lambda setup: setup.with_seed(seed))

    async def _load(self, files: Files) -> None:
        (name, data), *others = sorted(files.items())
        if others:
            self.channel.change(lambda setup: setup.in_files(files))
        elif self.channel.session.drawing:
            self.channel.redraw(lambda _: Draft.of_file(name, data))
        else:
            self.channel.change(lambda setup: setup.in_file(name, data))
        self.channel.leave_scene()

    def _save(self) -> None:
        setup = self.channel.session.setup
        world = setup.draft or Draft.of(setup.name, setup.text)
        name = FilePath(world.name).stem or "world"
        ui.download.content(world.to_text(), f"{name}.txt")


class PlayersCard:
    """An algorithm for each player, and how it reacts to threats."""

    def __init__(self, channel: MazeChannel) -> None:
        self.channel = channel
        names = {info.name: info.title for info in algorithms("navigator")}
        self.rows: list[tuple[ui.row, ui.select, ui.select]] = []
        with card("Players"):
            for i in range(MOST_PLAYERS):
                with ui.row().classes("w-full no-wrap gap-2 maze-player") as row:
                    algorithm = ui.select(
                        names,
                        label=f"Player {i + 1}",
                        on_change=partial(self._choose, i, "algorithm"),
                    ).classes("col")
                    mode = ui.select(
                        {name: MODE_NAMES[name] for name in MODES},
                        label=f"Mode {i + 1}",
                        on_change=partial(self._choose, i, "mode"),
                    ).classes("col-4")
                    mode.tooltip(MODE_HINT)
                self.rows.append((row, algorithm, mode))
            self.lock = ui.label("Locked until all players have finished.").classes("caption")

    def follow(self) -> None:
        """Show the players."""
        session = self.channel.session
        for i, (row, algorithm, mode) in enumerate(self.rows):
            player = session.setup.players[i]
            row.set_visibility(i < len(session.game.players))
            algorithm.set_value(player.algorithm)
            mode.set_value(player.mode)
            for control in (algorithm, mode):
                control.set_enabled(not session.locked)
        self.lock.set_visibility(session.locked)

    def _choose(self, number: int, what: str, event: Any) -> None:
        if getattr(self.channel.session.setup.players[number], what) != event.value:
            self.channel.change(lambda setup: setup.with_player(number, **{what: event.value}))


class RulesCard:
    """Rules that may change while the game runs, and whether there are monsters."""

    def __init__(self, channel: MazeChannel) -> None:
        self.channel = channel
        self.sliders: dict[str, tuple[ui.slider, ui.label]] = {}
        self.boxes: dict[str, ui.checkbox] = {}
        with card("Game"):
            for name, dial in DIALS.items():
                with ui.column().classes("w-full gap-0"):
                    text = ui.label().classes("caption")
                    slider = ui.slider(min=dial.low, max=dial.high, step=dial.step)
                    slider.props(f'aria-label="{dial.label}"')
                    slider.on("change", partial(self._turn, name))
                self.sliders[name] = slider, text
            for name, (label, hint) in RULES.items():
                box = ui.checkbox(label, on_change=partial(self._tick, name))
                self.boxes[name] = box.props("dense").tooltip(hint)

    def _turn(self, name: str, event: Any) -> None:
        whole = isinstance(DIALS[name].step, int)
        self.channel.rule(name, int(event.args) if whole else float(event.args))

    def _tick(self, name: str, event: Any) -> None:
        if getattr(self.channel.session.rules, name) != event.value:
            self.channel.rule(name, event.value)

    def follow(self) -> None:
        """Show the present rules."""
        session = self.channel.session
        for name, (slider, text) in self.sliders.items():
            value = getattr(session.rules, name)
            slider.set_value(value)
            text.set_text(DIALS[name].text(value))
        for name, box in self.boxes.items():
            box.set_value(getattr(session.rules, name))
        # Parts missing at the start of a game cannot be added later.
        self.boxes["monsters"].set_enabled(not session.locked)
        self.sliders["rain_radius"][0].set_enabled(not session.locked)
        muddy = session.game.first_rules.mud_amount > 0
        self.sliders["mud_amount"][0].set_enabled(muddy or not session.locked)
