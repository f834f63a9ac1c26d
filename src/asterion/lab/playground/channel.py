"""The playground's channel: browsers draw on the map, and one worker solves it.

Results carry the version of their set-up, and browsers learn which of their messages are in a
version: so they know whether what they show belongs to the map that they show. Brief results come
first; what is needed to play the searches follows when the drawing rests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any

from asterion.lab import limits
from asterion.lab.playground.map_layers import MapLayers
from asterion.lab.playground.payload import found_message, frames_message
from asterion.lab.playground.scenes import SCENES
from asterion.lab.playground.session import Found, Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.playground.story import STORY_SCENES
from asterion.lab.searches.about import about
from asterion.lab.searches.open_order import open_order
from asterion.lab.server.channel import Channel, Message, Watcher, json_message
from asterion.lab.wire.messages import map_message
from asterion.lab.wire.packing import pack
from asterion.lab.work import Work


class PlaygroundChannel(Channel):
    """A playground, its watchers, and the searches in progress."""

    scenes = SCENES
    story = STORY_SCENES
    session: Playground

    def __init__(self) -> None:
        self.session = Playground()
        self.on_late: Callable[[], None] = lambda: None  # results are of a previous set-up
        self._whole_seconds = 0.0  # that the last whole results took
        self._layers_seconds = 0.0  # that the last layers of the map took
        self._announced: Any = None  # the last version that was announced, and whether in a stroke
        self._layered: Any = None  # the version and the layers of the last ones, and their message
        self._change = asyncio.Event()
        super().__init__(
            {
                "hello": self._hello,
                "again": lambda _watcher, _message: self._send_all(),
                "begin": lambda _watcher, _message: self.session.begin_stroke(),
                "paint": self._paint,
                "move": self._move,
                "link": self._link,
                "unlink": self._unlink,
                "fence": self._fence,
                "layers": self._layers,
                "end": self._end,
                "clear": lambda _watcher, _message: self.clear(),
            }
        )

    @property
    def setup(self) -> Setup:
        """The current set-up."""
        return self.session.setup

    # --- Requests of browsers and controls

    async def _hello(self, watcher: Watcher, message: Message) -> None:
        self.session.end_stroke()  # of a connection that broke while the pointer was down
        if self.session.version == 0:
            await self.restore_from(watcher, message, Setup.from_link)
        self._send_all()
        self.changed()

    def _paint(self, _watcher: Watcher, message: Message) -> None:
        cells = [int(cell) for cell in message["cells"]]
        self.session.paint(cells, int(message["cost"]), int(message.get("frame", 0)))
        self.changed()

    def _move(self, _watcher: Watcher, message: Message) -> None:
        unit = int(message.get("unit", 0))
        self.session.move(str(message["end"]), int(message["cell"]), unit)
        self.changed()

    def _link(self, _watcher: Watcher, message: Message) -> None:
        a, b, cost = int(message["a"]), int(message["b"]), float(message["cost"])
        self.session.link(a, b, cost, both=bool(message["both"]))
        self.changed()

    def _unlink(self, _watcher: Watcher, message: Message) -> None:
        self.session.unlink(int(message["cell"]))
        self.changed()

    def _fence(self, _watcher: Watcher, message: Message) -> None:
        sides = [(int(a), int(b)) for a, b in message["sides"]]
        self.session.fence(sides, on=bool(message["on"]), both=bool(message["both"]))
        self.changed()

    def _layers(self, _watcher: Watcher, message: Message) -> None:
        layers = MapLayers.of(message)
        if layers != self.session.layers:
            self.session.layers = layers
            self.changed()

    def _end(self, _watcher: Watcher, _message: Message) -> None:
        self.session.end_stroke()
        self.changed()

    def clear(self) -> None:
        """Make floor everywhere."""
        self.session.clear()
        self.changed()

    def on_unwatched(self) -> None:
        """Drop the traces when no watcher is left: they are large and can be made again."""
        super().on_unwatched()
        self.session.forget()
        self._layered = None

    def close(self) -> None:
        """Release the page as well."""
        super().close()
        self.on_late = lambda: None

    # --- Work

    def changed(self) -> None:
        """Work on a set-up that has changed, or is about to."""
        self._change.set()
        super().changed()

    async def _rest(self) -> None:
        """Wait until the drawing rests, or something changes; what takes long, until it ends."""
        self._change.clear()
        is_slow = self._whole_seconds > limits.REST_SECONDS
        await self._pause(None if is_slow else limits.REST_SECONDS)

    async def _pause(self, seconds: float | None) -> None:
        """Wait so long, or until something changes."""
        if not self._dirty:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._change.wait(), seconds)

    async def work_on(self) -> None:
        """Solve until there are no more changes."""
        while self._dirty:
            self._dirty = False
            self._announce()
            late = asyncio.get_running_loop().call_later(limits.LATE_SECONDS, self._tell_late)
            try:
                if not await self._work_once(late):
                    self._dirty = True
            finally:
                late.cancel()
        self.send_done()

    async def _work_once(self, late: asyncio.TimerHandle) -> bool:
        """Send brief results and then whole ones; False if the set-up has changed meanwhile."""
        playground, setup = self.session, self.session.setup
        is_quick = (
            setup.cells.size <= limits.QUICK_CELLS and self._whole_seconds < limits.QUICK_SECONDS
        )
        in_stroke = playground.edits.in_stroke
        if not playground.is_solved and (in_stroke or setup.budget is None) and not is_quick:
            if await self.run(self._answer(setup, briefly=True)) is None:
                return False
            late.cancel()
            self.on_results()
            if setup.budget is not None:  # its frames need no trace to be played
                self._send_results()
            if in_stroke:
                await self._send_layers()
                await self._rest()
            if self._dirty:
                return True
        begin, is_new = perf_counter(), playground.is_brief or not playground.is_solved
        answer = await self.run(self._answer(setup, briefly=False, solve=is_new))
        if answer is None:
            return False
        if is_new:
            self._whole_seconds = perf_counter() - begin
        packed, link = answer
        late.cancel()
        for board, message in enumerate(packed):
            self.send_bytes(f"result {board}", message)
        self.send("link", link=link)
        if is_new:
            self.on_results()
        await self._send_layers()
        return True

    async def _send_layers(self) -> None:
        """Send the layers of the map that the results belong to, unless they were sent.

        If they take long, that waits until the drawing rests.
        """
        session = self.session
        which = session.solved_version, session.layers
        if not session.layers or (self._layered and self._layered[:2] == which):
            return
        if self._layers_seconds > limits.LAYER_SECONDS and session.edits.in_stroke:
            self._change.clear()
            await self._pause(limits.REST_SECONDS)
            if self._dirty:
                return
        begin = perf_counter()
        message = await self.run(self._packed_layers())
        if message is not None:
            self._layers_seconds = perf_counter() - begin
            self._layered = *which, message
            self.send_bytes("layers", message)

    def _packed_layers(self) -> Work[bytes | None]:
        message = yield from self.session.layering(limits.PATIENCE_SECONDS)
        return None if message is None else pack(message)

    def _answer(
        self, setup: Setup, *, briefly: bool, solve: bool = True
    ) -> Work[tuple[list[bytes], str] | None]:
        """The packed results and the link; None if the set-up has changed.

        Brief results are sent by themselves, and have no link. It is one piece of work, so that an
        edit waits for it only once.
        """
        loop, shape = asyncio.get_running_loop(), setup.cells.shape

        def tell(board: int, found: Found, version: int) -> None:
            packed = pack(found_message(board, version, found, shape, brief=True))
            loop.call_soon_threadsafe(self.send_bytes, f"result {board}", packed)

        is_small = setup.cells.size <= limits.QUICK_CELLS
        patience = limits.PATIENCE_SECONDS if briefly or is_small else 0.0
        work = self.session.solving(briefly=briefly, patience=patience, told=tell)
        return self._packed(work if solve else None, setup, briefly=briefly)

    def _packed(
        self, work: Work[list[Found] | None] | None, setup: Setup, *, briefly: bool
    ) -> Work[tuple[list[bytes], str] | None]:
        if work is not None and (yield from work) is None:
            return None
        if briefly:
            return [], ""
        packed = []
        for message in self._results() if work is not None else ():
            packed.append(message)
            yield
        return packed, setup.to_link()

    def _tell_late(self) -> None:
        if not self.session.is_solved:
            self.on_late()

    # --- Messages

    def send_done(self) -> None:
        """Tell each watcher that all messages it has sent are done, and the version by now."""
        for watcher in self.watchers:
            done = json_message("done", n=watcher.received, version=self.session.version)
            watcher.send("done", done)

    def _announce(self) -> None:
        """Tell each watcher which version is solved, and how many of its messages are in it.

        Who draws has the map already; others get it at the end of the stroke.
        """
        version, in_stroke = self.session.version, self.session.edits.in_stroke
        if self._announced == (version, in_stroke):
            return  # on the tape of a saved page a map comes before its results
        self._announced = version, in_stroke
        if not in_stroke:
            self._send_map()
        for watcher in self.watchers:
            watcher.send(
                "searching", json_message("searching", n=watcher.received, version=version)
            )

    def _send_all(self) -> None:
        """Send everything, for a new watcher; the others get it again."""
        self._announced = None
        self._send_map()
        if self.session.is_solved:
            self._send_results()
        if self._layered:
            self.send_bytes("layers", self._layered[2])

    def _send_results(self) -> None:
        for board, packed in enumerate(self._results()):
            self.send_bytes(f"result {board}", packed)

    def _send_map(self) -> None:
        """Send the map, before all waiting results; browsers drop results of another shape."""
        setup = self.session.setup
        if setup.budget is None:
            explained = [about(run.algorithm) for run in setup.runs]
            orders = [open_order(run.algorithm, run.options, setup.diagonal) for run in setup.runs]
            titles = [run.title for run in setup.runs]
            self.send("boards", titles=titles, about=explained, orders=orders)
        else:
            self.send("boards", titles=["Frame budget"], about=[None], frames=True)
        self.send_bytes("map", pack(map_message(setup)), first=True)

    def _results(self) -> Iterator[bytes]:
        """The results for the boards, packed."""
        playground, brief = self.session, self.session.is_brief
        version = playground.solved_version
        if playground.frames is not None:
            yield pack(frames_message(version, playground.frames, brief=brief))
        for board, found in enumerate(playground.results[: limits.RUNS]):
            shape = (playground.solved or playground.setup).cells.shape
            yield pack(found_message(board, version, found, shape, brief=brief))
