"""D* against Focused D*, with one choice of the D* study changed at a time.

Z. Moori, Testing an Analysis of D* Algorithms, Carleton University, 2008, counts 41 % less work for
D* than for Focused D* in a maze (Table 5), and more than twice as much on open ground (Table 6).
Much that decides this is not in the text: the maze, the ties, how often a path is repaired. Here
both algorithms are written out as they are printed there (appendices C and D), each choice is a
parameter, and each trial changes one of them from the published algorithms.

A player walks from goal to goal, a tile at a time. Pits open and close as in the maze game. The
measure is the study's depth: queue operations times the height of the queue as a binary heap.

A. Stentz, Optimal and Efficient Path Planning for Partially-Known Environments, 1994;
The Focussed D* Algorithm for Real-Time Replanning, 1995
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import hypot, inf, isclose, log2
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import asterion as at
from asterion.errors import InvalidValue, short_repr
from asterion.experiments.engine.comparison import line as compared
from asterion.experiments.engine.experiment import Config, Experiment, Row, Screen, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, Axes, Figure, dress
from asterion.experiments.engine.tables import grouped
from asterion.games.maze.traps import TrapRules, Traps
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid

DSTAR, FOCUSED = "dstar", "focused-dstar"
MAZE, OPEN = "maze", "open ground"
_TILE, _DIAGONAL = 2378, 3363  # costs of moves, so that sums are exact; nearly 1 : sqrt(2)
_SEALED = 9999.0 * _TILE  # the study's infinity
_LONGEST_PLAN = 20_000  # expansions, after which a plan is not expected to end
_LONGEST_WALK = 20_000  # tiles, waits included


class Layout(NamedTuple):
    """A maze of corridors, or open ground, and its pits."""

    rows: int = 37
    cols: int = 59
    loops: int | None = 60  # walls opened; None for open ground
    pits: float = 1.0  # percent of the floor
    interval: int = 1  # tiles walked from change to change


_WORLD2 = Layout()


@dataclass(frozen=True)
class Setup:
    """The choices that the study leaves open or prints in two ways; defaults are as published."""

    layout: Layout = _WORLD2
    diagonal: int = _DIAGONAL
    pit: float = inf  # the cost of a move through a pit
    plan: str = "tile"  # after each change and each tile; "change", "path": only if it is hit
    ties: str = "fifo"
    focus: str = "octile"  # the estimate of Focused D*, to the agent; "goal": to the goal
    keys: str = "top"  # an old key is corrected on top of the queue; "all": at once; "no bias"
    k: str = "opened"  # the smallest h since a node was opened; or since it was "discovered"
    guard: bool = True  # L22 of appendix D: X is inserted once, if it is closed
    ends: bool = True  # a change opens both ends of its arcs, not the cell alone
    until: str = "agent"  # no key is below the agent's; "f": its first part; "equal"; "empty"

    @property
    def exact(self) -> bool:
        """Whether paths are known to be cheapest; Manhattan is too long for diagonals."""
        faults = (self.k != "opened", not self.ends, self.until == "f", self.keys == "no bias")
        return not any(faults) and self.focus != "manhattan"


PUBLISHED = "published"
CHOICES: dict[str, dict[str, Any]] = {
    PUBLISHED: {},
    "ties: last in, first out": {"ties": "lifo"},
    "ties: at random": {"ties": "random"},
    "focus: Manhattan": {"focus": "manhattan"},
    "focus: Euclid": {"focus": "euclidean"},
    "focus: Chebyshev": {"focus": "chebyshev"},
    "focus: none": {"focus": "zero"},
    "focus: to the goal, as printed": {"focus": "goal"},
    "keys: all corrected at each tile": {"keys": "all"},
    "keys: without the bias": {"keys": "no bias"},
    "k since discovery, as printed": {"k": "discovered"},
    "L20 of appendix C, without L22": {"guard": False},
    "changes: the cell alone": {"ends": False},
    "walls cost 9999": {"pit": _SEALED},
    "plan: at changes": {"plan": "change"},
    "plan: if the path is hit": {"plan": "path"},
    "stop: f alone": {"until": "f"},
    "stop: after equal keys": {"until": "equal"},
    "stop: when open is empty": {"until": "empty"},
    "diagonals cost 1": {"diagonal": _TILE},
    "maze: no loops": {"layout": _WORLD2._replace(loops=0)},
    "maze: 20 loops": {"layout": _WORLD2._replace(loops=20)},
    "maze: 200 loops": {"layout": _WORLD2._replace(loops=200)},
    "maze: no pits": {"layout": _WORLD2._replace(pits=0.0)},
    "maze: 0.25 % pits": {"layout": _WORLD2._replace(pits=0.25)},
    "maze: 3 % pits": {"layout": _WORLD2._replace(pits=3.0)},
    "maze: changes every 10 tiles": {"layout": _WORLD2._replace(interval=10)},
    "maze: 19 x 29, 15 loops": {"layout": Layout(19, 29, 15)},
    "maze: 51 x 79, 110 loops": {"layout": Layout(51, 79, 110)},
    "maze: no loops, no pits": {"layout": _WORLD2._replace(loops=0, pits=0.0)},
    "maze: 19 x 29, 5 loops, 0.5 % pits": {"layout": Layout(19, 29, 5, 0.5)},
    "maze: 19 x 29, no loops, 0.25 % pits": {"layout": Layout(19, 29, 0, 0.25)},
}
_OPEN = Layout(loops=None, pits=1.9)


@dataclass(frozen=True)
class Choices(Config):
    """The choices to vary, each in the same mazes and with the same pits."""

    runs: int = 10
    choices: tuple[str, ...] = tuple(CHOICES)

    def __post_init__(self) -> None:
        """Reject names of no choice, and lists that lack what all are compared with."""
        for name in self.choices:
            if name not in CHOICES:
                raise InvalidValue(f"there is no choice {short_repr(name)}")
        if PUBLISHED not in self.choices:
            raise InvalidValue(f"choices is {short_repr(self.choices)}; it must have 'published'")


class Trial(NamedTuple):
    """One choice in one maze."""

    config: Choices
    choice: str
    kind: str
    run: int


def trials(config: Choices) -> list[Trial]:
    """Return one for each choice, kind of ground and run; mazes are not tried on open ground."""
    return [
        Trial(config, choice, kind, run)
        for choice in config.choices
        for kind in (MAZE, OPEN)
        if kind == MAZE or "layout" not in CHOICES[choice]
        for run in range(config.runs)
    ]


def run(trial: Trial) -> list[Row]:
    """Return a row for each algorithm."""
    setup = Setup(**CHOICES[trial.choice])
    if trial.kind == OPEN:
        setup = replace(setup, layout=_OPEN)
    seed = trial.config.seed * 2**16 + trial.run
    names = {"choice": trial.choice, "ground": trial.kind, "run": trial.run}
    return [
        {**names, "algorithm": name, **walked(setup, focused=name == FOCUSED, seed=seed)}
        for name in (DSTAR, FOCUSED)
    ]


# --- The world


class Field:
    """The world as both algorithms see it: cells, their neighbours, and the pits of the moment."""

    def __init__(self, setup: Setup, seed: int) -> None:
        shape = setup.layout.rows, setup.layout.cols
        loops = setup.layout.loops
        self.grid = (
            at.maps.field(shape) if loops is None else at.maps.maze(shape, seed=seed, opened=loops)
        )
        if setup.diagonal == _TILE:
            self.grid = Grid(self.grid.cost, diagonal="clear", diagonal_cost=1)
        self.pit = setup.pit
        self.pits: set[Cell] = set()
        # For each cell its neighbours, the length of the move, and the cells that must be free.
        floor = np.argwhere(self.grid.cost > 0).tolist()
        self.steps = {(row, col): [*self._steps((row, col))] for row, col in floor}
        rows, cols = shape
        self.stops = [(0, 0), (0, cols - 1), (rows - 1, 0), (rows // 4 * 2, cols // 4 * 2)]
        self.stops.append((rows - 1, cols - 1))
        most = round(setup.layout.pits * len(self.steps) / 100)
        rules = TrapRules(most, shortest=20, longest=60, interval=setup.layout.interval)
        self._traps = Traps(self.grid, rules, seed=seed, spared=self.stops)

    def _steps(self, cell: Cell) -> Iterator[tuple[Cell, float, set[Cell]]]:
        for other, length in self.grid.neighbours(cell):
            yield (
                other,
                round(length * _TILE),
                {cell, other, (cell[0], other[1]), (other[0], cell[1])},
            )

    def arcs(self, cell: Cell) -> list[tuple[Cell, float]]:
        """The neighbours of a cell with the costs of moves from or to them."""
        free = self.pits.isdisjoint
        return [
            (other, length if free(cells) else self.pit)
            for other, length, cells in self.steps[cell]
        ]

    def tick(self, held: set[Cell]) -> list[Cell]:
        """Let pits open and close, but not under these cells; return the cells that changed."""
        opened, closed = self._traps.tick(held)
        self.pits.difference_update(closed)
        self.pits.update(opened)
        return opened + closed


# --- The algorithms, as printed

NEW, OPENED, CLOSED = range(3)
Key = tuple[float, ...]


class DStar:
    """D* and Focused D* by the pseudocode of the study, line by line, with its choices."""

    def __init__(
        self, field: Field, setup: Setup, *, focused: bool, agent: Cell, goal: Cell
    ) -> None:
        self.field, self.setup, self.focused = field, setup, focused
        self.agent, self.goal = agent, goal
        self.h: dict[Cell, float] = {}
        self.k: dict[Cell, float] = {}
        self.b: dict[Cell, Cell] = {}
        self.t: dict[Cell, int] = dict.fromkeys(field.steps, NEW)
        self.bias, self.moves = 0.0, 0
        self.inserts = self.removes = self.rekeys = self.corrections = self.visits = 0
        self.open, self.open_sum = 0, 0
        self._heap: list[tuple[Key, Cell]] = []
        self._keys: dict[Cell, tuple[Key, int]] = {}  # of open nodes, with the agent's moves then
        self._pushed, self._dice = 0, Dice(1)
        self.insert(goal, 0.0)

    def distance(self, a: Cell, b: Cell) -> float:
        """The estimated distance of two cells."""
        rows, cols = abs(a[0] - b[0]), abs(a[1] - b[1])
        match self.setup.focus:
            case "manhattan":
                return _TILE * (rows + cols)
            case "euclidean":
                return int(_TILE * hypot(rows, cols))
            case "zero":
                return 0
            case "chebyshev":
                return _TILE * max(rows, cols)
        return _TILE * max(rows, cols) + (self.setup.diagonal - _TILE) * min(rows, cols)

    def worth(self, x: Cell, cost: float) -> Key:
        """The order of nodes: (f, cost), or the cost alone."""
        if not self.focused:
            return (cost,)
        towards = self.goal if self.setup.focus == "goal" else self.agent
        return cost + self.distance(x, towards), cost

    def push(self, x: Cell) -> None:
        """Put a node on the heap under its present key; an older entry is passed over."""
        self._pushed += 1
        ties = {"fifo": self._pushed, "lifo": -self._pushed}
        tie = ties.get(self.setup.ties) or self._dice.below(2**32)
        key = self.worth(x, self.k[x])
        key = (key[0] + self.bias, *key, tie) if self.focused else (*key, tie)
        self._keys[x] = key, self.moves
        heappush(self._heap, (key, x))

    def insert(self, x: Cell, h: float) -> None:
        """INSERT(X, h)."""
        if self.t[x] == NEW:
            self.k[x] = h
        elif self.t[x] == OPENED or self.setup.k == "discovered":
            self.k[x] = min(self.k[x], h)
        else:
            self.k[x] = min(self.h[x], h)
        was_open = self.t[x] == OPENED
        self.rekeys += was_open
        self.inserts += not was_open
        self.open += not was_open
        self.h[x], self.t[x] = h, OPENED
        self.push(x)

    def min_state(self) -> Cell | None:
        """MIN-STATE: the best open node, once the keys above it are up to date."""
        while self._heap:
            key, x = self._heap[0]
            is_old = self.t[x] != OPENED or self._keys[x][0] != key
            if not is_old and (not self.focused or self._keys[x][1] == self.moves):
                return x
            heappop(self._heap)
            if not is_old:
                self.corrections += 1
                self.push(x)
        return None

    def is_settled(self, x: Cell) -> bool:
        """Whether the agent's path needs nothing of the best open node."""
        if self.t[self.agent] != CLOSED or self.setup.until == "empty":
            return False
        best, own = self.worth(x, self.k[x]), self.worth(self.agent, self.h[self.agent])
        if self.setup.until == "f":
            return best[0] >= own[0]
        return best > own if self.setup.until == "equal" else best >= own

    def plan(self) -> bool:
        """Process states until the path is settled; False if that takes too long."""
        last = self.removes + _LONGEST_PLAN
        while (x := self.min_state()) is not None and not self.is_settled(x):
            if self.removes == last:
                return False
            self.process_state(x)
        return True

    def process_state(self, x: Cell) -> None:
        """PROCESS-STATE, appendices C and D; comments name the lines of D."""
        h, t = self.h, self.t
        kx = self.k[x]
        best = self.worth(x, kx)
        heappop(self._heap)
        t[x] = CLOSED
        self.removes += 1
        self.open -= 1
        arcs = self.field.arcs(x)
        self.visits += len(arcs)
        if kx < h[x]:  # L4
            for y, c in arcs:
                if t[y] != NEW and self.worth(y, h[y]) <= best and h[x] > h[y] + c:
                    self.b[x], h[x] = y, h[y] + c
        if kx == h[x]:  # L9
            for y, c in arcs:
                if self.hands_on(x, y, c) or (t[y] != NEW and h[y] > h[x] + c):
                    self.b[y] = x
                    self.insert(y, h[x] + c)
        else:
            self.process_raised(x, best, arcs)
        self.open_sum += self.open

    def process_raised(self, x: Cell, best: Key, arcs: list[tuple[Cell, float]]) -> None:
        """PROCESS-STATE for a node that leads to the goal at more than its k: L16 to L28 of D."""
        h, t, b = self.h, self.t, self.b
        for y, c in arcs:
            if self.hands_on(x, y, c):
                b[y] = x
                self.insert(y, h[x] + c)
            elif t[y] == NEW or b.get(y) == x:
                continue
            elif h[y] > h[x] + c:  # L21
                if t[x] == CLOSED or not self.setup.guard:
                    self.insert(x, h[x])
            elif h[x] > h[y] + c and t[y] == CLOSED and best < self.worth(y, h[y]):  # L25
                self.insert(y, h[y])

    def hands_on(self, x: Cell, y: Cell, c: float) -> bool:
        """Whether the cost of a node has to be handed on to a neighbour: L11 and L12 of D."""
        through = self.h[x] + c
        if self.t[y] == NEW:
            return through < inf
        return self.b.get(y) == x and self.h[y] != through

    def modify(self, cells: list[Cell]) -> None:
        """MODIFY-COST, for all arcs of these cells."""
        for cell in cells:
            for x in [cell, *(step[0] for step in self.field.steps[cell] if self.setup.ends)]:
                if self.t[x] == CLOSED:
                    self.insert(x, self.h[x])

    def move(self, agent: Cell) -> None:
        """Note that the agent has moved."""
        if self.setup.keys != "no bias":
            self.bias += self.distance(agent, self.agent)
        self.agent = agent
        self.moves += 1
        if self.focused and self.setup.keys == "all":
            for x in [x for x, state in self.t.items() if state == OPENED]:
                self.corrections += 1
                self.push(x)

    def path(self) -> list[Cell]:
        """The cells from the agent to the goal; none if it is sealed off, or they go in circles."""
        if self.cost == inf:
            return []
        cells = [self.agent]
        while cells[-1] != self.goal:
            cells.append(self.b[cells[-1]])
            if len(cells) > len(self.t):
                return []
        return cells

    @property
    def cost(self) -> float:
        """The cost of the path; inf if there is none."""
        cost = self.h.get(self.agent, inf)
        return cost if cost < min(self.field.pit, _SEALED) else inf


