"""A log for each player: its table of statistics, tab-delimited, one file each."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from asterion.games.maze.statistics import COLUMNS
from asterion.io.writing import write_text

if TYPE_CHECKING:
    from asterion.games.maze.players import Player


def write_logs(players: Iterable[Player], folder: FilePath) -> list[FilePath]:
    """Writes a file for each player that has finished, and returns their paths.

    The folder is made if it does not exist.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in log_texts(players).items():
        path = folder / name
        write_text(path, text)
        written.append(path)
    return written


def log_texts(players: Iterable[Player]) -> dict[str, str]:
    """The logs of the players that have finished, by file name (``player_1_dstar-lite.txt``).

    Numbers are written in full, so that reading a log gives the values of the table.
    """
    texts = {}
    for player in players:
        if player.finished:
            text = StringIO(newline="")
            log = csv.DictWriter(text, COLUMNS, dialect="excel-tab")
            log.writeheader()
            log.writerows(player.table())
            texts[f"player_{player.number + 1}_{player.algorithm}.txt"] = text.getvalue()
    return texts
