"""Sentences of the docs with the figures that the results give for them.

A sentence that is not on its page, whatever its line breaks, is a fault: either the results have
changed, or the sentence. Figures of sentences that are also in the tables need no claim.
"""

from collections.abc import Callable
from statistics import median

from asterion.experiments.dstar_study.summary import NAVIGATOR
from asterion.experiments.engine.experiment import Row
from asterion.experiments.tactics.tables import APPROACHES, LEVELS, OBSERVATION, PAIR, STRENGTH
from asterion.experiments.tactics.watching import AS_SAID, CASE_MAPS
from study_figures.studies import study
from study_figures.texts import percent, whole


def _replanning() -> list[str]:
    of = study("replanning")
    cells = {line["b"]: line for line in of.lines(measure="expanded")}
    moves = of.lines(measure="moves")[0]
    single = [row["moves"] / row["shortest"] for row in of.rows if row["way"] == moves["a"]]
    adaptive = cells["adaptive, high-g"]
    slower = of.line(measure="seconds", b="adaptive, high-g")["less_a"]
    return [
        f"Backward costs {cells['repeated-backward, high-g']['ratio']:.1f} times the cells.",
        f"Small g first costs {cells['repeated-forward, low-g']['ratio']:.1f} times the cells",
        f"in {adaptive['diverging']} worlds, on ties; the {adaptive['less_a']} worlds in which it",
        f"takes less time in {slower} of these {adaptive['less_a']}, and in no other world.",
        f"makes {moves['detour_a']:.2f} times the moves of the true shortest path",
        f"in single worlds {min(single):.1f} to {max(single):.1f} times",
        f"`worlds_sha256` begins with {of.head['facts']['worlds_sha256'][:8]}",
    ]


def _line(world: str, name: str, file: str = "dstar-study") -> Row:
    return study(file).line(section=NAVIGATOR, world=world, navigator=name)


def _maze() -> list[str]:
    depth = {
        (world, name): _line(world, name)["depth"]
        for world in ("world2", "world3")
        for name in ("focused-dstar", "dstar", "astar, fifo", "astar")
    }
    both = ("focused-dstar", "dstar")
    later = {
        (world, name): _line(world, f"{name}, change")["depth"] / depth[world, name] - 1
        for world in ("world2", "world3")
        for name in both
    }
    saved = 1 - depth["world2", "focused-dstar"] / depth["world2", "dstar"]
    tunnels = depth["world2", "astar, fifo"] / depth["world2", "focused-dstar"]
    focus = depth["world3", "dstar"] / depth["world3", "focused-dstar"]
    ties = depth["world3", "astar, fifo"] / depth["world3", "dstar"]
    rekeys = _line("world2", "focused-dstar")["rekeys"]
    opened = _line("world3", "focused-dstar, change")["rekeys"]
    waited = {
        sum(
            row["waits"] > 0
            for row in study("dstar-study").rows
            if (row["world"], row["navigator"], row["segment"]) == ("world2", name, "sum")
        )
        for name in study("dstar-study").head["config"]["navigators"]
    }
    calm = all(
        _line("world2", "focused-dstar", file)["depth"]
        < _line("world2", "dstar", file)["depth"]
        < _line("world2", "astar, fifo", file)["depth"]
        for file in ("dstar-study", *(f"dstar-study-interval-{ticks}" for ticks in (20, 30, 60)))
    )
    return [
        f"({'no such' if calm else 'a similar'} reversal in world2",
        f"In tunnels focus does not cost more, it saves {percent(saved)}.",
        f"which happens {whole(rekeys)} times in a run",
        f"A\\* has {tunnels:.1f} times the depth of Focused D\\*.",
        f"In {min(waited)} or {max(waited)} of the 30 runs the player had to wait",
        f"On open ground focus pays {focus:.0f} times",
        f"With the oldest of equal nodes first it has {ties:.1f} times the depth of D\\*",
        f"although it plans {_line('world3', 'astar')['searches']:.0f} times",
        f"{' and '.join(percent(later['world2', name]) for name in both)} more in tunnels",
        f"{' and '.join(percent(later['world3', name]) for name in both)} on open ground",
        f"{whole(opened)} rekeys of Focused D\\*",
    ]


def _bridge() -> list[str]:
    of = study("bridge")
    long, none = (of.line(meeting="detour", stop=stop) for stop in (160, 0))
    return [
        f"makes {long['moves'] - long['best']:.0f} moves more",
        f"({none['moves']:.0f} moves instead of {none['best']:.0f})",
    ]