# --- A walk


def walked(setup: Setup, *, focused: bool, seed: int) -> Row:
    """Walk from goal to goal with one algorithm, and count its work."""
    field = Field(setup, seed)
    counts = dict.fromkeys(("inserts", "removes", "rekeys", "corrections", "visits", "open_sum"), 0)
    tiles, wrong, seconds, ended = 0, 0, 0.0, True
    for agent, goal in zip(field.stops, field.stops[1:], strict=False):
        begin = process_time()
        search = DStar(field, setup, focused=focused, agent=agent, goal=goal)
        ended = ended and search.plan()
        path = search.path() if ended else []
        seconds += process_time() - begin
        while ended and search.agent != goal and tiles < _LONGEST_WALK:
            tiles += 1
            changed = field.tick({search.agent, goal, *path[1:2]})
            begin = process_time()
            search.modify(changed)
            if changed and (setup.plan != "path" or _matters(changed, path, field)):
                ended = search.plan()
                path = search.path() if ended else []
                if setup.exact and ended:
                    wrong += not _is_cheapest(search)
            if path:
                search.move(path[1])
                del path[0]
                if setup.plan == "tile" and ended and search.agent != goal:
                    ended = search.plan()
                    path = search.path() if ended else []
            seconds += process_time() - begin
        ended = ended and search.agent == goal
        for name in counts:
            counts[name] += getattr(search, name)
    size = counts.pop("open_sum") / max(counts["removes"], 1)
    height = log2(size) if size > 1 else 0.0
    plain = counts["inserts"] + counts["removes"]
    total = plain + 2 * counts["corrections"]  # each a remove and an insert
    return {
        **counts,
        "size": size,
        "total": total,
        "depth": total * height,
        "depth_plain": plain * height,
        "depth_rekeyed": (total + 2 * counts["rekeys"]) * height,
        "tiles": tiles,
        "ended": ended,
        "wrong": wrong,
        "seconds": seconds,
    }


