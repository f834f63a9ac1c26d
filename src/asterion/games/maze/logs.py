"""A log for each player: his table of statistics, tab-delimited, one file each."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from asterion.games.maze.statistics import COLUMNS

if TYPE_CHECKING:
    from asterion.games.maze.players import Player


def write_logs(players: Iterable[Player], folder: FilePath) -> list[FilePath]:
    """Writes ``player_1_dstar-lite.txt`` and so on for those who have finished; says which.

    The folder is made if it is not there. Numbers are written in full, so that what is read back is
    what the table has.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for player in players:
        if player.finished:
            path = folder / f"player_{player.number + 1}_{player.algorithm}.txt"
            with path.open("w", encoding="utf-8", newline="") as file:
                log = csv.DictWriter(file, COLUMNS, dialect="excel-tab")
                log.writeheader()
                log.writerows(player.table())
            written.append(path)
    return written
