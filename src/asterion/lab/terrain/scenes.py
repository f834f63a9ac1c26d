"""Scenes of the terrain page: agents that plan again, where it pays and where it does not.

The moves ``from`` which a scene is shown have been made: it begins just before agents plan again.
``edits`` are drawn after some moves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from asterion.lab.maps.made import Made
from asterion.lab.maps.scenes import Scene, walled
from asterion.lab.terrain.agent import Choice, Order
from asterion.lab.terrain.setup import TerrainSetup

if TYPE_CHECKING:
    from asterion.lab.maps.map_setup import Cells
    from asterion.world.grid import Cell

_DOORS = walled((19, 35), [((0, 17), (2, 17)), ((4, 17), (18, 17))], (9, 2), (9, 33))
_LOWER_DOOR = 9, 17
_BAY = walled(
    (13, 33), [((2, 9), (2, 26)), ((10, 9), (10, 26)), ((2, 26), (10, 26))], (6, 2), (6, 30)
)
_ROOM = [((2, 18), (2, 25)), ((8, 18), (8, 25)), ((2, 18), (8, 18)), ((2, 25), (8, 25))]
_PIT = walled(
    (25, 17), [((6, 3), (18, 3)), ((6, 13), (18, 13)), ((18, 3), (18, 13))], (1, 8), (23, 8)
)
_SEALED = walled((11, 29), _ROOM, (5, 2), (5, 22))
_OLD_AND_NEW = "repeated-forward", "dstar-lite"
_WITH_SEARCHES = ["path", "trail", "search"]  # layers


def _on(
    setup: tuple[Cells, Cell, Cell], *agents: str, mode: str = "unknown", sight: int = 1
) -> TerrainSetup:
    cells, start, goal = setup
    if len(agents) < 3:  # three boards beside each other are higher than wide
        cells, start, goal = cells.T.copy(), start[::-1], goal[::-1]
    choices = tuple(Choice(name) for name in agents)
    return TerrainSetup(cells, start, goal, "clear", choices, mode, sight)


def _made(made: Made, *agents: str, sight: int = 1, diagonal: str = "clear") -> TerrainSetup:
    setup = TerrainSetup(agents=tuple(Choice(name) for name in agents), diagonal=diagonal)
    return replace(setup.on_made(made), sight=sight)


def _sent_back_and_forth() -> TerrainSetup:
    cells, top, bottom = _PIT
    sent = replace(TerrainSetup(cells, top, bottom, "clear"), agents=(Choice("dstar-lite"),))
    orders = tuple(Order(0, end) for end in (bottom, top, bottom))
    return replace(sent, mode="orders", starts=(top,), orders=orders)


def _led_by_a_scout() -> TerrainSetup:
    setup = _made(Made.by("rooms", (33, 25), seed=4), *["dstar-lite"] * 3)
    orders = Order(0, (31, 23)), Order(1, (31, 23)), Order(2, (31, 23), 4)
    return replace(setup, mode="orders", starts=((1, 1), (1, 2), (2, 2)), orders=orders)


def _with_a_door_shut() -> TerrainSetup:
    setup = _on(_DOORS, "adaptive", "generalised-adaptive", "dstar-lite", mode="changing")
    cells = setup.cells.copy()
    cells[_LOWER_DOOR] = 0
    return replace(setup, cells=cells)


SCENES = (
    Scene(
        "A maze never seen",
        "Both agents take unseen cells for free, and plan again when they meet a wall. Repeated A* "
        "starts every search again; D* Lite repairs its last one, and expands far less.",
        TerrainSetup,
        {"play": True, "from": 4},
    ),
    Scene(
        "D* Lite when a door shuts",
        "The maze is known, but five doors shut right before the agents. Each time A* searches the "
        "whole path again, and D* Lite repairs the part near the door.",
        lambda: replace(
            _made(Made.by("maze", (51, 31), seed=0, opened=60), *_OLD_AND_NEW, diagonal="never"),
            mode="changing",
        ),
        {
            "play": True,
            "from": 5,
            "layers": _WITH_SEARCHES,
            "speed": 1.5,
            "edits": [  # each after some moves
                [6, [(6, 3)], 0],
                [18, [(16, 1)], 0],
                [30, [(16, 9)], 0],
                [42, [(13, 12)], 0],
                [54, [(12, 21)], 0],
            ],
        },
    ),
    Scene(
        "A door opens",
        "The agents are on the long path when a door opens. Adaptive A* has to forget what it had "
        "learned, since costs fell; Generalised Adaptive A* fixes it; D* Lite repairs its search.",
        _with_a_door_shut,
        {"play": True, "from": 5, "layers": _WITH_SEARCHES, "edits": [[6, [_LOWER_DOOR], 1]]},
    ),
    Scene(
        "Adaptive A* learns",
        "The dead end lies open towards the agents. Repeated A* fills it at every search; Adaptive "
        "A* remembers how far its cells turned out to be from the goal, and expands less and less.",
        lambda: _on(_BAY, "repeated-forward", "adaptive"),
        {"play": True, "from": 22, "layers": _WITH_SEARCHES},
    ),
    Scene(
        "Farther sight",
        "The same bay with eyes for ten cells: the agents see the end of it before they are in it.",
        lambda: _on(_BAY, "repeated-forward", "adaptive", sight=10),
        {"play": True, "from": 13},
    ),
    Scene(
        "Four ways to plan again",
        "Repeated A*, MPAA*, D* and D* Lite through the same scattered walls: much the same moves, "
        "and very different work.",
        lambda: _made(
            Made.by("scattered", (40, 64), seed=2, density=0.3),
            *("repeated-forward", "mpaa", "dstar", "dstar-lite"),
        ),
        {"play": True, "from": 12, "layers": _WITH_SEARCHES, "speed": 2},
    ),
    Scene(
        "Orders, and memory",
        "The agent is sent down, up, and down again. It remembers the dead end; its twin gets the "
        "same orders, forgets it each time, and walks in again. Click a cell to send the agent on.",
        _sent_back_and_forth,
        {"play": True, "from": 106, "tool": "order"},
    ),
    Scene(
        "A scout for all",
        "Agent 1 has searched the rooms. Now the others are sent, and know all that it has seen. "
        "They take half the moves of their twins, who are told nothing. "
        "Click an agent, then the cell where it is to go.",
        _led_by_a_scout,
        {"play": True, "from": 102, "tool": "order", "pane": 1},
    ),
    Scene(
        "Nowhere to go",
        "The goal is walled in, which the agents have to find out. In the end they say so.",
        lambda: _on(_SEALED, "repeated-forward", "dstar-lite"),
        {"play": True, "from": 14, "speed": 2},
    ),
)
