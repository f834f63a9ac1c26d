"""One moment of the maze game as bytes for the browser.

All numbers are little-endian, and every array of u32 begins at a multiple of 4. A cell is the
u32 row * cols + col; a place is f32 row, f32 col, where whole numbers are the middles of tiles.

    u8  kind              4
    u8  0
    u8  players, u8 monsters
    u32 run               the number of the game: a moment of another game is not shown
    u32 tick
    u32 pits
    of each player        place, u8 heading, u8 path state (0 free, 1 obstructed, 2 stopped),
                          u8 finished (0 or 1), u8 goals reached, u32 cells of its path
    of each monster       place, u8 letter (0 for a), u8 heading, u8 chasing (0 or 1), u8 0,
                          u32 target (2^32 - 1 for none)
    of the human          place (NaN without one), u8 heading, u8 finished, u8 goals reached, u8 0
    u32[pits]             cells
    u32[...]              the path of each player, one after the other
    u32 fields            how many follow; those that the browser has already are left out
    of each field         u8 which, u8 0, u16 0, u32 cells, u8[cells], filled up to a multiple of 4

Headings are numbered clockwise from up, 0 to 7. Fields are of all cells:

    0, 1, 2   the search of a player: its navigator's state (see navigate.inspect) plus 16 times
              the direction of the cell's parent, 1 to 8 clockwise from up, 0 for none
    254       mud: 1 where there is some; plus 2 where it rains
    255       the threat: 0 for none, up to 255
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from struct import pack
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.games.maze.motion import FACING, UNIT
from asterion.world.grid import Cell

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.games.maze.players import Player
    from asterion.games.maze.simulation import Simulation

FRAME = 4
SLOW, THREAT = 254, 255
PATH_STATES = ("free", "obstructed", "stopped")
_NOWHERE = 2**32 - 1


def pack_moment(run: int, game: Simulation) -> bytes:
    """All but the fields."""
    cols = game.world.shape[1]
    goals = len(game.world.goals)
    pits = nodes(game.traps.open, cols)
    paths = [nodes(player.path, cols) for player in game.players]
    parts = [
        pack("<4B3I", FRAME, 0, len(game.players), len(game.monsters), run, game.now, len(pits))
    ]
    for player, path in zip(game.players, paths, strict=True):
        state = PATH_STATES.index(player.path_state)
        counts = (player.facing, state, player.finished, goals - len(player.goals_left))
        parts.append(_place(player) + pack("<4BI", *counts, len(path)))
    for monster in game.monsters:
        letter, chasing = ord(monster.letter) - ord("a"), monster.state != "wander"
        target = _NOWHERE if monster.target is None else _node(monster.target, cols)
        parts.append(_place(monster) + pack("<4BI", letter, monster.facing, chasing, 0, target))
    parts.append(_human(game.human, goals))
    parts += [pack(f"<{len(cells)}I", *cells) for cells in (pits, *paths)]
    return b"".join(parts)


def pack_fields(fields: Mapping[int, bytes]) -> bytes:
    """What follows a moment."""
    parts = [pack("<I", len(fields))]
    for which, cells in fields.items():
        parts += [pack("<BBHI", which, 0, 0, len(cells)), cells, bytes(-len(cells) % 4)]
    return b"".join(parts)


def search_field(player: Player) -> bytes:
    """The states and parents of a player's search; nothing if a custom navigator has none."""
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
    """Amounts of all cells, where ``most`` and more is 255; what is above 0 is never 0."""
    return np.ceil(np.clip(amounts / most, 0, 1) * 255).astype(np.uint8).tobytes()


def ground_field(mud: npt.NDArray[Any], rain: npt.NDArray[Any], shape: tuple[int, ...]) -> bytes:
    """Where it is muddy, and where it rains."""
    packed = np.broadcast_to((mud > 0) + 2 * (rain > 0), shape)
    return packed.astype(np.uint8).tobytes()


def _directions() -> npt.NDArray[np.int64]:
    directions = np.zeros((3, 3), np.int64)
    for (down, right), facing in FACING.items():
        directions[down + 1, right + 1] = facing + 1
    return directions


_DIRECTIONS = _directions()


def _place(mover: Any) -> bytes:
    row, col = mover.place
    return pack("<2f", row / UNIT, col / UNIT)


def _human(human: Any, goals: int) -> bytes:
    if human is None:
        return pack("<2f4B", np.nan, np.nan, 0, 0, 0, 0)
    reached = goals - len(human.quest.goals_left)
    return _place(human) + pack("<4B", human.facing, human.finished, reached, 0)


def _node(cell: Cell, cols: int) -> int:
    return cell[0] * cols + cell[1]


def nodes(cells: Iterable[Cell], cols: int) -> list[int]:
    """Cells as the browser counts them."""
    return [_node(cell, cols) for cell in cells]
