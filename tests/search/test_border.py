"""Between a call in Python and the search: the core reads arguments exactly as Python does."""

import enum
import gc
import inspect
import sys
from contextlib import contextmanager
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.search import find
from asterion.search import options as options_module
from asterion.search.options import QUERIES
from asterion.search.path import query_of
from asterion.world.base import check_world


class Pair(NamedTuple):
    """A tuple of a user's own."""

    row: object
    col: object


class Whole:
    """A number only by its ``__index__``."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    def __repr__(self):
        return f"Whole({self.value})"


class Int(int):
    """An int of a user's own."""


class Broken:
    """Raises on every attribute."""

    def __index__(self):
        raise RuntimeError("no number")

    def __iter__(self):
        raise RuntimeError("no pair")

    def __repr__(self):
        return "Broken()"


Row = enum.IntEnum("Row", "first second third")


@contextmanager
def nothing_cached():
    """No query is cached yet; gives a list with an item for each call that Python had to check."""
    checked = []

    def check(world):
        checked.append(world)
        check_world(world)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(find, "check_world", check)
        QUERIES.clear()
        yield checked


class Forgetful(dict):
    """A cache that keeps nothing."""

    def __setitem__(self, key, value):
        pass


@contextmanager
def by_python():
    """Python checks every call, because no query is ever cached."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (find, options_module):
            patch.setattr(module, "QUERIES", Forgetful())
        yield


def outcome(call):
    """Everything that a caller may see of an answer, or of an error."""
    try:
        path = call()
    except Exception as error:  # noqa: BLE001
        return type(error), str(error)
    stats = path.stats
    counts = [stats.expanded, stats.moves, stats.pushes, stats.pops, stats.peak_open, stats.flood]
    return path.nodes, path.cost, path.status, path.optimal, counts, query_of(path), repr(path)


def both(call):
    """The outcome of a second call, whose query is cached, and without the cache; and how many of
    the two calls Python had to check."""
    with nothing_cached() as checked:
        first, second = outcome(call), outcome(call)
    with by_python():
        slow = outcome(call)
    assert first == slow
    return second, slow, len(checked)


GRIDS = {
    "square": at.Grid.from_text("......\n..##..\n...#..\n......"),
    "weights": at.Grid.from_text("..3...\n..##.9\n.1.#..\n......", diagonal="never"),
    "hex": at.Grid.from_text("......\n..##..\n...#..\n......", tiles="hex"),
}
GRIDS["view"] = GRIDS["square"].view(blocked=GRIDS["weights"].cost == 9)
GRIDS["large"] = GRIDS["square"].view(size=2)

whole = st.one_of(
    st.integers(-2, 7), st.sampled_from([2**31, 2**63, -(2**63), 2**64, 10**30, -(10**30)])
)
numbers = st.one_of(
    whole,
    st.integers(-2, 7).map(np.int64),
    st.integers(0, 7).map(np.uint8),
    st.integers(0, 5).map(Whole),
    st.integers(0, 5).map(Int),
    st.sampled_from(Row),
    st.booleans(),
    st.sampled_from([True, np.True_, 1.0, 0.5, np.float64(2), Fraction(1), "1", None, Broken()]),
)


def arrays(of):
    return st.tuples(of, st.sampled_from([np.int64, np.int8, np.int32, float, bool, object])).map(
        lambda pair: np.array(pair[0]).astype(pair[1])
    )


small = st.tuples(st.integers(-1, 5), st.integers(-1, 6))
cells = st.one_of(
    st.tuples(whole, whole),
    st.tuples(numbers, numbers),
    st.tuples(numbers, numbers).map(list),
    st.tuples(numbers, numbers).map(lambda pair: Pair(*pair)),
    arrays(small),
    arrays(st.lists(small, max_size=3)),
    st.lists(small, max_size=12),
    st.frozensets(small, max_size=3),
    st.lists(whole, max_size=4).map(tuple),
    st.sampled_from([(), [], None, 3, "ab", {0: 1, 1: 2}, (0, 0, 0), ((0, 0), (1, 1)), Broken()]),
)


@given(st.sampled_from(sorted(GRIDS)), cells, cells)
def test_cells_read_in_the_core_are_those_that_python_reads(kind, start, goal):
    assert_same_as_by_python(kind, start, goal)


def assert_same_as_by_python(kind, start, goal):
    with nothing_cached():
        at.find_path(GRIDS[kind], (0, 0), (0, 0))  # so that the query is cached
        fast = outcome(lambda: at.find_path(GRIDS[kind], start, goal))
    with by_python():
        slow = outcome(lambda: at.find_path(GRIDS[kind], start, goal))
    assert fast == slow


@pytest.mark.parametrize("kind", GRIDS)
def test_the_second_call_with_two_pairs_of_ints_needs_no_python(kind):
    for start, goal in [((0, 0), (3, 4)), ([0, 0], [3, 4]), ((0, 0), (0, 0))]:
        fast, slow, checked = both(lambda ends=(start, goal): at.find_path(GRIDS[kind], *ends))
        assert checked == 1, (start, goal)
        assert fast == slow
        assert isinstance(slow[0], list)


def test_calls_of_several_kinds_in_turn_need_no_python():
    kinds = [{"algorithm": name} for name in ("auto", "astar", "dijkstra", "bfs", "dfs", "greedy")]
    kinds += [{"max_cost": 5.0}, {"weight": 2.0}]
    with nothing_cached() as checked:
        for _ in range(3):
            for options in kinds:
                at.find_path(GRIDS["square"], (0, 0), (0, 1), **options)
    assert len(checked) == len(kinds)


def test_find_path_is_a_plain_function():
    assert inspect.isfunction(at.find_path)


@pytest.mark.parametrize("kind", GRIDS)
def test_paths_on_grids_are_not_tracked_by_the_collector(kind):
    """Nothing they hold refers back to them, so the collector need not visit them."""
    for _ in range(2):
        path = at.find_path(GRIDS[kind], (0, 0), (3, 4))
        assert len(path.cells) == len(path.nodes)
    assert not gc.is_tracked(path)
    assert all(tracks_none_back(each, path) for each in gc.get_referents(path))
    of_batch = at.find_paths(GRIDS[kind], [(0, 0)], [(3, 4)])[0]
    assert of_batch == path
    assert not gc.is_tracked(of_batch)
    assert gc.is_tracked(at.find_path(at.Graph([("a", "b", 1)]), "a", "b"))


def tracks_none_back(held, path):
    return all(path is not each for each in gc.get_referents(held))


VALUES = {
    "algorithm": ["auto", "astar", "jps", "dijkstra", "bfs", "ida", "greedy", "Astar", 3, None],
    "heuristic": ["auto", "zero", "octile", "manhattan", "best", np.zeros((4, 6)), lambda _: 0, 1],
    "weight": [1.0, 1, 2, 1.5, True, 0, -1, float("nan"), float("inf"), "1"],
    "ties": ["auto", "high-g", "random", "straight", "none", 0],
    "seed": [None, 0, 3, 3.0, -1, 2.5, True],
    "stop": ["fast", "guaranteed", "slow"],
    "reopen": ["passive", "off", ""],
    "direction": ["forward", "backward", "up"],
    "max_expansions": [None, 0, 2, 2.0, Fraction(2), 10**30, -1, 1.5],
    "max_cost": [None, 0, 2.5, 100, float("nan"), "1"],
    "components": [True, False, 0, None],
    "transpositions": [False, True, 1],
    "partial": [False, True, 0, None],
    "turn_cost": [0.0, 0, 1.5, -1],
    "evaluate": [None, lambda g, _h, _node: g, 3],
}
options = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in VALUES.items()}
)


@given(st.lists(st.tuples(st.sampled_from(sorted(GRIDS)), options), max_size=30))
def test_cached_queries_do_not_get_mixed_up(calls):
    """On several worlds, in any order."""
    with nothing_cached():
        once = [outcome(lambda k=k, o=o: at.find_path(GRIDS[k], (0, 0), (3, 4), **o))
                for k, o in calls]  # fmt: skip
        again = [outcome(lambda k=k, o=o: at.find_path(GRIDS[k], (0, 0), (3, 4), **o))
                 for k, o in reversed(calls)]  # fmt: skip
    with by_python():
        slow = [outcome(lambda k=k, o=o: at.find_path(GRIDS[k], (0, 0), (3, 4), **o))
                for k, o in calls]  # fmt: skip
    assert once == slow
    assert again[::-1] == slow


def test_a_query_for_many_goals_is_not_cached_for_one():
    """With many goals nothing is estimated; with one it is."""
    grid = at.maps.field(20)
    several = [(r, 19) for r in range(20)]
    many = at.find_path(grid, (10, 0), several, algorithm="astar")
    one = at.find_path(grid, (10, 0), (10, 19), algorithm="astar")
    again = at.find_path(grid, (10, 0), (10, 19), algorithm="astar")
    assert many.stats.expanded > 100 > one.stats.expanded == again.stats.expanded


def test_an_algorithm_registered_in_between_is_the_one_that_runs():
    class Still:
        """Never goes anywhere."""

        def __init__(self, status):
            self.path = at.Path.not_found(status)

        def step(self):
            return self.path.status

    grid = at.Grid([[1, 1, 1]])
    name = "of-the-border"
    with pytest.raises(at.InvalidValue, match="choose one of"):
        at.find_path(grid, (0, 0), (0, 2), algorithm=name)
    try:
        for status in ("stopped", "unreachable", "stopped"):
            at.register(name, lambda *_, status=status: Still(status))
            for _ in range(3):
                assert at.find_path(grid, (0, 0), (0, 2), algorithm=name).status == status
                assert at.find_path(grid, (0, 0), (0, 2)).found
    finally:
        del find.info_of.__globals__["_REGISTRY"]["search", name]
    with pytest.raises(at.InvalidValue, match="choose one of"):
        at.find_path(grid, (0, 0), (0, 2), algorithm=name)


def test_what_is_no_world_is_refused_with_options_seen_before():
    grid = at.Grid([[1, 1, 1]])

    class Like:
        """Has the attributes that the core reads."""

        _core_view, _kind, shape = grid._core_view, grid._kind, grid.shape

    for _ in range(2):
        assert at.find_path(grid, (0, 0), (0, 2)).cost == 2
        with pytest.raises(at.InvalidType, match="it must be a Grid"):
            at.find_path(Like(), (0, 0), (0, 2))


def test_a_path_found_at_once_follows_edits_and_knows_its_query():
    grid = at.Grid([[1, 1, 1], [1, 1, 1]], diagonal="never")
    for cost in (2.0, 4.0, 2.0):
        grid[0, 1] = 0 if cost == 4 else 1
        path = at.find_path(grid, (0, 0), (0, 2))
        assert path.cost == cost
        assert at.explain(path)
    grid[0, 0] = 0
    with pytest.raises(at.InvalidValue, match=r"^start \(0, 0\) is a wall$"):
        at.find_path(grid, (0, 0), (0, 2))


def test_options_of_a_user_are_not_kept_alive():
    """Only values that refer to nothing else are cached, and a bounded number of them."""
    grid = at.Grid([[1, 1, 1]])
    values, called = np.zeros((1, 3)), lambda _cell: 0
    before = sys.getrefcount(values), sys.getrefcount(called)
    for _ in range(3):
        at.find_path(grid, (0, 0), (0, 2), heuristic=values)
        at.find_path(grid, (0, 0), (0, 2), heuristic=called)
    del _
    gc.collect()
    assert (sys.getrefcount(values), sys.getrefcount(called)) == before
    for cost in range(1000):
        at.find_path(grid, (0, 0), (0, 2), max_cost=float(cost))
    assert len(QUERIES) <= 256
