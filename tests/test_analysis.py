"""What a map is like: choke points, vantage points, safe points."""

from random import Random

import numpy as np
import pytest

import asterion as at
from support.worlds import random_worlds

TWO_ROOMS = at.Grid.from_text("""
    ........#........
    ........#........
    ........#........
    .................
    ........#........
    ........#........
    ........#........
""")


@pytest.mark.req("S000-120", "S004-105")
@pytest.mark.parametrize("seed", range(5))
def test_the_door_between_two_rooms_is_the_first_choke_point(seed):
    assert at.analysis.choke_points(TWO_ROOMS, 1, seed=seed) == [(3, 8)]
    used = at.analysis.usage(TWO_ROOMS, paths=400, seed=seed)
    assert used[3, 8] > 0.8 * used.max()  # paths within a room pass beside the door
    assert not used[TWO_ROOMS.cost == 0].any()


@pytest.mark.req("S000-120")
def test_usage_counts_the_cells_of_paths():
    corridor = at.Grid([[1, 1, 1, 0, 1]])
    used = at.analysis.usage(corridor, paths=300, seed=2)
    assert used[0, 1] > max(used[0, 0], used[0, 2])
    assert used[0, 3] == 0
    assert (used == at.analysis.usage(corridor, paths=300, seed=2)).all()
    assert (used != at.analysis.usage(corridor, paths=300, seed=3)).any()
    assert not at.analysis.usage(at.Grid([[0, 0]])).any()


@pytest.mark.req("S004-105")
def test_a_vantage_point_sees_most_and_a_safe_point_is_seen_least():
    random = Random("outlook")
    for world, _ in random_worlds(random, 60, largest=8):
        free = world.free_cells()
        seen = {
            cell: sum(bool(at.visible(world.world, cell)[other]) for other in free) for cell in free
        }
        best = at.analysis.vantage_points(world.world, 3)
        assert [seen[cell] for cell in best] == sorted(seen.values(), reverse=True)[:3]
        if free:
            threat = random.choice(free)
            safe = at.analysis.safe_points(world.world, 100, threats=[threat])
            hidden = [cell for cell in free if not at.visible(world.world, threat)[cell]]
            assert {*safe} == {*hidden}
            assert [seen[cell] for cell in safe] == sorted(seen[cell] for cell in hidden)


@pytest.mark.req("S004-105")
def test_points_on_a_sample_map():
    hall = at.Grid.from_text("""
        #.#######
        #.......#
        #.#####.#
        #.......#
        #######.#
    """)
    corners = {(1, 1), (1, 7), (3, 1)}
    assert {*at.analysis.vantage_points(hall, 3)} == corners
    assert at.analysis.safe_points(hall, 1, threats=[(1, 1)])[0] in {(3, 4), (4, 7)}
    near = at.analysis.outlook(hall, radius=1)
    assert near[1, 4] == 3
    assert near.max() <= 9


def test_bad_numbers_are_refused():
    with pytest.raises(at.AsterionError, match="paths is -1"):
        at.analysis.usage(TWO_ROOMS, paths=-1)
    with pytest.raises(at.AsterionError, match="n is 'many'"):
        at.analysis.choke_points(TWO_ROOMS, "many")
    with pytest.raises(IndexError, match="outside"):
        at.analysis.safe_points(TWO_ROOMS, threats=[(99, 0)])
    assert np.array_equal(at.analysis.outlook(at.Grid([[0]])), [[0]])


def test_a_passage_is_narrow_and_one_stands_for_its_corridor():
    level = at.Grid.from_text("""
        ...####...#..
        .............
        ...####...#..
        .#.####...#..
        ...####......
    """)
    found = at.analysis.passages(level)
    assert len(found) == 4
    assert len({(1, c) for c in range(3, 7)} & {*found}) == 1  # the long corridor
    assert {(1, 10), (4, 10)} < {*found}  # two doors
    assert len({(3, 0), (4, 0), (4, 1), (4, 2), (3, 2)} & {*found}) == 1  # round the pillar
    assert at.analysis.passages(level, 1) == found[:1]
    assert at.analysis.passages(at.maps.field(6)) == at.analysis.passages(at.Grid([[0]])) == []
    random = Random("passages")
    for world, _ in random_worlds(random, 200):
        found = at.analysis.passages(world.world, 99, paths=50)
        assert at.analysis.passages(world.world, 2, paths=50) == found[:2]
        free = np.pad(world.world.total > 0, 1)
        for row, col in found:
            around = free[row : row + 3, col : col + 3].copy()
            around[1, 1] = False  # and it is in two groups, which meet nowhere else
            labels = at.regions.pieces(np.where(around, 0, -1))
            assert len({int(labels[side]) for side in [(0, 1), (1, 0), (1, 2), (2, 1)]} - {-1}) == 2
