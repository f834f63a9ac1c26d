"""Choosing algorithms and their options, as the registry lists them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from asterion.lab.page.buttons import tool
from asterion.lab.page.choices import with_lines
from asterion.lab.searches.search_run import board_info, board_searches, name_of
from asterion.search.option_table import OPTIONS, Option
from asterion.search.registry import Kind, algorithms

_FITNESS = Option(
    "fitness", float, None, (), "How much f counts against the way to a node."
)  # of an explorer
Chosen = tuple[str, dict[str, Any]]  # an algorithm, and its options beyond the defaults


def option_named(name: str) -> Option:
    """The row of an option, made up for a custom algorithm's own option."""
    known = {**OPTIONS, "fitness": _FITNESS}
    return known.get(name) or Option(name, float, None, (), "")


class AlgorithmList:
    """One to four algorithms with their options; `change(chosen)` is called on a change.

    ``heuristics`` are the page's own, besides the registered ones.
    """

    def __init__(
        self,
        kind: Kind,
        label: str,
        most: int,
        change: Callable[[list[Chosen]], None],
        *,
        without: tuple[str, ...] = (),
        heuristics: tuple[str, ...] = (),
    ) -> None:
        self.kind = kind
        self.label = label
        self.most = most
        self.change = change
        self.heuristics = heuristics
        listed = board_searches() if kind == "search" else algorithms(kind)
        self.infos = [info for info in listed if info.name not in without]
        self.chosen: list[Chosen] = []
        # Of each algorithm: the button of its options, the number on it, and its name.
        self.badges: dict[int, tuple[ui.button, ui.badge, str]] = {}
        self.column = ui.column().classes("w-full gap-3")

    def show(self, chosen: list[Chosen]) -> None:
        """Draw the list again, if it has changed."""
        if chosen == self.chosen:
            return
        self.chosen = chosen
        self.column.clear()
        with self.column:
            for i, (name, _) in enumerate(chosen):
                with ui.row().classes("w-full items-center no-wrap gap-1"):
                    select = ui.select(
                        self._titles(name),
                        value=name,
                        label=f"{self.label} {i + 1}",
                        on_change=partial(self._choose, i),
                    )
                    select.classes("col-grow").props("options-dense")
                    with_lines(select, {info.title: info.summary for info in self.infos})
                    self._options(i)
                    if len(chosen) > 1:
                        where = f"{self.label.lower()} {i + 1}"
                        tool("close", f"Remove {where}", partial(self._drop, i))
            if len(chosen) < self.most:
                ui.button("Add", icon="add", on_click=self._add).props(
                    f'dense flat aria-label="Add {self.label.lower()}"'
                )

    def _titles(self, chosen: str) -> dict[str, str]:
        """The names to choose from, and the chosen one even if it is not among them."""
        titles = {info.name: info.title for info in self.infos}
        return titles if chosen in titles else {chosen: name_of(chosen, self.kind), **titles}

    def _choose(self, index: int, event: Any) -> None:
        self._set(index, (event.value, {}))

    def _set(self, index: int, one: Chosen) -> None:
        self.change([*self.chosen[:index], one, *self.chosen[index + 1 :]])

    def _drop(self, index: int) -> None:
        self.change(self.chosen[:index] + self.chosen[index + 1 :])

    def _add(self) -> None:
        used = {name for name, _ in self.chosen}
        names = [info.name for info in self.infos]
        fresh = [name for name in names if name not in used]
        self.change([*self.chosen, ((fresh or names)[0], {})])

    # --- Options

    def _options(self, index: int) -> None:
        name, options = self.chosen[index]
        takes = board_info("dstar-lite" if name == "auto" else name, self.kind).options
        if not takes:
            return
        title = name_of(name, self.kind)
        label = f"Options of {title}"
        with ui.button(icon="tune").props("dense flat round").tooltip(label) as button:
            self.badges[index] = button, ui.badge().props("floating"), label
            self._count(index, len(options))
            menu = ui.menu().props(f'no-focus role=dialog aria-label="{title}, options"')
            with menu.classes("lab-options"):
                with ui.row().classes("w-full items-center no-wrap"):
                    ui.label(label).classes("title col-grow")
                    ui.button("Reset", on_click=lambda: self._set(index, (name, {}))).props(
                        'dense flat no-caps aria-label="Reset all options"'
                    )
                for option in takes:
                    self._input(index, option)

    def _input(self, index: int, name: str) -> None:
        option = option_named(name)
        value = self.chosen[index][1].get(name, option.default)
        take = partial(self._take, index, option)
        label = name.replace("_", " ")
        made: Any
        if option.choices:
            choices = [*option.choices, *(self.heuristics if name == "heuristic" else ())]
            made = ui.select(choices, value=value, label=label, on_change=take)
        elif option.type is bool:
            made = ui.checkbox(label, value=bool(value), on_change=take)
        else:
            made = ui.number(label, value=value, on_change=take).props("debounce=400 clearable")
        made.classes("w-full")
        ui.label(option.help).classes("caption")

    def _take(self, index: int, option: Option, event: Any) -> None:
        name, before = self.chosen[index]
        options = dict(before)
        if event.value in (None, "") or event.value == option.default:
            options.pop(option.name, None)
        else:
            options[option.name] = int(event.value) if option.type is int else event.value
        if options != before:
            # Stored first, so that the list is not drawn again while a person types.
            self.chosen = [*self.chosen[:index], (name, options), *self.chosen[index + 1 :]]
            self._count(index, len(options))
            self.change(self.chosen)

    def _count(self, index: int, chosen: int) -> None:
        """Show how many options are not at their defaults, and say so."""
        button, badge, label = self.badges[index]
        badge.set_text(str(chosen))
        badge.set_visibility(bool(chosen))
        name = f"{label}: {chosen} chosen" if chosen else label
        button.props(f'aria-label="{name}"')
