"""Hostile input for every public function: no crash, no hang, no unclear error.

python tools/fuzz.py [--inputs 1000000] [--seed 1] [--seconds S] [--jobs 2] [--keep-going]
python tools/fuzz.py --seed 1 --only 4711

An input is one call, or a short sequence of calls, with arguments that are random or hostile. It is
made from the seed and its number alone: --only repeats it, and says each call before it is made.
A call may return, or raise an error that a user can read. What it returns must be true: a path can
be walked, an optimal one is cheapest, an edit that was refused has changed nothing.
"""

from __future__ import annotations

import argparse
import copy
import faulthandler
import io
import itertools
import json
import math
import multiprocessing
import operator
import os
import pickle
import re
import resource
import signal
import struct
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from collections.abc import Callable, Iterable, MutableSequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from pathlib import Path as FilePath
from random import Random
from typing import Any

import numpy as np

import asterion as at
from asterion import registry

PATIENCE = 20  # seconds that one input may take
READABLE = (TypeError, ValueError, IndexError, KeyError, OverflowError, OSError, ImportError)
UNCLEAR = re.compile(
    r"incompatible function arguments|std::|bad_alloc|bad[ _]cast|nanobind|__\w+__\(\)|"
    r"attribute '_|NULL|array element with|operands could not|truth value of an|unhashable type"
)

# --- What a hostile user has at hand


class Planted(BaseException):
    """What the user's own code raises."""


def _raise(*_: Any, **__: Any) -> Any:
    raise Planted("from the user's own code")


EVIL = "index float len iter repr eq hash array bool getitem getattr call next lt fspath"
FLOATS = [0.0, -0.0, 0.5, 2.5, -1.5, 1e-9, 5e-324, 1e290, 1.1e290, 1.7e308, inf, -inf, nan]
NUMBERS: list[Any] = [
    *(*FLOATS, 1j, Fraction(1, 3), Decimal("NaN"), np.float64(nan), np.longdouble("1e4000")),
    *(0, 1, 2, 3, 7, 255, 256, -1, -2, 2**31, 2**32, 2**63, 2**64, -(2**63) - 1, 10**400),
    *(True, False, np.True_, np.float32(0.1), np.float16(6e4), np.int8(-1), np.uint64(2**64 - 1)),
    type("Liar", (), {"__index__": lambda _: 2**70, "__float__": lambda _: nan})(),
]
THINGS: list[Any] = [
    *(None, "", "1", "x", "inf", "x" * 700, "\ud800", "a\0b", b"1", bytearray(b"ab"), ..., object),
    *([], [1], [[1, 2], [3]], (), (1,), (1, 2, 3), {}, {1: 2}, set(), {(0, 0)}, range(3), slice(2)),
    *(len, int, np.ndarray, np.array("x"), np.datetime64("NaT"), np.zeros(0), np.zeros((2, 2))),
    *(np.array([None, 1]), memoryview(b"ab"), sys, "é\n"),
    *[type("Evil", (), {f"__{name}__": _raise})() for name in EVIL.split()],
    type("Liar", (), {"__len__": lambda _: 3, "__getitem__": lambda _, i: [i, "x", None][i]})(),
    type("Liar", (), {"__array__": lambda *_, **__: np.ones((2, 2))})(),
    type("Liar", (), {"__eq__": lambda *_: np.ones(3), "__hash__": lambda _: 0})(),
    type("Liar", (str,), {"__str__": lambda _: "astar", "__hash__": lambda _: 1})("never"),
]
DTYPES = [*"?bBhHiIlLqQefdgFDGMm", "S3", "V4", ">f8", ">i4", ">u2", "i4,f8"]
SHAPES: list[tuple[int, ...]] = [(2, 3), (5, 5), (1, 8), (7, 4), (), (4,), (2, 2, 2), (0, 3)]
HUGE = [(2**40, 1), (2**31, 2**31), (1, 2**60), (2**16, 2**40)]
POOLS: list[list[Any]] = [
    *([True, True, True, False], [1, 1, 1, 0, 3, 9], [1], [0.5, 2.5, inf, 7.3, 1e-3]),
    *([1e-300, 1e290, 1.0, 0.0], [5e-324, 1e-310, 2.0**-1022, 0.0], [255, 256, 1, 0]),
]
DIAGONALS = ["never", "clear", "one-clear", "always"]
BUILT_IN = [info for info in at.algorithms() if info.kind == "search"]
OPTIONS: dict[str, list[Any]] = {
    "heuristic": ["auto", "zero", "manhattan", "euclidean", "octile", "chebyshev"],
    "weight": [0, 0.5, 1, 2, 1e308, 5e-324, np.float32(3)],
    "ties": ["auto", "high-g", "low-g", "fifo", "lifo", "random", "straight"],
    "seed": [0, 7, 2**63, 2**64, 2**70, True],
    "stop": ["fast", "guaranteed"],
    "reopen": ["passive", "active", "off"],
    "direction": ["forward", "backward"],
    "max_expansions": [0, 1, 5, 100, 2**63, 2**64, 2**70],
    "max_cost": [0, 1, 5.5, 1e308, 1e-320, inf],
    "components": [True, False],
    "transpositions": [True, False],
}
LOOKS = ["g", "h", "state", "parent", "thresholds", "stats", "path", "best_so_far", "status"]


