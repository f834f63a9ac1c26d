"""The result of ``find_paths`` is a list in all but its type."""

import copy
import gc
import pickle
import threading
import weakref
from collections.abc import MutableSequence, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.search.path import query_of
from asterion.search.paths import Paths

GRID = at.Grid.from_text("......\n..##..\n...#..\n......")
GRAPH = at.Graph([("A", "B", 3), ("B", "C", 1), ("A", "C", 5)])
ENDS = [(0, 0), (0, 5), (3, 0), (3, 4), (0, 0)], [(3, 4), (1, 2), (3, 0), (0, 0), (3, 4)]


def batch(world=GRID):
    if world is GRAPH:
        return at.find_paths(GRAPH, ["A", "B", "C"], ["C", "C", "A"])
    return at.find_paths(world, *ENDS)


def listed(world=GRID):
    """The same paths, by separate calls."""
    ends = (["A", "B", "C"], ["C", "C", "A"]) if world is GRAPH else ENDS
    return [at.find_path(world, *pair) for pair in zip(*ends, strict=True)]


def _extended(paths):
    all_of_them = [1]
    all_of_them += paths
    return all_of_them


READS = {
    "len": len,
    "bool": bool,
    "repr": repr,
    "str": str,
    "list": list,
    "tuple": tuple,
    "iter": lambda paths: [path.nodes for path in paths],
    "reversed": lambda paths: [*reversed(paths)],
    "first": lambda paths: paths[0],
    "last": lambda paths: paths[-1],
    "numpy index": lambda paths: paths[np.int64(1)],
    "bool index": lambda paths: paths[True],
    "slice": lambda paths: paths[1:3],
    "step": lambda paths: paths[::-2],
    "slice type": lambda paths: type(paths[:1]),
    "too far": lambda paths: paths[99],
    "too far back": lambda paths: paths[-99],
    "by name": lambda paths: paths["first"],
    "by float": lambda paths: paths[1.0],
    "in": lambda paths: listed()[1] in paths,
    "not in": lambda paths: 3 in paths,
    "index": lambda paths: paths.index(paths[-1]),
    "index from": lambda paths: paths.index(paths[0], 1),
    "no index": lambda paths: paths.index(3),
    "count": lambda paths: paths.count(paths[0]),
    "add": lambda paths: paths + [1],  # noqa: RUF005
    "added to": lambda paths: [1] + paths,  # noqa: RUF005
    "add itself": lambda paths: paths + paths,
    "add a tuple": lambda paths: paths + (1,),  # noqa: RUF005
    "times": lambda paths: paths * 2,
    "times it": lambda paths: 2 * paths,
    "unpacked": lambda paths: [*paths, 1],
    "equal": lambda paths: paths == listed(),
    "equal from the left": lambda paths: listed() == paths,
    "different": lambda paths: paths != listed()[1:],
    "equal to a tuple": lambda paths: paths == tuple(listed()),
    "a sequence": lambda paths: isinstance(paths, Sequence) and isinstance(paths, MutableSequence),
    "hash": hash,
    "sorted": lambda paths: sorted(paths, key=len),
    "pickle": lambda paths: [p.nodes for p in pickle.loads(pickle.dumps(paths))],
    "pickle type": lambda paths: type(pickle.loads(pickle.dumps(paths))),
    "copy": copy.copy,
    "its copy": lambda paths: paths.copy(),
    "deep copy": lambda paths: [p.nodes for p in copy.deepcopy(paths)],
    "array": lambda paths: np.array([path.cost for path in paths]).tolist(),
    "zip": lambda paths: [*zip(paths, range(3), strict=False)],
    "extended by": _extended,
}


def outcome(of, paths):
    try:
        return of(paths)
    except Exception as error:  # noqa: BLE001
        return type(error), str(error).replace("'Paths'", "'list'").replace("Paths", "list")


@pytest.mark.parametrize("name", READS)
def test_a_batch_is_read_like_a_list(name):
    seen = outcome(READS[name], batch())
    want = outcome(READS[name], listed())
    if name.endswith("copy") and name != "deep copy":
        assert type(seen) is list
    assert seen == want


