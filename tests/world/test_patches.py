"""Edits that the core handles directly: the same as any other edit, and as NumPy's."""

from functools import partial
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import SAMPLED, scaled


def any_part(random, size):
    """A number, a slice or an array, usually one that fits."""
    end = [None, 0, 1, 2, size - 1, size, size + 3, -1, -2, -size, -size - 2]
    return random.choice(
        [
            lambda: random.randrange(-size, size),
            lambda: random.choice([size, -size - 1, 2**70, True, np.int64(0), np.uint8(1)]),
            lambda: slice(random.choice(end), random.choice(end)),
            lambda: slice(random.choice(end), random.choice(end), random.choice([1, 2, -1])),
            lambda: slice(None),
        ]
    )()


def any_list(random, shape):
    count = random.randint(0, 9)
    kind = random.choice([np.int64, np.int64, np.int64, np.int32, ">i8"])
    slack = random.random() < 0.1
    parts = [
        np.array([random.randrange(-size, size + slack) for _ in range(count)], kind)
        for size in shape
    ]
    if random.random() < 0.2:
        parts = [np.repeat(part, 2)[::2] for part in parts]
    return tuple(parts)


def any_key(random, shape):
    if random.random() < 0.3:
        return any_list(random, shape)
    return tuple(any_part(random, size) for size in shape)


def any_value(random, shape):
    """One number, or an array that fits, nearly fits, or has to be checked."""
    if random.random() < 0.4:
        return random.choice(
            [0, 1, 7, 255, 256, -1, 2**80, True, False, 3.0, 0.5, -0.0, float("nan"), float("inf")]
        )
    made = np.array([random.choice([0, 1, 1, 5]) for _ in range(int(np.prod(shape, dtype=int)))])
    array = made.reshape(shape)
    return random.choice(
        [
            lambda: array.astype(np.uint8),
            lambda: array.astype(bool),
            lambda: array.astype(np.uint8).view(bool),  # with a bool that is 5
            lambda: np.asfortranarray(array.astype(np.uint8)),
            lambda: np.repeat(array.astype(np.uint8), 2, axis=-1)[..., ::2] if shape else array,
            lambda: array.astype(np.uint8)[::-1] if shape else array,
            lambda: array.astype(np.float64) / random.choice([1, 2]),
            lambda: array.astype(np.int8),
            lambda: array.astype(np.uint8)[..., :1] if shape else array,
            lambda: array.astype(np.uint8).ravel(),
            lambda: array.astype(np.uint8)[None],
            lambda: np.ma.masked_array(array.astype(np.uint8)),
            array.tolist,
        ]
    )()


def outcome(assign, key, value):
    try:
        assign(key, value)
    except Exception as error:  # noqa: BLE001 - whatever it is, both ways must raise it
        return type(error), str(error)
    return None


@pytest.mark.parametrize("kind", ["bytes", "floats", "layers"])
def test_every_edit_is_the_one_that_python_would_make(kind):
    """A twin is edited by the general path; its errors, journal and contents must be the same."""
    random = Random(kind)
    taken = refused = 0
    for _ in range(scaled(6000)):
        shape = random.randint(1, 7), random.randint(1, 7)
        costs = np.array([random.choice([0, 1, 1, 4]) for _ in range(shape[0] * shape[1])])
        grids = [at.Grid(costs.reshape(shape).astype(np.uint8)) for _ in range(2)]
        for grid in grids:
            if kind == "floats":
                grid[0, 0] = 0.25
            if kind == "layers":
                grid.layers["mud"] = np.full(shape, -0.5)
        fast, plain = grids
        for _ in range(3):
            before = fast.version, np.array(fast.cost, float)
            key = any_key(random, shape)
            try:
                value = any_value(random, np.empty(shape)[key].shape)
            except Exception:  # noqa: BLE001 - the key is wrong
                value = 1
            raised = outcome(fast.__setitem__, key, value)
            assert raised == outcome(partial(plain._assign, None), key, value)
            assert (fast.cost == plain.cost).all()
            assert fast.cost.dtype == plain.cost.dtype
            assert fast.version == plain.version
            changes = [grid.changes(before[0]).tolist() for grid in grids]
            assert changes[0] == changes[1]
            if raised is not None:
                refused += 1
                assert (fast.cost == before[1]).all()  # all of an edit, or nothing
                continue
            wanted = before[1]
            wanted[key] = np.asarray(value, float)
            wanted[wanted == np.inf] = 0
            assert (fast.cost == wanted).all()
            taken += fast.version > before[0]
    assert min(taken, refused) > 100 or SAMPLED


