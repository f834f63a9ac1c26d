"""The tables of docs/experiments.md about searches on maps."""

from asterion.experiments.engine.experiment import Row
from study_figures.studies import study
from study_figures.texts import ms, p_value, percent, size, table, whole


def replanning() -> list[str]:
    """Three comparisons, four measures each."""
    heads = ["", "measure", "a", "b", "ratio", "worlds: a less, equal, b less", "p (ranks)"]
    names = {"expanded": "expanded cells", "seconds": "CPU time"}
    rows: list[list[str]] = []
    for line in study("replanning").table:
        first, time = line["measure"] == "expanded", line["measure"] == "seconds"
        means = [
            f"{1000 * line[side]:.1f} ms" if time else whole(line[side])
            for side in ("mean_a", "mean_b")
        ]
        rows.append(
            [
                f"**{line['comparison']}**" if first else "",
                str(names.get(line["measure"], line["measure"])),
                *means,
                f"{line['ratio']:.2f}",
                f"{line['less_a']}, {line['equal']}, {line['less_b']}",
                p_value(line["p_ranks"]),
                str(line["diverging"]) if first else "",
            ]
        )
    return table([*heads, "trajectories differ"], rows, left=2)


def moves() -> list[str]:
    """Moves of each agent beside the true shortest path."""
    lines = study("replanning").lines(measure="moves")
    agents = {
        line[side]: [whole(line[f"mean_{side}"]), whole(line["shortest"]), line[f"detour_{side}"]]
        for line in lines
        for side in ("a", "b")
    }
    rows = [[name, *made, f"{detour:.2f}"] for name, (*made, detour) in agents.items()]
    return table(["agent", "moves", "shortest path", "times as many"], rows)


def fill() -> list[str]:
    """Cells that were considered, indoors and outdoors."""
    last = "maps: no more than above"
    heads = ["map", "heuristic", "fill", "expanded", "cells of the path", last]
    rows, before = [], ""
    for line in study("fill").table:
        first = line["map"] != before
        before = line["map"]
        rows.append(
            [
                line["map"] if first else "",
                f"`{line['heuristic']}`",
                *(f"{line[name]:.1f}" for name in ("fill", "expanded", "path")),
                "" if first else f"{line['no_more_than_above']} of {line['runs']}",
            ]
        )
    return table(heads, rows, left=2)


def clusters() -> list[str]:
    """From small clusters to one for the whole map."""
    heads = [
        *("cells a side", "regions", "table", "build", "expanded", "of the straight line's"),
        *("filled", "lecture: expanded", "cost, mean", "cost, longest"),
    ]
    of = study("clusters")
    rooms = of.line(clusters="rooms", variant="admissible")
    rows = []
    for line in of.lines(variant="admissible"):
        if line["clusters"] == "rooms":
            continue
        lecture = of.line(clusters=line["clusters"], variant="lecture")
        as_rooms = line["expanded"] == rooms["expanded"]
        rows.append(
            [
                f"{line['clusters']}, as rooms" if as_rooms else str(line["clusters"]),
                whole(line["regions"]),
                size(line["table_bytes"]),
                f"{1000 * line['build_seconds']:.{1 if line['build_seconds'] < 0.001 else 0}f} ms",
                whole(line["expanded"]),
                percent(line["of_euclidean"]),
                percent(line["filled"]),
                whole(lecture["expanded"]),
                f"{lecture['cost_ratio']:.3f}",
                f"{lecture['longest_ratio']:.2f}",
            ]
        )
    return table(heads, rows, left=0)


def weights() -> list[str]:
    """Indoors and outdoors side by side."""
    parts = ["paths that are cheapest", "cost, mean", "nine in ten", "longest"]
    heads = ["weight", "indoors: expanded", *parts, "outdoors: expanded", *parts]
    of = study("weights")
    rows = [
        [
            f"{line['weight']:g}",
            *_weighed(line),
            *_weighed(of.line(map="outdoors", weight=line["weight"])),
        ]
        for line in of.lines(map="indoors")
    ]
    return table(heads, rows, left=0)


def _weighed(line: Row) -> list[str]:
    return [
        whole(line["expanded"]),
        percent(line["cheapest"]),
        f"{line['cost_ratio']:.3f}",
        f"{line['nine_in_ten']:.2f}",
        f"{line['longest_ratio']:.2f}",
    ]


