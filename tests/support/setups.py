"""Random set-ups of the lab's pages, for Hypothesis."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import asterion as at
from asterion.lab.maps.moves import MOVES, Fence, Link, are_neighbours
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from asterion.lab.terrain.agent import Choice, Order
from asterion.lab.terrain.setup import TerrainSetup
from asterion.search import option_table

AROUND = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
SEARCHES = [info.name for info in at.algorithms("search") if not info.needs]
NAVIGATORS = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]
NUMBERS = {int: st.integers(0, 60), float: st.sampled_from([0.0, 0.5, 1.0, 2, 3.5, 30.0])}


def values_of(option):
    """Values of an option of a search, its default among them."""
    if option.choices:
        return st.sampled_from([*option.choices])
    return st.booleans() if option.type is bool else st.just(option.default) | NUMBERS[option.type]


OPTIONS = {
    name: values_of(option)
    for name, option in option_table.OPTIONS.items()
    if option.type is not object
}


@st.composite
def options_of(draw, algorithm, kind="search"):
    """Some of the options that an algorithm takes."""
    [taken] = [info.options for info in at.algorithms(kind) if info.name == algorithm]
    names = draw(st.lists(st.sampled_from(taken), unique=True)) if taken else []
    options = {name: draw(OPTIONS[name]) for name in names}
    if "seed" in options:
        options["ties"] = "random"
    return options


@st.composite
def runs(draw):
    algorithm = draw(st.sampled_from(SEARCHES))
    return Run(algorithm, draw(options_of(algorithm)))


@st.composite
def choices(draw):
    algorithm = draw(st.sampled_from(NAVIGATORS))
    return Choice(algorithm, draw(options_of(algorithm, "navigator")))


@st.composite
def grounds(draw, side=7):
    """The common parts of all pages."""
    shape = draw(st.tuples(st.integers(1, side), st.integers(1, side)))
    costs = st.sampled_from([0, 0, 1, 1, 1, 1, 2, 5, 9])
    cells = draw(arrays.arrays(np.uint8, shape, elements=costs, fill=st.nothing()))
    ends = [tuple(draw(st.integers(0, n - 1)) for n in shape) for _ in range(2)]
    for end in ends:
        cells[end] = max(1, cells[end])
    start, goal = ends
    return {"cells": cells, "start": start, "goal": goal, **draw(ways(shape))}


@st.composite
def ways(draw, shape):
    """Squares with a rule or other tiles, and often neither links nor fences."""
    diagonal = draw(st.sampled_from(MOVES))
    inside = st.tuples(*(st.integers(0, n - 1) for n in shape))
    costs = st.sampled_from([0.0, 0.5, 1.0, 7.25])
    links = draw(st.just([]) | st.lists(st.builds(Link, inside, inside, costs, st.booleans())))
    around = [(a, (a[0] + r, a[1] + c)) for a in np.ndindex(*shape) for r, c in AROUND]
    pairs = [
        (a, b)
        for a, b in around
        if 0 <= b[0] < shape[0] and 0 <= b[1] < shape[1] and are_neighbours(a, b, diagonal)
    ]
    fences = []
    if pairs and draw(st.booleans()):
        drawn = st.tuples(st.sampled_from(pairs), st.booleans())
        fences = [Fence(a, b, both) for (a, b), both in draw(st.lists(drawn))]
    return {"diagonal": diagonal, "links": tuple(links), "fences": tuple(fences)}


@st.composite
def setups(draw):
    return Setup(**draw(grounds()), runs=tuple(draw(st.lists(runs(), min_size=1, max_size=4))))


@st.composite
def terrain_setups(draw):
    ground = draw(grounds())
    agents = tuple(draw(st.lists(choices(), min_size=1, max_size=4)))
    inside = st.tuples(*(st.integers(0, size - 1) for size in ground["cells"].shape))
    numbers, pauses = st.integers(0, len(agents) - 1), st.none() | st.integers(0, 9)
    orders = st.lists(st.builds(Order, numbers, inside, pauses), max_size=4)
    return TerrainSetup(
        **ground,
        agents=agents,
        mode=draw(st.sampled_from(["unknown", "changing", "orders"])),
        sight=draw(st.integers(1, 4)),
        starts=tuple(draw(st.lists(inside, max_size=len(agents)))),
        orders=tuple(draw(orders)),
    )