class Finding(Exception):  # noqa: N818 - it is what all this is for
    """Something that a user should not have met."""


class Fuzz(Random):
    """The dice of one input, and the judge of the calls that are made with it."""

    def __init__(self, seed: int, number: int, folder: FilePath, *, aloud: bool = False) -> None:
        super().__init__(seed << 64 | number)
        self.folder = folder
        self.aloud = aloud
        self.refused = False
        self.own: BaseException | None = None  # what the user's code raised
        self.calls: list[tuple[Any, ...]] = []
        self.search: Any = None

    def often(self, share: float) -> bool:
        """True so often."""
        return self.random() < share

    def value(self) -> Any:
        """Anything at all."""
        return self.choice(NUMBERS if self.often(0.5) else THINGS)

    def mostly(self, *good: Any, odd: float = 0.16) -> Any:
        """One of these, but for one time in six or so."""
        return self.value() if self.often(odd) else self.choice(good)

    def one_of(self, *makers: Callable[[], Any]) -> Any:
        """What one of these makes."""
        return self.choice(makers)()

    def some(self, shape: Iterable[int], pool: list[Any]) -> Any:
        """An array of this shape with values from the pool."""
        sides = tuple(shape)
        return np.array(self.choices(pool, k=math.prod(sides))).reshape(sides)

    def blame(self) -> Any:
        """Raises one of the errors that a user's code may raise."""
        kinds = [Planted, ValueError, StopIteration, KeyError, MemoryError, SystemExit, TypeError]
        self.own = self.choice(kinds)()
        raise self.own

    def call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """What a call returns, or None if it was refused in words that a user can read."""
        self.calls.append((function, args, options))
        if self.aloud:
            print(f"    {call_text(*self.calls[-1])}", flush=True)
        try:
            return function(*args, **options)
        except BaseException as error:
            if reason := self.fault_of(error):
                raise Finding(reason) from error
            self.refused = True
            return None

    def fault_of(self, error: BaseException) -> str | None:
        """What is wrong with an error, if anything."""
        if isinstance(error, Planted) or error is self.own:
            return None
        ours = isinstance(error, at.AsterionError)
        if isinstance(error, UnicodeError) or not (ours or isinstance(error, READABLE)):
            return "not an error for users"
        message = "of the user's own making"
        with suppress(Planted):  # by a value that the error holds
            message = str(error)
        if not message.strip():
            return "no message"
        if ours and len(message) > 500:
            return "a message of more than 500 characters"
        return "internal words in the message" if UNCLEAR.search(message) else None

    def edit(self, grid: at.Grid, function: Callable[..., Any], *args: Any) -> None:
        """An edit, which is made whole or not at all."""
        before, refused = contents(grid), self.refused
        self.refused = False
        self.call(function, *args)
        if self.refused and contents(grid) != before:
            raise Finding("a refused edit has changed the world")
        total = grid.cost.astype(float)
        for layer in grid.layers.values():
            total = total + np.where(total > 0, layer, 0.0)
        total[total == inf] = 0
        if (abs(grid.total - total) > 1e-12 * total).any():
            raise Finding("the total is not the cost plus the layers")
        self.refused |= refused


def contents(grid: at.Grid) -> tuple[Any, ...]:
    """All that an edit can change."""
    layers = {name: layer.tobytes() for name, layer in grid.layers.items()}
    return grid.version, grid.cost.tobytes(), grid.total.tobytes(), layers


# --- Arguments


def array(f: Fuzz) -> Any:
    """Something like an array: any type and shape, random bits or odd numbers, many disguises."""
    shape, dtype = f.choice(SHAPES), np.dtype(f.choice(DTYPES))
    made = f.some(shape, [*f.choice(POOLS), f.choice(FLOATS)])
    if f.often(0.4):
        made = np.frombuffer(f.randbytes(math.prod(shape) * dtype.itemsize), dtype).reshape(shape)
    with suppress(TypeError, ValueError, IndexError):
        return f.one_of(
            *(lambda: made, lambda: made.T, lambda: made[::-1], lambda: made[..., ::2], f.value),
            *(made.tolist, lambda: [made, made], lambda: [*made.tolist(), [1]], lambda: iter(made)),
            *(lambda: made, lambda: made.data, lambda: made.astype(f.choice("OU"))),
            *(lambda: np.broadcast_to(1.0, f.choice(HUGE)), lambda: np.ma.MaskedArray(made)),
            lambda: made.view(type("Mine", (np.ndarray,), {})),
        )
    return made


