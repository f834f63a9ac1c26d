"""Fields for numbers within bounds: others are rejected, never silently changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from asterion.errors import InvalidValue
from asterion.lab.page.messages import complain


class NumberField(ui.number):
    """A number from `least` to `most`; `take(number)` is called when another one takes effect.

    A number outside is rejected with a message when the field is left, and the field shows the
    previous one again. Without `take` it is read on demand: :meth:`checked`.
    """

    def __init__(
        self,
        label: str,
        *,
        least: int,
        most: int,
        value: float | None = None,
        whole: bool = True,
        take: Callable[[Any], object] | None = None,
    ) -> None:
        self.used = value
        self._whole = whole
        self._take = take
        self._name = label.partition(",")[0]
        super().__init__(label, value=value, min=least, max=most, step=1, on_change=self._on_number)
        self.on("keydown.enter", self.sanitize, [])
        if take is not None:
            self.props("debounce=400")  # a number is taken once it is typed

    def show(self, value: float) -> None:
        """Show a number that is now in use."""
        self.used = value
        self.set_value(value)

    def checked(self) -> int:
        """Return the number in the field, or raise an error that names it and the bounds."""
        problem = self._problem(self.value)
        if problem:
            self.set_value(self.used)
            raise InvalidValue(problem)
        self.used = self.value
        return int(self.value or 0)

    def sanitize(self) -> None:
        """Handle leaving the field: NiceGUI would move a number outside to the nearest bound."""
        if self._take is None:
            return
        try:
            self.checked()
        except InvalidValue as error:
            complain(error)

    def _on_number(self, event: Any) -> Any:
        """Handle a number; NiceGUI awaits the result if it is awaitable."""
        if self._take is None or event.value == self.used or self._problem(event.value):
            return None
        self.used = event.value
        return self._take(int(event.value) if self._whole else event.value)

    def _problem(self, value: float | None) -> str:
        fits = value is not None and (not self._whole or value % 1 == 0)
        if fits and self.min <= float(value or 0) <= self.max:
            return ""
        kind = "a whole number" if self._whole else "a number"
        shown = "empty" if value is None else f"{value:.15g}"
        return f"{self._name} is {shown}; it must be {kind} from {self.min} to {self.max}"
