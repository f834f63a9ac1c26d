"""Inputs for the options of an algorithm, as the registry lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from asterion.lab.sessions.setup import Run, options_of
from asterion.options import DIRECTIONS, HEURISTICS, REOPENS, STOPS, TIES

CHOICES = {
    "heuristic": ["auto", *HEURISTICS],
    "ties": [*TIES],
    "stop": [*STOPS],
    "reopen": [*REOPENS],
    "direction": [*DIRECTIONS],
}
HELP = {
    "heuristic": "How the cost that remains is estimated",
    "weight": "How much more the estimate counts than the cost so far: above 1 is quicker, and the "
    "path may be longer, at most so many times",
    "ties": "Which of several equally promising cells comes first",
    "seed": "For ties at random",
    "stop": "When the search may end",
    "reopen": "What happens to a closed cell that turns out to be cheaper",
    "direction": "From the start, or from the goal",
    "max_expansions": "Give up after so many expansions",
    "max_cost": "Give up beyond this cost",
    "components": "Whether an unreachable goal is known without a search",
    "transpositions": "Whether it remembers cells it has been to",
}


class OptionInputs:
    """A button that opens a menu with an input for each option of a run."""

    def __init__(self, run: Run, change: Callable[[dict[str, Any]], None]) -> None:
        self.run = run
        self.change = change
        label = f"Options of {run.algorithm}"
        with ui.button(icon="tune").props(f'dense flat round aria-label="{label}"').tooltip(label):
            if run.options:
                ui.badge(str(len(run.options))).props("floating")
            with ui.menu().props("no-focus").classes("q-pa-md"):
                for name, default in options_of(run.algorithm).items():
                    self._input(name, run.options.get(name, default), default)

    def _input(self, name: str, value: Any, default: Any) -> None:
        def take(event: Any) -> None:
            self._take(name, event.value, default)

        label = name.replace("_", " ")
        made: Any
        if name in CHOICES:
            made = ui.select(CHOICES[name], value=value, label=label, on_change=take)
        elif isinstance(default, bool):
            made = ui.checkbox(label, value=bool(value), on_change=take)
        else:
            made = ui.number(label, value=value, on_change=take).props("debounce=400 clearable")
        made.classes("w-56").tooltip(HELP.get(name, name))

    def _take(self, name: str, value: Any, default: Any) -> None:
        options = dict(self.run.options)
        if value in (None, "") or value == default:
            options.pop(name, None)
        else:
            whole = name in ("seed", "max_expansions")
            options[name] = int(value) if whole else value
        if options != self.run.options:
            self.change(options)