def small_grid(f: Fuzz) -> at.Grid:
    """A good grid, nearly always a small one."""
    largest = 60 if f.often(0.002) else 8
    cost = f.some((f.randint(1, largest), f.randint(1, largest)), f.choice(POOLS))
    diagonal_cost = f.choice([2**0.5, 2**0.5, 1])
    grid = at.Grid(cost, diagonal=f.choice(DIAGONALS), diagonal_cost=diagonal_cost)
    if f.often(0.2):
        grid.layers["threat"] = f.some(grid.shape, f.choice([[0, 2], [0, 0.5, inf]]))
    return grid


def some_world(f: Fuzz) -> Any:
    """A good grid or view."""
    grid = small_grid(f)
    if f.often(0.75):
        return grid
    weights = {"threat": f.choice([0, 0.5, 2])} if "threat" in grid.layers else None
    return grid.view(layers=weights, blocked=f.some(grid.shape, [True] + [False] * 5))


def cell(f: Fuzz, world: Any) -> Any:
    """A cell: mostly a free one, or any, or one outside, or none at all."""
    rows, cols = world.shape
    free = np.flatnonzero(world.total)
    good = divmod(int(f.choice(free)), cols) if len(free) else (0, 0)
    return f.one_of(
        *(lambda: (f.value(), f.value()), f.value, lambda: bytes(good), lambda: np.array(good)),
        lambda: (f.randint(-2, rows + 1), f.randint(-2, cols + 1)),
        *[lambda: good] * 14,
    )


def goal(f: Fuzz, world: Any) -> Any:
    """A cell, or several in every kind of collection."""
    if f.often(0.7):
        return cell(f, world)
    cells = [cell(f, world) for _ in range(f.randrange(12))]
    kinds: list[Any] = [list, set, frozenset, np.array, tuple, iter, dict.fromkeys]
    with suppress(Exception, Planted):
        return f.choice(kinds)(cells)
    return cells


def heuristic(f: Fuzz, world: Any) -> Any:
    """A name, an array, a callable, or nothing of the kind."""
    return f.one_of(
        *[lambda: f.mostly(*OPTIONS["heuristic"])] * 3,
        lambda: f.some(world.shape, f.choice([[0, 1, 5], [0.0, 3e300, inf], [nan]])),
        lambda: array(f),
        *[lambda: callback(f, world)] * 2,
    )


def callback(f: Fuzz, world: Any) -> Callable[[Any], Any]:
    """A heuristic in Python that at one of its calls does what it should not."""
    grid, other = getattr(world, "grid", world), at.Grid([[1, 1]])
    answer = f.choice([0, 0.5, 1, 9, 1e308, f.value()])

    def edit(_: Any = None) -> int:
        with suppress(at.BusyWorld):
            grid[0, 0] = 3
        return 1

    def ask(_: Any) -> Any:
        return f.choice(deeds)() if next(calls) == moment else answer

    moment, calls = f.randrange(6), itertools.count()
    deeds: list[Callable[[], Any]] = [
        *(f.value, f.blame, f.random, edit, lambda: operator.setitem(grid, (0, 0), 2)),
        *(lambda: grid.view(layers={}) and 1, lambda: world.total[0, 0], lambda: grid.copy() and 1),
        lambda: at.find_path(world, (0, 0), (0, 0), heuristic=ask).cost,
        lambda: at.find_path(other, (0, 0), (0, 1), heuristic=edit).cost,
        *(lambda: f.search and f.search.step() and 1, lambda: f.search and f.search.restart()),
        lambda: f.search and getattr(f.search, f.choice(LOOKS)) is None,
    ]
    return ask


def options_for(f: Fuzz, world: Any) -> dict[str, Any]:
    """Options of a query: mostly ones that the algorithm takes, mostly with good values."""
    info = f.choice(BUILT_IN)
    taken = info.options if f.often(0.95) else [*OPTIONS]
    options = {name: f.mostly(*OPTIONS[name], odd=0.06) for name in taken if f.often(0.2)}
    if "heuristic" in taken and f.often(0.4):
        options["heuristic"] = heuristic(f, world)
    if "seed" in options:
        options["ties"] = f.mostly("random")
    if f.often(0.01):
        options[f.choice(["colour", "trace", "_", "threads"])] = f.value()
    if info.name == "ida":  # which may take for ever, and is right to
        options["max_expansions"] = f.randint(0, 500)
    return {**options, "algorithm": f.mostly(info.name, odd=0.02)}


