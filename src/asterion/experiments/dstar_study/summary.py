"""The summary of ``dstar-study``: means and spreads over runs, and the published orderings.

The table has two sections: a line for each world and navigator, and a line for each published
ordering of depths, with its paired tests.
"""

from __future__ import annotations

from statistics import fmean, median, stdev
from typing import NamedTuple

from asterion.experiments.engine.comparison import line as compared
from asterion.experiments.engine.experiment import Config, Row, Screen, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE, Axes, Figure, dress
from asterion.experiments.engine.tables import grouped
from asterion.games.maze.statistics import SUM
from asterion.navigate.stats import NavigatorStats

NAVIGATOR, ORDERING = "navigator", "ordering"  # the sections
_SHOWN = ("navigator", "total", "rekeys", "height", "depth", "deviation", "searches", "waits", "ms")
_SHOWN_OF_ORDERINGS = ("world", "less", "more", "ratio", "in_runs", "p_ranks", "result")


class Ordering(NamedTuple):
    """A published result: in this world one depth is below the other."""

    world: str
    less: str
    more: str


# Each for our D* and Focused D*, and for the variants that plan at every change, as Moori's did. A*
# is there with both rules for ties.
_FOCUSED, _PLAIN = ("focused-dstar", "focused-dstar, change"), ("dstar", "dstar, change")
_ASTAR = ("astar, fifo", "astar")
PUBLISHED = tuple(
    Ordering(world, less, more)
    for focused, plain in zip(_FOCUSED, _PLAIN, strict=True)
    for world, pairs in (
        ("world2", [(plain, focused), *((focused, astar) for astar in _ASTAR)]),
        ("world3", [(focused, plain), *((plain, astar) for astar in _ASTAR)]),
    )
    for less, more in pairs
)


def columns(stats: NavigatorStats) -> Row:
    """The counts under the names of Moori's study, and values computed from them."""
    return {
        "inserts": stats.pushes,
        "removes": stats.pops,
        "rekeys": stats.rekeys,
        "mean_size": stats.mean_open,
        "total": stats.operations,
        "height": stats.height,
        "depth": stats.depth,
        "expanded": stats.expanded,
        "searches": stats.searches,
        "restarts": stats.restarts,
        "seconds": stats.seconds,
        "memory": stats.memory,
    }


def summarise(_config: Config, rows: list[Row]) -> Summary:
    """Return means: of runs in the table, of segments in the facts; and orderings."""
    whole = [row for row in rows if row["segment"] == SUM]
    lines = means(whole, ("world", "navigator"))
    there = {(line["world"], line["navigator"]) for line in lines}
    orderings = [
        checked(ordering, whole, lines)
        for ordering in PUBLISHED
        if there.issuperset({(ordering.world, ordering.less), (ordering.world, ordering.more)})
    ]
    parts = [row for row in rows if row["segment"] != SUM]
    facts = {"orderings": orderings, "segments": means(parts, ("world", "navigator", "segment"))}
    return Summary(_sections(lines, orderings), facts, sum(row["wrong"] for row in whole))


def means(rows: list[Row], by: tuple[str, ...]) -> list[Row]:
    """A line for each group: means of the counts, from these height and depth, and spreads.

    As in Moori's study, the height is computed from the mean size; it is not the mean of heights.
    The spread is over the runs' own depths. In Moori's program a node that gets another key is
    taken out of the queue and put in again; ``depth_rekeyed`` counts it like that.
    """
    lines = []
    for key, group in grouped(rows, *by).items():
        stats = mean_stats(group)
        depths = [row["depth"] for row in group]
        lines.append(
            {
                **dict(zip(by, key, strict=True)),
                "runs": len(group),
                **columns(stats),
                "depth_rekeyed": (stats.operations + 2 * stats.rekeys) * stats.height,
                "median_depth": float(median(depths)),
                "depth_deviation": stdev(depths) if len(depths) > 1 else None,
                "depth_least": float(min(depths)),
                "depth_most": float(max(depths)),
                "median_seconds": float(median(row["seconds"] for row in group)),
                "moves": fmean(row["moves"] for row in group),
                "waits": fmean(row["waits"] for row in group),
                "ticks": fmean(row["ticks"] for row in group),
                "arrived": sum(row["arrived"] for row in group),
            }
        )
    return lines


def mean_stats(rows: list[Row]) -> NavigatorStats:
    """The mean of each count."""
    counted = {"pushes": "inserts", "pops": "removes", "mean_open": "mean_size"}
    same = ("rekeys", "expanded", "searches", "restarts", "seconds", "memory")
    counted |= {name: name for name in same}
    return NavigatorStats(
        **{field: fmean(row[column] for row in rows) for field, column in counted.items()}
    )


