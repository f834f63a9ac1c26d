"""Counts of a player's navigator from goal to goal, and the files they are written to.

The columns follow Z. Moori, Testing an Analysis of D* Algorithms, 2008, and add some.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import reduce
from io import StringIO
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, NamedTuple

from asterion.io.writing import write_text
from asterion.navigate.stats import NavigatorStats, together

if TYPE_CHECKING:
    from asterion.games.maze.players import Player

SUM = "sum"
COLUMNS = (
    "goal",
    "inserts",
    "removes",
    "mean_size",
    "total",
    "height",
    "depth",
    "expansions",
    "searches",
    "moves",
    "waits",
    "ticks",
    "caught",
    "rekeys",
)


class Segment(NamedTuple):
    """The walk to one goal: its letter, the counts of the plans, and the player's."""

    goal: str
    plans: NavigatorStats = NavigatorStats()
    moves: int = 0
    waits: int = 0  # ticks on which it stood
    ticks: int = 0
    caught: int = 0  # the number of returns to its start

    def row(self) -> dict[str, Any]:
        """A row of the table. Height and depth are computed from the counts before them."""
        plans = self.plans
        values = (
            self.goal,
            plans.pushes,
            plans.pops,
            plans.mean_open,
            plans.operations,
            plans.height,
            plans.depth,
            plans.expanded,
            plans.searches,
            self.moves,
            self.waits,
            self.ticks,
            self.caught,
            plans.rekeys,
        )
        return dict(zip(COLUMNS, values, strict=True))


def summed(segments: list[Segment]) -> Segment:
    """Sum the segments into one: counts add up, the queue's mean size is over all plans."""
    plans = reduce(together, (segment.plans for segment in segments), NavigatorStats())
    return Segment(
        SUM,
        plans,
        moves=sum(segment.moves for segment in segments),
        waits=sum(segment.waits for segment in segments),
        ticks=sum(segment.ticks for segment in segments),
        caught=sum(segment.caught for segment in segments),
    )


def table(segments: list[Segment]) -> list[dict[str, Any]]:
    """Return a row for each goal, and their sum below.

    Counts and the depth are summed; the mean size and the height of the queue are over all plans.
    """
    rows = [segment.row() for segment in segments]
    last = summed(segments).row()
    last["depth"] = sum(row["depth"] for row in rows)
    return [*rows, last]


def write_logs(players: Iterable[Player], folder: FilePath) -> list[FilePath]:
    """Write a tab-delimited file for each player that has finished, and return their paths.

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
    """Return the logs of finished players, by file name (``player_1_dstar-lite.txt``).

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
