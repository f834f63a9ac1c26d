"""Open lists: the cost of keeping a search's nodes in order, by data structure.

The same searches, A* and Dijkstra's algorithm, with each structure in the core, and with the sorted
list of textbooks. Counted: nodes that are put in, that get a smaller key, and that are taken out,
and the size of the list; measured: CPU time. A structure that cannot serve a search says why. After
section 3.3 of the D* study (Z. Moori, Testing an Analysis of D* Algorithms, Carleton University,
2008), which names sorted lists, heaps and buckets, and compares none.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import isclose
from statistics import fmean
from time import process_time
from typing import NamedTuple

import numpy as np

import asterion as at
from asterion import _core
from asterion.experiments.engine.experiment import Config, Experiment, Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, GREEN, INK, ORANGE, Axes, Figure, dress
from asterion.experiments.engine.tables import grouped
from asterion.experiments.landscapes import Query, queries
from asterion.search.options import heuristic_kind
from asterion.world.dice import Dice
from asterion.world.grid import Grid

LISTS = {
    "sorted list": _core.OpenList.sorted_list,
    "binary heap": _core.OpenList.binary_heap,
    "bucket queue": _core.OpenList.bucket_queue,
    "bucket heap": _core.OpenList.bucket_heap,
    "two stacks": _core.OpenList.two_stacks,
}
MAPS = ("maze", "scattered walls", "rooms", "hills", "hills with diagonals")
SEARCHES = {"astar": "auto", "dijkstra": "zero"}  # and their heuristics
SIDES = (64, 256, 1024)
STEEPEST = 9  # the largest cost of a cell on hills
_SET = 2**32  # two seeds have no map in common


@dataclass(frozen=True)
class OpenLists(Config):
    """The numbers of maps of each kind and size, and of searches on each."""

    runs: int = 3
    ways: int = 2
    largest: int = SIDES[-1]  # side of a map
    repeats: int = 3  # of each search; the fastest counts


class Trial(NamedTuple):
    """One map; all searches on it, with all open lists."""

    config: OpenLists
    map: str
    side: int
    run: int


def trials(config: OpenLists) -> list[Trial]:
    """Return one for each kind of map, size and run."""
    return [Trial(config, *each) for each in product(MAPS, sides(config), range(config.runs))]


def sides(config: OpenLists) -> list[int]:
    """The sizes of maps."""
    return [side for side in SIDES if side <= config.largest]


def map_of(kind: str, side: int, seed: int) -> Grid:
    """Make a map: narrow, open, of rooms (8 moves), or with different whole-number costs."""
    if kind == "maze":
        return at.maps.maze(side, seed=seed, opened=side, diagonal="never")
    if kind == "scattered walls":
        return at.maps.scattered(side, density=0.2, seed=seed, diagonal="never")
    if kind == "rooms":
        return at.maps.rooms(side, size=15, extra=0.3, seed=seed)
    heights = 1 + (Dice(seed).fractions((side, side)) * STEEPEST).astype(np.uint8)
    return Grid(heights, diagonal="never" if kind == "hills" else "clear")


def run(trial: Trial) -> list[Row]:
    """Return a row for each search and open list."""
    config, kind, side, number = trial
    grid = map_of(kind, side, config.seed * _SET + number)
    rows: list[Row] = []
    for way, query in enumerate(queries(grid, config.seed, number, count=config.ways)):
        for search, open_list in product(SEARCHES, LISTS):
            names = {"map": kind, "side": side, "search": search, "open_list": open_list}
            row = searched(grid, query, search, open_list, config.repeats)
            rows.append({**names, "run": number, "way": way, **row})
    return rows


def searched(grid: Grid, query: Query, search: str, open_list: str, repeats: int) -> Row:
    """Return the counts and the time of the search, or why the open list cannot serve it."""
    ends = grid._node(query.start, "start"), grid._node(query.goal, "goal")
    heuristic = heuristic_kind(SEARCHES[search], grid._kind)
    arguments = (grid, grid._core_view, *ends, heuristic, LISTS[open_list])
    try:
        path, rekeys = _core.find_path_with(*arguments, count_rekeys=True)
    except at.InvalidValue as reason:
        nothing = dict.fromkeys(
            ("expanded", "inserts", "rekeys", "removes", "peak", "size", "seconds")
        )
        return {"refused": str(reason), **nothing, "wrong": False}
    seconds = []
    for _ in range(repeats):
        begin = process_time()
        _core.find_path_with(*arguments, count_rekeys=False)
        seconds.append(process_time() - begin)
    best = at.find_path(grid, *query, algorithm="dijkstra").cost
    return {
        "refused": "",
        "expanded": path.stats.expanded,
        "inserts": path.stats.pushes,
        "rekeys": rekeys,
        "removes": path.stats.pops,
        "peak": path.stats.peak_open,
        "size": path.stats.mean_open,
        "seconds": min(seconds),
        "wrong": not isclose(path.cost, best, rel_tol=1e-9)
        or not isclose(at.validate(grid, path), best, rel_tol=1e-9),
    }


def summarise(config: OpenLists, rows: list[Row]) -> Summary:
    """Return means over all searches of a kind, on maps of a kind and size, with an open list."""
    columns = ("map", "search", "side", "open_list")
    groups = grouped(rows, *columns)
    table = [
        {**dict(zip(columns, key, strict=True)), "searches": len(groups[key]), **means(groups[key])}
        for key in product(MAPS, SEARCHES, sides(config), LISTS)
    ]
    return Summary(table, {}, sum(row["wrong"] for row in rows))


def means(group: list[Row]) -> Row:
    """The mean of each figure; None for all where the open list rejected the search."""
    figures = ("expanded", "inserts", "rekeys", "removes", "peak", "size", "seconds")
    refused = group[0]["refused"]
    row: Row = {name: None if refused else fmean(row[name] for row in group) for name in figures}
    operations = 0.0 if refused else row["inserts"] + row["rekeys"] + row["removes"]
    # The whole search, moves and table of nodes included, per operation of its open list.
    row["operation_seconds"] = row["seconds"] / operations if operations else None
    row["refused"] = refused
    return row


# --- Picture

_LOOKS = {
    "sorted list": (ORANGE, "^-"),
    "binary heap": (BLUE, "o-"),
    "bucket heap": (GREEN, "D-"),
    "bucket queue": (INK, "s--"),
    "two stacks": (GRAY, "v--"),
}
_TITLES = {"astar": "A*", "dijkstra": "Dijkstra"}


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Draw a column for each kind of map, A* above and Dijkstra's algorithm below."""
    kinds = list(dict.fromkeys(line["map"] for line in summary.table))
    searches = list(dict.fromkeys(line["search"] for line in summary.table))
    figure.set_size_inches(3.1 * len(kinds), 6.4)
    figure.suptitle("Open lists: CPU time of a search for each node that it expands")
    panels = figure.subplots(len(searches), len(kinds), squeeze=False, sharex=True, sharey=True)
    for row, search in enumerate(searches):
        for column, kind in enumerate(kinds):
            axes = panels[row][column]
            lines = [
                line
                for line in summary.table
                if (line["map"], line["search"]) == (kind, search) and line["expanded"]
            ]
            _lines(axes, lines)
            dress(axes, "" if row else kind)
            if column == 0:
                axes.set_ylabel(f"{_TITLES[search]}: nanoseconds per node")
    panels[-1][len(kinds) // 2].set_xlabel("side of the map, cells")
    handles, names = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names), frameon=False)


def _lines(axes: Axes, lines: list[Row]) -> None:
    for name, (colour, line) in _LOOKS.items():
        points = [each for each in lines if each["open_list"] == name]
        sides = [each["side"] for each in points]
        times = [1e9 * each["seconds"] / each["expanded"] for each in points]
        axes.plot(sides, times, line, color=colour, markersize=4.5, label=name)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    ticks = sorted({each["side"] for each in lines})
    axes.set_xticks(ticks, [str(side) for side in ticks])
    axes.minorticks_off()
    axes.margins(x=0.12)


EXPERIMENT = Experiment(
    name="open-lists",
    about="Open lists: sorted list, binary heap, bucket queue, bucket heap and two stacks.",
    config=OpenLists,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=draw,
    hidden=("searches", "expanded", "peak", "operation_seconds"),
)