def decay() -> list[str]:
    """Shares of paths, by the share of estimates."""
    of = study("decay")
    noises = {"cells": "independent cells", "patches": "blocks of 8 x 8"}
    groups: dict[tuple[str, str], list[Row]] = {}
    for line in of.table:
        groups.setdefault((line["map"], line["noise"]), []).append(line)
    shares = [percent(line["cells_over"]) for line in next(iter(groups.values()))]
    rows = []
    for (place, noise), lines in groups.items():
        for first, words, column in (
            (f"{place}, {noises[noise]}", "paths over", "paths_over"),
            ("", "that might", "paths_met"),
        ):
            rows.append([first, words, *(percent(line[column], 1) for line in lines)])
    return table(["estimates over by more than 2", "", *shares], rows, left=2)


def known_maps() -> list[str]:
    """Architectures on maps that do not change."""
    heads = [
        *("map", "", "nodes", "connections", "memory", "built in", "expanded: `dijkstra`"),
        *("`astar`", "`bidirectional`", "queue operations, `astar`", "then cells of legs"),
        *("a query, `astar`", "cost, mean", "cost, longest"),
    ]
    of = study("architectures")
    rows = []
    for line in of.lines(task="known", pathfinder="astar"):
        place, kind = line["map"], line["architecture"]
        grid = kind == "grid"
        expanded = [
            of.line(task="known", map=place, architecture=kind, pathfinder=name)["expanded"]
            for name in ("dijkstra", "astar", "bidirectional")
        ]
        rows.append(
            [
                place if grid else "",
                kind,
                whole(line["nodes"]),
                whole(line["connections"]),
                size(line["bytes"]),
                "" if grid else f"{1000 * line['build_seconds']:.0f} ms",
                *(whole(each) if each >= 100 else f"{each:.1f}" for each in expanded),
                whole(line["operations"]),
                whole(line["refined"]) if kind == "rooms" else "",
                f"{1e6 * line['seconds']:,.0f} us",
                f"{line['cost_ratio']:.3f}",
                f"{line['longest_ratio']:.2f}",
            ]
        )
    return table(heads, rows, left=2)


def changing_maps() -> list[str]:
    """Architectures while doors change: navigators, then what came of the plans of one."""
    of = study("architectures")
    places = [
        (place, kind)
        for place in ("indoors", "outdoors", "mazes")
        for kind in ("grid", "rooms", "visibility")
    ]
    heads = [f"{place}: {kind}" if kind == "grid" else kind for place, kind in places]
    names = dict.fromkeys(line["pathfinder"] for line in of.lines(task="changing"))

    def lines(name: str) -> list[Row]:
        return [
            of.line(task="changing", map=place, architecture=kind, pathfinder=name)
            for place, kind in places
        ]

    rows = [[f"`{name}`", *(whole(line["expanded"]) for line in lines(name))] for name in names]
    lite = lines("dstar-lite")
    rows += [
        ["cost, mean", *(f"{line['cost_ratio']:.3f}" for line in lite)],
        ["cost, longest", *(f"{line['longest_ratio']:.2f}" for line in lite)],
        ["upkeep", *(_upkeep(line) for line in lite)],
        ["memory", *(f"{line['memory'] / 1024:.1f} KiB" for line in lite)],
        ["lost plans", *(str(line["lost"]) for line in lite)],
    ]
    return table(["", *heads], rows)


def _upkeep(line: Row) -> str:
    return "" if line["architecture"] == "grid" else f"{1000 * line['upkeep_seconds']:.0f} ms"


def bridge() -> list[str]:
    """Three rules, by how long the cart stops."""
    of = study("bridge")
    rules = ("wait", "detour", "both")
    heads = ["the cart stops for"]
    for rule in rules:
        heads += [f"{rule}: ticks", "moves"]
    rows = []
    for line in of.lines(meeting="wait"):
        each = [of.line(meeting=rule, stop=line["stop"]) for rule in rules]
        cells = [f"{one[column]:.1f}" for one in each for column in ("ticks", "moves")]
        rows.append([str(line["stop"]), *cells])
    return table(heads, rows, left=0)


def open_lists() -> list[str]:
    """CPU time of a search with each open list."""
    lists = ("sorted list", "binary heap", "bucket heap", "bucket queue", "two stacks")
    heads = ["map", "search", "side", "expanded", "rekeys", "mean size", *lists]
    names = {"astar": "A\\*", "dijkstra": "Dijkstra"}
    of = study("open-lists")
    rows, before = [], ""
    for line in of.lines(open_list="sorted list"):
        place = {name: line[name] for name in ("map", "search", "side")}
        each = [of.line(open_list=name, **place) for name in lists]
        rows.append(
            [
                line["map"] if line["map"] != before else "",
                names[line["search"]],
                str(line["side"]),
                *(whole(line[name]) for name in ("expanded", "rekeys", "size")),
                *("-" if one["seconds"] is None else ms(one["seconds"]) for one in each),
            ]
        )
        before = line["map"]
    return table(heads, rows, left=2)
