"""Sessions by id: made on first use, kept while a page or a socket holds them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from asterion.errors import InvalidValue
from asterion.lab.shared import limits


class Closable(Protocol):
    """What can be let go of."""

    def close(self) -> None:
        """Ends all that goes on."""


T = TypeVar("T", bound=Closable)


class _Kept(Generic[T]):
    def __init__(self, session: T) -> None:
        self.session = session
        self.holders = 0
        self.timer: asyncio.TimerHandle | None = None


class SessionStore(Generic[T]):
    """Sessions, each with the number of its holders.

    Without a holder a session is kept for a short while, for a tab that comes back. It is closed
    before that if there are too many.
    """

    dropped = 0  # sessions of all stores since memory was last given back

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._kept: OrderedDict[str, _Kept[T]] = OrderedDict()  # those let go of last are last

    def __len__(self) -> int:
        return len(self._kept)

    def hold(self, name: str) -> T:
        """The session of this id, until as many calls of :meth:`release`."""
        if name not in self._kept:
            self._make_room()
            self._kept[name] = _Kept(self._make())
        kept = self._kept[name]
        kept.holders += 1
        if kept.timer is not None:
            kept.timer.cancel()
            kept.timer = None
        return kept.session

    def release(self, name: str) -> None:
        """One holder less."""
        kept = self._kept[name]
        kept.holders -= 1
        if kept.holders == 0:
            self._kept.move_to_end(name)
            loop = asyncio.get_running_loop()
            kept.timer = loop.call_later(limits.SESSION_SECONDS, self._drop, name)
            idle = [each for each, other in self._kept.items() if not other.holders]
            for each in idle[: -limits.IDLE_SESSIONS]:
                self._drop(each)

    def _make_room(self) -> None:
        if len(self._kept) < limits.SESSIONS:
            return
        idle = next((name for name, kept in self._kept.items() if not kept.holders), None)
        if idle is None:
            raise InvalidValue(f"{limits.SESSIONS} tabs of this page are open; close one of them")
        self._drop(idle)

    def _drop(self, name: str) -> None:
        SessionStore.dropped += 1
        kept = self._kept.pop(name)
        if kept.timer is not None:
            kept.timer.cancel()
        kept.session.close()