def _matters(changed: list[Cell], path: list[Cell], field: Field) -> bool:
    """Whether a path is missing or hit by a pit, or a pit has closed."""
    return not path or bool(field.pits.intersection(path)) or not field.pits.issuperset(changed)


def _is_cheapest(search: DStar) -> bool:
    best = at.find_path(search.field.grid, search.agent, search.goal, algorithm="dijkstra").cost
    return isclose(search.cost / _TILE, best, rel_tol=1e-6)


# --- The summary

# Ways of counting the same walks.
COUNTS = {
    "count: without corrections": "depth_plain",
    "count: changed keys too": "depth_rekeyed",
    "count: queue operations": "total",
    "count: expansions": "removes",
    "count: neighbours looked at": "visits",
}


def summarise(config: Choices, rows: list[Row]) -> Summary:
    """Return a line for each choice and way of counting: which algorithm is ahead, and how far."""
    groups = grouped(rows, "choice", "ground")
    asked = [(choice, choice, "depth") for choice in config.choices]
    asked[1:1] = [(name, PUBLISHED, measure) for name, measure in COUNTS.items()]
    table = []
    for name, choice, measure in asked:
        line: Row = {"choice": name}
        for kind, prefix in ((MAZE, "maze"), (OPEN, "open")):
            line |= _ordering(groups.get((choice, kind), []), measure, prefix)
        table.append(line)
    return Summary(table, {}, sum(row["wrong"] for row in rows))