def key(f: Fuzz, shape: tuple[int, int]) -> Any:
    """An index of any kind."""
    ends = [*range(-9, 10), None, 2**63, -(2**70), 2**70, *([1] * 9)]

    def part() -> Any:
        return f.one_of(
            *(lambda: f.randint(-9, 9), lambda: f.randrange(shape[1]), f.value, lambda: ...),
            *(lambda: slice(*f.choices(ends, k=3)), lambda: slice(f.choice(ends), f.choice(ends))),
            *(lambda: f.choices(range(-3, 4), k=2), lambda: f.choice([None, True, 0.5]), lambda: 0),
            lambda: np.array(f.choices([0, 1, 2, 9], k=3), f.choice("bBiQfO")),
        )

    return f.one_of(
        *(lambda: f.some(shape, [True, False]), lambda: array(f), part),
        *(lambda: tuple(part() for _ in range(f.randrange(4))), *[lambda: (part(), part())] * 3),
    )


def setting(f: Fuzz) -> Any:
    """A value to be set."""
    return f.choice([f.choice(f.choice(POOLS)), f.choice(FLOATS), f.value(), array(f)])


# --- Kinds of input


def grids(f: Fuzz) -> None:
    """A grid from anything."""
    rules = {"diagonal": f.mostly(*DIAGONALS)} if f.often(0.2) else {}
    if f.often(0.2):
        rules["diagonal_cost"] = f.mostly(1, 2**0.5, np.float64(1), True)
    grid = f.call(at.Grid, f.value() if f.often(0.1) else array(f), **rules)
    if grid is not None:
        f.call(f.choice([repr, at.Grid.copy, at.Grid.to_text, lambda g: g.total.sum()]), grid)


def texts(f: Fuzz) -> None:
    """A drawing of random characters."""
    letters = f.choice([".#", ".#@19\n", "..#\n \t\r\n5", ".\n\x0b\x1c\x85\u2028\ud800é0\u0663"])
    text = "".join(f.choices(letters, k=f.randrange(40)))
    f.call(at.Grid.from_text, f.mostly(text), diagonal=f.mostly(*DIAGONALS, odd=0.05))


def items(f: Fuzz) -> None:
    """Cells read and set, and what is told of that."""
    grid = small_grid(f)
    for _ in range(2):
        where = key(f, grid.shape)
        f.call(operator.getitem, grid, where)
        f.edit(grid, operator.setitem, grid, where, setting(f))
    f.call(grid.neighbours, cell(f, grid))
    f.call(grid.changes, f.mostly(0, 1, 2, -1))


def layers(f: Fuzz) -> None:
    """Layers made, read, set and removed."""
    grid = small_grid(f)
    name = f.choice(["threat", "threat", "", "\0", "x" * 600, "é", f.value()])
    values = f.choice([setting(f), f.some(grid.shape, [0, 1, f.choice(FLOATS)])])
    f.edit(grid, operator.setitem, grid.layers, name, values)
    layer = f.call(operator.getitem, grid.layers, name)
    if layer is not None:
        where = key(f, grid.shape)
        f.call(operator.getitem, layer, where)
        f.edit(grid, operator.setitem, layer, where, setting(f))
        uses: list[Any] = [repr, np.sum, operator.neg, copy.copy, pickle.dumps]
        f.call(f.choice(uses), layer)
    f.edit(grid, operator.delitem, grid.layers, f.choice([name, f.value()]))


def views(f: Fuzz) -> None:
    """Views with odd weights and masks, used after an edit of the grid."""
    grid = small_grid(f)
    names: list[Any] = [*grid.layers, *(["x", None] if f.often(0.2) else [])]
    weights = f.mostly({name: f.mostly(0, 0.5, 2, -1, -0.25) for name in names})
    mask = f.choice([None, array(f), f.some(grid.shape, [True, False])])
    view = f.call(grid.view, layers=f.choice([None, weights, weights]), blocked=mask)
    if view is not None:
        f.edit(grid, operator.setitem, grid, (0, 0), setting(f))
        f.call(f.choice([repr, lambda v: v.total, copy.deepcopy]), view)
        f.call(view.neighbours, cell(f, grid))
        f.call(view.changes, f.mostly(0, 1))


def paths(f: Fuzz) -> None:
    """One query."""
    world = some_world(f)
    start, end, options = cell(f, world), goal(f, world), options_for(f, world)
    path = f.call(at.find_path, f.mostly(world, odd=0.01), start, end, **options)
    if path is not None:
        check_path(world, path, end, options.get("max_cost"))
        f.call(operator.getitem, path, f.mostly(0, -1, 3, slice(2)))


def check_path(world: Any, path: at.Path, end: Any, limit: Any = None) -> None:
    """A path that was found can be walked, and costs what it promises."""
    if not path:
        return
    if not math.isfinite(at.validate(world, path)):
        raise Finding("a path that costs no finite number")
    if limit is not None and path.cost > float(limit) * (1 + 1e-9):
        raise Finding("a path that costs more than max_cost")
    if path.optimal:
        best = at.find_path(world, path[0], end, algorithm="dijkstra").cost
        if not math.isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-300):
            raise Finding("an optimal path that is not cheapest")


