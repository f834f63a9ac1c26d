"""Sessions by id: made on first use; beyond the limit the oldest are dropped."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_SESSIONS = 256


class SessionStore(Generic[T]):
    """Keeps the sessions used most recently."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._sessions: OrderedDict[str, T] = OrderedDict()

    def at(self, name: str) -> T:
        """The session of this id."""
        if name not in self._sessions:
            self._sessions[name] = self._make()
            if len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)
        self._sessions.move_to_end(name)
        return self._sessions[name]
