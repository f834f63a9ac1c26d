"""Files of indexes: they are read exactly as written, or rejected by name."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asterion as at
from support.damage import damaged
from support.effort import scaled
from support.full_disk import full_disk
from support.worlds import DIAGONALS


def some_worlds():
    costs = np.random.default_rng(1).integers(1, 5, (20, 20)).astype(float)
    yield from (at.maps.scattered(40, density=0.25, seed=3, diagonal=rule) for rule in DIAGONALS)
    yield at.Grid(costs)
    yield at.Graph([(a, (a * 7 + 3) % 50, 1.0 + a % 5) for a in range(50)], nodes=50)
    yield at.maps.rooms(31, seed=1).view(blocked=np.eye(31, dtype=bool))


def test_an_index_that_is_read_answers_as_the_one_that_was_written(tmp_path):
    for i, world in enumerate(some_worlds()):
        file = tmp_path / f"{i}.index"
        index = at.Index(world)
        index.save(file)
        read = at.Index.load(file, world)
        assert read.stats[:3] == index.stats[:3]
        if isinstance(world, at.Graph):
            nodes = range(50)
        else:
            nodes = [tuple(cell) for cell in np.argwhere(np.asarray(world.total) > 0).tolist()[::7]]
        for start in nodes[:6]:
            for goal in nodes:
                path = read.find_path(start, goal)
                assert path == index.find_path(start, goal)
                assert path.how == "index"


def test_another_world_is_refused(tmp_path):
    land = at.maps.scattered(40, density=0.25, seed=3)
    file = tmp_path / "land.index"
    at.Index(land).save(file)
    others = [
        at.Grid(land.cost, diagonal="always"),
        at.Grid(land.cost, diagonal_cost=1),
        at.Grid(land.cost.T),
        land.view(size=2),
        at.Graph([("A", "B", 1.0)]),
    ]
    edited = land.copy()
    edited[0, 0] = 0 if edited[0, 0] else 1
    for other in [*others, edited]:
        with pytest.raises(ValueError, match=r"land\.index was made of another world"):
            at.Index.load(file, other)


def test_an_index_of_an_earlier_state_is_not_written(tmp_path):
    land = at.maps.scattered(40, density=0.25, seed=3)
    index = at.Index(land)
    land[0, 0] = 0 if land[0, 0] else 1
    with pytest.raises(ValueError, match=r"version 0 .* version 1; refresh\(\) makes it again"):
        index.save(tmp_path / "land.index")
    assert not [*tmp_path.iterdir()]


def test_a_full_disk_leaves_the_file_that_was_there(tmp_path):
    land = at.maps.scattered(60, density=0.25, seed=3)
    file = tmp_path / "land.index"
    index = at.Index(land)
    index.save(file)
    before = file.read_bytes()
    with full_disk(after=500), pytest.raises(OSError, match="File too large"):
        index.save(file)
    assert file.read_bytes() == before
    assert [*tmp_path.iterdir()] == [file]


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    land = at.maps.scattered(16, density=0.3, seed=3)
    file = tmp_path_factory.mktemp("index") / "good.index"
    at.Index(land).save(file)
    return land, file


@settings(max_examples=scaled(300))
@given(data=st.data())
def test_damaged_files_are_refused(good, data):
    land, file = good
    content = file.read_bytes()
    changed = data.draw(damaged(content))
    if changed == content:
        return
    other = file.with_name("changed.index")
    other.write_bytes(changed)
    with pytest.raises(at.InvalidValue, match=r"changed\.index"):
        at.Index.load(other, land)