def batches(f: Fuzz) -> None:
    """Several queries at once."""
    world, count = some_world(f), f.randrange(4)
    starts = f.mostly([cell(f, world) for _ in range(count)])
    ends = f.mostly([goal(f, world) for _ in range(f.choice([count, count, 2]))])
    options = {"threads": f.mostly(1, 1, 1, 2, 300, odd=0.05), **options_for(f, world)}
    found = f.call(at.find_paths, f.mostly(world, odd=0.01), starts, ends, **options)
    for path, end in zip(found, ends, strict=True) if found else []:
        check_path(world, path, end, options.get("max_cost"))


def fields(f: Fuzz) -> None:
    """Distances and reachable cells; the k cheapest paths, many of them on tiny worlds only."""
    world = some_world(f)
    given, start, end = f.mostly(world, odd=0.01), cell(f, world), goal(f, world)
    limit = f.mostly(None, 0, 1, 5.5, 1e308, inf)
    # All paths of a world are more than anybody can wait for: a large number is refused work.
    odd = f.value() if math.prod(world.shape) <= 6 else f.choice(THINGS)
    count = f.choice([*range(-1, 5), odd])
    if isinstance(count, (int, np.integer)) and math.prod(world.shape) > 6:
        count = min(int(count), 5)
    answer = f.one_of(
        *[lambda: f.call(at.distances, given, end, direction=f.mostly("to"), max_cost=limit)] * 2,
        *(
            lambda: f.call(at.distances, given, end),
            lambda: f.call(at.reachable, given, end, limit),
        ),
        lambda: f.call(at.cheapest_paths, given, start, end, count),
    )
    for path in answer if isinstance(answer, list) else []:
        check_path(world, path, path[-1])


def searches(f: Fuzz) -> None:
    """A search in slices, on a world that is edited meanwhile, and looked into."""
    world = some_world(f)
    grid = getattr(world, "grid", world)
    options = {**options_for(f, world), "trace": f.mostly(True, False, odd=0.05)}
    start, end = cell(f, world), goal(f, world)
    s = f.search = f.call(at.Search, f.mostly(world, odd=0.01), start, end, **options)
    for _ in range(f.randint(1, 8) if s is not None else 0):
        f.one_of(
            *[lambda: f.call(s.step, f.mostly(1, 1, 2, 5, 2**70))] * 4,
            lambda: f.call(s.run, seconds=f.mostly(0, 1e-9, 1e300, nan, inf)),
            lambda: f.call(s.run, expansions=f.mostly(None, 0, 3), seconds=f.mostly(None, 1)),
            *[lambda: f.call(s.restart)] * 2,
            lambda: f.edit(grid, operator.setitem, grid, key(f, grid.shape), 1),
            *[lambda: f.call(getattr, s, f.choice(LOOKS))] * 4,
            lambda: exported(f, f.call(getattr, s, "trace")),
        )


def exported(f: Fuzz, trace: at.Trace | None) -> None:
    """A trace in every form, which must be JSON by the letter."""
    if trace is not None:
        f.call(trace.replay, f.mostly(None, 0, 3, -1))
        f.call(operator.getitem, trace, f.mostly(0, -1, slice(3)))
        for text in (trace.to_json(), trace.to_posthoc()):
            json.loads(text, parse_constant=lambda word: 1 / (word == ""))  # no NaN in JSON


def walks(f: Fuzz) -> None:
    """Paths of the user's own making, and the doctor of heuristics."""
    world, other = some_world(f), some_world(f)
    row, col = f.randrange(3), f.randrange(3)
    along = [(row, col + i) for i in range(4)]
    walk = f.mostly([cell(f, world) for _ in range(f.randrange(4))], along)
    f.call(at.validate, f.mostly(world, odd=0.01), walk)
    path = f.call(at.Path.from_nodes, f.mostly(world, odd=0.01), walk, optimal=f.mostly(True))
    f.call(at.Path.not_found, f.mostly("stopped", "unreachable", "running", "found"))
    f.call(at.validate, other, f.value() if path is None else path)
    f.call(at.smoothness, f.value() if path is None else path)
    f.call(at.check_heuristic, f.mostly(world, odd=0.01), heuristic(f, world), goal(f, world))


def copies(f: Fuzz) -> None:
    """Copies and pickles; damaged pickles too, of which any error will do, but no crash."""
    path = at.find_path(at.Grid([[1, 1, 1, 1]]), (0, 0), (0, f.randrange(4)))
    ways = [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]  # noqa: S301
    f.call(repr, f.call(f.choice(ways), f.choice([some_world(f), path, path.stats])))
    whole: Any = f.choice([path, path.stats])
    make, parts = whole.__reduce__()
    state = [*parts]
    state[f.randrange(len(state))] = f.choice([f.value(), 0, 3, -1, [1, 2**31], [0] * 9])
    with suppress(Exception, Planted):
        broken = make(*state)
        repr((broken, [*broken], broken.cells, at.smoothness(broken)))


