"""A log for each player: its table of statistics, tab-delimited, one file each."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from asterion.games.maze.statistics import COLUMNS

if TYPE_CHECKING:
    from asterion.games.maze.players import Player


def write_logs(players: Iterable[Player], folder: FilePath) -> list[FilePath]:
    """Writes ``player_1_dstar-lite.txt`` for each player that has finished; returns the paths.

    The folder is made if it is not there. Numbers are written in full, so that what is read back is
    what the table has.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in logs_of(players).items():
        written.append(folder / name)
        written[-1].write_text(text, encoding="utf-8", newline="")
    return written


def logs_of(players: Iterable[Player]) -> dict[str, str]:
    """The same logs as texts, by the names of their files."""
    logs = {}
    for player in players:
        if player.finished:
            text = io.StringIO(newline="")
            log = csv.DictWriter(text, COLUMNS, dialect="excel-tab")
            log.writeheader()
            log.writerows(player.table())
            logs[f"player_{player.number + 1}_{player.algorithm}.txt"] = text.getvalue()
    return logs
