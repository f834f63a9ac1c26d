"""Tic-tac-toe in Python: the position, A*'s penalty for each cell, and the next move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.games.tictactoe.board import CELLS
from asterion.lab.maps.script import Script, listed, script_of
from asterion.lab.tictactoe.setup import HUMAN

if TYPE_CHECKING:
    from asterion.lab.tictactoe.setup import TicTacToeSetup

_PLAYERS = {"astar": "players.Astar()", "perfect": "players.Perfect()"}


def python_of(setup: TicTacToeSetup) -> Script:
    """Return a script that prints the board, the penalties shown, and what the computer does."""
    imports = ["from asterion.games.tictactoe import Game, players"]
    return script_of(_lines(setup), imports=imports)


def _lines(setup: TicTacToeSetup) -> list[str]:
    lines = [*_played(setup), "print(game.board)"]
    if setup.moves and setup.moves[-1].by == "astar":
        lines.append("before = Game.replay(game.moves[:-1]).board  # where A* chose its last move")
        lines += _penalties("before")
    elif not setup.board.over:
        lines += _penalties("game.board")
    if setup.board.over:
        lines.append("print(game.result)")
    name = setup.next_player
    if name is None or name == HUMAN:
        return lines
    if _is_replayed(setup):
        return [*lines, 'print("next:", game.step(x, o))']
    return [*lines, *_next(setup, name)]


def _penalties(board: str) -> list[str]:
    return [
        f"for step in players.Astar().weighed({board}):",
        "    print(step.action, step.cost, step.components)",
    ]


def _played(setup: TicTacToeSetup) -> list[str]:
    """The game so far: played by its computers, or move by move."""
    if _is_replayed(setup):
        x, o = (_player(setup, mark) for mark in "xo")
        lines = ["game = Game()", f"x, o = {x}, {o}"]
        if setup.last:
            lines += [f"for _ in range({setup.last}):", "    game.step(x, o)"]
        return lines
    if not setup.moves:
        return ["game = Game()"]
    return listed("game = Game.replay(", [CELLS[move.cell] for move in setup.moves], ")")


def _is_replayed(setup: TicTacToeSetup) -> bool:
    """Whether the present players, both computers, have made all moves."""
    sides = setup.x, setup.o
    by = all(move.by == sides[number % 2] for number, move in enumerate(setup.moves))
    return HUMAN not in sides and by


def _player(setup: TicTacToeSetup, mark: str) -> str:
    seed = 2 * setup.seed + (mark == "o")
    return _PLAYERS.get(setup.player(mark), f"players.Random({seed})")


def _next(setup: TicTacToeSetup, name: str) -> list[str]:
    made = _player(setup, setup.board.turn)
    if name != "random":
        return [f'print("next:", {made}.choose(game.board))']
    before = [at for at in range(setup.last) if setup.boards[at].turn == setup.board.turn]
    return [
        f"player = {made}",
        *(
            [
                f"for number in range({before[0]}, {setup.last}, 2):  # it has rolled as often",
                "    player.choose(Game.replay(game.moves[:number]).board)",
            ]
            if before
            else []
        ),
        'print("next:", player.choose(game.board))',
    ]
