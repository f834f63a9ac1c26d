"""One moment of the maze game, as it is sent to the browser.

A cell is row * cols + col; a place is a row and a column, where whole numbers are the middles of
tiles. Headings are numbered clockwise from up, 0 to 7. Fields are bytes per cell, by number:

    0, 1, 2   the search of a player: its navigator's state (see navigate.inspect) plus 16 times
              the direction of the cell's parent, 1 to 8 clockwise from up, 0 for none
    SLOW      mud: 1 where there is some; plus 2 where it rains
    THREAT    the threat: 0 for none, up to 255
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidValue
from asterion.games.maze.motion import FACING, UNIT
from asterion.games.maze.slow_downs import MUD, RAIN
from asterion.games.maze.threat import LAYER
from asterion.world.grid import Cell

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.games.maze.players import Player
    from asterion.games.maze.simulation import Simulation
    from asterion.lab.maze.session import MazeSession

SLOW, THREAT = 254, 255


def moment_of(run: int, game: Simulation) -> dict[str, Any]:
    """Return all but the fields; ``run`` is the number of the game."""
    cols, goals = game.world.shape[1], len(game.world.goals)
    human = game.human
    return {
        "type": "moment",
        "run": run,
        "tick": game.now,
        "pits": _nodes(game.traps.open, cols),
        "players": [
            {
                **_place(player),
                "state": player.path_state,
                "finished": player.finished,
                "reached": goals - len(player.goals_left),
                "path": _nodes(player.path, cols),
            }
            for player in game.players
        ],
        "monsters": [
            {
                **_place(monster),
                "letter": monster.letter,
                "chasing": monster.state != "wander",
                "target": -1 if monster.target is None else _node(monster.target, cols),
            }
            for monster in game.monsters
        ],
        "human": None
        if human is None
        else {
            **_place(human),
            "finished": human.finished,
            "reached": goals - len(human.quest.goals_left),
        },
    }


def search_field(player: Player) -> bytes:
    """Return states and parents of a player's search; nothing for a custom one without them."""
    try:
        state, parent = player.navigator.state, player.navigator.parent
    except InvalidValue:
        return b""
    rows, cols = np.indices(state.shape)
    down = np.sign(parent // state.shape[1] - rows)
    right = np.sign(parent % state.shape[1] - cols)
    directions = np.where(parent < 0, 0, _DIRECTIONS[down + 1, right + 1])
    packed: npt.NDArray[np.uint8] = (state + 16 * directions).astype(np.uint8)
    return packed.tobytes()


def amount_field(amounts: npt.NDArray[Any], most: float) -> bytes:
    """Return amounts of all cells, where ``most`` and more is 255; amounts above 0 stay above 0."""
    return np.ceil(np.clip(amounts / most, 0, 1) * 255).astype(np.uint8).tobytes()


def slow_field(mud: npt.NDArray[Any], rain: npt.NDArray[Any], shape: tuple[int, ...]) -> bytes:
    """Return where it is muddy, and where it rains."""
    packed = np.broadcast_to((mud > 0) + 2 * (rain > 0), shape)
    return packed.astype(np.uint8).tobytes()


def _directions() -> npt.NDArray[np.int64]:
    directions = np.zeros((3, 3), np.int64)
    for (down, right), facing in FACING.items():
        directions[down + 1, right + 1] = facing + 1
    return directions


_DIRECTIONS = _directions()


def _place(mover: Any) -> dict[str, Any]:
    row, col = mover.place
    return {"row": row / UNIT, "col": col / UNIT, "heading": mover.facing}


def _node(cell: Cell, cols: int) -> int:
    return cell[0] * cols + cell[1]


def _nodes(cells: Iterable[Cell], cols: int) -> npt.NDArray[np.uint32]:
    return np.array([_node(cell, cols) for cell in cells], np.uint32)


# --- Snapshots of a session

DEEPEST = 12  # times its weight: the threat that is drawn at full strength


class Picture(NamedTuple):
    """One moment. It is immutable, so it may go to another thread."""

    moment: dict[str, Any]
    fields: dict[int, bytes]


NOTHING = Picture({}, {})


class Camera:
    """A camera on one session. It does not read an unchanged search again."""

    def __init__(self) -> None:
        self._last = NOTHING
        self._read: dict[int, Any] = {}  # by player: the progress of its search at that time

    def take(self, session: MazeSession) -> Picture:
        """Take a snapshot of the session now."""
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
            fields[SLOW] = slow_field(mud, rain, game.grid.shape)
        self._last = Picture(moment_of(session.runs, game), fields)
        return self._last

    def _search(self, run: int, player: Player) -> bytes:
        stats = player.navigator.stats
        done = (run, len(player.goals_left), stats.searches, stats.pushes, stats.pops)
        known = self._last.fields.get(player.number)
        if player.budget and (player.planning or not player.navigator.ready):
            # To read a search would finish it. The last one stays, if it is of this game.
            return known if known and self._read.get(player.number, done)[0] == run else b""
        if known is None or self._read.get(player.number) != done:
            known = search_field(player)
            self._read[player.number] = done
        return known
