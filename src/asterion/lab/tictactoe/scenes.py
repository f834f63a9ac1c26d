"""Scenes of tic-tac-toe: positions that show how far a player looks ahead."""

from __future__ import annotations

from asterion.lab.maps.scenes import Scene
from asterion.lab.tictactoe.setup import HUMAN, Made, TicTacToeSetup


def _game(cells: str, x: str, o: str, seed: int = 0) -> TicTacToeSetup:
    """A game after moves on these cells, 0 to 8, row by row."""
    players = x, o
    moves = tuple(Made(int(cell), players[i % 2]) for i, cell in enumerate(cells))
    return TicTacToeSetup(moves, x, o, seed)


SCENES = (
    Scene(
        "The fork beats A*",
        "You are X. A* looks one move ahead, so it does not see the fork coming: mark the bottom "
        "left, and you have two threats at once.",
        lambda: _game("0148", HUMAN, "astar"),
    ),
    Scene(
        "Nobody beats the perfect player",
        "It knows all 5,478 positions. As X you can still draw: try.",
        lambda: _game("", HUMAN, "perfect"),
    ),
    Scene(
        "A* against chance",
        "A* takes a win and blocks a threat; a player at random does neither.",
        lambda: _game("", "astar", "random", 3),
        {"play": True},
    ),
    Scene(
        "Two perfect players",
        "Whoever begins, the game is drawn.",
        lambda: _game("", "perfect", "perfect"),
        {"play": True},
    ),
    Scene(
        "A threat is blocked",
        "X has two in a row: A* blocks. Go _One move back_ to see what each cell was worth to it.",
        lambda: _game("048", HUMAN, "astar"),
        {"play": True},
    ),
)