def checked(ordering: Ordering, rows: list[Row], lines: list[Row]) -> Row:
    """Compare the mean depths, count the runs in this order, and add the paired tests."""
    of = {line["navigator"]: line for line in lines if line["world"] == ordering.world}
    less, more = of[ordering.less], of[ordering.more]
    in_less, in_more = (
        {row["run"]: row["depth"] for row in rows if (row["world"], row["navigator"]) == key}
        for key in ((ordering.world, ordering.less), (ordering.world, ordering.more))
    )
    pairs = compared([*in_less.values()], [in_more[number] for number in in_less])
    held = less["depth"] < more["depth"]
    return {
        **ordering._asdict(),
        "depth_less": less["depth"],
        "depth_more": more["depth"],
        "ratio": _ratio(more["depth"], less["depth"]),
        "ratio_rekeyed": _ratio(more["depth_rekeyed"], less["depth_rekeyed"]),
        "held": held,
        "result": "held" if held else "not held",
        "runs": pairs["pairs"],
        "runs_held": pairs["less_a"],
        "p_signs": pairs["p_signs"],
        "p_ranks": pairs["p_ranks"],
    }


def _ratio(more: float, less: float) -> float | None:
    return more / less if less else None


def _sections(lines: list[Row], orderings: list[Row]) -> list[Row]:
    """Both as one tidy table; columns that a section lacks are None."""
    every = dict.fromkeys(name for row in (*lines, *orderings) for name in row)
    return [
        {"section": section, **{name: row.get(name) for name in every}}
        for section, rows in ((NAVIGATOR, lines), (ORDERING, orderings))
        for row in rows
    ]


def of_section(table: list[Row], section: str) -> list[Row]:
    """The lines of a section."""
    return [line for line in table if line["section"] == section]


def screens(summary: Summary) -> list[Screen]:
    """A table for each world, and one of the orderings."""
    lines = of_section(summary.table, NAVIGATOR)
    worlds = dict.fromkeys(line["world"] for line in lines)
    tables = [
        Screen(
            f"{world}, runs: {of[0]['runs']}, means; ms: median",
            _SHOWN,
            [_short(line) for line in sorted(of, key=lambda line: float(line["depth"]))],
        )
        for world in worlds
        if (of := [line for line in lines if line["world"] == world])
    ]
    orderings = [
        {**line, "in_runs": f"{line['runs_held']} of {line['runs']}"}
        for line in of_section(summary.table, ORDERING)
    ]
    if orderings:  # "ratio" is of the means, "p ranks" of the runs in pairs
        title = "Published orderings of depth: less < more; ratio is more to less"
        tables.append(Screen(title, _SHOWN_OF_ORDERINGS, orderings))
    return tables


def _short(line: Row) -> Row:
    """A line whose counts are whole numbers, so that it fits the screen."""
    counts = ("total", "rekeys", "depth", "expanded", "searches", "waits")
    deviation = line["depth_deviation"]
    return {
        **line,
        **{name: round(line[name]) for name in counts},
        "deviation": None if deviation is None else round(deviation),
        "ms": line["median_seconds"] * 1000,
    }


# --- Picture

# The three navigators of Moori's study have their own colours.
COLOURS = {
    "focused-dstar": BLUE,
    "focused-dstar, change": BLUE,
    "dstar": INK,
    "dstar, change": INK,
    "astar, fifo": ORANGE,
}
TITLES = {"world2": "world2: narrow tunnels", "world3": "world3: open ground"}


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Draw on a log axis, as some navigators do a hundred times the work of others."""
    lines = of_section(summary.table, NAVIGATOR)
    worlds = list(dict.fromkeys(line["world"] for line in lines))
    figure.set_size_inches(5.6 * len(worlds), 4.8)
    figure.suptitle(
        f"Queue operations x height of the queue, {lines[0]['runs']} runs: "
        "bars are means, diamonds medians"
    )
    for world, axes in zip(worlds, figure.subplots(1, len(worlds), squeeze=False)[0], strict=True):
        _panel(axes, [line for line in lines if line["world"] == world], world)


def _panel(axes: Axes, lines: list[Row], world: str) -> None:
    lines = sorted(lines, key=lambda line: -line["depth"])
    names = [line["navigator"] for line in lines]
    depths = [line["depth"] for line in lines]
    bars = axes.barh(names, depths, color=[COLOURS.get(name, GRAY) for name in names])
    medians = [line["median_depth"] for line in lines]
    axes.plot(medians, names, "D", color="white", markeredgecolor=INK, markersize=5)
    axes.bar_label(bars, [f"{depth:,.0f}" for depth in depths], padding=6, fontsize=9)
    axes.set_xscale("log")
    seen = [depth for depth in (*depths, *medians) if depth > 0] or [1.0]
    axes.set_xlim(min(seen) / 3, max(seen) * 6)  # room for the numbers
    axes.set_xlabel("depth (comparisons at worst)")
    dress(axes, TITLES.get(world, world), grid="x")
