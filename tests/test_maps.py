"""Maps from seeds."""

import hashlib
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import asterion as at
from support.effort import scaled


@pytest.mark.slow
@pytest.mark.req("S001-43")
def test_the_fifty_mazes_of_the_assignment():
    """Corridors by depth-first search, 101 x 101, 100 walls opened, the same everywhere."""
    digest = hashlib.sha256()
    for seed in range(50):
        maze = at.maps.maze(101, seed=seed, diagonal="never")
        floor = maze.cost > 0
        assert floor.shape == (101, 101)
        # A tree: one more corridor cell than there are passages, and every cell can be reached.
        assert floor.sum() == 51 * 51 + 51 * 51 - 1
        assert np.isfinite(at.distances(maze, (0, 0))[floor]).all()
        opened = at.maps.maze(101, seed=seed, opened=100, diagonal="never").cost > 0
        assert opened.sum() == floor.sum() + 100
        assert (opened >= floor).all()
        digest.update(np.packbits(opened).tobytes())
    assert digest.hexdigest() == "2d4b2b65185a99e2563d78448ab85abbdd916acaee12f7cb350d4716cb04e0c0"


def test_every_room_can_be_reached():
    for seed in range(scaled(20)):
        for shape, size in [((23, 40), 5), (17, 8), ((9, 3), 2), (10, 20), ((6, 6), 1)]:
            rooms = at.maps.rooms(shape, size=size, seed=seed, extra=0.2, diagonal="never")
            floor = rooms.cost > 0
            assert np.isfinite(at.distances(rooms, (0, 0))[floor]).all()


def test_scattered_walls_have_their_density():
    for density in (0, 0.25, 0.6, 1):
        walls = at.maps.scattered(200, density=density, seed=1).cost == 0
        assert walls.mean() == pytest.approx(density, abs=0.01)


@pytest.mark.parametrize("half", [np.float32(0.5), Fraction(1, 2), Decimal("0.5"), "0.5"])
def test_a_share_is_taken_as_the_number_that_it_says(half):
    assert (at.maps.scattered(9, density=half).cost == at.maps.scattered(9, density=0.5).cost).all()
    assert (at.maps.rooms(9, size=2, extra=half).cost == at.maps.rooms(9, size=2).cost).all()


def test_caves_are_smooth_and_fields_are_empty():
    caves = at.maps.caves((60, 80), seed=2)
    rough = at.maps.scattered((60, 80), density=0.45, seed=2)

    def borders(grid):
        floor = (grid.cost > 0).astype(int)
        return np.abs(np.diff(floor)).sum() + np.abs(np.diff(floor, axis=0)).sum()

    assert 0 < borders(caves) < borders(rough) / 3
    assert (at.maps.field((3, 4)).cost == 1).all()


def test_terrain_has_water_and_bands_of_cost_that_lie_together():
    land = at.maps.terrain((90, 120), costs=(1, 4, 2.5), water=0.2, scale=32, seed=3)
    cost = np.asarray(land.cost)
    shares = [(cost == value).mean() for value in (0, 1, 4, 2.5)]
    assert shares == pytest.approx([0.2, 0.8 / 3, 0.8 / 3, 0.8 / 3], abs=0.001)
    assert (cost[:, 1:] == cost[:, :-1]).mean() > 0.85
    assert (at.maps.terrain(9, water=1).cost == 0).all()
    assert (at.maps.terrain((5, 40), water=0, costs=[7]).cost == 7).all()


@pytest.mark.parametrize(
    "make", [at.maps.maze, at.maps.scattered, at.maps.rooms, at.maps.caves, at.maps.terrain]
)
def test_a_seed_makes_one_map_and_another_seed_another(make):
    one, again, other = make(31, seed=5), make((31, 31), seed=5), make(31, seed=6)
    assert (one.cost == again.cost).all()
    assert (one.cost != other.cost).any()
    assert make(12, diagonal="always").diagonal == "always"
    for shape in (1, (1, 7), (8, 1)):
        assert make(shape).cost.ndim == 2


def test_every_digit_of_a_long_seed_counts():
    seeds = [1, *(1 + 2**bits for bits in (31, 32, 53, 63, 64, 127, 200))]
    assert len({at.maps.scattered(31, seed=seed).cost.tobytes() for seed in seeds}) == len(seeds)
