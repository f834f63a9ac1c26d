"""The playground's channel: browsers draw on the map, and one worker solves it."""

from __future__ import annotations

from collections.abc import Iterator

from asterion.lab import limits
from asterion.lab.playground.payload import found_message, frames_message
from asterion.lab.playground.scenes import SCENES
from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.about import about
from asterion.lab.searches.open_order import open_order
from asterion.lab.server.channel import Channel, Message, Watcher
from asterion.lab.wire.messages import map_message
from asterion.lab.wire.packing import pack
from asterion.lab.work import Work


class PlaygroundChannel(Channel):
    """A playground, its watchers, and the searches in progress."""

    scenes = SCENES
    session: Playground

    def __init__(self) -> None:
        self.session = Playground()
        self._brief = False
        super().__init__(
            {
                "hello": self._hello,
                "again": lambda _watcher, _message: self._send_all(),
                "begin": lambda _watcher, _message: self.session.begin_stroke(),
                "paint": self._paint,
                "move": self._move,
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
        self.changed(brief=True)

    def _move(self, _watcher: Watcher, message: Message) -> None:
        unit = int(message.get("unit", 0))
        self.session.move(str(message["end"]), int(message["cell"]), unit)
        self.changed(brief=True)

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

    # --- Work

    def changed(self, *, brief: bool = False) -> None:
        """Solve the changed set-up, without traces during a stroke."""
        self._brief = brief
        super().changed()

    async def work_on(self) -> None:
        """Solve until there are no more changes."""
        while self._dirty:
            self._dirty = False
            brief, setup = self._brief, self.session.setup
            self._send_map()
            answer = await self.run(self._answer(setup, brief=brief))
            if answer is None:
                self._dirty = True
                continue
            results, link = answer
            for board, packed in enumerate(results):
                self.send_bytes(f"result {board}", packed)
            if link is not None:
                self.send("link", link=link)
            self.on_results()
        self.send_done()

    def _answer(self, setup: Setup, *, brief: bool) -> Work[tuple[list[bytes], str | None] | None]:
        """The packed results, and the link unless it is brief; None if the map has changed.

        It is one piece of work, so that an edit waits for it only once.
        """
        if (yield from self.session.solving(briefly=brief)) is None:
            return None
        packed = []
        for message in self._results():
            packed.append(message)
            yield
        return packed, None if brief else setup.to_link()

    # --- Messages

    def _send_all(self) -> None:
        """Send everything, for a new watcher; the others get it again."""
        self._send_map()
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
        if playground.frames is not None:
            yield pack(frames_message(playground.version, playground.frames, brief=brief))
        for board, found in enumerate(playground.results[: limits.RUNS]):
            shape = (playground.solved or playground.setup).cells.shape
            yield pack(found_message(board, playground.version, found, shape, brief=brief))