def generated(f: Fuzz) -> None:
    """Maps from odd sizes, seeds and shares. Sizes are small, or beyond any memory."""
    sides: list[Any] = [*range(1, 12), 5, 0, -1, True, 2**60, 2**64, f.choice(THINGS), 2.5]
    shape = f.choice([f.choice(sides), (f.choice(sides), f.choice(sides)), (3, 4, 5)])
    shares = [0, 0.3, 0.5, 1, 1.5, -0.1, nan, f.value()]
    seeds = [0, 7, 2**200, f.value()]
    named: dict[str, dict[str, list[Any]]] = {
        "maze": {"opened": [0, 1, 3, 10**6, -1, 2.5, f.value()], "seed": seeds},
        "scattered": {"density": shares, "seed": seeds},
        "rooms": {"size": [1, 2, 3, 0, 2**70, f.value()], "extra": shares, "seed": seeds},
        "caves": {"density": shares, "rounds": [0, 1, 5, -1, 2.5, f.choice(THINGS)]},
        "field": {"diagonal": [*DIAGONALS, f.value()]},
    }
    name = f.choice([*named])
    options = {word: f.choice(values) for word, values in named[name].items() if f.often(0.5)}
    f.call(getattr(at.maps, name), shape, **options)


def own(f: Fuzz) -> None:
    """Algorithms of the user's own that misbehave, but end after a few steps."""
    world, steps = some_world(f), itertools.count(1)
    found = at.Path.from_nodes(at.Grid(np.ones((8, 8))), [(f.randrange(8), f.randrange(8))])

    class Own:
        """A search that is not to be trusted."""

        def __init__(self, *_: Any, **__: Any) -> None:
            self.g = f.blame() if f.often(0.1) else f.value()
            self.path, self.best_so_far = f.mostly(found, at.Path.not_found()), f.value()

        def step(self) -> Any:
            """One step, of up to five."""
            if next(steps) < 5 and f.often(0.6):
                return "running"
            return f.blame() if f.often(0.1) else f.mostly("found", "found", "stopped")

    options = {"options": ("weight",), "optimal": f.often(0.5)}
    if f.often(0.3):
        options[f.choice(["kind", "worlds", "options", "optimal", "paper"])] = f.value()
    f.call(at.register, f.mostly("mine", odd=0.05), f.mostly(Own, Own, Own, object), **options)
    f.call(at.register, f.mostly("astar", "auto"), Own)
    query = {"algorithm": "mine", **({"weight": f.value()} if f.often(0.1) else {})}
    f.call(at.find_path, world, cell(f, world), goal(f, world), **query)
    search = f.call(at.Search, world, cell(f, world), goal(f, world), **query)
    for look in f.choices(["g", "trace", "path", "best_so_far", "stats"], k=2 if search else 0):
        f.call(search.step, f.mostly(1, 2))
        f.call(getattr, search, look)


def files(f: Fuzz) -> None:
    """Files of random bytes, damaged and forged ones, under good and bad names; then saved anew."""
    ending = f.choice([*GOOD])
    path = f.folder / f"fuzz{ending}"
    path.write_bytes(f.one_of(*[lambda: damaged(f, ending)] * 3, lambda: forged(f, ending)))
    names = [f.folder / "none.map", f.folder, "", "a\0.map", f"{'x' * 300}.txt", f.value()]
    given = f.choice(names) if f.often(0.05) else f.choice([path, str(path)])
    load: Any = at.load_scenario if ending == ".scen" else at.load_map
    grid = f.call(load, given, **({"diagonal": f.value()} if f.often(0.03) else {}))
    grid = grid if isinstance(grid, at.Grid) else small_grid(f)
    if f.often(0.1):
        grid.characters = f.choice([f.some(grid.shape, [*"aZ9é\n\ud800"]), f.value()])
    path = f.folder / f"saved{f.choice([*GOOD, '.PNG', ''])}"
    path.unlink(missing_ok=True)
    f.call(at.save_map, f.mostly(grid, odd=0.03), path)
    if path.exists() and not np.array_equal(at.load_map(path).cost, grid.cost):
        raise Finding("a map that is read back is not the one that was saved")


# --- Files


def damaged(f: Fuzz, ending: str) -> bytes:
    """A good file with a few bytes changed, or random bytes after a good beginning."""
    data = bytearray(GOOD[ending])
    if f.often(0.3):
        return bytes(data[: f.randrange(12)]) + f.randbytes(f.randrange(60))
    for _ in range(f.randrange(4)):
        where = f.randrange(len(data) + 1)
        data[where : where + f.choice([0, 0, 1, 1, 4, 999])] = f.randbytes(f.choice([0, 1, 1, 4]))
    return bytes(data)


