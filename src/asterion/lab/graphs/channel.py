"""The graphs page's channel: browsers draw a graph, and one worker searches it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from asterion.errors import InvalidType, short_repr
from asterion.lab.graphs.scenes import SCENES
from asterion.lab.graphs.session import GraphSession
from asterion.lab.graphs.setup import GraphSetup
from asterion.lab.searches.about import about
from asterion.lab.searches.open_order import open_order
from asterion.lab.server.channel import Channel, Message, Watcher, json_message

Edit = Callable[[GraphSetup, Message], GraphSetup]
# A browser's edits of the graph, by the name of the message.
EDITS: dict[str, Edit] = {
    "add": lambda setup, m: setup.with_node(m["x"], m["y"]),
    "place": lambda setup, m: setup.moved(m["node"], m["x"], m["y"]),
    "rename": lambda setup, m: setup.renamed(m["node"], m["name"]),
    "estimate": lambda setup, m: setup.with_estimate(m["node"], m["value"]),
    "connect": lambda setup, m: setup.connected(m["source"], m["target"], both=m["both"] is True),
    "cost": lambda setup, m: setup.with_cost(_number(m, "connection"), m["cost"]),
    "turn": lambda setup, m: setup.turned(_number(m, "connection")),
    "start": lambda setup, m: setup.with_ends(start=str(m["node"])),
    "goal": lambda setup, m: setup.with_ends(goal=str(m["node"])),
    "cut": lambda setup, m: setup.without_connection(_number(m, "connection")),
    "remove": lambda setup, m: setup.without_node(m["node"]),
    "clear": lambda setup, _: setup.cleared(),
}


class GraphsChannel(Channel):
    """A graph, its watchers, and the search in progress."""

    scenes = SCENES
    session: GraphSession

    def __init__(self) -> None:
        self.session = GraphSession()
        super().__init__(
            {
                "hello": self._hello,
                "again": lambda _watcher, _message: self._send_all(),
                "begin": lambda _watcher, _message: self.session.edits.begin_stroke(),
                "end": self._end,
                **{name: partial(self._edit, edit) for name, edit in EDITS.items()},
            }
        )

    # --- Requests of browsers and controls

    async def _hello(self, watcher: Watcher, message: Message) -> None:
        self.session.edits.end_stroke()  # of a connection that broke while the pointer was down
        if self.session.version == 0:
            await self.restore_from(watcher, message, GraphSetup.from_link)
        if self.session.solved is not None:
            self._send_all()
        self.changed()

    def _edit(self, edit: Edit, _watcher: Watcher, message: Message) -> None:
        self.adopt(edit(self.session.setup, message))

    def _end(self, _watcher: Watcher, _message: Message) -> None:
        self.session.edits.end_stroke()
        self.changed()

    # --- Work

    async def work_on(self) -> None:
        """Solve until there are no more changes."""
        while self._dirty:
            self._dirty = False
            before, setup = self.session.written, self.session.setup
            marks = {watcher: watcher.received for watcher in self.watchers}
            if not await self.run(self.session.solving()):
                self._dirty = True
                continue
            if self.session.written is before:
                self._send_places(marks)
            else:
                self._send_all(marks)
            self.send("link", link=setup.to_link())
            self.on_results()
        self.send_done()

    # --- Messages

    def _send_all(self, marks: dict[Watcher, int] | None = None) -> None:
        """Send the graph, and the lists of its search."""
        setup, written = self.session.solved, self.session.written
        if setup is None:
            return
        numbers = {name: i for i, name in enumerate(setup.names)}
        self._send_marked(
            "graph",
            marks,
            names=setup.names,
            places=[[spot.x, spot.y] for spot in setup.nodes],
            estimates=[spot.estimate for spot in setup.nodes],
            estimated=setup.estimates is not None,
            connections=[[numbers[a], numbers[b], cost] for a, b, cost in setup.connections],
            start=numbers[setup.start],
            goal=numbers[setup.goal],
            title=setup.run.title,
            about=about(setup.run.algorithm),
            order=open_order(setup.run.algorithm, setup.run.options),
            status=written.status,
            message=written.message,
            steps=written.steps,
            log=written.log,
            path=written.path,
            walked=written.walked,
        )

    def _send_places(self, marks: dict[Watcher, int]) -> None:
        """Send new places of nodes: the search is the same, and is not sent again.

        A browser that has moved one since its last message here knows better where that is.
        """
        places = {spot.name: [spot.x, spot.y] for spot in self.session.setup.nodes}
        self._send_marked("places", marks, places=places)

    def _send_marked(self, topic: str, marks: dict[Watcher, int] | None, **message: Any) -> None:
        """Send a message with the number of each browser's last message that it answers."""
        for watcher in self.watchers:
            n = (marks or {}).get(watcher, watcher.received)
            watcher.send(topic, json_message(topic, n=n, **message))


def _number(message: Message, name: str) -> int:
    value = message[name]
    if not isinstance(value, int):
        raise InvalidType(f"{name} is {short_repr(value)}; it must be a whole number")
    return value
