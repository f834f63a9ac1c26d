"""The crowds page's channel: units walk, people draw on the map, and moments are sent.

One worker has all access to the session, one job at a time, on another thread.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.crowds.payload import layers_message, moment
from asterion.lab.crowds.scenes import SCENES
from asterion.lab.crowds.session import CrowdSession
from asterion.lab.crowds.setup import ENGINES, CrowdSetup
from asterion.lab.maps.undo_stack import UndoStack
from asterion.lab.server.channel import Message, Watcher
from asterion.lab.server.speed import speed
from asterion.lab.server.worker_channel import WorkerChannel
from asterion.lab.wire.packing import pack
from asterion.lab.work import Work
from asterion.world.arguments import count

CROSSING = 10.0  # seconds at speed 1 of as many ticks as the map has rows and columns
SHORTEST, LONGEST = 0.08, 0.25  # seconds of a tick at speed 1
MESSAGES = 30  # per second, at most
_KEPT = 64  # moments, for browsers that lag behind
_AT_ONCE = 8  # moments in a message


class CrowdsChannel(WorkerChannel):
    """A set-up, the session made from it, and its watchers."""

    scenes = SCENES

    def __init__(self) -> None:
        self._edits = UndoStack(CrowdSetup.first())
        self.session = CrowdSession(self.setup)
        self.walking = False
        self.speed = 1.0
        self._number = 0  # of sessions so far
        self._moments: deque[dict[str, Any]] = deque(maxlen=_KEPT)
        self._made = 0  # moments so far
        self._seen: dict[Watcher, int] = {}  # moments that each was sent
        self._touched = False  # whether the set-up was changed here
        self._is_behind = False  # whether the last drawing failed to reach the session
        self._due = 0.0  # when the next tick is to begin, by the clock of the event loop
        self._make_moment()
        super().__init__(
            {
                "hello": self._hello,
                "again": self._again,
                "begin": lambda _watcher, _message: self._edits.begin_stroke(),
                "paint": self._paint,
                "order": self._order,
                "end": lambda _watcher, _message: self._end(),
                "clear": lambda _watcher, _message: self.clear(),
                "walk": self._walk,
                "step": lambda _watcher, _message: self.step(),
                "skip": lambda _watcher, message: self.step(message["steps"]),
                "restart": lambda _watcher, _message: self._begin(),
                "replay": lambda _watcher, _message: self.replay(),
                "speed": self._take_speed,
            }
        )

    # --- Setting up

    @property
    def setup(self) -> CrowdSetup:
        """The set-up that a restart begins with."""
        return self._edits.present

    def adopt(self, setup: CrowdSetup) -> None:
        """Replace the set-up: the units go back to their starts."""
        self._edits.adopt(setup)
        self._begin()

    def undo(self) -> bool:
        """Undo the last edit; False if there is none."""
        return self._travel(self._edits.undo)

    def redo(self) -> bool:
        """Redo the last undone edit; False if there is none."""
        return self._travel(self._edits.redo)

    def clear(self) -> None:
        """Make floor everywhere, while they walk."""
        before, after = self.setup, self.setup.cleared()
        self._draw(after, lambda: self.session.follow(before, after))

    def replay(self) -> None:
        """Begin the same run again, with all that was drawn meanwhile at its tick."""
        self.adopt(self.session.record())

    def _travel(self, travel: Callable[[], bool]) -> bool:
        before = self.setup
        if not travel():
            return False
        after = self.setup
        if after.differs_in_layers_alone(before) and self._has_begun:
            self.ask(lambda: self.session.follow(before, after))  # they walk on
        else:
            self._begin()
        self.leave_undone_scene()
        return True

    @property
    def _has_begun(self) -> bool:
        return self.walking or self.session.tick > 0

    def _draw(self, setup: CrowdSetup, job: Callable[[], None]) -> None:
        """Replace the set-up; a job makes the change while they walk."""
        self._edits.adopt(setup)
        if self._has_begun:
            self.ask(job)
        else:
            self._begin()

    def _begin(self) -> None:
        """Start the units again in the present set-up."""
        self.ask(self._begin_session, kind="begin")

    # Jobs look up the session when they run: it may have been replaced by then.

    def _begin_session(self) -> None:
        self.session = CrowdSession(self.setup)
        self._number += 1
        self._moments.clear()

    def _steps(self, ticks: int) -> Work[bool]:
        alive = True
        for _ in range(ticks):
            alive = self.session.step()
            self._make_moment()
            yield
        return alive

    def _make_moment(self) -> None:
        self._moments.append(moment(self.session))
        self._made += 1

    # --- Requests of browsers

    async def _hello(self, watcher: Watcher, message: Message) -> None:
        self._seen[watcher] = 0
        self._edits.end_stroke()  # of a connection that broke while the pointer was down
        if not self._touched:
            await self.restore_from(watcher, message, CrowdSetup.from_link)
        if self._is_behind:
            self._is_behind = False
            self._begin()
        self._send_state()
        self.ask(None)

    def restore(self, setup: CrowdSetup) -> None:
        """Take over the set-up of a link."""
        self._edits = UndoStack(setup)
        self._begin()

    def _again(self, watcher: Watcher, _message: Message) -> None:
        self._seen[watcher] = 0
        self.ask(None)

    def _paint(self, _watcher: Watcher, message: Message) -> None:
        layer, value = str(message["layer"]), int(message["cost"])
        cells = [int(cell) for cell in message["cells"]]
        ids = [int(unit) for unit in message["ids"]]
        if layer == "units" and value == 0:  # units on their way, wherever they began
            origins = self.session.origins
            if not all(0 <= unit < len(origins) for unit in ids):
                raise InvalidValue(f"the units {ids[:3]} ... are not all on the map")
            begun = self.setup.drawn("units", [origins[unit] for unit in ids], 0)
            self._draw(begun, lambda: self.session.dismiss(ids))
        else:
            drawn = self.setup.drawn(layer, cells, value)
            self._draw(drawn, lambda: self.session.change(layer, cells, value))

    def _order(self, _watcher: Watcher, message: Message) -> None:
        ids, cell = [int(unit) for unit in message["ids"]], int(message["cell"])
        self.ask(lambda: self.session.order(ids, cell))

    def _end(self) -> None:
        self._edits.end_stroke()
        self.ask(None)

    def _take_speed(self, _watcher: Watcher, message: Message) -> None:
        self.speed = speed(message["value"])
        self._due = 0.0
        self._wake.set()

    def _walk(self, _watcher: Watcher, message: Message) -> None:
        on = message["on"]
        if not isinstance(on, bool):  # a crowd may walk for ever
            raise InvalidType(f"on is {short_repr(on)}; it must be true or false")
        self.walk(on=on)

    # --- Walking

    def walk(self, *, on: bool) -> None:
        """Start or stop the units."""
        self.walking = on
        self._due = 0.0
        self._send_state()
        self.ask(None)

    def step(self, steps: Any = 1) -> None:
        """Make ticks, without pauses."""
        steps = count("steps", steps, least=1, most=limits.SKIPPED_STEPS)
        self.walking = False
        self._send_state()
        self.ask(partial(self._steps, steps))

    def on_unwatched(self) -> None:
        """Stop the units when no watcher is left."""
        self.walking = False
        self._seen.clear()
        self._is_behind = self._is_behind or self.is_busy
        super().on_unwatched()

    # --- Work

    @property
    def is_moving(self) -> bool:
        """Whether they walk."""
        return self.walking

    @property
    def move(self) -> float:
        """The seconds of a tick at speed 1."""
        rows, cols = self.setup.cells.shape
        seconds: float = CROSSING / (rows + cols)
        return min(LONGEST, max(SHORTEST, seconds))

    def ask(self, job: Callable[[], object] | None, *, kind: str | None = None) -> None:
        """Queue a job for the worker."""
        self._touched = True
        super().ask(job, kind=kind)

    async def send_all(self) -> None:
        """Send the map and its present moment."""
        self._send_state()
        await self._send_map()
        await self.run(self._make_moment)
        self._send_moments()
        self.send("link", link=await self.run(lambda: self.session.record().to_link()))
        self.on_setup()
        self.on_results()

    async def work_on(self) -> None:
        """Do all jobs and the moves that are due, in turns: they walk on while a person draws."""
        while self._jobs or self.is_moving:
            if self._jobs:
                await self._do_all()
            if self.is_moving:
                await self.move_on()

    async def move_on(self) -> None:
        """Make some ticks if they are due, and wait for the next."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        if begin < self._due:
            await self.wait(self._due - begin)
            return
        seconds = self.move / self.speed
        ticks = max(1, round(1 / seconds / MESSAGES))
        changes = len(self.session.events)
        try:
            alive = await self.run(self._steps(ticks))
        except Exception as error:  # noqa: BLE001 - a distance may be too long for an engine
            self.send("error", text=str(error))
            alive = False
        if len(self.session.events) != changes:  # a replay has drawn
            await self._send_map()
        self._send_moments()
        if not alive or not self.watchers:
            self.walking = False
            self._send_state()
        self.on_results()
        self._due = begin + ticks * seconds
        await self.wait(self._due - loop.time())

    # --- Messages

    def _send_state(self) -> None:
        self.send(
            "walking",
            on=self.walking,
            over=self.session.is_over,
            speed=self.speed,
            move=self.move,
            titles=[ENGINES[engine] for engine in self.session.setup.engines],
            then=self.session.setup.then,
        )

    async def _send_map(self) -> None:
        number = self._number
        message = await self.run(lambda: pack(layers_message(self.session, number)))
        self.send_bytes("map", message, first=True)

    def _send_moments(self) -> None:
        for watcher in self.watchers:
            watcher.send("moments", partial(self._unseen, watcher))

    def _unseen(self, watcher: Watcher) -> bytes | None:
        """The last moments that a watcher does not have; called when they can be sent."""
        new = min(self._made - self._seen.get(watcher, 0), len(self._moments), _AT_ONCE)
        self._seen[watcher] = self._made
        if not new:
            return None
        moments = list(self._moments)[-new:]
        return pack({"type": "moments", "session": self._number, "moments": moments})