def _ordering(rows: list[Row], measure: str, prefix: str) -> Row:
    """The means of both algorithms over the runs in which both arrived, and which is ahead."""
    pairs = [pair for pair in grouped(rows, "run").values() if all(row["ended"] for row in pair)]
    names = ("dstar", "focused", "ratio", "p_ranks", "expanded", "seconds", "ahead_by_seconds")
    line: Row = {"runs": len(pairs), "ahead": "no end" if rows else None, **dict.fromkeys(names)}
    if pairs:
        both, by_expansions, by_time = (
            compared(*([pair[i][column] for pair in pairs] for i in (0, 1)))
            for column in (measure, "removes", "seconds")
        )
        line |= {"dstar": both["mean_a"], "focused": both["mean_b"], "ahead": _ahead(both)}
        line |= {"ratio": both["ratio"], "p_ranks": both["p_ranks"]}
        line |= {"expanded": by_expansions["ratio"], "seconds": by_time["ratio"]}
        line["ahead_by_seconds"] = _ahead(by_time)
    return {f"{prefix}_{name}": value for name, value in line.items()}


def _ahead(both: Row) -> str:
    """The algorithm with the smaller mean, if the runs agree."""
    if both["p_ranks"] > 0.05:
        return "neither"
    return DSTAR if both["ratio"] > 1 else FOCUSED


