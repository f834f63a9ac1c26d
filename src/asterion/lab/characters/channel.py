"""The channel of the Characters page: browsers change the world, one worker plans."""

from __future__ import annotations

from collections.abc import Callable

from asterion.lab.characters.payload import payload_of
from asterion.lab.characters.scenes import SCENES
from asterion.lab.characters.session import CharactersSession
from asterion.lab.characters.setup import CharacterSetup
from asterion.lab.maps.scenes import Scene
from asterion.lab.server.channel import Channel, Message, Watcher


class CharactersChannel(Channel):
    """A character, its watchers, and its decision."""

    scenes = SCENES
    session: CharactersSession

    def __init__(self) -> None:
        self.session = CharactersSession()
        super().__init__(
            {
                "hello": self._hello,
                "again": lambda _watcher, _message: self.changed(),
                "act": lambda _watcher, _message: self._do(self.session.act),
                "estimate": self._estimate,
                "replan": lambda _watcher, _message: self._do(self.session.replan),
            }
        )

    async def _hello(self, watcher: Watcher, message: Message) -> None:
        if self.session.version == 0:
            await self.restore_from(watcher, message, CharacterSetup.from_link)
        self.changed()

    def _do(self, deed: Callable[[], None]) -> None:
        deed()
        self.changed()

    def _estimate(self, _watcher: Watcher, message: Message) -> None:
        self.adopt(self.session.setup.with_estimate(message["name"]))

    def show_scene(self, scene: Scene) -> None:
        """Set up a scene: its character has no plan yet."""
        self.session.begin()
        super().show_scene(scene)

    async def work_on(self) -> None:
        """Decide until there are no more changes."""
        while self._dirty:
            self._dirty = False
            setup = self.session.setup
            if not await self.run(self.session.solving()):
                self._dirty = True
                continue
            self.send("decision", **payload_of(self.session))
            self.send("link", link=setup.to_link())
            self.on_results()
        self.send_done()