@pytest.mark.parametrize("diagonal", ["never", "clear", "one-clear", "always"])
def test_searches_see_a_patch_as_they_would_a_new_map(diagonal):
    """Rows and columns longer than a word of bits; patches on every edge of the map."""
    random = Random(diagonal)
    for _ in range(scaled(40)):
        shape = random.choice([(5, 140), (70, 70), (130, 9), (64, 64), (1, 65)])
        grid = at.Grid(np.ones(shape, np.uint8), diagonal=diagonal)
        draw = np.random.default_rng(random.randrange(2**30))
        for _ in range(12):
            rows, cols = (random.randint(1, min(8, size)) for size in shape)
            row, col = (random.choice([0, size - side, random.randint(0, size - side)])
                        for size, side in zip(shape, (rows, cols), strict=True))  # fmt: skip
            patch = draw.random((rows, cols)) < random.choice([0.2, 0.7])
            if random.random() < 0.5:
                grid[row : row + rows, col : col + cols] = patch
            else:
                at_rows, at_cols = np.nonzero(patch)
                grid[at_rows + row, at_cols + col] = random.choice([0, 1])
            fresh = at.Grid(grid.cost, diagonal=diagonal)
            free = [tuple(cell) for cell in np.argwhere(grid.cost > 0).tolist()]
            if len(free) < 2:
                continue
            start, goal = random.sample(free, 2)
            best = at.find_path(fresh, start, goal, algorithm="dijkstra")
            for name in ("jps", "astar"):
                found = at.find_path(grid, start, goal, algorithm=name)
                assert found.cost == pytest.approx(best.cost)
                if found:
                    at.validate(fresh, found)


def test_a_journal_that_goes_round_lists_the_last_edits():
    """The ring of a small grid has 4,096 records: many patches later, it still has the last."""
    grid = at.Grid(np.ones((8, 8), np.uint8))
    twin = np.ones((8, 8), np.uint8)
    random = np.random.default_rng(3)
    seen = grid.version
    for _ in range(scaled(3000)):
        row, col = random.integers(0, 5, 2)
        patch = random.integers(0, 3, (4, 4)).astype(np.uint8)
        changed = np.argwhere(twin != (new := _patched(twin, row, col, patch)))
        twin = new
        grid[row : row + 4, col : col + 4] = patch
        assert grid.changes(seen).tolist() == changed.tolist()
        seen = grid.version
        assert (grid.cost == twin).all()
    assert grid.changes(0) is None or SAMPLED


def _patched(array, row, col, patch):
    new = array.copy()
    new[row : row + 4, col : col + 4] = patch
    return new


def test_an_edit_from_inside_a_heuristic_is_refused_and_changes_nothing():
    grid = at.maps.field(6)

    def estimate(_cell):
        for key in ((slice(0, 2), slice(0, 2)), (3, 3), (np.array([1]), np.array([2]))):
            with pytest.raises(at.AsterionError, match="cannot be edited while"):
                grid[key] = 0
        return 0.0

    assert at.find_path(grid, (0, 0), (5, 5), algorithm="astar", heuristic=estimate).found
    assert (grid.cost == 1).all()
    assert grid.version == 0


@pytest.mark.parametrize("diagonal", ["never", "clear", "one-clear", "always"])
@pytest.mark.parametrize("edited", [False, True])
def test_jumps_turn_behind_a_wall_that_ends_at_the_edge_of_a_word(diagonal, edited):
    """Bits are in words of 64: the wall is in one, the cell behind it alone in the next."""
    for end in range(60, 68):
        for flipped in (False, True):  # a wall that ends there, or begins
            for transposed in (False, True):
                cost = np.ones((3, 130), np.uint8)
                cost[1, :end] = 0
                start, goal = (0, end - 2), (2, end - 3)
                if flipped:
                    cost = cost[:, ::-1]
                    start, goal = ((row, 129 - col) for row, col in (start, goal))
                if transposed:
                    cost, start, goal = cost.T, start[::-1], goal[::-1]
                grid = at.Grid(np.ones(cost.shape, np.uint8) if edited else cost, diagonal=diagonal)
                if edited:
                    assert at.find_path(grid, start, goal, algorithm="jps").found
                    grid[:, :] = np.ascontiguousarray(cost)
                best = at.find_path(grid, start, goal, algorithm="dijkstra", components=False)
                found = at.find_path(grid, start, goal, algorithm="jps", components=False)
                assert found.cost == pytest.approx(best.cost)
                assert best.cost < 20
