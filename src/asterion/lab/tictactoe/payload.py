"""A game for the browser: for each position its status, its value, and A*'s candidates."""

from __future__ import annotations

from typing import Any

from asterion.games.tictactoe.board import CELLS, LINES, Board
from asterion.games.tictactoe.players import PENALTIES, Astar, worth
from asterion.lab.tictactoe.setup import HUMAN, NAMES, TITLES, TicTacToeSetup

ROW_NAMES = (
    "the top row",
    "the middle row",
    "the bottom row",
    "the left column",
    "the middle column",
    "the right column",
    "the diagonal from the top left",
    "the diagonal from the top right",
)


def payload_of(setup: TicTacToeSetup, *, playing: bool) -> dict[str, Any]:
    """Return the whole game, so that a browser can show any of its positions without asking."""
    last = len(setup.moves)
    return {
        "computers": {setup.x, setup.o} != {HUMAN},
        "names": NAMES,
        "log": [
            {
                "text": f"{at}. {board.turn.upper()} {NAMES[move.cell]}",
                "title": f"by {TITLES[move.by]}",
                "at": at,
            }
            for at, (move, board) in enumerate(zip(setup.moves, setup.boards, strict=False), 1)
        ],
        "positions": [
            {
                "cells": str(board).split(),
                "last": setup.moves[at - 1].cell if at else None,
                "line": winning_cells(board),
                "waits": setup.cut(at).waits,
                "side": board.turn.upper(),
                "status": status(setup, at, playing=playing or at < last),
                "worth": values(board),
                "thoughts": thoughts(setup, at),
            }
            for at, board in enumerate(setup.boards)
        ],
    }


def status(setup: TicTacToeSetup, at: int, *, playing: bool) -> str:
    """Return the status of a position, in words."""
    board = setup.boards[at]
    if board.winner is not None:
        lines = [name for line, name in zip(LINES, ROW_NAMES, strict=True) if _has(board, line)]
        return f"{board.winner.upper()} wins with {' and '.join(lines)}."
    if board.over:
        return "A draw: all cells are marked."
    mark, player = board.turn.upper(), setup.player(board.turn)
    if player == HUMAN:
        return f"{mark} to move: choose a cell."
    return f"{mark} to move: {TITLES[player]}{'' if playing else ' waits until you press play'}."


def winning_cells(board: Board) -> list[int]:
    """Return the cells of three in a row; none while no side has won."""
    won = [line for line in LINES if _has(board, line)]
    return [i for i in range(len(CELLS)) if any(line >> i & 1 for line in won)]


def values(board: Board) -> dict[int, dict[str, Any]]:
    """Return for each free cell how the game ends if it is marked, with perfect play after that."""
    left = len(board.moves)
    found: dict[int, dict[str, Any]] = {}
    for cell in board.moves:
        value = -worth(board.play(cell))
        kind = "draw" if value == 0 else "win" if value > 0 else "loss"
        # A decided game is worth one more than the cells that are still free at its end.
        moves = left - (abs(value) - 1) if value else left
        found[CELLS.index(cell)] = {"kind": kind, "moves": moves}
    return found


def thoughts(setup: TicTacToeSetup, at: int) -> dict[str, Any] | None:
    """Return A*'s candidates: for the move just made, if it made it, else for the next one."""
    board = setup.boards[at]
    if at and setup.moves[at - 1].by == "astar":
        board = setup.boards[at - 1]
        title = f"Why {board.turn.upper()} marked the {NAMES[setup.moves[at - 1].cell]}"
    elif board.over:
        return None
    elif setup.player(board.turn) == "astar":
        title = f"What {board.turn.upper()} weighs"
    else:
        title = f"What A* would weigh as {board.turn.upper()}"
    steps = Astar().weighed(board)
    best = CELLS.index(Astar().choose(board))
    rows = [
        {
            "cell": (number := CELLS.index(step.action)),
            "cells": [
                f"✓ {NAMES[number]}" if number == best else NAMES[number],
                int(step.cost),
                *(step.components[name] for name in PENALTIES),
            ],
            "best": number == best,
        }
        for step in steps
    ]
    return {"title": title, "head": ["cell", "penalty", *PENALTIES], "rows": rows}


def _has(board: Board, line: int) -> bool:
    return any(marks & line == line for marks in board)
