"""The tables of docs/experiments.md about the D* study."""

from asterion.experiments.dstar_study.summary import NAVIGATOR, ORDERING
from asterion.experiments.engine.experiment import Row
from study_figures.studies import study
from study_figures.texts import ms, navigator, p_value, percent, table, whole

SAMPLES = (10, 20, 30, 60)  # ticks from change to change


def world2() -> list[str]:
    """The navigators in narrow tunnels."""
    return _work("world2")


def world3() -> list[str]:
    """The navigators on open ground."""
    return _work("world3")


def _work(world: str) -> list[str]:
    heads = [
        *("", "inserts", "removes", "rekeys", "mean size", "total", "height", "**depth**"),
        *("deviation", "median depth", "expanded", "searches", "restarts", "ms", "KiB"),
    ]
    lines = study("dstar-study").lines(section=NAVIGATOR, world=world)
    rows = [
        [
            navigator(line["navigator"]),
            *(whole(line[name]) for name in ("inserts", "removes", "rekeys")),
            f"{line['mean_size']:.1f}",
            whole(line["total"]),
            f"{line['height']:.2f}",
            *(whole(line[name]) for name in ("depth", "depth_deviation", "median_depth")),
            *(whole(line[name]) for name in ("expanded", "searches", "restarts")),
            ms(line["median_seconds"]),
            whole(line["memory"] / 1024),
        ]
        for line in sorted(lines, key=lambda line: float(line["depth"]))
    ]
    return table(heads, rows)


def orderings() -> list[str]:
    """The orderings that were published, held or not."""
    heads = ["world", "ordering", "", "depths", "with rekeys", "runs", "p (ranks)"]
    rows = [
        [
            line["world"],
            f"`{line['less']}` < `{line['more']}`",
            "held" if line["held"] else "**not held**",
            f"{whole(line['depth_less'])} and {whole(line['depth_more'])}",
            _rekeyed(line),
            f"{line['runs_held']} of {line['runs']}",
            p_value(line["p_ranks"]),
        ]
        for line in study("dstar-study").lines(section=ORDERING)
    ]
    return table(heads, rows, left=3)


def _rekeyed(line: Row) -> str:
    less, more = (
        study("dstar-study").line(section=NAVIGATOR, world=line["world"], navigator=name)
        for name in (line["less"], line["more"])
    )
    held = less["depth_rekeyed"] < more["depth_rekeyed"]
    depths = f"{whole(less['depth_rekeyed'])} and {whole(more['depth_rekeyed'])}"
    return depths if held == line["held"] else f"{depths}: {'held' if held else '**not held**'}"


def intervals() -> list[str]:
    """D* and A* on open ground, by how often pits change."""
    notes = {10: "10 (the tables above)", 30: "30 (the game's default)"}
    rows = []
    for ticks in SAMPLES:
        of = study("dstar-study" if ticks == 10 else f"dstar-study-interval-{ticks}")
        depths = [
            whole(of.line(section=NAVIGATOR, world="world3", navigator=name)["depth"])
            for name in ("focused-dstar", "dstar", "astar, fifo")
        ]
        held = of.line(section=ORDERING, world="world3", less="dstar", more="astar, fifo")
        runs = f"{held['runs_held']} of {held['runs']}"
        rows.append([notes.get(ticks, str(ticks)), *depths, held["result"], runs])
    heads = ["ticks from change to change", "`focused-dstar`", "`dstar`", "`astar, fifo`"]
    return table([*heads, "`dstar` < `astar, fifo`", "in runs"], rows, left=0)


def amounts() -> list[str]:
    """Focused D* and D* in tunnels, by how many pits there are."""
    rows = []
    for share in ("1", "2", "3.3", "5"):
        of = study("dstar-study" if share == "1" else f"dstar-study-pits-{share}")
        focused, plain = (
            of.line(section=NAVIGATOR, world="world2", navigator=name)
            for name in ("focused-dstar", "dstar")
        )
        rows.append(
            [
                f"{share} %" + (" (the tables above)" if share == "1" else ""),
                whole(focused["depth"]),
                whole(plain["depth"]),
                percent(1 - focused["depth"] / plain["depth"]),
                f"{focused['rekeys'] / plain['rekeys']:.1f}",
            ]
        )
    heads = ["pits", "`focused-dstar`", "`dstar`", "saved", "rekeys, times those of `dstar`"]
    return table(heads, rows)