CHANGES = {
    "append": lambda paths: paths.append(1),
    "extend": lambda paths: paths.extend([1, 2]),
    "insert": lambda paths: paths.insert(1, 7),
    "set": lambda paths: paths.__setitem__(0, 7),
    "set a slice": lambda paths: paths.__setitem__(slice(1, 3), [7, 8, 9]),
    "delete": lambda paths: paths.__delitem__(-1),
    "delete a slice": lambda paths: paths.__delitem__(slice(0, 2)),
    "pop": lambda paths: paths.pop(),
    "pop first": lambda paths: paths.pop(0),
    "remove": lambda paths: paths.remove(paths[1]),
    "reverse": lambda paths: paths.reverse(),
    "sort": lambda paths: paths.sort(key=len, reverse=True),
    "clear": lambda paths: paths.clear(),
    "in place": lambda paths: paths.__iadd__([1]) and None,
    "pop too far": lambda paths: paths.pop(99),
}


@given(st.lists(st.sampled_from(sorted(CHANGES)), max_size=5))
def test_a_batch_is_changed_like_a_list(names):
    paths, want = batch(), listed()
    for name in names:
        assert outcome(CHANGES[name], paths) == outcome(CHANGES[name], want)
        assert paths == want
        assert len(paths) == len(want)


@pytest.mark.parametrize("world", [GRID, GRAPH], ids=["grid", "graph"])
def test_a_path_is_made_once(world):
    paths, want = batch(world), listed(world)
    one = paths[1]
    assert one is paths[1] is paths[1 - len(paths)]
    assert [*paths][1] is one
    assert paths[1] is one
    assert paths[:][1] is one
    assert [at.validate(world, path) for path in paths] == [path.cost for path in want]
    assert [path.nodes for path in paths] == [path.nodes for path in want]
    assert [query_of(path) for path in paths] == [query_of(path) for path in want]


def test_a_batch_is_of_the_same_type_whatever_was_asked():
    known = at.Landmarks(GRID, 2)
    assert type(batch()) is Paths
    assert type(at.find_paths(GRID, *ENDS, heuristic=known)) is Paths
    assert at.find_paths(GRID, *ENDS, heuristic=known) == batch()
    assert type(at.find_paths(GRID, [], [])) is Paths
    assert repr(at.find_paths(GRID, [], [])) == "[]"


def test_paths_outlive_their_batch_and_hold_their_world():
    grid = GRID.copy()
    paths = at.find_paths(grid, *ENDS)
    first, held = paths[0], weakref.ref(grid)
    del paths, grid
    gc.collect()
    assert first.cost == at.validate(held(), first) == listed()[0].cost
    del first
    assert held() is None  # and not only after a garbage collection
    grid = GRID.copy()
    paths = at.find_paths(grid, *ENDS)
    del grid
    assert [path.cost for path in paths] == [path.cost for path in listed()]


def test_a_batch_that_holds_itself_is_freed():
    class Name:
        """The name of a node, which may hold anything."""

    a, b = Name(), Name()
    graph = at.Graph([(a, b, 1)])
    a.paths = at.find_paths(graph, [a], [b])
    assert a.paths[0].nodes == [a, b]
    gone = weakref.ref(a)
    del a, b, graph
    gc.collect()
    assert gone() is None


def test_threads_that_read_a_batch_see_the_same_paths():
    many = at.find_paths(GRID, [ENDS[0][0]] * 5000, [ENDS[1][0]] * 5000)
    seen = [None] * 4

    def read(which):
        seen[which] = [many[i] for i in range(5000)] if which else [*many]

    workers = [threading.Thread(target=read, args=(i,)) for i in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for each in seen[1:]:
        assert all(a is b for a, b in zip(each, seen[0], strict=True))


def test_a_garbage_collection_may_read_the_path_that_is_being_made():
    paths = at.find_paths(GRID, [ENDS[0][0]] * 3000, [ENDS[1][0]] * 3000)
    place, read = [0], []

    def look(phase, _info):
        if phase == "start":
            read.append((place[0], paths[place[0]]))

    thresholds = gc.get_threshold()
    gc.callbacks.append(look)
    gc.set_threshold(1)
    try:
        made = []
        for i in range(3000):
            place[0] = i
            made.append(paths[i])
    finally:
        gc.set_threshold(*thresholds)
        gc.callbacks.remove(look)
    assert len(read) > 100
    assert all(path is made[i] for i, path in read)
    assert all(path.nodes == made[0].nodes for path in made)
