"""The maze page's channel: the game ticks on a thread, and each moment is sent whole."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from time import monotonic
from typing import Any

from asterion.games.maze.motion import UNIT
from asterion.lab import limits
from asterion.lab.maze.draft import Draft
from asterion.lab.maze.moment import NOTHING, Camera
from asterion.lab.maze.payload import draft_payload, stats_payload, world_payload
from asterion.lab.maze.scenes import SCENES
from asterion.lab.maze.session import MazeSession
from asterion.lab.maze.setup import MazeSetup
from asterion.lab.server.channel import Message, Watcher
from asterion.lab.server.speed import speed
from asterion.lab.server.worker_channel import WorkerChannel
from asterion.lab.wire.packing import pack
from asterion.lab.work import Work
from asterion.world.arguments import count, flag

FRAMES = 30  # per second
TICKS = 2  # per frame
HURRY = 0.02  # seconds of ticks per frame on the way to the end; other sessions need time too
BETWEEN_STATS = 0.25  # seconds


class MazeChannel(WorkerChannel):
    """A game, its watchers, and the messages that each of them has seen."""

    scenes = SCENES
    has_undo = False  # characters move by themselves
    session: MazeSession

    def __init__(self, images: tuple[str, ...] = ()) -> None:
        self.session = MazeSession()
        self.images = images
        self.on_over: Callable[[], None] = lambda: None  # the page hands out logs
        self._camera = Camera()
        self._picture = NOTHING
        self._seen: dict[Watcher, dict[int, bytes]] = {}
        self._shown_run = 0
        self._stats_sent = 0.0
        super().__init__(
            {
                "hello": self._hello,
                "again": lambda watcher, _: self._forget(watcher),
                "press": lambda _, message: self.ask(partial(self.session.press, message["key"])),
                "start": lambda *_: self.ask(self.session.start),
                "reset": lambda *_: self.ask(self.session.reset, kind="reset"),
                "skip": lambda _, message: self.skip(message["steps"]),
                "finish": lambda *_: self.ask(self.session.finish),
                "rerun": lambda *_: self.ask(self.session.again),
                "reseed": lambda *_: self.ask(self.session.reseed),
                "switch": lambda _, message: self.switch(message["name"], on=message["on"]),
                "speed": lambda _, message: self.rule(
                    "speed", round(100 * speed(message["value"]))
                ),
                "walk": lambda _, message: self.ask(
                    partial(self.session.walk, tuple(message["move"]))
                ),
                "dig": lambda _, message: self.ask(partial(self.session.dig, message["cell"])),
                "next": lambda *_: self.ask(self.session.next_level),
                "draw": lambda _, message: self.draw(on=message["on"]),
                "begin": lambda *_: self.ask(partial(self.session.stroke, on=True)),
                "paint": lambda _, message: self._paint(message["cells"], message["letter"]),
                "end": lambda *_: self.ask(partial(self.session.stroke, on=False)),
                "clear": lambda *_: self.redraw(Draft.cleared),
                "undo": lambda *_: self.ask(self.session.undo),
                "redo": lambda *_: self.ask(self.session.redo),
            }
        )

    # --- Requests of browsers and controls

    async def _hello(self, watcher: Watcher, message: Message) -> None:
        self._seen[watcher] = {}
        if self.session.is_left:
            self.ask(self.session.come_back)
        if self.session.is_fresh or message.get("new") is True:
            await self.restore_from(watcher, message, MazeSetup.from_link)
        self._forget(watcher)

    def restore(self, setup: MazeSetup) -> None:
        """Take over the set-up of a link."""
        self.adopt(setup)

    def adopt(self, setup: MazeSetup) -> None:
        """Begin another game, whatever is being played."""
        self.ask(partial(self.session.take, setup))

    def _forget(self, watcher: Watcher) -> None:
        self._seen[watcher] = {}
        self._shown_run = 0  # the world is sent again
        self.ask(lambda: None)

    def change(self, make: Callable[[MazeSetup], MazeSetup]) -> None:
        """Change the world, the players, or the seed."""
        self.ask(partial(self.session.change, make))

    def rule(self, name: str, value: Any) -> None:
        """Change a rule."""
        self.ask(partial(self.session.rule, name, value))

    def draw(self, *, on: Any) -> None:
        """Open or close the editor."""
        self.ask(partial(self.session.draw, on=flag("on", on)))

    def redraw(self, change: Callable[[Draft], Draft]) -> None:
        """Change the world in the editor."""
        self.ask(partial(self.session.redraw, change))

    def _paint(self, cells: Any, letter: Any) -> None:
        self.redraw(lambda draft: draft.painted(cells, letter))

    def skip(self, steps: Any) -> None:
        """Play ticks without pauses, and pause the game then."""
        steps = count("steps", steps, least=1, most=limits.SKIPPED_STEPS)
        self.ask(partial(self.session.skip, steps))

    def switch(self, name: str, *, on: bool) -> None:
        """Show or hide something."""
        self.ask(partial(self.session.switch, name, on=on))

    def replay(self, saved: Any) -> None:
        """Play a saved run."""
        self.ask(partial(self.session.replay_checked, saved))

    def on_unwatched(self) -> None:
        """Pause the game when no watcher is left, until one comes."""
        self._seen.clear()
        self.session.is_left = True
        super().on_unwatched()

    def close(self) -> None:
        """Close the dropped session: release its page."""
        super().close()
        self.on_over = lambda: None

    # --- Work

    @property
    def is_moving(self) -> bool:
        """Whether the game runs."""
        return self.session.moving

    async def send_all(self) -> None:
        """Send the world if it has changed, the state of the game, and this moment."""
        await self.run(self._look)
        if self._shown_run != self.session.runs:
            self._shown_run = self.session.runs
            self._seen.clear()
            self.send("world", **world_payload(self.session), images=self.images)
        if not self.session.in_stroke:
            self.send("draft", **draft_payload(self.session))
        self._send_moment()
        self._send_state()
        self.send("link", link=await self.run(self.session.setup.to_link))
        self.on_setup()

    async def move_on(self) -> None:
        """Play some ticks, and send the moment after them."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        try:
            is_moving = await self.run(self._advance())
        except Exception as error:  # noqa: BLE001 - a custom navigator may raise anything
            self.send("error", text=str(error))
            self.session.switch("paused", on=True)
            is_moving = False
        self._send_moment()
        if not is_moving:
            self._send_state()
            self.on_setup()
            if self.session.over:
                self.on_over()
        await self.wait(1 / FRAMES - (loop.time() - begin))

    def _advance(self) -> Work[bool]:
        if self.session.hurried:
            until = monotonic() + HURRY
            while self.session.tick() and monotonic() < until:
                yield
        else:
            for _ in range(TICKS):
                self.session.tick()
                yield
        self._look()
        return self.session.moving

    def _look(self) -> None:
        self._picture = self._camera.take(self.session)

    # --- Messages

    def _send_moment(self) -> None:
        for watcher in self.watchers:
            watcher.send("moment", partial(self._unseen, watcher))
        if not self.session.moving or monotonic() > self._stats_sent + BETWEEN_STATS:
            self._stats_sent = monotonic()
            self.send("stats", **stats_payload(self.session))

    def _unseen(self, watcher: Watcher) -> bytes:
        """The last snapshot without fields that the watcher has; called when it can be sent."""
        moment, fields = self._picture
        seen = self._seen.setdefault(watcher, {})
        news = {i: field for i, field in fields.items() if seen.get(i) != field}
        seen.update(news)
        return pack({**moment, "fields": [*news.items()]})

    def _send_state(self) -> None:
        session = self.session
        self.send(
            "state",
            phase=session.phase,
            replaying=session.replaying,
            switches=asdict(session.switches),
            level=session.setup.level,
            levels=len(session.setup.levels),
            speed=session.rules.speed / 100,
            move=UNIT / session.rules.player_speed / TICKS / FRAMES,  # at speed 1, on floor
            hash="" if session.moving else session.game.hash,
        )
