"""A channel whose session is solved again whenever its set-up changes."""

from __future__ import annotations

import asyncio

from asterion.lab.shared.watching import Channel, Handler


class SolverChannel(Channel):
    """One solution at a time, in the background; changes made meanwhile are solved next."""

    def __init__(self, handlers: dict[str, Handler]) -> None:
        self._work: asyncio.Task[None] | None = None
        self._dirty = False
        super().__init__(handlers)

    @property
    def is_busy(self) -> bool:
        """Whether what was asked for is still being worked on."""
        return self._dirty or (self._work is not None and not self._work.done())

    def changed(self) -> None:
        """The set-up has changed, or is about to: solves it again."""
        self._dirty = True
        self.on_setup()
        if self._work is None or self._work.done():
            self._work = self.start(self._solve_all())

    def changed_if(self, changed: bool) -> bool:
        """The same, if it has changed; returns whether."""
        if changed:
            self.changed()
        return changed

    def on_unwatched(self) -> None:
        """No watcher is left: the search ends; it begins again when one comes."""
        self._dirty = False
        super().on_unwatched()
        self._work = None  # its task ends soon

    async def _solve_all(self) -> None:
        """Solves until there are no more changes."""
        raise NotImplementedError
