"""The open ground page's channel: browsers draw obstacles, and one worker searches the ground."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from asterion.lab.open_ground.payload import answer_message
from asterion.lab.open_ground.scenes import SCENES
from asterion.lab.open_ground.session import GroundSession
from asterion.lab.open_ground.setup import GroundSetup
from asterion.lab.server.channel import Channel, Message, Watcher, json_message
from asterion.lab.wire.packing import pack

Edit = Callable[[GroundSetup, Message], GroundSetup]
# A browser's edits, by the name of the message.
EDITS: dict[str, Edit] = {
    "add": lambda setup, m: setup.with_obstacle(m["points"]),
    "shape": lambda setup, m: setup.reshaped(m["at"], m["points"]),
    "erase": lambda setup, m: setup.without(m["at"]),
    "place": lambda setup, m: setup.moved(m["end"], m["x"], m["y"]),
    "radius": lambda setup, m: setup.with_radius(m["value"]),
    "clear": lambda setup, _: setup.cleared(),
}


class OpenGroundChannel(Channel):
    """Ground, its watchers, and the search in progress."""

    scenes = SCENES
    session: GroundSession

    def __init__(self) -> None:
        self.session = GroundSession()
        super().__init__(
            {
                "hello": self._hello,
                "again": lambda _watcher, _message: self.changed(),
                "begin": lambda _watcher, _message: self.session.edits.begin_stroke(),
                "end": self._end,
                **{name: partial(self._edit, edit) for name, edit in EDITS.items()},
            }
        )

    async def _hello(self, watcher: Watcher, message: Message) -> None:
        self.session.edits.end_stroke()  # of a connection that broke while the pointer was down
        if self.session.version == 0:
            await self.restore_from(watcher, message, GroundSetup.from_link)
        self.changed()

    def _edit(self, edit: Edit, _watcher: Watcher, message: Message) -> None:
        self.adopt(edit(self.session.setup, message))

    def _end(self, _watcher: Watcher, _message: Message) -> None:
        self.session.edits.end_stroke()

    async def work_on(self) -> None:
        """Search until there are no more changes."""
        while self._dirty:
            self._dirty = False
            marks = {watcher: watcher.received for watcher in self.watchers}
            setup = self.session.setup
            if not await self.run(self.session.solving()):
                self._dirty = True
                continue
            self._send_setup(setup, marks)
            if self.session.answer is not None:
                self.send_bytes("answer", pack(answer_message(self.session.answer)))
            self.send("link", link=setup.to_link())
            self.on_results()
        self.send_done()

    def _send_setup(self, setup: GroundSetup, marks: dict[Watcher, int]) -> None:
        """Send the ground, with the number of each browser's last message that it answers.

        A browser that has drawn since knows better how the ground is.
        """
        ground = {name: getattr(setup, name) for name in ("obstacles", "start", "goal", "radius")}
        for watcher in self.watchers:
            n = marks.get(watcher, watcher.received)
            watcher.send("setup", json_message("setup", n=n, **ground))