def forged(f: Fuzz, ending: str) -> bytes:
    """A file that is well made and lies: good words in a bad order, a header that promises much."""
    if ending == ".npy":
        shape = f.choice([(2, 3), (2**40, 2**40), (-1, 2), (3,), (2, 0), "x", (2**70, 1)])
        descr = f.choice(["<f8", "|u1", "|b1", ">i4", "<f2", "|O", "<U9", "<c8", "<M8[s]", [], 3])
        text = f"{{'descr': {descr!r}, 'fortran_order': {f.often(0.5)}, 'shape': {shape!r}}}"
        start = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()
        return start + f.randbytes(f.choice([6, 12, 24, 48]))
    if ending == ".png":
        sides = [1, 2, 3, 0, 70_000, 2**31 - 1, 2**32 - 1]
        kind = f.choice([1, 2, 4, 8, 16]), f.choice([0, 2, 3, 4, 6]), 0, 0, f.randrange(2)
        head = struct.pack(">IIBBBBB", f.choice(sides), f.choice(sides[:4]), *kind)
        extra = f.choice([b"PLTE", b"tRNS", b"gAMA", b"tEXt", b"zTXt", b"iCCP", b"acTL", b"ruSt"])
        data = zlib.compress(f.randbytes(f.randrange(40)))
        return png((b"IHDR", head), (extra, f.randbytes(f.randrange(13))), (b"IDAT", data))
    words = [*GOOD[ending].split(), b"\n", b"\n", b"-1", b"99999999999", b"nan", b"\xff", b"1e999"]
    return b" ".join(f.choices(words, k=f.randrange(20)))


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    """A picture of these chunks and an end, with good checksums."""
    data = b"\x89PNG\r\n\x1a\n"
    for name, body in (*chunks, (b"IEND", b"")):
        sums = struct.pack(">I", zlib.crc32(name + body))
        data += struct.pack(">I", len(body)) + name + body + sums
    return data


np.save(NPY := io.BytesIO(), [[1, 0, 2.5], [inf, 1, 1]])
GRAY = struct.pack(">IIBBBBB", 3, 2, 8, 0, 0, 0, 0)
GOOD = {
    ".map": b"type octile\nheight 2\nwidth 3\nmap\n..@\nTGS\n",
    ".scen": b"version 1\n0\tm.map\t3\t2\t0\t0\t2\t1\t2.5\n1\tm.map\t3\t2\t0\t0\t1\t1\t1.4142\n",
    ".txt": b"A 2\nab9\nopX\n",
    ".npy": NPY.getvalue(),
    ".png": png((b"IHDR", GRAY), (b"IDAT", zlib.compress(b"\0\0\xff\x80\0\xff\xff\xff"))),
}

# --- Running

KINDS = [grids, texts, items, layers, views, paths, batches, fields]
KINDS += [searches, walks, copies, generated, own, files]
WEIGHTS = [18, 8, 12, 8, 8, 20, 4, 8, 8, 5, 4, 4, 3, 4]
NUMBER, DONE, REFUSED, FOUND, END = range(5)  # what a process shares with its watcher


def run(
    seed: int,
    numbers: Iterable[int],
    counts: MutableSequence[int],
    *,
    keep_going: bool = False,
    aloud: bool = False,
    deadline: float = inf,
) -> None:
    """Tries inputs in this process, and prints what is found, the same fault once."""
    told: set[str] = set()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(action="error"):
        for number in numbers:
            counts[NUMBER] = number
            refused, text = try_input(Fuzz(seed, number, FilePath(folder), aloud=aloud))
            counts[DONE] += 1
            counts[REFUSED] += refused
            counts[FOUND] += bool(text)
            head = text.partition("\n")[0]
            if text and head not in told:
                told.add(head)
                print(f"{text}    again: {again(seed, number)}\n", flush=True)
            if (text and not keep_going) or counts[END] or time.monotonic() > deadline:
                return


def try_input(f: Fuzz) -> tuple[bool, str]:
    """Whether an input was refused, and the report of what was found, if anything."""
    kind = f.choices(KINDS, WEIGHTS)[0]
    known = dict(registry._REGISTRY)  # noqa: SLF001
    hidden: list[Any] = []  # what Python can only print, such as an error in a destructor
    before, sys.unraisablehook = sys.unraisablehook, hidden.append
    try:
        kind(f)
    except (Exception, Planted) as error:  # noqa: BLE001 - all that a kind does not expect
        return True, report(f, kind.__name__, error)
    finally:
        sys.unraisablehook = before
        f.search = f.own = None  # rings through the core, which Python cannot collect
        f.calls.clear()
        registry._REGISTRY.clear()  # noqa: SLF001
        registry._REGISTRY.update(known)  # noqa: SLF001
    if hidden:
        return True, report(f, f"{kind.__name__}, nobody can catch this", hidden[0].exc_value)
    return f.refused, ""


