"""A running maze game as text, one character per tile."""

from __future__ import annotations

import numpy as np

from asterion.games.maze.simulation import Simulation
from asterion.games.maze.world_file import KEYS

PLAYERS = "pqrstuvw"  # by number; players beyond the eighth share the last letter
LEGEND = (
    "# wall, . floor, 2-9 rough ground, ^ pit, + path, x y z keys, X Y Z doors, "
    "p q r players, o human, a-j monsters"
)


def board(game: Simulation) -> str:
    r"""Draw the tiles as they are now, the planned paths, and where players and monsters are.

    >>> from asterion.games.maze.drawing import board
    >>> from asterion.games.maze.rules import PlayerSetup, Rules
    >>> from asterion.games.maze.simulation import Simulation
    >>> from asterion.games.maze.world_file import read_world
    >>> world = read_world("AAAAAA\nAp xXA\nA3o  A\nAAAAAA")
    >>> print(board(Simulation(world, players=[PlayerSetup()], rules=Rules(trap_amount=0))))
    ######
    #p+xX#
    #3o..#
    ######
    """
    # The view of a bold player with all keys. Mud and rain together may cost more than 9.
    world = game.maze.for_player(frozenset(KEYS), careful=False)
    costs = np.clip(np.ceil(world.total), 0, 9).astype(int)
    signs = np.array(list("#.23456789"))[costs]
    for player in game.players:
        for cell in player.path:
            signs[cell] = "+"
    for letter, cell in (game.world.keys | game.world.doors).items():
        signs[cell] = letter
    for cell in game.traps.open:
        signs[cell] = "^"
    for player in reversed(game.players):  # the first player is drawn on top
        if not player.finished:
            signs[player.cell] = PLAYERS[min(player.number, len(PLAYERS) - 1)]
    for monster in game.monsters:
        signs[monster.cell] = monster.letter
    if game.human is not None and not game.human.finished:
        signs[game.human.cell] = "o"
    return "\n".join("".join(row) for row in signs.tolist())
