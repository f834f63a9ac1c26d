"""Maps cut into regions."""

from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.regions import automatic
from support import reference
from support.worlds import random_worlds


def drawn(text):
    """A map in letters, one per region, and # for walls: the grid and the regions."""
    labels = [["#abcdef".index(letter) - 1 for letter in line] for line in text.split()]
    return at.Grid(np.array(labels) >= 0), labels


def pieces(labels, label):
    """The number of pieces of a region, by a walk over its cells."""
    cells = {(r, c) for r, c in np.argwhere(labels == label).tolist()}
    walls = np.where(labels == label, 1.0, np.inf).tolist()
    found = 0
    while cells:
        found += 1
        cells -= {*reference.fewest_moves(walls, "never", next(iter(cells)))}
    return found


@pytest.mark.parametrize("chunk", range(4))
def test_regions_cover_what_is_free_and_hang_together(chunk):
    random = Random(f"regions {chunk}")
    for world, _ in random_worlds(random, 60, largest=12):
        size, width = random.randint(1, 5), random.randint(1, 4)
        free = np.isfinite(np.array(world.total))
        for labels in (
            at.regions.blocks(world.world, size),
            at.regions.rooms(world.world, width),
            automatic(world.world),
        ):
            assert labels.shape == world.grid.shape
            assert ((labels >= 0) == free).all()
            firsts = [int(np.flatnonzero(labels == label)[0]) for label in range(labels.max() + 1)]
            assert firsts == sorted(firsts)
            for label in range(labels.max() + 1):
                assert pieces(labels, label) == 1


def test_a_block_is_a_square_and_walls_cut_it():
    grid, labels = drawn("aabb aabb ##c# ddcc")
    assert at.regions.blocks(grid, 2).tolist() == labels
    assert at.regions.blocks(grid, 4).max() == 0
    assert at.regions.blocks(grid, 99).max() == at.regions.blocks(grid, 2**70).max() == 0
    assert at.regions.blocks(grid, 1).max() + 1 == 13


@pytest.mark.req("S002-31")
@pytest.mark.parametrize("diagonal", ["never", "clear", "always"])
@pytest.mark.parametrize("size", [2, 3, 8])
def test_rooms_with_doors_are_found_one_by_one(size, diagonal):
    step = size + 1
    for seed in range(5):
        grid = at.maps.rooms((3 * step - 1, 4 * step - 1), size=size, seed=seed, diagonal=diagonal)
        labels = at.regions.rooms(grid)
        assert labels.max() + 1 == 12
        for r in range(3):
            for c in range(4):
                room = labels[r * step : r * step + size, c * step : c * step + size]
                assert len({*room.ravel().tolist()}) == 1


@pytest.mark.req("S002-31")
@pytest.mark.parametrize(
    ("text", "width"),
    [
        # A doorway belongs to the room that comes first.
        ("aa#bb aaabb aa#bb", 2),
        # So does a niche; a corridor is a separate region.
        ("aa#### aaaa## aa####", 2),
        ("aaa####bbb aaaccccbbb aaa####bbb", 2),
        # A wide door separates as soon as it is narrower than asked for.
        ("aaa#bbb aaaabbb aaaabbb aaa#bbb", 3),
        ("aaa#aaa aaaaaaa aaaaaaa aaa#aaa", 2),
        # Corners that touch are no door, whatever the diagonal rule.
        ("aa## aa## ##bb ##bb", 2),
        # Where nothing is wide, connected cells are one region.
        ("a#b a#b a#b", 2),
        # Two rooms shifted so far against each other that the square does not fit through.
        ("aaa## aaa## ##bbb ##bbb", 2),
    ],
    ids=["door", "niche", "corridor", "wide", "too wide", "corners", "thin", "shifted"],
)
def test_rooms_drawn_by_hand(text, width):
    grid, labels = drawn(text)
    assert at.regions.rooms(grid, width).tolist() == labels


def test_labels_are_renumbered_and_walls_have_none():
    grid = at.Grid([[1, 0, 1, 1]])
    assert at.regions.labelled(grid, [[7, 7, -3, 2]]).tolist() == [[1, -1, -1, 0]]
    blocked = grid.view(blocked=np.array([[False, False, False, True]]))
    assert at.regions.labelled(blocked, [[7, 7, -3, 2]]).tolist() == [[0, -1, -1, -1]]


def test_automatic_regions_are_rooms_unless_these_are_large_or_many():
    house = at.maps.rooms(47, size=3, seed=1)
    assert (automatic(house) == at.regions.rooms(house)).all()
    hall = at.maps.field(48)
    assert (automatic(hall) == at.regions.blocks(hall, 4)).all()
    rubble = at.maps.scattered(200, density=0.35, seed=1, diagonal="never")
    assert at.regions.rooms(rubble).max() > 512
    found, pieces = automatic(rubble), at.regions.blocks(rubble, 13)
    assert found.max() == 511
    sizes = np.sort(np.bincount(pieces[pieces >= 0]))
    assert (found >= 0).sum() == sizes[-512:].sum()  # the largest
