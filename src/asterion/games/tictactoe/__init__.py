"""Tic-tac-toe: the small game on which a search for decisions is tried first.

It follows the first case in A. Smith, The path to the right decision, 2020.

>>> from asterion.games.tictactoe import Game, players
>>> game = Game()
>>> game.run(players.Astar(), players.Perfect())
'draw'
>>> print(game.board)
x x o
o o x
x o x
"""

from asterion.games.tictactoe.board import EMPTY, Board
from asterion.games.tictactoe.game import Game, Player, Scores, play_series

__all__ = ["EMPTY", "Board", "Game", "Player", "Scores", "play_series"]
