"""The base of pages whose session has a set-up that controls replace."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

from asterion.errors import AsterionError
from asterion.lab.page.messages import complain

S = TypeVar("S")


class SetupPage(Generic[S]):
    """The controls of one tab, and the watched session that they act on."""

    channel: Any  # a SolverChannel or its like, with a session that has a set-up

    @property
    def setup(self) -> S:
        """The current set-up."""
        setup: S = self.channel.session.setup
        return setup

    def _change(self, make: Callable[[], S], *, is_other: bool = False) -> None:
        """Replace the set-up, if it differs; an error is shown. An other one ends a scene."""
        try:
            setup = make()
            if setup != self.setup:
                (self.channel.replace if is_other else self.channel.adopt)(setup)
        except AsterionError as error:
            complain(error)
            self._follow()

    async def _change_to(self, made: Awaitable[S]) -> None:
        """Replace the set-up by another one, which takes a while to make."""
        try:
            setup = await made
        except AsterionError as error:
            complain(error)
        else:
            self._change(lambda: setup, is_other=True)

    def _follow(self) -> None:
        """Show the set-up in the controls."""
        raise NotImplementedError
