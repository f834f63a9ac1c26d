"""What the dock says about steps, against the searches themselves, which are stepped beside it.

The sentences come from traces, in the lab's own JavaScript. Here the open list is read from the
search before each expansion: its states, costs and estimates.
"""

import json
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import asterion as at
from asterion.lab.maps.moves import grid_of
from asterion.lab.searches.open_order import open_order
from asterion.lab.searches.search_run import board_searches
from asterion.lab.wire.messages import log_of
from asterion.search.trace import KINDS

SCRIPT = Path(__file__).parent / "told_steps.mjs"
NEAR = 1e-9  # of sums in other orders
IMPROVED, CLOSED = KINDS.index("improved"), KINDS.index("closed")
TIES = ["auto", "high-g", "low-g", "fifo", "lifo", "random", "straight"]
MANY = 7  # searches of each kind


def told_of(searches):
    """What the dock says, for each search and step."""
    given = json.dumps(searches)
    node = shutil.which("node")
    assert node, "node is missing"
    run = subprocess.run([node, SCRIPT], input=given, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def worlds(rng, moves, *, uniform):
    """Maps with two free cells for ends."""
    for _ in range(MANY):
        shape = rng.integers(6, 16, 2)
        cells = rng.integers(1, 2 if uniform else 10, shape) * (rng.random(shape) > 0.25)
        ends = [(0, 0), (int(shape[0]) - 1, int(shape[1]) - 1)]
        for end in ends:
            cells[end] = 1
        yield grid_of(cells.astype(np.uint8), moves), *ends


def stepped(search, most=250):
    """Step a search: the open cells, g and h before each expansion, and the expanded cell.

    None instead of the first three if one step of the search has several closings in its trace. The
    costs are those by which cells were put on open: `search.g` is that of the tree as it is now,
    which may have got cheaper nearer to the root.
    """
    steps, length = [], 0
    size = search.world.cost.size
    g, h = np.full(size, np.inf), np.full(size, np.nan)
    before = None
    while len(steps) < most:
        trace = search.trace
        closed = trace.node[length:][trace.kind[length:] == CLOSED]
        steps += [(before if i == 0 else None, int(cell)) for i, cell in enumerate(closed)]
        g[trace.node[length:]], h[trace.node[length:]] = trace.g[length:], trace.h[length:]
        if search.status != "running":
            break
        length = len(trace)
        before = np.flatnonzero(search.state.ravel() == 1), g.copy(), h.copy(), search.g
        search.run(expansions=1)
    return steps[:most]


def searches(algorithm, moves, uniform, options, seed=7):
    """Random searches, as the dock gets them and step by step."""
    rng = np.random.default_rng(seed)
    for world, start, goal in worlds(rng, moves, uniform=uniform):
        if algorithm == "ida" and not at.find_path(world, start, goal):
            continue  # its rounds would not end
        asked = {"algorithm": algorithm, "trace": True, **options}
        if not algorithm.startswith("textbook"):
            asked["components"] = False  # an unreachable goal is searched for
        search = at.Search(world, start, goal, **asked)
        search.run(expansions=250)
        log = {name: column.tolist() for name, column in log_of(search.trace).items()}
        log["h"] = [h if np.isfinite(h) else None for h in log["h"]]
        cols = world.shape[1]
        given = {
            "log": log,
            "size": world.cost.size,
            "cols": cols,
            "order": open_order(algorithm, options, moves),
            "goal": goal[0] * cols + goal[1] if search.status == "found" else -1,
        }
        yield given, stepped(at.Search(world, start, goal, **asked)), search


def accounts(*kind):
    """Each random search of a kind with its accounts."""
    made = list(searches(*kind))
    return zip(made, told_of([given for given, _, _ in made]), strict=True)


def cell_of(text, cols):
    row, col = (int(n) for n in re.search(r"\((\d+), (\d+)\)", text).groups())
    return row * cols + col


def number(text):
    return float(text.replace("\u2212", "-"))


SMALLEST = re.compile(
    r"Expanded \(.*?\): its (?P<name>f|g|h)(?P<formula> = g \+ [\d.]+ h)? of (?P<value>[\d.]+) "
    r"is the smallest of (?P<count>\d+) open cells(, shared by (?P<tied>\d+)(?P<rule>;.*)?)?\."
)
# Those whose open list is ordered by one number: algorithm, moves, one cost, options.
BEST_FIRST = [
    *(("astar", "clear", True, {"ties": ties}) for ties in TIES),
    *(("astar", "one-clear", False, {"ties": ties}) for ties in ("auto", "low-g", "fifo")),
    ("astar", "never", True, {}),
    ("astar", "hex", False, {}),
    ("astar", "triangle", True, {}),
    ("astar", "clear", True, {"weight": 1.5}),
    ("astar", "clear", False, {"weight": 0.7}),
    ("astar", "always", False, {"heuristic": "manhattan"}),
    ("astar", "clear", True, {"heuristic": "manhattan", "reopen": "active"}),
    ("astar", "clear", False, {"stop": "guaranteed"}),
    ("astar", "clear", True, {"direction": "backward"}),
    ("dijkstra", "clear", True, {}),
    ("dijkstra", "never", False, {"stop": "guaranteed"}),
    ("greedy", "clear", True, {}),
    ("greedy", "never", False, {"ties": "fifo"}),
    ("jps", "clear", True, {}),
    ("jps", "never", True, {}),
    ("jps", "clear", False, {}),
]
KEY = {
    "astar": lambda g, h, weight: g + weight * h,
    "jps": lambda g, h, _: g + h,
    "dijkstra": lambda g, _h, _w: g,
    "greedy": lambda _g, h, _w: h,
}


@pytest.mark.parametrize("kind", BEST_FIRST, ids=str)
def test_the_expanded_cell_had_the_smallest_key_of_the_open_cells_as_is_said(kind):
    algorithm, _, uniform, options = kind
    weight = options.get("weight", 1.0)
    ruled = broken = 0
    for (given, steps, search), told in accounts(*kind):
        arrival = arrivals(given["log"])
        for step, (before, cell) in enumerate(steps, 1):
            text = told[step]["sentence"]
            assert cell_of(text, given["cols"]) == cell
            open_cells, g, h, _ = before
            if len(open_cells) == 1:
                assert text.endswith(": it was the only open cell.")
                continue
            said = SMALLEST.fullmatch(text)
            assert said, text
            keys = KEY[algorithm](g[open_cells], h[open_cells], weight)
            own = float(KEY[algorithm](g[cell], h[cell], weight))
            assert keys.min() >= own - NEAR * max(1.0, own)
            assert number(said["value"]) == pytest.approx(own, abs=0.00501)
            assert bool(said["formula"]) == (weight != 1)
            assert int(said["count"]) == len(open_cells)
            alike = open_cells[keys <= own + NEAR * max(1.0, own)]
            assert int(said["tied"] or 1) == len(alike)
            ruled += said["rule"] is not None
            broken += len(alike) > 1 and said["rule"] is None
            check_rule(said["rule"], cell, alike, g, arrival[step - 1])
        assert_head(told, given, steps, lambda g, h: KEY[algorithm](g, h, weight))
        if search.status == "found":
            assert told[-1]["more"].endswith("The search ends.") == (
                given["goal"] in last_open(given)
            )
    assert ruled > 10 or weight != 1
    if uniform and weight == 1:
        assert broken == 0  # in whole numbers equals are equal, and the rule alone decides


def arrivals(log):
    """For each expansion, the last event that put each cell on open before it."""
    seen, each = {}, []
    for i, (kind, node) in enumerate(zip(log["kind"], log["node"], strict=True)):
        if kind == CLOSED:
            each.append(dict(seen))
        else:
            seen[node] = i
    return each


def last_open(given):
    """The open cells at the end of a log."""
    is_open = set()
    for kind, node in zip(given["log"]["kind"], given["log"]["node"], strict=True):
        if kind == CLOSED:
            is_open.discard(node)
        elif kind != IMPROVED:
            is_open.add(node)
    return is_open


def check_rule(said, cell, alike, g, arrival):
    """The rule that is said to have broken a tie picks this cell, and no other."""
    if not said or said in RULES_NOT_IN_A_TRACE:
        return
    left = list(alike)
    for words in said.removeprefix("; of these it ").split(", and of those it "):
        if "reached" in words:
            pick = max if words.endswith("last") else min
            left = [pick(left, key=lambda each: arrival[each])]
        else:
            best = (max if "largest" in words else min)(g[left])
            left = [each for each in left if abs(g[each] - best) <= NEAR * max(1.0, abs(best))]
    assert left == [cell]


RULES_NOT_IN_A_TRACE = ("; the tie was broken at random", "; the rule straight chose among these")


def assert_head(told, given, steps, key):
    """The first of the list is expanded next, and the list is the head of all open cells."""
    for (before, cell), account in zip(steps, told, strict=False):
        open_cells, g, h, _ = before
        head = account["head"]
        assert head[0]["node"] == cell
        assert len(head) == min(8, len(open_cells))
        keys = np.sort(key(g[open_cells], h[open_cells]))
        for each, expected in zip(head, keys, strict=False):
            own = key(g[each["node"]], h[each["node"]])
            assert own == pytest.approx(expected, rel=NEAR)
            assert each["g"] == pytest.approx(g[each["node"]], rel=1e-6)
        assert len({each["node"] for each in head}) == len(head) <= given["size"]


@pytest.mark.parametrize("kind", [("bfs", "clear", False, {}), ("dfs", "clear", True, {})], ids=str)
def test_the_expanded_cell_is_the_first_of_the_queue_or_the_last_on_the_stack(kind):
    words = {"bfs": "it came first into the queue", "dfs": "it came last onto the stack"}[kind[0]]
    for (given, steps, _), told in accounts(*kind):
        for step, (before, cell) in enumerate(steps, 1):
            text, count = told[step]["sentence"], len(before[0])
            assert cell_of(text, given["cols"]) == cell
            assert told[step - 1]["head"][0]["node"] == cell
            assert text.endswith(
                f"{words} of {count} cells."
                if count > 1
                else "was alone " + ("in the queue." if kind[0] == "bfs" else "on the stack.")
            )


@pytest.mark.parametrize("options", [{}, {"weight": 1.4}, {"transpositions": True}], ids=str)
def test_ida_names_round_depth_and_bound(options):
    weight, rounds = options.get("weight", 1.0), 0
    for (given, steps, search), told in accounts("ida", "never", False, options):
        bounds = search.thresholds
        for step, (_, cell) in enumerate(steps, 1):
            text = told[step]["sentence"]
            said = re.fullmatch(
                r"Round (\d+): expanded \(.*?\) at depth (\d+); its f.* of ([\d.]+) is within "
                r"(the bound of ([\d.]+), the f of the start|this round's bound, which is above "
                r"all f of the round before, up to ([\d.]+))\.",
                text,
            )
            assert said, text
            at_round, depth, f = int(said[1]) - 1, int(said[2]), float(said[3])
            assert cell_of(text, given["cols"]) == cell
            assert f <= bounds[at_round] + 0.01
            if at_round == 0:
                assert float(said[5]) == pytest.approx(bounds[0], abs=0.00501)
            else:
                assert float(said[6]) <= bounds[at_round - 1] + 0.01 < bounds[at_round] + 0.02
            branch = told[step]["head"]
            assert branch[0]["node"] == cell
            assert len(branch) == min(8, depth + 1)
            for below, above in pairwise(branch):
                assert below["g"] >= above["g"] + 1
            assert branch[0]["key"] == pytest.approx(branch[0]["g"] + weight * branch[0]["h"])
            rounds = max(rounds, at_round)
    assert rounds > 1


FRONTS = [
    ("bidirectional", "clear", True, {}),
    ("bidirectional", "clear", False, {}),
    ("bidirectional", "never", True, {"heuristic": "zero"}),
    ("bidirectional", "never", False, {"heuristic": "zero"}),
    ("bidirectional", "hex", True, {"ties": "fifo"}),
]


@pytest.mark.parametrize("kind", FRONTS, ids=str)
def test_what_is_said_of_the_front_from_the_start_is_so(kind):
    """Between steps g belongs to that front, and a search stepped beside it reads it there."""
    claims = 0
    for (given, steps, _), told in accounts(*kind):
        closed = set()  # on the front from the start
        for step, (before, cell) in enumerate(steps, 1):
            text = told[step]["sentence"]
            assert cell_of(text, given["cols"]) == cell
            if "from the start" not in text:
                continue
            said = re.search(r"its f of ([\d.]+) is the smallest of (\d+) open", text)
            if said and before is not None:
                ahead = before[3].ravel()
                front = [n for n in np.flatnonzero(np.isfinite(ahead)) if n not in closed]
                assert int(said[2]) == len(front)
                f = ahead + np.nan_to_num(before[2])
                assert f[cell] <= f[front].min() + NEAR * f[cell]
                assert float(said[1]) == pytest.approx(f[cell], abs=0.00501)
                claims += 1
            closed.add(cell)
    assert claims > 20


@pytest.mark.parametrize(
    "algorithm", ["textbook/astar", "textbook/dijkstra", "textbook/dfs", "textbook/ida", "astar"]
)
def test_where_the_order_is_not_in_the_trace_none_is_claimed(algorithm):
    options = {"turn_cost": 1.0} if algorithm == "astar" else {}
    for (given, _, search), told in accounts(algorithm, "clear", True, options):
        assert given["order"]["by"] == ""
        for account in told[1:]:
            assert account["head"] is None
            assert account["note"] == given["order"]["why"]
            assert "smallest" not in account["sentence"]
        assert len(told) == 1 + given["log"]["kind"].count(CLOSED) or search.status == "running"


def test_each_search_of_a_board_has_an_order_or_a_reason():
    for info in board_searches():
        order = open_order(info.name, {}, "clear")
        assert order["by"] or order["why"], info.name
