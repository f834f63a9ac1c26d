"""Which messages of a tab were done, so that it can send again what it does not know of.

A tab numbers its messages. While the server is away it keeps what a person does; when it is back,
its ``hello`` names the tab and, as ``done``, the last message that the link it sends along holds.
It is answered ``heard`` with the last message that was done here, and sends again all after that.
A message that comes twice is done once.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from asterion.errors import InvalidValue, shown

MOST_TABS = 16  # of one session; it usually has one
LONGEST_NAME = 64
HIGHEST = 2**53  # a browser counts no further


class TabNumbers:
    """The number of the last message of each tab that was done in a session."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, int] = OrderedDict()

    def meet(self, tab: Any, done: int) -> int:
        """The last message of a tab that was done; of a new tab those that its link holds."""
        if not isinstance(tab, str) or not 0 < len(tab) <= LONGEST_NAME:
            raise InvalidValue(
                f"tab is {shown(tab)}; it must be a word of 1 to {LONGEST_NAME} characters"
            )
        self._last.setdefault(tab, done)
        self._last.move_to_end(tab)
        if len(self._last) > MOST_TABS:
            self._last.popitem(last=False)
        return self._last[tab]

    def is_new(self, tab: str | None, number: int) -> bool:
        """Whether a message was not done before; it counts as done from now on."""
        if tab is None or tab not in self._last:
            return True  # of a page that does not send again
        if number <= self._last[tab]:
            return False
        self._last[tab] = number
        return True


def number_of(message: dict[str, Any], name: str) -> int:
    """A number that a browser counts, 0 if there is none."""
    value = message.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= HIGHEST:
        raise InvalidValue(f"{name} is {shown(value)}; it must be a whole number from 0")
    return value
