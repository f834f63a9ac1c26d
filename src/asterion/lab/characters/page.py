"""The Characters page: facts, actions and goals at the left, beside them the plan."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from asterion.lab import limits
from asterion.lab.characters.channel import CharactersChannel
from asterion.lab.characters.python import python_of
from asterion.lab.characters.setup import CharacterSetup, Fact, in_words
from asterion.lab.page.buttons import card, share_buttons, undo_and_redo
from asterion.lab.page.legend import Sign, legend
from asterion.lab.page.number_field import NumberField
from asterion.lab.page.page_shell import Stage, drawer, side
from asterion.lab.page.python_panel import PythonPanel, python_button
from asterion.lab.page.setup_page import SetupPage

LEGEND = [
    Sign("expanded", "closed", "round"),
    Sign("open", "open", "round"),
    Sign("plan of this search", "path", "line"),
    Sign("thick frame: expanded now"),
    Sign(
        "h 1 of 5: the estimate is 1, and the cheapest plan from there costs 5; red if h is higher"
    ),
]


class CharactersPage(SetupPage[CharacterSetup]):
    """The controls of one tab, and the character that they set up."""

    def __init__(self, channel: CharactersChannel, session: str) -> None:
        self.channel = channel
        self.stage: Stage
        self.shape: Any = None  # the names that the controls are for
        self.fields: dict[tuple[str, str], Any] = {}
        with side(channel.scenes):
            with card("The world"):
                self.world = ui.element("div").classes("lab-fields w-full")
            with card("Goals and their priorities"):
                self.goals = ui.element("div").classes("character-actions w-full")
            with card("Actions and their costs"):
                self.actions = ui.element("div").classes("character-actions w-full")
            with card("Edit, save, share"), ui.row().classes("gap-1"):
                undo_and_redo(channel)
                share_buttons(lambda: self.stage, "character")
                python_button(lambda: self.python)
        with ui.element("div").classes("lab-main"):
            self.stage = Stage("characters", session)
            with drawer("Legend"):
                legend(LEGEND)
        channel.on_setup = self._follow
        self._follow()
        self.python = PythonPanel(channel, lambda: python_of(channel.session))

    def _follow(self) -> None:
        setup = self.setup
        shape = [
            [(fact.name, type(fact.value), fact.choices, fact.most) for fact in setup.facts],
            [(deed.name, deed.needs, deed.gives) for deed in setup.deeds],
            [(aim.name, aim.wants) for aim in setup.aims],
        ]
        if shape != self.shape:
            self.shape = shape
            self._build(setup)
        for fact in setup.facts:
            self._show("fact", fact.name, fact.value)
        for deed in setup.deeds:
            self._show("cost", deed.name, deed.cost)
            self._show("on", deed.name, deed.on)
        for aim in setup.aims:
            self._show("priority", aim.name, aim.priority)

    def _show(self, kind: str, name: str, value: Any) -> None:
        field = self.fields[kind, name]
        if isinstance(field, NumberField):
            field.show(value)
        else:
            field.set_value(value)

    def _build(self, setup: CharacterSetup) -> None:
        self.fields = {}
        for part in (self.world, self.actions, self.goals):
            part.clear()
        with self.world:
            for fact in setup.facts:
                self.fields["fact", fact.name] = self._fact_field(fact)
        with self.actions:
            for deed in setup.deeds:
                needs = ", ".join(in_words(*pair) for pair in deed.needs) or "nothing"
                gives = ", ".join(in_words(*pair) for pair in deed.gives)
                self.fields["on", deed.name] = ui.checkbox(
                    deed.name,
                    value=deed.on,
                    on_change=partial(self._take, "with_action", deed.name),
                ).props("dense")
                self.fields["cost", deed.name] = self._number(
                    f"Cost of {deed.name}", limits.ACTION_COST, "with_cost", deed.name
                )
                ui.label(f"needs {needs}; gives {gives}").classes("caption")
        with self.goals:
            for aim in setup.aims:
                wants = ", ".join(in_words(*pair) for pair in aim.wants)
                ui.label(aim.name)
                self.fields["priority", aim.name] = self._number(
                    f"Priority of {aim.name}", limits.GOAL_PRIORITY, "with_priority", aim.name
                )
                ui.label(wants).classes("caption")

    def _fact_field(self, fact: Fact) -> Any:
        take = partial(self._take, "with_fact", fact.name)
        if isinstance(fact.value, bool):
            return ui.checkbox(fact.name, value=fact.value, on_change=take).props("dense")
        if isinstance(fact.value, str):
            options = list(fact.choices)
            return ui.select(options, label=fact.name, value=fact.value, on_change=take)
        return self._number(fact.name, fact.most, "with_fact", fact.name, label=fact.name)

    def _number(
        self, name: str, most: int, method: str, key: str, *, label: str = ""
    ) -> NumberField:
        def take(value: int) -> None:
            self._change(lambda: getattr(self.setup, method)(key, value))

        field = NumberField(label or name, least=0, most=most, value=0, take=take)
        if not label:
            field.props(f'aria-label="{name}"', remove="label")
        return field.props("dense")

    def _take(self, method: str, key: str, event: Any) -> None:
        change: Callable[..., CharacterSetup] = getattr(self.setup, method)
        self._change(lambda: change(key, event.value))