def screens(summary: Summary) -> list[Screen]:
    """The ratios, and which is ahead."""
    shown = {
        "choice": "choice",
        "maze": "maze_ratio",
        "expanded": "maze_expanded",
        "ahead": "maze_ahead",
        "open": "open_ratio",
        "ahead_there": "open_ahead",
    }
    lines = [{name: line[column] for name, column in shown.items()} for line in summary.table]
    title = "Depth of Focused D* to D* (above 1: D* is ahead) in the maze and on open ground"
    return [Screen(title, tuple(shown), lines)]


# --- Picture

STUDY = {"maze": 10929.34 / 6439.62, "open": 15407.2 / 41112.7}  # tables 5 and 6


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Draw the ratio for each choice on a log axis, beside that of the study."""
    lines = summary.table[::-1]
    figure.set_size_inches(10, 1.6 + 0.24 * len(lines))
    figure.suptitle("Depth of Focused D* as a multiple of that of D*")
    panels = figure.subplots(1, 2, sharey=True)
    for prefix, title, axes in zip(STUDY, (MAZE, OPEN), panels, strict=True):
        _panel(axes, lines, prefix, title)


def _panel(axes: Axes, lines: list[Row], prefix: str, title: str) -> None:
    colours: dict[str | None, str] = {DSTAR: INK, FOCUSED: BLUE}
    for place, line in enumerate(lines):
        if line[f"{prefix}_ratio"] is not None:
            colour = colours.get(line[f"{prefix}_ahead"], GRAY)
            axes.plot([line[f"{prefix}_ratio"]], [place], "o", color=colour, markersize=6)
    axes.axvline(1, color=GRAY, linewidth=1)
    axes.axvline(STUDY[prefix], color=INK, linestyle=":", linewidth=1.5)
    axes.set_yticks(range(len(lines)), [line["choice"] for line in lines])
    axes.set_xscale("log")
    axes.minorticks_off()
    ticks = (0.125, 0.25, 0.5, 1, 2)
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_xlabel("dotted: the study; black: D* is ahead; gray: neither")
    dress(axes, title, grid="x")


EXPERIMENT = Experiment(
    name="dstar-choices",
    about="D* against Focused D*, one choice at a time: ties, focus, counting, mazes.",
    config=Choices,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=draw,
    screens=screens,
)
