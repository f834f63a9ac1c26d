r"""The maze game: keys to fetch in order, doors to open, pits that open and close, monsters.

It follows the test bed of Z. Moori, Testing an Analysis of D* Algorithms, 2008, which the modules
call Moori's study.

>>> from asterion.games import maze
>>> game = maze.Simulation(maze.load_world("tutorial"), players=["dstar-lite"], seed=3)
>>> game.run()
>>> game.over, [row["goal"] for row in game.players[0].table()]
(True, ['x', 'X', 'sum'])
"""

from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.world_file import WorldMap, read_world
from asterion.games.maze.worlds import WORLDS, load_world

__all__ = [
    "WORLDS",
    "PlayerSetup",
    "Rules",
    "Simulation",
    "WorldMap",
    "load_world",
    "read_world",
]