def _open_lists() -> list[str]:
    of = study("open-lists")

    def ratios(one: str, other: str) -> list[float]:
        lines = {
            name: {
                (line["map"], line["search"], line["side"]): line["seconds"]
                for line in of.lines(open_list=name)
                if line["seconds"] is not None
            }
            for name in (one, other)
        }
        return [
            seconds / lines[other][key]
            for key, seconds in lines[one].items()
            if key in lines[other]
        ]

    heap = ratios("binary heap", "bucket heap")
    whole_numbers = ratios("bucket queue", "bucket heap")
    stacks = ratios("bucket queue", "two stacks")
    return [
        f"The heap takes up to {max(heap):.1f} times as long as the bucket heap",
        f"mostly {median(heap):.1f}",
        f"({min(whole_numbers):.2f} to {max(whole_numbers):.2f})",
        f"are {min(stacks):.1f} to {max(stacks):.1f} times as fast again",
        f"with 3,500 {max(ratios('sorted list', 'binary heap')):.0f} times",
    ]


def _architectures() -> list[str]:
    times = [
        1e6 * line["seconds"]
        for line in study("architectures").lines(
            task="known", architecture="grid", pathfinder="astar"
        )
    ]
    return [f"A query on the grid takes {min(times):.0f} to {max(times):.0f} us"]


def _agreeing() -> tuple[int, int]:
    lines = study("tactics").lines(section=OBSERVATION)
    return sum(line["verdict"] == AS_SAID for line in lines), len(lines)


def _tactics() -> list[str]:
    of = study("tactics")
    agree, lines = _agreeing()
    three = of.line(section=STRENGTH, a="AStarThree")
    levels = sorted(of.lines(section=LEVELS), key=lambda line: float(line["rating"]))
    shares = [f"{100 * line['share']:.0f}" for line in levels]
    return [
        f"Of {lines} observations in Smith's thesis {agree} are confirmed",
        f"`AStarThree` is second, at {1000 * three['turn_seconds']:.0f} ms a turn",
        f"{', '.join(shares[:-1])} and {shares[-1]} % against each other",
    ]


def _experiments() -> list[str]:
    parts = (_replanning, _maze, _bridge, _open_lists, _architectures, _tactics)
    return [claim for part in parts for claim in part()]


def _first_turns() -> list[str]:
    """What it is worth to begin, among those that fight, and games that the limit ended."""
    rows = [row for row in study("tactics").rows if row["part"] == "games"]
    games = [row for row in rows if row["first"] != row["second"]]
    idle = {"Idle", "AStarOne"}
    fights = [row for row in games if not {row["first"], row["second"]} & {*idle, "Random"}]

    def share(some: list[Row]) -> str:
        worth = {"first": 1.0, "second": 0.0}
        return percent(sum(worth.get(row["winner"], 0.5) for row in some) / len(some))

    own = [row for row in fights if row["start"] == 0]
    on = {name: share([row for row in own if row["map"] == name]) for name in CASE_MAPS}
    limited = [row for row in games if row["by_limit"]]
    both = sum({row["first"], row["second"]} == idle for row in limited)
    return [
        f"the first to play has {share(fights)} of the points: {share(own)} on the maps' own",
        f"{share([row for row in fights if row['start']])} on random ones",
        f"On the own start of C.1 it is {on['C.1']}, of C.3 {on['C.3']}, of C.2 {on['C.2']}",
        f"of C.4 {on['C.4']}",
        f"ended {len(limited)} of {whole(len(games))} games, {both} of them between",
    ]


def _tactics_study() -> list[str]:
    of = study("tactics")
    agree, lines = _agreeing()
    games = [row for row in of.rows if "winner" in row]
    seconds = sum(row["first_seconds"] + row["second_seconds"] for row in games)
    three = of.line(section=APPROACHES, a="AStarThree", b="Goap")
    goap = of.line(section=APPROACHES, a="Goap", b="AStarThree")
    four = [of.line(section=STRENGTH, a=f"AStar{name}") for name in ("One", "Two", "Three", "Four")]
    longest = max(line["longest_seconds"] for line in four)
    reply = of.line(section=PAIR, a="Reply", b="AStarThree")
    return [
        *_first_turns(),
        f"SHA-256 of the set-up: {of.head['sha256'][:8]}...): {whole(len(games))} games on 6 maps",
        f"All turns together took {seconds / 60:.0f} minutes of CPU time",
        f"{agree} of {lines} lines agree with Smith's thesis",
        f"has {percent(1 - reply['share'])} against it",
        f"Time does not show it: {1000 * goap['turn_seconds']:.1f} ms a turn",
        f"and {1000 * three['turn_seconds']:.1f} ms for case three",
        f"no turn took more than {1000 * longest:.0f} ms",
        f"a game takes {1000 * four[3]['game_seconds']:.0f} ms of case four's time",
    ]


CLAIMS: dict[str, Callable[[], list[str]]] = {
    "experiments": _experiments,
    "tactics-study": _tactics_study,
}