def report(f: Fuzz, kind: str, error: BaseException) -> str:
    """All about a finding. Its first line is the same for the same fault."""
    cause = error.__cause__ or error
    frame = traceback.extract_tb(cause.__traceback__)[-1]
    what = str(error) if isinstance(error, Finding) else "unexpected"
    place = f"{type(cause).__name__} at {FilePath(frame.filename).name}:{frame.lineno}"
    calls = "\n".join(f"    {call_text(*call)}" for call in f.calls)
    told = "".join(traceback.format_exception(cause))
    return f"FINDING {kind}: {what}; {place}\n{calls}\n{told}"


def again(seed: int, number: int) -> str:
    """The command that repeats an input."""
    return f"python tools/fuzz.py --seed {seed} --only {number}"


def call_text(function: Any, args: tuple[Any, ...], options: dict[str, Any]) -> str:
    """A call as it could be typed, nearly."""
    words = [shown(value) for value in args]
    words += [f"{name}={shown(value)}" for name, value in options.items()]
    return f"{getattr(function, '__qualname__', function)}({', '.join(words)})"


def shown(value: Any) -> str:
    """A value for a person to read, whatever its repr does."""
    try:
        if isinstance(value, at.View):
            return f"{value!r} with {shown(value.grid)}, total {value.total.tolist()}"
        text = repr(value)
        if isinstance(value, at.Grid):
            text = f"Grid({value.cost.tolist()}, {value.diagonal!r}, {value.diagonal_cost})"
            text += "".join(f" + {k!r}: {v.tolist()}" for k, v in value.layers.items())
    except (Exception, Planted):  # noqa: BLE001 - that is what it is for
        text = object.__repr__(value)
    return text if len(text) < 900 else f"{text[:400]}... ({len(text)} characters)"


class Worker:
    """A process that tries every so-manieth input, and is watched."""

    def __init__(self, options: argparse.Namespace, first: int) -> None:
        self.options = options
        self.context = multiprocessing.get_context("fork")
        self.counts = self.context.RawArray("q", 5)
        self.begin(first)

    def begin(self, first: int) -> None:
        """Starts a process at this input."""
        self.seen, self.since, self.hung = -1, time.monotonic(), False
        self.process = self.context.Process(target=self.work, args=(first,))
        self.process.start()

    def work(self, first: int) -> None:
        """What the process does."""
        faulthandler.enable()
        if "ASTERION_SANITIZED" not in os.environ:  # whose shadow memory is larger than any limit
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        it = self.options
        limits = {"keep_going": it.keep_going, "deadline": it.deadline}
        numbers = range(first, it.stop, it.jobs)
        run(it.seed, numbers, self.counts, aloud=it.only is not None, **limits)

    def watch(self) -> bool:
        """Whether it is still at work. Ends it where an input takes too long."""
        number, now = self.counts[NUMBER], time.monotonic()
        if number != self.seen:
            self.seen, self.since = number, now
        if self.process.is_alive():
            self.hung = now > self.since + PATIENCE
            if self.hung and self.process.pid:
                os.kill(self.process.pid, signal.SIGABRT)  # faulthandler says where it is
                self.process.join()
            return True
        status = self.process.exitcode
        if status == 0 or self.counts[END]:
            return False
        self.counts[DONE] += 1
        self.counts[FOUND] += 1
        what = f"a hang of {PATIENCE} s" if self.hung else f"a crash, exit status {status}"
        print(f"FINDING {what}\n    again: {again(self.options.seed, number)}\n", flush=True)
        if self.options.keep_going and now < self.options.deadline:
            self.begin(number + self.options.jobs)
            return True
        self.counts[END] = 1
        return False


def main() -> int:
    """Prints what is found and the sum; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=inf, help="end after so long")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--keep-going", action="store_true", help="list all that is found")
    parser.add_argument("--only", type=int, help="repeat the input of this number")
    options = parser.parse_args()
    begin = time.monotonic()
    first, options.stop, options.deadline = 0, options.inputs, begin + options.seconds
    if options.only is not None:
        first, options.stop, options.jobs = options.only, options.only + 1, 1
    with tempfile.TemporaryDirectory() as tempfile.tempdir:  # also of those that crash
        workers = [Worker(options, first + i) for i in range(options.jobs)]
        while any([worker.watch() for worker in workers]):  # noqa: C419 - all of them, each time
            time.sleep(0.05)
            if not options.keep_going and any(worker.counts[FOUND] for worker in workers):
                for worker in workers:
                    worker.counts[END] = 1
            if sys.stderr.isatty():
                print(f"\r{sum(w.counts[DONE] for w in workers)}", end=" ", file=sys.stderr)
    done, refused, found = (sum(w.counts[i] for w in workers) for i in (DONE, REFUSED, FOUND))
    print(f"{done} inputs, {refused} refused, {found} findings, {time.monotonic() - begin:.0f} s")
    print(f"{done - found} passed, {found} failed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
