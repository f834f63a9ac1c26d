"""``asterion play tictactoe``: three in a row, in the terminal."""

import sys
from typing import Annotated

import typer

from asterion.cli.exits import NO_RESULT
from asterion.cli.values import cell
from asterion.errors import InvalidValue
from asterion.games.tictactoe import Board, Game, Player, play_series
from asterion.games.tictactoe.players import Human, computer
from asterion.world.grid import Cell

EXAMPLE = "Example: asterion play tictactoe --x human --o perfect"
PLAYERS = "human, random, astar (the least bad move) or perfect."


def tictactoe(
    *,
    x: Annotated[str, typer.Option(metavar="PLAYER", help=f"Begins: {PLAYERS}")] = "human",
    o: Annotated[str, typer.Option(metavar="PLAYER", help="Plays second.")] = "perfect",
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="For random players.")] = 0,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Play a series; print its scores.")
    ] = None,
) -> None:
    """Play tic-tac-toe.

    A human player types ROW,COLUMN, as in 0,2 for the upper right; u undoes
    a move and its reply. Moves may come from a pipe.

    Exit status: 0 played to the end, 1 given up, 2 bad input.
    """
    if games is not None:
        if "human" in (x, o):
            raise InvalidValue("--games is for computers; a human plays one game at a time")
        scores = play_series(computer(x, 2 * seed), computer(o, 2 * seed + 1), games)
        typer.echo(f"x ({x}) won {scores.x}, o ({o}) won {scores.o}, {scores.draws} drawn")
        typer.echo(f"hash {scores.hash}")
        return
    game = Game()
    keyboard = _Keyboard(game)
    each: list[Player] = [
        Human(keyboard.cell, _complain) if name == "human" else computer(name, 2 * seed + i)
        for i, name in enumerate((x, o))
    ]
    while game.result is None:
        turn = game.board.turn
        try:
            row, col = game.step(each[0], each[1])
        except _UndoError:
            _undo(game, 1 if x == o else 2)
        else:
            typer.echo(f"{turn} marks {row},{col}\n{game.board}\n")
    typer.echo("a draw" if game.result == "draw" else f"{game.result} wins")
    typer.echo(f"hash {game.hash}")


class _UndoError(Exception):
    """A human player wants to undo a move."""


def _undo(game: Game, moves: int) -> None:
    """Undo two moves, the player's and the reply; or one, if both players are human."""
    if len(game.moves) < moves:
        _complain("there is no move to undo")
        return
    for _ in range(moves):
        game.undo()
    typer.echo(f"undone\n{game.board}\n")


class _Keyboard:
    """A player whose cells are typed, or read from a pipe."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._shown: Board | None = None

    def cell(self, board: Board) -> Cell:
        if sys.stdin.isatty():
            if not self._game.moves and self._shown is None:
                typer.echo(f"{board}\n")
            self._shown = board
            typer.echo(f"{board.turn}, your move (row,column): ", nl=False)
        line = sys.stdin.readline()
        if not line:
            typer.echo("given up: the input ended before the game", err=True)
            raise typer.Exit(NO_RESULT)
        if line.strip() == "u":
            raise _UndoError
        return cell("your move", line.strip())


def _complain(fault: str) -> None:
    typer.echo(fault, err=True)
