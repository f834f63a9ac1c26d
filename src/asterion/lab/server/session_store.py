"""Sessions by id: made on first use, and kept while a page or a socket holds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from asterion.lab.server.channel import Channel


class SessionStore:
    """Sessions with their numbers of holders; the last one to leave closes a session."""

    def __init__(
        self, make: Callable[[], Channel], on_drop: Callable[[], object] = lambda: None
    ) -> None:
        self._make = make
        self._sessions: dict[str, Channel] = {}
        self._holders: Counter[str] = Counter()
        self._on_drop = on_drop

    def __len__(self) -> int:
        return len(self._sessions)

    def hold(self, name: str) -> Channel:
        """Return the session of this id, held until :meth:`release` is called as often."""
        if name not in self._sessions:
            self._sessions[name] = self._make()
        self._holders[name] += 1
        return self._sessions[name]

    def release(self, name: str) -> None:
        """Remove one holder."""
        self._holders[name] -= 1
        if not self._holders[name]:
            del self._holders[name]
            self._sessions.pop(name).close()
            self._on_drop()
