"""The tactics page's channel: people act, computers think beside the event loop."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from asterion.errors import AsterionError
from asterion.lab.games.game_channel import GameChannel
from asterion.lab.server.channel import Message, Watcher, json_message
from asterion.lab.tactics.payload import payload_of
from asterion.lab.tactics.scenes import SCENES
from asterion.lab.tactics.session import TacticsSession
from asterion.lab.tactics.setup import TacticsSetup
from asterion.lab.tactics.unit_options import options_of

SECONDS = 0.35  # before a computer's action: there are more of them than in smaller games
_LOG = logging.getLogger(__name__)
BETWEEN = 0.1  # seconds from one count of states to the next


class TacticsChannel(GameChannel[TacticsSetup]):
    """A tactics game, its watchers, and the computers that play it."""

    scenes = SCENES

    session: TacticsSession

    def __init__(self, seconds: float = SECONDS) -> None:
        self._stopped = False  # whether the search is to end with the best plan so far
        self._thinks = False  # whether a plan is wanted without its actions
        self.counts = (0, 0)  # states processed and open, of the plan in the making
        self._asked: dict[Watcher, int] = {}  # the state about whose units each one asks
        self._answering: asyncio.Task[None] | None = None
        super().__init__(
            TacticsSession(),
            payload_of,
            {
                "act": lambda _watcher, message: self._act(message),
                "edit": lambda _watcher, message: self._edit(message),
                "options": self._unit_options,
                "think": lambda _watcher, _message: self.think(),
                "stop": lambda _watcher, _message: self.stop(),
            },
            seconds,
        )

    # --- Requests of browsers and controls

    def _act(self, message: Message) -> None:
        self.session.act(message["at"], message["kind"], message.get("cell"))
        self.changed()

    def _edit(self, message: Message) -> None:
        session, version = self.session, self.session.version
        session.edit(message["at"], message["cells"], message["kind"], message["team"])
        if session.version != version:
            self.changed()

    def _unit_options(self, watcher: Watcher, message: Message) -> None:
        self._asked[watcher] = message["at"]  # only the last question of each is answered
        if self._answering is None or self._answering.done():
            self._answering = self.start(self._answer_all())

    async def _answer_all(self) -> None:
        while self._asked:
            watcher, at = self._asked.popitem()
            try:
                state = self.session.setup.cut(at).state
            except AsterionError as error:
                watcher.send("error", json_message("error", text=str(error)))
                continue
            units = await self.run(partial(options_of, state))
            watcher.send("options", json_message("options", at=at, units=units))

    def on_unwatched(self) -> None:
        """Stop a thinking computer when no watcher is left."""
        self._asked.clear()
        self._answering = None
        super().on_unwatched()

    def think(self) -> None:
        """Let the computer to play make a plan, without its actions."""
        self.session.playing = False
        self._thinks = True
        self.changed()

    def stop(self) -> None:
        """Let the thinking computer take the best plan it has found."""
        self._stopped = True

    def changed(self) -> None:
        """Stop the search for a plan, because the game has changed."""
        self._stopped = True
        super().changed()

    # --- Work

    async def _send_game(self) -> None:
        await super()._send_game()
        if self._thinks:
            self._thinks = False
            if self.session.waits_for_computer and not self.session.setup.pending:
                await self._plan()
                await super()._send_game()

    async def move(self) -> None:
        """Make one action of the computer to play; it thinks first, if it has no plan."""
        if not self.session.setup.pending and not await self._plan():
            return
        try:
            self.session.step()
        except AsterionError as error:  # the game has reached its limit
            self.session.playing = False
            self.send("error", text=str(error))

    async def _plan(self) -> bool:
        """Make a plan; return whether it is there, for the game as it is now."""
        setup = self.session.setup
        self._stopped = False
        self.counts = (0, 0)
        thinking = self.start(self.run(self.session.thinking(self._watch)))
        name = setup.player(setup.state.team).name
        while not thinking.done():
            await asyncio.wait([thinking], timeout=BETWEEN)
            if not thinking.done():
                self._send_counts(name)
        self.send("thinking", on=False, text="")
        try:
            return self.session.plan_for(setup, thinking.result())
        except Exception as error:  # noqa: BLE001 - a custom controller may raise anything
            self.session.playing = False
            kind = "" if isinstance(error, AsterionError) else f"{type(error).__name__}: "
            self.send("error", text=f"{name} cannot play: {kind}{error}")
            _LOG.warning("%s cannot play", name, exc_info=error)
            return False

    def _watch(self, processed: int, unseen: int) -> bool:
        """Count the states of a search, on another thread; False stops it."""
        self.counts = (processed, unseen)
        return not self._stopped

    def _send_counts(self, name: str) -> None:
        processed, unseen = self.counts
        text = f"{name} thinks: {processed:,} states processed, {unseen:,} open"
        self.send("thinking", on=True, text=text if processed else f"{name} thinks")
