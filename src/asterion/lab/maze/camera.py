"""Snapshots of a maze game: each moment, with the fields that are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.games.maze.slow_downs import MUD, RAIN
from asterion.games.maze.threat import LAYER
from asterion.lab.maze.moment import (
    SLOW,
    THREAT,
    amount_field,
    ground_field,
    moment_of,
    search_field,
)

if TYPE_CHECKING:
    from asterion.games.maze.players import Player
    from asterion.lab.maze.session import MazeSession

DEEPEST = 12  # times its weight: the threat that is drawn at full strength


class Picture(NamedTuple):
    """One moment. It never changes, so it may go to another thread."""

    moment: dict[str, Any]
    fields: dict[int, bytes]


NOTHING = Picture({}, {})


class Camera:
    """Takes snapshots of one session. A search that has not changed is not read again."""

    def __init__(self) -> None:
        self._last = NOTHING
        self._read: dict[int, Any] = {}  # by player: what its search had done by then

    def take(self, session: MazeSession) -> Picture:
        """The session as it is now."""
        game, switches = session.game, session.switches
        fields = {}
        if switches.states or switches.trees:
            for player in game.players:
                fields[player.number] = self._search(session.runs, player)
        layers = game.grid.layers
        if switches.threat and LAYER in layers:
            most = DEEPEST * game.rules.threat_weight
            fields[THREAT] = amount_field(np.asarray(layers[LAYER]), most)
        if MUD in layers or RAIN in layers:
            mud, rain = (np.asarray(layers.get(name, 0)) for name in (MUD, RAIN))
            fields[SLOW] = ground_field(mud, rain, game.grid.shape)
        self._last = Picture(moment_of(session.runs, game), fields)
        return self._last

    def _search(self, run: int, player: Player) -> bytes:
        stats = player.navigator.stats
        done = (run, len(player.goals_left), stats.searches, stats.pushes, stats.pops)
        known = self._last.fields.get(player.number)
        if known is None or self._read.get(player.number) != done:
            known = search_field(player)
            self._read[player.number] = done
        return known
